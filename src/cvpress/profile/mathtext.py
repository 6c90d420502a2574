r"""Math -> the characters that a reader of the PDF's text finds. In: checked TeX math; out: its text, unspaced.

TeX sets `$O(n^2)$` as the characters O ( n 2 ), and every extractor gives that back: so the proof that nothing
was lost asks for it. Of a base with both scripts TeX sets the upper one first. Symbols are named by pylatexenc.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from cvpress.profile.latextext import walker

# How TeX's math fonts name characters that a keyboard has.
_KEYBOARD = str.maketrans({"-": "\u2212", "*": "\u2217", "'": "\u2032"})
# Commands whose text pylatexenc and the math fonts see differently, and spaces of TeX's own.
_OWN = {
    "epsilon": "\u03f5", "varepsilon": "\u03b5", "phi": "\u03c6", "varphi": "\u03d5", "ast": "\u2217", "star": "\u22c6",
    "cdot": "\u00b7", "cdots": "\u00b7\u00b7\u00b7", "dots": "...", "ldots": "...", "ell": "\u2113", "mid": "|",
    "sqrt": "\u221a", "to": "\u2192", "land": "\u2227", "lor": "\u2228", "prime": "\u2032",
    "Delta": "\u2206", "bullet": "\u2022", "circ": "\u25e6", "ne": "\u0338=", "neq": "\u0338=", "notin": "/\u2208",
    "neg": "\u00ac", "|": "\u2225", "dagger": "\u2020", "ddagger": "\u2021", "overline": "", "underline": "",
    "Re": "\u211c", "Im": "\u2111", "emptyset": "\u2205", "setminus": "\\",
    "quad": "", " ": "", ",": "", ";": "", ":": "", "!": "", "left": "", "right": "",
}  # fmt: skip
_UPPER, _LOWER = "\0^", "\0_"  # no text holds a NUL
_SCRIPTS = {"^": _UPPER, "_": _LOWER}
_FACES = frozenset(["mathbb", "mathcal", "mathbf", "mathrm", "mathit", "mathsf", "text", "frac", "tfrac"])


@lru_cache(maxsize=8192)  # the view, the leaves and the check all ask for the same
def math_text(source: str) -> str:
    """The characters of `source` in the order in which they are set."""
    nodes, _, _ = walker(source, tolerant=True).get_latex_nodes()
    return "".join(_set(_atoms(nodes)))


def _set(atoms: Iterator[str]) -> Iterator[str]:
    """Atoms with their scripts in TeX's order: `x_i^2` is x 2 i."""
    lower = upper = ""
    for atom in atoms:
        if atom in (_UPPER, _LOWER):
            script = next(atoms, "")
            lower, upper = (script, upper) if atom == _LOWER else (lower, script)
        else:
            yield upper + lower
            lower = upper = ""
            yield atom
    yield upper + lower


def _atoms(nodes: Any) -> Iterator[str]:
    for node in nodes or ():
        if node is None:
            continue
        kind = type(node).__name__
        if kind == "LatexCharsNode":
            yield from (_SCRIPTS.get(c, c.translate(_KEYBOARD)) for c in node.chars if not c.isspace())
        elif kind == "LatexGroupNode":
            yield "".join(_set(_atoms(node.nodelist)))
        elif kind == "LatexMacroNode":
            inner = "".join(_set(_atoms(node.nodeargd.argnlist if node.nodeargd else ())))
            yield _symbol(node.macroname) + inner
        elif kind == "LatexSpecialsNode":
            yield node.specials_chars


@cache
def _symbol(name: str) -> str:
    if name in _OWN:
        return _OWN[name]
    if name in _FACES:
        return ""
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text().latex_to_text(f"\\{name}").strip() or name
