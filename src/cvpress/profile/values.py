"""The leaves of a profile: values that carry the place they were written at. In: scalars; out: frozen values.

Every leaf that a reader must find on the page is one of these types, and nothing else is: the proof that nothing was
lost walks a profile and asks for each of them (`leaves.py`). Keys, kinds and switches are plain `str`, `bool`, `int`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from cvpress.errors import Spot
from cvpress.profile import dates, markup
from cvpress.profile.yamlfile import Scalar

# A YAML editor sees 2014 or 1.10 as numbers: they are texts here, and the schema must not underline them.
_SCALAR = {"type": ["string", "number", "boolean"]}


@dataclass(frozen=True, slots=True)
class Text:
    """Text in the Markdown inline subset; `source` as written, `nodes` as parsed."""

    source: str
    nodes: markup.Nodes
    spot: Spot | None = field(default=None, compare=False)

    @property
    def plain(self) -> str:
        return markup.plain(self.nodes)


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Characters printed exactly as written: names, numbers, addresses."""

    plain: str
    spot: Spot | None = field(default=None, compare=False)

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
class Person:
    """Somebody's name as printed, and the marks behind it (equal contribution and the like)."""

    plain: str
    marks: str = ""
    spot: Spot | None = field(default=None, compare=False)

    @property
    def nodes(self) -> markup.Nodes:
        return (*markup.text(self.plain), *markup.styled("sup", markup.text(self.marks)))


def _scalar(value: object, what: str) -> str:
    if isinstance(value, str):
        if not value.strip():
            raise PydanticCustomError("empty", "{what} is empty; write it or delete the key", {"what": what})
        return value
    kind = "a list" if isinstance(value, list) else "a mapping"
    raise PydanticCustomError("not-text", "{what} is expected here, not {kind}", {"what": what, "kind": kind})


def _spot(value: object) -> Spot | None:
    return value.spot if isinstance(value, Scalar) else None


def _text(value: object) -> Text:
    source = _scalar(value, "a text")
    try:
        return Text(source, markup.parse(source), _spot(value))
    except markup.MarkupError as error:
        raise PydanticCustomError("markup", "{message}", {"message": str(error)}) from None


def _verbatim(value: object) -> Verbatim:
    return Verbatim(" ".join(_scalar(value, "a text").split()), _spot(value))


def _email(value: object) -> Email:
    address = _scalar(value, "an e-mail address").strip()
    if not re.fullmatch(r"[^@\s<>\"]+@[^@\s<>\"]+\.[^@\s<>\".]+", address):
        raise PydanticCustomError("email", "'{address}' is not an e-mail address", {"address": address})
    return Email(address, _spot(value))


def _url(value: object) -> Url:
    address = _scalar(value, "a web address").strip()
    if not re.fullmatch(r"https?://[^\s/]+(/\S*)?", address):
        raise PydanticCustomError(
            "url", "'{address}' is not a web address; it begins with https://", {"address": address}
        )
    return Url(address, _spot(value))


def _person(value: object) -> Person:
    name = " ".join(_scalar(value, "a name").split())
    bare = name.rstrip(MARKS)
    if not bare:
        raise PydanticCustomError("name", "'{name}' is a mark without a name", {"name": name})
    return Person(bare.rstrip(), name[len(bare) :], _spot(value))


def _date(value: object) -> dates.Date:
    try:
        return dates.parse(value)
    except dates.DateError as error:
        raise PydanticCustomError("date", "{message}", {"message": str(error)}) from None


def _leaf(convert: Callable[[object], object], **schema: object) -> tuple[Any, ...]:
    return PlainValidator(convert), WithJsonSchema({**_SCALAR, **schema})


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

TextField = Annotated[Text, *_leaf(_text)]
VerbatimField = Annotated[Verbatim, *_leaf(_verbatim)]
EmailField = Annotated[Email, *_leaf(_email, type="string", format="email")]
UrlField = Annotated[Url, *_leaf(_url, type="string", pattern="^https?://")]
PersonField = Annotated[Person, *_leaf(_person, type="string")]
DateField = Annotated[dates.Date, PlainValidator(_date), WithJsonSchema(_DATE_SCHEMA)]
