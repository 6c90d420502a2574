"""Fictional people for the benchmarks, of any number of entries and any number of people. In: counts; out: YAML, .bib.

The same call gives the same text. Nobody's text is another's, so that no cache of one document helps the next.
"""

from __future__ import annotations

import json
from pathlib import Path

from bibliography import bibliography

RESUME = Path(__file__).with_name("resume.yaml")
CHANGED = "240 communities"
"""What is edited: its figure, to another of three digits, so that every edit is a new text of the same length."""
_GIVEN = ("Ada", "Bo", "Cleo", "Dag", "Edda", "Finn", "Greta", "Hugo", "Ines", "Jon")
_FAMILY = ("Alder", "Birch", "Cedar", "Fielding", "Marsh", "Reed", "Tideman")
_OF = ("Tides", "Rivers", "Old Walls", "Storms", "Small Towns", "Bridges", "Drifters", "Gauges", "Harbours")
_VENUES = ("Journal of River Science", "Letters on Water", "Ocean Sensing Conference", "Weather and Radar")
_HEAD = """\
# Made by benchmarks/fiction.py.
schema: 1
name: {given: Elin, family: Marsh}
headline: Hydrologist
contact: {emails: [elin.marsh@example.org], homepage: "https://elinmarsh.example.com/"}
sections:
"""
_DOCUMENTS = "documents:\n  cv: {template: ruled}\n"


def resume(number: int = 0) -> str:
    """The two-page résumé; above 0 somebody else's, of another name, with other figures in its highlights."""
    text = RESUME.read_text(encoding="utf-8")
    if not number:
        return text
    given, family = _GIVEN[number % 10], _FAMILY[number % 7]
    for old, new in (
        ("given: Elin, family: Marsh", f"given: {given}, family: {family}"),
        ("Elin Marsh", f"{given} {family}"),
        ("elin.marsh", f"{given}.{family}.{number}".lower()),
        ("elinmarsh", f"{given}{family}{number}".lower()),
        ("240 communities along 31 rivers", f"{200 + number} communities along {20 + number} rivers"),
        ("eighty thousand routes", f"{number} thousand routes"),
        ("2,300 of them", f"{2000 + number} of them"),
    ):
        text = text.replace(old, new)
    return text


def changed(text: str, edit: int) -> str:
    """`text`, a résumé as a profile or as RenderCV's input, after edit number `edit`."""
    assert text.count(CHANGED) == 1, f"'{CHANGED}' stands {text.count(CHANGED)} times"
    return text.replace(CHANGED, after(edit))


def after(edit: int) -> str:
    """What then stands where CHANGED stood."""
    return f"{300 + edit % 700} communities"


def publications(count: int) -> str:
    """A profile of `count` publications in YAML, of two to four authors each."""
    entries = []
    for n in range(count):
        others = [f"{_GIVEN[(n + step) % 10]} {_FAMILY[(n * 3 + step) % 7]}" for step in range(1 + n % 3)]
        entry = {
            "title": f"On {_OF[n % 9]} and {_OF[(n // 9 + n + 1) % 9]}, Part {n + 1}",
            "authors": ["Elin Marsh", *others],
            "venue": _VENUES[n % 4],
            "volume": str(1 + n % 40),
            "pages": f"{n + 1}–{n + 12}",
            "date": str(1990 + n % 35),
            "doi": f"10.1000/rivers.{n + 1}",
        }
        lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in entry.items()]
        entries.append("      - " + "\n        ".join(lines) + "\n")
    head = "  publications:\n    title: Publications\n    kind: publication\n    entries:\n"
    return f"{_HEAD}{head}{''.join(entries)}{_DOCUMENTS}"


def cited() -> str:
    """A profile whose publications come from `publications.bib` beside it, in IEEE's style."""
    section = "  publications: {title: Publications, kind: publication, source: publications.bib, style: ieee}\n"
    return f"{_HEAD}{section}{_DOCUMENTS}"


def person(folder: Path, profile: str, publications_in_bib: int = 0) -> Path:
    """One person's folder below a folder of profiles; the profile's path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "profile.yaml"
    path.write_text(profile, encoding="utf-8")
    if publications_in_bib:
        (folder / "publications.bib").write_text(bibliography(publications_in_bib), encoding="utf-8")
    return path
