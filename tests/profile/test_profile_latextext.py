"""The list of safe math: what it lets through and what it must not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile.latextext import MATH_COMMANDS, check_math


@pytest.mark.parametrize(
    "source",
    [
        "x", r"\alpha_1", r"x^2_{i}", r"O(n \log n)", r"\frac{a}{b}", r"\sqrt[3]{x}", r"\left( \frac12 \right)",
        r"\mathbb{R}^n",
        r"\text{R\&D}", r"50\%", r"\{a, b\}", r"x\,y", r"x\ y", r"\_", "x'", "{a}", r"1/\epsilon^{2}",
    ],
)  # fmt: skip
def test_safe_math_passes(source: str) -> None:
    assert check_math(source) == ""


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (r"\input{/etc/passwd}", r"uses \input,"),
        (r"\write18{id}", r"uses \write,"),
        (r"\directlua{os.exit()}", r"uses \directlua,"),
        (r"\csname input\endcsname x", r"uses \csname,"),
        (r"\def\x{}", r"uses \def,"),
        (r"\char92", r"uses \char,"),
        (r"\text{a \input{x}}", r"uses \input,"),
        (r"\frac{1}{\input{x}}", r"uses \input,"),
        (r"\sqrt[\alpha]{\input x}", r"uses \input,"),
        (r"{{\input x}}", r"uses \input,"),
        (r"\left\input x", r"uses \input,"),
        (r"x_\input y", r"uses \input,"),
        (r"a\\b", r"uses \\,"),
        (r"^^5cinput{x}", "two carets"),
        (r"^^^^005cinput{x}", "two carets"),
        (r"x^^7d", "two carets"),
        (r"\end{document}", "cannot be read"),
        (r"\begin{matrix}a\end{matrix}", "an environment"),
        ("a % b", "a comment"),
        ("a } b", "cannot be read"),
        ("{a", "cannot be read"),
        ("a $ b", "a dollar sign"),
        (r"\text{$x$}", "a dollar sign"),
        ("a & b", "a bare &"),
        ("#1", "a bare & or #"),
        (r"\frac{1}", "cannot be read"),
        ("x^", "nothing to raise"),
        ("x_ }", "nothing to raise"),
    ],
)
def test_everything_that_is_not_on_the_list_is_refused(source: str, why: str) -> None:
    fault = check_math(source)
    assert why in fault
    assert fault.startswith(f"the math ${source}$ ")


@given(
    st.lists(
        st.sampled_from(
            ["\\", "^", "^^", "_", "{", "}", "5c", "input", "alpha", " ", "x", "%", "&", "$", "text", "[", "]"]
        )
    )
)
def test_no_way_leads_past_the_list(pieces: list[str]) -> None:
    source = "".join(pieces)
    if check_math(source) == "":
        assert "^^" not in source
        assert "\\input" not in source
        assert "$" not in source
        assert depth_stays_inside(source)


def depth_stays_inside(source: str) -> bool:
    """No brace closes what the math did not open."""
    depth = 0
    for at, character in enumerate(source):
        if character in "{}" and source[at - 1 : at] != "\\":
            depth += 1 if character == "{" else -1
        if depth < 0:
            return False
    return depth == 0


@pytest.mark.parametrize(
    "command",
    ["input", "include", "write", "openout", "read", "def", "let", "catcode", "csname", "special", "directlua", "char"],
)
def test_nothing_dangerous_is_on_the_list(command: str) -> None:
    assert command not in MATH_COMMANDS
