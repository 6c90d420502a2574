"""A whole profile: name, contacts, sections, documents, packets. In: one YAML file; out: a frozen `Profile`.

The models validate and publish the JSON Schema (`schema.py`). `load` reports every problem of a file at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, PrivateAttr, ValidationError

from cvpress.errors import Problem, ProfileError
from cvpress.profile import checks as switches
from cvpress.profile import cslfile, letterfile, references, sources, yamlfile
from cvpress.profile.base import Model, OneOrMore
from cvpress.profile.checks import ChecksField
from cvpress.profile.complaints import complaints, in_order
from cvpress.profile.heap import collecting
from cvpress.profile.languages import Language
from cvpress.profile.letter import Letter
from cvpress.profile.lists import People, Select
from cvpress.profile.matching import Identity, identity
from cvpress.profile.networks import Accounts
from cvpress.profile.nodes import Mapping
from cvpress.profile.reading import Reading
from cvpress.profile.section import Section
from cvpress.profile.values import (
    EmailField,
    FileField,
    LineField,
    NameParts,
    TextField,
    UrlField,
    VerbatimField,
    as_text,
)

# A key that keeps its place, for messages about an option or a section that does not exist.
KeyField = Annotated[str, Reading(lambda value: as_text(value, "a name"), {"type": "string"})]


class Name(Model):
    """`native` is the name in its own script; `aliases` are other forms under which publications list the person."""

    noun = "a name"
    given: LineField
    family: LineField | None = None
    suffix: LineField | None = None
    native: VerbatimField | None = None
    aliases: tuple[str, ...] = ()

    @property
    def full(self) -> str:
        """Given and family name, as metadata and running feet have it."""
        return " ".join(part.plain for part in (self.given, self.family) if part)

    @property
    def identity(self) -> Identity:
        """By what authors are told to be this person."""
        given, family, suffix = (part.plain if part else "" for part in (self.given, self.family, self.suffix))
        words = family.split()
        at = next((i for i, word in enumerate(words) if not word[:1].islower()), 0)
        parts = NameParts(given if family else "", " ".join(words[:at]), " ".join(words[at:]) or given, suffix)
        return identity(parts, (*((self.native.plain,) if self.native else ()), *self.elsewhere, *self.aliases))

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The name in each language in which it is given, family name first."""
        families = dict(self.family.translations) if self.family else {}
        return tuple(f"{families[tag].plain}, {one.plain}" for tag, one in self.given.translations if tag in families)


class Photo(Model):
    """`file` lies in the profile's folder; a caption may stand without a picture."""

    noun = "a photo"
    file: FileField | None = None
    caption: TextField | None = None


class Contact(Model):
    noun = "contact"
    address: OneOrMore[LineField] = ()
    phones: OneOrMore[VerbatimField] = Field((), alias="phone")
    emails: OneOrMore[EmailField] = ()
    homepage: UrlField | None = None
    profiles: Accounts | None = None


class Terms(Model):
    """The person's own words for what templates print in front of a field; some have one for several people too."""

    noun = "terms"
    present: TextField | None = None
    advisor: TextField | None = None
    advisors: TextField | None = None
    co_advisors: TextField | None = None
    mentor: TextField | None = None
    mentors: TextField | None = None
    committee: TextField | None = None
    thesis: TextField | None = None
    instructor: TextField | None = None
    instructors: TextField | None = None
    acceptance_rate: TextField | None = None
    phone: TextField | None = None
    email: TextField | None = None
    homepage: TextField | None = None
    score: TextField | None = None
    enclosure: TextField | None = None
    enclosures: TextField | None = None


class Selection(Select):
    """A section that a document prints: all of it, or the entries that are meant, at most `limit` of each list."""

    noun = "a selected section"
    shorthand = "section"
    section: KeyField
    title: TextField | None = None
    limit: int | None = Field(None, ge=1)


class Limit(Model):
    noun = "a limit"
    pages: int | None = Field(None, ge=1)
    megabytes: int | None = Field(None, ge=1)


