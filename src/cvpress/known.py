"""What a page may say besides the leaves of its profile. In: view, words, template; out: a `Known`.

A template prints nothing but nodes of its view and words of its own, which its manifest declares under `prints`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass

from cvpress.pdf.wanted import Known
from cvpress.profile.markup import Break, Code, Link, Math, Str, Styled, plain
from cvpress.typeset.template import Template
from cvpress.typeset.view import CvView
from cvpress.typeset.words import Words

# Printed in a margin once for many entries, and once more in their labels.
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_INLINE = (Str, Styled, Code, Link, Math, Break)


def known(shown: CvView, words: Words, template: Template, addresses: Iterable[str]) -> Known:
    """All that `template` was given to print, and what it may print in any case; `addresses` as they are shown."""
    texts = tuple(_texts(shown))
    signed = map(plain, shown.name.values()) if shown.letter else ()  # below the closing, once more
    return Known(
        texts,
        (
            *words.terms.values(),
            *_numbers(shown),
            *dict.fromkeys(_YEAR.findall("\n".join(texts))),
            *signed,
            *addresses,
            *template.prints,
        ),
    )


def _numbers(shown: CvView) -> Iterator[str]:
    """The numbers of sections and entries."""
    for section in shown.sections:
        yield plain(section.number)
        yield from (plain(label) for group in section.groups for label in group.labels)


def _texts(value: object) -> Iterator[str]:
    """The text of all nodes in `value`, whatever holds them."""
    if isinstance(value, tuple) and value and all(isinstance(node, _INLINE) for node in value):
        yield plain(value)
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
