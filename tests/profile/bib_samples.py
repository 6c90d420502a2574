"""What the tests of bibliographies share: a row as plain values, a profile with a source."""

from __future__ import annotations

from pathlib import Path

from cvpress.errors import ProfileError
from cvpress.profile import bibliography, markup, model
from cvpress.profile.bibnames import Named
from cvpress.profile.kinds import Publication
from cvpress.profile.model import Profile
from cvpress.profile.sourced import Row, Source, Words

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  papers:
    kind: publication
    SECTION
documents:
  cv: {template: ruled}
"""


def source(text: str, name: str = "a.bib") -> Source:
    return bibliography.parse(text.encode(), Path(name))


def said(row: Row) -> dict[str, object]:
    """The fields of a row, texts without their styles."""
    made: dict[str, object] = {}
    for item in row.items:
        values = [
            value if isinstance(value, str)
            else value.plain if isinstance(value, Named)
            else value.text if isinstance(value, Words)
            else markup.plain(value)
            for value in item.values
        ]  # fmt: skip
        made[item.name] = values if item.listed else values[0]
    return made


def entry(text: str) -> dict[str, object]:
    """What the first entry of a .bib file says."""
    return said(source(text).rows[0])


def load(folder: Path, section: str, cache: Path | None = None, **files: str | bytes) -> Profile:
    """A profile whose one section has these lines, beside these .bib (or, with `_json`, .json) files."""
    for name, content in files.items():
        path = folder / (name.replace("_json", ".json") if name.endswith("_json") else f"{name}.bib")
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    lines = section.strip().replace("\n", "\n    ")
    (folder / "profile.yaml").write_text(PROFILE.replace("SECTION", lines), encoding="utf-8")
    return model.load(folder / "profile.yaml", Path("ada/profile.yaml"), cache)


def papers(profile: Profile) -> list[Publication]:
    found = [entry for group in profile.sections["papers"].all_groups for entry in group.entries]
    return [one for one in found if isinstance(one, Publication)]


def titles(profile: Profile) -> list[str]:
    return [paper.title.plain for paper in papers(profile)]


def findings(profile: Profile) -> list[str]:
    return [f"{one.severity} {one.spot}: {one.message}" for one in profile.findings]


def errors(folder: Path, section: str, **files: str | bytes) -> list[str]:
    try:
        load(folder, section, None, **files)
    except ProfileError as error:
        return [str(problem) for problem in error.problems]
    return []
