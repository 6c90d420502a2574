"""pydantic's errors -> Problems at their YAML place, in the words of a CV. Every problem of a profile at once.

A pydantic location is a path of keys, indices and, at unions, tags. `_follow` walks it through the nodes (for the
place) and through the models' annotations (for the name of the thing and its fields) in step: a tag may be a field's
name too.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable
from collections.abc import Sequence as Many
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import Tag, ValidationError
from pydantic_core import ErrorDetails

from cvpress.errors import Problem
from cvpress.profile.base import Model
from cvpress.profile.languages import LANGUAGES, primary
from cvpress.profile.nodes import Mapping, Node, Scalar, Sequence
from cvpress.profile.synonyms import meant

Path = tuple[int | str, ...]


def complaints(error: ValidationError, top: Mapping, root: type[Model]) -> tuple[Problem, ...]:
    """Every pydantic error of validating `top` as a `root`, in the order of the file."""
    return in_order(_complaint(detail, top, root) for detail in error.errors(include_url=False))


def in_order(problems: Iterable[Problem | None]) -> tuple[Problem, ...]:
    """Problems in the order of the file, each once; those without a place last."""
    told = dict.fromkeys(problem for problem in problems if problem)
    return tuple(sorted(told, key=lambda problem: (problem.spot is None, problem.spot)))


def did_you_mean(given: str, known: Many[str], what: str) -> str:
    """Advice for a name that is not known: the nearest one, or all of them."""
    import difflib  # here and below: only what is wrong needs it

    close = difflib.get_close_matches(given.casefold(), known, 1, 0.6)
    return f"did you mean '{close[0]}'?" if close else f"{what}: {', '.join(known)}"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a location leads: the node, the annotation there, the innermost model, and the name of the last field."""

    node: Node
    where: Any
    model: type[Model]
    field: str
    listed: bool


def _complaint(detail: ErrorDetails, top: Mapping, root: type[Model]) -> Problem | None:
    path, kind, context = detail["loc"], detail["type"], detail.get("ctx", {})
    if kind == "extra_forbidden":
        return _unknown_field(_follow(top, root, path[:-1]), str(path[-1]))
    if kind == "missing":
        return _missing_field(_follow(top, root, path[:-1]), str(path[-1]))
    at = _follow(top, root, path)
    subject = f"an item of '{at.field}'" if at.listed else f"'{at.field}'"
    if kind == "literal_error":
        return _not_among(subject, at)
    if kind == "too_short" and at.node:
        return None  # it has items, none of them valid: that is told
    if kind in ("empty", "too_short"):
        advice = "write it or delete the key" if kind == "empty" else "write at least one"
        return Problem(f"{subject} is empty", at.node.spot, advice, "empty-value")
    if kind == "greater_than_equal":
        return Problem(
            f"{subject} must be at least {context['ge']}", at.node.spot, "write a larger number", "bad-value"
        )
    if kind == "not-text":
        return _not_text(subject, at.node, str(context["what"]))
    if kind in _SHAPES:
        return _wrong_shape(subject, at, kind)
    if kind == "style":
        return Problem(detail["msg"], at.node.spot, str(context["advice"]), "unknown-choice")
    rule = f"bad-{kind}" if kind in ("date", "url", "email", "name", "markup", "account") else "bad-value"
    return Problem(detail["msg"].removeprefix("Value error, "), at.node.spot, str(context.get("advice", "")), rule)


def _unknown_field(at: _Place, name: str) -> Problem:
    spot = at.node.key_spot(name) if isinstance(at.node, Mapping) else at.node.spot
    close = meant(name, at.model.known())
    advice = f"did you mean '{close}'?" if close else _fields(at.model)
    if _may_be_text(at):
        advice = f"did you mean '{close}', or " if close else ""
        advice += "is it a text? Put a text that contains ': ' in quotes"
    return Problem(f"'{name}' is not a field of {at.model.noun}", spot, advice, "unknown-field")


def _fields(model: type[Model]) -> str:
    """All fields of a model, its own before those that every entry has."""
    parents = {name for parent in model.__mro__[1:] if issubclass(parent, Model) for name in parent.known()}
    return f"its fields are: {', '.join(sorted(model.known(), key=lambda name: name in parents))}"


def _missing_field(at: _Place, name: str) -> Problem | None:
    known = at.model.known()
    given = at.node if isinstance(at.node, Mapping) else ()
    if any(key not in known and meant(key, known) == name for key in given) or _may_be_text(at):
        return None  # it is there, misspelt: that is told
    field = next(info for key, info in at.model.model_fields.items() if name in (key, info.alias))
    choices = _choices(field.annotation)
    advice = f"add '{name}: {choices[0]}'" if len(choices) == 1 else f"add '{name}:'"
    if len(choices) > 1:
        advice += f" with one of: {', '.join(choices)}"
    return Problem(f"{at.model.noun} needs '{name}'", at.node.spot, advice, "missing-field")


