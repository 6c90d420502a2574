"""Whether an author is a known person, in whatever form a source gives the name. In: names; out: who of a list it is.

A family name must be the same, without regard to case, accents, hyphens and a dropped particle; given names must not
contradict each other. "T. Zhao", "Zhao, Tong" and "Tong Q. Zhao" may be Tong Zhao, "Tian Zhao" is not. Of several in
one list who may be, the one who is named most fully is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cvpress.profile.names import HAN, SUFFIX, parts
from cvpress.profile.values import MARKS, NameParts, Person

Words = tuple[tuple[str, ...], ...]
"""Names as words, each of the parts that hyphens make: "Jun-Ho B." is (("jun", "ho"), ("b",))."""

_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th"})
_TITLE = re.compile(r"^(?:(?:prof|dr|mr|mrs|ms|professor)\.?\s+)+", re.IGNORECASE)
_BEHIND = re.compile(r"(?:\w\.?-?){1,3}")
_HYPHENS = "-\u2010\u2011\u2012\u2013"
# How well given names agree; equal best scores below _CERTAIN name nobody.
_SAME, _FULL, _CERTAIN, _INITIALS, _WEAK = 40, 30, 25, 15, 5


@dataclass(frozen=True, slots=True)
class Identity:
    """One person under all known names: `forms` in parts, `wholes` folded, and the folded ones that were `listed`."""

    forms: tuple[NameParts, ...]
    wholes: frozenset[str]
    listed: frozenset[str]

    def among(self, people: Sequence[Person]) -> int | None:
        """The place in `people` of this person; None when nobody there is, or two who are named too shortly may be."""
        scores = [self.score(person) for person in people]
        best = max(scores, default=0)
        if not best or (best < _CERTAIN and scores.count(best) > 1):
            return None
        return scores.index(best)

    def score(self, person: Person) -> int:
        """How well `person` fits: 0 is not at all."""
        if not person.plain:
            return 0
        read = _read(person.plain, person.parts)
        if not read.wholes.isdisjoint(self.wholes):
            return _SAME
        least = 0 if read.wholes.isdisjoint(self.listed) else _CERTAIN
        return max((_fits(_form(form), read) for form in self.forms), default=least) or least


def identity(full: NameParts | None, others: Iterable[str] = ()) -> Identity:
    """The person of this name, and of the other forms in which it is written."""
    listed = tuple(dict.fromkeys(others))
    forms = (*((full,) if full else ()), *(parts(name) for name in listed))
    wholes = {folded for name in listed if HAN.fullmatch(folded := _squeezed(name))}
    if full:
        wholes.add(_squeezed(f"{full.given} {full.particle} {full.family}"))
    if full and HAN.fullmatch(_squeezed(full.family)):  # written without a space, in this order
        wholes.add(_squeezed(full.family + full.given))
    return Identity(forms, frozenset(wholes), frozenset(map(_squeezed, listed)))


@dataclass(frozen=True, slots=True)
class _Read:
    """An author as read: the name whole, its words as they stand, and its parts where they are known for certain."""

    wholes: frozenset[str]
    tokens: frozenset[str]
    words: tuple[str, ...]
    known: NameParts | None
    suffix: str


@lru_cache(maxsize=32768)
def _read(name: str, known: NameParts | None) -> _Read:
    bare = _TITLE.sub("", name.strip().rstrip(MARKS + "#\u00b9\u00b2\u00b3 "))
    inner = re.findall(r"[(（]([^()（）]+)[)）]", bare)
    bare = re.sub(r"\s*[(（][^()（）]*[)）]\s*", " ", bare).strip() or bare
    split = known or parts(bare)
    pieces = bare.split(",")
    inverted = len(pieces) > 2 or (len(pieces) > 1 and not SUFFIX.fullmatch(pieces[1].strip()))
    words = tuple(pieces[0].split())
    if words and split.suffix and words[-1] == split.suffix:
        words = words[:-1]
    whole = f"{known.given} {known.particle} {known.family}" if known and not HAN.fullmatch(_squeezed(bare)) else bare
    wholes = frozenset(map(_squeezed, (whole, *inner)))
    certain = split if known or inverted else None
    parted = f"{certain.given} {certain.particle} {certain.family}".split() if certain else words
    return _Read(wholes, frozenset(_flat(_words(parted))), words, certain, fold(split.suffix))


@dataclass(frozen=True, slots=True)
class _Form:
    """A form of a known person's name, read once: the family name with its particle and without it."""

    families: tuple[tuple[str, ...], tuple[str, ...]]
    tokens: frozenset[str]
    given: Words
    particle: tuple[str, ...]
    suffix: str


@lru_cache(maxsize=1024)
def _form(form: NameParts) -> _Form:
    whole, bare = _flat(_words(f"{form.particle} {form.family}".split())), _flat(_words(form.family.split()))
    suffix = fold(form.suffix) if SUFFIX.fullmatch(form.suffix) else ""
    particle = tuple(fold(word) for word in form.particle.split())
    return _Form((whole, bare), frozenset(bare), _words(form.given.split()), particle, suffix)


