"""What an entry inherits."""

from __future__ import annotations

from cvpress.profile import bibtex, crossref
from cvpress.profile.bibtex import Fault, RawEntry

CONF = "@proceedings{c, title = {Proc}, year = 2020, editor = {Ann Lee}, doi = {10.1000/c}, pages = {1--900}}\n"


def read(text: str) -> tuple[dict[str, RawEntry], list[Fault]]:
    faults: list[Fault] = []
    return {one.key: one for one in crossref.inherited(bibtex.read(text)[0], faults)}, faults


def said(entry: RawEntry) -> dict[str, str]:
    return {one.name: one.latex for one in entry.fields}


def test_a_paper_has_the_title_of_its_proceedings_as_booktitle_and_not_their_doi() -> None:
    entries, _ = read(f"@inproceedings{{p, title = {{Paper}}, pages = {{3}}, crossref = {{C}}}}\n{CONF}")
    assert said(entries["p"]) == {
        "title": "Paper",
        "pages": "3",
        "crossref": "C",
        "booktitle": "Proc",
        "year": "2020",
        "editor": "Ann Lee",
    }
    assert entries["c"].only_parent
    assert not entries["p"].only_parent


def test_its_own_fields_win_and_inherited_ones_keep_their_place() -> None:
    entries, _ = read(f"{CONF}@inproceedings{{p, year = 2021, crossref = {{c}}}}")
    year, title = entries["p"].get("year"), entries["p"].get("booktitle")
    assert year
    assert title
    assert (year.latex, title.line) == ("2021", 1)


def test_a_volume_has_the_author_of_the_whole_and_a_title_of_its_own() -> None:
    entries, _ = read("@book{v, title = {Two}, crossref = {w}}\n@book{w, author = {Ann Lee}, title = {Whole}}")
    assert (said(entries["v"])["author"], said(entries["v"])["title"]) == ("Ann Lee", "Two")


def test_xdata_gives_everything() -> None:
    entries, _ = read("@xdata{x, title = {T}, doi = {10.1000/x}}\n@misc{k, xdata = {x}}")
    assert {"title": "T"}.items() <= said(entries["k"]).items()
    assert entries["x"].only_parent


def test_a_parent_that_is_not_there_is_told_at_its_place() -> None:
    _, (fault,) = read("@inproceedings{p, title = {x},\n  crossref = {nope}}")
    assert (fault.line, fault.column) == (2, 14)
    assert fault.message == "the entry 'p' refers to 'nope', which is not in this file"


def test_a_circle_and_a_fan_of_references_end() -> None:
    circle, _ = read("@misc{a, crossref = {b}, note = {x}}\n@misc{b, crossref = {a}, year = 2020}")
    assert said(circle["a"])["year"] == "2020"
    keys = ",".join(f"k{n}" for n in range(60))
    fan, _ = read("".join(f"@misc{{k{n}, xdata = {{{keys}}}, f{n} = {{x}}}}\n" for n in range(60)))
    assert len(fan) == 60
