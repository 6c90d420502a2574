"""What a careful typographer does to plain text before it is set. In: inline nodes; out: inline nodes.

Curly quotes and true apostrophes, and ties where a line must not break: initials and name, `pp. 1–13`, `vol. 37`, a
short bracketed venue, a short last word. Digits and hyphens are never touched: course 10-708, report 4/16-TR01 and
phone numbers mean what they say; en dashes come from typed ranges only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cvpress.profile.markup import Inline, Link, Nodes, Str, Styled

TIE = "\u00a0"
_OPENERS = frozenset(" \u00a0([{<=\u2014\u2013/\u201c\u2018")
# Where something is left out, the mark is an apostrophe although it stands like an opening quote.
_LEFT_OUT = re.compile(r"'(?:\d\ds?\b|n'|(?:em|tis|twas|til|t(?= )|s(?=-))\b)", re.IGNORECASE)
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
_SHORT_LAST = re.compile(r" (\S{1,5})$")


def polish(nodes: Nodes, paragraph: bool = False) -> Nodes:
    """`nodes` with curly quotes and ties; `paragraph` ties a short last word too."""
    made, _ = _walk(nodes, " ")
    return _tie_last(made) if paragraph else made


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


def _walk(nodes: Iterable[Inline], before: str) -> tuple[Nodes, str]:
    """The polished nodes, and the last character: what stands before a quote decides which way it curls."""
    made: list[Inline] = []
    for node in nodes:
        if isinstance(node, Str):
            made.append(Str(_ties(_quotes(node.text, before))))
            before = node.text[-1:] or before
        elif isinstance(node, Styled):
            children, before = _walk(node.children, before)
            made.append(Styled(node.style, children))
        elif isinstance(node, Link):
            children, before = _walk(node.children, before)
            made.append(Link(children, node.target))
        else:
            made.append(node)
            before = "x"
    return tuple(made), before


def _quotes(text: str, before: str) -> str:
    if '"' not in text and "'" not in text:
        return text
    made: list[str] = []
    for at, character in enumerate(text):
        made.append(_curled(text, at, made[-1] if made else before) if character in "\"'" else character)
    return "".join(made)


def _curled(text: str, at: int, before: str) -> str:
    """The typographic mark for the straight one at `at`."""
    if text[at] == '"':
        compound = before == "-" and text[at + 1 : at + 2].isalnum()  # non-"standard" opens, "re-" closes
        return "\u201c" if compound or before in _OPENERS else "\u201d"
    return "\u2018" if before in _OPENERS and not _LEFT_OUT.match(text, at) else "\u2019"


def _ties(text: str) -> str:
    if ". " in text:  # asked first: most texts have nothing to tie, and there are many
        for pattern in _TIED:
            text = pattern.sub(_tied, text)
        text = _INITIALS.sub(_tied_initials, text)
    if _YEAR.search(text):
        text = _MONTH_AND_YEAR.sub(_tied, text)
    return _BRACKETED.sub(lambda found: unbreakable(found.group()), text) if "[" in text else text


def _tied(found: re.Match[str]) -> str:
    return found.group()[:-1] + TIE


def _tied_initials(found: re.Match[str]) -> str:
    initials = found.group()
    are_capitals = found.group(2).isupper() and not any(letter.islower() for letter in initials)
    return initials[:-1] + TIE if are_capitals else initials


def _tie_last(nodes: Nodes) -> Nodes:
    last = nodes[-1] if nodes else None
    if not isinstance(last, Str) or len(last.text) < 40:
        return nodes
    return (*nodes[:-1], Str(_SHORT_LAST.sub(TIE + r"\1", last.text)))
