r"""What an engine's log says about the pages. In: the text of `document.log`. Out: `Event`s, and of them `Problem`s.

Pure. TeX returns 0 and loses text, so a PDF is believed only after its log was read. The log must have been written
with max_print_line=10000 (else it is cut at column 79) and -file-line-error. All forms below were taken from real logs
of LuaHBTeX 1.15 and pdfTeX 1.40. LuaTeX reports missing characters when it ships the page out, without a line, so they
are mapped by the character. With `\tracinglostchars=3` it stops at the first of them; with 2 it names them all.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from cvpress import tools
from cvpress.errors import Problem, Severity, Spot

Locate = Callable[[int], Spot | None]
LocateCharacter = Callable[[str], Spot | None]


class Kind(StrEnum):
    TEX_ERROR = "tex-error"
    MISSING_CHARACTER = "missing-character"
    UNDEFINED_REFERENCE = "undefined-reference"
    LABELS_CHANGED = "labels-changed"
    UNHYPHENATED = "unhyphenated"
    OVERFULL_HBOX = "overfull-hbox"
    OVERFULL_VBOX = "overfull-vbox"
    MISSING_SHAPE = "missing-shape"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing the engine reported. `tex_line` is a line of document.tex, `amount` what a box has too much, in pt."""

    kind: Kind
    message: str
    tex_line: int | None = None
    amount: float | None = None
    character: str | None = None


_CONTINUED = re.compile(r"\n\([\w.-]+\) {2,}")  # "(Font)              using ... instead on input line 6."
_FILE_LINE = re.compile(r"(?P<file>\.{0,2}/[^:]*\.[A-Za-z]+):(?P<line>\d+): (?P<text>.+)")
_BARE = re.compile(r"! (?P<text>.+)")
_CONTEXT = re.compile(r"l\.(?P<line>\d+)(?: |$)")
_LUA_FILE = r"\[\\directlua\]|\.{3}(?!\.)[^\s:]+\.lua|(?<![^ ])(?!\S*\.{4})[^\s:]+\.lua"
_LUA = re.compile(rf"(?P<text>(?:{_LUA_FILE}):\d+: .+)")
_CHARACTER = re.compile(
    r'Missing character: There is no (?P<glyph>.*?) ?(?:\((?P<base>U\+|")(?P<code>[0-9A-F]+)\) ?)?'
    r"in font (?P<font>.+?)[!.]?"
)
_REFERENCE = re.compile(
    r"(?:LaTeX|Package \S+) Warning: (?P<text>(?:Reference|Citation|Hyper reference) `.*' .*undefined.*?)"
    r"(?: on input line (?P<line>\d+))?\."
)
_DESTINATION = re.compile(r".*(?:unreferenced destination with name '(.*)'|name\{(.*)\} has been referenced but .*)")
_OVERFULL = re.compile(
    r"Overfull \\(?P<box>[hv])box \((?P<amount>[\d.]+)pt too (?:wide|high)\) (?P<where>\D*)(?P<line>\d+)?.*"
)
_SHAPE = re.compile(r"LaTeX Font Warning: Font shape `(?P<text>.*' undefined using `.*') instead.*")
_UNHYPHENATED = re.compile(r"Package cvpress Warning: No hyphenation patterns for '(?P<text>[\w-]+)'.*")
_LABELS = re.compile(r"LaTeX Warning: (?P<text>Label\(s\) may have changed.*|There were multiply-defined labels\.)")


def read(log: str) -> tuple[Event, ...]:
    """The events of one engine run, in the order of the log. Any text is accepted; what is not known is passed over."""
    lines = _CONTINUED.sub(" ", log).splitlines()
    events: list[Event] = []
    for number, line in enumerate(lines):
        event = _warning(line) or _error(lines, number)
        if event is None:
            continue
        if event.message.startswith("Emergency stop") and events and events[-1].kind is Kind.TEX_ERROR:
            # What TeX stopped for was said before, but only this line knows where.
            events[-1] = replace(events[-1], tex_line=events[-1].tex_line or event.tex_line)
            continue
        events.append(event)
    fatal = next((n for n, line in enumerate(lines) if "==> Fatal error occurred" in line), None)
    stopped = any(event.kind in {Kind.TEX_ERROR, Kind.MISSING_CHARACTER} for event in events)
    if fatal is not None and not stopped:
        events.append(_silent(lines, fatal))
    return tuple(events)


