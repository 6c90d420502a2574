"""The fictional person of tests/golden, all the way: from YAML to a PDF that passed, in every bundled template.

How the pages look is compared with tests/golden/pages. When a change is meant, `pytest -k accepted --accept-golden`
accepts all of it: the .tex, the words and their places, the pictures. Look at build/golden/ before, at the diff after.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

import golden_pages
import pytest

from cvpress import paths, process
from cvpress.build import build
from cvpress.pdf.subject import open_reader
from cvpress.pdf.text import pages
from cvpress.prepare import Job, Press
from cvpress.profile import model
from cvpress.profile.values import Email, Url, Verbatim
from cvpress.report import Result
from cvpress.run import press
from cvpress.typeset.template import load, names
from cvpress.typeset.words import words

ROOTS = (paths.bundled_templates(),)
GOLDEN = Path(__file__).parent / "golden" / "profile.yaml"


WHOLE = [name for name in names(ROOTS) if load(name, ROOTS).pages is None]
"""The templates for whole CVs; the others show the document `short`."""


@pytest.fixture
def golden_press(tmp_path: Path, font_cache: Path) -> Press:
    return press_in(tmp_path, font_cache)


def press_in(folder: Path, cache: Path) -> Press:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    return replace(press(folder / "profiles", folder / "build", environment, 1_700_000_000), cache=cache)


def job(document: str = "cv", template: str | None = None) -> Job:
    profile = model.load(GOLDEN)
    return Job("maeve", document, profile, profile.documents[document], template)


def findings(done: Result) -> list[str]:
    """All but how far the last page is filled, which is the profile's business."""
    return [str(problem) for problem in done.problems if problem.rule != "last-page"]


@dataclass(frozen=True, slots=True)
class Built:
    """A document in one template, and what TeX said of it."""

    template: str
    done: Result
    log: Path


@pytest.fixture(scope="module")
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, font_cache: Path) -> Built:
    """Built once for all tests that want this template."""
    own = press_in(tmp_path_factory.mktemp("golden"), font_cache)
    asked = job("cv" if request.param in WHOLE else "short", request.param)
    return Built(request.param, build(own, asked), own.work(asked.person, asked.name) / "document.log")


@pytest.mark.latex
@pytest.mark.parametrize("built", names(ROOTS), indirect=True)
def test_the_pages_are_the_accepted_ones(built: Built, request: pytest.FixtureRequest) -> None:
    assert findings(built.done) == []
    assert built.done.pdf is not None
    golden_pages.check(built.template, built.done.pdf, built.log, accept=request.config.getoption("--accept-golden"))


@pytest.mark.latex
@pytest.mark.parametrize("built", WHOLE, indirect=True)
def test_every_kind_is_set_without_a_finding(built: Built) -> None:
    done = built.done
    assert findings(done) == []
    assert done.state == "built"
    assert done.pdf is not None
    printed = " ".join("\n".join(pages(done.pdf)).split())
    # A few things that the check could not miss, read here with other eyes.
    for text in ("9,999,999", "(412)", "a_b{c}[d] ~ e\\f", "智源社区", "maeve_obrien@example.org", "E = mc"):
        assert text in printed
    assert (
        printed.index("Cartographer of imaginary archipelagos")
        < printed.index("Second level")
        < printed.index("Utopia")
    )


@pytest.mark.latex
def test_a_document_in_another_language_size_and_colour_is_set_without_a_finding(golden_press: Press) -> None:
    done = build(golden_press, job("british"))
    assert findings(done) == []
    assert done.pdf is not None
    assert "29/02/2020" in "".join(pages(done.pdf))


