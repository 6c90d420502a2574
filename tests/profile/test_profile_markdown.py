"""Nodes become Markdown that is read as the same nodes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile.markdown import markdown
from cvpress.profile.markup import Break, Str, Styled, parse, text


@pytest.mark.parametrize(
    "source",
    [
        "plain words, 50% & #3",
        "*emphasis* and **strong** and ***both***",
        "`code` and `` a ` b `` and ``` `` ```",
        "[a *link*](https://example.org/a_b?c=d) and <https://example.org/>",
        "[odd](<https://example.org/a(b>)",
        "x^2^ and H~2~O, $a_i \\times b$",
        r"\*no emphasis\*, a\_b, \[x\], \$5, C:\\x, 1 \< 2 \> 0, \~, \^, \`",
        "snake_case_words and 2*3*4",
        "**bold *and* emph** tail",
    ],
)
def test_what_was_parsed_is_written_and_parsed_alike(source: str) -> None:
    nodes = parse(source)
    assert parse(markdown(nodes)) == nodes


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), min_size=1))
def test_any_characters_come_back(characters: str) -> None:
    assert parse(markdown(text(characters))) == text(characters)


def test_what_only_a_view_has_keeps_its_words() -> None:
    assert markdown((Styled("nobreak", (Str("a b"),)), Break(), Str("c"))) == "a b c"
