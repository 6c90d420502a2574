"""The languages that documents and texts may have, by BCP 47 tag. In: a tag; out: which of several is nearest."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, get_args

Language = Literal[
    "en-US", "en-GB", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "ru", "zh", "ja", "ko", "ar", "he",
]  # fmt: skip
LANGUAGES: tuple[str, ...] = get_args(Language)

# Closed to these languages, so that `- tip: bring water`, a text that wants quotes, is not read as a translation.
TAG = f"^({'|'.join(dict.fromkeys(tag[:2] for tag in LANGUAGES))})(-[A-Za-z]{{2,4}})?$"


def primary(tag: str) -> str:
    """The language alone, without script or region: `zh` of `zh-Hant`."""
    return tag.partition("-")[0]


def is_several(keys: Iterable[str]) -> bool:
    """Whether these keys of a mapping are those of one text in several languages."""
    tags = tuple(keys)
    return len(tags) > 1 and all(re.match(TAG, tag) for tag in tags)


def nearest(language: str, given: Iterable[str]) -> str | None:
    """The tag that serves a document in `language`: itself, its language alone, the same language elsewhere."""
    tags = tuple(given)
    wanted = primary(language)
    exact = (language, wanted)
    return next((tag for tag in exact if tag in tags), next((tag for tag in tags if primary(tag) == wanted), None))
