"""Bytes of a YAML file -> characters, and what a YAML parser's complaint means to somebody who writes a CV.

In: raw bytes, or where and why the parser stopped; out: text, or a Problem. The parser itself lives in `yamlfile.py`.
"""

from __future__ import annotations

import re
from pathlib import Path

from cvpress.errors import Problem, ProfileError, Spot

MAX_BYTES = 8_000_000

# What no editor shows, and the three Unicode line ends that YAML counts as lines and editors do not: places were off.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
# The first character of the value on a line: behind dashes and a key.
_VALUE = re.compile(r"\s*(?:-\s+)*(?:[^\s'\"\[{#][^:]*:\s+)?(?P<value>\S)")


def decode(raw: bytes, shown: Path) -> str:
    """The file's characters, without a byte order mark. Raises ProfileError at the first that is none."""
    if len(raw) > MAX_BYTES:
        message = f"the file is longer than {MAX_BYTES} bytes"
        raise ProfileError(Problem(message, Spot(shown, 1), "a profile is text: is this the right file?", "yaml-limit"))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8"
        raise ProfileError(Problem(message, _place(before, shown), "save the file as UTF-8", "not-utf8")) from None
    if found := CONTROL.search(text):
        message = f"control character U+{ord(found.group()):04X}"
        place = _place(text[: found.start()], shown)
        raise ProfileError(Problem(message, place, "delete it", "control-character"))
    return text


def _place(before: str, shown: Path) -> Spot:
    lines = re.split("\r\n|\r|\n", before)
    return Spot(shown, len(lines), len(lines[-1]) + 1)


def syntax_problem(text: str, shown: Path, why: str, at: tuple[int, int], begun: tuple[int, int]) -> Problem:
    """What to do about a syntax error: `why` in the parser's words, `at` which line and column (from 0) it gave up.

    `begun` is where the thing began that it was reading: the more useful place when it ran into the end of the file.
    """
    lines = text.splitlines() or [""]
    if at[0] >= len(lines) - (lines[-1].strip() == "") and begun < at:
        why, at = f"{why}; what begins here is never closed", begun
    row = lines[min(at[0], len(lines) - 1)]
    spot = Spot(shown, at[0] + 1, at[1] + 1)
    if "\t" in row[: len(row) - len(row.lstrip())] or row[at[1] : at[1] + 1] == "\t":
        message = "a tab is used for indentation"
        return Problem(message, spot, "YAML indents with spaces: replace the tab", "yaml-syntax")
    return Problem(f"this is not YAML: {why}", spot, _remedy(lines, at, begun), "yaml-syntax")


def _remedy(lines: list[str], at: tuple[int, int], begun: tuple[int, int]) -> str:
    row = lines[min(at[0], len(lines) - 1)]
    value = found["value"] if (found := _VALUE.match(row)) else ""
    opened = lines[begun[0]][begun[1] : begun[1] + 1] if begun[0] < at[0] else ""
    if opened and opened in "[{'\"":
        return f"close the {opened} that stands in line {begun[0] + 1}"
    if value == '"' and "\\" in row:
        return "inside double quotes a \\ begins an escape: use single quotes"
    if value and value in "\"'":
        return f"where the text ends, close its quotes once; to print {value} too, use the other kind around it"
    if value and value in "*&!|>%@`[]{}":
        return f"put a text that begins with {value} in quotes"
    if ": " in row[: at[1] + 2]:
        return "put a text that contains ': ' in quotes, or check the indentation"
    return "check the indentation, the quotes and the brackets here and on the line above"
