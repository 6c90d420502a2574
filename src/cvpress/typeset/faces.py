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
        "hebrew": Script(
            "\u0590-\u05ff\ufb1d-\ufb4f", "NotoSerifHebrew-{}.ttf", "NotoSansHebrew-{}.ttf", "fonts-noto-core"
        ),
        "devanagari": Script(
            "\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff",
            "NotoSerifDevanagari-{}.ttf",
            "NotoSansDevanagari-{}.ttf",
            "fonts-noto-core",
        ),
        "thai": Script("\u0e00-\u0e7f", "NotoSerifThai-{}.ttf", "NotoSansThai-{}.ttf", "fonts-noto-core"),
    }
)


def scripts(text: str) -> tuple[str, ...]:
    """The scripts of SCRIPTS that `text` uses, in their order; a font for one loads only when the document uses it."""
    return () if text.isascii() else tuple(name for name, script in SCRIPTS.items() if script.pattern.search(text))
