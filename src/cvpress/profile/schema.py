"""The JSON Schema that editors use, made of the models. In: nothing; out: the text of profile.schema.json.

pydantic cannot know that a section's kind decides its entries (the kind is handed down while validating), so that rule is
added here, as one if/then per kind: an editor then completes the fields of a talk inside a section of talks.
"""

from __future__ import annotations

import json
from typing import Any

from cvpress.profile.kinds import KINDS
from cvpress.profile.model import Profile

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> str:
    """The schema as JSON text, always the same bytes for the same models."""
    made: dict[str, Any] = Profile.model_json_schema(by_alias=True)
    definitions: dict[str, Any] = made["$defs"]
    for name, within in (("Group", False), ("Section", True)):
        properties = definitions[name]["properties"]
        properties["entries"]["items"] = {}
        definitions[name]["allOf"] = [_rule(kind, model.__name__, within) for kind, model in KINDS.items()]
    head = {
        "$schema": DRAFT,
        "title": "cvpress profile",
        "description": "All that one person says; see docs/profile.md.",
    }
    made.pop("title", None)
    made.pop("description", None)
    version = made["properties"]["schema"]
    version.pop("const", None)
    version.pop("type", None)
    version["enum"] = [1, "1"]  # YAML reads 1 as a number
    return json.dumps({**head, **made}, indent=1, ensure_ascii=False) + "\n"


def _rule(kind: str, model: str, within: bool) -> dict[str, Any]:
    """When `kind` is this one, the entries are of its model; in a section also those of groups without a kind of their own."""
    items = {"$ref": f"#/$defs/{model}"}
    then: dict[str, Any] = {"entries": {"items": items}}
    if within:
        inherits = {"not": {"required": ["kind"]}}
        inner = {"properties": {"entries": {"items": items}}}
        then["groups"] = {"items": {"if": inherits, "then": inner}}
    return {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": {"properties": then}}
