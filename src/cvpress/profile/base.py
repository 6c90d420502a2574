"""What every model of the profile shares: frozen, closed, and aware of where it was written.

In: nodes of `yamlfile`; out: pydantic models. How a pydantic error becomes a `Problem` is told in `complaints.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationInfo,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError

from cvpress.errors import Problem, Spot
from cvpress.profile.languages import is_several
from cvpress.profile.nodes import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue

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

    @classmethod
    def known(cls) -> tuple[str, ...]:
        """The names of its fields as they are written in YAML."""
        return tuple(info.alias or name for name, info in cls.model_fields.items())

    @classmethod
    def faults(cls, node: Mapping) -> Iterator[Problem]:  # noqa: ARG003  # its overriders use it
        """What is wrong with its fields taken together, seen in the nodes.

        Why not an "after" validator: pydantic runs those only on a model without any field error, so a range that is
        reversed beside a key that is misspelt would be told in the second run. Override, and yield from super().
        """
        yield from ()

    @model_validator(mode="wrap")
    @classmethod
    def _from_node(cls, value: object, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        if isinstance(value, Tagged):
            value = value.node
        if cls.shorthand and (isinstance(value, Scalar) or (isinstance(value, Mapping) and is_several(value))):
            mapping = Mapping(value.spot)
            mapping[Scalar(cls.shorthand, value.spot)] = value
            value = mapping
        if not isinstance(value, Mapping):
            return handler(value)
        for fault in cls.faults(value):
            if not isinstance(info.context, list):
                raise PydanticCustomError("fault", "{message}", {"message": fault.message, "advice": fault.advice})
            info.context.append(fault)  # `model.load` gives the list and tells it with the fields' own errors
        made = handler(value)
        made._spot = value.spot  # noqa: SLF001  # a model of this very class
        return made

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        made = handler(core)
        if cls.shorthand:
            resolved = handler.resolve_ref_schema(made)
            whole = dict(resolved)
            resolved.clear()
            said = whole["properties"][cls.shorthand]
            resolved["anyOf"] = [*said.get("anyOf", ({"type": ["string", "number", "boolean"]},)), whole]
        return made


def _listed(value: object) -> object:
    if isinstance(value, (Scalar, Mapping)):  # a mapping is wrong here, but as an item, not for want of a list
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
