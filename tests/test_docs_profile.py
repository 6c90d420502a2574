"""docs/profile.md cannot go stale: its YAML loads, its tables are the models' fields, its outputs and messages are real."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from workshop import LINES, with_fakes, with_tex

from cvpress import naming
from cvpress.errors import CvpressError, ProfileError
from cvpress.profile import dates, model, photo, yamlfile
from cvpress.profile.base import Model
from cvpress.profile.entry import Dated, Entry, Highlight, NamedLink
from cvpress.profile.filename import PLACEHOLDERS
from cvpress.profile.kinds import KINDS, Publication, Role, Talk
from cvpress.profile.latextext import MATH_COMMANDS
from cvpress.profile.markup import Break, Code, Inline, Link, Math, Nodes, Str, Styled
from cvpress.profile.model import Profile, Terms
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
    "  experience: {kind: position, entries: [{organization: Tidal Works}]}\n"
    "  publications: {kind: publication, entries: [{title: x, authors: [y], key: tides-2021, tags: [short]}]}",
    "documents": "documents: {cv: {template: ruled}}",
}
# The models that are no kind of entry, by the first field of the table that tells of them.
TABLES: dict[str, type[Model]] = {
    "schema": Profile,
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


def told_fields(page: str, first: str) -> list[list[str]]:
    """The table of fields of one of TABLES."""
    head = {"present": "field | stands", "github": "field | leads"}.get(first, "field | holds")
    return table(page.partition("\n## Kinds")[0] + page.partition("\n## Documents")[2], head, first)


def fields(made: type[Model]) -> dict[str, bool]:
    """The names of its fields as they are written, and which are required; not those that another table tells."""
    shared = parent.model_fields if (parent := base(made)) else {}
    return {info.alias or name: info.is_required() for name, info in made.model_fields.items() if name not in shared}


def differences(told: list[list[str]], made: type[Model]) -> Iterator[str]:
    """Where a table of fields and a model disagree."""
    wanted, seen = fields(made), {row[0].strip("`"): row[1].startswith("required") for row in told}
    for name in sorted(wanted.keys() | seen.keys()):
        if wanted.get(name) != seen.get(name):
            yield f"{made.__name__}.{name}"


def stale(page: str) -> list[str]:
    """Every way in which the tables of the page and the models disagree."""
    found = [fault for first, made in TABLES.items() for fault in differences(told_fields(page, first), made)]
    for kind, entry in KINDS.items():
        found += differences(rows(chapter(page, kind)), entry)
    told = {re.sub(r"^\[`(\w+)`.*", r"\1", row[0]): row[2:] for row in table(page, "kind | for", "text")}
    wanted = {
        kind: ["yes" if issubclass(entry, Dated) else "no", AMERICAN.titles[kind]] for kind, entry in KINDS.items()
    }
    return [*found, *(f"kind {kind}" for kind in wanted.keys() | told.keys() if wanted.get(kind) != told.get(kind))]


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
        ("| `honorific` |", "| `honour` |", ["Reference.honorific", "Reference.honour"]),
        ("| `venue` | required; one", "| `venue` | one", ["Service.venue"]),
        ("| no | Skills |", "| yes | Skills |", ["kind skill"]),
        ("| `committee` | before", "| `commission` | before", ["Terms.commission", "Terms.committee"]),
    ],
)
def test_a_stale_table_would_be_noticed(old: str, new: str, told: list[str]) -> None:
    assert PAGE.count(old) == 1
    assert stale(PAGE.replace(old, new)) == told


def field_examples() -> Iterator[tuple[type[Model], str]]:
    """Each example of a table of fields, with what its model needs besides."""
    besides = {Section: {"entries": "[A text.]"}, Talk: {"event": "TIDE 2022"}}
    chapters = [(entry, rows(chapter(PAGE, kind))) for kind, entry in KINDS.items()]
    others = [(made, told_fields(PAGE, first)) for first, made in TABLES.items() if made not in (Dated, Group, Terms)]
    for made, told in (*chapters, *others):
        given = {row[0].strip("`"): row[2].strip("`").strip() for row in told if len(row) == 3}
        needed = {name: given[name] for name, must in fields(made).items() if must} | besides.get(made, {})
        for name in given:
            yield made, "\n".join(f"{field}: {value}" for field, value in {**needed, name: given[name]}.items())


@pytest.mark.parametrize(("made", "text"), field_examples())
def test_every_example_in_a_table_is_valid(made: type[Model], text: str) -> None:
    assert made.model_validate(yamlfile.parse(text.encode(), Path("profile.yaml")))


def test_the_words_left_out_are_those_of_the_language() -> None:
    told = {row[0].strip("`"): row[2] for row in table(PAGE, "field | stands", "present")}
    assert told == {name: AMERICAN.terms[name] for name in Terms.model_fields}


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
    assert places == set(PLACEHOLDERS)
    (block,) = re.findall(r"^These commands.*?^```text\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert {command.removeprefix("\\") for command in block.split()} == MATH_COMMANDS - {" "}


# What provokes each message of the page, in the order of its tables; a fragment, or the entries of a kind.
MISTAKES = (
    ("part", "headline: Tides: a model"),
    ("part", "headline: x\n\tmotto: y"),
    ("part", "motto: *Tides*"),
    ("part", "motto: a\nmotto: b"),
    ("part", "motto:"),
    ("part", "titel: x"),
    ("kind=talk", "- titel: x"),
    ("kind=project", "- title: x\n  highlights:\n    - Tides: a model"),
    ("kind=publication", "- title: x"),
    ("kind=tal", "- title: x"),
    ("part", "sections: {about: {kind: text, title: About}}"),
    ("kind=publication", "- {title: x, authors: Mara Lindqvist}"),
    ("kind=talk", "- {title: {a: b}}"),
    ("kind=talk", "- {title: x, date: Aug 2020}"),
    ("kind=talk", "- {title: x, date: 2019-2021}"),
    ("kind=talk", "- {title: x, date: 2021-02-30}"),
    ("kind=talk", "- {title: x, start_date: 2021, end_date: 2019}"),
    ("kind=talk", "- {title: x, start_date: 2021}"),
    ("kind=talk", "- {title: x, date: 2021, end_date: 2022}"),
    ("kind=publication", "- {title: x, authors: [y], label: z, venue_short: z}"),
    ("kind=talk", "- {title: x, url: example.org}"),
    ("kind=text", "- '[here](example.org)'"),
    ("kind=text", "- '$\\input{x}$'"),
    ("part", "contact: {profiles: {orcid: 0000-0002-1825-0098}}"),
    ("part", "contact: {profiles: {github: '@mara'}}"),
    ("part", "documents: {cv: {template: ruled, sections: [publication]}}"),
    ("part", "documents: {cv: {template: ruled, sections: [{section: publications, tags: shrt}]}}"),
    ("part", "documents: {cv: {template: ruled, sections: [about, about]}}"),
    ("part", "packets: {application: [cv, degree]}"),
    ("part", "photo: {file: portrait.jpg}"),
    ("part", "documents: {cv: {template: rule}}"),
    ("part", "documents: {cv: {template: ruled, options: {font: lato}}}"),
    ("part", "documents: {cv: {template: ruled, options: {paper: a5}}}"),
    ("part", "documents: {cv: {template: ruled, filename: '{name}_CV'}}"),
)


def said(mistake: tuple[str, str], folder: Path) -> str:
    """The one message about a mistake, told before LaTeX runs."""
    info, block = mistake
    with pytest.raises(CvpressError) as caught:  # noqa: PT012  # whichever of them notices it
        profile = load(whole(f"yaml {info}", block + "\n"), folder)
        photo.photo_file(profile, folder)
        document = profile.documents["cv"]
        naming.file_name(profile, "cv", "ruled", "mara-lindqvist")
        _, problems = templates.load(document.template.plain, TEMPLATES).settle(document.options)
        raise ProfileError(*problems)
    (problem,) = caught.value.problems
    return problem.message


def test_the_messages_are_what_is_really_said(tmp_path: Path) -> None:
    told = [cell[0].strip("`").strip() for cell in table(PAGE, "message | means", "this is not YAML")]
    assert told == [said(mistake, tmp_path) for mistake in MISTAKES]


def test_the_report_looks_as_shown(tmp_path: Path) -> None:
    (report,) = re.findall(r"and the line\nitself:\n\n```text\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
    shop = with_tex(tmp_path)
    shop.profile("mara-lindqvist", whole("yaml kind=talk", "- {titel: Reading the Tide, event: TIDE, date: 2022-13}\n"))
    assert report in shop.run("pdf", "--person", "mara-lindqvist").err


@pytest.mark.latex
def test_the_whole_example_builds(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    shop.profile("mara-lindqvist", next(block for info, block in EXAMPLES if info == "yaml"))
    done = shop.run("pdf", "--person", "mara-lindqvist")
    assert done.code == 0, done.err
    assert sorted(path.name for path in shop.built("mara-lindqvist").iterdir()) == ["Lindqvist_short.pdf", "cv.pdf"]


def test_what_is_said_of_lost_text_is_as_told(tmp_path: Path) -> None:
    shop = with_fakes(tmp_path)
    shop.prints(*(line for line in LINES if line != "Read a book."))
    assert table(PAGE, "message | means", "item.text")[0][0].strip("`") in shop.run("pdf").err


@pytest.mark.latex
def test_what_is_said_when_the_page_is_set_is_as_told(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    long = "sections: {about: {kind: text, entries: [" + "A text., " * 99 + "]}}\n"
    long += "documents: {cv: {template: ruled, limit: {pages: 1}}}"
    shop.profile("long", whole("yaml part", long))
    shop.profile("rune", whole("yaml part", "headline: ᚠ"))
    said = shop.run("pdf", "--person", "long", "--person", "rune").err
    told = [row[0].strip("`") for row in table(PAGE, "message | means", "item.text")[1:]]
    assert len(told) == 2
    assert [message for message in told if message not in said] == []
