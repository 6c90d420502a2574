"""A whole profile: name, contacts, sections, documents, packets. In: one YAML file; out: a frozen `Profile`.

The models validate and publish the JSON Schema (`schema.py`). `load` reports every problem of a file at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, PlainValidator, ValidationError, WithJsonSchema

from cvpress.errors import Problem, ProfileError, Spot
from cvpress.profile import yamlfile
from cvpress.profile.base import Model, OneOrMore
from cvpress.profile.complaints import complaints, did_you_mean
from cvpress.profile.networks import Accounts
from cvpress.profile.section import Section
from cvpress.profile.values import EmailField, TextField, UrlField, VerbatimField
from cvpress.profile.yamlfile import Scalar

# A key that keeps its place, for messages about an option or a section that does not exist.
KeyField = Annotated[str, PlainValidator(lambda value: value), WithJsonSchema({"type": "string"})]


class Name(Model):
    """`native` is the name in its own script; `aliases` are other forms under which publications list the person."""

    noun = "a name"
    given: VerbatimField
    family: VerbatimField | None = None
    suffix: VerbatimField | None = None
    native: VerbatimField | None = None
    aliases: tuple[str, ...] = ()

    @property
    def full(self) -> str:
        """Given and family name, as metadata and running feet have it."""
        return " ".join(part.plain for part in (self.given, self.family) if part)


class Photo(Model):
    """`file` lies in the profile's folder; a caption may stand without a picture."""

    noun = "a photo"
    file: VerbatimField | None = None
    caption: TextField | None = None


class Contact(Model):
    noun = "contact"
    address: OneOrMore[VerbatimField] = ()
    phones: OneOrMore[VerbatimField] = Field((), alias="phone")
    emails: OneOrMore[EmailField] = ()
    homepage: UrlField | None = None
    profiles: Accounts | None = None


class Terms(Model):
    """The person's own words for what templates print in front of a field; singular, or with (s) handled by two fields."""

    noun = "terms"
    present: str | None = None
    advisor: str | None = None
    advisors: str | None = None
    co_advisors: str | None = None
    mentor: str | None = None
    mentors: str | None = None
    committee: str | None = None
    thesis: str | None = None
    instructor: str | None = None
    instructors: str | None = None
    acceptance_rate: str | None = None
    phone: str | None = None
    email: str | None = None
    homepage: str | None = None
    score: str | None = None


class Selection(Model):
    """A section that a document prints: all of it, or the entries with one of `tags` or `keys`, at most `limit` a list."""

    noun = "a selected section"
    shorthand = "section"
    section: KeyField
    title: TextField | None = None
    tags: OneOrMore[str] = ()
    keys: OneOrMore[str] = ()
    limit: int | None = Field(None, ge=1)


class Limit(Model):
    noun = "a limit"
    pages: int | None = Field(None, ge=1)


class Document(Model):
    """One PDF wanted of a profile. Without `sections` it prints all of them, in the profile's order."""

    noun = "a document"
    template: VerbatimField
    kind: Literal["cv", "statement"] = "cv"
    title: TextField | None = None
    language: Literal["en-US", "en-GB"] = "en-US"
    filename: VerbatimField | None = None
    options: dict[KeyField, VerbatimField] = Field(default_factory=dict)
    sections: tuple[Selection, ...] = ()
    limit: Limit = Limit()
    private: bool = False


class Profile(Model):
    """All that one person says. `schema: 1` is the version of this interface."""

    noun = "a profile"
    version: Literal["1"] = Field(alias="schema")
    name: Name
    headline: TextField | None = None
    motto: TextField | None = None
    photo: Photo | None = None
    contact: Contact = Contact()
    terms: Terms = Terms()
    sections: dict[str, Section]
    documents: dict[str, Document] = Field(min_length=1)
    packets: dict[str, tuple[VerbatimField, ...]] = Field(default_factory=dict)


def load(path: Path, shown: Path | None = None) -> Profile:
    """Read and validate one profile; `shown` is the path that messages name. Raises ProfileError with every problem."""
    top = yamlfile.read(path, shown)
    try:
        profile = Profile.model_validate(top)
    except ValidationError as error:
        raise ProfileError(*complaints(error, top, Profile)) from None
    if problems := (*_unknown_sections(profile), *_bad_names(top), *_unknown_parts(profile)):
        raise ProfileError(*problems)
    return profile


def _unknown_sections(profile: Profile) -> tuple[Problem, ...]:
    known = list(profile.sections)
    return tuple(
        Problem(
            f"there is no section '{chosen.section}'",
            _place(chosen.section) or chosen.spot,
            did_you_mean(chosen.section, known, "the sections are"),
            "unknown-section",
        )
        for document in profile.documents.values()
        for chosen in document.sections
        if chosen.section not in known
    )


def _unknown_parts(profile: Profile) -> tuple[Problem, ...]:
    known = list(profile.documents)
    return tuple(
        Problem(
            f"the packet '{name}' names '{part.plain}', which is neither a document nor a PDF file",
            part.spot,
            did_you_mean(part.plain, known, "the documents are"),
            "unknown-document",
        )
        for name, parts in profile.packets.items()
        for part in parts
        if part.plain not in known and not part.plain.lower().endswith(".pdf")
    )


def _bad_names(top: yamlfile.Mapping) -> tuple[Problem, ...]:
    """Names of documents and packets become file names: word characters and hyphens, and no name twice."""
    seen: set[str] = set()
    found: list[Problem] = []
    for part in ("documents", "packets"):
        names = top.get(part)
        for name in names if isinstance(names, yamlfile.Mapping) else ():
            if not name.replace("-", "").replace("_", "").isalnum():
                found.append(
                    Problem(f"'{name}' cannot name a file", _place(name), "use letters, digits, - and _", "bad-name")
                )
            elif name in seen:
                found.append(Problem(f"'{name}' names a document and a packet", _place(name), "rename one", "bad-name"))
            seen.add(name)
    return tuple(found)


def _place(key: str) -> Spot | None:
    return key.spot if isinstance(key, Scalar) else None
