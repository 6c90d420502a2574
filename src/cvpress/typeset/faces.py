"""Which face sets a script, and which package brings it. In: a text; out: the scripts beyond Latin that it uses.

The same rows stand in `latex_templates/shared/cvpress-scripts.lua`, which switches the fonts; a test compares them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType


@dataclass(frozen=True)
class Script:
    """`ranges`: as inside the brackets of a regular expression. `serif` and `sans`: the file, with {} for its weight.

    `package`: Debian's name of what brings the files.
    """

    ranges: str
    serif: str
    sans: str
    package: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(f"[{self.ranges}]")


def _noto(name: str, ranges: str) -> Script:
    return Script(ranges, f"NotoSerif{name}-{{}}.ttf", f"NotoSans{name}-{{}}.ttf", "fonts-noto-core")


SCRIPTS: Mapping[str, Script] = MappingProxyType(
    {
        # Han, kana, hangul and their punctuation
        "han": Script(
            "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff",
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
    }
)


def scripts(text: str) -> tuple[str, ...]:
    """The scripts of SCRIPTS that `text` uses, in their order; a font for one loads only when the document uses it."""
    return () if text.isascii() else tuple(name for name, script in SCRIPTS.items() if script.pattern.search(text))