class Document(Model):
    """One PDF wanted of a profile. Without `sections` it prints all of them, in the profile's order; a letter none.

    `filename` may hold the placeholders {given}, {family}, {document}, {template} and {person}. With `fit` it is set a
    little smaller when its last page is nearly empty. With `attach_profile` the PDF carries what it prints of the
    profile.
    """

    noun = "a document"
    template: VerbatimField
    kind: Literal["cv", "statement", "letter"] = "cv"
    letter: Letter | None = None
    title: TextField | None = None
    language: Language = "en-US"
    filename: VerbatimField | None = None
    options: dict[KeyField, VerbatimField] = Field(default_factory=dict)
    sections: tuple[Selection, ...] = ()
    limit: Limit = Limit()
    fit: bool = False
    private: bool = False
    attach_profile: bool = False
    checks: ChecksField = Field(default_factory=dict)

    @property
    def sort(self) -> str:
        """Its kind; one that has a letter is a letter."""
        return "letter" if self.letter else self.kind

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:
        """A letter, and nothing else, has a letter; checks are those that there are."""
        yield from super().faults(node)
        yield from switches.faults(node)
        kind = node.get("kind")
        if kind == "letter" and "letter" not in node:
            advice = "add 'letter:' with its fields or the name of its file"
            yield Problem("a document of kind 'letter' needs 'letter'", node.key_spot("kind"), advice, "missing-field")
        if "letter" in node and kind in ("cv", "statement"):
            message = f"a document of kind '{kind}' has a letter"
            yield Problem(message, node.key_spot("letter"), "write 'kind: letter', or delete the kind", "bad-value")


class Profile(Model):
    """All that one person says. `schema: 1` is the version of this interface; `checks` hold for all documents."""

    noun = "a profile"
    version: Literal["1"] = Field(alias="schema")
    name: Name
    headline: TextField | None = None
    motto: TextField | None = None
    photo: Photo | None = None
    contact: Contact = Contact()
    terms: Terms = Terms()
    people: tuple[People, ...] = ()
    sections: dict[str, Section]
    documents: dict[str, Document] = Field(min_length=1)
    packets: dict[str, Annotated[tuple[VerbatimField, ...], Field(min_length=1)]] = Field(default_factory=dict)
    checks: ChecksField = Field(default_factory=dict)
    _findings: tuple[sources.Finding, ...] = PrivateAttr(())

    @property
    def findings(self) -> tuple[Problem, ...]:
        """Warnings about the sources of its sections, each once; of a tailored profile, of those it still has."""
        return tuple(dict.fromkeys(one.problem for one in self._findings if one.section in self.sections))

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:
        """What documents and packets name must exist, and no two PDFs may have one name."""
        yield from super().faults(node)
        yield from references.faults(node)
        yield from switches.faults(node)


def load(path: Path, shown: Path | None = None, cache: Path | None = None) -> Profile:
    """Read and validate one profile; `shown` is the path that messages name. Raises ProfileError with every problem.

    `cache` is a folder of this user's alone, in which what was read from its sources is kept.
    """
    return parse(yamlfile.content(path, shown), shown or path, path.parent, cache)


def parse(raw: bytes, shown: Path, folder: Path | None = None, cache: Path | None = None) -> Profile:
    """The same for bytes already read; letters, publications and styles of their own files are read from `folder`."""
    with collecting(False):
        return _parsed(raw, shown, folder, cache)


def _parsed(raw: bytes, shown: Path, folder: Path | None, cache: Path | None) -> Profile:
    top, refused = yamlfile.collect(raw, shown)
    found: list[Problem] = list(refused)
    placed = sources.Placed()
    if folder:
        found += letterfile.put_in_place(top, folder, shown.parent)
        placed = sources.put_in_place(top, folder, shown.parent, cache)
        found += placed.errors
        found += cslfile.put_in_place(top, folder, shown.parent)
    try:
        profile = Profile.model_validate(top, context=found)
    except ValidationError as error:
        raise ProfileError(*_told_once((*found, *complaints(error, top, Profile)))) from None
    if found:
        raise ProfileError(*_told_once(found))
    profile._findings = tuple(placed.findings)  # noqa: SLF001  # a model of this very module
    return profile


def _told_once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """In the order of the file. A value left out is told as that, not also as what its field makes of nothing."""
    told: list[Problem] = []
    for problem in in_order(problems):
        same = told and told[-1].rule == "empty-value" and told[-1].spot == problem.spot
        if not same or problem.rule == "unknown-field":
            told.append(problem)
    return tuple(told)
