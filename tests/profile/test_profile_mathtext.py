r"""Math as the characters that are read back from a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from workshop import with_tex

from cvpress.profile.latextext import MATH_COMMANDS
from cvpress.profile.mathtext import math_text

_ARGUMENTS = {
    "frac": "{a}{b}",
    "tfrac": "{a}{b}",
    "sqrt": "{x}",
    "text": "{x y}",
    "overline": "{x}",
    "underline": "{x}",
}
_PAIRED = frozenset({"left", "right"})


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("O(n^2)", "O(n2)"),
        ("x_i^2", "x2i"),
        ("x_{i_1}^{2k}", "x2ki1"),
        (r"\frac{a}{b}", "ab"),
        (r"\mathbb{R}^d", "Rd"),
        (r"p \leq 0.01", "p≤0.01"),
        ("a-b", "a−b"),
        (r"\left( x \right)", "(x)"),
        (r"a\_b", "a_b"),
    ],
)
def test_scripts_and_symbols_come_in_the_order_in_which_tex_sets_them(source: str, text: str) -> None:
    assert math_text(source) == text


@pytest.mark.latex
def test_every_allowed_command_reads_back_from_the_page(tmp_path: Path) -> None:
    commands = sorted(MATH_COMMANDS - _PAIRED)
    face = {name: "{R}" for name in commands if name.startswith("math")}
    formulas = [rf"a\{name}{(_ARGUMENTS | face).get(name, '')} b" for name in commands]
    entries = "\n".join(f"      - {json.dumps(f'word{at} ${formula}$ end')}" for at, formula in enumerate(formulas))
    shop = with_tex(tmp_path)
    shop.profile(
        "ada",
        f"schema: 1\nname: {{given: Ada}}\nsections:\n  all:\n    kind: text\n    entries:\n{entries}\n"
        "documents: {cv: {template: ruled}}\n",
    )
    done = shop.run("pdf", "--person", "ada")
    assert done.code == 0, done.err
