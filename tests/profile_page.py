"""docs/profile.md, read for its tests. In: the page; out: its examples as profiles, and the rows of its tables."""

from __future__ import annotations

import re
from pathlib import Path

from cvpress.profile import model
from cvpress.profile.model import Profile

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/profile.md").read_text(encoding="utf-8")
TEMPLATES = (ROOT / "latex_templates",)

# What a fragment of the page stands in; a part that the fragment has replaces the one here.
_AROUND = {
    "schema": "schema: 1",
    "name": "name: {given: Mara, family: Lindqvist}",
    "sections": "sections:\n"
    "  about: {kind: text, entries: [A text.]}\n"
    "  experience: {kind: position, entries: [{organization: Tidal Works}]}\n"
    "  publications: {kind: publication, entries: [{title: x, authors: [y], key: tides-2021, tags: [short]}]}",
    "documents": "documents: {cv: {template: ruled}}",
}


def examples(page: str) -> list[tuple[str, str]]:
    """Each fenced block of YAML with its info string, which says what it is a part of."""
    return re.findall(r"^```(yaml[^\n]*)\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)


def example(info: str) -> str:
    """The first block of the page with this info string."""
    return next(block for one, block in examples(PAGE) if one == info)


def shown(after: str) -> str:
    """The fenced text that follows the words `after`."""
    found = re.findall(rf"{re.escape(after)}\n\n```text\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert len(found) == 1, after
    return str(found[0])


def whole(info: str, block: str) -> str:
    """The profile that a block stands for: itself (yaml), parts of one (yaml part), entries (yaml kind=talk)."""
    if info == "yaml":
        return block
    if kind := info.partition("kind=")[2]:
        inner = "".join(f"      {line}" for line in block.splitlines(keepends=True))
        block = f"sections:\n  examples:\n    kind: {kind}\n    entries:\n{inner}"
    given = re.findall(r"^(\w+):", block, flags=re.MULTILINE)
    return "\n".join([*(text for part, text in _AROUND.items() if part not in given), block, ""])


def load(text: str, folder: Path) -> Profile:
    """The profile of this text, written into `folder` beside the page's bibliography. Raises ProfileError."""
    (folder / "publications.bib").write_text(bibliography(), encoding="utf-8")
    file = folder / "profile.yaml"
    file.write_text(text, encoding="utf-8")
    return model.load(file, Path("profile.yaml"))


def bibliography() -> str:
    """The .bib file that the page shows."""
    (found,) = re.findall(r"^```bibtex\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
    return str(found)


def rows(text: str) -> list[list[str]]:
    """The cells of every row of every table in `text`, without heads and rules."""
    lines = [line for line in text.splitlines() if re.match(r"\| \[?`", line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def bare(cell: str) -> str:
    """What stands in the code of a cell, a link around it taken off."""
    return re.sub(r"^\[?`\s*(.*?)\s*`(\].*)?$", r"\1", cell)


def table(page: str, head: str, first: str) -> list[list[str]]:
    """The rows of the one table whose head begins with `head` and whose first cell is the code `first`."""
    bodies = re.findall(rf"^\| {re.escape(head)}.*\n\|[-|]+\|\n((?:\|.*\n)+)", page, flags=re.MULTILINE)
    chosen = [found for body in bodies if bare((found := rows(body))[0][0]) == first]
    assert len(chosen) == 1, f"one table that begins with {first}"
    return chosen[0]


def chapter(page: str, kind: str) -> str:
    """The text below the head of one kind; that of publications is a chapter of its own."""
    head = "## Publications" if kind == "publication" else f"### `{kind}`"
    found = re.findall(rf"^{re.escape(head)}\n(.*?)(?=^## |^### |\Z)", page, flags=re.MULTILINE | re.DOTALL)
    assert len(found) == 1, f"one head of {kind}"
    return str(found[0])
