"""Every fact of the four CVs' texts is in the PDF that is built of their profiles.

The facts were listed from the texts before the profiles were written (`facts/<person>.tsv`: the verbatim string, the
line of the text), so a fact that a profile forgot is found missing here, where the
build's own check could not know of it. Each fact consumes a place of its own in the text of the PDF.

The comparison is the build's own (white space, hyphens at line ends, quotes), without regard to case, and loose in one
more thing, since a template words dates in its own style and the texts have several. In dates, and on both sides:

- the ordinal suffix of a day goes (July 28th 2022 is July 28 2022),
- a month's name is cut to three letters (July is Jul, Sept is Sep),
- the comma between month or day and year goes (October, 2020 is Oct 2020).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from workshop import with_tex

from cvpress import order, paths, prepare, run
from cvpress.pdf.claim import claim
from cvpress.pdf.feet import Foot, without_feet
from cvpress.pdf.fold import fold
from cvpress.pdf.text import read
from cvpress.pdf.wanted import Wanted

ROOT = Path(__file__).parents[1]
FACTS = Path(__file__).parent / "facts"
PEOPLE = ("hao-zhang", "minjia-zhang", "tong-zhao", "tongtian-zhu")

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
    "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sept", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
# A month that is hyphenated at a line's end is one all the same: PDFium prints U+FFFE there.
_BREAK = r"(?:[\u00ad\ufffe]\s*|[-\u2010]\s*[\r\n]\s*)?"
_MONTH = rf"(?<!\w)(?:{'|'.join(_BREAK.join(month) for month in _MONTHS)})(?!\w)"
_DATE = re.compile(rf"({_MONTH})(\.?)(\s+\d{{1,2}}(?!\d))?(st|nd|rd|th)?(,?)(\s+\d{{4}}(?!\d))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fact:
    text: str
    line: int

    def __str__(self) -> str:
        return f"line {self.line}: {self.text!r}"


def facts(person: str) -> tuple[Fact, ...]:
    """The rows of one person's list."""
    with (FACTS / f"{person}.tsv").open(encoding="utf-8", newline="") as stream:
        kept = (line for line in stream if not line.startswith("#"))
        rows = list(csv.DictReader(kept, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(Fact(row["fact"], int(row["line"])) for row in rows)


def canonical(text: str) -> str:
    """`text` with its dates in one form."""

    def same(found: re.Match[str]) -> str:
        month, stop, day, suffix, comma, year = found.groups(default="")
        if suffix and not day:
            return found[0]
        kept_comma = comma if not year else ""
        return f"{re.sub(_BREAK, '', month)[:3]}{stop}{day}{kept_comma}{year}"

    return _DATE.sub(same, text)


def lost(printed: str, wanted: Sequence[Fact]) -> list[Fact]:
    """Those of `wanted` that have no place of their own in `printed`."""
    sought = [Wanted(canonical(fact.text), "fact", anchor=fact.line, caseless=True) for fact in wanted]
    spans = claim(fold(canonical(printed)), sought)
    return [fact for fact, span in zip(wanted, spans, strict=True) if span is None]


@cache
def built(folder: Path, person: str) -> str:
    """The text of a person's cv, running feet taken off."""
    out = folder / person
    out.mkdir()
    shop = with_tex(out)
    done = shop.run("pdf", "--profiles", str(ROOT / "profiles"), "--person", person, "--document", "cv")
    assert done.code == 0, done.err
    press = run.press(ROOT / "profiles", shop.built(), shop.environment, 0.0)
    ordered = order.order(press.profiles, paths.template_roots(press.profiles), [person], "cv", None)
    (job,) = ordered.jobs
    foot = Foot(prepare.prepare(press, job).foot)
    return "\n".join(page.text for page in without_feet(read(prepare.target(press, job)), [foot]))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("facts")


@pytest.mark.latex
@pytest.mark.parametrize("person", PEOPLE)
def test_every_fact_of_the_text_is_in_the_pdf(folder: Path, person: str) -> None:
    wanted = facts(person)
    missing = lost(built(folder, person), wanted)
    assert not missing, f"{len(missing)} of {len(wanted)} facts:\n" + "\n".join(map(str, missing))


@pytest.mark.latex
def test_a_fact_whose_text_is_taken_out_is_missed(folder: Path) -> None:
    """Each of a sample is missed when the PDF lacks it, so that no fact passes by itself."""
    printed = built(folder, "tongtian-zhu")
    wanted = facts("tongtian-zhu")
    before = lost(printed, wanted)
    flat = " ".join(canonical(printed).split())
    sample = [fact for fact in wanted if flat.count(canonical(fact.text)) == 1 and fact not in before][::5]
    assert len(sample) > 10
    for fact in sample:
        assert fact in lost(flat.replace(canonical(fact.text), ""), wanted), fact


def test_a_fact_that_stands_twice_needs_two_places() -> None:
    twice = [Fact("2021", 3), Fact("2021", 9)]
    assert lost("Medal 2021, Ribbon 2021", twice) == []
    assert len(lost("Medal 2021, Ribbon", twice)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("July 28th 2022", "Jul 28, 2022"),
        ("October, 2020", "Oct 2020"),
        ("Sept 2019", "September 2019"),
        ("May, 2018", "May 2018"),
        ("jul\n2023", "July 2023"),
        ("10/2016", "10/2016"),
        ("Decem\ufffeber 2010", "Dec 2010"),
        ("Decem-\r\nber 2010", "Dec 2010"),
    ],
)
def test_a_date_is_one_in_any_style(one: str, other: str) -> None:
    assert lost(one, [Fact(other, 1)]) == []
    assert lost(other, [Fact(one, 1)]) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("July 28 2022", "July 29 2022"),
        ("Jul 2022", "Jun 2022"),
        ("10/2016", "Oct 2016"),
        ("35th Conference", "35 Conference"),
        ("Mayer 2022", "May 2022"),
        ("Smith, 2020", "Smith 2020"),
        ("March, April", "March April"),
    ],
)
def test_nothing_else_is_loosened(one: str, other: str) -> None:
    assert lost(one, [Fact(other, 1)])


@pytest.mark.parametrize("person", PEOPLE)
def test_the_list_is_long_and_names_its_lines(person: str) -> None:
    found = facts(person)
    assert len(found) > 100
    assert all(fact.text.strip() == fact.text != "" and fact.line > 0 for fact in found)
