"""The rules about words that are torn: a Subject goes in, Problems come out.

An e-mail address, a URL and one's own name are searched for and copied by the letter. A hyphen that a line's end put
into one of them is in the text that machines read, and belongs to it for all they know. A head whose letters stand
apart is read as so many words of one letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cvpress.errors import Problem, Severity
from cvpress.pdf.links import marks, read_link
from cvpress.pdf.subject import Subject
from cvpress.pdf.text import BREAK_HYPHEN

_BREAK = re.compile(f"(?<=[\\w./]){BREAK_HYPHEN}(?=\\w)|(?<=[\\w./])[-\u2010\u00ad]\r?\n(?=\\w)")
_SPACED = re.compile(r"(?<![^\W_])[^\W\d_](?: [^\W\d_]){4,}(?![^\W_])")
_DIFFERENT = 4
_AROUND = 120
_END, _START = re.compile(r"\S*\Z"), re.compile(r"\S*")
_EMAIL = r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+"
_URL = r"(?:https?://|www\.)[^\s<>]+|(?:[a-z0-9-]+\.)+(?:ai|app|cn|com|de|dev|edu|eu|gov|io|me|net|org|uk)/[^\s<>]*"
_ADDRESS = re.compile(f"{_EMAIL}|{_URL}")
_AT_END = ".,;:)]}\u201d'\""


def torn_problems(subject: Subject) -> Iterator[Problem]:
    """hyphenated, once for each place, and letter-spaced, once for each page; strangers' pages are not read."""
    yield from _hyphenated(subject)
    for index, page in subject.own():
        spaced = [found[0] for found in _SPACED.finditer(page.text) if _is_word(found[0].split())]
        if spaced:
            more = f", and {len(spaced) - 1} more," if len(spaced) > 1 else ""
            message = f"page {index + 1}: letters stand so far apart that {spaced[0]!r}{more} is read letter by letter"
            advice = "set the head without letter spacing, or with less of it"
            yield Problem(message, advice=advice, rule="letter-spaced", severity=Severity.WARNING)


def _is_word(letters: list[str]) -> bool:
    """Whether letters may be a word: no list of the first of the alphabet, no row of a table of truth."""
    return len(set(letters)) >= _DIFFERENT and letters != sorted(letters)


def _hyphenated(subject: Subject) -> Iterator[Problem]:
    spaced = r"\s+".join(map(re.escape, (subject.limits.author or "").split()))
    owner = re.compile(rf"(?<!\w){spaced}(?!\w)") if spaced else None
    known: tuple[str, ...] | None = None
    for index, page in subject.own():
        for found in _BREAK.finditer(page.text):
            before = page.text[max(0, found.start() - _AROUND) : found.start()].replace(BREAK_HYPHEN, "")
            after = page.text[found.end() : found.end() + _AROUND].replace(BREAK_HYPHEN, "")
            if owner and (name := _over(owner, before, after)):
                yield _problem(index, "your name", name)
            head, tail = _END.search(before), _START.match(after)
            address = _over(_ADDRESS, head[0], tail[0]) if head and tail else ""
            if address:
                known = _linked(subject) if known is None else known
                own = address.replace("|", "-").casefold().rstrip(_AT_END)
                if not any(own in one for one in known):  # the hyphen is its own
                    yield _problem(index, "an address", address)


def _over(sought: re.Pattern[str], before: str, after: str) -> str:
    """What is `sought` and goes from the end of `before` into `after`, with a bar between the two; empty: nothing."""
    for found in sought.finditer(before + after):
        if found.start() < len(before) < found.end():
            return f"{before[found.start() :]}|{after[: found.end() - len(before)]}"
    return ""


def _linked(subject: Subject) -> tuple[str, ...]:
    """The addresses of all links."""
    links = (read_link(mark) for page in subject.pages for mark in marks(page))
    return tuple(link.uri.casefold() for link in links if link.uri)


def _problem(index: int, what: str, torn: str) -> Problem:
    said = " ".join(torn.replace("|", "").split())
    message = (
        f"page {index + 1}: {what} is hyphenated: {said!r} is torn as {' '.join(torn.replace('|', '- ').split())!r}"
    )
    advice = "let it break without a hyphen, or not at all: the template has \\cvnobreak for names"
    return Problem(message, advice=advice, rule="hyphenated", severity=Severity.WARNING)
