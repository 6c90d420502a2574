"""The programs and packages that cvpress stands on, and the commands that install them. In: a tool's name. Out: advice.

The one list: `setup`, `doctor`, the CI cache key and every "is not installed" message read it here.
Debian's names are those of Debian 12, each tried; the names for Fedora and macOS come from their catalogues, untried.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

ENGINES = ("lualatex", "xelatex", "pdflatex")
"""The programs of TeX's engines."""

TEX_PACKAGES = (
    "latexmk",
    "texlive-luatex",
    "texlive-latex-extra",  # moderncv; brings -base, -recommended and -pictures
    "texlive-fonts-recommended",  # marvosym, which moderncv loads
    "lmodern",
    "bubblewrap",
)
"""Debian and Ubuntu packages of the typesetter. Never texlive-full (5 GB) or texlive-fonts-extra (1.4 GB)."""

FONT_PACKAGES = (
    "fonts-linuxlibertine",
    "fonts-ebgaramond",
    "fonts-texgyre",  # the OpenType files of Termes, Pagella, Heros
    "fonts-sil-gentiumplus",
    "fonts-lato",
    "fonts-noto-cjk",
    "fonts-noto-core",  # Arabic, Hebrew, Devanagari, Thai, and what the text faces lack: 12 MB to fetch, 42 MB on disk
    "fonts-noto-color-emoji",
    "fonts-symbola",
)
"""Debian and Ubuntu packages of the faces that templates load by file name."""

LANGUAGE_PACKAGES: Mapping[str, str] = MappingProxyType(
    {
        "cs": "texlive-lang-czechslovak",
        "de": "texlive-lang-german",
        "el": "texlive-lang-greek",
        "es": "texlive-lang-spanish",
        "fr": "texlive-lang-french",
        "it": "texlive-lang-italian",
        "nl": "texlive-lang-european",
        "pl": "texlive-lang-polish",
        "pt": "texlive-lang-portuguese",
        "ru": "texlive-lang-cyrillic",
        "sk": "texlive-lang-czechslovak",
        "sv": "texlive-lang-european",
        "tr": "texlive-lang-european",
        "uk": "texlive-lang-cyrillic",
    }
)
"""ISO 639-1 code of a document's language to the Debian package with its hyphenation; English needs none,
and Chinese, Japanese and Korean are not hyphenated."""

APT = "apt-get install --yes --no-install-recommends"
"""Without the recommended packages the set is 270 MB, with them it has a Java, two viewers and a gigabyte more."""


APT_UPDATE = f"sudo apt-get update && sudo {APT}"
"""What a person types; a fresh machine has no package lists."""


@dataclass(frozen=True, slots=True)
class Install:
    """How one tool gets onto a machine: package names per catalogue, for macOS a whole command."""

    apt: tuple[str, ...]
    dnf: tuple[str, ...]
    brew: str


_DNF_TEX = (
    "latexmk",
    "texlive-collection-luatex",
    "texlive-collection-latexextra",
    "texlive-collection-fontsrecommended",
)
_BREW_TEX = 'brew install --cask mactex-no-gui && eval "$(/usr/libexec/path_helper)"'

INSTALL: Mapping[str, Install] = MappingProxyType(
    {
        "python3": Install(("python3", "python3-venv"), ("python3",), "brew install python"),
        "latexmk": Install(TEX_PACKAGES, (*_DNF_TEX, "bubblewrap"), _BREW_TEX),
        "lualatex": Install(TEX_PACKAGES, (*_DNF_TEX, "bubblewrap"), _BREW_TEX),
        "xelatex": Install(("texlive-xetex",), ("texlive-collection-xetex",), _BREW_TEX),
        "pdflatex": Install(("texlive-latex-base",), ("texlive-latex",), _BREW_TEX),
        "pdftotext": Install(("poppler-utils",), ("poppler-utils",), "brew install poppler"),
        "bwrap": Install(("bubblewrap",), ("bubblewrap",), ""),
        "fonts": Install(
            FONT_PACKAGES,
            (
                "linux-libertine-fonts",
                "lato-fonts",
                "google-noto-sans-cjk-fonts",
                "google-noto-serif-cjk-fonts",
                "google-noto-color-emoji-fonts",
                "google-noto-naskh-arabic-fonts",
                "google-noto-sans-arabic-fonts",
                "google-noto-serif-hebrew-fonts",
                "google-noto-sans-hebrew-fonts",
                "google-noto-serif-devanagari-fonts",
                "google-noto-sans-devanagari-fonts",
                "google-noto-serif-thai-fonts",
                "google-noto-sans-thai-fonts",
                "google-noto-serif-fonts",
                "google-noto-sans-fonts",
                "google-noto-sans-math-fonts",
                "google-noto-sans-symbols-fonts",
                "google-noto-sans-symbols-2-fonts",
                "gdouros-symbola-fonts",
                "texlive-tex-gyre",
                "texlive-ebgaramond",
                "texlive-gentium-tug",
            ),
            "brew install --cask font-noto-sans-cjk font-noto-serif-cjk font-noto-color-emoji font-symbola"
            " font-noto-naskh-arabic font-noto-sans-arabic font-noto-serif-hebrew font-noto-sans-hebrew"
            " font-noto-serif-devanagari font-noto-sans-devanagari font-noto-serif-thai font-noto-sans-thai"
            " font-noto-serif font-noto-sans font-noto-sans-math font-noto-sans-symbols font-noto-sans-symbols-2",
        ),
    }
)
"""Tool to its packages. `bwrap` is optional and Linux only; macTeX brings the faces without a cask itself."""


def commands(*tools: str) -> tuple[tuple[str, str], ...]:
    """(platform, shell command) for Debian/Ubuntu, Fedora and macOS that install all of `tools` at once."""
    rows = [INSTALL[tool] for tool in tools]
    brew = " && ".join(dict.fromkeys(row.brew for row in rows if row.brew))
    return (
        ("Debian/Ubuntu", f"{APT_UPDATE} {' '.join(dict.fromkeys(name for row in rows for name in row.apt))}"),
        ("Fedora", f"sudo dnf install --yes {' '.join(dict.fromkeys(name for row in rows for name in row.dnf))}"),
        ("macOS", brew or "not available"),
    )


def advice(*tools: str) -> str:
    """What to do when `tools` are missing: one line per platform. A program without a row is only named."""
    if not set(tools) <= INSTALL.keys():
        return f"install {' and '.join(tools)}"
    return "install with\n" + "\n".join(f"    {platform + ':':15}{command}" for platform, command in commands(*tools))
