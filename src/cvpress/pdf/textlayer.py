"""The rule about pages that say nothing: a Subject goes in, Problems come out."""

from __future__ import annotations

from collections.abc import Iterator

from cvpress.errors import Problem
from cvpress.pdf.subject import Subject


def text_layer_problems(subject: Subject) -> Iterator[Problem]:
    """no-text: no page says anything, as in a scan; a drawing among pages of text is none."""
    own = [page for _, page in subject.own()]
    if own and not [page for page in own if page.text.strip()] and [page for page in own if page.drawn]:
        message = "there is something to see and no text, so a machine reads nothing"
        yield Problem(message, None, "put a text layer under it (OCR), or set it as text", "no-text")
