"""A tailored profile -> a profile.yaml that says what one document prints, and nothing more. In: models; out: YAML.

It travels inside the PDF. Whoever reads it back builds the same document again, pictures apart. What is never printed
stays out: keys, tags, other documents and packets, aliases that no author of this document goes by.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import yaml

from cvpress.profile.base import Model
from cvpress.profile.blocks import Block
from cvpress.profile.dates import Date
from cvpress.profile.leaves import leaves
from cvpress.profile.lists import Metrics
from cvpress.profile.markdown import markdown
from cvpress.profile.model import Document, Profile
from cvpress.profile.section import Section
from cvpress.profile.values import Person, Text, Url, Verbatim

_UNPRINTED = frozenset({"key", "tags", "private", "selected", "source", "overlay", "select", "aliases", "sections"})
_LIKE_A_BLOCK = re.compile(r"[#>|+=`~!-]|[*_]\s|\d{1,9}[.)]\s")


def written(profile: Profile, name: str, document: Document) -> str:
    """The YAML of what `document`, called `name`, prints of the tailored and translated `profile`."""
    content: dict[str, object] = {"schema": profile.version}
    for field in ("name", "headline", "motto", "photo", "contact", "terms"):
        said = _data(getattr(profile, field))
        if field == "name" and isinstance(said, dict) and (aliases := [*_used(profile)]):
            said["aliases"] = aliases
        if said:
            content[field] = said
    content["sections"] = {str(key): _data(_ungrouped(section)) for key, section in profile.sections.items()}
    content["documents"] = {name: _data(document)}
    return yaml.dump(content, Dumper=_DUMPER, allow_unicode=True, sort_keys=False, width=110)


def _ungrouped(section: Section) -> Section:
    """A section whose groups were made by `group_by`, with its entries as a list again: reading makes the groups.

    Those of tags stay, since tags are not printed.
    """
    if not section.group_by:
        return section
    if section.group_by == "tag":
        return section.model_copy(update={"group_by": None})
    entries = tuple(entry for group in section.all_groups for entry in group.entries)
    return section.model_copy(update={"entries": entries, "groups": ()})


_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # the same text from C, in a tenth of the time


def _used(profile: Profile) -> Iterator[str]:
    printed = {leaf.value.plain for leaf in leaves(profile) if isinstance(leaf.value, Person)}
    return (alias for alias in profile.name.aliases if alias in printed)


def _data(value: object) -> object:
    """`value` in the types of YAML; nothing for what is left out."""
    if isinstance(value, Model):
        return {key: said for key, said in _fields(value) if said not in (None, {}, [])}
    if isinstance(value, tuple):
        blocks = [item for item in value if isinstance(item, Block)]
        return "\n\n".join(map(_block, blocks)) if blocks else [_data(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _data(item) for key, item in value.items()}
    if isinstance(value, str):
        return str(value)  # a key that knows its place is no plain one
    return value if isinstance(value, int) else _leaf(value)


def _leaf(value: object) -> object:
    if isinstance(value, Text):
        return markdown(value.nodes)
    if isinstance(value, Person):
        return value.plain + value.marks
    if isinstance(value, Date):
        return {"text": value.text} if value.is_free else value.text
    if isinstance(value, Url):
        return value.target
    return value.plain if isinstance(value, Verbatim) else None  # a file is not in the PDF


def _fields(model: Model) -> Iterable[tuple[str, object]]:
    for name, info in type(model).model_fields.items():
        value = getattr(model, name)
        unprinted = name in _UNPRINTED and not isinstance(model, Metrics)  # whose source is printed
        if not unprinted and (info.is_required() or value != info.get_default(call_default_factory=True)):
            yield info.alias or name, _data(value)


def _block(block: Block) -> str:
    if block.shape == "paragraph":
        text = markdown(block.texts[0].nodes)
        return re.sub(r"^(\d{0,9})(.)", r"\1\\\2", text) if _LIKE_A_BLOCK.match(text) else text
    marks = ("- " if block.shape == "bullets" else f"{number}. " for number, _ in enumerate(block.texts, 1))
    return "\n".join(mark + markdown(text.nodes) for mark, text in zip(marks, block.texts, strict=True))
