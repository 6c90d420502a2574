"""Tell what is lost: wanted texts and the spans they took go in, a Problem for each that took none comes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cvpress.errors import Problem
from cvpress.pdf.fold import Folded, Span, fold
from cvpress.pdf.wanted import Wanted

# Comparing is slow, so only the first few losses are explained: with more, something bigger broke.
_EXPLAINED = 12
_GAPS = 60
_LIKENESS = 0.5
_LONGEST = 400
_SHOWN = 90


def lost_problems(printed: Folded, wanted: Sequence[Wanted], spans: Sequence[Span | None]) -> Iterator[Problem]:
    """`lost-text`, once for each of `wanted` that took no span of `printed`."""
    gaps = _gaps(printed, spans)
    total = Counter(want.text for want in wanted)
    found = Counter(want.text for want, span in zip(wanted, spans, strict=True) if span is not None)
    explained = 0
    for index, (want, span) in enumerate(zip(wanted, spans, strict=True)):
        if span is not None:
            continue
        explained += 1
        instead = _instead(printed, _nearby(gaps, spans, index), want.text) if explained <= _EXPLAINED else ""
        message = f"{want.field}: {_short(want.text)!r} is not in the PDF's text"
        if found[want.text]:
            message += f" often enough (wanted {total[want.text]} times, printed {found[want.text]})"
        advice = f"it says {_short(instead)!r} there" if instead else "look whether the template prints this field"
        yield Problem(message, want.spot, advice, "lost-text")


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _gaps(printed: Folded, spans: Sequence[Span | None]) -> list[Span]:
    """The stretches of `printed` that nothing took."""
    gaps, at = [], 0
    for span in sorted((span for span in spans if span is not None), key=lambda span: span.start):
        if span.start > at:
            gaps.append(Span(at, span.start))
        at = max(at, span.end)
    if at < len(printed.letters):
        gaps.append(Span(at, len(printed.letters)))
    return gaps


def _nearby(gaps: Sequence[Span], spans: Sequence[Span | None], index: int) -> list[Span]:
    """The gaps nearest to where the text at `index` should stand: after the last one before it that was found."""
    before = next((span.end for span in reversed(spans[:index]) if span is not None and span.end), 0)
    return sorted(gaps, key=lambda gap: abs(gap.start - before))[:_GAPS]


def _instead(printed: Folded, gaps: Sequence[Span], text: str) -> str:
    """What stands in one of `gaps` and looks most like `text`; empty when nothing does."""
    sought = fold(text).letters[:_LONGEST]
    best, likeness = "", _LIKENESS
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(sought)
    for gap in gaps:
        span = _window(printed.letters, gap, sought)
        matcher.set_seq1(printed.letters[span.start : span.end])
        if min(matcher.real_quick_ratio(), matcher.quick_ratio()) > likeness and matcher.ratio() > likeness:
            best, likeness = printed.excerpt(span), matcher.ratio()
    return best


def _window(letters: str, gap: Span, sought: str) -> Span:
    """The part of a long gap around its longest common stretch with `sought`, as long as `sought`."""
    if gap.end - gap.start <= 2 * len(sought) + 8:
        return gap
    from difflib import SequenceMatcher

    match = SequenceMatcher(None, letters[gap.start : gap.end][: 4 * _LONGEST], sought, autojunk=False)
    common = match.find_longest_match()
    start = max(gap.start, gap.start + common.a - common.b)
    return Span(start, min(gap.end, start + len(sought)))
