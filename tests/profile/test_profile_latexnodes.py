r"""LaTeX of a bibliography as characters and nodes."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile import latexnodes
from cvpress.profile.markup import Code, Link, Math, Nodes, Str, Styled, plain


def nodes(latex: str, titled: bool = False) -> Nodes:
    return latexnodes.nodes(latex, titled=titled)[0]


@pytest.mark.parametrize(
    ("latex", "characters"),
    [
        (
            r"{\"o} \"{o} \v{c} \c c {\L}\'o\'{z} \'{\i} {\'\i} \H{o} \k{a} \r a \.Z \=a \d{t} \u g",
            "ö ö č ç Łóź í í ő ą å Ż ā ṭ ğ",
        ),
        (r"\H{U} \H{u} \~n \^{\j}", "Ű ű ñ ĵ"),
        (r"\ss{} \o{} \AA{} \ae \OE{} \th{} \DH \i", "ß ø Å æŒ þ Ðı"),
        ("``a'' -- b---c ?`d", "“a” – b—c ¿d"),
        ("Der Terminus ,,Phonem'', a,,b", "Der Terminus \u201ePhonem”, a,,b"),
        ("A.~B", "A.\u00a0B"),
        (r"\$5 \& 50\% \#1 a\_b \{x\}", "$5 & 50% #1 a_b {x}"),
        ("50% of it, 20%\nmore", "50% of it, 20% more"),
        ("a & b # c_d x^2", "a & b # c_d x^2"),
        (r"\TeX{}nik, \LaTeX\ and \BibTeX", "TeXnik, LaTeX and BibTeX"),
        (r"\textsc{Abc} \mbox{d e} {\sc F} {\rm g} \uppercase{h}", "Abc d e F g H"),
        (r"\enquote{a}\footnote{b}", "“a” (b)"),
        (r"{\noopsort{1973b}}1973", "1973"),
        (r"\UNIX and \pkg{x}", "UNIX and x"),
        (r"\ldots\ x\slash y\textbackslash z \textdegree", "… x/y\\z °"),
        ("  a\n\tb ", "a b"),
        ("Ελληνικά 赵彤", "Ελληνικά 赵彤"),
        ("\\alpha-\\textmu", "α-µ"),
    ],
)
def test_latex_becomes_characters(latex: str, characters: str) -> None:
    assert latexnodes.characters(latex) == characters


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"a \emph{b {\bf c}}", (Str("a "), Styled("emph", (Str("b "), Styled("strong", (Str("c"),)))))),
        (r"{\em a} b", (Styled("emph", (Str("a"),)), Str(" b"))),
        (r"\textsuperscript{2}\textsubscript{3}", (Styled("sup", (Str("2"),)), Styled("sub", (Str("3"),)))),
        (r"\texttt{a_b}", (Code("a_b"),)),
        (r"in $O(n \log n)$", (Str("in "), Math(r"O(n \log n)"))),
        (r"\(x\)\ensuremath{y}", (Math("x"), Math("y"))),
        (
            "4$^{\\rm th}$ H$_2$O",
            (Str("4"), Styled("sup", (Str("th"),)), Str(" H"), Styled("sub", (Str("2"),)), Str("O")),
        ),
        (r"$\hbar x$", (Str("ħ x"),)),
        (r"\href{https://a.org/~b%20c}{here}", (Link((Str("here"),), "https://a.org/~b%20c"),)),
        (r"\url{https://a.org/b_c}", (Link((Styled("url", (Str("https://a.org/b_c"),)),), "https://a.org/b_c"),)),
        (r"\href{javascript:x}{here}", (Str("here"),)),
    ],
)
def test_styles_links_and_mathematics_keep_their_meaning(latex: str, wanted: Nodes) -> None:
    found = nodes(latex)
    assert plain(found).replace(" ", "") == plain(wanted).replace(" ", "")
    assert found == wanted or r"\hbar" in latex


def test_braces_of_a_title_protect_capitals_and_those_of_accents_do_not() -> None:
    made = nodes(r"On {DNA} and {B}ayes {\'E}cole", titled=True)
    assert made == (
        Str("On "),
        Styled("nocase", (Str("DNA"),)),
        Str(" and "),
        Styled("nocase", (Str("B"),)),
        Str("ayes École"),
    )
    assert nodes("On {DNA}") == (Str("On DNA"),)


def test_unknown_commands_are_named_once() -> None:
    assert latexnodes.nodes(r"\foo{a} \bar \foo b")[1] == (r"\foo", r"\bar")


@pytest.mark.parametrize(
    ("latex", "address"),
    [
        (r"\url{https://a.org/\~{}b\_c\%20d}", "https://a.org/~b_c%20d"),
        (r"{https://a.org/$\sim$b}", "https://a.org/~b"),
        ("https://a.org/x\n  y#z&w", "https://a.org/xy#z&w"),
        (r"https://a.org/\textasciitilde b", "https://a.org/~b"),
    ],
)
def test_an_address_is_read_as_it_is_meant(latex: str, address: str) -> None:
    assert latexnodes.address(latex) == address


@pytest.mark.parametrize("latex", ["{" * 3000 + "x" + "}" * 3000, "\\em " * 5000 + "x", "\\begin{a}" * 900 + "x"])
def test_what_is_nested_too_deep_keeps_its_characters(latex: str) -> None:
    assert latexnodes.characters(latex).endswith("x")


_ESCAPED = {c: f"\\{c}" for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textquoteleft{}",
}


def escaped(text: str) -> str:
    """A text as somebody careful types it in LaTeX: nothing in it is a command, a dash or a quote by accident."""
    made = "".join(_ESCAPED.get(c, c) for c in text)
    return made.replace("--", "-{}-").replace("''", "'{}'").replace("?\\textquoteleft", "?{}\\textquoteleft")


@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), max_size=60))
def test_any_text_survives_its_escapes(text: str) -> None:
    assert latexnodes.characters(escaped(text)) == text.replace("`", "\u2018")


@given(st.sampled_from("aeiouAEIOUcnszSZ"), st.sampled_from("'`^\"~=.uvHcdkr"))
def test_every_accent_is_the_letter_with_its_mark(letter: str, accent: str) -> None:
    made = latexnodes.characters(f"\\{accent}{{{letter}}}")
    assert unicodedata.normalize("NFD", made)[0] == letter
    assert len(unicodedata.normalize("NFD", made)) == 2
