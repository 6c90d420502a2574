"""What was kept of a person's last builds, as a file. In: a `Known`; out: the same again, or None when it is damaged.

It is the way from files to the hash that a record holds for: how all that went in looked, what was asked, the plan of
the profile, and the hash that came of it for each document.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cvpress import paths
from cvpress.fingerprint import Files
from cvpress.plan import Item, Plan

_FOLDER = ".known"
"""Inside the folder of work, where nobody's own begins with a dot."""
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Known:
    """`asked`: by name what else decides, numbers and texts; `templates`: by folder how its files looked.

    `digests`: by document or packet the hash of its inputs; `bound`: by packet those of the PDFs of its documents.
    It holds from the day `since` to that before `until`, as in 2026-11-20: some findings depend on the day.
    """

    since: str
    until: str
    asked: Mapping[str, object]
    files: Files
    templates: Mapping[str, Files]
    plan: Plan
    digests: Mapping[str, str]
    bound: Mapping[str, Mapping[str, str]]


def read(out: Path, person: str) -> Known | None:
    """What was kept of `person` in the results `out`."""
    try:
        content = json.loads(_file(out, person).read_bytes())
        if content["format"] != _FORMAT:
            return None
        plan = Plan(tuple(map(_item, content["documents"])), tuple(map(_item, content["packets"])))
        days = (str(content["since"]), str(content["until"]))
        own = (content["asked"], content["files"], content["templates"])
        digests, bound = content["digests"], content["bound"]
        if not all(isinstance(one, dict) for one in (*own, *own[2].values(), digests, bound, *bound.values())):
            return None
        return Known(*days, *own, plan, digests, bound)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # nothing was kept, or it was damaged


def write(out: Path, person: str, known: Known) -> None:
    """Keep it. Raises ToolError when it can't be written."""
    content = {
        "format": _FORMAT,
        "since": known.since,
        "until": known.until,
        "asked": known.asked,
        "files": known.files,
        "templates": known.templates,
        "documents": [_row(item) for item in known.plan.documents],
        "packets": [_row(item) for item in known.plan.packets],
        "digests": known.digests,
        "bound": known.bound,
    }
    made = json.dumps(content).encode()
    if not paths.same(_file(out, person), made):
        paths.write(_file(out, person), made)


def _file(out: Path, person: str) -> Path:
    return out / paths.WORK / _FOLDER / f"{person}.json"


def _row(item: Item) -> list[object]:
    return [item.name, item.file, item.template, item.parts]


def _item(row: list[Any]) -> Item:
    name, file, template, parts = row
    return Item(str(name), str(file), str(template), tuple(map(str, parts)))
