"""Documents whose publications come from files: printed whole, told of what is broken, built anew on a change."""

from __future__ import annotations

from pathlib import Path

import pytest
from workshop import Workshop, with_tex

from cvpress.pdf.text import pages

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  papers:
    kind: publication
    source: [papers.bib, more.json]
    style: ieee-full
    marks: {†: equal contribution}
    overlay:
      deep: {acceptance_rate: 105/462, author_marks: {Lovelace: †}, links: [{label: code, url: https://example.org/c}]}
  notes: {kind: text, entries: [A note.]}
documents:
  cv: {template: ruled}
  short: {template: ruled, sections: [notes]}
"""
BIB = r"""@string{jtc = "Journal of Tidal Computing"}
@article{deep, title = {On {DNA}, $O(n \log n)$ and \emph{Gödel's} {\'E}cole: 50% of H$_2$O},
  author = {Lovelace, Ada and van der Berg, Jan and King, Jr., Martin and {Tide & Ebb Group} and others},
  journal = jtc, volume = 3, number = 2, pages = {1--9}, year = 2021, month = jul, doi = {10.1000/a_b%c}}
@phdthesis{phd, title = {``Quotes'' -- a thesis\slash dissertation}, author = {{\L}ukasz {\.Z}{\'o}{\l}{\'c}},
  school = {Universit{\"a}t K{\"o}ln}, year = 2019, url = {https://example.org/~z\_a}}
@proceedings{conf, title = {Proceedings of the Tide}, editor = {Ann Lee and B. Roe}, publisher = {ACM}, year = 2018}
@misc{pre, title = {Preprint}, author = {Ada Lovelace}, eprint = {2101.00001}, archiveprefix = {arXiv},
  year = {in press}}
@misc{broken, title = {Never closed, author = {Ada Lovelace}
"""
JSON = """[{"id": "j", "type": "paper-conference", "title": "A <i>JSON</i> paper",
  "author": [{"family": "赵", "given": "彤"}]}]"""
PRINTED = (
    "On DNA, O(n log n)",
    "Jan van der Berg",
    "Martin King, Jr.",
    "Tide & Ebb Group",
    "doi:10.1000/a_b%c",
    "Łukasz Żółć",
    "Universität Köln",
    "Ann Lee",
    "arXiv:2101.00001",
    "in press",
    "A JSON paper",
    "105/462",
)


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    made = with_tex(tmp_path)
    made.profile("ada", PROFILE)
    folder = made.root / "profiles" / "ada"
    (folder / "papers.bib").write_text(BIB, encoding="utf-8")
    (folder / "more.json").write_text(JSON, encoding="utf-8")
    return made


@pytest.mark.latex
def test_what_sources_hold_is_printed_and_found_again_and_what_is_broken_told_each_time(shop: Workshop) -> None:
    warning = "profiles/ada/papers.bib:10:1: warning: the entry 'broken' is never closed, so it is left out"
    done = shop.run("pdf", "--person", "ada", "--document", "cv")
    assert done.code == 0, done.err
    assert warning in done.err
    text = " ".join("\n".join(pages(shop.built("ada") / "cv.pdf")).replace("\u00a0", " ").split())
    assert [shown for shown in PRINTED if shown.replace(" ", "") not in text.replace(" ", "")] == []
    again = shop.run("pdf", "--person", "ada", "--document", "cv")
    assert "unchanged" in again.out
    assert warning in again.err


@pytest.mark.latex
def test_a_changed_source_is_built_anew_where_it_is_printed(shop: Workshop) -> None:
    first = shop.run("pdf", "--person", "ada")
    assert first.code == 0, first.err
    file = shop.root / "profiles" / "ada" / "papers.bib"
    file.write_text(BIB.replace("Preprint", "Postprint"), encoding="utf-8")
    second = shop.run("pdf", "--person", "ada")
    assert [line.split()[0] for line in second.out.splitlines()[:2]] == ["built", "unchanged"]
    assert "Postprint" in "".join(pages(shop.built("ada") / "cv.pdf"))
    assert second.err.count("the entry 'broken' is never closed") == 1
