"""The languages other than English: words and quotes from `locales/<tag>.yaml`, dates by Babel. In: a tag; out: these.

Neither is read before a document asks for it: Babel takes 40 ms to load, and most documents are English.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cvpress.profile import yamlfile
from cvpress.profile.dates import Date
from cvpress.typeset.quotes import Quotes

FOLDER = Path(__file__).parent / "locales"


@dataclass(frozen=True, slots=True)
class Locale:
    """`counts`: by what is counted, forms by plural category; a phrase that needs no inflection is `other` alone."""

    terms: Mapping[str, str]
    titles: Mapping[str, str]
    heads: Mapping[str, str]
    counts: Mapping[str, Mapping[str, str]]
    quotes: Quotes


@cache
def load(language: str) -> Locale:
    """The fixed words of a language that has a file."""
    top = yamlfile.read(FOLDER / f"{language}.yaml")
    counts = {str(key): _forms(node) for key, node in _mapping(top["counts"]).items()}
    quotes = top["quotes"]
    assert isinstance(quotes, yamlfile.Sequence)
    terms, titles, heads = (_texts(top[part]) for part in ("terms", "titles", "heads"))
    return Locale(terms, titles, heads, counts, Quotes(*map(str, quotes)))


def _texts(node: yamlfile.Node) -> dict[str, str]:
    return {str(key): str(text) for key, text in _mapping(node).items()}


def _forms(node: yamlfile.Node) -> dict[str, str]:
    return _texts(node) if isinstance(node, yamlfile.Mapping) else {"other": str(node)}


def plural(language: str, number: int) -> str:
    """The plural category of a number in Unicode's CLDR: one, two, few, many, other."""
    from babel import Locale as Cldr

    return str(Cldr.parse(language, sep="-").plural_form(number))


def _mapping(node: yamlfile.Node) -> yamlfile.Mapping:
    assert isinstance(node, yamlfile.Mapping)
    return node


def date(language: str, date: Date, style: str) -> str:
    """A date of at least month precision in `style` (short, long or numeric)."""
    from babel.dates import format_date

    assert date.month is not None
    day = datetime.date(date.year, date.month, date.day or 1)
    return format_date(day, _pattern(language, style, with_day=date.day is not None), locale=language)


@cache
def _pattern(language: str, style: str, *, with_day: bool) -> str:
    """The pattern of Unicode's CLDR, in its own syntax (`d. MMMM y`)."""
    from babel import Locale as Cldr

    cldr = Cldr.parse(language)
    if style == "numeric":
        return _numeric(str(cldr.datetime_skeletons["yMd"]), with_day=with_day)
    month = "MMM" if style == "short" else "MMMM"
    skeleton = f"y{month}d" if with_day else f"y{month}"
    found = cldr.datetime_skeletons.get(skeleton) or cldr.date_formats["long"]
    return re.sub("[ \u202f]'г'\\.", "", str(found))  # a CV says август 2021, not "of the year 2021"


def _numeric(pattern: str, *, with_day: bool) -> str:
    """With two digits each, and for a month the date without its day: 08.2021 beside 31.08.2021."""
    if not with_day:
        pattern = re.sub(r"^d+\W+|\W+d+(?=\W*$)", "", pattern)
    return re.sub("(?<!M)M(?!M)", "MM", re.sub("(?<!d)d(?!d)", "dd", pattern))
