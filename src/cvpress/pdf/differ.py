"""Where two PDFs begin to differ. In: two files that should be the same. Out: words that lead to the cause."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path

from cvpress.errors import CheckError
from cvpress.pdf.subject import dictionary, entry, items, open_reader
from cvpress.pdf.text import pages

_OBJECT = re.compile(rb"(?:\A|[\r\n])(\d+) \d+ obj\b")
_SHOWN = 40  # bytes around the place, and characters of a line


def difference(first: Path, second: Path) -> str:
    """Empty when the two are the same, byte for byte; else the first place, what stands there, and what is read."""
    one, other = first.read_bytes(), second.read_bytes()
    if one == other:
        return ""
    at = _common(one, other)
    told = [f"they differ from byte {at} on, {_place(first, one, at)}: {_around(one, at)} and {_around(other, at)}"]
    with suppress(CheckError):  # then the place must do
        told += _texts(first, second)
    return "; ".join(told)


def _common(one: bytes, other: bytes) -> int:
    """The length of what both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


def _place(pdf: Path, content: bytes, at: int) -> str:
    found = list(_OBJECT.finditer(content, 0, at))
    if not found or b"\nendobj" in content[found[-1].start() : at]:
        return "behind the last object" if found else "before the first object"
    number = int(found[-1][1])
    what = _role(pdf, number)
    return f"in object {number}" + (f" ({what})" if what else "")


def _role(pdf: Path, number: int) -> str:
    """What an object is in its file: metadata, what a page draws, or what its dictionary calls itself."""
    try:
        reader = open_reader(pdf)
        root = reader.root_object
        if _number(root.raw_get("/Metadata") if "/Metadata" in root else None) == number:
            return "the XMP metadata"
        if _number(reader.trailer.raw_get("/Info") if "/Info" in reader.trailer else None) == number:
            return "the information dictionary"
        for index, page in enumerate(reader.pages, start=1):
            raw = page.raw_get("/Contents") if "/Contents" in page else None
            drawn = {_number(raw), *(_number(member) for member in items(raw))}
            if number in drawn:
                return f"what page {index} draws"
        found = dictionary(reader.get_object(number))
        return " ".join(str(value) for key in ("/Type", "/Subtype") if (value := entry(found, key)) is not None)
    except CheckError:
        return ""


def _number(raw: object) -> int:
    """The number of an object; 0 for one that stands inside another."""
    found = getattr(raw, "idnum", None) or getattr(getattr(raw, "indirect_reference", None), "idnum", None)
    return int(found or 0)


def _around(content: bytes, at: int) -> str:
    piece = content[max(0, at - _SHOWN // 2) : at + _SHOWN // 2].decode("latin-1")
    return repr("".join(char if char.isascii() and char.isprintable() else "." for char in piece))


def _texts(first: Path, second: Path) -> list[str]:
    """The first line that reads differently."""
    for number, (one, other) in enumerate(zip_longest(pages(first), pages(second), fillvalue=""), start=1):
        for left, right in zip_longest(one.splitlines(), other.splitlines(), fillvalue=""):
            if left != right:
                return [f"page {number} says {left[: 2 * _SHOWN]!r} and {right[: 2 * _SHOWN]!r}"]
    return ["the text of all pages is the same"]
