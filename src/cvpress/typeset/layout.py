r"""Where each line stands, and what is wrong with it. In: the text of `document.layout`; out: a `Layout`, `Problem`s.

Pure. The shared layer writes the record in the run that makes the pages (`cvpress-layout.lua` has its format): TeX
knows which line is a head, which belongs to which paragraph, and to which line of the .tex; a PDF knows none of these.
A template that does not stand on that layer has no record, and the rules are silent. Lengths are points of TeX.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from types import MappingProxyType

from cvpress.errors import Problem, Severity, Spot, TemplateError
from cvpress.typeset.log import Locate

FILE = "document.layout"
_FULLNESS = 0.25
"""How much of a last page must be filled."""
_TOLERANCE = 1.0
"""As the log's: a line in its margins is off by up to 0.3 pt of rounding (letters that stretch), not by 1 pt."""
_SHORT, _PART = 3, 2
"""Up to so many lines a text stays in one piece; of a longer one so many lines stay on each page."""
_LEVELS = {"section": 1, "group": 2, "entry": 3, "role": 4}
_BODY = 9


@dataclass(frozen=True, slots=True)
class Sheet:
    """The paper's size, the text block on it, how far left of the block a look hangs dates, numbers and marks, and how
    far below it TeX lets the last line of a page reach (`\\maxdepth`)."""

    width: float
    height: float
    left: float
    top: float
    right: float
    bottom: float
    hang: float
    depth: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the main text or a foot: the `number`th (from 1) of its paragraph; `page` counts from 1.

    `rows`: how many lines of text stand in it, as the boxes of a header hold several. The edges are those of its ink,
    from the page's upper left.
    """

    page: int
    kind: str
    paragraph: int
    number: int
    rows: int
    left: float
    top: float
    right: float
    bottom: float
    tex_line: int

    @property
    def level(self) -> int:
        """1 for a section's head, rising to what is no head."""
        return _LEVELS.get(self.kind, _BODY)


