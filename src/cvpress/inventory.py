"""What a person's publications are, where each is printed, and what looks wrong. In: a profile; out: rows, findings.

Rows are the publications of the profile in their order, then those that its files hold and no section lists. Nothing
is built and nothing is changed.
"""

from __future__ import annotations

import io
import json as jsons
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cvpress import order, paths
from cvpress.errors import CvpressError, Problem, Spot
from cvpress.profile import bibliography, bibtex
from cvpress.profile.arrange import typed
from cvpress.profile.beside import beside
from cvpress.profile.doubts import doubts, of_bib, twins
from cvpress.profile.markup import plain
from cvpress.profile.model import Profile
from cvpress.profile.sourced import Row, Words
from cvpress.profile.tailor import tailor
from cvpress.profile.works import Publication
from cvpress.telling import tell

Place = tuple[str, str]
"""A document and one of its sections."""
LEFT_OUT = "(left out)"


@dataclass(frozen=True, slots=True)
class Held:
    """One publication, and where it is `printed`; `left_out`: a file has it, and no section of the profile lists it."""

    person: str
    key: str
    type: str
    year: str
    venue: str
    spot: Spot | None
    printed: tuple[Place, ...]
    left_out: bool = False

    @property
    def where(self) -> str:
        """Documents, each with its sections."""
        sections: dict[str, list[str]] = {}
        for document, section in self.printed:
            sections.setdefault(document, []).append(section)
        return LEFT_OUT if self.left_out else "; ".join(f"{one}: {', '.join(all_)}" for one, all_ in sections.items())


@dataclass(frozen=True, slots=True)
class Inventory:
    """`findings` are warnings, `broken` is why somebody's publications could not be read."""

    rows: tuple[Held, ...]
    findings: tuple[Problem, ...]
    broken: tuple[Problem, ...]


def take(profiles: Path, persons: Sequence[str], year: int, cache: Path | None) -> Inventory:
    """Of the named people, or of all. Raises ProfileError for a person whom nobody knows; `year` is the current one."""
    rows: list[Held] = []
    found: list[Problem] = []
    broken: list[Problem] = []
    for person in order.chosen(profiles, persons):
        try:
            profile = order.read(profiles, person, cache)
        except CvpressError as error:
            broken += error.problems
            continue
        own = _Own(person, profile, profiles / person, cache)
        rows += own.rows()
        found += own.findings(year)
    return Inventory(tuple(rows), tuple(found), tuple(broken))


class _Own:
    """The publications of one person."""

    def __init__(self, person: str, profile: Profile, folder: Path, cache: Path | None) -> None:
        self.person, self.profile, self.folder, self.cache = person, profile, folder, cache
        self.entries: dict[object, Publication] = {}
        for section in map(typed, profile.sections.values()):
            for entry in (entry for group in section.all_groups for entry in group.entries):
                if isinstance(entry, Publication):  # a file may be the source of two sections
                    self.entries.setdefault(entry.spot or id(entry), entry)

    def rows(self) -> Iterator[Held]:
        printed = self._printed()
        for at, one in self.entries.items():
            dates = [date for date in (one.date, one.end_date, one.start_date) if date]
            year = next((str(date.year) if date.year else date.text for date in dates), "")
            year = year or (one.status.plain if one.status else "")
            venue = next((text.plain for text in (one.venue, one.venue_short, one.label) if text), "")
            places = tuple(dict.fromkeys(printed.get(at, ())))
            yield Held(self.person, one.key or "", one.type or "", year, venue, one.spot, places)
        for file, row in self._unlisted():
            spot = Spot(file, row.line, row.column)
            said = {item.name: _plain(item.values[0]) for item in row.items if item.values}
            kind, year, venue = (said.get(name, "") for name in ("type", "date", "venue"))
            yield Held(self.person, row.key, kind, year, venue, spot, (), left_out=True)

    def findings(self, year: int) -> tuple[Problem, ...]:
        """What looks wrong, and what the reading of the files told, by place."""
        name = self.profile.name
        found = [*self.profile.findings, *twins(self.entries.values())]
        for entry in self.entries.values():
            found += doubts(entry, name.identity, name.full, year)
        for path, shown in self._files():
            if path.suffix.lower() == ".bib":
                text, _ = bibliography.characters(path.read_bytes())
                found += (problem for entry in bibtex.read(text)[0] for problem in of_bib(entry, shown))
        nowhere = Spot(Path(), 0)
        return tuple(sorted(dict.fromkeys(found), key=lambda problem: problem.spot or nowhere))

    def _printed(self) -> dict[object, list[Place]]:
        made: dict[object, list[Place]] = {}
        for name, document in self.profile.documents.items():
            for section, own in tailor(self.profile, document).sections.items():
                for entry in (entry for group in own.all_groups for entry in group.entries):
                    if isinstance(entry, Publication):
                        made.setdefault(entry.spot or id(entry), []).append((name, section))
        return made

    def _files(self) -> Iterator[tuple[Path, Path]]:
        """Every source once, and as messages name it."""
        sections = self.profile.sections.values()
        named = (*(one.source for one in sections), *(group.source for one in sections for group in one.groups))
        for name in dict.fromkeys(source.plain for sources in named for source in sources):
            path = beside(self.folder, name, name, None, form="a .bib file", rule="bad-source")
            yield path, paths.shown(self.folder / name)

    def _unlisted(self) -> Iterator[tuple[Path, Row]]:
        """What a file holds and the profile does not list: broken, there already, or only referred to."""
        for path, shown in self._files():
            for row in bibliography.read(path, shown, None, self.cache).rows:
                if Spot(shown, row.line, row.column) not in self.entries:
                    yield shown, row


