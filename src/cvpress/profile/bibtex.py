"""Text of a .bib file -> its entries. In: characters; out: entries of LaTeX fields with places, and what is wrong.

What BibTeX does before a style sees an entry is done here: @string, the months and `#`; `crossref` does the rest.
Fields stay LaTeX; `latexnodes` reads them, and `bibfields` knows what they mean.

Why bibtexparser 2 and not pybtex (0.26.1; both MIT): it keeps the line of every entry and
field, goes on at the next `@` that begins a line after an unclosed brace, and reads 21,000 entries of 190 real files in
1.1 s against 3.0; pybtex tells no line of what it has read, and of a file with an unclosed brace loses what follows.
Only its splitter is used: its own names, months and LaTeX lose what we keep (`latexnodes`, `bibnames`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONGEST = 100_000
"""Characters of one value; @strings made of each other could otherwise fill the memory."""
_MOST = 20_000_000
"""Characters of all values, with every @string counted as often as it stands there."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a line and column (from 1) of a source; `rule` as of a Problem."""

    message: str
    line: int
    column: int
    advice: str
    rule: str = "broken-entry"


@dataclass(frozen=True, slots=True)
class RawField:
    """One field: its name in lower case, its LaTeX without the outer braces, and where the value stands."""

    name: str
    latex: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class RawEntry:
    """One entry; `type` is in lower case. `only_parent`: others refer to it by crossref, and it may not be listed."""

    type: str
    key: str
    line: int
    column: int
    fields: tuple[RawField, ...]
    only_parent: bool = False

    def get(self, name: str) -> RawField | None:
        return next((one for one in self.fields if one.name == name), None)


def read(text: str) -> tuple[tuple[RawEntry, ...], tuple[Fault, ...]]:
    """All entries of a file that can be read, and what is wrong with the others, in the order of the file."""
    reader = _Reader(text)
    return tuple(reader.entries()), tuple(sorted(reader.faults, key=lambda fault: (fault.line, fault.column)))


@dataclass(slots=True)
class _Reader:
    text: str
    faults: list[Fault] = field(default_factory=list)
    strings: dict[str, str] = field(default_factory=lambda: {month: month.capitalize() for month in MONTHS})
    lines: list[str] = field(default_factory=list)
    weight: int = 0

    def entries(self) -> Iterator[RawEntry]:
        from bibtexparser import model

        self.lines = self.text.split("\n")
        blocks = _blocks(self.text)
        if "%" in self.text and any(map(_is_failed, blocks)):
            begun = [one for one in blocks if not isinstance(one, model.ImplicitComment)]
            ends = [one.start_line or 0 for one in begun[1:]] + [len(self.lines)]
            spans = [
                range((one.start_line or 0) + 1, end) for one, end in zip(begun, ends, strict=True) if _is_failed(one)
            ]
            blocks = _blocks("\n".join(_uncommented(self.lines, spans)))
        for block in blocks:
            line = (block.start_line or 0) + 1
            whole: object = block
            if isinstance(block, model.ParsingFailedBlock):
                whole = block.ignore_error_block
            if isinstance(block, model.DuplicateFieldKeyBlock):
                names = ", ".join(sorted(block.duplicate_keys))
                self._fault(f"the entry has '{names}' twice", line, "keep one; the first is printed")
            if isinstance(whole, model.DuplicateFieldKeyBlock):  # a key used twice, and a field twice in it
                whole = whole.ignore_error_block
            if isinstance(whole, model.String):
                self.strings[whole.key.lower()] = self._value(str(whole.value), line, 1)
            elif isinstance(whole, model.Entry):
                yield self._entry(whole, line)
            elif isinstance(block, model.ParsingFailedBlock):
                self._failed(block, line)
            elif isinstance(block, model.ImplicitComment):
                self._overlooked(block.comment, line)

    def _failed(self, block: object, line: int) -> None:
        """An entry that never ends, or is none."""
        reason = str(getattr(getattr(block, "error", None), "abort_reason", ""))
        raw = str(getattr(block, "raw", ""))
        name = found[1].strip() if (found := re.match(r"@\w*[ \t]*[{(]([^,\s{}()=]*)", raw)) else ""
        shown = f"the entry '{name}'" if name else "this entry"
        # What stands where a field should, is the next entry when the brace behind the last field is missing.
        if "end of file" in reason or "block start" in reason or "found '@" in _plainly(reason):
            advice = "close it: each { needs its }, each quote its second"
            self._fault(f"{shown} is never closed, so it is left out", line, advice)
        else:
            advice = "an entry is @type{key, field = {value}, …}"
            self._fault(f"{shown} cannot be read, so it is left out: {_plainly(reason)}", line, advice)

    def _overlooked(self, comment: str, line: int) -> None:
        """An entry written so that the parser takes it for a comment."""
        for at, row in enumerate(comment.split("\n")):
            if _AN_ENTRY.match(row):
                advice = "write @type{key, on one line, the type in letters"
                self._fault("this entry cannot be read, so it is left out", line + at, advice)

    def _entry(self, entry: object, line: int) -> RawEntry:
        kind, key = str(getattr(entry, "entry_type", "")).lower().lstrip("_"), str(getattr(entry, "key", ""))
        column = self._column(line, rf"@{re.escape(kind)}\s*[{{(]\s*{re.escape(key)}", at_end=False)
        made: dict[str, RawField] = {}
        for one in getattr(entry, "fields", ()):
            name, at = str(one.key).lower(), (one.start_line or 0) + 1
            if name in made:
                continue
            place = self._column(at, rf"(?<![\w-]){re.escape(name)}\s*=\s*(?=\S)", at_end=True)
            made[name] = RawField(name, self._value(str(one.value), at, place), at, place)
        return RawEntry(kind, key, line, column, tuple(made.values()))

    def _column(self, line: int, pattern: str, *, at_end: bool) -> int:
        row = self.lines[line - 1] if line <= len(self.lines) else ""
        found = re.search(pattern, row, re.IGNORECASE)
        if found is None:
            return len(row) - len(row.lstrip()) + 1
        return (found.end() if at_end else found.start()) + 1

    def _fault(self, message: str, line: int, advice: str, column: int = 1) -> None:
        row = self.lines[line - 1] if line <= len(self.lines) else ""
        first = len(row) - len(row.lstrip()) + 1
        self.faults.append(Fault(message, line, max(column, first), advice))

    def _value(self, written: str, line: int, column: int) -> str:
        """The LaTeX of a value: braces and quotes around it gone, @strings put in, and joined at `#`."""
        made: list[str] = []
        for piece in _pieces(written):
            if piece[:1] in ('"', "{"):
                made.append(piece[1:-1])
            elif piece.isdigit() or piece.lower() in self.strings:
                made.append(self.strings.get(piece.lower(), piece))
            elif piece:
                advice = f"write @string{{{piece} = {{…}}}} above it, or put it in braces"
                self._fault(f"the @string '{piece}' is not defined; it is printed as it stands", line, advice, column)
                made.append(piece)
        length = sum(map(len, made))
        self.weight += length
        if length > _LONGEST or self.weight > _MOST:
            self._fault(f"a value of more than {_LONGEST} characters is left out", line, "shorten it", column)
            return ""
        return _SPACE.sub(_one_space, "".join(made))


