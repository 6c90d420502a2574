"""What every model of the profile shares: frozen, closed, and aware of where it was written.

In: nodes of `yamlfile`; out: pydantic models. How a pydantic error becomes a `Problem` is told in `complaints.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PrivateAttr,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from cvpress.errors import Spot
from cvpress.profile.yamlfile import Mapping, Node, Scalar, Sequence

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Tagged:
    """A node whose kind was said further up (by its section or group)."""

    kind: str
    node: Node


class Model(BaseModel):
    """Base of every model; `noun` names it in messages, `shorthand` is the field that a plain string may stand for."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)
    noun: ClassVar[str] = ""
    shorthand: ClassVar[str] = ""
    _spot: Spot | None = PrivateAttr(None)

    @property
    def spot(self) -> Spot | None:
        """Where its mapping begins in the YAML; None for a model made in memory."""
        return self._spot

    @model_validator(mode="wrap")
    @classmethod
    def _keep_spot(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if isinstance(value, Tagged):
            value = value.node
        if isinstance(value, Scalar) and cls.shorthand:
            mapping = Mapping(value.spot)
            mapping[Scalar(cls.shorthand, value.spot)] = value
            value = mapping
        made = handler(value)
        if isinstance(value, Mapping):
            made._spot = value.spot
        return made

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        made = handler(core)
        if cls.shorthand:
            resolved = handler.resolve_ref_schema(made)
            whole = dict(resolved)
            resolved.clear()
            resolved["anyOf"] = [{"type": ["string", "number", "boolean"]}, whole]
        return made


def _listed(value: object) -> object:
    if isinstance(value, Scalar):
        made = Sequence(value.spot)
        made.append(value)
        return made
    return value


class _OneOrMore:
    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        array = handler(core)
        return {"anyOf": [array["items"], array]}


OneOrMore = Annotated[tuple[T, ...], BeforeValidator(_listed), _OneOrMore()]
"""A list, or a single value standing for a list of one."""
