r"""Reading LaTeX, by pylatexenc: which math a profile may hold. In: the source between two dollars; out: what is wrong.

Only commands on the list pass, so that no text can reach a file, a shell, a definition or `\end{document}`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pylatexenc.latexwalker import LatexWalker

_LETTERS = """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau
    upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell Re Im
"""
_OPERATORS = """
    times cdot div pm mp ast star circ bullet oplus otimes le leq ge geq ne neq approx equiv sim simeq propto ll gg
    in notin subset subseteq supset cup cap setminus emptyset forall exists neg land lor
    to rightarrow leftarrow Rightarrow Leftarrow leftrightarrow infty partial nabla sum prod int
    log ln exp sin cos tan min max sup inf lim det dim ker deg gcd
"""
_SETTING = """
    sqrt frac tfrac mathbb mathcal mathbf mathrm mathit mathsf text overline underline
    left right langle rangle lfloor rfloor lceil rceil dots ldots cdots quad prime dagger ddagger
    , ; : ! { } | % & # _
"""
# Left out: \hbar, \mapsto and the accents, which are made of pieces that read back as something else ("\u00afh",
# "7\u2192") or elsewhere (the bar of x behind the next letter): what cannot be proved to be there is not offered.
MATH_COMMANDS = frozenset((_LETTERS + _OPERATORS + _SETTING).split()) | {" "}

# TeX reads ^^5c as a backslash before it reads anything else: two carets would let any command past the list.
_NEVER = (
    (re.compile(r"\^\^"), "two carets in a row"),
    (re.compile(r"\$"), "a dollar sign"),
    (re.compile(r"(?<!\\)[&#]"), "a bare & or #"),
    (re.compile(r"(?<!\\)[_^]\s*(?:$|[_^}])"), "a ^ or _ with nothing to raise or lower"),
)


def check_math(source: str) -> str:
    """'' when `source` is safe math, else what is wrong with it."""
    # imported here: few CVs hold math, and pylatexenc costs a start-up 30 ms
    from pylatexenc.latexwalker import LatexWalkerParseError

    shown = f"the math ${source}$"
    if found := next((what for pattern, what in _NEVER if pattern.search(source)), ""):
        return f"{shown} holds {found}, which is not allowed"
    try:
        nodes, _, _ = walker(source, tolerant=False).get_latex_nodes()
    except LatexWalkerParseError as error:
        return f"{shown} cannot be read: {str(error).splitlines()[0]}"
    return next((f"{shown} {fault}" for node in nodes if (fault := _fault(node))), "")


def walker(source: str, *, tolerant: bool) -> LatexWalker:
    """A reader of `source` that knows LaTeX's own commands. To make their list takes longer than ten formulas."""
    from pylatexenc.latexwalker import LatexWalker

    return LatexWalker(source, latex_context=_known_commands(), tolerant_parsing=tolerant)


@cache
def _known_commands() -> Any:
    from pylatexenc.latexwalker import get_default_latex_context_db

    return get_default_latex_context_db()


def _fault(node: object) -> str:
    from pylatexenc.latexwalker import LatexCommentNode, LatexEnvironmentNode, LatexMacroNode

    if isinstance(node, (LatexEnvironmentNode, LatexCommentNode)):
        return "holds an environment or a comment, which is not allowed"
    inner = list(getattr(node, "nodelist", None) or [])
    if isinstance(node, LatexMacroNode):
        if node.macroname not in MATH_COMMANDS:
            return f"uses \\{node.macroname}, which is not on the list of safe commands"
        inner += (node.nodeargd.argnlist if node.nodeargd else None) or []
    return next((fault for child in inner if (fault := _fault(child))), "")
