"""Characters that no installed face prints, known before TeX runs. In: the .tex and its text face; out: Problems.

A character is printed by the face of its script, else by the text face, else by the first lender that has it (`faces`).
Which characters a font has is kept per file, as a string of bits, until the file changes: asking costs a millisecond.
fontTools reads the fonts; HarfBuzz and TeX find the same glyphs, but only one page at a time and without the YAML line.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cvpress import paths, process, tools
from cvpress.errors import Problem, Spot
from cvpress.typeset import engine, faces
from cvpress.typeset.log import describe

_EMOJI = re.compile(r"\\cvemoji\{([^}]*)\}")
_MATH = "\\cvmath{"
# Joiners and what else is never seen; each face that needs them does without a glyph.
_UNSEEN = frozenset("\u200b\u200c\u200d\ufe0e\ufe0f\u00ad\u2060")
_FORMATS = ("opentype fonts", "truetype fonts")
_TIMEOUT = 30.0


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters that a font has a glyph for, a bit each."""

    bits: bytes

    def __contains__(self, character: str) -> bool:
        byte, bit = divmod(ord(character), 8)
        return byte < len(self.bits) and bool(self.bits[byte] >> bit & 1)

    @classmethod
    def of(cls, characters: Iterable[int]) -> Glyphs:
        bits = bytearray(0x110000 // 8)
        for character in characters:
            bits[character // 8] |= 1 << character % 8
        return cls(bytes(bits.rstrip(b"\0")))


@dataclass(slots=True)
class Shelf:
    """The fonts that TeX finds on this machine. `cache` is a folder of the user's; what lies there is only believed
    while the font file is as old and as large as it was."""

    environment: Mapping[str, str]
    cache: Path
    _opened: dict[str, Glyphs | None] = field(default_factory=dict)

    def glyphs(self, *names: str) -> Iterator[Glyphs | None]:
        """The glyphs of each of these font files; None for one that is not installed."""
        unknown = [name for name in dict.fromkeys(names) if name not in self._opened]
        if unknown:
            self._opened.update(self._kept(unknown))
        if unknown := [name for name in unknown if name not in self._opened]:
            found = self._found(unknown)
            self._opened.update({name: self._read(name, found[name]) if name in found else None for name in unknown})
        return (self._opened[name] for name in names)

    def _kept(self, names: Iterable[str]) -> Iterator[tuple[str, Glyphs]]:
        for name in names:
            try:
                head, _, bits = (self.cache / name).read_bytes().partition(b"\n")
                if json.loads(head) == _state(Path(json.loads(head)[0])):
                    yield name, Glyphs(bits)
            except (OSError, ValueError, LookupError, TypeError):
                continue  # none kept, or a damaged one, or the font is gone

    def _found(self, names: Iterable[str]) -> dict[str, Path]:
        env = engine.environment(self.environment, cache=engine.private(self.cache), epoch=0)
        found: dict[str, Path] = {}
        for kind in _FORMATS:
            argv = ["kpsewhich", f"--format={kind}", *names]
            done = process.run(argv, cwd=self.cache, env=env, timeout=_TIMEOUT)
            for path in map(Path, done.output.splitlines()):
                found.setdefault(path.name, path)
        return found

    def _read(self, name: str, path: Path) -> Glyphs | None:
        from fontTools.ttLib import TTFont, TTLibError  # 0.1 s, once a font

        try:
            with path.open("rb") as file, TTFont(file, fontNumber=0, lazy=True) as font:
                made = Glyphs.of(font.getBestCmap() or ())
        except (TTLibError, OSError):
            return None
        paths.write(self.cache / name, json.dumps(_state(path)).encode() + b"\n" + made.bits)
        return made


def _state(path: Path) -> list[object]:
    state = path.stat()
    return [str(path), state.st_size, state.st_mtime_ns]


def problems(
    tex: str, face: str, shelf: Shelf, locate: Callable[[str], Spot | None], known: Callable[[str], Spot | None]
) -> tuple[Problem, ...]:
    """`missing-character`, once for each character of the document `tex` that no installed face has.

    `locate` and `known` tell where a character was written: the first by value, the other by entry. Of a face that is
    not in `faces` nothing is known, and nothing said: TeX's own log remains. So it does without kpsewhich.
    """
    if face not in faces.TEXT_FACES or process.find("kpsewhich", shelf.environment) is None:
        return ()
    printed, pictures = _characters(tex)
    lacking = [*_uncovered(printed, face, shelf), *_without_picture(pictures, shelf)]
    return tuple(
        Problem(
            f"no installed face has {describe(character)}",
            locate(character) or known(character),
            advice,
            "missing-character",
        )
        for character, advice in lacking
    )


def _characters(tex: str) -> tuple[list[str], list[str]]:
    """The characters beyond ASCII that are printed as text, and those of emoji, each once."""
    body = "\n".join(line for line in tex.split("\n") if not line.lstrip().startswith("%"))
    if body.isascii():
        return [], []
    pictures = {character for found in _EMOJI.finditer(body) for character in found[1] if not character.isascii()}
    text = set(_without_math(_EMOJI.sub("", body)))
    return sorted(c for c in text - _UNSEEN if not c.isascii()), sorted(pictures - _UNSEEN)


def _without_math(text: str) -> str:
    """`text` without the arguments of \\cvmath, whose braces are balanced: math has faces of its own."""
    start = text.find(_MATH)
    while start >= 0:
        end, depth = start + len(_MATH), 1
        while depth and end < len(text):
            depth += (text[end] == "{") - (text[end] == "}")
            end += 1 + (text[end] == "\\")
        text = text[:start] + text[end:]
        start = text.find(_MATH, start)
    return text


def _uncovered(characters: Iterable[str], face: str, shelf: Shelf) -> Iterator[tuple[str, str]]:
    """Each character that neither its script's face nor the text face nor a lender has, and what to do."""
    sans = face in faces.SANS
    lenders = faces.LENDERS_OF_SANS if sans else faces.LENDERS_OF_SERIF
    for character in characters:
        script = faces.script(character)
        own = list(shelf.glyphs(*(script.files(sans=sans) if script else faces.TEXT_FACES[face])))
        if all(glyphs is not None and character in glyphs for glyphs in own):
            continue
        lent = [list(shelf.glyphs(*lender.files)) for lender in lenders]
        if any(all(glyphs is not None and character in glyphs for glyphs in row) for row in lent):
            continue
        missing = [lender.package for lender, row in zip(lenders, lent, strict=True) if None in row]
        missing = [script.package] if script and None in own else missing
        yield character, _advice(character, script is not None, missing)


def _advice(character: str, has_face: bool, missing: Iterable[str]) -> str:
    kind = unicodedata.category(character)
    if kind == "Co":
        return "it is for private use, so no package has it: replace it by a character of Unicode"
    if kind in ("Cn", "Cs"):
        return "it is not a character of Unicode, so no package has it: take it out"
    if packages := " ".join(dict.fromkeys(missing)):
        return f"install {packages}, by 'invoke setup' or '{tools.APT} {packages}'"
    if has_face:
        return "the installed face of its script is older than it; a newer fonts-noto-core may have it"
    return "write it in another way: no package that cvpress knows has a face for it"


def _without_picture(characters: Iterable[str], shelf: Shelf) -> Iterator[tuple[str, str]]:
    """Each emoji without a picture; the tags of a flag (U+E0020 and on) have none."""
    for character in characters:
        (glyphs,) = shelf.glyphs(*faces.EMOJI.files)
        if glyphs is None:
            yield character, f"install {faces.EMOJI.package}, by 'invoke setup' or '{tools.APT} {faces.EMOJI.package}'"
        elif character not in glyphs and not "\U000e0020" <= character <= "\U000e007f":
            yield (
                character,
                f"it is younger than the installed {faces.EMOJI.package}: install a newer one, or take it out",
            )
