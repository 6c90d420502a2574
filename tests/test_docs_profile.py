"""docs/profile.md cannot go stale: its YAML loads, its tables are the models' fields, its outputs and messages are real."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cvpress import naming, process
from cvpress.errors import CvpressError, ProfileError
from cvpress.profile import dates, model, photo
from cvpress.profile.base import Model
from cvpress.profile.entry import Dated, Entry, Highlight, NamedLink
from cvpress.profile.kinds import KINDS, Publication, Role
from cvpress.profile.latextext import MATH_COMMANDS
from cvpress.profile.markup import Break, Code, Inline, Link, Math, Nodes, Str, Styled
from cvpress.profile.model import Profile
from cvpress.profile.networks import Accounts
from cvpress.profile.section import Group, Section
from cvpress.typeset import template as templates
from cvpress.typeset.reference import STYLES, Citer, Owner
from cvpress.typeset.words import AMERICAN

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/profile.md").read_text(encoding="utf-8")
TEMPLATES = (ROOT / "latex_templates",)

# What a fragment of the page stands in; a part that the fragment has replaces the one here.
AROUND = {
    "schema": "schema: 1",
    "name": "name: {given: Mara, family: Lindqvist}",
    "sections": "sections:\n"
    "  about: {kind: text, entries: [A text.]}\n"
    "  education: {kind: education, entries: []}\n"
    "  experience: {kind: position, entries: []}\n"
    "  publications: {kind: publication, entries: []}",
    "documents": "documents: {cv: {template: ruled}}",
}
# The models that are no kind of entry, by the first field of the table that tells of them.
TABLES: dict[str, type[Model]] = {
    "schema": Profile,
    "given": model.Name,
    "file": model.Photo,
    "address": model.Contact,
    "github": Accounts,
    "present": model.Terms,
    "kind": Section,
    "title": Group,
    "note": Entry,
    "date": Dated,
    "label": NamedLink,
    "text": Highlight,
    "position": Role,
    "template": model.Document,
    "section": model.Selection,
    "pages": model.Limit,
}


def fences(page: str, info: str) -> list[tuple[str, str]]:
    """The fenced blocks whose info string matches `info`, with that string."""
    return re.findall(rf"^```({info})\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)


def whole(info: str, block: str) -> str:
    """The profile that an example of the page stands for."""
    kind = info.partition("kind=")[2]
    if kind:
        inner = "".join(f"      {line}" for line in block.splitlines(keepends=True))
        block = f"sections:\n  examples:\n    kind: {kind}\n    entries:\n{inner}"
    if info == "yaml":
        return block
    given = re.findall(r"^(\w+):", block, flags=re.MULTILINE)
    return "\n".join([*(text for part, text in AROUND.items() if part not in given), block, ""])


def load(text: str, folder: Path) -> Profile:
    file = folder / "profile.yaml"
    file.write_text(text, encoding="utf-8")
    return model.load(file, Path("profile.yaml"))


def rows(text: str) -> list[list[str]]:
    """The cells of every row of every table, without heads and rules."""
    lines = [line for line in text.splitlines() if re.match(r"\| (`|\[`)", line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def table(page: str, head: str, first: str) -> list[list[str]]:
    """The rows of the table whose head begins with `head` and whose first cell is the code `first`."""
    found = re.findall(rf"^\| {re.escape(head)}.*\n\|[-|]+\|\n((?:\|.*\n)+)", page, flags=re.MULTILINE)
    chosen = [rows(body) for body in found if rows(body)[0][0].strip("[]").startswith(f"`{first}`")]
    assert len(chosen) == 1, f"one table that begins with {first}"
    return chosen[0]


def chapter(page: str, kind: str) -> str:
    """The text below the head of one kind; that of publications is a chapter of its own."""
    head = "## Publications" if kind == "publication" else f"### `{kind}`"
    (found,) = re.findall(rf"^{re.escape(head)}\n(.*?)(?=^## |^### |\Z)", page, flags=re.MULTILINE | re.DOTALL)
    return str(found)


def differences(told: list[list[str]], made: type[Model], without: type[Model] | None = None) -> list[str]:
    """Where a table of fields and a model disagree: a field that one lacks, or which fields are required."""
    shared = without.model_fields if without else {}
    wanted = {
        info.alias or name: info.is_required() for name, info in made.model_fields.items() if name not in shared
    }
    seen = {row[0].strip("`"): row[1].startswith("required") for row in told}
    found = [f"{made.__name__}.{name} is not told" for name in wanted.keys() - seen.keys()]
    found += [f"{made.__name__} has no {name}" for name in seen.keys() - wanted.keys()]
    found += [f"{made.__name__}.{name}: required?" for name in wanted.keys() & seen.keys() if wanted[name] != seen[name]]
    return sorted(found)


def stale(page: str) -> list[str]:
    """Every way in which the tables of the page and the models disagree."""
    found = []
    for first, made in TABLES.items():
        head = "field | stands" if made is model.Terms else "field | leads" if made is Accounts else "field | holds"
        body = page.partition("\n## Kinds")
        found += differences(table(body[0] + page.partition("\n## Documents")[2], head, first), made, base(made))
    for kind, entry in KINDS.items():
        told = rows(chapter(page, kind).partition("\n- The **tag**")[0])
        found += differences(told, entry, base(entry))
    overview = {row[0].strip("[]`").partition("`")[0]: (row[2], row[3]) for row in table(page, "kind | for", "text")}
    wanted = {
        kind: ("yes" if issubclass(entry, Dated) else "no", AMERICAN.titles[kind]) for kind, entry in KINDS.items()
    }
    return found + [f"overview of kinds: {kind}" for kind in wanted.keys() | overview if wanted.get(kind) != overview.get(kind)]


def base(made: type[Model]) -> type[Model] | None:
    """The model whose fields another table tells."""
    parents = (parent for parent in (Dated, Entry) if issubclass(made, parent) and made is not parent)
    return next(parents, None)


EXAMPLES = fences(PAGE, r"yaml[^\n]*")


@pytest.mark.parametrize(("info", "block"), EXAMPLES)
def test_every_example_is_a_valid_profile(info: str, block: str, tmp_path: Path) -> None:
    assert re.fullmatch(r"yaml|yaml part|yaml kind=\w+", info)
    load(whole(info, block), tmp_path)


def test_every_kind_has_an_example_and_the_page_a_whole_one() -> None:
    assert {f"yaml kind={kind}" for kind in KINDS} <= {info for info, _ in EXAMPLES}
    assert [info for info, _ in EXAMPLES].count("yaml") == 1


@pytest.mark.parametrize("info", ["yaml kind=talk", "yaml part"])
def test_an_example_with_a_misspelt_field_would_be_noticed(info: str, tmp_path: Path) -> None:
    block = next(block for one, block in EXAMPLES if one == info)
    with pytest.raises(ProfileError, match="is not a field of"):
        load(whole(info, re.sub(r"\b(title|headline)\b", "titel", block)), tmp_path)


def test_tables_tell_every_field_of_every_model() -> None:
    assert stale(PAGE) == []


def test_every_model_has_a_table() -> None:
    def below(made: type[Model]) -> Iterator[type[Model]]:
        for child in made.__subclasses__():
            yield child
            yield from below(child)

    own = {made for made in below(Model) if made.__module__.startswith("cvpress.profile")}
    assert own == {*TABLES.values(), *KINDS.values()}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("| `honorific` |", "| `honour` |", ["Reference has no honour", "Reference.honorific is not told"]),
        ("| `venue` | required; one", "| `venue` | one", ["Service.venue: required?"]),
        ("| no | Skills |", "| yes | Skills |", ["overview of kinds: skill"]),
        ("| `committee` | before", "| `commission` | before", ["Terms has no commission", "Terms.committee is not told"]),
    ],
)
def test_a_stale_table_would_be_noticed(old: str, new: str, told: list[str]) -> None:
    assert PAGE.count(old) == 1
    assert stale(PAGE.replace(old, new)) == told


def field_examples() -> Iterator[tuple[str, dict[str, str], str]]:
    for kind, entry in KINDS.items():
        given = {row[0].strip("`"): row[2].strip("`").strip() for row in rows(chapter(PAGE, kind)) if len(row) == 3}
        needed = {name: given[name] for name, info in entry.model_fields.items() if info.is_required()}
        for name in given:
            yield kind, needed or {"event": given.get("event", "")}, f"{name}: {given[name]}"


@pytest.mark.parametrize(("kind", "needed", "field"), field_examples())
def test_every_example_in_a_table_of_a_kind_is_valid(
    kind: str, needed: dict[str, str], field: str, tmp_path: Path
) -> None:
    lines = [field, *(f"{name}: {value}" for name, value in needed.items() if not field.startswith(f"{name}:"))]
    assert load(whole(f"yaml kind={kind}", "- " + "\n  ".join(lines) + "\n"), tmp_path)


def test_the_words_left_out_are_those_of_the_language() -> None:
    told = {row[0].strip("`"): row[2] for row in table(PAGE, "field | stands", "present")}
    assert told == {name: AMERICAN.terms[name] for name in model.Terms.model_fields}


def test_dates_print_as_the_table_says() -> None:
    told = {row[0]: row[1:] for row in table(PAGE, "written | `short`", "2021")}
    assert len(told) >= 5
    for written, printed in told.items():
        ends = [dates.parse(part.strip()) for part in written.strip("`").split(" to ")]
        styles = ["short", "long", "iso", "numeric", "year"]
        made = [AMERICAN.range(*ends, style) if len(ends) == 2 else AMERICAN.date(ends[0], style) for style in styles]
        assert [text.replace("\u00a0", " ") for text in made] == printed


def markdown(nodes: Nodes) -> str:
    return "".join(_markdown(node) for node in nodes)


def _markdown(node: Inline) -> str:
    if isinstance(node, Str | Code | Math):
        return re.sub(r"[*_]", r"\\\g<0>", node.text if not isinstance(node, Math) else node.source)
    if isinstance(node, Break):
        return "<br>"
    inner = markdown(node.children)
    mark = {"strong": "**", "self": "**", "emph": "*"}.get(node.style if isinstance(node, Styled) else "", "")
    assert isinstance(node, Link | Styled)
    return f"{mark}{inner}{mark}"


def test_the_styles_print_what_the_page_says(tmp_path: Path) -> None:
    (block,) = (block for info, block in EXAMPLES if info == "yaml kind=publication")
    (entry,) = load(whole("yaml kind=publication", block), tmp_path).sections["examples"].entries
    assert isinstance(entry, Publication)
    citer = Citer(Owner(frozenset(["Mara Lindqvist"])), AMERICAN, "short")
    printed = {f"`{style}`": re.sub("[\u00a0\u2002]", " ", markdown(citer.cite(entry, style))) for style in STYLES}
    assert dict(row[:2] for row in table(PAGE, "style | prints", "venue-first")) == printed


def test_options_and_placeholders_and_math_are_all_told() -> None:
    settled = templates.load("ruled", TEMPLATES).options
    told = {row[0].strip("`"): set(re.findall("`(.+?)`", row[1])) for row in table(PAGE, "option | choices", "paper")}
    assert told == {name: set(option.choices) for name, option in settled.items()}
    places = {row[0].strip("`{}") for row in table(PAGE, "placeholder | becomes", "{given}")}
    assert places == set(naming.PLACEHOLDERS)
    (block,) = re.findall(r"^These commands.*?^```text\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert {command.removeprefix("\\") for command in block.split()} == MATH_COMMANDS - {" "}
