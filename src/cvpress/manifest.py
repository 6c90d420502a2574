"""The manifest of the results: what each PDF is, and what it was made of. In: what a build knows. Out: `manifest.json`.

A build notes its entry in its work folder; at the end of a run all entries that still hold become the manifest. So
runs of single documents add up. It says no time but SOURCE_DATE_EPOCH: the same inputs give the same bytes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cvpress import __version__, paths, record
from cvpress.errors import Problem, Severity
from cvpress.typeset.made import MadeWith

if TYPE_CHECKING:  # a run that finds nothing changed writes the manifest without them
    from cvpress.prepare import Prepared, Press
    from cvpress.profile.model import Profile

VERSION = 1
"""Of the shape: raised when a member goes or changes its meaning, not when one is added."""
_NOTHING = MadeWith("", (), ())


@dataclass(frozen=True, slots=True)
class Output:
    """A PDF that passed: where it goes, its bytes, and what was found; `template` may be the word for packets."""

    person: str
    document: str
    template: str
    pdf: Path
    content: bytes
    pages: int
    problems: tuple[Problem, ...]


def note(press: Press, output: Output, inputs: Iterable[Path], made: MadeWith = _NOTHING) -> None:
    """Keep the entry of `output` in its work folder. Raises ToolError when it can't be written."""
    entry = {
        "file": output.pdf.relative_to(press.out).as_posix(),
        "person": output.person,
        "document": output.document,
        "template": output.template,
        "sha256": sha256(output.content).hexdigest(),
        "bytes": len(output.content),
        "pages": output.pages,
        "findings": _findings(output.problems),
        "cvpress": __version__,
        "source_date_epoch": press.epoch,
        "engine": made.engine,
        "driver": made.driver,
        "packages": dict(made.packages),
        "fonts": [{"file": one.file, "revision": one.revision, "sha256": one.digest} for one in made.fonts],
        "inputs": digests(press, inputs),
    }
    paths.write(
        press.work(output.person, output.document) / paths.MANIFEST, json.dumps(entry, ensure_ascii=False).encode()
    )


def digests(press: Press, files: Iterable[Path]) -> dict[str, str]:
    """Names of files, the same on every machine, and hashes of their content."""
    return dict(sorted((_name(press, path), record.file_digest(path)) for path in files))


def made_of(press: Press, person: str, document: str) -> tuple[str, dict[str, str]]:
    """The template of a PDF and `digests` of the files that it was made of; nothing where that is not known."""
    try:
        entry = json.loads((press.work(person, document) / paths.MANIFEST).read_bytes())
        return str(entry["template"]), {str(name): str(digest) for name, digest in entry["inputs"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "", {}


def is_noted(press: Press, person: str, document: str) -> bool:
    """Whether there is an entry: a PDF without one is built again."""
    return (press.work(person, document) / paths.MANIFEST).is_file()


def inputs(press: Press, ready: Prepared) -> tuple[Path, ...]:
    """Every file of people and templates that decides over a document: TeX's own are told by its packages."""
    from cvpress.typeset.template import MANIFEST as TEMPLATE

    read = _read(press.profiles / ready.job.person, ready)
    folders = ready.template.folders
    texts = {path for folder in folders for path in (*folder.glob("*.j2"), *folder.glob(TEMPLATE))}
    profile = press.profiles / ready.job.person / paths.PROFILE
    own = (profile,) if profile.is_file() else ()  # a profile may be made in memory
    return tuple({path.resolve() for path in (*own, *read, *texts, *ready.assets.values())})


def _read(folder: Path, ready: Prepared) -> Iterator[Path]:
    """The files that texts of a document stand in, as letters have their own: places name them as messages do."""
    spot = ready.job.document.spot
    shown = spot.file.parent if spot else folder
    for file in dict.fromkeys(want.spot.file for want in ready.expected.wanted if want.spot):
        path = folder / file.relative_to(shown) if file.is_relative_to(shown) else file
        if path.is_file():
            yield path


def write(out: Path, profiles: Path, read: Mapping[str, Profile]) -> None:
    """Write the manifest of all PDFs that lie in the results `out` and are what was noted. Raises ToolError.

    `profiles` is the folder of people, `read` are the profiles read in this run, by person. Entries go with their PDF,
    with their profile, and when one of `read` no longer names the document.
    """
    kept = []
    for noted, entry in _entries(out):
        person, document = str(entry["person"]), str(entry["document"])
        profile = read.get(person)
        named = profile is None or document in profile.documents or document in profile.packets
        if not named or not (profiles / person / paths.PROFILE).is_file():
            noted.unlink(missing_ok=True)
        elif _holds(out / str(entry["file"]), str(entry["sha256"])):
            kept.append(entry)
    kept.sort(key=lambda entry: str(entry["file"]))
    content = {"format": "cvpress-manifest", "version": VERSION, "outputs": kept}
    if not _says(out / paths.MANIFEST, content):
        made = json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
        paths.write(out / paths.MANIFEST, made)


def _says(path: Path, content: dict[str, object]) -> bool:
    """Whether a manifest says that already: to read 200 entries takes a tenth of what writing them takes."""
    try:
        return bool(json.loads(path.read_bytes()) == content)
    except (OSError, ValueError):
        return False


@dataclass(frozen=True, slots=True)
class Listed:
    """A PDF as a manifest lists it; `file` below the folder of results."""

    file: str
    person: str
    document: str
    template: str
    pages: int


def read(out: Path) -> tuple[Listed, ...]:
    """What the manifest in the results `out` lists, in its order."""
    listed = json.loads((out / paths.MANIFEST).read_bytes())["outputs"]
    return tuple(
        Listed(one["file"], one["person"], one["document"], one["template"], int(one["pages"])) for one in listed
    )


def _entries(out: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    """Each entry noted, and where; one that was damaged is none."""
    for path in sorted((out / paths.WORK).glob(f"*/*/{paths.MANIFEST}")):
        try:
            entry = cast("dict[str, object]", json.loads(path.read_bytes()))
            if {"file", "person", "document", "sha256"} <= entry.keys():
                yield path, entry
        except (OSError, ValueError, AttributeError):
            continue


def _holds(pdf: Path, digest: str) -> bool:
    try:
        return record.file_digest(pdf) == digest
    except OSError:
        return False


def _findings(problems: tuple[Problem, ...]) -> dict[str, object]:
    counts = {severity.value: sum(one.severity is severity for one in problems) for severity in Severity}
    return {**counts, "rules": dict(sorted(Counter(problem.rule for problem in problems).items()))}


def _name(press: Press, path: Path) -> str:
    """A name that is the same on every machine: below the folder of `profiles/`, the results, or our templates."""
    path = path.resolve()
    for folder, prefix in _prefixes(Path.cwd(), press.profiles, press.out):
        if path.is_relative_to(folder):
            return f"{prefix}{path.relative_to(folder).as_posix()}"
    return path.name


@lru_cache(maxsize=4)  # asked for fifty files of each document, and they cost as much as to read these
def _prefixes(here: Path, profiles: Path, out: Path) -> tuple[tuple[Path, str], ...]:
    """Folders and what stands for them; relative ones are below `here`."""
    home, results = (here / profiles).resolve().parent, (here / out).resolve()
    return ((results, "build/"), (home, ""), (paths.bundled_templates().resolve(), "cvpress/latex_templates/"))