def _warning(line: str) -> Event | None:
    if match := _OVERFULL.fullmatch(line):
        kind = Kind.OVERFULL_HBOX if match["box"] == "h" else Kind.OVERFULL_VBOX
        return Event(kind, match["where"].strip(" []"), _number(match["line"]), float(match["amount"]))
    if match := _CHARACTER.fullmatch(line):
        return Event(Kind.MISSING_CHARACTER, match["font"], character=_character(match))
    if match := _REFERENCE.fullmatch(line):
        return Event(Kind.UNDEFINED_REFERENCE, match["text"], _number(match["line"]))
    if match := _DESTINATION.fullmatch(line):
        return Event(Kind.UNDEFINED_REFERENCE, f"a link to `{match[1] or match[2]}' has no target")
    if match := _SHAPE.fullmatch(line):
        return Event(Kind.MISSING_SHAPE, f"`{match['text']}")
    if match := _UNHYPHENATED.fullmatch(line):
        return Event(Kind.UNHYPHENATED, match["text"])
    if match := _LABELS.fullmatch(line):
        return Event(Kind.LABELS_CHANGED, match["text"])
    return None


def _error(lines: list[str], number: int) -> Event | None:
    """An error that says so itself: with file and line, or after an exclamation mark."""
    match = _FILE_LINE.fullmatch(lines[number])
    text = match["text"] if match else (bare["text"] if (bare := _BARE.fullmatch(lines[number])) else "")
    if not text or text.lstrip().startswith("==>"):
        return None
    after = lines[number + 1 : number + 12]
    if text.startswith("Undefined control sequence") and after:
        text = f"Undefined control sequence {after[0].split()[-1] if after[0].split() else ''}"
    if text.startswith("File ended") and number and lines[number - 1].startswith("{"):
        text = f"{text.rstrip(' .')} in {lines[number - 1].strip()[:60]}"
    if text.startswith("Emergency stop") and after and after[0].startswith("<*>"):  # LuaTeX gives no reason
        text = r"document.tex ended without \end{document}"
    if match is None:
        context = next(filter(None, map(_CONTEXT.match, after)), None)
        return Event(Kind.TEX_ERROR, text, int(context["line"]) if context else None)
    if Path(match["file"]).name == "document.tex":
        if missing := _CHARACTER.fullmatch(text):
            line = int(match["line"])
            return Event(Kind.MISSING_CHARACTER, missing["font"], line, character=_character(missing))
        return Event(Kind.TEX_ERROR, text, int(match["line"]))
    return Event(Kind.TEX_ERROR, f"{text} ({match['file'].removeprefix('./')}:{match['line']})")


def _silent(lines: list[str], fatal: int) -> Event:
    """The end of a run that stopped without an error line: LuaTeX does so for Lua errors. Read upwards from the end."""
    context = next((n for n in range(fatal, -1, -1) if _CONTEXT.match(lines[n])), fatal)
    before = lines[max(0, context - 12) : context]
    lua = next((match["text"] for line in before if (match := _LUA.search(line))), None)
    said = [line.strip() for line in before if line.strip(" .") and not line.startswith(("<", " ", "\t"))]
    match = _CONTEXT.match(lines[context])
    return Event(Kind.TEX_ERROR, lua or (said or ["no reason given"])[-1], int(match["line"]) if match else None)


