"""The names in an author or editor field of BibTeX. In: LaTeX; out: people with the parts of their names.

"First von Last", "von Last, First" and "von Last, Jr, First" as BibTeX reads them; a name in braces is a group and
whole; "others" is "et al."; `family=…, given=…` as biblatex has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cvpress.profile.latexnodes import characters
from cvpress.profile.values import NameParts

OTHERS = "et al."
_AND = re.compile(r"\s+and(?=\s)", re.IGNORECASE)
_HAN = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_TIE = r"(?<!\\)~"  # not the accent of Mu\~noz
_EXTENDED = re.compile(r"(?i)(family|given|prefix|suffix|useprefix|[a-z]+-i)\s*=")


@dataclass(frozen=True, slots=True)
class Named:
    """One person: the name as printed, and its parts; of `OTHERS` there are none."""

    plain: str
    parts: NameParts | None = None


def names(latex: str) -> tuple[Named, ...]:
    """Everybody in a field, in order."""
    made: list[Named] = []
    for one in split(latex, _AND):
        bare = one.strip().strip(",").strip()
        if bare.lower() in ("others", "et al", "et al.", "{et al.}", "{others}"):
            made.append(Named(OTHERS))
        elif bare and (found := _name(bare)).plain:
            made.append(found)
    return tuple(made)


def of_parts(parts: NameParts) -> Named:
    """A name as it is printed: given names, particle, family, suffix."""
    if parts.given and not parts.particle and _HAN.fullmatch(parts.given) and _HAN.fullmatch(parts.family):
        return Named(f"{parts.family}{parts.given}", parts)
    body = " ".join(part for part in (parts.given, parts.particle) if part)
    joined = "" if not body or body.endswith(("'", "\u2019")) else " "
    shown = f"{body}{joined}{parts.family}"
    comma = ", " if parts.suffix and parts.suffix[0] in "JjSs" else " " if parts.suffix else ""
    return Named(f"{shown}{comma}{parts.suffix}".strip(), parts)


def _name(latex: str) -> Named:
    if _whole_in_braces(latex):
        return _group(characters(latex))
    pieces = [piece.strip() for piece in split(latex, re.compile(","))]
    if _EXTENDED.match(pieces[0].strip('"{ ')):
        return _extended(pieces)
    if len(pieces) > 2:
        particle, family = _family(_words(pieces[0]))
        return of_parts(NameParts(_said(pieces[2]), particle, family, _said(pieces[1])))
    if len(pieces) == 2:
        particle, family = _family(_words(pieces[0]))
        if not family:
            return _group(_said(pieces[1]))
        return of_parts(NameParts(_said(pieces[1]), particle, family))
    words = _words(latex)
    if len(words) == 1:
        return _group(_said(words[0]))
    at = next((index for index, word in enumerate(words[:-1]) if _is_lower(word)), len(words) - 1)
    particle, family = _family(words[at:])
    return of_parts(NameParts(_said(" ".join(words[:at])), particle, family))


def _group(name: str) -> Named:
    return Named(name, NameParts("", "", name))


def _whole_in_braces(latex: str) -> bool:
    return latex.startswith("{") and len(tuple(_top(latex))) == 0


def _top(latex: str) -> Iterator[int]:
    """The positions outside of all braces."""
    depth = 0
    for at, character in enumerate(latex):
        if character == "{" and latex[at - 1 : at] != "\\":
            depth += 1
        elif character == "}" and latex[at - 1 : at] != "\\":
            depth -= 1
        elif depth <= 0:
            yield at


def split(latex: str, pattern: re.Pattern[str]) -> list[str]:
    """`latex` at each match that begins outside of all braces."""
    if "{" not in latex:
        return pattern.split(latex)
    outside = set(_top(latex))
    made, last = [], 0
    for found in pattern.finditer(latex):
        if found.start() in outside:
            made.append(latex[last : found.start()])
            last = found.end()
    return [*made, latex[last:]]


def _words(latex: str) -> list[str]:
    return [word for word in split(latex, re.compile(rf"(?:\s|{_TIE})+")) if word]


def _family(words: list[str]) -> tuple[str, str]:
    """Particle and family name: the particle ends at the last word in lower case that is not the last of all."""
    lower = [at for at, word in enumerate(words[:-1]) if _is_lower(word)]
    at = lower[-1] + 1 if lower else 0
    return _said(" ".join(words[:at])), _said(" ".join(words[at:]))


def _is_lower(word: str) -> bool:
    r"""Whether a word begins in lower case; `{\'e}cole` does, what else stands in braces has no case."""
    if word.startswith("{") and not word.startswith("{\\"):
        return False
    letter = next((character for character in characters(word) if character.isalpha()), "")
    return letter.islower()


def _said(latex: str) -> str:
    return characters(re.sub(_TIE, " ", latex)).replace("\u00a0", " ").strip()


def _extended(pieces: list[str]) -> Named:
    given: dict[str, str] = {}
    for piece in pieces:
        name, _, value = piece.strip().strip('"').partition("=")
        given[name.strip().lower()] = _said(value.strip().strip('"'))
    parts = NameParts(*(given.get(name, "") for name in ("given", "prefix", "family", "suffix")))
    return of_parts(parts) if parts.family else _group(parts.given)