def _plain(value: object) -> str:
    if isinstance(value, Words):
        return value.text
    return plain(value) if isinstance(value, tuple) else str(value)


def show(made: Inventory, environment: Mapping[str, str], *, json: bool) -> None:
    """The list to stdout: a table on a terminal, lines in a pipe, or JSON. What is found to stderr."""
    if json:
        print(as_json(made), flush=True)
    else:
        print(as_table(made, _width(environment)) if sys.stdout.isatty() else as_lines(made), flush=True)
    for problem in (*made.broken, *made.findings):
        tell(problem, {} if json else environment)  # an annotation on stdout would be no JSON


def _width(environment: Mapping[str, str]) -> int:
    """As many columns as people say they have, else as the terminal has."""
    said = environment.get("COLUMNS", "")
    return int(said) if said.isdecimal() and int(said) else shutil.get_terminal_size().columns


def as_json(made: Inventory) -> str:
    """`{"publications": […], "findings": […]}`, each with file and line."""
    rows = [
        {"person": row.person, "key": row.key, "type": row.type, "year": row.year, "venue": row.venue,
         **_place(row.spot), "printed": [{"document": one, "section": other} for one, other in row.printed],
         "left_out": row.left_out}
        for row in made.rows
    ]  # fmt: skip
    found = [
        {"rule": one.rule, "severity": str(one.severity), "message": one.message, "advice": one.advice}
        | _place(one.spot)
        for one in (*made.broken, *made.findings)
    ]
    return jsons.dumps({"publications": rows, "findings": found}, ensure_ascii=False, indent=1)


def _place(spot: Spot | None) -> dict[str, object]:
    return {"file": str(spot.file), "line": spot.line} if spot else {"file": None, "line": None}


_HEAD = ("person", "key", "type", "year", "venue", "printed", "place")


def _cells(row: Held) -> tuple[str, ...]:
    place = f"{row.spot.file}:{row.spot.line}" if row.spot else ""
    return (row.person, row.key, row.type, row.year, row.venue, row.where, place)


def as_lines(made: Inventory) -> str:
    """One line a publication, its cells parted by tabs, for other programs."""
    return "\n".join("\t".join(" ".join(cell.split()) for cell in one) for one in _lines(made.rows))


def _lines(rows: Iterable[Held]) -> Iterator[tuple[str, ...]]:
    yield _HEAD
    yield from map(_cells, rows)


def as_table(made: Inventory, width: int) -> str:
    """A table for a terminal of this width."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*_HEAD, box=SIMPLE_HEAD)
    before = ""
    for row in made.rows:
        person, *cells = _cells(row)
        table.add_row(*map(Text, ("" if person == before else person, *cells)))  # no cell is rich's markup
        before = person
    console = Console(file=io.StringIO(), width=width)
    console.print(table)
    return str(console.file.getvalue()).rstrip()  # type: ignore[attr-defined]  # it is the StringIO given above
