"""Quotes, apostrophes and ties; what is not touched."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile.markup import Code, Inline, Link, Math, Nodes, Str, Styled, parse, plain
from cvpress.typeset.typography import join, listed, polish, tie_last, unbreakable


def polished(source: str, paragraph: bool = False) -> str:
    """`source`, parsed and polished, with its ties shown as ~."""
    return plain(polish(parse(source), paragraph)).replace("\u00a0", "~")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('"Seek truth"', "“Seek truth”"),
        ('say "yes", "no"', "say “yes”, “no”"),
        ('("in brackets") ["too"]', "(“in brackets”) [“too”]"),
        ("'single' and ('too')", "‘single’ and (‘too’)"),
        ("\"'nested' here\"", "“‘nested’ here”"),
        ("'\"nested\" there'", "‘“nested” there’"),
        ('a—"dash" and a/"slash"', "a—“dash” and a/“slash”"),
        ('key="value"', "key=“value”"),
        ('non-"standard"', "non-“standard”"),
        ('the "re-" prefix', "the “re-” prefix"),
        ('he said, "Yes."', "he said, “Yes.”"),
        ("“already” ‘curly’", "“already” ‘curly’"),
    ],
)
def test_quotes_curl(source: str, expected: str) -> None:
    assert polished(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('"*word*"', "“word”"),
        ('*"word"*', "“word”"),
        ('**"B"** is bold', "“B” is bold"),
        ('a *b*"c"', "a b”c”"),
        ('"`code`" and "$x$"', "“code” and “x”"),
        ('"[link](https://example.org)"', "“link”"),
        ("[“link”](https://example.org)'s", "“link”’s"),
        ('see *"a"*, "b"', "see “a”, “b”"),
    ],
)
def test_quotes_curl_across_emphasis_code_and_links(source: str, expected: str) -> None:
    assert polished(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("O'Brien's", "O’Brien’s"),
        ("the students' union", "the students’ union"),
        ("L'Oréal, d'Alembert", "L’Oréal, d’Alembert"),
        ("rock 'n' roll", "rock ’n’ roll"),
        ("class of '19, the '90s, ('68)", "class of ’19, the ’90s, (’68)"),
        ("Gerard 't Hooft, 's-Hertogenbosch", "Gerard ’t Hooft, ’s-Hertogenbosch"),
        ("'tis 'em", "’tis ’em"),
        ("'19 students' were 'quoted'", "’19 students’ were ‘quoted’"),
        ("'t-test' and 'emu' are quoted", "‘t-test’ and ‘emu’ are quoted"),
        ("'1984' is a book", "‘1984’ is a book"),
        ("don't; *it*'s", "don’t; it’s"),
    ],
)
def test_apostrophes_are_true(source: str, expected: str) -> None:
    assert polished(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("G. Feng, L.-W. Wang, A. C. Zhou", "G.~Feng, L.-W.~Wang, A.~C.~Zhou"),
        ("Ö. Ärger and Ł. Żak", "Ö.~Ärger and Ł.~Żak"),
        ("Ph.D. Student", "Ph.D.~Student"),
        ("e.g. This, i.e. That", "e.g. This, i.e. That"),
        ("J. von Neumann", "J. von Neumann"),
        ("the end. The start", "the end. The start"),
    ],
)
def test_initials_stay_with_their_name(source: str, expected: str) -> None:
    assert polished(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("pp. 1–13, p. 7, vol. 37, no. 2", "pp.~1–13, p.~7, vol.~37, no.~2"),
        ("I said no. Then we left", "I said no. Then we left"),
        ("Prof. Ada, Dr. Who", "Prof.~Ada, Dr.~Who"),
        ("St. Louis", "St.~Louis"),
    ],
)
def test_an_abbreviation_stays_with_what_it_belongs_to(source: str, expected: str) -> None:
    assert polished(source) == expected


@pytest.mark.parametrize(
    "month",
    ["January", "Feb", "March", "April", "May", "June", "July", "August", "Sept.", "Sep", "October", "Nov", "Dec."],
)
def test_a_month_stays_with_its_year(month: str) -> None:
    assert polished(f"in {month} 2021,") == f"in {month}~2021,"


def test_words_that_begin_like_months_do_not_tie() -> None:
    assert polished("Augmented 2020, Marketing 2021, Mayor 2022") == "Augmented 2020, Marketing 2021, Mayor 2022"


def test_a_bracketed_venue_is_not_broken_when_it_is_short() -> None:
    assert polished("a tool [HPCA 2021, NVMW 2021]") == "a tool [HPCA~2021, NVMW~2021]"
    long = "[a remark in brackets that may well break]"
    assert polished(long) == long


def test_a_paragraph_keeps_a_short_last_word() -> None:
    source = "A paragraph long enough to run over the end of its line to it"
    assert polished(source, paragraph=True) == source[:-3] + "~it"
    assert polished(source) == source


def test_a_short_text_and_a_long_last_word_keep_their_space() -> None:
    assert polished("To be or not to be", paragraph=True) == "To be or not to be"
    long = "A paragraph whose last word could stand alone on the line behind"
    assert polished(long, paragraph=True) == long


@pytest.mark.parametrize(
    "text", ["10-708", "OSU-CISRC-4/16-TR01", "+1 412 555-0100", "2010.01979", "3 x 4", "1--2", "1.10", "A -- B", "..."]
)
def test_digits_hyphens_and_dots_mean_what_they_say(text: str) -> None:
    assert polished(text) == text


def test_code_and_math_and_targets_are_not_touched() -> None:
    nodes: Nodes = (Code('x = "it\'s"'), Math("f'"), Link((Str("a"),), "https://example.org/'q'"))
    assert polish(nodes) == nodes


def test_a_short_last_word_is_tied_wherever_its_text_is_cut_into_nodes() -> None:
    long = "A sentence that is long enough for a second line"
    made = tie_last((Styled("emph", (Str(long),)), Str(", "), Str("2024"), Str(".")))
    assert plain(made) == f"{long},\u00a02024."
    assert tie_last((Str(long), Str(" "), Styled("strong", (Str("2024"),)))) == (
        Str(long),
        Str(" "),
        Styled("strong", (Str("2024"),)),
    )
    assert plain(tie_last((Str("Short, "), Str("2024.")))) == "Short, 2024."


@pytest.mark.parametrize(
    ("source", "address"),
    [
        ("see https://a.example/b-c?d=e#f.", "https://a.example/b-c?d=e#f"),
        ("at https://a.long.example.org/b/c/d/e/f/g.", "https://a.long.example.org/b/c/d/e/f/g"),
        ("(https://a.example/)", "https://a.example/"),
        ("www.a.example, or", "www.a.example"),
        ("'http://a.example/x'", "http://a.example/x"),
        ('"https://a.example/pp. 1"', "https://a.example/pp"),
        ("write to a.b+c@d-e.example.org.", "a.b+c@d-e.example.org"),
    ],
)
def test_an_address_in_a_text_stands_apart_without_the_sentences_marks(source: str, address: str) -> None:
    made = polish((Str(source),))
    (found,) = [node for node in made if isinstance(node, Styled)]
    assert found == Styled("url" if "long" in address else "nobreak", (Str(address),))
    assert straightened(plain(made)) == source
    assert polish(made) == made


@pytest.mark.parametrize("text", ["a // b", "@home", "a@b", "www.", "C++ @ CERN", "https:// is a scheme"])
def test_what_only_looks_like_an_address_stays_text(text: str) -> None:
    assert polish((Str(text),)) == (Str(text),)


def test_the_text_of_a_link_is_an_address_when_it_is_one() -> None:
    made = polish((Link((Str("https://a.example"),), "https://a.example"),))
    assert made == (Link((Styled("nobreak", (Str("https://a.example"),)),), "https://a.example"),)


def test_unbreakable_ties_every_space() -> None:
    assert unbreakable("a b c") == "a\u00a0b\u00a0c"


def test_join_leaves_out_what_says_nothing() -> None:
    assert plain(join(", ", [(), (Str("a"),), (), (Str("b"), Str("c"))])) == "a, bc"
    assert join(", ", [(), ()]) == ()


def test_a_list_of_names_has_its_commas() -> None:
    names = [(Str(name),) for name in "ABCD"]
    assert [plain(listed(names[:count], "and")) for count in range(5)] == [
        "",
        "A",
        "A and B",
        "A, B, and C",
        "A, B, C, and D",
    ]


def inlines() -> st.SearchStrategy[Nodes]:
    words = st.text(st.sampled_from("aB'\". -([])ü\u00a01"), max_size=12).map(Str)
    leaf: st.SearchStrategy[Inline] = st.one_of(words, words.map(lambda word: Code(word.text)))
    nodes = st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3).map(lambda some: Styled("emph", tuple(some))),
            st.lists(inner, max_size=3).map(lambda some: Link(tuple(some), "https://example.org")),
        ),
        max_leaves=8,
    )
    return st.lists(nodes, max_size=5).map(tuple)


def straightened(text: str) -> str:
    return text.translate(str.maketrans("“”‘’\u00a0", "\"\"'' "))


@given(inlines(), st.booleans())
def test_only_quotes_and_spaces_change(nodes: Nodes, paragraph: bool) -> None:
    made = polish(nodes, paragraph)
    assert len(plain(made)) == len(plain(nodes))
    assert straightened(plain(made)) == straightened(plain(nodes))


@given(inlines())
def test_polishing_again_changes_nothing(nodes: Nodes) -> None:
    made = polish(nodes, paragraph=True)
    assert polish(made, paragraph=True) == made


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_no_straight_mark_is_left_in_plain_text(text: str) -> None:
    made = plain(polish((Str(text),)))
    assert not set("\"'") & set(made)
    assert unicodedata.normalize("NFC", straightened(made)) == unicodedata.normalize("NFC", straightened(text))
