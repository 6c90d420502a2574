"""The JSON Schema: kept fresh, accepts the four profiles, and underlines what cvpress refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from profile_samples import PEOPLE, ROOT, SMALLEST, every_field, of_kind, problems
from ruamel.yaml import YAML

from cvpress.profile.base import Model
from cvpress.profile.kinds import KINDS
from cvpress.profile.networks import Accounts
from cvpress.profile.schema import schema

COMMITTED = ROOT / "docs" / "profile.schema.json"


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    made = json.loads(schema())
    Draft202012Validator.check_schema(made)
    return Draft202012Validator(made)


def as_editor(text: str) -> Any:
    """YAML as editors read it: numbers, booleans and null are types."""
    reader = YAML(typ="safe", pure=True)
    reader.version = (1, 2)
    return json.loads(json.dumps(reader.load(text), default=str))


def test_the_committed_schema_is_fresh() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == schema(), "run 'invoke schema'"


@pytest.mark.parametrize("person", PEOPLE)
def test_the_four_profiles_pass(validator: Draft202012Validator, person: str) -> None:
    text = (ROOT / "profiles" / person / "profile.yaml").read_text(encoding="utf-8")
    assert [error.message for error in validator.iter_errors(as_editor(text))] == []


@pytest.mark.parametrize("person", PEOPLE)
def test_the_four_profiles_name_the_schema_for_editors(person: str) -> None:
    path = ROOT / "profiles" / person / "profile.yaml"
    first = path.read_text(encoding="utf-8").splitlines()[0]
    start = "# yaml-language-server: $schema="
    assert first.startswith(start)
    assert (path.parent / first.removeprefix(start)).resolve() == COMMITTED


def test_a_profile_with_every_field_passes(validator: Draft202012Validator) -> None:
    assert [error.message for error in validator.iter_errors(every_field())] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_misspelt_field_of_any_kind_is_underlined(validator: Draft202012Validator, kind: str) -> None:
    made = every_field()
    made["sections"] = {kind: made["sections"][kind]}
    for entries in (made["sections"][kind]["entries"], made["sections"][kind]["groups"][0]["entries"]):
        entries[0]["xyzzy"] = "x"
        (error,) = validator.iter_errors(made)
        assert "xyzzy" in str(error)
        del entries[0]["xyzzy"]


@pytest.mark.parametrize(
    "text",
    [
        SMALLEST + "headlin: A\n",
        SMALLEST + "headline: {en: A}\n",
        SMALLEST + "headline: {en: A, xx: B}\n",
        SMALLEST + "motto: {en: A, de: [B]}\n",
        SMALLEST + "headline:\n",
        SMALLEST + "headline: [A]\n",
        SMALLEST.replace("schema: 1", "schema: 2"),
        SMALLEST.replace("given", "first"),
        SMALLEST.replace("{cv: {template: ruled}}", "{}"),
        SMALLEST.replace("template: ruled", "template: ruled, language: tlh"),
        SMALLEST + "packets: {all: []}\n",
        of_kind("awards", "A"),
        of_kind("award", "[A]"),
        of_kind("award", "{title: A, date: 8/2020}"),
        of_kind("award", "{title: A, date: {words: A}}"),
        of_kind("award", "{titel: A}"),
        of_kind("education", "A"),
        of_kind("publication", "{title: A, authors: B}"),
        of_kind("publication", "{title: A, authors: []}"),
        of_kind("project", "{title: A, url: ftp://x}"),
        of_kind("award", "A", section="    groups: [{kind: talk, entries: [{title: A, awarder: B}]}]\n"),
    ],
)
def test_what_is_refused_is_underlined_too(validator: Draft202012Validator, tmp_path: Path, text: str) -> None:
    assert not validator.is_valid(as_editor(text))
    assert problems(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        SMALLEST,
        SMALLEST.replace("schema: 1", "schema: '1'"),
        SMALLEST + "headline: 42\n",
        SMALLEST + "headline: {en-US: A, de: 1, zh-Hant: C}\n",
        SMALLEST + "contact: {address: {en: A, de: B}}\n",
        of_kind("award", "{en: A, de: B}", "{title: {en: A, de: B}}"),
        of_kind("service", "{venue: {en: A, de: B}}", "{venue: [{en: A, de: B}]}"),
        SMALLEST + "contact: {phone: 0123, address: 1}\n",
        of_kind("award", "{title: A, date: 2020, tags: [2020], key: 1}", "1.10", "true"),
        of_kind("award", "{title: A, date: 2020-01-02}", "{title: A, date: present}", "{title: A, date: {text: 1999}}"),
        of_kind("award", "{title: A, start_date: 2020, end_date: present}"),
        of_kind("award", "A", section="    groups: [{kind: talk, entries: [{title: A, with: B}]}]\n"),
        of_kind("position", "{organization: [A, B], highlights: [A, {text: B, highlights: [C]}]}"),
    ],
)
def test_what_is_read_is_not_underlined(validator: Draft202012Validator, tmp_path: Path, text: str) -> None:
    assert [error.message for error in validator.iter_errors(as_editor(text))] == []
    assert problems(tmp_path, text) == ()


def test_an_editor_completes_the_fields_of_every_model() -> None:
    definitions = json.loads(schema())["$defs"]
    models: list[type[Model]] = [*KINDS.values(), Accounts]
    for model in models:
        made = definitions[model.__name__]
        properties = (made["anyOf"][-1] if model.shorthand else made)["properties"]
        assert tuple(properties) == model.known()


def test_the_same_models_give_the_same_bytes() -> None:
    assert schema() == schema()
