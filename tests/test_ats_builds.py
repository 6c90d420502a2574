"""Every template is read by machines at least as well as docs/ats.md says; its table has a row for each."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import ats
import pytest

from cvpress import paths
from cvpress.ats.verdict import share
from cvpress.pdf.reader.rows import ORDERS
from cvpress.prepare import Job
from cvpress.profile.model import Profile, load
from cvpress.typeset.template import names

PROFILE: Profile = load(ats.PROFILE)
DOCUMENTS = tuple(PROFILE.documents)


def published() -> Mapping[str, tuple[int, ...]]:
    """The percentages of each of our rows: by order, and the mean."""
    text = ats.PAGE.read_text(encoding="utf-8").partition(ats.BEGIN)[2].partition(ats.END)[0]
    rows = re.findall(r"^\| \*\*(.+?)\*\* \|(.*)\|$", text, flags=re.MULTILINE)
    return {name: tuple(int(part.strip(" %")) for part in figures.split("|")) for name, figures in rows}


def label(document: str) -> str:
    return ats.label(Job("nora", document, PROFILE, PROFILE.documents[document]))


def test_the_table_has_every_template_once() -> None:
    assert sorted(published()) == sorted(map(label, DOCUMENTS))
    told = {document.template.plain for document in PROFILE.documents.values()}
    assert told == set(names((paths.bundled_templates(),)))


def test_others_are_in_the_table_too() -> None:
    text = ats.PAGE.read_text(encoding="utf-8")
    rivals = [*(f"stock moderncv, {style}" for style in ats.MODERNCV), *(f"RenderCV, {one}" for one in ats.RENDERCV)]
    assert [name for name in rivals if f"\n| {name} |" not in text] == []


def below(measured: tuple[int, ...], told: tuple[int, ...]) -> list[tuple[int, int]]:
    """Which figures are lower than the page says."""
    return [(one, other) for one, other in zip(measured, told, strict=True) if one < other]


def test_one_figure_that_fell_is_found_whatever_the_others_did() -> None:
    assert below((95, 95, 89, 93), (95, 95, 89, 93)) == []
    assert below((100, 94, 99, 97), (95, 95, 89, 93)) == [(94, 95)]


@pytest.mark.latex
@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_template_is_read_as_well_as_the_table_says(tmp_path: Path, font_cache: Path, document: str) -> None:
    made = replace(ats.press(tmp_path), cache=font_cache, environment={**os.environ, "CVPRESS_QUIET": "1"})
    (job,) = (one for one in ats.jobs(made) if one.name == document)
    found = ats.own(made, job)
    shares = (*(share(found.by_order[way]) for way in ORDERS), found.total)
    told = published()[label(document)]
    assert below(tuple(map(ats.percent, shares)), told) == [], f"docs/ats.md says {told}: {ats.lost(found)}"