def _fits(form: _Form, read: _Read) -> int:
    if not form.tokens or not form.tokens <= read.tokens:  # nearly everybody: of another family
        return 0
    if read.suffix and form.suffix and form.suffix != read.suffix:
        return 0
    return max((_agree(given, form.given) for given in _givens(form, read)), default=0)


def _givens(form: _Form, read: _Read) -> Iterator[Words]:
    """The given names that are left when the family name of `form` is taken away, in every way to read `read`."""
    families = form.families
    if read.known:
        known = read.known
        given = known.given.split()
        tail = () if known.particle else form.particle  # "Berg, Ludwig van der"
        if tail and tuple(fold(word) for word in given[-len(tail) :]) == tail:
            given = given[: -len(tail)]
        whole = _flat(_words(f"{known.particle} {known.family}".split()))
        if whole in families:
            yield from _readings(given)
        return
    for at in range(1, len(read.words)):
        if _flat(_words(read.words[at:])) in families:
            yield from _readings(read.words[:at])
        rest = read.words[at:]
        if _flat(_words(read.words[:at])) in families and all(map(_BEHIND.fullmatch, rest)) and "".join(rest).isupper():
            yield from _readings(rest)  # "Zhao T"; "Zhao Tong" may be a Mr. Tong


def _readings(given: Sequence[str]) -> Iterator[Words]:
    """Given names as they stand; and short capitals, as in "Kim JH", as initials too."""
    yield _words(given)
    if any(len(word) in (2, 3) and word.isalpha() and word.isupper() for word in given):
        yield _words([". ".join(word) if len(word) < 4 and word.isupper() else word for word in given])


def _words(words: Iterable[str]) -> Words:
    """Folded words; the dots of "J.H." part words as spaces do."""
    pieces = (piece for word in words for piece in re.sub(rf"\.(?![{_HYPHENS}])", " ", word).split())
    made = (tuple(part for one in re.split(f"[{_HYPHENS}]", piece) if (part := fold(one))) for piece in pieces)
    return tuple(word for word in made if word)


def _flat(words: Words) -> tuple[str, ...]:
    return tuple(part for word in words for part in word)


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Letters alone: without case, accents, dots and apostrophes."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(letter for letter in letters if letter.isalnum())


def _squeezed(name: str) -> str:
    return fold(re.sub(r"\s", "", name))


def _is_initials(parts_of_word: Iterable[str]) -> bool:
    return all(len(part) == 1 and not HAN.match(part) for part in parts_of_word)


def _agree(given: Words, own: Words) -> int:
    """How well an author's given names agree with the person's own: 0 when they contradict each other."""
    if not given or not own:
        return 0
    flat, mine = _flat(given), _flat(own)
    if "".join(flat) == "".join(mine):
        return _CERTAIN if _is_initials(flat) else _SAME
    if _is_initials(flat):
        return _initials(given, own)
    if len(flat) == len(mine):  # "Jun H." of "Jun-Ho"
        return _spelt(tuple((part,) for part in flat), tuple((part,) for part in mine))
    return _spelt(given, own)


def _initials(given: Words, own: Words) -> int:
    """An author of whom there are initials only."""
    flat, mine = _flat(given), _flat(own)
    if all(one.startswith(letter) for letter, one in zip(flat, mine, strict=False)):
        if len(flat) <= len(mine):
            return _INITIALS + min(len(flat), 9)
        if len(given[0]) <= len(own[0]):
            return _WEAK  # "T. Q." may be a Tong whose middle name is not said
    if len(given[0]) == 2 and len(given) == len(own) == 1 and len(own[0]) == 1:  # "X.-D." of "Xiaodan"
        first, second = given[0]
        return _WEAK if own[0][0].startswith(first) and second in own[0][0][2:-1] else 0
    return 0


def _spelt(given: Words, own: Words) -> int:
    """An author with a given name that is spelt out: no word of the one may be missing from the other on both sides."""
    shorter, longer = sorted((given, own), key=len)
    full = rank = 0
    for at, word in enumerate(shorter):
        found = next((i for i in range(rank, len(longer)) if _same(word, longer[i]) is not None), None)
        if found is None or (at == 0 and found != 0):
            return 0
        full += bool(_same(word, longer[found]))
        rank = found + 1
    return _FULL + min(full, 5) - (len(longer) > len(shorter)) if full else 0


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool | None:
    """True for the same word, False for initials that fit it, None for another word."""
    if "".join(one) == "".join(other):
        return not _is_initials(one)
    for short, long in ((one, other), (other, one)):
        if _is_initials(short) and len(short) <= len(long):
            return False if all(part.startswith(letter) for letter, part in zip(short, long, strict=False)) else None
    return None