@dataclass(frozen=True)  # no slots: what is derived is derived once
class Layout:
    sheet: Sheet
    lines: tuple[Line, ...]

    @cached_property
    def text(self) -> tuple[Line, ...]:
        """All lines but the feet, in order."""
        return tuple(line for line in self.lines if line.kind != "foot")

    @cached_property
    def paragraphs(self) -> tuple[tuple[Line, ...], ...]:
        """The lines of each paragraph."""
        return tuple(tuple(lines) for _, lines in groupby(self.text, key=lambda line: line.paragraph))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many lines of text each page has."""
        pages = max((line.page for line in self.lines), default=0)
        return tuple(sum(line.rows for line in self.text if line.page == page) for page in range(1, pages + 1))

    @property
    def fullness(self) -> float:
        """How much of the last page's text block is used, 1 being all of it."""
        last = self.text[-1].page if self.text else 0
        lowest = max((line.bottom for line in self.text if line.page == last), default=self.sheet.top)
        return (lowest - self.sheet.top) / (self.sheet.bottom - self.sheet.top)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where things are said in the profile: what a line of the .tex prints, and the document itself."""

    locate: Locate
    document: Spot | None = None

    def spot(self, line: Line) -> Spot | None:
        return self.locate(line.tex_line) if line.tex_line else None


def read(record: str) -> Layout | None:
    """The layout that TeX noted down; None when it noted nothing. Raises TemplateError for what is no such record."""
    rows = [row.split("\t") for row in record.splitlines()]
    if not rows:
        return None
    try:
        (what, *sheet), *lines = rows
        if what != "page" or {row[0] for row in lines} - {"line"}:
            raise ValueError(what)
        return Layout(Sheet(*map(float, sheet)), tuple(map(_line, lines)))
    except (TypeError, ValueError) as fault:
        advice = "write nothing to it in a template: cvpress-layout.lua does"
        raise TemplateError(Problem(f"{FILE} is no record of lines", None, advice, "layout-record")) from fault


def _line(row: list[str]) -> Line:
    _, page, kind, paragraph, number, rows, *edges, tex_line = row
    left, top, right, bottom = map(float, edges)
    place = int(page), kind, int(paragraph), int(number), int(rows)
    return Line(*place, left, top, right, bottom, int(tex_line))


def head_at_foot(layout: Layout, origin: Origin) -> Iterator[Problem]:
    """head-at-foot: a page ends with a head, or within one, and what it heads stands on the next."""
    for last, first in pairwise(layout.text):
        same = (last.kind, last.tex_line) == (first.kind, first.tex_line)
        if last.page != first.page and last.level < _BODY and (first.level > last.level or same):
            message = f"page {last.page} ends with the head of {_named(last.kind)}"
            advice = r"look at the template: a head needs \cvbreak before it and \cvkeep or \cv@entrykeep behind it"
            yield Problem(message, origin.spot(last), advice, "head-at-foot", Severity.WARNING)


def split_item(layout: Layout, origin: Origin) -> Iterator[Problem]:
    """split-item: a paragraph of up to three lines stands on two pages, or a longer one has one line on a page."""
    for lines in layout.paragraphs:
        parts = [sum(1 for _ in part) for _, part in groupby(lines, key=lambda line: line.page)]
        whole = lines[0].kind == "card"  # a row of referee cards, each a box
        if len(parts) > 1 and not whole and (len(lines) <= _SHORT or min(parts[0], parts[-1]) < _PART):
            told = " + ".join(map(str, parts))
            message = (
                f"{_named(lines[0].kind)} of {len(lines)} lines is split {told} over page {lines[0].page} and the next"
            )
            advice = r"look at the template: \clubpenalty and \widowpenalty are to be 10000"
            yield Problem(message, origin.spot(lines[0]), advice, "split-item", Severity.WARNING)


def lone_line(layout: Layout, origin: Origin) -> Iterator[Problem]:
    """lone-line: a page begins with the last item of a list, and that is one line."""
    for before, (first, *rest), after in _with_neighbours(layout.paragraphs):
        begins = before is not None and before.page != first.page and before.level == _BODY  # else it lacks its head
        ends = after is None or after.kind != "item" or after.page != first.page
        if first.kind == "item" and not rest and begins and ends:
            message = f"page {first.page} begins with a lone line, the last of a list"
            advice = r"look at the template: \cvlast keeps the last item of a list with the one before"
            yield Problem(message, origin.spot(first), advice, "lone-line", Severity.WARNING)


def _with_neighbours(
    paragraphs: tuple[tuple[Line, ...], ...],
) -> Iterator[tuple[Line | None, tuple[Line, ...], Line | None]]:
    """Each paragraph with the line before it and the line after it."""
    before = (None, *(lines[-1] for lines in paragraphs))
    after = (*(lines[0] for lines in paragraphs[1:]), None)
    yield from zip(before, paragraphs, after, strict=False)


def outside_margins(layout: Layout, origin: Origin) -> Iterator[Problem]:
    """outside-margins: lines leave the text block, and the room in which their look hangs things, or the page."""
    for page, on_it in groupby(layout.lines, key=lambda line: line.page):
        over = [
            (much, line)
            for line in on_it
            if (much := max(_into_margin(layout.sheet, line), _off(layout.sheet, line))) > _TOLERANCE
        ]
        if over:
            much, worst = max(over, key=lambda found: found[0])
            where = "off the page" if _off(layout.sheet, worst) > _TOLERANCE else "into the margin"
            lines = "a line runs" if len(over) == 1 else f"{len(over)} lines run up to"
            advice = r"let it break, or shorten it; what a template hangs left of the text it declares by \cvhang"
            yield Problem(f"page {page}: {lines} {much:.1f} pt {where}", origin.spot(worst), advice, "outside-margins")


def _off(sheet: Sheet, line: Line) -> float:
    """How far it runs off the page."""
    return max(-line.left, line.right - sheet.width, -line.top, line.bottom - sheet.height)


def _into_margin(sheet: Sheet, line: Line) -> float:
    """How far it runs into a margin. Descenders of a last line hang below the block; a foot stands below it."""
    beside = max(sheet.left - sheet.hang - line.left, line.right - sheet.right)
    if line.kind == "foot":
        return beside
    return max(beside, sheet.top - line.top, line.bottom - sheet.bottom - sheet.depth)


def last_page(layout: Layout, origin: Origin) -> Iterator[Problem]:
    """last-page: of several pages, the last is less than a quarter full."""
    if layout.text and layout.text[-1].page > 1 and layout.fullness < _FULLNESS:
        message = f"the last page is {int(100 * layout.fullness)}% full, less than {_FULLNESS:.0%}"
        advice = "select a little less, or let 'fit: true' set the document a little smaller"
        yield Problem(message, origin.document, advice, "last-page", Severity.WARNING)


Rule = Callable[[Layout, Origin], Iterator[Problem]]
# A rule is a row here: its id, and a function from the layout to what is wrong with it.
RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "head-at-foot": head_at_foot,
        "split-item": split_item,
        "lone-line": lone_line,
        "outside-margins": outside_margins,
        "last-page": last_page,
    }
)


def problems(layout: Layout | None, origin: Origin) -> tuple[Problem, ...]:
    """What every rule finds, each finding once."""
    found = (problem for rule in RULES.values() for problem in (rule(layout, origin) if layout else ()))
    return tuple(dict.fromkeys(found))


def _named(kind: str) -> str:
    return {"item": "an item", "entry": "an entry"}.get(kind, f"a {kind}")
