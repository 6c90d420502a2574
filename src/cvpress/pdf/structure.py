"""The rules about pages, the text layer and metadata: a Subject goes in, Problems come out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cvpress.errors import Problem, Severity
from cvpress.pdf.subject import Limits, Subject, dictionary, entry

# Paper sizes are rounded differently by every program: A4 is 595.276 pt in one and 595 in the next.
_TOLERANCE = 1.0
_UNREADABLE = (
    ("replacement-character", re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffd\uffff]"), "install a font that has it"),
    (
        "private-use",
        re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]"),
        "give the symbol a text of its own, or set it with a font that maps it to Unicode",
    ),
)


def page_problems(subject: Subject) -> Iterator[Problem]:
    """page-limit, paper-size and blank-page."""
    limits = subject.limits
    if limits.pages is not None and len(subject.pages) > limits.pages:
        over = len(subject.pages) - limits.pages
        lines = sum(limits.lines[limits.pages :]) or sum(
            len(page.text.split("\r\n")) for page in subject.texts[limits.pages :] if page.text.strip()
        )
        message = f"{len(subject.pages)} pages, {over} over the limit of {limits.pages}"
        advice = f"about {lines} line{'s' * (lines != 1)} too many: select less, or allow more pages"
        yield Problem(message, limits.spot, advice, "page-limit")
    yield from _paper_problems(subject)
    for index, text in subject.own():
        if not text.text.strip() and not text.drawn:
            message = f"page {index + 1} is blank"
            yield Problem(message, rule="blank-page", advice="look for a page break or a box that is too tall")


def text_problems(subject: Subject) -> Iterator[Problem]:
    """replacement-character, private-use and off-page; strangers' pages are not read."""
    for index, page in subject.own():
        for rule, pattern, advice in _UNREADABLE:
            found = pattern.findall(page.text)
            if found:
                codes = ", ".join(sorted({f"U+{ord(char):04X}" for char in found}))
                around = _around(page.text, next(pattern.finditer(page.text)))
                message = f"page {index + 1}: {codes} in the text, first in {around!r}"
                yield Problem(message, advice=advice, rule=rule)
        if page.outside:
            message = f"page {index + 1}: {len(page.outside)} characters lie off the page: {page.outside[:60]!r}"
            advice = "let the line break, or shorten it"
            yield Problem(message, advice=advice, rule="off-page")


def _around(text: str, found: re.Match[str]) -> str:
    return " ".join(text[max(0, found.start() - 25) : found.end() + 25].split())


def metadata_problems(subject: Subject) -> Iterator[Problem]:
    """metadata-title, -author and -language, display-title, no-bookmarks, no-page-labels."""
    limits, root = subject.limits, subject.reader.root_object
    stated = subject.reader.metadata
    for what, found, wanted in (
        ("title", stated.title if stated else None, limits.title),
        ("author", stated.author if stated else None, limits.author),
        ("language", entry(root, "/Lang"), limits.language),
    ):
        if not found or (wanted is not None and found != wanted):
            message = f"the PDF's {what} is {str(found)!r}, not {wanted!r}" if found else f"the PDF has no {what}"
            severity = Severity.WARNING if wanted is None else Severity.ERROR
            yield Problem(message, None, _advice(limits), f"metadata-{what}", severity)
    preferences = dictionary(entry(root, "/ViewerPreferences"))
    if not getattr(entry(preferences, "/DisplayDocTitle"), "value", False):
        message = "a viewer's title bar will show the file name, not the title"
        severity = Severity.WARNING if limits.title is None else Severity.ERROR
        yield Problem(message, None, _advice(limits), "display-title", severity)
    if len(subject.pages) > 1 and "/First" not in dictionary(entry(root, "/Outlines")):
        message = f"{len(subject.pages)} pages and no bookmarks"
        advice = "let the template write an outline of its sections"
        yield Problem(message, advice=advice, rule="no-bookmarks", severity=Severity.WARNING)
    if limits.labelled and "/Nums" not in dictionary(entry(root, "/PageLabels")):
        message = "a viewer will count the pages through all parts, and not as they are numbered"
        yield Problem(message, advice="bind it again", rule="no-page-labels", severity=Severity.WARNING)


def _advice(limits: Limits) -> str:
    return "set it in the program that made the PDF" if limits.title is None else "run the finishing pass on it"


def _paper_problems(subject: Subject) -> Iterator[Problem]:
    paper = subject.limits.paper
    if paper is None:
        return
    sizes: dict[tuple[str, Severity], list[int]] = {}
    for index, page in enumerate(subject.pages):
        size = float(page.mediabox.width), float(page.mediabox.height)
        width, height = reversed(size) if page.rotation % 180 else size
        if max(abs(width - paper[0]), abs(height - paper[1])) > _TOLERANCE:
            sizes.setdefault((f"{width:.0f} x {height:.0f} pt", subject.severity(index)), []).append(index + 1)
    for (measured, severity), numbers in sizes.items():
        which = f"page {numbers[0]}" + (f" and {len(numbers) - 1} more" if len(numbers) > 1 else "")
        message = f"{which}: the paper is {measured}, not {paper[0]:.0f} x {paper[1]:.0f} pt"
        yield Problem(message, None, "check the template's paper option", "paper-size", severity)
