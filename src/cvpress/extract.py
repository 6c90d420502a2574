"""Files inside a PDF, taken out. In: a PDF of anybody and a folder. Out: the files written.

What a stranger's PDF calls them is only a proposal: no name leaves the folder, hides, or replaces what is there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path

from cvpress import paths
from cvpress.errors import CheckError, Problem, ProfileError
from cvpress.pdf.attach import attachments
from cvpress.pdf.subject import damage_told
from cvpress.pdf.weigh import bounded, weighed

_LONGEST = 200  # bytes; file systems take 255, and while it is written a name is longer
_FORBIDDEN = '/\\:*?"<>|'
# Windows opens a device of that name, whatever follows it.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}


def extract(pdf: Path, folder: Path, *, force: bool = False) -> tuple[Path, ...]:
    """Write the files inside `pdf` to `folder`; what is there is replaced only with `force`.

    Raises CheckError when `pdf` can't be read or holds no file, ProfileError when a file is in the way; then none is
    written.
    """
    if not pdf.is_file():
        raise CheckError(Problem(f"{pdf} is not there", advice="name a PDF with --pdf", rule="not-built"))
    with damage_told(pdf), bounded():
        weighed(pdf)
        found = attachments(pdf)
    if not found:
        raise CheckError(Problem(f"there is no file inside {pdf}", rule="no-attachment"))
    targets = [folder / name for name in names(one.name for one in found)]
    if taken := [path for path in targets if (path.exists() or path.is_symlink()) and not force]:
        advice = "choose another folder with --out, or replace it with --force"
        raise ProfileError(*(Problem(f"{path} is there already", advice=advice, rule="exists") for path in taken))
    for path, one in zip(targets, found, strict=True):
        paths.write(path, one.content)
    return tuple(targets)


def names(proposed: Iterable[str]) -> tuple[str, ...]:
    """A plain name for each, no two the same, not even where upper and lower case are one."""
    made: list[str] = []
    for name in map(_plain, proposed):
        stem, dot, ending = name.rpartition(".")
        stem, ending = (stem, dot + ending) if dot else (name, "")
        number, one = 1, name
        while one.casefold() in {other.casefold() for other in made}:
            number += 1
            one = f"{stem}-{number}{ending}"
        made.append(one)
    return tuple(made)


def _plain(name: str) -> str:
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    normal = unicodedata.normalize("NFC", last)
    kept = "".join("_" if char in _FORBIDDEN or not char.isprintable() else char for char in normal)
    kept = kept.strip(" .")  # hidden files, '..', and what Windows drops at the end
    stem, dot, ending = kept.rpartition(".")
    if dot and len(ending) < 20:
        kept = _cut(stem, _LONGEST - len(f".{ending}".encode())) + f".{ending}"
    else:
        kept = _cut(kept, _LONGEST)
    if kept.partition(".")[0].casefold() in _DEVICES:
        kept = f"_{kept}"
    return kept or "file"


def _cut(text: str, most: int) -> str:
    """As much of `text` as has at most so many bytes, whole characters."""
    return text.encode()[:most].decode(errors="ignore")
