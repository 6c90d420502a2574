"""The leaves of a profile: values that carry the place they were written at. In: scalars; out: frozen values.

Every leaf that a reader must find on the page is one of these types, and nothing else is: the proof that nothing was
lost walks a profile and asks for each of them (`leaves.py`). Keys, kinds and switches are plain `str`, `bool`, `int`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeVar

from pydantic_core import PydanticCustomError

from cvpress.errors import Spot
from cvpress.profile import dates, markup
from cvpress.profile.address import is_email, web_fault
from cvpress.profile.languages import TAG, is_several
from cvpress.profile.nodes import Made, Mapping, Scalar
from cvpress.profile.reading import Reading

# A YAML editor sees 2014 or 1.10 as numbers: they are texts here, and the schema must not underline them.
_SCALAR = {"type": ["string", "number", "boolean"]}


@dataclass(frozen=True, slots=True)
class Text:
    """Text in the Markdown inline subset; `source` as written, `nodes` as parsed.

    `translations`, by language: of a text in several, which is itself the first of them until a document chooses.
    """

    source: str
    nodes: markup.Nodes
    spot: Spot | None = field(default=None, compare=False)
    translations: tuple[tuple[str, Text], ...] = field(default=(), compare=False)

    @property
    def plain(self) -> str:
        return markup.plain(self.nodes)


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Characters printed exactly as written: names, numbers, addresses. `translations` as of `Text`."""

    plain: str
    spot: Spot | None = field(default=None, compare=False)
    translations: tuple[tuple[str, Verbatim], ...] = field(default=(), compare=False)

    @property
    def nodes(self) -> markup.Nodes:
        return markup.text(self.plain)


@dataclass(frozen=True, slots=True)
class Email(Verbatim):
    @property
    def target(self) -> str:
        return f"mailto:{self.plain}"


@dataclass(frozen=True, slots=True)
class Url:
    """A web address: found again in the PDF as a link target; whether it is printed too is the template's choice."""

    target: str
    spot: Spot | None = field(default=None, compare=False)

    @property
    def shown(self) -> str:
        """As a careful typographer prints it: without the scheme and a lone closing slash."""
        bare = re.sub(r"^https?://", "", self.target)
        return bare[:-1] if bare.endswith("/") and bare.count("/") == 1 else bare


MARKS = "*†‡§¶‖"


@dataclass(frozen=True, slots=True)
class NameParts:
    """A name in the parts that BibTeX and CSL know. A group of people is all `family`."""

    given: str
    particle: str
    family: str
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody's name as printed, and the marks behind it (equal contribution and the like).

    `parts`: what a bibliography knows of the name; of a name written in YAML, `names.split` finds them.
    """

    plain: str
    marks: str = ""
    spot: Spot | None = field(default=None, compare=False)
    parts: NameParts | None = field(default=None, compare=False)

    @property
    def nodes(self) -> markup.Nodes:
        return (*markup.text(self.plain), *markup.styled("sup", markup.text(self.marks)))

    @property
    def is_others(self) -> bool:
        """Whether this is no person but the "et al." at the end of a list."""
        return self.plain.startswith("et al")


@dataclass(frozen=True, slots=True)
class Others(Person):
    """In a shortened list of authors, those who are not named: `plain` is "et al.", or "…" inside the list."""

    count: int = 0

    @property
    def is_others(self) -> bool:
        return self.plain != "\u2026"


@dataclass(frozen=True, slots=True)
class FileName:
    """The name of a file beside the profile; no content, so nobody looks for it on the page."""

    plain: str
    spot: Spot | None = field(default=None, compare=False)


def as_text(value: object, what: str = "a text") -> str:
    """`value` when it is a text that says something. Raises PydanticCustomError; `complaints` adds the field's name."""
    if isinstance(value, str):
        if not value.strip():
            raise PydanticCustomError("empty", "empty")
        return value
    raise PydanticCustomError("not-text", "must be {what}", {"what": what})


