"""What must be found on the page: every leaf once, and the mutation that proves that none is overlooked."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from profile_samples import PEOPLE, ROOT, as_yaml, every_field, leaf_values

from cvpress.errors import ProfileError
from cvpress.profile import model
from cvpress.profile.dates import Date
from cvpress.profile.leaves import Leaf, leaves
from cvpress.profile.model import Profile
from cvpress.profile.values import Person, Text, Url

WHOLE = every_field()
Step = str | int


def found(made: dict[str, Any]) -> list[Leaf]:
    return list(leaves(read(made)))


def read(made: dict[str, Any]) -> Profile:
    return model.parse(as_yaml(made).encode(), Path("p.yaml"))


def written(leaf: Leaf) -> str:
    """The value as it stands in the YAML."""
    value = leaf.value
    if isinstance(value, Person):
        return value.plain + value.marks
    if isinstance(value, Date):
        return value.text
    if isinstance(value, Text):
        return value.source
    return value.target if isinstance(value, Url) else value.plain


def key(leaf: Leaf) -> tuple[str, str]:
    return leaf.path, written(leaf)


def test_every_value_of_every_field_is_a_leaf_once() -> None:
    wanted = sorted(value for _, value in leaf_values(WHOLE))
    assert len(wanted) > 500
    assert sorted(map(written, found(WHOLE))) == wanted


def test_every_leaf_knows_where_it_was_written() -> None:
    lines = as_yaml(WHOLE).splitlines()
    made = found(WHOLE)
    for leaf in made:
        assert leaf.value.spot is not None
        there = lines[leaf.value.spot.line - 1][leaf.value.spot.column - 1 :]
        assert there.startswith(json.dumps(written(leaf), ensure_ascii=False))
    assert len({leaf.value.spot for leaf in made}) == len(made)


def test_leaves_come_in_the_order_of_the_header_and_then_of_the_file() -> None:
    made = found(WHOLE)
    sections = [leaf.path for leaf in made if leaf.section]
    assert [leaf.path.partition(".")[0] for leaf in made[: len(made) - len(sections)]] == sorted(
        [leaf.path.partition(".")[0] for leaf in made if not leaf.section],
        key=["name", "headline", "motto", "photo", "contact"].index,
    )
    assert [leaf.entry for leaf in made] == sorted(leaf.entry for leaf in made)


def test_the_path_of_a_leaf_is_its_kind_and_field() -> None:
    paths = {leaf.path for leaf in found(WHOLE)}
    assert {"education.thesis", "position.roles.highlights.text", "contact.profiles.orcid", "section.marks"} <= paths
    assert "photo.file" not in paths, "the name of the file is printed nowhere"


def droppable(node: Any, path: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """Every value of the sections that a profile can do without."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from droppable(value, (*path, name))
            if len(path) >= 5 and isinstance(value, str):
                yield (*path, name)
    elif isinstance(node, list):
        for at, value in enumerate(node):
            if isinstance(value, str):
                yield (*path, at)
            yield from droppable(value, (*path, at))


def without(whole: dict[str, Any], path: tuple[Step, ...]) -> dict[str, Any]:
    made = copy.deepcopy(whole)
    holder: Any = made
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    return made


@pytest.mark.parametrize("kind", WHOLE["sections"])
def test_a_field_that_is_dropped_takes_exactly_its_leaf_with_it(kind: str) -> None:
    whole = WHOLE | {"sections": {kind: WHOLE["sections"][kind]}}
    before = sorted(map(key, found(whole)))
    dropped = 0
    for path in droppable(WHOLE["sections"][kind]["entries"], ("sections", kind, "entries")):
        value: Any = WHOLE
        for step in path:
            value = value[step]
        try:
            after = sorted(map(key, found(without(whole, path))))
        except ProfileError:
            continue  # it is required
        dropped += 1
        is_leaf = path[-1] not in ("key", "tags") and path[-2] != "tags"
        gone = [one for one in before if one[1] == value] if is_leaf else []
        assert sorted((*after, *gone)) == before
    assert dropped >= 2


@pytest.mark.parametrize("person", PEOPLE)
def test_the_leaves_of_the_four_cvs_have_places_of_their_own(person: str) -> None:
    path = ROOT / "profiles" / person / "profile.yaml"
    made = list(leaves(model.load(path)))
    assert len(made) > 50
    places = [leaf.value.spot for leaf in made]
    assert None not in places
    assert len(set(places)) == len(places)
