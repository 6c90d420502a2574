"""docs/profile.md cannot go stale: its YAML is valid, and its tables have every kind and every field of every model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from profile_page import PAGE, bare, chapter, example, examples, load, rows, table, whole
from workshop import with_tex

from cvpress.errors import ProfileError
from cvpress.profile import model, yamlfile
from cvpress.profile.base import Model
from cvpress.profile.entry import Dated, Entry, Highlight, NamedLink
from cvpress.profile.kinds import KINDS, Publication, Role, Talk
from cvpress.profile.letter import Letter
from cvpress.profile.lists import GroupSelect, Metrics, People, Select
from cvpress.profile.model import Terms
from cvpress.profile.networks import Accounts
from cvpress.profile.section import Group, Section
from cvpress.typeset.words import AMERICAN

# The models that are no kind of entry, by the first field of the table that tells of them.
TABLES: dict[str, type[Model]] = {
    "schema": model.Profile,
    "given": model.Name,
    "file": model.Photo,
    "address": model.Contact,
    "github": Accounts,
    "present": Terms,
    "kind": Section,
    "title": Group,
    "note": Entry,
    "date": Dated,
    "label": NamedLink,
    "text": Highlight,
    "position": Role,
    "template": model.Document,
    "section": model.Selection,
    "types": Select,
    "rest": GroupSelect,
    "names": People,
    "citations": Metrics,
    "pages": model.Limit,
    "recipient": Letter,
}


def told_fields(page: str, first: str) -> list[list[str]]:
    """The table of fields of one of TABLES: kinds have tables with the same first fields, in a part of their own."""
    head = {"present": "field | stands", "github": "field | leads"}.get(first, "field | holds")
    return table(page.partition("\n## Kinds")[0] + page.partition("\n## Documents")[2], head, first)


def base(made: type[Model]) -> type[Model] | None:
    """The model whose fields another table tells."""
    return next((parent for parent in (Dated, Entry, Select) if issubclass(made, parent) and made is not parent), None)


def fields(made: type[Model]) -> dict[str, bool]:
    """The names of its fields as they are written, and which are required; not those that another table tells."""
    shared = parent.model_fields if (parent := base(made)) else {}
    return {info.alias or name: info.is_required() for name, info in made.model_fields.items() if name not in shared}


def differences(told: list[list[str]], made: type[Model]) -> Iterator[str]:
    """Fields that only one of table and model has, or that only one calls required."""
    wanted, seen = fields(made), {bare(row[0]): row[1].startswith("required") for row in told}
    for name in sorted(wanted.keys() | seen.keys()):
        if wanted.get(name) != seen.get(name):
            yield f"{made.__name__}.{name}"


def stale(page: str) -> list[str]:
    """Every way in which the tables of the page and the models disagree."""
    found = [fault for first, made in TABLES.items() for fault in differences(told_fields(page, first), made)]
    for kind, entry in KINDS.items():
        found += differences(rows(chapter(page, kind)), entry)
    told = {bare(row[0]): row[2:] for row in table(page, "kind | for", "text")}
    wanted = {
        kind: ["yes" if issubclass(entry, Dated) else "no", AMERICAN.titles[kind]] for kind, entry in KINDS.items()
    }
    return [*found, *(f"kind {kind}" for kind in wanted.keys() | told.keys() if wanted.get(kind) != told.get(kind))]


@pytest.mark.parametrize(("info", "block"), examples(PAGE))
def test_every_example_is_a_valid_profile(info: str, block: str, tmp_path: Path) -> None:
    assert re.fullmatch(r"yaml|yaml part|yaml kind=\w+", info)
    load(whole(info, block), tmp_path)


def test_every_kind_has_an_example_and_the_page_one_whole_profile() -> None:
    infos = [info for info, _ in examples(PAGE)]
    assert {f"yaml kind={kind}" for kind in KINDS} <= set(infos)
    assert infos.count("yaml") == 1


@pytest.mark.parametrize("info", ["yaml", "yaml part", "yaml kind=award"])
def test_an_example_with_a_misspelt_field_would_be_noticed(info: str, tmp_path: Path) -> None:
    text = whole(info, example(info))
    load(text, tmp_path)
    with pytest.raises(ProfileError, match="'titel' is not a field of"):
        load(re.sub(r"\b(title|headline):", "titel:", text), tmp_path)


def test_tables_tell_every_kind_and_every_field() -> None:
    assert stale(PAGE) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("| `honorific` |", "| `honour` |", ["Reference.honorific", "Reference.honour"]),
        ("| `venue` | required; one", "| `venue` | one", ["Service.venue"]),
        ("| `committee` | before", "| `commission` | before", ["Terms.commission", "Terms.committee"]),
        ("| no | Skills |", "| yes | Skills |", ["kind skill"]),
        ("| [`grant`]", "| [`grants`]", ["kind grant", "kind grants"]),
    ],
)
def test_a_stale_table_would_be_noticed(old: str, new: str, told: list[str]) -> None:
    assert PAGE.count(old) == 1
    assert sorted(stale(PAGE.replace(old, new))) == told


def test_every_model_of_a_profile_has_a_table() -> None:
    def below(made: type[Model]) -> Iterator[type[Model]]:
        for child in made.__subclasses__():
            yield child
            yield from below(child)

    own = {made for made in below(Model) if made.__module__.startswith("cvpress.profile.")}
    assert own == {*TABLES.values(), *KINDS.values()}


def test_every_link_of_the_page_leads_somewhere() -> None:
    inline = [child for token in MarkdownIt().parse(PAGE) for child in token.children or ()]
    targets = {str(token.attrs["href"]) for token in inline if token.type == "link_open"}
    heads = re.findall(r"^#+ (.*)", PAGE, flags=re.MULTILINE)
    anchors = {"#" + re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}
    assert len(targets) > len(KINDS)
    assert targets - anchors == {
        "../README.md#templates",
        "ats.md",
        "styles.md",
        "publications.md",
        "https://jsonresume.org",
    }


def field_examples() -> list[tuple[type[Model], str]]:
    """Each example of a table of fields, with what its model needs besides."""
    besides: dict[type[Model], dict[str, str]] = {
        Section: {"entries": "[{title: Tides, authors: [Mara Lindqvist]}]"},
        Talk: {"event": "TIDE 2022"},
        Publication: {"authors": "[Mara Lindqvist]"},
        People: {"underline": "true"},
        Metrics: {"h_index": "20"},
    }
    tables: list[tuple[type[Model], list[list[str]]]]
    tables = [(entry, rows(chapter(PAGE, kind))) for kind, entry in KINDS.items()]
    # An entry of a group has the kind of its section, half a range is none, and terms are shown with their defaults.
    tables += [(made, told_fields(PAGE, first)) for first, made in TABLES.items() if made not in (Group, Dated, Terms)]
    found: list[tuple[type[Model], str]] = []
    for made, told in tables:
        given = {bare(row[0]): bare(row[2]) for row in told}
        needed = {name: given[name] for name, must in fields(made).items() if must} | besides.get(made, {})
        for name, value in given.items():
            text = "\n".join(f"{key}: {written}" for key, written in {**needed, name: value}.items())
            found.append((made, text))
    return found


@pytest.mark.parametrize(("made", "text"), field_examples())
def test_every_example_in_a_table_is_valid(made: type[Model], text: str) -> None:
    assert made.model_validate(yamlfile.parse(text.encode(), Path("profile.yaml")))


@pytest.mark.latex
def test_the_whole_example_builds(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    shop.profile("mara-lindqvist", example("yaml"))
    done = shop.run("pdf", "--person", "mara-lindqvist")
    assert done.code == 0, done.err
    assert sorted(path.name for path in shop.built("mara-lindqvist").iterdir()) == ["Lindqvist_short.pdf", "cv.pdf"]


def sections(chosen: list[tuple[str, str]]) -> str:
    """A profile with a section for each of these examples of entries."""
    made = "sections:\n"
    for at, (info, block) in enumerate(chosen):
        inner = "".join(f"      {line}" for line in block.splitlines(keepends=True))
        made += f"  s{at}:\n    kind: {info.partition('kind=')[2]}\n    entries:\n{inner}"
    return whole("yaml part", made)


def with_every_field(kind: str) -> tuple[str, str]:
    """An entry that has every field of its kind, and what every entry may have, as the tables show them."""
    told = [*rows(chapter(PAGE, kind)), *told_fields(PAGE, "note")]
    given = {bare(row[0]): bare(row[2]) for row in told if bare(row[0]) not in ("private", "label")}
    if kind == "line":
        given["label"] = "Citizenship"
    return f"yaml kind={kind}", "- " + "\n  ".join(f"{name}: {value}" for name, value in given.items()) + "\n"


@pytest.mark.latex
@pytest.mark.parametrize("template", ["ruled", "moderncv-classic", "moderncv-banking"])
def test_every_field_and_every_example_is_printed(template: str, tmp_path: Path) -> None:
    blocks = [(info, block) for info, block in examples(PAGE) if "kind=" in info]
    shop = with_tex(tmp_path)
    shop.profile("mara", sections([*blocks, *map(with_every_field, KINDS)]))
    done = shop.run("pdf", "--person", "mara", "--template", template)
    assert done.code == 0, done.err


@pytest.mark.latex
def test_mathematics_is_found_again(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    shop.profile("mara", sections([(info, block) for info, block in examples(PAGE) if "$O(" in block]))
    done = shop.run("pdf", "--person", "mara")
    assert done.code == 0, done.err
