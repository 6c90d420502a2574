"""The JSON Schema that editors use, made of the models. In: nothing; out: the text of profile.schema.json.

Two things are added to what pydantic knows. A section's kind decides its entries (the kind is handed down while
validating), as one if/then per kind: an editor then completes the fields of a talk inside a section of talks. And every
text may be what YAML 1.2 calls a number or a boolean, but nothing may be left empty.
"""

from __future__ import annotations

import json
from typing import Any

from cvpress.profile.kinds import KINDS
from cvpress.profile.model import Profile
from cvpress.profile.overlay import MARKING
from cvpress.profile.values import SEVERAL

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NULL = {"type": "null"}


def schema() -> str:
    """The schema as JSON text, always the same bytes for the same models."""
    made: dict[str, Any] = _as_written(Profile.model_json_schema(by_alias=True))
    definitions: dict[str, Any] = made["$defs"]
    for name, within in (("Group", False), ("Section", True)):
        properties = definitions[name]["properties"]
        properties["entries"]["items"] = {}
        properties["overlay"] = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Overlay"}}
        definitions[name]["allOf"] = [_rule(kind, model.__name__, within) for kind, model in KINDS.items()]
    definitions["Overlay"] = _overlay(definitions["Publication"])
    definitions["Text"] = {**SEVERAL, "description": "A text, or the same text in several languages."}
    head = {
        "$schema": DRAFT,
        "title": "cvpress profile",
        "description": "All that one person says; see docs/profile.md.",
    }
    made.pop("title", None)
    made.pop("description", None)
    made["properties"]["schema"] = {"enum": [1, "1"], "title": "Schema"}  # YAML reads 1 as a number
    return json.dumps({**head, **made}, indent=1, ensure_ascii=False) + "\n"


def _as_written(node: Any) -> Any:
    """`node` as YAML is written: no null, since a field that says nothing is left out, and numbers are texts too."""
    if isinstance(node, list):
        return [_as_written(item) for item in node if item != _NULL]
    if not isinstance(node, dict):
        return node
    made = {key: _as_written(value) for key, value in node.items() if not (key == "default" and value is None)}
    if made.get("type") == "string" and not made.keys() & {"enum", "const", "format", "pattern"}:
        made["type"] = ["string", "number", "boolean"]
    if len(made.get("anyOf", ())) == 1:
        made |= made.pop("anyOf")[0]
    if made.get("anyOf") == SEVERAL["anyOf"]:  # written once, not a hundred times
        del made["anyOf"]
        made["$ref"] = "#/$defs/Text"
    return made


def _overlay(publication: dict[str, Any]) -> dict[str, Any]:
    """The fields of a publication, none of them required, and the marks of authors."""
    made = {name: value for name, value in publication.items() if name not in ("required", "title", "description")}
    marks = {"type": "object", "additionalProperties": {"type": "string"}}
    said = "What the profile adds to an entry of a source."
    return {**made, "description": said, "properties": {**publication["properties"], MARKING: marks}}


def _rule(kind: str, model: str, within: bool) -> dict[str, Any]:
    """When `kind` is this one, the entries are of its model; in a section also those of groups that say no kind."""
    items = {"$ref": f"#/$defs/{model}"}
    then: dict[str, Any] = {"entries": {"items": items}}
    if within:
        inherits = {"not": {"required": ["kind"]}}
        inner = {"properties": {"entries": {"items": items}}}
        then["groups"] = {"items": {"if": inherits, "then": inner}}
    return {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": {"properties": then}}
