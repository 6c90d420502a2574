"""What `bib` lists: every publication once, where it is printed, what looks wrong; and that it changes nothing."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import pytest
from workshop import Workshop, with_fakes

from cvpress import inventory

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  papers:
    kind: publication
    source: [papers.bib, more.json]
    entries:
      - {title: Written in YAML, authors: [Ada Lovelace], venue: Waves, date: 2020, key: own}
  chosen: {kind: publication, source: papers.bib, select: {keys: [deep]}}
  work: {kind: item, entries: [Something]}
documents:
  cv: {template: ruled}
  short: {template: ruled, sections: [chosen, work]}
"""
BIB = """\
@article{deep, title = {Deep tides}, author = {Lovelace, Ada}, journal = {Waves}, year = 2021,
  note = {accpeted}}
@proceedings{conf, title = {Proceedings}, editor = {Ada Lovelace}, year = 2018, publisher = {ACM}}
@inproceedings{short, title = {A [short] one}, author = {Ada Lovelace}, crossref = {conf}, booktitle = {Conf}}
@inproceedings{again, title = {A [short] one}, author = {Ada Lovelace}, crossref = {conf}, booktitle = {Conf}}
@artcle{odd, title = {Written in {YAML}}, author = {Bo Lee}, journal = {Waves}, year = 2019}
@misc{none, title = {Nobody's}, year = 1999}
"""
JSON = """[{"id": "j", "type": "article-journal", "title": "Of JSON", "container-title": "Sea",
  "author": [{"family": "Lovelace", "given": "A."}], "issued": {"date-parts": [[2023]]}}]"""


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    made = with_fakes(tmp_path)
    made.profile(text=PROFILE)
    folder = made.root / "profiles" / "ada"
    (folder / "papers.bib").write_text(BIB, encoding="utf-8")
    (folder / "more.json").write_text(JSON, encoding="utf-8")
    return made


PLACE = "profiles/ada/papers.bib"
ROWS = [
    ["person", "key", "type", "year", "venue", "printed", "place"],
    ["ada", "own", "", "2020", "Waves", "cv: papers", "profiles/ada/profile.yaml:8"],
    ["ada", "deep", "journal", "2021", "Waves", "cv: papers, chosen; short: chosen", f"{PLACE}:1"],
    ["ada", "short", "conference", "2018", "Conf", "cv: papers", f"{PLACE}:4"],
    ["ada", "again", "conference", "2018", "Conf", "cv: papers", f"{PLACE}:5"],
    ["ada", "odd", "other", "2019", "Waves", "cv: papers", f"{PLACE}:6"],
    ["ada", "j", "journal", "2023", "Sea", "cv: papers", "profiles/ada/more.json:1"],
    ["ada", "conf", "book", "2018", "", "(left out)", f"{PLACE}:3"],
    ["ada", "none", "other", "1999", "", "(left out)", f"{PLACE}:7"],
]
FOUND = [
    f"{PLACE}:2:10: warning: 'accpeted' looks misspelt; did you mean 'accepted'?",
    f"{PLACE}:5:1: warning: it has the title of another entry, 'short', at {PLACE}:4:1; keep one of them",
    f"{PLACE}:6:1: warning: '@artcle' is not a known type of entry; did you mean 'article'?",
    f"{PLACE}:7:1: warning: the entry 'none' has no author, so it is left out;"
    " add it here, or in the 'overlay' of the profile",
]


def files(shop: Workshop) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted((shop.root / "profiles").rglob("*")) if path.is_file()}


def test_every_publication_is_a_line_of_cells_parted_by_tabs(shop: Workshop) -> None:
    before = files(shop)
    done = shop.run("bib")
    assert done.code == 0
    assert [line.split("\t") for line in done.out.splitlines()] == ROWS
    assert files(shop) == before
    assert not shop.built().exists()


def test_what_looks_wrong_is_told_at_its_line_on_stderr(shop: Workshop) -> None:
    told = shop.run("bib").err.splitlines()
    assert [line for line in FOUND if line not in told] == []
    places = [line.split(": ")[0] for line in told if line.startswith("profiles/")]
    assert "'Ada Lovelace' is not found among the authors" in "\n".join(told)
    assert len(places) == len(set(places)) + 1  # the odd entry is of no known type, and a twin


def test_json_holds_the_same_and_nothing_besides(shop: Workshop) -> None:
    made = json.loads(shop.run("bib", "--json", env={"GITHUB_ACTIONS": "true"}).out)
    assert [[row["key"], row["year"], row["left_out"]] for row in made["publications"]] == [
        [cells[1], cells[3], cells[5] == "(left out)"] for cells in ROWS[1:]
    ]
    assert made["publications"][1]["printed"] == [
        {"document": "cv", "section": "papers"},
        {"document": "cv", "section": "chosen"},
        {"document": "short", "section": "chosen"},
    ]
    (found,) = [one for one in made["findings"] if one["rule"] == "misspelt-status"]
    assert (found["file"], found["line"], found["severity"]) == (PLACE, 2, "warning")


def test_a_terminal_gets_a_table(shop: Workshop) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    taken = inventory.take(shop.root / "profiles", ["ada"], 2026, None)
    with contextlib.redirect_stdout(Terminal()) as screen, contextlib.redirect_stderr(io.StringIO()):
        inventory.show(taken, {"COLUMNS": "200"}, json=False)
    shown = screen.getvalue().splitlines()
    assert "\t" not in screen.getvalue()
    heads = [line.split() for line in shown if line.strip()]
    assert heads[0] == ROWS[0]
    assert [line for line in shown if "cv: papers, chosen; short: chosen" in line]
    assert sum("ada " in line[:6] for line in shown) == 1
    assert len(heads) >= len(ROWS) + 1


def test_the_year_is_that_of_the_run(shop: Workshop) -> None:
    later = inventory.take(shop.root / "profiles", ["ada"], 2020, None)
    assert [one.message for one in later.findings if one.rule == "future-year"] == [
        "the year 2023 is still to come",
        "the year 2021 is still to come",
    ]


def test_a_source_that_cannot_be_read_is_an_error_and_the_others_are_listed(shop: Workshop) -> None:
    shop.profile("bob", PROFILE.replace("Ada", "Bob"))
    done = shop.run("bib")
    assert done.code == 2
    assert "profiles/bob/profile.yaml:6:14: the source 'papers.bib' cannot be read: No such file" in done.err
    assert [line.split("\t") for line in done.out.splitlines()] == ROWS
    assert shop.run("bib", "--person", "ada").code == 0


def test_a_person_whom_nobody_knows_is_an_error(shop: Workshop) -> None:
    done = shop.run("bib", "--person", "eva")
    assert done.code == 2
    assert "there is no profile of 'eva' in profiles; there are: ada" in done.err


def test_a_profile_without_publications_has_only_the_head(shop: Workshop) -> None:
    shop.profile()
    done = shop.run("bib")
    assert (done.code, done.out, done.err) == (0, "\t".join(ROWS[0]) + "\n", "")
