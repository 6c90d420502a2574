"""The rules about fonts: a Subject goes in, Problems come out, one for each font and fault.

A font must travel with the file and say which characters its glyphs are, or the text can't be read back.
ISO 32000-1, 9.6 to 9.10; 14.8.2.4.2 on Unicode mapping.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from cvpress.errors import Problem, Severity
from cvpress.pdf.subject import Subject, dictionary, entry, items, name

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject, PdfObject

_FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
# Readers know these by heart; every other simple encoding needs a ToUnicode map.
_BASE_ENCODINGS = ("/StandardEncoding", "/WinAnsiEncoding", "/MacRomanEncoding")
_BLOCK = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_PAIR = re.compile(rb"<([^>]*)>\s*<([^>]*)>")
_RANGE = re.compile(rb"<([^>]*)>\s*<([^>]*)>\s*(?:<([^>]*)>|\[([^\]]*)\])")
_MAPPED_AT_MOST = 70_000
_DEPTH = 12


def font_problems(subject: Subject) -> Iterator[Problem]:
    """font-type3, font-not-embedded, font-without-tounicode and ligature, once per font."""
    walk = _Walk()
    told: set[tuple[str, str, Severity]] = set()
    for index, page in enumerate(subject.pages):
        severity = subject.severity(index)
        for font in walk.fonts(page):
            called = _name(font)
            for rule, fault, advice in _faults(font):
                if (rule, called, severity) not in told:
                    told.add((rule, called, severity))
                    message = f"page {index + 1}: the font {called} {fault}"
                    yield Problem(message, advice=advice, rule=rule, severity=severity)


def _name(font: DictionaryObject) -> str:
    stated = name(font, "/BaseFont") or name(font, "/Name") or "without a name"
    return re.sub(r"^/([A-Z]{6}\+)?", "", stated)


def _faults(font: DictionaryObject) -> Iterator[tuple[str, str, str]]:
    from pypdf.generic import StreamObject

    kind = name(font, "/Subtype")
    if kind == "/Type3":
        yield "font-type3", "is of type 3 (drawn, often as bitmaps)", "install an outline version of the font"
    elif not _is_embedded(font):
        yield "font-not-embedded", "is not embedded", "choose a font whose licence and file allow embedding"
    cmap = entry(font, "/ToUnicode")
    if not isinstance(cmap, StreamObject):
        if kind == "/Type0" or name(font, "/Encoding") not in _BASE_ENCODINGS:
            yield "font-without-tounicode", "doesn't say which characters its glyphs are", "compile with LuaLaTeX"
        return
    # PDFium spells these code points out while it reads, other readers don't: only the font's own map tells.
    ligatures = sorted({char for text in _mapped(cmap.get_data()) for char in text if "\ufb00" <= char <= "\ufb06"})
    if ligatures:
        shown = ", ".join(f"{char} (U+{ord(char):04X})" for char in ligatures)
        yield "ligature", f"reads back as {shown}", "switch the font's ligatures off, or write plain letters"


def _is_embedded(font: DictionaryObject) -> bool:
    bearers = [dictionary(item) for item in items(entry(font, "/DescendantFonts"))] or [font]
    descriptors = [dictionary(entry(bearer, "/FontDescriptor")) for bearer in bearers]
    return all(not descriptor.keys().isdisjoint(_FONT_FILES) for descriptor in descriptors)


def _mapped(cmap: bytes) -> Iterator[str]:
    """The texts that a ToUnicode map leads to (ISO 32000-1, 9.10.3)."""
    return islice(_all_mapped(cmap), _MAPPED_AT_MOST)


def _all_mapped(cmap: bytes) -> Iterator[str]:
    for block in _BLOCK.finditer(cmap):
        if block[1] == b"char":
            yield from (_decoded(pair[2]) for pair in _PAIR.finditer(block[2]))
            continue
        for first, last, start, listed in (found.groups() for found in _RANGE.finditer(block[2])):
            if listed is not None:
                yield from (_decoded(item) for item in re.findall(rb"<([^>]*)>", listed))
            elif text := _decoded(start):
                size = _code(last) - _code(first) + 1
                yield from (chr(min(ord(text[-1]) + step, 0x10FFFF)) for step in range(size))


def _code(digits: bytes) -> int:
    return int(re.sub(rb"[^0-9A-Fa-f]", b"", digits) or b"0", 16)


def _decoded(digits: bytes) -> str:
    found = re.sub(rb"[^0-9A-Fa-f]", b"", digits)
    return bytes.fromhex(found[: len(found) // 4 * 4].decode()).decode("utf-16-be", "replace")


@dataclass(slots=True)
class _Walk:
    """Visits every font of a document once, however many pages and forms share it."""

    seen: set[int] = field(default_factory=set)

    def fonts(self, page: DictionaryObject) -> Iterator[DictionaryObject]:
        """The fonts of `page` not met before: of its resources, its forms and patterns, and its annotations."""
        yield from self._resources(page.get("/Resources"), 0)
        for annotation in items(entry(page, "/Annots")):
            for look in dictionary(entry(dictionary(annotation), "/AP")).values():
                yield from self._drawing(look, 0)

    def _resources(self, raw: PdfObject | None, depth: int) -> Iterator[DictionaryObject]:
        resources = dictionary(raw)
        if depth > _DEPTH or not self._is_new(raw, resources):
            return
        for item in dictionary(entry(resources, "/Font")).values():
            font = dictionary(item)
            if self._is_new(item, font):
                yield font
                yield from self._resources(font.get("/Resources"), depth + 1)
        for key in ("/XObject", "/Pattern"):
            for item in dictionary(entry(resources, key)).values():
                yield from self._drawing(item, depth + 1)

    def _drawing(self, raw: PdfObject, depth: int) -> Iterator[DictionaryObject]:
        drawing = dictionary(raw)
        if depth > _DEPTH or not self._is_new(raw, drawing):
            return
        yield from self._resources(drawing.get("/Resources"), depth)
        if "/Length" not in drawing:  # not a stream but an appearance with a stream per state
            for state in drawing.values():
                yield from self._drawing(state, depth + 1)

    def _is_new(self, raw: PdfObject | None, found: DictionaryObject) -> bool:
        key = getattr(raw, "idnum", None) or -id(found)
        if not found or key in self.seen:  # an empty one may be a passing stand-in, whose id another gets
            return False
        self.seen.add(key)
        return True
