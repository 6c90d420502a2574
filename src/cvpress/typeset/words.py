"""Fixed words and worded dates of a language. In: dates and term names; out: text with ties where no line may break.

English only so far; a language is a `Words` value, chosen by the document.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cvpress.profile.dates import Date
from cvpress.profile.model import Terms
from cvpress.typeset.typography import TIE, unbreakable

EN_DASH = "\u2013"
DASHES = {"en-dash": EN_DASH, "hyphen": "-"}
"""What stands in a range of dates, by the option `range_style`: parsers of résumés that want ASCII read the hyphen."""


@dataclass(frozen=True, slots=True)
class Words:
    """`language` is a BCP 47 tag; `months` the twelve full names; `titles` the default head of a section by kind;
    `dash` stands between the two dates of a range."""

    language: str
    months: tuple[str, ...]
    months_short: tuple[str, ...]
    day_first: bool
    terms: Mapping[str, str]
    titles: Mapping[str, str]
    dash: str = EN_DASH

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
        if style == "numeric":
            day = f"{date.day:02d}/" if date.day else ""
            return f"{day}{date.month:02d}/{date.year}" if self.day_first else f"{date.month:02d}/{day}{date.year}"
        month = (self.months if style == "long" else self.months_short)[date.month - 1]
        if date.day is None:
            return f"{month}{TIE}{date.year}"
        return (
            f"{date.day}{TIE}{month}{TIE}{date.year}" if self.day_first else f"{month}{TIE}{date.day},{TIE}{date.year}"
        )

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
    "with": "with",
    "and": "and",
    "in": "in",
    "by": "by",
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

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

AMERICAN = Words("en-US", _MONTHS, tuple(month[:3] for month in _MONTHS), False, _TERMS, _TITLES)
BRITISH = replace(AMERICAN, language="en-GB", day_first=True)
LANGUAGES = {words.language: words for words in (AMERICAN, BRITISH)}


def words(language: str, terms: Terms) -> Words:
    """The words of `language` with the person's own terms over them."""
    base = LANGUAGES[language]
    own = {name: value for name, value in terms.model_dump().items() if value is not None}
    return replace(base, terms={**base.terms, **own})
