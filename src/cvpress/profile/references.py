"""What documents and packets say about the rest of the profile. In: the nodes of a profile; out: what does not fit.

Looked at in the nodes, not in the models, so that it is told in the same run as what is wrong with a field elsewhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

from cvpress.errors import Problem, Spot
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.filename import FileNameError, filled
from cvpress.profile.nodes import Mapping, Node, Scalar, Sequence
from cvpress.profile.selections import selection_faults

_NOTHING = Mapping(Spot(Path(), 0))


def faults(top: Mapping) -> Iterator[Problem]:
    """All of it, in no order."""
    yield from selection_faults(top)
    yield from _unknown_parts(top)
    yield from _names(top)
    yield from _files(top)


def _within(node: Node, name: str) -> Mapping:
    found = node.get(name) if isinstance(node, Mapping) else None
    return found if isinstance(found, Mapping) else _NOTHING


def _unknown_parts(top: Mapping) -> Iterator[Problem]:
    known = list(_within(top, "documents"))
    for name, parts in _within(top, "packets").items():
        for part in parts if isinstance(parts, Sequence) else ():
            if isinstance(part, Scalar) and part not in known and not part.lower().endswith(".pdf"):
                message = f"the packet '{name}' names '{part}', which is neither a document nor a PDF file"
                yield Problem(message, part.spot, did_you_mean(part, known, "the documents are"), "unknown-document")


def _names(top: Mapping) -> Iterator[Problem]:
    """Names of documents and packets become file names: word characters and hyphens."""
    for part in ("documents", "packets"):
        names = _within(top, part)
        for name in names:
            if not name.replace("-", "").replace("_", "").isalnum():
                message = f"'{name}' cannot name a file"
                yield Problem(message, names.key_spot(name), "use letters, digits, - and _", "bad-name")


def _files(top: Mapping) -> Iterator[Problem]:
    """File names that can be made, and no two PDFs of one name; a file system may not know A from a.

    Whose folder the profile lies in is not known here; it is the same for all its documents.
    """
    taken: dict[str, str] = {}
    person = _texts(top, "name")
    for part in ("documents", "packets"):
        for name in _within(top, part):
            own = _texts(_within(top, part), name)
            form = own.get("filename")
            spot = form.spot if form else _within(top, part).key_spot(name)
            values = {
                "given": person.get("given", "given"),
                "family": person.get("family", ""),
                "person": "person",
                "document": name,
                "template": own.get("template", "template"),
            }
            try:
                file = filled(form, values)
            except FileNameError as error:
                yield Problem(error.message, spot, error.advice, "bad-filename")
                continue
            folded = unicodedata.normalize("NFC", file).casefold()
            if folded in taken:
                message = f"'{taken[folded]}' and '{name}' would both be written to {file}.pdf"
                yield Problem(message, spot, "give one of them another filename", "same-file")
            taken.setdefault(folded, name)


def _texts(node: Mapping, name: str) -> dict[str, Scalar]:
    return {key: value for key, value in _within(node, name).items() if isinstance(value, Scalar)}
