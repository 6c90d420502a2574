r"""Tell what nobody wrote: pages, what was wanted and which span each took, and what is known go in; Problems come out.

What no wanted text took must consist of words that the document's own words or its template brought: "Advisor:",
"vol.", the numbers of a list. A control word of TeX (\textbf), an entity (&amp;) or a placeholder ({{, None) is an
error; any other word is a warning, since a template may print what its manifest forgot to declare.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cvpress.errors import Problem, Severity
from cvpress.pdf.fold import LINE_END_HYPHEN, Folded, Span, fold, is_unspaced, occurrences
from cvpress.pdf.wanted import Known, Wanted

_WORD = re.compile(r"[^\W_]+")
# Characters of TeX, HTML and templates; in a CV they stand in texts, which are taken.
_MARKS = re.compile(r"[\\{}$^_~#<>%@=`]")
_PLACEHOLDERS = frozenset({"none", "null", "undefined", "nan", "todo", "fixme", "tbd", "xxx", "lorem", "ipsum"})
# An entity reads "&amp;"; the others are what is left of a command whose backslash TeX took.
_CODE = re.compile(
    r"&(?:[a-z]+|#\d+);|\b(?:text(?:bf|it|sc|sf|tt|rm|backslash|ascii\w+)|emph|par|noindent|hfill|[vh]space|newline"
    r"|linebreak|begin|end|item|relax|cv[a-z]{3,})\b",
    re.IGNORECASE,
)
_SHOWN = 60
_MOST = 20
_STRETCH = 8


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """`words` and `characters` without case; `stretches`: folded texts that may break anywhere, such as addresses."""

    words: frozenset[str]
    characters: frozenset[str]
    stretches: frozenset[str]

    @classmethod
    def of(cls, known: Known, wanted: Sequence[Wanted]) -> _Vocabulary:
        """The words of `known` without those of its texts that are wanted: to print these again is to print too much.

        What is wanted of one entry, a language's own word may be in another, so `known.words` are never taken out.
        """
        given = fold("\n".join(known.texts))
        taken = bytearray(len(given.letters))
        _take(taken, given, {want.text for want in wanted})
        left = tuple(_text(given, gap) for gap in _gaps(taken))
        said = "\n".join((*left, *known.words))
        stretches = frozenset(text for text in (*left, *known.words) if len(text) >= _STRETCH and not _is_spaced(text))
        return cls(frozenset(_tokens(said)), frozenset(said.casefold()), stretches)

    def lacks(self, word: str) -> bool:
        """Whether nothing known says `word`; of scripts without spaces each character may be cut off from others."""
        return word not in self.words and not (
            self.characters.issuperset(word) and all(is_unspaced(char) for char in word)
        )


def stray_problems(
    printed: Folded, wanted: Sequence[Wanted], spans: Sequence[Span | None], known: Known
) -> Iterator[Problem]:
    """`stray-text`: each stretch of `printed` that none of `spans` holds and whose words `known` does not have."""
    vocabulary = _Vocabulary.of(known, wanted)
    taken = bytearray(len(printed.letters))
    for span in spans:
        if span is not None:
            taken[span.start : span.end] = b"\1" * (span.end - span.start)
    _take(taken, printed, vocabulary.stretches)
    told = 0
    judged: dict[str, tuple[str, ...]] = {}  # most of what stands between texts are a few commas and words
    for gap in _gaps(taken):
        text = _text(printed, gap)
        if text not in judged:
            judged[text] = _strange(text, vocabulary)
        strange = judged[text]
        if strange and told < _MOST:
            told += 1
            yield _problem(printed, gap, text, strange)


def _problem(printed: Folded, gap: Span, text: str, strange: Sequence[str]) -> Problem:
    leaked = any(_MARKS.fullmatch(one) or one in _PLACEHOLDERS for one in strange) or any(
        set(_tokens(code)).intersection(strange) for code in _CODE.findall(text)
    )
    before = printed.excerpt(Span(max(0, gap.start - 30), gap.start)) if gap.start else ""
    shown = " ".join(text.split())
    shown = shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"
    place = f" behind {before!r}" if before else ""
    message = f"the PDF says {shown!r}{place}, and nothing in the profile, the language or the template does"
    if leaked:
        return Problem(message, None, "look for code that the template prints instead of running it", "stray-text")
    advice = "take it out of the template, or declare it in its manifest under 'prints:'"
    return Problem(message, None, advice, "stray-text", Severity.WARNING)


def _strange(text: str, vocabulary: _Vocabulary) -> tuple[str, ...]:
    """The words and marks of `text` that nothing known has, read with its line-end hyphens or without."""
    marks = tuple(char for char in dict.fromkeys(_MARKS.findall(text)) if char not in vocabulary.characters)
    readings = ([word for word in _tokens(read) if vocabulary.lacks(word)] for read in _readings(text))
    return (*marks, *min(readings, key=len))


def _readings(text: str) -> Iterator[str]:
    joined = LINE_END_HYPHEN.sub("", text)
    yield joined
    if joined != text:
        yield LINE_END_HYPHEN.sub("-", text)


def _tokens(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _is_spaced(text: str) -> bool:
    return len(text.split()) > 1


def _take(taken: bytearray, given: Folded, texts: Iterable[str]) -> None:
    """Note which letters of `given` belong to one of `texts`, wherever it stands as a whole; the longest first."""
    for letters in sorted({fold(text).letters for text in texts} - {""}, key=len, reverse=True):
        for start in occurrences(given.letters, letters):
            end = start + len(letters)
            if taken.find(0, start, end) >= 0 and given.is_edge(start) and given.is_edge(end):
                taken[start:end] = b"\1" * len(letters)


def _gaps(taken: bytearray) -> Iterator[Span]:
    start = taken.find(0)
    while start >= 0:
        end = taken.find(1, start)
        end = len(taken) if end < 0 else end
        yield Span(start, end)
        start = taken.find(0, end)


def _text(folded: Folded, gap: Span) -> str:
    return folded.plain[folded.source(gap.start) : folded.source(gap.end - 1) + 1]
