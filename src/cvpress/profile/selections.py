"""What selections name must exist: sections, tags, keys. In: the nodes of a profile; out: what does not."""

from __future__ import annotations

from collections.abc import Iterator

from cvpress.errors import Problem
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.listfaults import people_faults
from cvpress.profile.matching import identity
from cvpress.profile.nodes import Mapping, Node, Scalar, Sequence
from cvpress.profile.values import MARKS, Person


def selection_faults(top: Mapping) -> Iterator[Problem]:
    """Of all documents and sections."""
    sections, documents = (node if isinstance(node, Mapping) else None for node in map(top.get, _PARTS))
    for name, section in (sections or {}).items():
        if isinstance(section, Mapping):
            yield from _of_section(name, section, top.get("people"))
    for document in (documents or {}).values():
        if isinstance(document, Mapping) and sections is not None:
            yield from _of_document(listed(document.get("sections")), sections)
    yield from people_faults(listed(top.get("people")), None)


_PARTS = ("sections", "documents")


def listed(node: Node | None) -> tuple[Node, ...]:
    """The items of a list, or the value that stands for a list of one."""
    return tuple(node) if isinstance(node, Sequence) else (node,) if isinstance(node, Scalar) else ()


def _of_section(name: str, section: Mapping, people: Node | None) -> Iterator[Problem]:
    """Its own selection, those of its groups, and marks that the profile's people have another meaning for."""
    groups = [group for group in listed(section.get("groups")) if isinstance(group, Mapping)]
    for part in (section, *groups):
        select = part.get("select")
        if isinstance(select, Mapping):
            yield from _exists(select, name, section)
    marks = section.get("marks")
    everybody = (*listed(people), *listed(section.get("people")))
    yield from people_faults(everybody, marks if isinstance(marks, Mapping) else None)
    yield from _strangers(everybody, entries_of(section))


def _strangers(people: tuple[Node, ...], entries: tuple[Mapping, ...]) -> Iterator[Problem]:
    """Authors who carry the mark of these people, and are none of them: the legend would be wrong of them."""
    known = {
        str(one["mark"]): [identity(None, [str(name)]) for name in listed(one.get("names"))]
        for one in people
        if isinstance(one, Mapping) and isinstance(one.get("mark"), Scalar)
    }
    for author in (author for entry in entries for author in listed(entry.get("authors")) if known):
        bare = str(author).rstrip(MARKS)
        for mark in str(author)[len(bare) :]:
            if mark in known and not any(one.score(Person(bare.strip())) for one in known[mark]):
                message = f"'{author}' carries the mark '{mark}', but is not among the people whom it marks"
                advice = "add the name to theirs, or give the people another mark"
                yield Problem(message, author.spot, advice, "repeated-mark")


def _of_document(chosen: tuple[Node, ...], sections: Mapping) -> Iterator[Problem]:
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
            yield from _exists(one, name, sections[name])
        seen.add(name)


def _exists(selection: Mapping, name: str, section: Node) -> Iterator[Problem]:
    entries = entries_of(section)
    for field, own in (("tags", "tags"), ("keys", "key")):
        if field not in selection:
            continue
        known = dict.fromkeys(word for entry in entries for word in listed(entry.get(own)) if isinstance(word, str))
        for word in listed(selection.get(field)):
            if isinstance(word, Scalar) and word not in known:
                advice = did_you_mean(word, list(known), "there are") if known else f"give an entry '{own}: {word}'"
                message = f"no entry of '{name}' has the {field.removesuffix('s')} '{word}'"
                yield Problem(message, word.spot, advice, "unknown-tag")


def entries_of(section: Node) -> tuple[Mapping, ...]:
    """The entries of a section and of its groups."""
    return tuple(
        entry
        for part in (section, *listed(section.get("groups") if isinstance(section, Mapping) else None))
        for entry in listed(part.get("entries") if isinstance(part, Mapping) else None)
        if isinstance(entry, Mapping)
    )
