"""What a document was set with. In: TeX's log, the folder it ran in. Out: engine, packages, fonts, with versions."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

_ENGINE = re.compile(r"^This is (.+?)\s+\(format=", re.MULTILINE)
_FORMAT = re.compile(r"^(LaTeX2e) <([^>\n]+)>(.*)", re.MULTILINE)
_PACKAGE = re.compile(r"^(?:Package|Document Class): (\S+) ([\d/-]{10}(?: v?\d\S*)?)", re.MULTILINE)
_MODULE = re.compile(r"^Lua module: (\S+) (\S+ \S+)", re.MULTILINE)
_FONT = re.compile(r"<([^<>\n]+\.(?:otf|ttf|ttc|pfb))>")


@dataclass(frozen=True, slots=True)
class Font:
    """A font file that went into the PDF: its name without a folder, its own revision ("" if it has none), its hash."""

    file: str
    revision: str
    digest: str


@dataclass(frozen=True, slots=True)
class MadeWith:
    """`engine` as it names itself, "" when unknown; `packages` by name, each with its version; both sorted.

    `driver`: "latexmk", or "format" where the engine began behind the preamble; "" where TeX made nothing.
    """

    engine: str
    packages: tuple[tuple[str, str], ...]
    fonts: tuple[Font, ...]
    driver: str = ""


def made_with(log: str, folder: Path, driver: str = "") -> MadeWith:
    """What `log` tells. A font of pictures, as the emoji's, is not in it: TeX embeds the pictures."""
    engine = _ENGINE.search(log)
    kernel = ((name, f"{date}{rest}".strip()) for name, date, rest in _FORMAT.findall(log))
    packages = {*kernel, *_PACKAGE.findall(log), *_MODULE.findall(log)}
    fonts = sorted((_font(file) for file in font_files(log, folder)), key=lambda font: (font.file, font.digest))
    return MadeWith(engine[1] if engine else "", tuple(sorted(packages)), tuple(fonts), driver)


def font_files(log: str, folder: Path) -> frozenset[Path]:
    """The font files that went into the PDF, links followed."""
    files = {(folder / name).resolve() for name in _FONT.findall(log)}
    return frozenset(file for file in files if file.is_file())


def _font(file: Path) -> Font:
    state = file.stat()
    return _read(file, state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=64)
def _read(file: Path, _size: int, _time: int) -> Font:
    """Read once by a process that makes many documents: 3 ms a font. Another size or time is another font."""
    content = file.read_bytes()
    return Font(file.name, revision(content), sha256(content).hexdigest())


def revision(content: bytes) -> str:
    """The revision that a font file says it is ('2.501'), of the first face in a collection; "" where there is none.

    OpenType 1.9: the table directory, and fontRevision in the table head.
    """
    try:
        start = struct.unpack_from(">I", content, 12)[0] if content[:4] == b"ttcf" else 0
        if content[start : start + 4] not in (b"OTTO", b"\0\1\0\0", b"true"):
            return ""
        (tables,) = struct.unpack_from(">H", content, start + 4)
        for at in range(start + 12, start + 12 + 16 * tables, 16):
            tag, _, offset, _ = struct.unpack_from(">4sIII", content, at)
            if tag == b"head":
                return f"{struct.unpack_from('>i', content, offset + 4)[0] / 65536:.3f}"
    except struct.error:  # cut short
        return ""
    return ""
