"""What travels inside a PDF: a profile.yaml that says the same, a resume.json, and nothing that was not printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from cvpress.profile.dates import Date
from cvpress.profile.jsonresume import json_resume
from cvpress.profile.leaves import leaves
from cvpress.profile.model import Document, Profile, load, parse
from cvpress.profile.tailor import tailor
from cvpress.profile.translate import translated
from cvpress.profile.values import Url
from cvpress.profile.written import written

PEOPLE = sorted(Path("profiles").glob("*/profile.yaml"))


def documents() -> Iterator[tuple[str, Profile, str, Document]]:
    for path in PEOPLE:
        profile = load(path)
        for name, document in profile.documents.items():
            yield f"{path.parent.name}-{name}", profile, name, translated(document, document.language)


def said(profile: Profile, document: Document) -> list[tuple[str, str]]:
    found = (leaf for leaf in leaves(profile, document.letter))
    return [(leaf.path, _words(leaf.value)) for leaf in found]


def _words(value: object) -> str:
    if isinstance(value, Date):
        return value.text
    return value.target if isinstance(value, Url) else str(getattr(value, "plain", value))


@pytest.mark.parametrize(("profile", "name", "document"), [pytest.param(*rest, id=at) for at, *rest in documents()])
def test_a_document_of_a_person_says_the_same_when_read_back(profile: Profile, name: str, document: Document) -> None:
    printed = tailor(profile, document)
    back = parse(written(printed, name, document).encode(), Path("profile.yaml"))
    own = back.documents[name]
    assert said(tailor(back, own), own) == said(printed, document)
    assert [*back.documents] == [name]
    assert own.template == document.template
    assert own.options == document.options


PROFILE = dedent(
    """\
    schema: 1
    name: {given: Ada, family: Lovelace, aliases: [A. Lovelace, Countess Lovelace]}
    headline: "Analyst & *poet*"
    contact:
      emails: [ada@example.org]
      phone: +44 20 0000 0000
      profiles: {github: ada}
    sections:
      work:
        kind: position
        entries:
          - organization: [Engines, Looms]
            roles:
              - position: Analyst
                start_date: 1840-03
                end_date: present
                highlights: [One, {text: Two, highlights: [In]}]
              - {position: Secret, date: 1839, private: true}
      papers:
        kind: publication
        entries:
          - {key: notes, tags: [best], title: "Notes on $x^2$", authors: [A. Lovelace*], venue: Memoirs, date: 1843,
             doi: 10.1/x}
          - {title: Hidden, authors: [Countess Lovelace], private: true}
        marks: {"*": alone}
      talks:
        kind: talk
        entries: [{title: Weaving, date: {text: Lent 1841}}]
    documents:
      cv: {template: ruled, options: {paper: a4}}
      letter:
        template: refs
        letter:
          opening: Dear Sir
          body: "1841\\\\. was a year.\\n\\nSee *this*:\\n\\n- one\\n- two"
          signature: hand.png
    """
)


@pytest.fixture
def ada() -> Profile:
    return parse(PROFILE.encode(), Path("ada.yaml"))


def test_what_is_not_printed_stays_out(ada: Profile) -> None:
    document = ada.documents["cv"]
    text = written(tailor(ada, document), "cv", document)
    for secret in ("Secret", "Hidden", "Countess", "notes", "best", "private", "hand.png", "refs"):
        assert secret not in text
    assert "A. Lovelace" in text
    assert "*poet*" in text
    assert "$x^2$" in text


def test_a_letter_comes_back_block_by_block(ada: Profile) -> None:
    document = ada.documents["letter"]
    back = parse(written(tailor(ada, document), "letter", document).encode(), Path("x.yaml"))
    again = back.documents["letter"].letter
    assert again is not None
    assert document.letter is not None
    assert again.body == document.letter.body
    assert [block.shape for block in again.body] == ["paragraph", "paragraph", "bullets"]


def test_the_json_resume_has_the_fields_of_its_schema(ada: Profile) -> None:
    resume = json.loads(json_resume(tailor(ada, ada.documents["cv"])))
    assert resume["basics"] == {
        "name": "Ada Lovelace",
        "label": "Analyst & poet",
        "email": "ada@example.org",
        "phone": "+44 20 0000 0000",
        "profiles": [{"network": "GitHub", "username": "ada", "url": "https://github.com/ada"}],
    }
    work = {
        "name": "Engines & Looms",
        "position": "Analyst",
        "startDate": "1840-03",
        "highlights": ["One", "Two", "In"],
    }
    assert resume["work"] == [work]
    (paper,) = resume["publications"]
    assert paper == {
        "name": "Notes on x2",
        "publisher": "Memoirs",
        "releaseDate": "1843",
        "url": "https://doi.org/10.1/x",
    }
    assert resume.keys() == {"$schema", "basics", "work", "publications"}


@pytest.mark.parametrize(("profile", "name", "document"), [pytest.param(*rest, id=at) for at, *rest in documents()])
def test_dates_of_a_json_resume_are_those_that_its_schema_allows(
    profile: Profile, name: str, document: Document
) -> None:
    text = json_resume(tailor(profile, document))
    dates = re.findall(r'"(?:\w*Date|date)": "([^"]*)"', text)
    assert all(re.fullmatch(r"[12]\d{3}(-[01]\d(-[0-3]\d)?)?", date) for date in dates), name
