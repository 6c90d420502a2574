"""The fictional person of tests/golden, all the way: from YAML to a PDF that passed, in every bundled template."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from cvpress import paths
from cvpress.build import build
from cvpress.pdf.text import pages
from cvpress.prepare import Job, Press
from cvpress.profile import model
from cvpress.run import press
from cvpress.typeset.template import load, names

ROOTS = (paths.bundled_templates(),)
GOLDEN = Path(__file__).parent / "golden" / "profile.yaml"


@pytest.fixture
def golden_press(tmp_path: Path, font_cache: Path) -> Press:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    return replace(press(tmp_path / "profiles", tmp_path / "build", environment, 1_700_000_000), cache=font_cache)


def job(document: str = "cv", template: str | None = None) -> Job:
    profile = model.load(GOLDEN)
    return Job("maeve", document, profile, profile.documents[document], template)


@pytest.mark.latex
@pytest.mark.parametrize("template", [name for name in names(ROOTS) if load(name, ROOTS).pages is None])
def test_every_kind_is_set_without_a_finding(golden_press: Press, template: str) -> None:
    done = build(golden_press, job(template=template))
    assert [str(problem) for problem in done.problems] == []
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
    assert [str(problem) for problem in done.problems] == []
    assert done.pdf is not None
    assert "29/02/2020" in "".join(pages(done.pdf))
