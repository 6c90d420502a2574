r"""Reading LaTeX, by pylatexenc: which math a profile may hold. In: the source between two dollars; out: what is wrong with it.

Only commands on the list pass, so that no text can reach a file, a shell, a definition or `\end{document}`.
"""

from __future__ import annotations

MATH_COMMANDS = frozenset(
    ["alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "vartheta", "iota", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "varphi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega", "times", "cdot", "div", "pm", "mp", "ast", "star", "circ", "bullet", "oplus", "otimes", "le", "leq", "ge", "geq", "ne", "neq", "approx", "equiv", "sim", "simeq", "propto", "ll", "gg", "in", "notin", "subset", "subseteq", "supset", "cup", "cap", "setminus", "emptyset", "forall", "exists", "neg", "land", "lor", "to", "rightarrow", "leftarrow", "Rightarrow", "Leftarrow", "leftrightarrow", "mapsto", "infty", "partial", "nabla", "sum", "prod", "int", "sqrt", "frac", "tfrac", "log", "ln", "exp", "sin", "cos", "tan", "min", "max", "sup", "inf", "lim", "det", "dim", "ker", "deg", "gcd", "mathbb", "mathcal", "mathbf", "mathrm", "mathit", "mathsf", "text", "hat", "bar", "tilde", "vec", "dot", "overline", "underline", "left", "right", "langle", "rangle", "lfloor", "rfloor", "lceil", "rceil", "ell", "hbar", "Re", "Im", "dots", "ldots", "cdots", "quad", "prime", "dagger", "ddagger", ",", ";", ":", "!", "{", "}", "|", "%", "&", "#", "_"]
)


def check_math(source: str) -> str:
    """'' when `source` is safe math, else what is wrong with it."""
    # imported here: few CVs hold math, and pylatexenc costs a start-up 30 ms
    from pylatexenc.latexwalker import (
        LatexCommentNode,
        LatexEnvironmentNode,
        LatexMacroNode,
        LatexNode,
        LatexWalker,
        LatexWalkerParseError,
    )

    try:
        nodes, _, _ = LatexWalker(source, tolerant_parsing=False).get_latex_nodes()
    except LatexWalkerParseError as error:
        return f"the math ${source}$ cannot be read: {str(error).splitlines()[0]}"

    def fault(node: LatexNode | None) -> str:
        if node is None:
            return ""
        if isinstance(node, (LatexEnvironmentNode, LatexCommentNode)):
            return f"the math ${source}$ holds an environment or a comment, which is not allowed"
        if isinstance(node, LatexMacroNode) and node.macroname not in MATH_COMMANDS:
            return f"the math ${source}$ uses \\{node.macroname}, which is not on the list of safe commands"
        inner = list(getattr(node, "nodelist", None) or [])
        if isinstance(node, LatexMacroNode) and node.nodeargd:
            inner += node.nodeargd.argnlist or []
        return next((found for child in inner if (found := fault(child))), "")

    if "$" in source:
        return f"the math ${source}$ holds a dollar sign"
    return next((found for node in nodes if (found := fault(node))), "")
