"""What the commands of a bibliography mean: tables for `latexnodes`, where pylatexenc's lose something."""

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    "\"": "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328",
    "b": "\u0331", "t": "\u0361", "f": "\u0311", "G": "\u030f", "U": "\u030e", "h": "\u0309",
}  # fmt: skip
"""The combining character of each accent."""
STYLES = {
    "emph": "emph", "textit": "emph", "textsl": "emph", "mkbibemph": "emph", "mkbibitalic": "emph",
    "textbf": "strong", "mkbibbold": "strong", "textsuperscript": "sup", "textsubscript": "sub",
    "mkbibsuperscript": "sup", "mkbibsubscript": "sub", "sp": "sup", "sb": "sub",
}  # fmt: skip
"""Commands that set their argument in a style of `markup.Styled`."""
SWITCHES = {
    "em": "emph", "it": "emph", "itshape": "emph", "sl": "emph", "slshape": "emph", "bf": "strong",
    "bfseries": "strong",
}  # fmt: skip
"""Commands that set the rest of their group in a style."""
PLAIN_SWITCHES = frozenset(
    """
    bgroup egroup footnotesize frenchspacing ignorespaces large leavevmode mdseries normalfont normalsize null
    protect relax rm rmfamily sc scshape selectfont sf sffamily sloppy small tt ttfamily unskip upshape
    """.split()  # noqa: SIM905  # a list of one a line would take a page
)
"""Commands that change what we do not print: size, family, line breaking."""
TRANSPARENT = frozenset(
    """
    ac acro autocap booktitle book mkbibacro bibinfo bibnamefont bibstring emphasize fbox foreignlanguage hbox
    hphantom lowercase makebox MakeLowercase MakeUppercase mathrm mbox natexlab nocase NoCaseChange texorpdfstring
    text textcite textgreek textmd textnormal textrm textsc textsf textup titlecap uline underline uppercase
    """.split()  # noqa: SIM905  # a list of one a line would take a page
)
"""Commands of which the argument alone is printed."""
QUOTED = {
    "enquote": ("\u201c", "\u201d"), "mkbibquote": ("\u201c", "\u201d"), "mkbibparens": ("(", ")"),
    "mkbibbrackets": ("[", "]"), "footnote": (" (", ")"), "parentext": ("(", ")"),
}  # fmt: skip
"""What stands before and behind the argument."""
SYMBOLS = {
    " ": " ", "\n": " ", "\t": " ", ",": "\u202f", ";": " ", ":": " ", ">": " ", "!": "", "-": "\u00ad", "/": "",
    "@": "", "\\": " ", "quad": " ", "qquad": " ", "enspace": " ", "thinspace": "\u202f", "space": " ",
    "newline": " ", "par": " ", "linebreak": "", "nobreak": "", "break": "", "allowbreak": "", "hfill": " ",
    "noindent": "", "newblock": " ", "dots": "\u2026", "ldots": "\u2026", "textellipsis": "\u2026", "slash": "/",
    "textendash": "\u2013",
    "emdash": "\u2014", "endash": "\u2013", "Dash": "\u2014",
    "textemdash": "\u2014", "textbackslash": "\\", "textasciitilde": "~",
    "textasciicircum": "^", "textunderscore": "_", "_": "_", "&": "&", "#": "#", "%": "%", "$": "$", "{": "{",
    "}": "}", "i": "\u0131", "j": "\u0237", "l": "\u0142", "L": "\u0141", "o": "\u00f8", "O": "\u00d8",
    "aa": "\u00e5", "AA": "\u00c5", "ae": "\u00e6", "AE": "\u00c6", "oe": "\u0153", "OE": "\u0152", "ss": "\u00df",
    "SS": "\u1e9e", "dh": "\u00f0", "DH": "\u00d0", "th": "\u00fe", "TH": "\u00de", "dj": "\u0111", "DJ": "\u0110",
    "ng": "\u014b", "NG": "\u014a", "S": "\u00a7", "P": "\u00b6", "dag": "\u2020", "ddag": "\u2021",
    "pounds": "\u00a3", "euro": "\u20ac", "texteuro": "\u20ac", "EUR": "\u20ac", "copyright": "\u00a9",
    "textregistered": "\u00ae", "texttrademark": "\u2122", "textdegree": "\u00b0", "degree": "\u00b0",
    "textdollar": "$", "textquoteleft": "\u2018", "textquoteright": "\u2019", "lq": "\u2018", "rq": "\u2019",
    "textquotedblleft": "\u201c", "textquotedblright": "\u201d", "textquotedbl": "\"", "textquotesingle": "'",
    "glqq": "\u201e", "grqq": "\u201c", "flqq": "\u00ab", "frqq": "\u00bb", "guillemotleft": "\u00ab",
    "guillemotright": "\u00bb", "quotedblbase": "\u201e", "quotesinglbase": "\u201a", "textbar": "|", "textless": "<",
    "textgreater": ">", "textbullet": "\u2022", "textasteriskcentered": "*", "textperiodcentered": "\u00b7",
    "textregisteredsign": "\u00ae", "bibrangedash": "\u2013", "hyphen": "-", "bibinitperiod": ".", "adddot": ".",
    "addspace": " ", "addcomma": ",", "isdot": "", "autocite": "", "eg": "e.g.", "ie": "i.e.", "aunpunct": "",
    "nopunct": "", "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2\u03b5", "BibTeX": "BibTeX", "XeTeX": "XeTeX",
    "XeLaTeX": "XeLaTeX", "LuaTeX": "LuaTeX", "ConTeXt": "ConTeXt", "AMS": "AMS", "AmS": "AMS", "AMSTeX": "AMSTeX",
    "AmSTeX": "AMSTeX", "MF": "METAFONT", "METAFONT": "METAFONT", "MP": "MetaPost", "METAPOST": "MetaPost",
    "Cplusplus": "C++", "PS": "PostScript", "POSTSCRIPT": "PostScript", "POBox": "P.O. Box",
}  # fmt: skip
"""Commands that are characters."""
SPECIALS = {
    "~": "\u00a0", "``": "\u201c", "''": "\u201d", "--": "\u2013", "---": "\u2014", "`": "\u2018", "!`": "\u00a1",
    "?`": "\u00bf", "\n\n": " ",
}  # fmt: skip
"""Characters side by side that TeX's fonts and conventions read as one."""
