"""The golden lists, compiled in every template: groups, letters, marks, underlines and counts lose nothing there."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from cvpress import paths
from cvpress.build import build
from cvpress.prepare import Job, Press
from cvpress.profile import model
from cvpress.profile.values import Verbatim
from cvpress.run import press
from cvpress.typeset import template as templates

PROFILE = model.load(Path(__file__).parent / "golden" / "lists.yaml", Path("lists.yaml"))
TEMPLATES = templates.names((paths.bundled_templates(),))


@pytest.fixture
def shop(tmp_path: Path, font_cache: Path) -> Press:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    return replace(press(tmp_path, tmp_path, environment, 1_700_000_000), cache=font_cache)


def found(shop: Press, name: str, template: str, own_name: str) -> list[str]:
    """What is found in a document of the golden lists, set in a template."""
    update = {"template": Verbatim(template), "options": {"own_name": Verbatim(own_name)}}
    done = build(shop, Job("person", name, PROFILE, PROFILE.documents[name].model_copy(update=update)))
    assert done.state == "built", done.problems
    return [problem.message for problem in done.problems if problem.rule != "last-page"]


@pytest.mark.latex
@pytest.mark.parametrize(("name", "own_name"), [("tagged", "bold"), ("typed", "underline")])
@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_prints_numbers_sums_marked_and_underlined_names(
    shop: Press, template: str, name: str, own_name: str
) -> None:
    assert found(shop, name, template, own_name) == []


@pytest.mark.latex
@pytest.mark.parametrize("name", ["yearly", "by_hand", "german", "chinese"])
@pytest.mark.parametrize("template", ["ruled", "homepage", "moderncv-banking"])
def test_every_list_is_printed_whole_but_for_names_that_are_told(shop: Press, name: str, template: str) -> None:
    told = ["et_al leaves out 4 names of publication.authors"] if name == "yearly" else []
    told = ["et_al leaves out 3 names of publication.authors"] if name == "chinese" else told
    assert found(shop, name, template, "bold") == told
