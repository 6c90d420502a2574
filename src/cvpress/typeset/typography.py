"""What a careful typographer does to plain text before it is set. In: inline nodes; out: inline nodes.

Curly quotes and true apostrophes (`quotes` has those of other languages), addresses set apart, and ties where a line
must not break: initials and name, `pp. 1–13`, `vol. 37`, a short bracketed venue, a short last word. Digits and hyphens
are never touched: course 10-708, report 4/16-TR01 and phone numbers mean what they say; en dashes come from typed
ranges only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from cvpress.profile.markup import Inline, Link, Nodes, Str, Styled, plain
from cvpress.typeset.quotes import Curler

TIE = "\u00a0"
# Addresses that stand in a text; a mark at the end is the sentence's.
_ADDRESS = re.compile(
    r"(?P<email>[\w.+-]+@(?:[\w-]+\.)+[\w-]{2,})"
    r"|(?:https?://|\bwww\.)[^\s<>\"\u201c\u201d\u00ab\u00bb]*[^\s<>\"\u201c\u201d\u00ab\u00bb.,;:!?)\]}'\u2018\u2019]"
)
_AS_THEY_ARE = frozenset({"url", "nobreak"})
_SHORT_ADDRESS = 32
_MONTHS = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    "Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"
)
# The space at the end of each match becomes a tie.
_TIED = (
    re.compile(r"\b(?:pp?|[Vv]ol|[Nn]o|[Ff]igs?|[Cc]h)\. (?=\d)"),  # an abbreviation and its number
    re.compile(r"\b(?:Prof|Dr|Mr|Ms|Mrs|St)\. (?=\w)"),  # a title and its name
)
_MONTH_AND_YEAR = re.compile(rf"\b(?:{_MONTHS})\.? (?=\d{{4}}\b)")
_YEAR = re.compile(r" \d{4}")
_INITIALS = re.compile(r"(?<!\w)(?:([^\W\d_])\.-?)+ (?=([^\W\d_]))")
_BRACKETED = re.compile(r"\[[^\[\]]{1,22}\]")
_SHORT_LAST, _LONG_ENOUGH = 5, 40  # characters of a last word, and of a text that may have more than one line


def polish(nodes: Nodes, paragraph: bool = False) -> Nodes:
    """`nodes` with curly quotes and ties; `paragraph` ties a short last word too."""
    made = _walk(nodes, Curler())
    return tie_last(made) if paragraph else made


def unbreakable(text: str) -> str:
    """`text` on one line: every space a tie."""
    return text.replace(" ", TIE)


def join(separator: str, parts: Iterable[Nodes]) -> Nodes:
    """The parts that say something, with `separator` between them."""
    made: list[Inline] = []
    for part in parts:
        if part:
            made += ([Str(separator)] if made else []) + list(part)
    return tuple(made)


def listed(parts: Sequence[Nodes], conjunction: str, *, serial: bool = True) -> Nodes:
    """ "A", "A and B", "A, B, and C"; without `serial`, "A, B and C"."""
    if len(parts) < 3:
        return join(f" {conjunction} ", parts)
    return join(f"{',' if serial else ''} {conjunction} ", [join(", ", parts[:-1]), parts[-1]])


def _walk(nodes: Iterable[Inline], curler: Curler) -> Nodes:
    made: list[Inline] = []
    for node in nodes:
        if isinstance(node, Str):
            made += _string(node.text, curler)
        elif isinstance(node, Styled) and node.style not in _AS_THEY_ARE:
            made.append(Styled(node.style, _walk(node.children, curler)))
        elif isinstance(node, Link):
            made.append(Link(_walk(node.children, curler), node.target))
        else:
            made.append(node)
            curler.before = "x"
    return tuple(made)


def _string(text: str, curler: Curler) -> Iterator[Inline]:
    """`text`, apart from the addresses in it: not hyphenated, not polished, and broken only where long."""
    at = 0
    for found in _ADDRESS.finditer(text) if "@" in text or "//" in text or "www." in text else ():
        if found.start() > at:
            yield Str(_ties(curler.curl(text[at : found.start()])))
        is_whole = found["email"] or len(found.group()) <= _SHORT_ADDRESS
        yield Styled("nobreak" if is_whole else "url", (Str(found.group()),))
        at, curler.before = found.end(), "x"
    if at < len(text) or not text:
        yield Str(_ties(curler.curl(text[at:])))


def _ties(text: str) -> str:
    if ". " in text:  # asked first: most texts have nothing to tie, and there are many
        for pattern in _TIED:
            text = pattern.sub(_tied, text)
        text = _INITIALS.sub(_tied_initials, text)
    if _YEAR.search(text):
        text = _MONTH_AND_YEAR.sub(_tied, text)
    if "[" not in text:
        return text
    # Between two venues a line may end: a tie over both makes lines too wide in narrow columns.
    return _BRACKETED.sub(lambda found: unbreakable(found.group()).replace(f",{TIE}", ", "), text)


def _tied(found: re.Match[str]) -> str:
    return found.group()[:-1] + TIE


def _tied_initials(found: re.Match[str]) -> str:
    initials = found.group()
    are_capitals = found.group(2).isupper() and not any(letter.islower() for letter in initials)
    return initials[:-1] + TIE if are_capitals else initials


def tie_last(nodes: Nodes) -> Nodes:
    """`nodes` with a tie before a short last word, which alone on a line looks lost; of short texts nothing is tied."""
    tail = 0
    for at in range(len(nodes) - 1, -1, -1):
        node = nodes[at]
        if not isinstance(node, Str):
            break
        before, space, after = node.text.rpartition(" ")
        tail += len(after)
        if space:
            is_lost = 0 < tail <= _SHORT_LAST and len(plain(nodes)) >= _LONG_ENOUGH
            return (*nodes[:at], Str(before + TIE + after), *nodes[at + 1 :]) if is_lost else nodes
    return nodes
