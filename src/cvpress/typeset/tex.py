r"""The gate: inline nodes -> `Tex`, text that is safe to print in a .tex file. Nothing else makes `Tex` of a profile's text.

Ten characters mean something to TeX and are escaped in one pass, by pylatexenc's encoder with rules of our own only (its
default table turns Ű into Ú and Greek into math); everything else stands as Unicode, which the engine reads. Runs of
emoji go into \cvemoji, which sets the colour glyph and keeps the characters in the text layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from urllib.parse import quote, urlsplit, urlunsplit

from pylatexenc.latexencode import RULE_DICT, UnicodeToLatexConversionRule, UnicodeToLatexEncoder

from cvpress.profile.markup import Break, Code, Inline, Link, Math, Str, Styled


class Tex(str):
    """Text for a .tex file. Jinja's autoescape asks for `__html__`; that is how `Tex` and macro results pass it."""

    __slots__ = ()

    def __html__(self) -> Tex:
        return self


_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\u00a0": "~",
    # [ and ] would open optional arguments behind \\ and \item; in braces they are only characters
    "[": "{[}",
    "]": "{]}",
}
_SPECIAL = re.compile("[" + re.escape("".join(_ESCAPES)) + "]")

# Emoji sequences: flags; keycaps; a picture with its modifiers and joined followers; a symbol made a picture by U+FE0F.
_PICTURE = (
    "(?:[\U0001f300-\U0001f5ff\U0001f600-\U0001f64f\U0001f680-\U0001f6ff\U0001f900-\U0001faff]|[\u00a9-\u3299]\ufe0f)"
)
EMOJI = re.compile(
    "(?:[\U0001f1e6-\U0001f1ff]{2}|[0-9#*]\ufe0f?\u20e3|"
    f"{_PICTURE}[\U0001f3fb-\U0001f3ff\ufe0f]*(?:\u200d{_PICTURE}[\U0001f3fb-\U0001f3ff\ufe0f]*)*)"
)
HAN = re.compile(
    "[\u2e80-\u2fdf\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003134f]"
)
_SCRIPTS = {"han": HAN, "emoji": EMOJI}


def scripts(text: str) -> frozenset[str]:
    """Which scripts beyond Latin the text needs; a font for one loads only when the document uses it."""
    return frozenset(name for name, pattern in _SCRIPTS.items() if pattern.search(text))


def escape(text: str) -> Tex:
    """Characters -> Tex that prints exactly them."""
    if not EMOJI.search(text):
        return Tex(_characters(text))
    made: list[str] = []
    at = 0
    for found in EMOJI.finditer(text):
        made += (_characters(text[at : found.start()]), rf"\cvemoji{{{found.group()}}}")
        at = found.end()
    return Tex("".join((*made, _characters(text[at:]))))


def _characters(text: str) -> str:
    return str(_encoder().unicode_to_latex(text)) if _SPECIAL.search(text) else text


@cache
def _encoder() -> UnicodeToLatexEncoder:
    table = {ord(character): escaped for character, escaped in _ESCAPES.items()}
    return UnicodeToLatexEncoder(
        conversion_rules=[UnicodeToLatexConversionRule(RULE_DICT, table)],
        replacement_latex_protection="none",
        unknown_char_policy="keep",
        unknown_char_warning=False,
        non_ascii_only=False,
    )


def tex(nodes: Iterable[Inline]) -> Tex:
    """Inline nodes -> Tex."""
    return Tex("".join(_node(node) for node in nodes))


def _node(node: Inline) -> str:
    if isinstance(node, Str):
        return escape(node.text)
    if isinstance(node, Styled):
        return rf"\cv{node.style}{{{tex(node.children)}}}"
    if isinstance(node, Code):
        return rf"\cvcode{{{escape(node.text)}}}"
    if isinstance(node, Link):
        return rf"\cvlink{{{uri(node.target)}}}{{{tex(node.children)}}}"
    if isinstance(node, Math):
        return rf"\cvmath{{{node.source}}}"
    assert isinstance(node, Break)
    return r"\cvnewline "


def normal_uri(target: str) -> str:
    """The ASCII URI that stands in the PDF: host in IDNA, everything unsafe percent-encoded, what is encoded left alone."""
    parts = urlsplit(target)
    host = parts.netloc
    if not host.isascii():
        host = host.encode("idna").decode("ascii")
    safe = "%/:?#[]@!$&'()*+,;=-._~"
    return urlunsplit(
        (parts.scheme, host, quote(parts.path, safe), quote(parts.query, safe), quote(parts.fragment, safe))
    )


def uri(target: str) -> Tex:
    r"""A target for \cvlink: hyperref reads \%, \# and \& back as the characters; the others are not in a normal URI."""
    return Tex(re.sub(r"([%#&])", r"\\\1", normal_uri(target)))
