"""What travels inside a PDF says what its pages say, and no more."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from workshop import PROFILE, Workshop, with_fakes

from cvpress.carried import carried
from cvpress.expected import expected
from cvpress.pdf.attach import attachments
from cvpress.profile.dates import Date
from cvpress.profile.model import Profile, parse
from cvpress.profile.tailor import tailor
from cvpress.typeset.template import Template
from cvpress.typeset.template import load as template
from cvpress.typeset.words import words

ATTACHING = PROFILE.replace(
    "cv: {template: ruled}", "cv: {template: ruled, attach_profile: true}\n  other: {template: refs}"
)
DATED = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  prizes:
    kind: award
    entries: [{title: Medal, date: 2021-05-06, awarder: Society}]
documents:
  cv: {template: ruled, attach_profile: true}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


def test_a_cv_carries_its_resume_and_where_asked_for_its_profile(shop: Workshop) -> None:
    shop.profile(text=ATTACHING)
    shop.prints()
    shop.prints(document="other")
    assert shop.run("pdf").code == 0
    names = {path.name: [one.name for one in attachments(path)] for path in shop.built("ada").glob("*.pdf")}
    assert names == {"cv.pdf": ["profile.yaml", "resume.json"], "other.pdf": ["resume.json"]}


def test_the_profile_inside_builds_the_same_pages_again(shop: Workshop) -> None:
    shop.profile(text=ATTACHING)
    shop.prints()
    shop.run("pdf", "--document", "cv")
    inside = next(one for one in attachments(shop.built("ada", "cv.pdf")) if one.name == "profile.yaml")
    first = shop.built(".work", "ada", "cv", "document.tex").read_text(encoding="utf-8")
    shop.profile(text=inside.content.decode())
    assert shop.run("pdf", "--document", "cv", "--force").code == 0
    again = shop.built(".work", "ada", "cv", "document.tex").read_text(encoding="utf-8")
    assert _without_places(again) == _without_places(first)


def _without_places(tex: str) -> list[str]:
    return [line for line in tex.splitlines() if not line.lstrip().startswith("%")]


def test_a_change_that_only_the_files_show_is_built_anew(shop: Workshop) -> None:
    shop.profile(text=DATED)
    shop.prints("Ada Lovelace", "Awards", "Medal, Society 2021")
    options = "options: {date_style: year}"
    shop.profile(text=DATED.replace("ruled, ", f"ruled, {options}, "))
    assert "built" in shop.run("pdf").out
    shop.profile(text=DATED.replace("ruled, ", f"ruled, {options}, ").replace(", attach_profile: true", ""))
    assert "built" in shop.run("pdf").out


def made(profile: Profile, date_style: str, look: Template) -> dict[str, str]:
    document = profile.documents["cv"]
    shown = tailor(profile, document)
    wanted = expected(shown, words("en-US", profile.terms), look, date_style)
    return {one.name: one.content.decode() for one in carried(shown, "cv", document, date_style, wanted.unsaid)}


@pytest.fixture
def look() -> Template:
    return template("ruled", (Path("latex_templates"),), None)


def test_of_a_date_that_is_printed_as_a_year_the_files_tell_the_year(look: Template) -> None:
    profile = parse(DATED.encode(), Path("ada.yaml"))
    for style, date in (("year", "2021"), ("long", "2021-05-06")):
        files = made(profile, style, look)
        assert json.loads(files["resume.json"])["awards"][0]["date"] == date
        back = parse(files["profile.yaml"].encode(), Path("x.yaml")).sections["prizes"]
        assert [leaf.text for entry in back.entries if isinstance(leaf := getattr(entry, "date", None), Date)] == [date]


def test_what_a_template_leaves_out_is_in_no_file(look: Template) -> None:
    profile = parse(DATED.encode(), Path("ada.yaml"))
    silent = replace(look, omits={"award.awarder": "no room"})
    assert all("Society" in text for text in made(profile, "long", look).values())
    assert not any("Society" in text for text in made(profile, "long", silent).values())


def test_a_letter_carries_nothing() -> None:
    letter = "  letter: {template: ruled, letter: {opening: Dear all, body: Yours}}\n"
    profile = parse((DATED + letter).encode(), Path("ada.yaml"))
    document = profile.documents["letter"]
    assert carried(tailor(profile, document), "letter", document, "short", frozenset()) == ()
