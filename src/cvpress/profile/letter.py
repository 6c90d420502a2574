"""The letter of a document. In: nodes of the profile or of a Markdown file (`letterfile.py`); out: a `Letter`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from pydantic_core import CoreSchema

from cvpress.errors import Problem, Spot
from cvpress.profile import blocks
from cvpress.profile.base import Model, OneOrMore
from cvpress.profile.blocks import Block
from cvpress.profile.nodes import Mapping, Scalar
from cvpress.profile.reading import Reading
from cvpress.profile.values import DateField, FileField, TextField, VerbatimField, as_text

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue


def _body(value: object) -> tuple[Block, ...]:
    """What is wrong in it is told by `Letter.faults`, each at its own place."""
    text = as_text(value)
    return blocks.parse(text if isinstance(text, Scalar) else Scalar(text, Spot(Path(), 0)))[0]


BodyField = Annotated[tuple[Block, ...], Reading(_body, {"type": "string"})]


class Letter(Model):
    """What one letter says. `recipient` is printed line by line; `signature` is a picture above the name."""

    noun = "a letter"
    recipient: OneOrMore[VerbatimField] = ()
    date: DateField | None = None
    subject: TextField | None = None
    opening: TextField
    body: BodyField
    closing: TextField | None = None
    signature: FileField | None = None
    enclosures: OneOrMore[TextField] = Field(())

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:
        """What its body has that a letter cannot have."""
        yield from super().faults(node)
        body = node.get("body")
        if isinstance(body, Scalar):
            yield from blocks.parse(body)[1]

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """In the profile it may be the name of a Markdown file too."""
        made = handler(core)
        resolved = handler.resolve_ref_schema(made)
        whole = dict(resolved)
        resolved.clear()
        resolved["anyOf"] = [{"type": "string", "pattern": r"\.md$"}, whole]
        return made
