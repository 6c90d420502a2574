"""Every choice of every option in every template, and all pairs of choices over the templates together: no finding.

All combinations would be millions. Each template is built seven times, as the longest lists of choices have seven, and
how its options step through their choices differs from template to template.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from PIL import Image

from cvpress import order, paths
from cvpress.build import build
from cvpress.prepare import Job
from cvpress.run import press
from cvpress.typeset.template import Template, load, names

ROOTS = (paths.bundled_templates(),)
TEMPLATES = {name: load(name, ROOTS) for name in names(ROOTS)}
SHARED = sorted(set.intersection(*(set(template.options) for template in TEMPLATES.values())))
BUILDS = 7

ENTRY = "{organization: Mill, position: Analyst, location: Zürich, start_date: 2014-09, end_date: 2019-06}"
PROFILE = """\
schema: 1
name: {{given: Zoë Ångström, family: Łukaszewska}}
headline: Reader of Maps
motto: So there
photo: {{file: photo.png, caption: On the reef}}
contact:
  address: [1 Long Street, 12345 Utopia]
  phone: "+1 (412) 555-0100"
  emails: [zoe@example.org]
  homepage: https://example.org/~zoe
  profiles: {{github: zoe-maps}}
sections:
  work: {{kind: position, entries: [{entry}]}}
  prizes: {{kind: award, entries: [{{title: A **bold** and *slanted* medal, date: 2021-08-03}}]}}
  news: {{kind: news, entries: [{{date: 2021-08, text: 'Mapped 3 reefs, `code` and $x^2$.'}}]}}
  papers:
    kind: publication
    number: up
    entries: [{{title: Reefs, authors: [Zoë Ångström Łukaszewska], venue_short: JR, venue: Reefs, date: 2020-05}}]
  skills: {{kind: skill, entries: [{{name: Rigging, note: 'Ropes, knots'}}]}}
  rest: {{kind: item, entries: [{items}]}}
documents:
"""


def settings(template: Template, number: int, build_number: int) -> dict[str, str]:
    """The options of one of the builds of the `number`-th template.

    Options with more than two choices step by 0, 1, 2 … builds from one template to the next, which modulo the prime 7
    brings any two of them together; those with two share a step in fours, as the three bits of where it leads and the
    sum of the lower two.
    """
    chosen = {}
    several = [name for name in SHARED if len(template.options[name].choices) > 2]
    pairs = [name for name in SHARED if name not in several]
    for name, option in template.options.items():
        if name in pairs:
            step, bits = len(several) + pairs.index(name) // 4, (0b001, 0b010, 0b100, 0b011)[pairs.index(name) % 4]
            place = (build_number + step * number) % BUILDS
            chosen[name] = option.choices[(place & bits).bit_count() % 2]
        else:
            step = several.index(name) if name in several else 0
            chosen[name] = option.choices[(build_number + step * number) % BUILDS % len(option.choices)]
    return chosen


ROWS: Mapping[str, list[dict[str, str]]] = {
    name: [settings(template, number, each) for each in range(BUILDS)]
    for number, (name, template) in enumerate(TEMPLATES.items())
}


@pytest.mark.parametrize("template", TEMPLATES)
def test_each_choice_is_built_in_each_template(template: str) -> None:
    for name, option in TEMPLATES[template].options.items():
        assert {row[name] for row in ROWS[template]} == set(option.choices), name


def test_any_two_choices_meet_somewhere() -> None:
    rows = [row for several in ROWS.values() for row in several]
    options = TEMPLATES["ruled"].options
    for one, other in combinations(SHARED, 2):
        met = {(row[one], row[other]) for row in rows}
        assert not set(product(options[one].choices, options[other].choices)) - met, (one, other)


@pytest.mark.latex
@pytest.mark.parametrize("template", TEMPLATES)
def test_no_choice_has_a_finding(tmp_path: Path, font_cache: Path, template: str) -> None:
    folder = tmp_path / "profiles" / "zoe"
    folder.mkdir(parents=True)
    items = ", ".join(f"Item {number}" for number in range(5 if TEMPLATES[template].pages else 60))
    documents = "".join(
        f"  d{number}: {{template: {template}, options: {{{', '.join(f'{key}: {row[key]!r}' for key in row)}}}}}\n"
        for number, row in enumerate(ROWS[template])
    )
    (folder / "profile.yaml").write_text(PROFILE.format(entry=ENTRY, items=items) + documents, encoding="utf-8")
    Image.new("RGB", (300, 400), (90, 90, 200)).save(folder / "photo.png")
    person = order.read(tmp_path / "profiles", "zoe")
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    made = replace(press(tmp_path / "profiles", tmp_path / "build", environment, 1_700_000_000), cache=font_cache)
    for name, document in person.documents.items():
        done = build(made, Job("zoe", name, person, document))
        told = [str(problem) for problem in done.problems if problem.rule != "last-page"]
        assert (told, done.state) == ([], "built"), ROWS[template][int(name[1:])]
