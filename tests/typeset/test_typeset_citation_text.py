"""Marked text on its way through the processor: marks and nodes, case, punctuation, initials."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile import markup
from cvpress.profile.markup import Code, Link, Math, Nodes, Str, Styled, plain
from cvpress.typeset.citation import marked
from cvpress.typeset.citation.casing import capital_first, sentence_case, title_case
from cvpress.typeset.citation.marked import CLOSE, Table, bare, person, styled
from cvpress.typeset.citation.namelist import initials
from cvpress.typeset.citation.tidy import tidied


def as_it_is(_index: int, nodes: Nodes) -> Nodes:
    return nodes


def read(table: Table, text: str) -> Nodes:
    return table.read(text, as_it_is, as_it_is)


# -- marks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        "plain",
        "*all*",
        "a *b **c** d* e",
        "`code` and $x^2$",
        "[a *link*](https://x.example) ^up^",
        "own \ue000 \U000f0000",
    ],
)
def test_nodes_come_back_from_marked_text(source: str) -> None:
    nodes = markup.parse(source)
    table = Table()
    back = read(table, table.mark(nodes))
    assert plain(back) == plain(nodes)
    assert [node for node in back if not isinstance(node, Str)] == [node for node in nodes if not isinstance(node, Str)]


@given(st.text())
def test_any_text_comes_back(text: str) -> None:
    table = Table()
    assert plain(read(table, table.mark((Str(text),)))) == text


def test_code_and_math_are_one_character_that_opens_nothing() -> None:
    table = Table()
    text = table.mark((Code("x.y"), Math("n^2")))
    assert len(text) == 2
    assert not any(map(marked.is_mark, text))
    assert all(map(marked.is_whole, text))


def test_people_and_fields_are_told_by_their_index() -> None:
    table = Table()
    text = f"{person(3, 'A. Lee')} on {marked.field_span(7, 'x')}"
    told: list[tuple[str, int, Nodes]] = []

    def name(index: int, nodes: Nodes) -> Nodes:
        told.append(("name", index, nodes))
        return nodes

    def field(index: int, nodes: Nodes) -> Nodes:
        told.append(("field", index, nodes))
        return nodes

    assert plain(table.read(text, name, field)) == "A. Lee on x"
    assert told == [("name", 3, (Str("A. Lee"),)), ("field", 7, (Str("x"),))]
    assert marked.says(text, 7)
    assert not marked.says(text, 3)


def test_styles_nest_and_a_stray_closing_mark_does_no_harm() -> None:
    table = Table()
    text = styled("emph", f"a {styled('strong', 'b')}") + styled("light", " c")
    assert read(table, text) == (Styled("emph", (Str("a "), Styled("strong", (Str("b"),)))), Str(" c"))
    assert plain(read(table, f"a{CLOSE}b")) == "a"


# -- case -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("on the origin of species", "On the Origin of Species"),
        ("what we fear of: a study", "What We Fear of: A Study"),
        ("learning with CNNs and iOS", "Learning with CNNs and iOS"),
        ("a tale of “two” (small) cities", "A Tale of “Two” (Small) Cities"),
        ("what dreams are made of", "What Dreams Are Made Of"),
        ("War And Peace In Our Time", "War and Peace in Our Time"),
        ("self-attention  for\u00a0all", "Self-attention  for\u00a0All"),
        (f"the {styled('emph', 'zebra')} of 3d", f"The {styled('emph', 'Zebra')} of 3d"),
    ],
)
def test_title_case(text: str, shown: str) -> None:
    assert title_case(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("On The Origin Of Species", "On the origin of species"),
        ("ALL CAPITALS", "All capitals"),
        ("A DNA Study of McDonald", "A DNA study of McDonald"),
    ],
)
def test_sentence_case(text: str, shown: str) -> None:
    assert sentence_case(text) == shown


@pytest.mark.parametrize(("text", "shown"), [("preprint", "Preprint"), ("arXiv:1", "arXiv:1"), ("3d", "3d"), ("", "")])
def test_a_first_word_with_a_form_of_its_own_keeps_it(text: str, shown: str) -> None:
    assert capital_first(text) == shown


# -- punctuation ------------------------------------------------------------------------------------------------------

Q = f"{marked.QUOTE}“"
END = f"”{CLOSE}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{styled('emph', 'Inc.')}. Next", "Inc. Next"),
        (f"{styled('emph', 'Why?')}. Next", "Why? Next"),
        (f"{styled('emph', 'Jr.')}, next", "Jr., next"),
        ("one, , two", "one, two"),
        ("end,.", "end."),
        ("end. .", "end."),
        ("end, ", "end"),
        ("arXiv: arXiv:1412.6980", "arXiv:1412.6980"),
        ("a ... b", "a ... b"),
        ("the .NET way", "the .NET way"),
        (f"{Q}Title{END}, in", "“Title,” in"),
        (f"{Q}Title?{END}, in", "“Title?” in"),
        (f"{Q}A ‘word’{END}. In", "“A ‘word.’” In"),
        (f"{Q}The dogs’{END}. In", "“The dogs’.” In"),
    ],
)
def test_punctuation_is_tidied(text: str, shown: str) -> None:
    assert bare(tidied(text, inside_quotes=True)) == shown


def test_punctuation_stays_outside_quotes_where_the_language_says_so() -> None:
    assert bare(tidied(f"{Q}Title{END}, in", inside_quotes=False)) == "“Title”, in"


# -- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_names", "mark", "hyphen", "shown"),
    [
        ("Jean-Pierre Marie", ". ", True, "J.-P. M."),
        ("Jean-Pierre Marie", ".", True, "J.-P.M."),
        ("Jean-Pierre Marie", "", False, "JPM"),
        ("J.-P. M.", ". ", True, "J.-P. M."),
        ("A.N.", ". ", True, "A. N."),
        ("Ludwig van", ". ", True, "L. van"),
        ("明", ". ", True, "明"),
        ("Élise Ångström", ". ", True, "É. Å."),
    ],
)
def test_initials(given_names: str, mark: str, hyphen: bool, shown: str) -> None:
    assert initials(given_names, mark, hyphen) == shown


def test_names_are_left_whole_where_the_style_says_so() -> None:
    assert initials("Y.-J.", ". ", True, "false") == "Y.-J."


def test_a_link_of_a_title_stays_one() -> None:
    table = Table()
    nodes = markup.parse("see [notes](https://x.example)")
    assert any(isinstance(node, Link) for node in read(table, title_case(table.mark(nodes))))
