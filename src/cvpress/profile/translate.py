"""A text in several languages -> the one that a document prints. In: models, a language; out: models, or what lacks.

A translation is chosen by the exact tag, then by the language alone; where there is none, the first that is given
stands, and `untranslated` tells it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from cvpress.errors import Problem, Severity
from cvpress.profile.base import Model
from cvpress.profile.languages import nearest
from cvpress.profile.values import Text, Verbatim
from cvpress.profile.walk import mapped

AnyModel = TypeVar("AnyModel", bound=Model)


def translated(model: AnyModel, language: str) -> AnyModel:
    """`model` with every text in `language` alone; the very same object where there was nothing to choose."""
    return mapped(model, lambda leaf: _chosen(leaf, language))


def _chosen(leaf: object, language: str) -> object:
    if not isinstance(leaf, (Text, Verbatim)) or not leaf.translations:
        return leaf
    given = dict(leaf.translations)
    return given[nearest(language, given) or next(iter(given))]


def untranslated(value: object, language: str) -> Iterator[Problem]:
    """A warning for each text below `value` that has translations, but none into `language`."""
    if isinstance(value, (Text, Verbatim)):
        given = [tag for tag, _ in value.translations]
        if given and nearest(language, given) is None:
            first = given[0]
            message = f"there is no '{language}' of this text; its '{first}' is printed: {value.plain[:40]!r}"
            advice = f"add '{language}:' to it, or take it out of the document"
            yield Problem(message, value.spot, advice, "missing-translation", Severity.WARNING)
    elif isinstance(value, Model):
        for name in type(value).model_fields:
            if found := getattr(value, name):
                yield from untranslated(found, language)
    elif isinstance(value, (tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from untranslated(item, language)
