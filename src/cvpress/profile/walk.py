"""Models with their leaves changed. In: anything that holds leaves, and a change; out: the same with changed leaves.

Frozen models are copied only where something below them changed: what stays is the very same object.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, cast

from cvpress.profile.base import Model
from cvpress.profile.blocks import Block

T = TypeVar("T")


def mapped(holder: T, change: Callable[[object], object]) -> T:
    """`holder` with every leaf below it as `change` makes it; a leaf that becomes None leaves its tuple."""
    return cast("T", _mapped(holder, change))


def _mapped(value: object, change: Callable[[object], object]) -> object:
    if isinstance(value, Model):
        names = type(value).model_fields
        given = ((name, old) for name in names if (old := getattr(value, name)))
        update = {name: made for name, old in given if (made := _mapped(old, change)) is not old}
        return value.model_copy(update=update) if update else value
    if isinstance(value, tuple):
        items = tuple(_mapped(item, change) for item in value)
        if all(new is old for new, old in zip(items, value, strict=True)):
            return value
        return tuple(item for item in items if item is not None)
    if isinstance(value, dict):
        made = {key: _mapped(item, change) for key, item in value.items()}
        return value if all(made[key] is value[key] for key in value) else made
    if isinstance(value, Block):
        texts = mapped(value.texts, change)
        return value if texts is value.texts else replace(value, texts=texts)
    return change(value)