def _spot(value: object) -> Spot | None:
    return value.spot if isinstance(value, Scalar) else None


def _text(value: object) -> Text:
    if isinstance(value, Made) and isinstance(value.value, Text):
        return value.value
    source = as_text(value)
    try:
        return Text(source, markup.parse(source), _spot(value))
    except markup.MarkupError as error:
        raise PydanticCustomError("markup", "{message}", {"message": str(error)}) from None


Worded = TypeVar("Worded", Text, Verbatim)


def _in_languages(convert: Callable[[object], Worded]) -> Callable[[object], Worded]:
    """`convert` for a text that may be a mapping of languages to texts."""

    def read(value: object) -> Worded:
        if not isinstance(value, Mapping) or not is_several(value):
            return convert(value)
        several = tuple((str(tag), convert(text)) for tag, text in value.items())
        return replace(several[0][1], spot=value.spot, translations=several)

    return read


def _verbatim(value: object) -> Verbatim:
    return Verbatim(" ".join(as_text(value).split()), _spot(value))


def _file(value: object) -> FileName:
    return FileName(as_text(value, "a file name").strip(), _spot(value))


def _email(value: object) -> Email:
    address = as_text(value, "an e-mail address").strip()
    if not is_email(address):
        context = {"address": address, "advice": "write it like name@example.org"}
        raise PydanticCustomError("email", "'{address}' is not an e-mail address", context)
    return Email(address, _spot(value))


def _url(value: object) -> Url:
    address = as_text(value, "a web address").strip()
    if fault := web_fault(address):
        bare = ":" not in address and "." in address and not web_fault(f"https://{address}")
        advice = f"did you mean 'https://{address}'?" if bare else "write it like https://example.org/page"
        context = {"address": address, "fault": fault, "advice": advice}
        raise PydanticCustomError("url", "'{address}' is not a web address: {fault}", context)
    return Url(address, _spot(value))


def _person(value: object) -> Person:
    if isinstance(value, Made) and isinstance(value.value, Person):
        return value.value
    name = " ".join(as_text(value, "a name").split())
    bare = name.rstrip(MARKS)
    if not bare:
        context = {"name": name, "advice": "write the name in front of it"}
        raise PydanticCustomError("name", "'{name}' is a mark without a name", context)
    return Person(bare.rstrip(), name[len(bare) :], _spot(value))


def _date(value: object) -> dates.Date:
    try:
        return dates.parse(value)
    except dates.DateError as error:
        raise PydanticCustomError("date", "{message}", {"message": str(error)}) from None


def _leaf(convert: Callable[[object], object], **schema: object) -> Reading:
    return Reading(convert, {**_SCALAR, **schema})


_DATE_SCHEMA = {
    "anyOf": [
        {"type": ["string", "integer"], "pattern": r"^([0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?|present)$"},
        {
            "type": "object",
            "properties": {"text": {"type": "string"}},
            "required": ["text"],
            "additionalProperties": False,
        },
    ]
}

SEVERAL: dict[str, Any] = {
    "anyOf": [
        _SCALAR,
        {"type": "object", "patternProperties": {TAG: _SCALAR}, "additionalProperties": False, "minProperties": 2},
    ]
}
TextField = Annotated[Text, Reading(_in_languages(_text), SEVERAL)]
VerbatimField = Annotated[Verbatim, _leaf(_verbatim)]
LineField = Annotated[Verbatim, Reading(_in_languages(_verbatim), SEVERAL)]
"""A name or a line of an address: verbatim, in several languages."""
EmailField = Annotated[Email, _leaf(_email, type="string", format="email")]
UrlField = Annotated[Url, _leaf(_url, type="string", pattern="^https?://")]
PersonField = Annotated[Person, _leaf(_person, type="string")]
FileField = Annotated[FileName, _leaf(_file, type="string")]
DateField = Annotated[dates.Date, Reading(_date, _DATE_SCHEMA)]
