"""The task ats: what it prints of PDFs that lie there, and what it says of those that don't."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from workshop import PROFILE, Workshop, with_fakes

LONG = """\
schema: 1
name: {given: Ada, family: Lovelace}
contact: {emails: [ada@example.org], homepage: "https://example.org/ada"}
sections:
  work:
    title: Experience
    kind: position
    entries: [{organization: Mill, position: Analyst, start_date: 2014, end_date: 2016}]
documents:
  cv: {template: ruled}
  plea: {template: ruled, kind: statement}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    made = with_fakes(tmp_path)
    made.profile(text=LONG)
    lines = ("Ada Lovelace", "ada@example.org", "Experience", "Analyst, 2014–2016")
    made.prints(*lines)
    made.built("ada").mkdir(parents=True)
    (tmp_path / "store" / "ada-cv.pdf").rename(made.built("ada", "cv.pdf"))
    return made


def table(out: str) -> dict[str, list[str]]:
    lines = [line.split(maxsplit=1) for line in out.splitlines()]
    return {field: rest[0].split() if rest else [] for field, *rest in lines}


def test_each_field_stands_beside_what_the_profile_says(shop: Workshop) -> None:
    done = shop.run("ats")
    assert done.code == 0, done.err
    assert done.out.splitlines()[0] == "build/ada/cv.pdf"
    found = table(done.out)
    assert found["name"] == ["Ada", "Lovelace", "exact", "exact", "exact"]
    assert found["e-mail"] == ["ada@example.org", "exact", "exact", "exact"]
    assert found["link"] == ["https://example.org/ada", "missing", "missing", "missing"]
    assert found["position"] == ["Analyst", "exact", "exact", "exact"]
    assert found["employer"] == ["Mill", "missing", "missing", "missing"]
    assert found["score"] == ["75%", "in", "the", "mean", "75%", "75%", "75%"]


def test_a_statement_has_no_fields(shop: Workshop) -> None:
    assert "plea" not in shop.run("ats").out
    assert shop.run("ats", "--document", "plea").out == ""


def test_what_is_not_built_is_told_and_the_others_are_shown(shop: Workshop) -> None:
    shop.profile("bob", PROFILE)
    done = shop.run("ats")
    assert done.code == 6
    assert "build/bob/cv.pdf is not there; build it first with 'pdf'" in " ".join(done.err.split())
    assert table(done.out)["name"][-1] == "exact"


def test_a_broken_profile_does_not_stop_the_others(shop: Workshop) -> None:
    shop.profile("bob", "schema: 1\n")
    done = shop.run("ats")
    assert done.code == 2
    assert "bob/profile.yaml" in done.err
    assert "score" in done.out


def test_without_pdfminer_it_ends_as_a_missing_tool(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pdfminer.converter", None)
    done = shop.run("ats")
    assert done.code == 4
    assert "pip install 'cvpress[ats]'" in done.err


def test_a_long_text_is_cut_to_its_column(shop: Workshop) -> None:
    shop.profile(text=LONG.replace("Analyst", "Analyst of " + 20 * "very "))
    row = next(line for line in shop.run("ats").out.splitlines() if line.startswith("  position"))
    assert row.startswith("  position   Analyst of very very very very ve… ")
