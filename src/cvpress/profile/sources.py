"""The sources of publication lists. In: the nodes of a profile and its folder; out: their entries put in their place.

`source:` of a section or group names files; their entries follow those written in YAML, file by file. An entry that is
broken is told and left out, and the others stand: these findings are warnings, and a document that prints the section
tells them with its own. What is wrong in the profile itself is an error as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress.errors import Problem, ProfileError, Severity, Spot
from cvpress.profile import overlay
from cvpress.profile.beside import beside
from cvpress.profile.nodes import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from cvpress.profile.bibtex import Fault
    from cvpress.profile.sourced import Row


@dataclass(frozen=True, slots=True)
class Finding:
    """A warning about a source, and the section whose list it is about."""

    section: str
    problem: Problem


@dataclass(slots=True)
class Placed:
    """What came of it: errors of the profile, and warnings about its sources."""

    errors: list[Problem] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def put_in_place(top: Mapping, folder: Path, shown: Path, cache: Path | None) -> Placed:
    """Put the entries of every source where the profile names it; `shown` is how messages name `folder`."""
    placed = Placed()
    sections = top.get("sections")
    done: set[int] = set()  # an alias of YAML is the same node in two places
    for name, section in sections.items() if isinstance(sections, Mapping) else ():
        if isinstance(section, Mapping) and id(section) not in done:
            done.add(id(section))
            _Section(name, folder, shown, cache, placed).fill(section)
    placed.findings.sort(key=lambda finding: (finding.section, finding.problem.spot or Spot(shown, 0)))
    return placed


@dataclass(slots=True)
class _Section:
    name: str
    folder: Path
    shown: Path
    cache: Path | None
    placed: Placed
    keys: dict[str, tuple[Spot, Row | None]] = field(default_factory=dict)
    rows: set[str] = field(default_factory=set)
    unread: bool = False

    def fill(self, section: Mapping) -> None:
        groups = section.get("groups")
        lists = [
            section,
            *(one for one in (groups if isinstance(groups, Sequence) else ()) if isinstance(one, Mapping)),
        ]
        if not any(name in one for one in lists for name in ("source", "overlay")):
            return
        whole = self._overlay(section)
        for one in lists:
            own = self._overlay(one) if one is not section else Mapping(section.spot)
            kind = one.get("kind", section.get("kind"))
            if isinstance(kind, Scalar) and kind != "publication" and "source" in one:
                advice = "write 'kind: publication', or its entries here"
                message = f"entries of kind '{kind}' have no source"
                self.placed.errors.append(Problem(message, one.key_spot("source"), advice, "bad-source"))
            elif isinstance(kind, Scalar) and kind == "publication":
                before = set(self.rows)
                self._fill(one, (whole, own))
                self._unknown(own, self.rows - before)
        self._unknown(whole, self.rows)

    def _overlay(self, part: Mapping) -> Mapping:
        """The overlay of a section or group, which is nothing that a model reads."""
        made = part.pop("overlay", None)
        if made is None or isinstance(made, Mapping):
            return made or Mapping(part.spot)
        message = "'overlay' must be a mapping of citation keys"
        self.placed.errors.append(Problem(message, made.spot, "write 'key: {field: value}' lines", "wrong-type"))
        return Mapping(part.spot)

    def _unknown(self, laid: Mapping, known: set[str]) -> None:
        if not self.unread:
            self.placed.errors += overlay.unknown(laid, tuple(sorted(known)))

    def _fill(self, part: Mapping, overlays: tuple[Mapping, ...]) -> None:
        """The entries of a section or group: those in YAML first, then file by file."""
        named, own = part.get("source"), part.get("entries")
        for entry in own if isinstance(own, Sequence) else ():
            key = entry.get("key") if isinstance(entry, Mapping) else None
            if isinstance(key, Scalar):
                self.keys.setdefault(key, (key.spot, None))
        if named is None:
            return
        made = Sequence(named.spot)
        made.extend(own if isinstance(own, Sequence) else ())
        for one in named if isinstance(named, Sequence) else (named,):
            if isinstance(one, Scalar) and one.strip():
                made.extend(self._read(one, overlays))
        if own is None or isinstance(own, Sequence):
            part[Scalar("entries", part.key_spot("entries") if own is not None else part.key_spot("source"))] = made

    def _read(self, named: Scalar, overlays: tuple[Mapping, ...]) -> Iterator[Node]:
        from cvpress.profile import bibliography

        name = named.strip()
        try:
            form = "a .bib file, or CSL-JSON in a .json file"
            path = beside(self.folder, name, f"the source '{name}'", named.spot, form=form, rule="bad-source")
            if path.suffix.lower() not in bibliography.FORMS:
                message = f"the source '{name}' is neither .bib nor .json"
                raise ProfileError(Problem(message, named.spot, f"name {form}", "bad-source"))
            source = bibliography.read(path, self.shown / name, named.spot, self.cache)
        except ProfileError as error:
            self.placed.errors += error.problems
            self.unread = True
            return
        file = self.shown / name
        for fault in source.faults:
            self._warn(_problem(fault, file))
        aside: list[Row] = []
        for row in source.rows:
            laid = [one[row.key] for one in overlays if row.key in one]
            if row.aside and not laid:
                self.rows.add(row.key)
                aside.append(row)
            else:
                yield from self._entry(row, file, laid)
        if aside:
            count = f"{len(aside)} entr{'ies are' if len(aside) > 1 else 'y is'}"
            message = f"{count} not listed, since others only refer to it by crossref: {_keys(aside)}"
            advice = "give it an 'overlay' to list it all the same"
            spot = Spot(file, aside[0].line, aside[0].column)
            self._warn(Problem(message, spot, advice, "crossref-parent", Severity.INFO))

    def _entry(self, row: Row, file: Path, laid: list[Node]) -> Iterator[Node]:
        """The entry, unless its key was there or it lacks what every publication has."""
        from cvpress.profile.sourced import mapping

        self.rows.add(row.key)
        spot = Spot(file, row.line, row.column)
        if row.key in self.keys:
            self._twice(row, spot)
            return
        self.keys[row.key] = (spot, row)
        made = mapping(row, file)
        for one in laid:
            if isinstance(one, Mapping):
                self.placed.errors += overlay.laid(made, one)
        lacks = [what for what, fields in _NEEDED.items() if not any(made.get(name) for name in fields)]
        if not row.key.strip():
            lacks = ["citation key"]
        if lacks:
            message = f"the entry '{row.key}' has no {' and no '.join(lacks)}, so it is left out"
            advice = "add it here, or in the 'overlay' of the profile" if row.key.strip() else "write @type{key, …}"
            self._warn(Problem(message, spot, advice, "broken-entry", Severity.WARNING))
        else:
            yield made

    def _twice(self, row: Row, spot: Spot) -> None:
        first, other = self.keys[row.key]
        same = other is not None and _said(other) == _said(row)
        message = f"the key '{row.key}' stands twice, first at {first}"
        message += "; the two are the same" if same else "; this one is left out"
        advice = "delete one of them" if same else "keep one, or give one another key"
        severity = Severity.INFO if same else Severity.WARNING
        self._warn(Problem(message, spot, advice, "duplicate-key", severity))

    def _warn(self, problem: Problem) -> None:
        self.placed.findings.append(Finding(self.name, problem))


_NEEDED = {"title": ("title",), "author": ("authors", "editors")}


def _problem(fault: Fault, file: Path) -> Problem:
    spot = Spot(file, fault.line, fault.column)
    return Problem(fault.message, spot, fault.advice, fault.rule, Severity.WARNING)


def _said(row: Row) -> tuple[object, ...]:
    return tuple((item.name, item.values) for item in row.items)


def _keys(rows: list[Row]) -> str:
    shown = ", ".join(row.key for row in rows[:5])
    return f"{shown}, …" if len(rows) > 5 else shown
