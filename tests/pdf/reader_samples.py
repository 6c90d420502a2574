"""Rows as a reader has them, for tests: written as texts, with a bar between cells, and blanks in front as indent."""

from __future__ import annotations

from cvpress.pdf.reader.rows import Cell, Row

SIZE, LEADING, INDENT = 10.0, 12.0, 5.0


def row(text: str, at: int = 0, size: float = SIZE) -> Row:
    """The `at`-th row of a page; its first cell stands in by 5 pt for each blank in front."""
    top = 800 - LEADING * at
    left = 50 + INDENT * (len(text) - len(text.lstrip()))
    cells = (part.strip() for part in text.split("|"))
    return Row(1, tuple(Cell(cell, left + 200 * nth, top - size, top, size) for nth, cell in enumerate(cells)))


def rows(*texts: str) -> tuple[Row, ...]:
    return tuple(row(text, at) for at, text in enumerate(texts))
