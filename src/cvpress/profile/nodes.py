"""The tree that a YAML file becomes: texts, lists and mappings that remember their place. Knows no YAML."""

from __future__ import annotations

from cvpress.errors import Spot


class Scalar(str):
    """The text of one value, with its place and whether it was written without quotes."""

    __slots__ = ("plain", "spot")
    spot: Spot
    plain: bool

    def __new__(cls, text: str, spot: Spot, plain: bool = False) -> Scalar:
        made = super().__new__(cls, text)
        made.spot = spot
        made.plain = plain
        return made

    def __getnewargs__(self) -> tuple[str, Spot, bool]:  # type: ignore[override]  # as object.__getnewargs__ may
        """For pickle: profiles are handed to worker processes where these can't be forked."""
        return (str(self), self.spot, self.plain)


class Lines(Scalar):
    """A text that stands in its file line by line from column 1, so that each line of it has a place."""

    __slots__ = ()


class Made(Scalar):
    """A scalar whose value is made already, a `Text` or a `Person`: what a .bib file says is no Markdown."""

    __slots__ = ("value",)
    value: object

    @classmethod
    def of(cls, text: str, spot: Spot, value: object) -> Made:
        made = cls(text, spot)
        made.value = value
        return made


class Sequence(list["Node"]):
    """A list of nodes with the place where it begins."""

    def __init__(self, spot: Spot) -> None:
        super().__init__()
        self.spot = spot


class Mapping(dict[str, "Node"]):
    """An ordered mapping of nodes; its keys are `Scalar`, so that each knows its own place."""

    def __init__(self, spot: Spot) -> None:
        super().__init__()
        self.spot = spot

    def key_spot(self, name: str) -> Spot:
        """The place of key `name`, or of the mapping where there is no such key."""
        return next((key.spot for key in self if key == name and isinstance(key, Scalar)), self.spot)


Node = Scalar | Sequence | Mapping
