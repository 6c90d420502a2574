"""One file of publications -> its rows. In: the path of a .bib or .json file, a folder for the cache; out: a `Source`.

A file in UTF-8 is read as it is. One that is not is taken for Windows-1252, of which Latin-1 is a part: that is what
old .bib files are, nothing of them gets lost, and a warning names the first line and the command that converts it.
A file of more than 8 MB is refused, as a profile is, and so is one of more than 10,000 entries: that is a library.

Neither bibtexparser nor pylatexenc is imported when the cache knows the file.
"""

from __future__ import annotations

import re
from pathlib import Path

from cvpress.errors import Problem, ProfileError, Spot
from cvpress.profile import sourcecache
from cvpress.profile.bibtex import Fault
from cvpress.profile.heap import collecting
from cvpress.profile.sourced import Source
from cvpress.profile.yamltext import CONTROL

MAX_BYTES = 8_000_000
MAX_ENTRIES = 10_000
_BLOCK = re.compile(r"@\w+[ \t]*[{(]")
FORMS = (".bib", ".json")


def read(path: Path, shown: Path, spot: Spot | None, cache: Path | None) -> Source:
    """What the file says; `shown` is its name in messages, `spot` where the profile names it.

    Raises ProfileError where nothing of it can be read.
    """
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        message = f"cannot read {shown}: {error.strerror}"
        raise ProfileError(Problem(message, spot, "check its permissions", "bad-source")) from None
    if len(raw) > MAX_BYTES:
        message = f"{shown} is larger than {MAX_BYTES // 1_000_000} MB"
        advice = "keep in it what your CV lists; abstracts are not needed"
        raise ProfileError(Problem(message, spot, advice, "bad-source"))
    known = sourcecache.read(cache, path, raw)
    if known is None:
        with collecting(True):
            known = parse(raw, shown)
        sourcecache.write(cache, path, raw, known)
    return known


def parse(raw: bytes, shown: Path) -> Source:
    """The same for bytes already read, in the form that the name of the file says."""
    text, faults = characters(raw)
    if shown.suffix.lower() == ".json":
        from cvpress.profile import csljson

        found = csljson.read(text, shown, faults)
        if len(found.rows) > MAX_ENTRIES:
            raise _too_many(len(found.rows), shown)
        return found
    from cvpress.profile import bibfields, bibtex, crossref

    if (count := len(_BLOCK.findall(text))) > 2 * MAX_ENTRIES:  # counted before it takes time to read them
        raise _too_many(count, shown)
    entries, told = bibtex.read(text)
    faults += told
    if len(entries) > MAX_ENTRIES:
        raise _too_many(len(entries), shown)
    rows = tuple(bibfields.row(entry, faults) for entry in crossref.inherited(entries, faults))
    return Source(rows, tuple(sorted(dict.fromkeys(faults), key=lambda fault: (fault.line, fault.column))))


def _too_many(count: int, shown: Path) -> ProfileError:
    advice = "keep in it what your CV lists"
    message = f"{shown} holds {count} entries, more than {MAX_ENTRIES}"
    return ProfileError(Problem(message, Spot(shown, 1), advice, "bad-source"))


def characters(raw: bytes) -> tuple[str, list[Fault]]:
    """The text of a file, with its lines ended alike, and what of it is no text."""
    faults: list[Fault] = []
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _place(raw[: error.start].decode("latin-1"))
        advice = "it is read as Windows-1252 (Latin-1); 'iconv -f WINDOWS-1252 -t UTF-8 old.bib > new.bib' converts it"
        message = f"the byte 0x{raw[error.start]:02x} is not UTF-8"
        faults.append(Fault(message, line, column, advice, "latin-1"))
        text = raw.decode("cp1252", "ignore")  # the five bytes that Windows leaves open are no characters
    text = re.sub("\r\n?|\u2028|\u2029|\x0c", "\n", text)
    if found := CONTROL.search(text):
        line, column = _place(text[: found.start()])
        message = f"control character U+{ord(found.group()):04X}"
        faults.append(Fault(message, line, column, "it is left out; delete it", "control-character"))
        text = CONTROL.sub("", text)
    return text, faults


def _place(before: str) -> tuple[int, int]:
    lines = re.split("\r\n|\r|\n", before)
    return len(lines), len(lines[-1]) + 1
