"""Text -> inline nodes: the Markdown inline subset and nothing more, and no character lost."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cvpress.profile import markup
from cvpress.profile.markup import Code, Inline, Link, MarkupError, Math, Nodes, Str, Styled

PIECES = [
    "*",
    "**",
    "_",
    "`",
    "``",
    "[",
    "](",
    ")",
    "](https://e.org)",
    "<",
    ">",
    "^",
    "~",
    "$",
    "\\",
    "a",
    "b c",
    " ",
    "5",
]
PIECES += [
    "é",
    "智",
    "🔥",
    "!",
    "https://e.org",
    "mailto:a@b.c",
    r"\alpha",
    "{",
    "}",
    "&amp;",
    "# ",
    "- ",
    "\n",
    "\u00a0",
]
busy_text = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def spaced(text: str) -> str:
    """What a text is once runs of white space are one space; a no-break space stands for itself."""
    return re.sub("[^\\S\u00a0]+", " ", text.replace("\u202f", "\u00a0")).strip()


def escaped(text: str) -> str:
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def styled(style: str, *children: Inline) -> Styled:
    return Styled(style, children)


@pytest.mark.parametrize(
    ("source", "nodes"),
    [
        ("plain", (Str("plain"),)),
        ("*a*", (styled("emph", Str("a")),)),
        ("_a_", (styled("emph", Str("a")),)),
        ("**a** b", (styled("strong", Str("a")), Str(" b"))),
        ("***a***", (styled("emph", styled("strong", Str("a"))),)),
        ("1^st^ H~2~O", (Str("1"), styled("sup", Str("st")), Str(" H"), styled("sub", Str("2")), Str("O"))),
        ("`a*b*`", (Code("a*b*"),)),
        ("[a *b*](https://e.org/x)", (Link((Str("a "), styled("emph", Str("b"))), "https://e.org/x"),)),
        ("<https://e.org>", (Link((Str("https://e.org"),), "https://e.org"),)),
        ("<a@e.org>", (Link((Str("a@e.org"),), "mailto:a@e.org"),)),
        ("$x_1$ and $y$", (Math("x_1"), Str(" and "), Math("y"))),
        (r"\*a\* \$5 \\", (Str("*a* $5 \\"),)),
    ],
)
def test_the_subset(source: str, nodes: Nodes) -> None:
    assert markup.parse(source) == nodes


@pytest.mark.parametrize(
    "source",
    [
        "snake_case_name", "2 * 3 * 4", "C:\\path", "\\LaTeX", "a & b", "100%", "#1", "# no heading",
        "- no list", "1. no list",
        "&amp; &#65;", "<b>no HTML</b>",
        "<br/>", "![no image]",
        "[HPCA 2021, NVMW 2021]", "[x][y]", "US$5 and $6", "$5-$10", "$5M to $7M",
        "a^b", "~10K and ~ 20K", "\\begin{x}", "{braces}", "--", "...", "`", "**", "www.example.org", "https://example.org",
    ],
)  # fmt: skip
def test_everything_else_is_text(source: str) -> None:
    assert markup.parse(source) == (Str(source),)


@given(st.text(st.characters(exclude_characters="\x00")))  # markdown-it replaces NUL, which no profile can hold
def test_no_character_of_an_escaped_text_is_lost(text: str) -> None:
    assert markup.plain(markup.parse(escaped(spaced(text)))) == spaced(text)


@given(busy_text)
def test_no_character_of_an_escaped_busy_text_is_lost(text: str) -> None:
    assert markup.plain(markup.parse(escaped(spaced(text)))) == spaced(text)


@given(st.text(st.characters(exclude_characters="*_`[]<>^~$\\", exclude_categories=["Cs"])))
def test_a_text_without_marks_is_one_string(text: str) -> None:
    assert markup.parse(text) == markup.text(spaced(text))


@given(busy_text)
@example("<https://e.org*>")  # an address may go on
def test_any_text_is_parsed_or_refused_with_a_reason(text: str) -> None:
    nodes = parsed(text)
    if isinstance(nodes, str):
        assert nodes.startswith(("the link to '", "the math $"))
        return
    assert is_normal(nodes)
    assert all(target.startswith(("https://e.org", "mailto:a@b.c")) for target in markup.targets(nodes))
    left = iter(text)
    assert all(letter in left for letter in sources(nodes) if letter.isalnum()), "nothing added, order kept"


def sources(nodes: Nodes) -> str:
    """The characters of all nodes, of math as it was written."""
    return "".join(source(node) for node in nodes)


def source(node: Inline) -> str:
    if isinstance(node, (Styled, Link)):
        return sources(node.children)
    return node.source if isinstance(node, Math) else markup.plain((node,))


def parsed(text: str) -> Nodes | str:
    try:
        return markup.parse(text)
    except MarkupError as error:
        return str(error)


def is_normal(nodes: Nodes) -> bool:
    """No empty nodes, no two strings side by side."""
    pairs = pairwise(nodes)
    return (
        not any(isinstance(one, Str) and isinstance(two, Str) for one, two in pairs)
        and all(node.text for node in nodes if isinstance(node, (Str, Code)))
        and all(node.children and is_normal(node.children) for node in nodes if isinstance(node, (Styled, Link)))
    )


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("[a](javascript:alert(1))", "does not begin with one of https://"),
        ("[a](JAVASCRIPT:alert)", "does not begin with one of https://"),
        ("[a](file:///etc/passwd)", "does not begin with one of https://"),
        ("[a](run:x.sh)", "does not begin with one of https://"),
        ("[a](//example.org)", "does not begin with one of https://"),
        ("[a]()", "does not begin with one of https://"),
        ("<javascript:alert(1)>", r"write \\<"),
        ("[ ](https://e.org)", "has no words"),
        ("[a](https://)", "has no host"),
    ],
)
def test_a_link_that_leads_nowhere_is_refused(source: str, why: str) -> None:
    with pytest.raises(MarkupError, match=why):
        markup.parse(source)


def test_a_tie_that_was_typed_stays_and_other_space_is_one_space() -> None:
    assert markup.parse("pp.\u00a07  \n\t*x\u202fy*\u2003z ") == (
        Str("pp.\u00a07 "),
        styled("emph", Str("x\u00a0y")),
        Str(" z"),
    )


def test_plain_is_what_a_reader_finds_and_targets_are_in_order() -> None:
    nodes = markup.parse("*a* `b` $c$ [d **e** [f]](https://1.org) <https://2.org>")
    assert markup.plain(nodes) == "a b c d e [f] https://2.org"
    assert list(markup.targets(nodes)) == ["https://1.org", "https://2.org"]


def test_nothing_in_a_style_is_nothing() -> None:
    assert markup.styled("emph", ()) == ()
    assert markup.text("") == ()