def _character(match: re.Match[str]) -> str | None:
    """The Unicode character, if the engine speaks Unicode: pdfTeX names a slot of the font, which is something else."""
    if match["base"] == "U+":
        return chr(int(match["code"], 16))
    glyph = match["glyph"]
    return glyph if match["base"] is None and len(glyph) == 1 and glyph != "\ufffd" else None


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def positions(tex: str) -> Locate:
    """For a line of `tex` the place named by the nearest position comment at or above it: `%@ profile.yaml:12:7`.

    The numbers are taken from the right, so that a path may hold colons. Above the first comment there is no place.
    """
    marks = [
        (number, Spot(Path(match[1]), int(match[2]), int(match[3])))
        for number, line in enumerate(tex.split("\n"), 1)
        if (match := re.fullmatch(r"\s*%@ (.+):(\d+):(\d+)\s*", line))
    ]
    starts = [number for number, _ in marks]

    def locate(line: int) -> Spot | None:
        index = bisect_right(starts, line)
        return marks[index - 1][1] if index else None

    return locate


def characters(tex: str) -> LocateCharacter:
    """For a character the place of the first line of `tex` that prints it."""
    locate = positions(tex)

    def locate_character(character: str) -> Spot | None:
        lines = (n for n, line in enumerate(tex.split("\n"), 1) if character in line and "%@ " not in line)
        return next((spot for spot in map(locate, lines) if spot), None)

    return locate_character


def problems(
    events: Iterable[Event], *, locate: Locate, locate_character: LocateCharacter, overfull_limit: float = 1.0
) -> tuple[Problem, ...]:
    """What the user must know of `events`, each once. Boxes that are up to `overfull_limit` pt too large pass."""
    return tuple(
        dict.fromkeys(
            _problem(event, locate, locate_character)
            for event in events
            if event.amount is None or event.amount > overfull_limit
        )
    )


def _problem(event: Event, locate: Locate, locate_character: LocateCharacter) -> Problem:
    spot = locate(event.tex_line) if event.tex_line else None
    match event.kind:
        case Kind.TEX_ERROR:
            line = f"line {event.tex_line} of document.tex" if event.tex_line else "the end of document.log"
            hint = f"look at {line}: text is escaped, so the fault is in the template, or in math of the entry"
            return Problem(f"TeX stopped: {event.message}", spot, hint, "tex-error")
        case Kind.MISSING_CHARACTER:
            spot = (locate_character(event.character) if event.character else None) or spot
            message = f"the font {_font(event.message)} lacks {describe(event.character)}"
            hint = "choose a template or face that has it, or write it in another way"
            return Problem(message, spot, hint, "missing-character")
        case Kind.UNDEFINED_REFERENCE:
            return Problem(event.message, spot, "give it a target or remove it", "undefined-reference")
        case Kind.OVERFULL_HBOX:
            message = f"a line is {event.amount:.1f} pt too wide and runs into the margin or off the page"
            return Problem(message, spot, "shorten it, or let the long word break", "overfull")
        case Kind.OVERFULL_VBOX:
            message = f"a block is {event.amount:.1f} pt too high and runs into the margin or off the page"
            return Problem(message, spot, "split the entry: a block that cannot break must fit a page", "overfull")
        case Kind.MISSING_SHAPE:  # no place: a package's line number says nothing about the profile
            hint = "choose a face that has it"
            return Problem(f"font shape {event.message}", None, hint, "missing-shape", Severity.WARNING)
        case Kind.UNHYPHENATED:
            package = tools.LANGUAGE_PACKAGES.get(event.message.partition("-")[0], "its hyphenation patterns")
            hint = f"'invoke setup' installs {package}"
            return Problem(f"no word is hyphenated in '{event.message}'", None, hint, "no-hyphens", Severity.WARNING)
        case Kind.LABELS_CHANGED:
            hint = "page numbers and references may be wrong; look at the template"
            return Problem(event.message, None, hint, "labels-changed", Severity.WARNING)


def _font(name: str) -> str:
    """The file of a luaotfload request, `[Lin.otf]:mode=harf` or `file:Lin.otf:mode=node`; other names as they are."""
    return name.split("]", 1)[0].removeprefix("[").removeprefix("file:").split(":mode=", 1)[0]


def describe(character: str | None) -> str:
    """A character, its code point and its name in Unicode."""
    if character is None:
        return "a character"
    shown = f"'{character}' " if character.isprintable() else ""
    return f"{shown}(U+{ord(character):04X} {unicodedata.name(character, 'without a name')})"
