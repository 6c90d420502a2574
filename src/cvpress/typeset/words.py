"""Fixed words and worded dates of a language. In: dates and term names; out: text with ties where no line may break.

English is here, with the dates that no library need be loaded for; every other language is a file in `locales/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cvpress.profile.dates import Date
from cvpress.profile.languages import primary
from cvpress.profile.markup import Nodes
from cvpress.profile.model import Terms
from cvpress.typeset import locales
from cvpress.typeset.quotes import ENGLISH, Quotes
from cvpress.typeset.typography import TIE, listed, unbreakable

EN_DASH = "\u2013"
DASHES = {"en-dash": EN_DASH, "hyphen": "-"}
"""What stands in a range of dates, by the option `range_style`: parsers of résumés that want ASCII read the hyphen."""


@dataclass(frozen=True, slots=True)
class Words:
    """`language` is a BCP 47 tag; `titles` the default head of a section by kind; `dash` stands in a range of dates.

    `heads` stand over groups that `group_by` makes; `counts` are numbers with their noun, by plural category; `quotes`
    are the marks around a quotation.
    """

    language: str
    terms: Mapping[str, str]
    titles: Mapping[str, str]
    heads: Mapping[str, str]
    counts: Mapping[str, Mapping[str, str]]
    dash: str = EN_DASH
    quotes: Quotes = ENGLISH

    def date(self, date: Date, style: str) -> str:
        """One date in `style`: iso, short, long, numeric or year; a free text as it stands."""
        if date.is_present:
            return self.terms["present"]
        if date.is_free:
            return unbreakable(date.text)
        if date.month is None or style == "year":
            return str(date.year)
        if style == "iso":
            return date.text
        worded = _english(date, style, self.language) if self._is_english else locales.date(self.language, date, style)
        return unbreakable(worded)

    @property
    def _is_english(self) -> bool:
        return primary(self.language) == "en"

    def listed(self, parts: Sequence[Nodes]) -> Nodes:
        """ "A", "A and B", "A, B, and C"; the comma before "and" is English."""
        return listed(parts, self.terms["and"], serial=self._is_english)

    def counted(self, term: str, number: str) -> str:
        """A number behind its term, on one line: vol. 37."""
        return f"{self.terms[term]}{TIE}{number}"

    def number(self, what: str, number: int, shown: str) -> str:
        """How many of `what` there are, in the plural that the language has for `number`: 2 journal articles."""
        forms = self.counts[what]
        category = "other"
        if len(forms) > 1:
            category = (
                ("one" if number == 1 else "other") if self._is_english else locales.plural(self.language, number)
            )
        form = forms.get(category) or forms.get("other") or forms["many"]
        return form.replace("{n}", shown)

    def range(self, start: Date, end: Date, style: str) -> str:
        """A typed range: years close up (2014–2020), everything longer has spaces around the dash."""
        first, last = self.date(start, style), self.date(end, style)
        bare = re.fullmatch(r"\d+", first) and re.fullmatch(r"\d+", last)
        return f"{first}{self.dash}{last}" if bare else f"{first}{TIE}{self.dash}{TIE}{last}"

    def when(self, date: Date | None, start: Date | None, end: Date | None, style: str) -> str:
        """The range of an entry, or its one date, or nothing."""
        if start and end:
            return self.range(start, end, style)
        return self.date(date, style) if date else ""


def _english(date: Date, style: str, language: str) -> str:
    assert date.month is not None
    american = language == "en-US"
    if style == "numeric":
        day = f"{date.day:02d}/" if date.day else ""
        return f"{date.month:02d}/{day}{date.year}" if american else f"{day}{date.month:02d}/{date.year}"
    month = _MONTHS[date.month - 1] if style == "long" else _MONTHS[date.month - 1][:3]
    if date.day is None:
        return f"{month} {date.year}"
    return f"{month} {date.day}, {date.year}" if american else f"{date.day} {month} {date.year}"


_TERMS = {
    "present": "Present",
    "advisor": "Advisor",
    "advisors": "Advisors",
    "co_advisors": "co-advised with",
    "mentor": "Mentor",
    "mentors": "Mentors",
    "committee": "Committee",
    "thesis": "Thesis",
    "instructor": "Instructor",
    "instructors": "Instructors",
    "acceptance_rate": "acceptance rate",
    "phone": "Phone",
    "email": "Email",
    "homepage": "Homepage",
    "score": "Score",
    "enclosure": "Enclosure",
    "enclosures": "Enclosures",
    "report": "Technical Report",
    "volume": "vol.",
    "number": "no.",
    "page": "p.",
    "pages": "pp.",
    "editor": "ed.",
    "editors": "eds.",
    "with": "with",
    "and": "and",
    "in": "in",
    "in_first": "In",  # where it begins a sentence
    "by": "by",
    "area": f" in{TIE}",  # between a degree and its field
    "et_al": "et al.",
    "h_index": "h-index",
    "i10_index": "i10-index",
    "cv": "Curriculum Vitae",
    "statement": "Statement",
    "letter": "Letter",
}

_TITLES = {
    "text": "About",
    "position": "Experience",
    "education": "Education",
    "project": "Projects",
    "publication": "Publications",
    "patent": "Patents",
    "talk": "Talks",
    "award": "Awards",
    "grant": "Grants",
    "teaching": "Teaching",
    "supervision": "Supervision",
    "service": "Service",
    "press": "Press",
    "news": "News",
    "reference": "References",
    "skill": "Skills",
    "language": "Languages",
    "certificate": "Certificates",
    "membership": "Memberships",
    "item": "Miscellaneous",
    "line": "Further Facts",
}

_HEADS = {
    "journal": "Journal Articles",
    "conference": "Conference Papers",
    "workshop": "Workshop Papers",
    "book": "Books",
    "chapter": "Book Chapters",
    "thesis": "Theses",
    "report": "Technical Reports",
    "preprint": "Preprints",
    "dataset": "Datasets",
    "software": "Software",
    "other": "Other Publications",
    "forthcoming": "Forthcoming",
    "undated": "Undated",
    "rest": "Other",
}

_COUNTS = {
    "journal": {"one": "{n} journal article", "other": "{n} journal articles"},
    "conference": {"one": "{n} conference paper", "other": "{n} conference papers"},
    "workshop": {"one": "{n} workshop paper", "other": "{n} workshop papers"},
    "book": {"one": "{n} book", "other": "{n} books"},
    "chapter": {"one": "{n} book chapter", "other": "{n} book chapters"},
    "thesis": {"one": "{n} thesis", "other": "{n} theses"},
    "report": {"one": "{n} technical report", "other": "{n} technical reports"},
    "preprint": {"one": "{n} preprint", "other": "{n} preprints"},
    "dataset": {"one": "{n} dataset", "other": "{n} datasets"},
    "software": {"one": "{n} software package", "other": "{n} software packages"},
    "other": {"one": "{n} other publication", "other": "{n} other publications"},
    "publication": {"one": "{n} publication", "other": "{n} publications"},
    "first_author": {"other": "{n} as first author"},
    "citations": {"one": "{n} citation", "other": "{n} citations"},
}

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

AMERICAN = Words("en-US", _TERMS, _TITLES, _HEADS, _COUNTS)
BRITISH = replace(AMERICAN, language="en-GB")


def words(language: str, terms: Terms) -> Words:
    """The words of `language` with the person's own terms over them."""
    base = _words(language)
    given = ((name, getattr(terms, name)) for name in Terms.model_fields)
    return replace(base, terms={**base.terms, **{name: term.plain for name, term in given if term}})


def _words(language: str) -> Words:
    if primary(language) == "en":
        return replace(AMERICAN, language=language)
    locale = locales.load(language)
    return Words(language, locale.terms, locale.titles, locale.heads, locale.counts, quotes=locale.quotes)
