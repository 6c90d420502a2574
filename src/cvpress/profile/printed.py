"""A tailored profile -> the same without what its pages do not say. In: models, and which values; out: models.

What travels inside a PDF may say no more than its pages: a field that a style left out goes, a date of which only the
year is printed becomes that year.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import TypeVar

from cvpress.profile.base import Model
from cvpress.profile.dates import Date

AnyModel = TypeVar("AnyModel", bound=Model)


def printed(model: AnyModel, unsaid: Container[int], years: Container[int]) -> AnyModel:
    """`model` without the values of `unsaid`, and only the years of the dates of `years`; both hold their `id`s."""
    return model.model_copy(
        update={
            name: _printed(value, unsaid, years)
            for name in type(model).model_fields
            if (value := getattr(model, name)) is not None
        }
    )


def _printed(value: object, unsaid: Container[int], years: Container[int]) -> object:
    if id(value) in unsaid:
        return None
    if isinstance(value, Model):
        return printed(value, unsaid, years)
    if isinstance(value, tuple):
        made = (_printed(item, unsaid, years) for item in value)
        return tuple(item for item in made if item is not None)
    if isinstance(value, dict):
        return {key: _printed(item, unsaid, years) for key, item in value.items()}
    if isinstance(value, Date) and value.year and id(value) in years:
        return replace(value, month=None, day=None, text=str(value.year))
    return value
