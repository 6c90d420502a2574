"""What documents and packets say about the rest of the profile. In: the nodes of a profile; out: what does not fit.

Looked at in the nodes, not in the models, so that it is told in the same run as what is wrong with a field elsewhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from cvpress.errors import Problem
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.filename import PLACEHOLDERS, filled, form_fault
from cvpress.profile.nodes import Mapping, Node, Scalar, Sequence

_NOTHING = Mapping.__new__(Mapping)


def faults(top: Mapping) -> Iterator[Problem]:
    """All of it, in no order."""
    for document in _within(top, "documents").values():
        if isinstance(document, Mapping):
            yield from _selections(_listed(document.get("sections")), _within(top, "sections"))
    yield from _unknown_parts(top)
    yield from _names(top)
    yield from _files(top)


def _within(node: Node, name: str) -> Mapping:
    found = node.get(name) if isinstance(node, Mapping) else None
    return found if isinstance(found, Mapping) else _NOTHING


def _listed(node: Node | None) -> tuple[Node, ...]:
    """The items of a list, or the value that stands for a list of one."""
    return tuple(node) if isinstance(node, Sequence) else (node,) if isinstance(node, Scalar) else ()


def _selections(chosen: tuple[Node, ...], sections: Mapping) -> Iterator[Problem]:
    """The sections that a document names exist, each once, with the tags and keys it asks for."""
    seen: set[str] = set()
    for one in chosen:
        name = one.get("section") if isinstance(one, Mapping) else one
        if not isinstance(name, Scalar):
            continue
        if name not in sections:
            advice = did_you_mean(name, list(sections), "the sections are")
            yield Problem(f"there is no section '{name}'", name.spot, advice, "unknown-section")
        elif name in seen:
            message = f"the section '{name}' is named twice in one document"
            yield Problem(message, name.spot, "name it once, with all tags or keys", "repeated-section")
        elif isinstance(one, Mapping):
            yield from _selected(one, name, sections[name])
        seen.add(name)


def _selected(selection: Mapping, name: str, section: Node) -> Iterator[Problem]:
    entries = [
        entry
        for part in (section, *_listed(section.get("groups") if isinstance(section, Mapping) else None))
        for entry in _listed(part.get("entries") if isinstance(part, Mapping) else None)
        if isinstance(entry, Mapping)
    ]
    for field, own in (("tags", "tags"), ("keys", "key")):
        known = dict.fromkeys(word for entry in entries for word in _listed(entry.get(own)) if isinstance(word, str))
        for word in _listed(selection.get(field)):
            if isinstance(word, Scalar) and word not in known:
                advice = did_you_mean(word, list(known), "there are") if known else f"give an entry '{own}: {word}'"
                message = f"no entry of '{name}' has the {field.removesuffix('s')} '{word}'"
                yield Problem(message, word.spot, advice, "unknown-tag")


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
    """File names that can be made, and no two PDFs of one name; a file system may not know A from a."""
    taken: dict[str, str] = {}
    person = _within(top, "name")
    for part in ("documents", "packets"):
        for name, node in _within(top, part).items():
            form = node.get("filename") if isinstance(node, Mapping) else None
            form = form if isinstance(form, Scalar) else None
            spot = form.spot if form else _within(top, part).key_spot(name)
            if form and (fault := form_fault(form)):
                yield Problem(fault, spot, rule="bad-filename")
                continue
            values = dict.fromkeys(PLACEHOLDERS, "") | {"person": "\0", "document": name}
            values |= {key: str(person[key]) for key in ("given", "family") if isinstance(person.get(key), Scalar)}
            values |= {"template": str(node["template"])} if isinstance(node, Mapping) and "template" in node else {}
            file = filled(form, values)
            folded = unicodedata.normalize("NFC", file).casefold()
            if folded in taken:
                message = f"'{taken[folded]}' and '{name}' would both be written to '{file}.pdf'"
                yield Problem(message, spot, "give one of them another name or filename", "same-file")
            taken.setdefault(folded, name)
