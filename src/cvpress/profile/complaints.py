"""pydantic's errors -> Problems at their YAML place, in the words of a CV. Every problem of a profile at once.

A pydantic location is a path of keys, indices and, at unions, tags. `_node_at` walks it through the nodes (for the
place), `_model_at` through the models' annotations (for the name of the thing and its fields).
"""

from __future__ import annotations

import difflib
import types
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import Tag, ValidationError
from pydantic_core import ErrorDetails

from cvpress.errors import Problem
from cvpress.profile.base import Model
from cvpress.profile.yamlfile import Mapping, Node, Scalar, Sequence

Path = tuple[int | str, ...]


def complaints(error: ValidationError, top: Mapping, root: type[Model]) -> tuple[Problem, ...]:
    """Every pydantic error of validating `top` as a `root`, in the order of the file."""
    found = [_complaint(detail, top, root) for detail in error.errors(include_url=False)]
    return tuple(sorted(found, key=lambda problem: (problem.spot is None, problem.spot)))


def did_you_mean(given: str, known: list[str], what: str) -> str:
    """Advice for a name that is not known: the nearest one, or all of them."""
    close = difflib.get_close_matches(given, known, 1, 0.6)
    return f"did you mean '{close[0]}'?" if close else f"{what}: {', '.join(known)}"


def _complaint(detail: ErrorDetails, top: Mapping, root: type[Model]) -> Problem:
    path, kind, context = detail["loc"], detail["type"], detail.get("ctx", {})
    node = _node_at(top, path)
    field = next((str(step) for step in reversed(path) if isinstance(step, str)), "")
    if kind == "extra_forbidden":
        holder, name = _node_at(top, path[:-1]), str(path[-1])
        model = _model_at(root, path[:-1])
        known = [info.alias or key for key, info in model.model_fields.items()]
        spot = holder.key_spot(name) if isinstance(holder, Mapping) else holder.spot
        return Problem(
            f"'{name}' is not a field of {model.noun}",
            spot,
            did_you_mean(name, known, "its fields are"),
            "unknown-field",
        )
    if kind == "missing":
        model = _model_at(root, path[:-1])
        return Problem(
            f"{model.noun} needs '{path[-1]}'", _node_at(top, path[:-1]).spot, f"add '{path[-1]}:'", "missing-field"
        )
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        tags = str(context.get("expected_tags") or ", ".join(_tags_at(root, path)))
        return _not_among(str(context.get("discriminator", "kind")).strip("'"), node, tags)
    if kind == "literal_error":
        return _not_among(field, node, str(context.get("expected", "")))
    shape = _SHAPES.get(kind)
    if shape:
        return Problem(f"'{field}' must be {shape[0]}", node.spot, shape[1], "wrong-type")
    rule = f"bad-{kind}" if kind in ("date", "url", "email", "name", "markup") else "bad-value"
    return Problem(detail["msg"].removeprefix("Value error, "), node.spot, str(context.get("advice", "")), rule)


_LIST = ("a list", "begin each item on a line of its own with '- '")
_FIELDS = ("a mapping of fields", "write 'field: value' lines")
_SHAPES = {
    "tuple_type": _LIST,
    "list_type": _LIST,
    "model_type": _FIELDS,
    "dict_type": _FIELDS,
    "model_attributes_type": _FIELDS,
    "int_parsing": ("a whole number", "write digits only"),
    "int_type": ("a whole number", "write digits only"),
    "bool_parsing": ("true or false", "write true or false"),
    "bool_type": ("true or false", "write true or false"),
    "string_type": ("a text", "write one value"),
}


def _not_among(key: str, node: Node, expected: str) -> Problem:
    choices = [choice.strip(" '") for choice in expected.replace(" or ", ", ").split(",")]
    value = node.get(key) if isinstance(node, Mapping) else node
    if not isinstance(value, Scalar):
        return Problem(f"'{key}' is missing here", node.spot, f"choose one of: {', '.join(choices)}", "missing-field")
    close = difflib.get_close_matches(value, choices, 1)
    guess = f"did you mean '{close[0]}'? " if close else ""
    return Problem(
        f"'{value}' is not a known {key}", value.spot, f"{guess}choose one of: {', '.join(choices)}", "unknown-choice"
    )


def _node_at(top: Node, path: Path) -> Node:
    node: Node = top
    for step in path:
        if (isinstance(node, Mapping) and isinstance(step, str) and step in node) or (isinstance(node, Sequence) and isinstance(step, int) and step < len(node)):
            node = node[step]
        # else: the tag of a union, or the index of a value that stood for a list: no node of its own
    return node


def _model_at(root: type[Model], path: Path) -> type[Model]:
    where: Any = root
    last: type[Model] = root
    for step in path:
        where = _inside(where, step)
        if isinstance(where, type) and issubclass(where, Model):
            last = where
    return last


def _tags_at(root: type[Model], path: Path) -> list[str]:
    where: Any = root
    for step in path:
        where = _inside(where, step)
    return [tag for option in get_args(_bare(where)) for tag in _tags(option)]


def _inside(where: Any, step: int | str) -> Any:
    """The annotation that one step of a pydantic location leads to."""
    where = _bare(where)
    if isinstance(where, type) and issubclass(where, Model):
        for name, info in where.model_fields.items():
            if step in (name, info.alias):
                return _bare(info.annotation)
        return where
    options = get_args(where)
    if get_origin(where) is dict:
        return _bare(options[1])
    if get_origin(where) is tuple:
        return _bare(options[0]) if isinstance(step, int) else where
    if get_origin(where) in (Union, types.UnionType):
        return next((_bare(option) for option in options if step in _tags(option)), where)
    return where


def _tags(option: Any) -> tuple[str, ...]:
    return tuple(extra.tag for extra in get_args(option)[1:] if isinstance(extra, Tag))


def _bare(annotation: Any) -> Any:
    """Without Annotated, and without `| None`."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        rest = [option for option in get_args(annotation) if option is not type(None)]
        return _bare(rest[0]) if len(rest) == 1 else annotation
    return annotation
