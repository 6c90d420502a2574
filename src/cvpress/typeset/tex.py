r"""The gate: inline nodes -> `Tex`, text that is safe to print in a .tex file. Only here profile text becomes `Tex`.

Ten characters mean something to TeX and are escaped in one pass; all else stands as Unicode, which the engine reads.
Emoji go into \cvemoji, which sets the colour glyph and keeps the characters in the text layer.

Why not pylatexenc's encoder, which reads our math: with its own table Ű becomes Ú and Greek becomes math, and with ours
it does what `str.translate` does in a twentieth of the time, after normalizing the whole text (see _MARKED_LETTER).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import quote, urlsplit, urlunsplit

from cvpress.profile.markup import Break, Code, Inline, Link, Math, Str, Styled
from cvpress.typeset import faces
from cvpress.typeset.thai import THAI, pieces


class Tex(str):
    """Text for a .tex file. Jinja's autoescape asks for `__html__`; that is how `Tex` and macro results pass it."""

    __slots__ = ()

    def __html__(self) -> Tex:
        return self


_ESCAPES = str.maketrans(
    {
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
        # pasted along with text from the web; a face has no glyph for them, or prints a hyphen that nobody meant
        "\u00ad": r"\-",
        "\u200b": r"\cvbetween{}",
        **dict.fromkeys("\u2060\ufeff\ufe0e\ufe0f\u200e\u200f", ""),
    }
)
# A letter and its marks, as macOS writes é. Only these are composed: NFC of a whole text would also turn the 神 of a
# Japanese name (U+FA19) into another character.
_MARKED_LETTER = re.compile(r"[^\W\d_][\u0300-\u036f]+")

# Joiners mean something in Arabic and Indic scripts; elsewhere they come along with pasted text.
_STRAY_JOINER = re.compile("(?<![\u0590-\u1cff\ua8e0-\uabff])[\u200c\u200d]+")

# Characters that are pictures by themselves: those of the astral planes, and the few older ones that Unicode's
# emoji-data.txt lists as Emoji_Presentation. Others become pictures by U+FE0F.
_PICTURES = (
    "\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd"
    "\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e"
    "\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f004\U0001f0cf\U0001f18e"
    "\U0001f191-\U0001f19a\U0001f300-\U0001f64f\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7eb\U0001f900-\U0001faff"
)
_PICTURE = f"(?:[{_PICTURES}]|[\u00a9-\u3299]\ufe0f)[\U0001f3fb-\U0001f3ff\ufe0f\U000e0020-\U000e007f]*"
# Sequences: flags; keycaps; a picture with its modifiers and tags, and what a joiner joins to it.
EMOJI = re.compile(f"(?:[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3|{_PICTURE}(?:\u200d{_PICTURE})*)(?!\ufe0e)")


def scripts(text: str) -> tuple[str, ...]:
    """What the text needs beyond Latin; a font for a script, or for emoji, loads only when the document uses it."""
    return (*faces.scripts(text), *(("emoji",) if EMOJI.search(text) else ()))


def escape(text: str) -> Tex:
    """Characters -> Tex that prints exactly them."""
    made: list[str] = []
    at = 0
    for found in EMOJI.finditer(text):
        sequence = found.group().replace("#", r"\#")
        made += (_characters(text[at : found.start()]), rf"\cvemoji{{{sequence}}}")
        at = found.end()
    return Tex("".join((*made, _characters(text[at:]))))


def _characters(text: str) -> str:
    if not text.isascii():
        text = _MARKED_LETTER.sub(lambda found: unicodedata.normalize("NFC", found.group()), text)
        text = THAI.sub(_breakable, _STRAY_JOINER.sub("", text))
    return text.translate(_ESCAPES)


def _breakable(found: re.Match[str]) -> str:
    """A run of Thai with U+200B, which TeX gets as a place for a break, between its words."""
    return "\u200b".join(pieces(found.group()))


def tex(nodes: Iterable[Inline]) -> Tex:
    """Inline nodes -> Tex."""
    return Tex("".join(_node(node) for node in nodes))


def _node(node: Inline) -> str:
    if isinstance(node, Str):
        return escape(node.text)
    if isinstance(node, Styled) and node.style == "nocase":  # for citation styles; the page shows nothing of it
        return tex(node.children)
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
    """The ASCII URI that stands in the PDF: host in IDNA, the unsafe percent-encoded, what is encoded left alone."""
    safe = "%/:?#[]@!$&'()*+,;=-._~"
    try:
        parts = urlsplit(target)
        host = parts.netloc if parts.netloc.isascii() else parts.netloc.encode("idna").decode("ascii")
        made = urlunsplit((parts.scheme, host, *(quote(part, safe) for part in parts[2:])))
    except ValueError:  # no host that exists looks like this; the link is dead, but the page is safe
        made = quote(target, safe)
    return re.sub("%(?![0-9A-Fa-f]{2})", "%25", made)


def uri(target: str) -> Tex:
    r"""A target for \cvlink, which reads \%, \# and \& as the characters; a normal URI holds no other special."""
    return Tex(re.sub(r"([%#&])", r"\\\1", normal_uri(target)))
