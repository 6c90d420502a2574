"""All that a parser of résumés takes from a PDF. In: its sheets; out: a `Reading`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cvpress.pdf.reader import contacts
from cvpress.pdf.reader.rows import Order, Row, Sheets
from cvpress.pdf.reader.stays import Stay, stays
from cvpress.pdf.reader.vocabulary import DEGREES, EMPLOYERS, SCHOOLS, TITLES, section_of


@dataclass(frozen=True, slots=True)
class Part:
    """A section: its head, what it is by that, and the rows below."""

    head: str
    kind: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """`links` are written out on the page, `targets` lie under it, where few parsers look."""

    name: str
    emails: tuple[str, ...]
    phones: tuple[str, ...]
    links: tuple[str, ...]
    targets: tuple[str, ...]
    sections: tuple[str, ...]
    positions: tuple[Stay, ...]
    schools: tuple[Stay, ...]


def read(found: Sheets, order: Order) -> Reading:
    """Read a PDF as a parser would that takes its text in this order."""
    rows = found.rows(order)
    top, parts = split(rows)
    return Reading(
        name=contacts.name(top),
        emails=contacts.emails(top) or contacts.emails(rows),
        phones=contacts.phones(top) or contacts.phones(rows),
        links=contacts.links(top) or contacts.links(rows),
        targets=found.targets,
        sections=tuple(part.head for part in parts),
        positions=_stays(parts, "experience", TITLES, EMPLOYERS),
        schools=_stays(parts, "education", DEGREES, SCHOOLS),
    )


def split(rows: Sequence[Row]) -> tuple[tuple[Row, ...], tuple[Part, ...]]:
    """The rows above the first head, and the sections. A head stands alone in its row, no smaller than most text."""
    sizes = sorted(cell.size for row in rows for cell in row.cells for _ in cell.text)
    usual = sizes[len(sizes) // 2] if sizes else 0.0
    heads = [(at, kind) for at, row in enumerate(rows) if (kind := _head(row, usual))]
    ends = [*(at for at, _ in heads), len(rows)][1:]
    parts = [Part(rows[at].text, kind, tuple(rows[at + 1 : end])) for (at, kind), end in zip(heads, ends, strict=True)]
    return tuple(rows[: heads[0][0]] if heads else rows), tuple(parts)


def _head(row: Row, usual: float) -> str | None:
    (first, *others) = row.cells
    return None if others or first.size < 0.9 * usual else section_of(first.text)


def _stays(parts: Sequence[Part], kind: str, titles: frozenset[str], places: frozenset[str]) -> tuple[Stay, ...]:
    return tuple(stay for part in parts if part.kind == kind for stay in stays(part.rows, titles, places))
