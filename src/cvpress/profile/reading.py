"""How a value of a profile is read. In: a function from what YAML says to the value; out: an annotation for models.

Why not pydantic's PlainValidator and WithJsonSchema, which say the same: for each of three hundred fields they work
out how a value's type would be written out again, which nobody asks for, and this was half the time of a start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic_core import CoreSchema, core_schema

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """`convert` makes the value or raises PydanticCustomError; `schema` is what the JSON Schema says of the field."""

    convert: Callable[[object], object]
    schema: Mapping[str, Any]

    def __get_pydantic_core_schema__(self, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.convert)

    def __get_pydantic_json_schema__(self, _core: CoreSchema, _handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return dict(self.schema)