def _blocks(text: str) -> list[Any]:
    """What the parser makes of the text. It takes @commentary for a @comment: an underscore tells them apart."""
    from bibtexparser.splitter import Splitter

    log = logging.getLogger("bibtexparser.splitter")  # it logs what is told here, at its place
    log.disabled, before = True, log.disabled
    try:
        return list(Splitter(_LIKE_OTHERS.sub("@_", text)).split().blocks)
    finally:
        log.disabled = before


_LIKE_OTHERS = re.compile(r"@(?=(?:comment|string|preamble)\w)", re.IGNORECASE)
_COMMENT = re.compile(r"(^|[,{}\"])[ \t]*%(?:[^{}]*(?:\{[^{}]*\})*[^{}]*$|[^{}]*)")


def _is_failed(block: Any) -> bool:
    return hasattr(block, "error") and block.ignore_error_block is None


def _uncommented(lines: list[str], spans: list[range]) -> list[str]:
    """The lines without comments inside of the entries that could not be read: biber knows them, BibTeX does not."""
    made = list(lines)
    for at in {at for span in spans for at in span}:
        made[at] = _COMMENT.sub(r"\1", made[at])
    return made


_SPACE = re.compile(r"\s+")


def _one_space(found: re.Match[str]) -> str:
    """A line end where there was one: a % before it begins a comment."""
    return "\n" if "\n" in found.group() else " "


def _plainly(reason: str) -> str:
    return " ".join(reason.replace("`", "'").split()).rstrip(". ")


_AN_ENTRY = re.compile(r"[ \t]*@[A-Za-z][\w-]*\s*(?:[{(]\s*[^\s,{}()=]+\s*,|$)")
_PIECE = re.compile(r'\s*#\s*|\s+|[^\s#{"]+')


def _pieces(written: str) -> Iterator[str]:
    """The parts of `{…} # name # "…"`; what stands between braces or quotes with them."""
    at = 0
    while at < len(written):
        if written[at] in '{"':
            end = _closing(written, at)
            yield written[at:end]
            at = end
        else:
            found = _PIECE.match(written, at)
            assert found
            if found.group().strip("# \t\n\r"):
                yield found.group().strip()
            at = found.end()


_BOUND = re.compile(r'(?<!\\)[{}"]')


def _closing(written: str, start: int) -> int:
    """The end of what is opened at `start`; a quote ends outside of braces only."""
    quoted, depth = written[start] == '"', 0
    for found in _BOUND.finditer(written, start + 1 if quoted else start):
        mark = found.group()
        depth += {"{": 1, "}": -1, '"': 0}[mark]
        if depth <= 0 and mark == ('"' if quoted else "}"):
            return found.end()
    return len(written)
