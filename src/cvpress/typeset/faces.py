"""Which files set a text, and which package brings each. In: a text; out: the scripts beyond Latin in it.

The same rows stand in `latex_templates/shared/cvpress-scripts.lua`, which switches the fonts; a test compares them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Script:
    """`ranges`: each as in the brackets of a regular expression. `serif` and `sans`: the file, with {} for its weight.

    `package`: Debian's name of what brings the files.
    """

    ranges: str
    serif: str
    sans: str
    package: str

    def files(self, *, sans: bool) -> tuple[str, ...]:
        """The regular and the bold of one class."""
        file = self.sans if sans else self.serif
        return tuple(dict.fromkeys(file.format(weight) for weight in ("Regular", "Bold")))

    def __contains__(self, character: str) -> bool:
        return any(low <= character <= high for low, high in zip(self.ranges[::3], self.ranges[2::3], strict=True))


def _noto(name: str, ranges: str) -> Script:
    return Script(ranges, f"NotoSerif{name}-{{}}.ttf", f"NotoSans{name}-{{}}.ttf", "fonts-noto-core")


def _alone(file: str, ranges: str) -> Script:
    """A script with one face for both classes."""
    return Script(ranges, file, file, "fonts-noto-core")


SCRIPTS: Mapping[str, Script] = MappingProxyType(
    {
        # Han, kana and their punctuation
        "han": Script(
            "\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff",
            "NotoSerifCJK-{}.ttc",
            "NotoSansCJK-{}.ttc",
            "fonts-noto-cjk",
        ),
        "hangul": Script(
            "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff",
            "NotoSerifCJK-{}.ttc",
            "NotoSansCJK-{}.ttc",
            "fonts-noto-cjk",
        ),
        "arabic": Script(
            "\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc",
            "NotoNaskhArabic-{}.ttf",
            "NotoSansArabic-{}.ttf",
            "fonts-noto-core",
        ),
        "armenian": _noto("Armenian", "\u0530-\u058f\ufb13-\ufb17"),
        "hebrew": _noto("Hebrew", "\u0590-\u05ff\ufb1d-\ufb4f"),
        "devanagari": _noto("Devanagari", "\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff"),
        "bengali": _noto("Bengali", "\u0980-\u09ff"),
        "gurmukhi": _noto("Gurmukhi", "\u0a00-\u0a7f"),
        "gujarati": _noto("Gujarati", "\u0a80-\u0aff"),
        "tamil": _noto("Tamil", "\u0b80-\u0bff"),
        "telugu": _noto("Telugu", "\u0c00-\u0c7f"),
        "kannada": _noto("Kannada", "\u0c80-\u0cff"),
        "malayalam": _noto("Malayalam", "\u0d00-\u0d7f"),
        "sinhala": _noto("Sinhala", "\u0d80-\u0dff"),
        "thai": _noto("Thai", "\u0e00-\u0e7f"),
        "lao": _noto("Lao", "\u0e80-\u0eff"),
        "myanmar": _noto("Myanmar", "\u1000-\u109f"),
        "georgian": _noto("Georgian", "\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f"),
        "ethiopic": _noto("Ethiopic", "\u1200-\u139f\u2d80-\u2ddf\uab00-\uab2f"),
        "khmer": _noto("Khmer", "\u1780-\u17ff\u19e0-\u19ff"),
        "oriya": _alone("NotoSansOriya-{}.ttf", "\u0b00-\u0b7f"),
        "tibetan": _alone("NotoSerifTibetan-{}.ttf", "\u0f00-\u0fff"),
        "cherokee": _alone("NotoSansCherokee-{}.ttf", "\u13a0-\u13ff\uab70-\uabbf"),
        "canadian": _alone("NotoSansCanadianAboriginal-{}.ttf", "\u1400-\u167f\u18b0-\u18ff"),
        "coptic": _alone("NotoSansCoptic-Regular.ttf", "\u03e2-\u03ef\u2c80-\u2cff"),
        "hieroglyphs": _alone("NotoSansEgyptianHieroglyphs-Regular.ttf", "\U00013000-\U0001342f"),
        "runic": _alone("NotoSansRunic-Regular.ttf", "\u16a0-\u16ff"),
        "ogham": _alone("NotoSansOgham-Regular.ttf", "\u1680-\u169f"),
        "gothic": _alone("NotoSansGothic-Regular.ttf", "\U00010330-\U0001034f"),
        "cuneiform": _alone("NotoSansCuneiform-Regular.ttf", "\U00012000-\U0001254f"),
        "tifinagh": _alone("NotoSansTifinagh-Regular.ttf", "\u2d30-\u2d7f"),
        "yi": _alone("NotoSansYi-Regular.ttf", "\ua000-\ua4cf"),
        "vai": _alone("NotoSansVai-Regular.ttf", "\ua500-\ua63f"),
    }
)


_FIRST = "\u0370"


def scripts(text: str) -> tuple[str, ...]:
    """The scripts of SCRIPTS that `text` uses, in their order; a font for one loads only when the document uses it."""
    characters = [character for character in set(text) if character > _FIRST]
    return tuple(name for name, script in SCRIPTS.items() if any(character in script for character in characters))


def script(character: str) -> Script | None:
    """The script of SCRIPTS that `character` belongs to."""
    return next((one for one in SCRIPTS.values() if character in one), None)


SANS = frozenset({"lato", "heros"})
"""The text faces without serifs; what they lack, and other scripts, are set without serifs too."""

TEXT_FACES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "libertine": ("LinLibertine_R.otf", "LinLibertine_RI.otf", "LinLibertine_RZ.otf", "LinLibertine_RZI.otf"),
        **{
            name: tuple(f"texgyre{name}-{shape}.otf" for shape in ("regular", "italic", "bold", "bolditalic"))
            for name in ("termes", "pagella", "heros")
        },
        "gentium": tuple(f"GentiumPlus-{shape}.ttf" for shape in ("Regular", "Italic", "Bold", "BoldItalic")),
        "ebgaramond": (
            "EBGaramond12-Regular.otf",
            "EBGaramond12-Italic.otf",
            "EBGaramond12-Bold.otf",
            "LinLibertine_RZI.otf",
        ),
        "lato": tuple(f"Lato-{shape}.ttf" for shape in ("Regular", "Italic", "Bold", "BoldItalic")),
    }
)
"""Upright, italic, bold, bold italic of each face that `cvpress-fonts.sty` declares."""


@dataclass(frozen=True, slots=True)
class Lender:
    """A face that lends what the text face lacks."""

    files: tuple[str, ...]
    package: str


_SYMBOLS = (
    Lender(("NotoSansSymbols-Regular.ttf", "NotoSansSymbols-Bold.ttf"), "fonts-noto-core"),
    Lender(("NotoSansSymbols2-Regular.ttf",), "fonts-noto-core"),
    Lender(("NotoSansMath-Regular.ttf",), "fonts-noto-core"),
    Lender(("Symbola_hint.ttf",), "fonts-symbola"),
)
LENDERS_OF_SERIF = (
    Lender(TEXT_FACES["libertine"], "fonts-linuxlibertine"),
    Lender(TEXT_FACES["gentium"], "fonts-sil-gentiumplus"),
    Lender(tuple(f"NotoSerif-{shape}.ttf" for shape in ("Regular", "Italic", "Bold", "BoldItalic")), "fonts-noto-core"),
    *_SYMBOLS,
)
LENDERS_OF_SANS = (
    Lender(tuple(f"NotoSans-{shape}.ttf" for shape in ("Regular", "Italic", "Bold", "BoldItalic")), "fonts-noto-core"),
    *_SYMBOLS,
)
EMOJI = Lender(("NotoColorEmoji.ttf",), "fonts-noto-color-emoji")
