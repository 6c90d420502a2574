"""Sections and groups: ordered, titled parts of a CV. In: nodes; out: frozen models, entries of the section's kind.

A section has one kind; a group may have another. The kind is handed down to the entries as a tag before they are
validated, so nothing is guessed from which keys are present.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from pydantic import Discriminator, Field, Tag, WithJsonSchema, model_validator

from cvpress.errors import Problem
from cvpress.profile import kinds
from cvpress.profile.base import Model, OneOrMore, Tagged
from cvpress.profile.listfaults import group_faults, list_faults
from cvpress.profile.lists import Grouping, GroupSelect, Metrics, Numbering, Order, People, Select
from cvpress.profile.nodes import Mapping, Node, Scalar, Sequence
from cvpress.profile.styles import StyleField
from cvpress.profile.values import FileField, TextField
from cvpress.profile.works import PublicationType

Kind = Literal[
    "text", "position", "education", "project", "publication", "patent", "talk", "award", "grant", "teaching",
    "supervision", "service", "press", "news", "reference", "skill", "language", "certificate", "membership", "item",
    "line",
]  # fmt: skip
DateStyle = Literal["iso", "short", "long", "numeric", "year"]


def _kind_of(value: object) -> str | None:
    """The tag that the section handed down; an entry made in memory has its own class's."""
    if isinstance(value, Tagged):
        return value.kind
    return next((name for name, model in kinds.KINDS.items() if type(value) is model), None)


AnyEntry = Annotated[
    Annotated[kinds.Paragraph, Tag("text")]
    | Annotated[kinds.Position, Tag("position")]
    | Annotated[kinds.Education, Tag("education")]
    | Annotated[kinds.Project, Tag("project")]
    | Annotated[kinds.Publication, Tag("publication")]
    | Annotated[kinds.Patent, Tag("patent")]
    | Annotated[kinds.Talk, Tag("talk")]
    | Annotated[kinds.Award, Tag("award")]
    | Annotated[kinds.Grant, Tag("grant")]
    | Annotated[kinds.Teaching, Tag("teaching")]
    | Annotated[kinds.Supervision, Tag("supervision")]
    | Annotated[kinds.Service, Tag("service")]
    | Annotated[kinds.Press, Tag("press")]
    | Annotated[kinds.News, Tag("news")]
    | Annotated[kinds.Reference, Tag("reference")]
    | Annotated[kinds.Skill, Tag("skill")]
    | Annotated[kinds.Language, Tag("language")]
    | Annotated[kinds.Certificate, Tag("certificate")]
    | Annotated[kinds.Membership, Tag("membership")]
    | Annotated[kinds.Item, Tag("item")]
    | Annotated[kinds.Line, Tag("line")],
    Discriminator(_kind_of),
]


# Put into the entries before a model sees them (`sources.py`); declared for the schema, which `schema.py` completes.
Overlay = Annotated[object, WithJsonSchema({"type": "object"})]


def _tag_entries(node: Mapping, kind: str) -> Mapping:
    """A copy of a section's or group's node whose entries carry `kind`."""
    entries = node.get("entries")
    if not isinstance(entries, Sequence):
        return node
    made = Mapping(node.spot)
    made.update(node)
    tagged = Sequence(entries.spot)
    tagged.extend(Tagged(kind, entry) for entry in entries)  # type: ignore[misc]  # consumed by pydantic alone
    made["entries"] = tagged
    return made


class Group(Model):
    """A titled list inside a section: entries of its own, and those that `select` draws from the section's.

    `type` is that of its entries that say none.
    """

    noun = "a group"
    title: TextField | None = None
    kind: Kind | None = None
    type: PublicationType | None = None
    select: GroupSelect | None = None
    number: Numbering | None = None
    number_format: str | None = None
    source: OneOrMore[FileField] = ()
    overlay: Overlay = None
    entries: tuple[AnyEntry, ...] = ()


def _empty(model: type[Model], node: Mapping, *names: str) -> Iterator[Problem]:
    """A title above nothing would not be printed. Not told of `entries: []`, nor beside a key that may be misspelt."""
    if not node.keys() & {*names, "source"} and not node.keys() - set(model.known()):
        advice = f"write its {' or '.join(names)}, or delete it"
        yield Problem(f"{model.noun} without {' or '.join(names)} prints nothing", node.spot, advice, "missing-field")


class Section(Model):
    """One part of the CV.

    `number` counts entries up or down through all groups, or anew per group; `number_format` holds `{n}`, and `{type}`
    for the letter of a publication's type. `style` is how publications are set, `date_style` overrides the template's,
    `marks` is the legend of marks behind authors' names, `people` are authors who get one. At most `et_al` authors are
    named. `counts` prints how many publications of each type there are. `source` names files whose publications follow
    its own entries, `overlay` adds to them by citation key. A title left out comes from the language; `untitled` prints
    none.
    """

    noun = "a section"
    title: TextField | None = None
    untitled: bool = False
    kind: Kind
    epigraph: TextField | None = None
    note: TextField | None = None
    style: StyleField | None = None
    select: Select | None = None
    sort: Order = "file"
    group_by: Grouping | None = None
    number: Numbering = "none"
    number_format: str | None = None
    et_al: int | None = Field(None, ge=1)
    people: tuple[People, ...] = ()
    counts: bool = False
    metrics: Metrics | None = None
    date_style: DateStyle | None = None
    marks: dict[str, TextField] = Field(default_factory=dict)
    source: OneOrMore[FileField] = ()
    overlay: Overlay = None
    entries: tuple[AnyEntry, ...] = ()
    groups: tuple[Group, ...] = ()

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:
        """It prints something, does not both have and hide a title, and explains marks that can be marks."""
        yield from super().faults(node)
        yield from _empty(cls, node, "entries", "groups")
        yield from list_faults(node)
        groups = node.get("groups")
        for group in groups if isinstance(groups, Sequence) else ():
            if isinstance(group, Mapping):
                yield from _empty(Group, group, "entries", "select")
                yield from group_faults(group)
        if "title" in node and str(node.get("untitled", "")).lower() in ("true", "yes", "on"):
            message = "a section that is untitled has a title"
            yield Problem(message, node.key_spot("untitled"), "keep one of them", "bad-value")

    @model_validator(mode="before")
    @classmethod
    def _hand_down_kind(cls, value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        kind = value.get("kind")
        if not isinstance(kind, Scalar) or kind not in get_args(Kind):
            return _without(value, "entries", "groups")  # the kind itself is the problem to be told
        made = _tag_entries(value, kind)
        groups = made.get("groups")
        if isinstance(groups, Sequence):
            inner = Sequence(groups.spot)
            inner.extend(_tag_group(group, kind) for group in groups)
            whole = Mapping(made.spot)
            whole.update(made)
            whole["groups"] = inner
            made = whole
        return made

    @property
    def all_groups(self) -> tuple[Group, ...]:
        """The section's own entries as a first group without title, then its groups."""
        own = (Group.model_construct(entries=self.entries),) if self.entries else ()
        return (*own, *self.groups)


def _tag_group(group: Node, kind: str) -> Node:
    if not isinstance(group, Mapping):
        return group
    own = group.get("kind", kind)
    if not isinstance(own, Scalar) or own not in get_args(Kind):
        return _without(group, "entries")
    return _tag_entries(group, own)


def _without(node: Mapping, *names: str) -> Mapping:
    made = Mapping(node.spot)
    made.update((key, value) for key, value in node.items() if key not in names)
    return made