@pytest.mark.latex
@pytest.mark.parametrize("template", WHOLE)
def test_numbered_heads_and_ranges_with_hyphens_lose_nothing(golden_press: Press, template: str) -> None:
    asked = job(template=template)
    options = {"numbering": Verbatim("sections"), "range_style": Verbatim("hyphen")}
    document = asked.document.model_copy(update={"options": options, "template": Verbatim(template)})
    done = build(golden_press, replace(asked, document=document, template=None))
    assert findings(done) == []
    assert done.pdf is not None
    printed = "\n".join(pages(done.pdf))
    assert re.search(r"(?<!\d)\d{4}[\s\ufffe]*\u2013|\u2013\s*\d{4}(?!\d)", printed) is None
    outline = [item.title for item in open_reader(done.pdf).outline if not isinstance(item, list)]
    assert [str(title).split()[0] for title in outline] == [str(number) for number in range(1, len(outline) + 1)]


@pytest.mark.latex
@pytest.mark.parametrize("style", ["casual", "oldstyle", "fancy"])
def test_every_kind_is_set_in_every_style_of_moderncv(golden_press: Press, style: str) -> None:
    asked = job()
    update = {"template": Verbatim("moderncv-banking"), "options": {"style": Verbatim(style)}}
    done = build(golden_press, replace(asked, document=asked.document.model_copy(update=update)))
    assert findings(done) == []
    assert done.state == "built"


LONG = "https://example.org/people/a-very-long-address-of-a-homepage/that-has-ninety-characters/index.html"


@pytest.mark.latex
@pytest.mark.parametrize("style", ["casual", "oldstyle", "fancy"])
def test_a_long_name_and_long_contacts_stay_where_they_belong(golden_press: Press, style: str) -> None:
    asked = job()
    contact = asked.profile.contact.model_copy(
        update={"homepage": Url(LONG), "emails": (Email("a.very.long.address.of.a.person@mail.example.org"),)}
    )
    name = asked.profile.name.model_copy(update={"family": Verbatim("Featherstonehaugh-Cholmondeley of Marjoribanks")})
    profile = asked.profile.model_copy(update={"contact": contact, "name": name})
    update = {"template": Verbatim("moderncv-banking"), "options": {"style": Verbatim(style)}}
    done = build(golden_press, replace(asked, profile=profile, document=asked.document.model_copy(update=update)))
    assert findings(done) == []
    assert done.state == "built"


def unhyphenated(language: str, folder: Path) -> list[str]:
    """The one finding that hangs on the machine: whether it has the patterns of a language."""
    patterns = {"de": "hyph-de-1996", "fr": "hyph-fr", "ru": "hyph-ru"}.get(language)
    if patterns is None:
        return []
    found = process.run(["kpsewhich", f"{patterns}.pat.txt"], cwd=folder, env=os.environ, timeout=60)
    return [] if found.output.strip() else ["no-hyphens"]


@pytest.mark.latex
@pytest.mark.parametrize(
    ("language", "template", "said"),
    [
        ("de", "refs", ("Sept. 2014 – Juni 2019", "Betreuung", "Bd. ", "„quoted emphasis“")),
        ("fr", "moderncv-classic", ("sept. 2014 – juin 2019", "Direction", "vol. ", "« quoted emphasis »")),
        ("ru", "ruled", ("сент. 2014 – июнь 2019", "Научный руководитель", "т. ", "«quoted emphasis»")),
        ("zh", "homepage", ("2014年9月 – 2019年6月", "导师", "卷 ")),
        ("ja", "ruled", ("2014年9月 – 2019年6月", "指導教員", "巻 ", "「quoted emphasis」")),
    ],
)
def test_every_kind_is_set_in_another_language(
    golden_press: Press, tmp_path: Path, language: str, template: str, said: tuple[str, ...]
) -> None:
    english = job(template=template)
    document = english.document.model_copy(update={"language": language})
    done = build(golden_press, replace(english, document=document))
    told = [problem.rule for problem in done.problems if problem.rule != "last-page"]
    assert told == unhyphenated(language, tmp_path)
    assert done.state == "built"
    assert done.pdf is not None
    printed = " ".join("\n".join(pages(done.pdf)).split())
    titles = words(language, english.profile.terms).titles
    assert [text for text in said if text not in printed] == []
    untitled = [s.kind for s in english.profile.sections.values() if not s.title and not s.untitled]
    assert untitled
    assert [kind for kind in untitled if titles[kind].casefold() not in printed.casefold()] == []
