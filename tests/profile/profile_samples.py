"""Profiles made by the tests: the smallest that is valid, parts put into it, and one that uses every field there is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from cvpress.errors import Problem, ProfileError
from cvpress.profile import yamlfile
from cvpress.profile.base import Model
from cvpress.profile.dates import Date
from cvpress.profile.kinds import KINDS, Dated, Highlight, Publication
from cvpress.profile.lists import Metrics
from cvpress.profile.model import Profile, load
from cvpress.profile.nodes import Mapping
from cvpress.profile.values import Email, FileName, Person, Text, Url, Verbatim

ROOT = Path(__file__).parents[2]
PEOPLE = ("hao-zhang", "minjia-zhang", "tong-zhao", "tongtian-zhu")
SMALLEST = "schema: 1\nname: {given: Ada, family: Lovelace}\nsections: {}\ndocuments: {cv: {template: ruled}}\n"


def tree(text: str) -> Mapping:
    return yamlfile.parse(text.encode(), Path("p.yaml"))


def profile(folder: Path, text: str) -> Profile:
    path = folder / "profile.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path, Path("p.yaml"))


def problems(folder: Path, text: str) -> tuple[Problem, ...]:
    """What is wrong with a profile; () when nothing is."""
    try:
        profile(folder, text)
    except ProfileError as error:
        return error.problems
    return ()


def of_kind(kind: str, *entries: str, section: str = "") -> str:
    """A profile with one section `one` of entries written in flow style; `section` adds lines to it."""
    lines = "".join(f"      - {entry}\n" for entry in entries)
    body = f"sections:\n  one:\n    kind: {kind}\n{section}    entries:\n{lines}"
    return SMALLEST.replace("sections: {}\n", body)


def every_field() -> dict[str, Any]:
    """A profile that uses every field of every model, twice where it may be a list; no two values are equal."""
    made = _Sample()
    whole: dict[str, Any] = {
        "schema": "1",
        "name": made.model(Profile.model_fields["name"].annotation, 0),
        "headline": made.text(),
        "motto": made.text(),
        "photo": {"file": "photo.png", "caption": made.text()},
        "contact": made.model(Profile.model_fields["contact"].annotation, 0),
    }
    sections: dict[str, Any] = {}
    for kind, model in KINDS.items():
        sections[kind] = {
            "title": made.text(),
            "kind": kind,
            "epigraph": made.text(),
            "note": made.text(),
            "marks": {"*": made.text(), "†": made.text()} if model is Publication else {},
            **(made.sums() if model is Publication else {}),
            "entries": made.entries(model),
            "groups": [{"title": made.text(), "entries": made.entries(model)}],
        }
    return {**whole, "sections": sections, "documents": {"cv": {"template": "ruled"}}}


class _Sample:
    """Counts, so that no two values are equal."""

    def __init__(self) -> None:
        self.count = 0

    def text(self, word: str = "text") -> str:
        self.count += 1
        return f"{word} {self.count}"

    def sums(self) -> dict[str, Any]:
        """What only a section of publications has."""
        people = {"names": ["Somebody Else"], "mark": "‡", "meaning": self.text()}
        return {"people": [people], "metrics": self.model(Metrics, 0)}

    def entries(self, model: type[Model]) -> list[dict[str, Any]]:
        """Two entries where one could not have all fields: a date or a range, a label or a short venue."""
        whole = self.model(model, 0)
        if not issubclass(model, Dated):
            return [whole]
        dated = {name: value for name, value in whole.items() if name not in ("start_date", "end_date", "label")}
        ranged = {name: value for name, value in self.model(model, 0).items() if name not in ("date", "venue_short")}
        return [dated, ranged]

    def model(self, model: Any, depth: int) -> dict[str, Any]:
        if get_origin(model) in (Union, type(int | None)):
            model = get_args(model)[0]
        fields = {info.alias or name: info.annotation for name, info in model.model_fields.items()}
        if depth and issubclass(model, Dated):
            del fields["date"]
        made = {name: self.value(name, annotation, depth) for name, annotation in fields.items()}
        return {name: value for name, value in made.items() if value is not None}

    def value(self, name: str, annotation: Any, depth: int) -> Any:
        origin, inner = get_origin(annotation), get_args(annotation)
        if origin is tuple:
            if inner[0] is Highlight and depth > 1:
                return None
            return [self.value(name, inner[0], depth + 1) for _ in range(2)]
        if isinstance(annotation, type) and issubclass(annotation, Model):
            return self.model(annotation, depth)
        if inner and origin is not Literal:
            return self.value(name, inner[0], depth)  # Annotated, or with None
        return self.leaf(name, annotation)

    def leaf(self, name: str, kind: Any) -> Any:
        self.count += 1
        if name == "orcid":
            return "0000-0002-1825-0097"
        samples: dict[Any, Any] = {
            Text: f"text {self.count}",
            Verbatim: f"{name}-{self.count}",
            Person: f"Person {self.count}*†",
            Email: f"name{self.count}@example.org",
            Url: f"https://example.org/{self.count}",
            Date: {"start_date": "2001-02", "end_date": "2003-04"}.get(name, f"{1000 + self.count % 1900}"),
            FileName: "photo.png",
            str: f"word{self.count}",
        }
        return samples.get(kind)


def leaf_values(node: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """All texts of `every_field` that are content, each under its key, in the order of the file."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from leaf_values(value, name)
    elif isinstance(node, list):
        for value in node:
            yield from leaf_values(value, key)
    elif key not in ("schema", "kind", "key", "tags", "aliases", "file", "template", "names", "mark"):
        yield key, node


def as_yaml(made: dict[str, Any]) -> str:
    """JSON is YAML; one value a line, so that each has a place of its own."""
    return json.dumps(made, ensure_ascii=False, indent=1)
