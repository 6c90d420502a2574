"""Reads real bibliographies and formats every entry in the seven CSL styles: what is read, told, lost, and what fails.

    .venv/bin/python benchmarks/realbibs.py FOLDER... [--json FILE] [--files]

Every .bib below the folders (.bib.gz too), each content once, goes the way of a profile: source, model, selection,
view, and what the check would ask for. Letters lost are those of a name, title, venue, publisher, volume or page of an
entry that its row no longer has; a title or a year that a reference does not say is what a build would call an error.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import tempfile
import traceback
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cvpress.cited import cited, is_cited, references
from cvpress.errors import ProfileError
from cvpress.profile import bibfields, bibliography, bibtex, crossref, model, styles
from cvpress.profile.bibnames import Named
from cvpress.profile.leaves import leaves
from cvpress.profile.markup import plain
from cvpress.profile.sourced import Row, Words
from cvpress.profile.tailor import tailor
from cvpress.typeset.view import view
from cvpress.typeset.words import AMERICAN

PROFILE = """\
schema: 1
name: {given: Nobody, family: Inparticular}
sections: {p: {kind: publication, source: a.bib}}
documents: {cv: {template: ruled}}
"""
_READ = ("title", "subtitle", "author", "editor", "publisher", "journal", "journaltitle", "series", "volume", "pages")


@dataclass
class Tally:
    """What became of one file, or of all; `unsaid` by style, `faults` by rule."""

    files: int = 0
    entries: int = 0
    listed: int = 0
    told: int = 0
    letters: int = 0
    lost: int = 0
    refused: list[str] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    unsaid: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        for name in ("files", "entries", "listed", "told", "letters", "lost"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.refused += other.refused
        self.crashes += other.crashes
        self.faults += other.faults
        self.unsaid += other.unsaid


def found(folders: list[Path]) -> Iterator[tuple[Path, bytes]]:
    """Every bibliography once."""
    seen: set[str] = set()
    for folder in folders:
        for path in sorted({*folder.rglob("*.bib"), *folder.rglob("*.bib.gz")}):
            raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            digest = hashlib.sha256(raw).hexdigest()
            if digest not in seen:
                seen.add(digest)
                yield path, raw


def letters(text: str) -> Counter[str]:
    """Letters and digits without their accents."""
    return Counter(one for one in unicodedata.normalize("NFD", text.casefold()) if unicodedata.category(one)[0] in "LN")


def _said(row: Row) -> Counter[str]:
    made: Counter[str] = Counter()
    for value in (value for item in row.items for value in item.values):
        if isinstance(value, str):
            made += letters(value)
        elif isinstance(value, Words):
            made += letters(value.text)
        else:
            made += letters(value.plain if isinstance(value, Named) else plain(value))
    return made


def _bare(latex: str, name: str) -> str:
    """The LaTeX of a field without what is no letter of it: math, commands, sort keys, the "and" between names."""
    text = re.sub(r"(?i)\$[^$]*\$|\\(?:no|sort)\w*\s*\{[^}]*\}|\\[a-zA-Z]+", " ", latex)
    return re.sub(r"(?i)\s+and\s+others\b|\s+and(?=\s)", " ", text) if name in ("author", "editor") else text


def loss(text: str) -> tuple[int, int]:
    """How many letters the fields that are read have, and how many of them no row has."""
    whole = lost = 0
    for entry in crossref.inherited(bibtex.read(text)[0], []):
        said = _said(bibfields.row(entry, []))
        for one in entry.fields:
            if one.name in _READ:
                source = letters(_bare(one.latex, one.name))
                whole, lost = whole + source.total(), lost + (source - said).total()
    return whole, lost


def tally(raw: bytes, folder: Path) -> Tally:
    """All of one file."""
    made = Tally(files=1)
    (folder / "profile.yaml").write_text(PROFILE, encoding="utf-8")
    (folder / "a.bib").write_bytes(raw)
    try:
        source = bibliography.parse(raw, Path("a.bib"))
        profile = model.load(folder / "profile.yaml", Path("profile.yaml"))
    except ProfileError as error:
        made.refused.append(str(error).splitlines()[0])
        return made
    made.entries, made.told = len(source.rows), len(profile.findings)
    made.faults.update(problem.rule for problem in profile.findings)
    made.letters, made.lost = loss(bibliography.characters(raw)[0])
    (section,) = profile.sections.values()
    made.listed = len(section.entries)
    for name in styles.CSL:
        update = {"p": section.model_copy(update={"style": styles.named(name)})}
        own = tailor(profile.model_copy(update={"sections": update}), profile.documents["cv"])
        if own.sections:
            shown = view(own, profile.documents["cv"], AMERICAN, "short")
            by_csl = [leaf for leaf in leaves(own) if is_cited(leaf)]
            made.unsaid[name] += len(cited(by_csl, references(own, shown)).missing)
    return made


def main() -> None:
    """Prints the sums, and with --files a line for each file."""
    options = argparse.ArgumentParser(description="Reads real bibliographies.")
    options.add_argument("folders", type=Path, nargs="+")
    options.add_argument("--json", type=Path)
    options.add_argument("--files", action="store_true")
    chosen = options.parse_args()
    whole = Tally()
    for path, raw in found(chosen.folders):
        with tempfile.TemporaryDirectory() as name:
            try:
                one = tally(raw, Path(name))
            except Exception as error:  # noqa: BLE001  # what this looks for
                one = Tally(files=1, crashes=[f"{path.name}: {error!r} {traceback.format_exc().splitlines()[-3:]}"])
        whole.add(one)
        if chosen.files or one.crashes or one.refused:
            print(path, one.entries, one.listed, one.told, f"{one.lost}/{one.letters}", one.refused, one.crashes)
    sums = json.dumps(vars(whole), indent=1, ensure_ascii=False)
    print(sums)
    if chosen.json:
        chosen.json.write_text(sums, encoding="utf-8")


if __name__ == "__main__":
    main()
