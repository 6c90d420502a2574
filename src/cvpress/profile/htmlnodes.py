"""The HTML-like marks of CSL-JSON -> inline nodes. In: one text; out: nodes. What is no known mark is text."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from cvpress.profile.latexnodes import joined
from cvpress.profile.markup import Inline, Nodes, Str, Styled

_MARK = re.compile(r"<(/?)(i|em|b|strong|sup|sub|sc|span)((?:\s[^<>]*)?)>", re.IGNORECASE)
_DEEPEST = 20
_STYLES = {"i": "emph", "em": "emph", "b": "strong", "strong": "strong", "sup": "sup", "sub": "sub"}


@dataclass(slots=True)
class _Open:
    """A mark that is not closed yet: its name, how it was written, its style, and what stands in it."""

    name: str
    written: str
    style: str
    inner: list[Inline] = field(default_factory=list)


def nodes(source: str) -> Nodes:
    """Italic, bold, raised, lowered, and `<span class="nocase">`; a mark without its partner stays as written."""
    if "<" not in source and "&" not in source:
        return (Str(source),) if source else ()
    stack = [_Open("", "", "")]
    last = 0
    for found in _MARK.finditer(source):
        stack[-1].inner.append(Str(html.unescape(source[last : found.start()])))
        last = found.end()
        closing, name, more = found.groups()
        if not closing and len(stack) > _DEEPEST:
            stack[-1].inner.append(Str(found.group()))
        elif not closing:
            style = "nocase" if "nocase" in more else _STYLES.get(name.lower(), "")
            stack.append(_Open(name.lower(), found.group(), style))
        elif stack[-1].name == name.lower():
            done = stack.pop()
            inner = joined(done.inner)
            stack[-1].inner += [Styled(done.style, inner)] if done.style and inner else inner
        else:
            stack[-1].inner.append(Str(found.group()))
    stack[-1].inner.append(Str(html.unescape(source[last:])))
    while len(stack) > 1:
        done = stack.pop()
        stack[-1].inner += [Str(done.written), *done.inner]
    return joined(stack[0].inner)
