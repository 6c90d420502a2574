"""Who somebody is and how to reach them. In: the rows above the first section; out: name, e-mails, phones, links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cvpress.pdf.reader.rows import Cell, Row

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<![\w.@/-])\+?\(?[0-9][0-9 ().\u00a0\u202f-]{7,20}[0-9](?![\w@-])")
_LINK = re.compile(
    r"(?<![@\w.-])(?:(?:https?://|www\.)\S+|(?:[a-z0-9-]+\.)+"
    r"(?:com|org|net|edu|gov|info|io|dev|app|page|site|tech|me|ai|ac|co|[a-z]{2})(?![\w@.-])(?:/\S*)?)"
)


def name(rows: Sequence[Row]) -> str:
    """The largest text without a digit or an @, and what follows it in the same size where it is a single word."""
    cells = [cell for row in rows for cell in row.cells if _may_be_name(cell)]
    if not cells:
        return ""
    size = max(cell.size for cell in cells)
    first, *others = [cell for cell in cells if cell.size >= 0.97 * size]
    if " " in first.text or not others:
        return first.text
    return f"{first.text} {others[0].text}"


def _may_be_name(cell: Cell) -> bool:
    return re.search(r"[^\W\d_]{2}", cell.text) is not None and re.search(r"[0-9@/]", cell.text) is None


def emails(rows: Sequence[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_found(_EMAIL, rows)))


def phones(rows: Sequence[Row]) -> tuple[str, ...]:
    """Numbers of 9 to 15 digits, which is the most that E.164 allows."""
    return tuple(one for one in dict.fromkeys(_found(_PHONE, rows)) if 9 <= len(re.findall(r"[0-9]", one)) <= 15)


def links(rows: Sequence[Row]) -> tuple[str, ...]:
    """Addresses that are written out."""
    return tuple(dict.fromkeys(one.rstrip(".,;)") for one in _found(_LINK, rows)))


def _found(pattern: re.Pattern[str], rows: Sequence[Row]) -> Iterator[str]:
    """In each cell for itself: what a line break or a gap parts is not put together."""
    for row in rows:
        for cell in row.cells:
            yield from pattern.findall(cell.text)
