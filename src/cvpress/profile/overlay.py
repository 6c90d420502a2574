"""What a profile adds to the publications of its sources. In: rows as nodes, an overlay; out: changed nodes, problems.

An overlay names entries by citation key; its fields are those of a publication and win over the source's.
"""

from __future__ import annotations

from collections.abc import Iterator

from cvpress.errors import Problem
from cvpress.profile import names
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.nodes import Made, Mapping, Node, Scalar, Sequence
from cvpress.profile.values import MARKS, Person

MARKING = "author_marks"
"""The one field of an overlay that a publication does not have."""
_INSTEAD = {
    "date": ("start_date", "end_date"), "start_date": ("date",), "end_date": ("date",),
    "label": ("venue_short",), "venue_short": ("label",),
}  # fmt: skip
"""Fields that stand in each other's place."""


def laid(entry: Mapping, overlay: Mapping) -> tuple[Problem, ...]:
    """Put the fields of `overlay` into `entry`. Returns what is wrong with the marks; models judge the rest."""
    for key, value in overlay.items():
        if key == MARKING:
            continue
        for other in _INSTEAD.get(key, ()):
            if other not in overlay:
                entry.pop(other, None)
        entry.pop(key, None)  # so that the key is the overlay's, and its place
        entry[key] = value
    marks = overlay.get(MARKING)
    return tuple(_marked(entry, marks, overlay)) if marks is not None else ()


def unknown(overlay: Mapping, known: tuple[str, ...]) -> Iterator[Problem]:
    """Keys that no source has, and overlays that are no fields."""
    for key, value in overlay.items():
        spot = overlay.key_spot(key)
        if key not in known:
            advice = did_you_mean(key, known, "the keys are") if known else "the sources have no entry"
            message = f"no source has an entry '{key}'"
            yield Problem(message, spot, _short(advice), "unknown-entry")
        if not isinstance(value, Mapping):
            advice = "write 'field: value' lines below the key"
            yield Problem(f"the overlay of '{key}' must be a mapping of fields", value.spot, advice, "wrong-type")


def _short(advice: str) -> str:
    return advice if len(advice) < 200 else f"{advice[:200].rpartition(',')[0]} …"


def _marked(entry: Mapping, marks: Node, overlay: Mapping) -> Iterator[Problem]:
    authors = entry.get("authors")
    if not isinstance(marks, Mapping):
        yield Problem(f"'{MARKING}' must be a mapping", marks.spot, "write {Ann Lee: †}", "wrong-type")
        return
    if "authors" in overlay or not isinstance(authors, Sequence):
        message = f"'{MARKING}' marks the authors of a source"
        yield Problem(message, overlay.key_spot(MARKING), "write the marks behind the names in 'authors'", "bad-value")
        return
    for name, mark in marks.items():
        spot = marks.key_spot(name)
        if not isinstance(mark, Scalar) or not mark or set(mark) - set(MARKS):
            shown = mark if isinstance(mark, Scalar) else "this"
            yield Problem(f"'{shown}' is not a mark", mark.spot, f"marks are {' '.join(MARKS)}", "bad-value")
            continue
        found = _found(name, authors)
        if len(found) == 1:
            old = authors[found[0]]
            assert isinstance(old, Made)
            assert isinstance(old.value, Person)
            person = Person(old.value.plain, str(mark), old.value.spot, old.value.parts)
            authors[found[0]] = Made.of(old, old.spot, person)
            continue
        known = [str(author) for author in authors]
        advice = "write the whole name" if found else did_you_mean(name, known, "they are")
        message = f"'{name}' is {'more than one author' if found else 'not an author'} of this entry"
        yield Problem(message, spot, _short(advice), "unknown-author")


def _found(name: str, authors: Sequence) -> list[int]:
    """The places of the authors whom `name` may mean: by the whole name, else by family name and initial, or alone."""
    folded, wanted = " ".join(name.split()).casefold(), names.parts(name)
    people = [
        (at, one.value) for at, one in enumerate(authors) if isinstance(one, Made) and isinstance(one.value, Person)
    ]
    whole = [at for at, person in people if person.plain.casefold() == folded]
    if whole:
        return whole
    split = [(at, names.split(person)) for at, person in people]
    if exact := [at for at, has in split if (has.given, has.family) == (wanted.given, wanted.family)]:
        return exact
    return [
        at
        for at, has in split
        if has.family.casefold() == wanted.family.casefold()
        and (not wanted.given or has.given[:1].casefold() == wanted.given[:1].casefold())
    ]
