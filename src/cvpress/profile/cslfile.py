"""Citation styles in the profile's folder. In: the nodes of a profile and its folder; out: styles put in their place.

A `.csl` file is checked before anything is made of it: XML without a document type (so without entities), a style with
a bibliography, every macro there and none in a circle, and of a dependent style the parent. Nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.parsers import expat

from cvpress.errors import Problem, ProfileError, Spot
from cvpress.profile import styles
from cvpress.profile.beside import beside
from cvpress.profile.nodes import Made, Mapping, Scalar
from cvpress.profile.styles import SUFFIX, Style

_SPACE = "http://purl.org/net/xbiblio/csl"
_MOST = 2_000_000
_RULE = "bad-style"


def put_in_place(top: Mapping, folder: Path, shown: Path) -> tuple[Problem, ...]:
    """Put the checked style of every section that names a `.csl` file there; `shown` is what messages call `folder`.

    What is wrong with a file is returned; in its place then stands a style that is only good for going on.
    """
    problems: list[Problem] = []
    sections = top.get("sections")
    for section in sections.values() if isinstance(sections, Mapping) else ():
        given = section.get("style") if isinstance(section, Mapping) else None
        if not isinstance(section, Mapping) or not isinstance(given, Scalar) or not given.strip().endswith(SUFFIX):
            continue
        style = styles.DEFAULT
        try:
            style = Style(given.strip(), read(given.strip(), given.spot, folder, shown))
        except ProfileError as error:
            problems += error.problems
        section["style"] = Made.of(given, given.spot, style)
    return tuple(problems)


def read(name: str, spot: Spot, folder: Path, shown: Path) -> Path:
    """The file that sets references: that of this name, or of the style it stands for. Raises ProfileError."""
    path = beside(folder, name, f"the style '{name}'", spot, form="a CSL file", rule=_RULE)
    sheet = _Sheet(shown / name)
    sheet.parse(path)
    if not sheet.parent:
        return path
    beside_it = f"{sheet.parent}{SUFFIX}"
    if (folder / beside_it).is_file():
        parent = beside(folder, beside_it, f"the style '{beside_it}'", spot, form="a CSL file", rule=_RULE)
        above = _Sheet(shown / beside_it)
        above.parse(parent)
        if not above.parent:
            return parent
    elif found := styles.in_package(sheet.parent):
        return found
    message = f"the style '{name}' stands for the style '{sheet.parent}', which is not there"
    raise ProfileError(Problem(message, spot, f"put {beside_it}, and no other that stands for it, beside it", _RULE))


class _Sheet:
    """What a CSL file says of itself, met on one way through it."""

    def __init__(self, shown: Path) -> None:
        self._shown = shown
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._open: list[str] = []
        self._macro = ""
        self._calls: dict[str, dict[str, Spot]] = {}
        self._bibliography = False
        self.parent = ""
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._doctype

    def parse(self, path: Path) -> None:
        """Raises ProfileError with what is wrong, at its line where it has one."""
        raw = path.read_bytes()
        if len(raw) > _MOST:
            raise self._fault(
                f"it has more than {_MOST // 1_000_000} MB", "name a citation style", Spot(self._shown, 1)
            )
        try:
            self._parser.Parse(raw, True)
        except expat.ExpatError as error:
            told = expat.errors.messages.get(error.code, "it cannot be read")
            spot = Spot(self._shown, error.lineno, error.offset + 1)
            raise self._fault(told, "repair the file, or fetch it again", spot) from None
        if self.parent:
            return
        if not self._bibliography:
            advice = "choose a style that has a bibliography"
            raise self._fault("it sets no list of references", advice, Spot(self._shown, 1))
        for name, spot in _missing(self._calls):
            raise self._fault(f"it uses the macro '{name}', which it does not have", "repair the file", spot)
        if name := _circle(self._calls):
            raise self._fault(f"its macro '{name}' uses itself", "repair the file", Spot(self._shown, 1))

    def _fault(self, told: str, advice: str, spot: Spot) -> ProfileError:
        return ProfileError(Problem(f"the style '{self._shown.name}' cannot be used: {told}", spot, advice, _RULE))

    def _here(self) -> Spot:
        return Spot(self._shown, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)

    def _doctype(self, *_: object) -> None:
        raise self._fault("it has a document type, which no style needs", "delete the <!DOCTYPE …>", self._here())

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        if not self._open and (space, tag) != (_SPACE, "style"):
            raise self._fault(f"it is not a style of CSL but <{tag}>", "name a citation style", self._here())
        self._open.append(tag)
        if tag == "macro":
            self._macro = attributes.get("name", "")
            self._calls.setdefault(self._macro, {})
        elif tag in ("text", "key") and "macro" in attributes:
            self._calls.setdefault(self._macro, {}).setdefault(attributes["macro"], self._here())
        elif tag == "link" and attributes.get("rel") == "independent-parent":
            self.parent = attributes.get("href", "").rstrip("/").rpartition("/")[2]
        self._bibliography |= self._open[1:] == ["bibliography", "layout"]

    def _end(self, _name: str) -> None:
        if self._open.pop() == "macro":
            self._macro = ""


def _missing(calls: dict[str, dict[str, Spot]]) -> Iterator[tuple[str, Spot]]:
    for called in calls.values():
        yield from ((name, spot) for name, spot in called.items() if name not in calls)


def _circle(calls: dict[str, dict[str, Spot]]) -> str:
    """A macro that uses itself, by whatever way; '' where none does."""
    sound: set[str] = set()
    while True:
        more = {name for name, called in calls.items() if name not in sound and _all_in(called, sound)}
        if not more:
            return next((name for name in calls if name and name not in sound), "")
        sound |= more


def _all_in(names: Iterable[str], sound: set[str]) -> bool:
    return all(name in sound for name in names)