def _may_be_text(at: _Place) -> bool:
    """Whether a text with a colon may be meant: `- Note: it rained` is a mapping to YAML."""
    node = at.node
    if not (isinstance(node, Mapping) and at.model.shorthand and len(node) == 1):
        return False
    (key,) = node
    return key not in at.model.known() and (" " in key or key[:1].isupper())


def _not_among(subject: str, at: _Place) -> Problem:
    choices = _choices(at.where)
    every = f"choose one of: {', '.join(choices)}" if len(choices) > 1 else f"write {choices[0]}"
    if not isinstance(at.node, Scalar):
        return Problem(f"{subject} must be one word", at.node.spot, every, "wrong-type")
    import difflib

    close = difflib.get_close_matches(at.node.lower(), choices, 1)
    advice = f"did you mean '{close[0]}'?" if close else every
    return Problem(f"'{at.node}' is not a known {at.field.removesuffix('s')}", at.node.spot, advice, "unknown-choice")


def _not_text(subject: str, node: Node, what: str) -> Problem:
    advice = "write one value"
    if isinstance(node, Mapping) and all(re.fullmatch(r"[a-z]{2,3}(?:-[A-Za-z]{2,4})?", key) for key in node):
        codes = ", ".join(dict.fromkeys(map(primary, LANGUAGES)))
        advice = f"put a text that contains ': ' in quotes; one in several languages has two or more of {codes}"
    elif isinstance(node, Mapping) and what == "a name":
        advice = "write it as it is printed, such as Ada Lovelace"
    elif isinstance(node, Mapping):
        advice = "put a text that contains ': ' in quotes"
    return Problem(f"{subject} must be {what}, not {_said(node)}", node.spot, advice, "wrong-type")


_SHAPES = {
    "tuple_type": ("a list", "begin each item on a line of its own with '- '"),
    "model_type": ("a mapping of fields", "write 'field: value' lines"),
    "dict_type": ("a mapping", "write 'name: value' lines"),
    "int_parsing": ("a whole number", "write digits only"),
    "int_type": ("a whole number", "write digits only"),
    "bool_parsing": ("true or false", "write true or false"),
    "bool_type": ("true or false", "write true or false"),
    "string_type": ("a text", "write one value"),
}


def _wrong_shape(subject: str, at: _Place, kind: str) -> Problem:
    what, advice = _SHAPES[kind]
    if kind == "model_type":
        subject = at.model.noun
        what = f"a text or {what}" if at.model.shorthand else what
        advice = _fields(at.model)
    return Problem(f"{subject} must be {what}, not {_said(at.node)}", at.node.spot, advice, "wrong-type")


def _said(node: Node) -> str:
    if isinstance(node, Scalar):
        return f"'{node}'" if len(node) <= 40 else "a text"
    return "a list" if isinstance(node, Sequence) else "a mapping"


def _follow(top: Node, root: type[Model], path: Path) -> _Place:
    at = _Place(top, root, root, "", listed=False)
    for step in path:
        at = _step(at, step)
    return at


def _step(at: _Place, step: int | str) -> _Place:
    where, node, name, listed = at.where, at.node, at.field, False
    if get_origin(where) in (Union, types.UnionType):  # the tag of a kind: no node of its own
        where = next(option for option in get_args(where) if step in _tags(option))
        listed = at.listed
    else:
        if isinstance(where, type) and issubclass(where, Model):
            where = next(info.annotation for key, info in where.model_fields.items() if step in (key, info.alias))
            name = str(step)
        elif get_origin(where) is dict:
            where, name = get_args(where)[1], str(step)
        else:
            where = get_args(where)[0]
            listed = isinstance(node, Sequence)  # else a value that stands for a list of one
        if (isinstance(node, Mapping) and step in node) or (isinstance(node, Sequence) and isinstance(step, int)):
            node = node[step]  # type: ignore[index]  # a str for a mapping, an int for a list
    where = _bare(where)
    model = where if isinstance(where, type) and issubclass(where, Model) else at.model
    return _Place(node, where, model, name, listed)


def _tags(option: Any) -> tuple[str, ...]:
    return tuple(extra.tag for extra in get_args(option)[1:] if isinstance(extra, Tag))


def _choices(annotation: Any) -> list[str]:
    bare = _bare(annotation)
    return [str(choice) for choice in get_args(bare)] if get_origin(bare) is Literal else []


def _bare(annotation: Any) -> Any:
    """Without Annotated, and without `| None`."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        rest = [option for option in get_args(annotation) if option is not type(None)]
        return _bare(rest[0]) if len(rest) == 1 else annotation
    return annotation
