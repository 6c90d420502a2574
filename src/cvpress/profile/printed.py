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
from cvpress.profile.walk import mapped

AnyModel = TypeVar("AnyModel", bound=Model)


def printed(model: AnyModel, unsaid: Container[int], years: Container[int]) -> AnyModel:
    """`model` without the values of `unsaid`, and only the years of the dates of `years`; both hold their `id`s."""

    def change(leaf: object) -> object:
        if id(leaf) in unsaid:
            return None
        if isinstance(leaf, Date) and leaf.year and id(leaf) in years:
            return replace(leaf, month=None, day=None, text=str(leaf.year))
        return leaf

    return mapped(model, change)
