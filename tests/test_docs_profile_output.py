"""docs/profile.md shows what is really printed and really said: dates, words, references, options, messages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from profile_page import PAGE, TEMPLATES, bare, example, load, shown, table, whole
from workshop import LINES, with_fakes, with_tex

from cvpress.errors import CvpressError, ProfileError
from cvpress.profile import dates, photo
from cvpress.profile.filename import PLACEHOLDERS
from cvpress.profile.kinds import Publication
from cvpress.profile.languages import LANGUAGES
from cvpress.profile.latextext import MATH_COMMANDS
from cvpress.profile.lists import Numbering
from cvpress.profile.markup import Break, Inline, Link, Nodes, Str, Styled
from cvpress.profile.model import Terms
from cvpress.profile.section import DateStyle
from cvpress.profile.styles import NAMES, named
from cvpress.typeset import template as templates
from cvpress.typeset.owner import Owner
from cvpress.typeset.reference import Citer
from cvpress.typeset.words import AMERICAN, BRITISH, words

_PEOPLE = "kind: publication, people: [{names: Teodor Blau, mark: '*', meaning: student}]"
# What provokes each message of the page, in the order of its table: a part of a profile, or the entries of a kind.
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
    ("part", "documents: {cv: {template: ruled, sections: [{section: publications, years: 2024-2019}]}}"),
    ("part", "sections: {a: {kind: item, group_by: tag, groups: [{entries: [x]}]}}"),
    ("part", "sections: {a: {kind: item, number: up, number_format: '{typ}{n}', entries: [x]}}"),
    ("part", f"sections: {{a: {{{_PEOPLE}, marks: {{'*': equal}}, entries: [{{title: x, authors: [Jun Park]}}]}}}}"),
    ("part", f"sections: {{a: {{{_PEOPLE}, entries: [{{title: x, authors: [Teodor Blau, Jun Park*]}}]}}}}"),
    ("part", "sections: {a: {kind: item, et_al: 3, entries: [x]}}"),
    ("part", "documents: {cv: {template: ruled, sections: [about, about]}}"),
    ("part", "packets: {application: [cv, degree]}"),
    ("part", "photo: {file: portrait.jpg}"),
    ("part", "sections: {papers: {kind: publication, source: papers.bib}}"),
    (
        "part",
        "sections: {papers: {kind: publication, source: publications.bib, overlay: {tide2021: {selected: true}}}}",
    ),
    ("part", "documents: {cv: {template: ruled, letter: grant.md}}"),
    ("part", 'documents: {cv: {template: ruled, letter: {opening: "Dear Ines,", body: "# Tides"}}}'),
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
        _, problems = templates.load(document.template.plain, TEMPLATES).settle(document.options)
        raise ProfileError(*problems)
    (problem,) = caught.value.problems
    return problem.message


def test_the_messages_are_what_is_really_said(tmp_path: Path) -> None:
    told = [bare(row[0]) for row in table(PAGE, "message | means", said(MISTAKES[0], tmp_path))]
    assert told == [said(mistake, tmp_path) for mistake in MISTAKES]


def test_the_report_looks_as_shown(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    wrong = "- {titel: Reading the Tide, event: TIDE, date: 2022-13}\n"
    shop.profile("mara-lindqvist", whole("yaml kind=talk", wrong))
    assert shown("and the line\nitself:") in shop.run("pdf", "--person", "mara-lindqvist").err


LATE = [bare(row[0]) for row in table(PAGE, "message | means", "item.text: 'Read a book.' is not in the PDF's text")]


def test_what_is_said_of_lost_text_is_as_told(tmp_path: Path) -> None:
    shop = with_fakes(tmp_path)
    shop.prints(*(line for line in LINES if line != "Read a book."))
    assert LATE[0] in shop.run("pdf").err


@pytest.mark.latex
def test_what_is_said_of_the_set_page_is_as_told(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    texts = "sections: {about: {kind: text, entries: [" + "A text., " * 60 + "]}}\n"
    shop.profile("long", whole("yaml part", texts + "documents: {cv: {template: ruled, limit: {pages: 1}}}\n"))
    shop.profile("rune", whole("yaml part", "headline: 𐎀\n"))
    drawing = "et_al: 1, groups: [{title: J, select: {types: journal}}], entries: "
    papers = "[{title: x, type: journal, authors: [Mara Lindqvist, A, B]}, {title: y, authors: [B]}]"
    lists = f"sections: {{publications: {{kind: publication, {drawing}{papers}}}}}\n"
    shop.profile("drawn", whole("yaml part", lists))
    err = shop.run("pdf", "--person", "long", "--person", "rune", "--person", "drawn").err
    assert len(LATE) == 5
    assert [message for message in LATE[1:] if message not in err] == []


def test_dates_print_as_the_table_says() -> None:
    styles = [bare(cell) for cell in re.findall(r"^\| written \| (`short`.*) \|$", PAGE, re.MULTILINE)[0].split(" | ")]
    assert sorted(styles) == sorted(get_args(DateStyle))
    told = {bare(row[0]): row[1:] for row in table(PAGE, "written | `short`", "2021")}
    for written, cells in told.items():
        start, *end = (dates.parse(part) for part in written.split(" to "))
        made = [AMERICAN.range(start, end[0], style) if end else AMERICAN.date(start, style) for style in styles]
        assert [text.replace("\u00a0", " ") for text in made] == cells
    day = dates.parse("2021-08-31")
    british = [BRITISH.date(day, style).replace("\u00a0", " ") for style in ("short", "numeric")]
    german = [words("de", Terms()).date(day, style).replace("\u00a0", " ") for style in ("short", "numeric")]
    assert f"with `de` {german[0]} and {german[1]}." in PAGE
    assert re.findall(r"`language: en-GB` a document prints ([^.]*) and\s+([^.]*)\.", PAGE) == [tuple(british)]


def test_the_languages_are_all_told() -> None:
    assert tuple(bare(row[0]) for row in table(PAGE, "language | is", "en-US")) == LANGUAGES


def test_the_words_left_out_are_those_of_the_language() -> None:
    told = {bare(row[0]): row[2] for row in table(PAGE, "field | stands", "present")}
    assert told == {name: AMERICAN.terms[name] for name in Terms.model_fields}


def markdown(nodes: Nodes) -> str:
    """Nodes as a reader of the page sees them: weights and line ends, no ties."""
    return re.sub("[\u00a0\u2002]", " ", "".join(_markdown(node) for node in nodes))


def _markdown(node: Inline) -> str:
    if isinstance(node, Str):
        return re.sub(r"[*_]", r"\\\g<0>", node.text)
    if isinstance(node, Break):
        return "<br>"
    assert isinstance(node, Styled | Link)
    mark = {"strong": "**", "self": "**", "emph": "*"}.get(node.style, "") if isinstance(node, Styled) else ""
    return f"{mark}{markdown(node.children)}{mark}"


def test_the_styles_print_what_the_page_says(tmp_path: Path) -> None:
    info = "yaml kind=publication"
    (entry,) = load(whole(info, example(info)), tmp_path).sections["examples"].entries
    assert isinstance(entry, Publication)
    citer = Citer(Owner(frozenset(["Mara Lindqvist"])), AMERICAN, "short")
    told = {bare(row[0]): row[1] for row in table(PAGE, "style | prints", "venue-first")}
    shown = {name: markdown(citer.cite(entry, style)) for name in NAMES if (style := named(name))}
    assert told == shown


def test_options_and_choices_are_all_told() -> None:
    options = templates.load("ruled", TEMPLATES).options
    told = {bare(row[0]): set(re.findall("`(.+?)`", row[1])) for row in table(PAGE, "option | choices", "paper")}
    assert told == {name: set(option.choices) for name, option in options.items()}
    assert {bare(row[0]) for row in table(PAGE, "value | counts", "none")} == set(get_args(Numbering))
    places = {bare(row[0]) for row in table(PAGE, "placeholder | becomes", "{given}")}
    assert places == {f"{{{name}}}" for name in PLACEHOLDERS}


def test_the_commands_of_mathematics_are_all_told() -> None:
    told = {command.removeprefix("\\") for command in shown("no others:").split()}
    assert told == MATH_COMMANDS - {" "}
