"""References in four styles: whatever an entry leaves out, nothing of it is lost and no punctuation is doubled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from cvpress.profile.dates import Date, parse
from cvpress.profile.kinds import Publication
from cvpress.profile.markup import Inline, Link, Nodes, Styled, plain, targets
from cvpress.profile.model import Terms
from cvpress.profile.styles import Style
from cvpress.profile.values import Person, Text, Url, Verbatim
from cvpress.typeset.citation.parts import label_has_date, label_of, tag_has_date
from cvpress.typeset.owner import Owner
from cvpress.typeset.reference import STYLES, Citer
from cvpress.typeset.words import AMERICAN, words

CITER = Citer(Owner(frozenset({"Ada O'Hara", "A. O'Hara"})), AMERICAN, "short")


def paper(**fields: object) -> Publication:
    return Publication.model_validate({"title": "On Islands", "authors": ["Ada O'Hara", "B. Sample"], **fields})


def cited(style: str, **fields: object) -> str:
    return plain(CITER.cite(paper(**fields), Style(style))).replace("\u00a0", "~")


def styles_of(nodes: Nodes, style: str) -> list[str]:
    """The texts that stand in `style`, outermost first."""
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Styled) and node.style == style:
            found.append(plain(node.children))
        if isinstance(node, (Styled, Link)):
            found += styles_of(node.children, style)
    return found


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "Ada~O’Hara, B.~Sample, “On Islands”."),
        ({"title": "Islands?"}, "Ada~O’Hara, B.~Sample, “Islands?”"),
        (
            {"venue_short": "SIG", "venue": "the 3rd Symposium", "date": "2021", "acceptance_rate": "5/50=10%"},
            "SIG~2021\u2002Ada~O’Hara, B.~Sample, “On Islands”, in the 3rd Symposium (acceptance~rate:~5/50=10%).",
        ),
        (
            {"venue_short": "SIG", "date": "2021-08", "location": "Port Null"},
            "SIG~2021\u2002Ada~O’Hara, B.~Sample, “On Islands”, Port Null, Aug~2021.",
        ),
        (
            {"report_number": "UN-4/16-TR01", "institution": ["Maps", "Nowhere"], "date": "2016-04"},
            "Ada~O’Hara, B.~Sample, “On Islands”, Technical Report #UN-4/16-TR01, Maps, Nowhere, Apr~2016.",
        ),
        (
            {
                "url": "https://example.org/x",
                "note": "Invited",
                "links": [{"label": "talk", "url": "https://v.example"}],
            },
            "Ada~O’Hara, B.~Sample, “On Islands”, https://example.org/x. Invited. talk",
        ),
    ],
)
def test_venue_first(fields: dict[str, object], expected: str) -> None:
    assert cited("venue-first", **fields) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "Ada~O’Hara and B.~Sample. On Islands."),
        ({"title": "Islands?", "date": "2020"}, "Ada~O’Hara and B.~Sample. Islands? 2020."),
        (
            {"venue": "The 3rd Symposium", "venue_short": "SIG", "date": "2021", "awards": ["Best Paper"]},
            "Ada~O’Hara and B.~Sample. On Islands. In The 3rd Symposium. (SIG~2021, Best Paper).",
        ),
        (
            {"venue": "Journal of Sand", "label": "JoS Vol 35, 2016", "date": "2016"},
            "Ada~O’Hara and B.~Sample. On Islands. In Journal of Sand. (JoS Vol 35, 2016).",
        ),
        (
            {"venue": "Journal of Sand", "volume": "7", "number": "2", "pages": "3--14", "date": "2015"},
            "Ada~O’Hara and B.~Sample. On Islands. In Journal of Sand, vol.~7, no.~2, pp.~3–14, 2015.",
        ),
        (
            {"status": "PhD Thesis", "institution": ["Nowhere"], "date": "2020-10"},
            "Ada~O’Hara and B.~Sample. On Islands. Nowhere, PhD Thesis, Oct~2020.",
        ),
        (
            {"arxiv": "2010.01979", "date": "2020"},
            "Ada~O’Hara and B.~Sample. On Islands. In arXiv 2010.01979, 2020.",
        ),
        (
            {"arxiv": "2010.01979", "venue": "Symposium", "date": "2020"},
            "Ada~O’Hara and B.~Sample. On Islands. In Symposium, arXiv:2010.01979, 2020.",
        ),
    ],
)
def test_bracketed(fields: dict[str, object], expected: str) -> None:
    assert cited("bracketed", **fields) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "On Islands\nAda~O’Hara and B.~Sample"),
        (
            {"label": "SIG 2022", "presentation": "Spotlight", "venue": "Proceedings", "date": "2022-07"},
            "SIG 2022 (Spotlight)\nOn Islands\nAda~O’Hara and B.~Sample\nIn Proceedings, Jul~2022",
        ),
        ({"remark": "My Favorite"}, "(My Favorite)\nOn Islands\nAda~O’Hara and B.~Sample"),
        ({"date": "2022", "note": "With slides"}, "On Islands\nAda~O’Hara and B.~Sample\n2022. With slides."),
    ],
)
def test_badge(fields: dict[str, object], expected: str) -> None:
    assert cited("badge", **fields) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "Ada~O’Hara and B.~Sample, On Islands."),
        ({"title": "Islands?"}, "Ada~O’Hara and B.~Sample, Islands?"),
        ({"venue": "Symposium"}, "Ada~O’Hara and B.~Sample, “On Islands,” in Symposium."),
        ({"title": "Why?", "venue": "Symposium"}, "Ada~O’Hara and B.~Sample, “Why?” in Symposium."),
        (
            {"venue": "Symposium", "publisher": "Sand", "date": "2024", "pages": "182–195"},
            "Ada~O’Hara and B.~Sample, “On Islands,” in Symposium, Sand, 2024, pp.~182–195.",
        ),
        (
            {"venue": "Journal", "volume": "39", "number": "1", "pages": "45–62", "date": "2024"},
            "Ada~O’Hara and B.~Sample, “On Islands,” Journal, vol.~39, no.~1, pp.~45–62, 2024.",
        ),
        (
            {"venue": "Proceedings", "volume": "37", "pages": "7910", "date": "2023"},
            "Ada~O’Hara and B.~Sample, “On Islands,” in Proceedings, vol.~37, 2023, p.~7910.",
        ),
        (
            {"venue": "Symposium", "venue_short": "SIG", "date": "2024-05"},
            "Ada~O’Hara and B.~Sample, “On Islands,” in Symposium (SIG~2024), May~2024.",
        ),
        (
            {"status": "working paper", "date": "2024"},
            "Ada~O’Hara and B.~Sample, On Islands, working paper, 2024.",
        ),
    ],
)
def test_ieee(fields: dict[str, object], expected: str) -> None:
    assert cited("ieee-full", **fields) == expected


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        (["A. B. One"], "A.~B.~One"),
        (["One", "Two"], "One and Two"),
        (["One", "Two", "Three"], "One, Two, and Three"),
        (["One", "Two", "et al."], "One, Two, et al."),
    ],
)
def test_authors_are_listed(authors: list[str], expected: str) -> None:
    assert plain(CITER.authors(paper(authors=authors), conjunction=True)).replace("\u00a0", "~") == expected


def test_only_the_owners_own_name_stands_apart_and_of_two_that_may_be_the_fuller() -> None:
    made = CITER.authors(
        paper(authors=["A. O'Hara*", "Ada O'Hara-Smith", "B. O'Hara", "Ada O'Hara†"]), conjunction=False
    )
    assert styles_of(made, "self") == ["Ada\u00a0O’Hara"]
    assert styles_of(made, "names") == ["A.\u00a0O’Hara", "Ada O’Hara-Smith", "B.\u00a0O’Hara"]
    assert styles_of(made, "sup") == ["*", "†"]


@pytest.mark.parametrize(
    ("fields", "label", "beside"),
    [
        ({"venue_short": "SIG", "date": "2021"}, "SIG~2021", ""),
        ({"venue_short": "SIG", "date": "2021-05"}, "SIG~2021", "May~2021"),
        ({"venue_short": "SIG"}, "SIG", ""),
        ({"venue_short": "SIG", "start_date": "2020", "end_date": "2021"}, "SIG", "2020–2021"),
        ({"venue_short": "SIG 2021", "date": "2021"}, "SIG 2021", ""),
        ({"venue_short": "SIG 2021", "date": "2021-05"}, "SIG 2021", "May~2021"),
        ({"label": "SIG 2021 Companion", "date": "2021"}, "SIG 2021 Companion", ""),
        ({"label": "SIG, May 2021", "date": "2021-05"}, "SIG, May~2021", ""),
        ({"label": "SIG 2021", "date": "2020"}, "SIG 2021", "2020"),
        ({"label": "SIG-12021", "date": "2021"}, "SIG-12021", "2021"),
        ({"label": "SIG", "date": "2021"}, "SIG", "2021"),
        ({"date": "2021"}, "", "2021"),
        ({}, "", ""),
    ],
)
def test_a_label_that_says_the_whole_date_says_it_once(fields: dict[str, object], label: str, beside: str) -> None:
    entry = paper(**fields)
    assert plain(label_of(entry)).replace("\u00a0", "~") == label
    assert CITER.date(entry).replace("\u00a0", "~") == beside


def test_a_tag_says_what_the_person_wrote_a_label_what_is_printed() -> None:
    added = paper(venue_short="SIG", date="2021")
    assert label_has_date(added, "2021")
    assert not tag_has_date(added, "2021")
    for field in ("label", "venue_short"):
        written = paper(**{field: "SIG 2021"}, date="2021")
        assert label_has_date(written, "2021")
        assert tag_has_date(written, "2021")
        assert not tag_has_date(written, "Aug\u00a02021")
    assert not label_has_date(paper(date="2021"), "2021")


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ("1-13", "pp.~1–13"),
        ("1--13", "pp.~1–13"),
        ("1–13", "pp.~1–13"),
        ("e12-e19", "pp.~e12–e19"),
        ("7", "p.~7"),
        ("12:1–12:20", "pp.~12:1–12:20"),
        ("1-3, 7-9", "pp.~1-3, 7-9"),
    ],
)
def test_pages(pages: str, expected: str) -> None:
    assert cited("bracketed", pages=pages) == f"Ada~O’Hara and B.~Sample. On Islands. {expected}."


def test_identifiers_are_links_that_lead_to_their_place() -> None:
    entry = paper(arxiv="2010.01979", doi="10.1000/a#b(c)", url="https://example.org/p/")
    assert list(targets(CITER.cite(entry, Style("ieee-full")))) == [
        "https://arxiv.org/abs/2010.01979",
        "https://doi.org/10.1000/a%23b(c)",
        "https://example.org/p/",
    ]


def test_the_words_are_the_persons() -> None:
    own = Citer(CITER.owner, words("en-US", Terms(acceptance_rate="accepted")), "short")
    assert "(accepted:\u00a010%)" in plain(own.cite(paper(acceptance_rate="10%"), Style("ieee-full")))


def test_the_quotes_around_a_title_are_the_languages() -> None:
    german = Citer(CITER.owner, words("de", Terms()), "short")
    assert "„On Islands“" in plain(german.cite(paper(), Style("venue-first")))
    assert "„On Islands,“ in Reefs" in plain(german.cite(paper(venue="Reefs"), Style("ieee-full")))


# No value is part of another, so that the occurrences of each can be counted; some end with a mark of their own.
TEXTS = (
    "Alpha",
    "Beta Inc.",
    "Why?",
    "Gamma!",
    'a "quoted" word',
    "Delta (in brackets)",
    "*Zeta*",
    "`code`",
    "Eta & co",
)
NUMBERS = ("3-9", "77", "No-5/16", "x12")
NAMES = ("Ann Author", "B. C. Writer", "Ada O'Hara", "Kim Jr.")
DATES = ("2019", "2020-02", "2021-03-04", "present")
URLS = ("https://example.org/u", "https://example.net/")
LINKS = tuple({"label": label, "url": "https://links.example"} for label in ("slides", "film"))


def some(values: tuple[str, ...], most: int = 3) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(values), min_size=1, max_size=most)


FIELDS: dict[str, st.SearchStrategy[object]] = {
    **{
        name: st.sampled_from(TEXTS)
        for name in (
            *("venue", "publisher", "location", "status", "presentation", "remark", "acceptance_rate", "note"),
            *("series", "edition", "genre"),
        )
    },
    **{name: st.sampled_from(NUMBERS) for name in ("volume", "number", "pages", "report_number", "arxiv", "doi")},
    "editors": some(NAMES, 3),
    **{name: some(TEXTS) for name in ("institution", "appearances", "awards")},
    "url": st.sampled_from(URLS),
    "links": st.lists(st.sampled_from(LINKS), max_size=2),
}


@st.composite
def papers(draw: st.DrawFn) -> Publication:
    """A publication with any subset of its optional fields."""
    fields: dict[str, object] = {"title": draw(st.sampled_from(TEXTS)), "authors": draw(some(NAMES, 4))}
    for name in draw(st.sets(st.sampled_from(sorted(FIELDS)))):
        fields[name] = draw(FIELDS[name])
    match draw(st.sampled_from(["none", "date", "range"])):
        case "date":
            fields["date"] = draw(st.sampled_from(DATES))
        case "range":
            fields |= {"start_date": "2018", "end_date": draw(st.sampled_from(DATES))}
    if label := draw(st.sampled_from(["", "venue_short", "label"])):
        fields[label] = draw(st.sampled_from(["SIG", "SIG 2019", "Mar 4, 2021"]))
    return Publication.model_validate(fields)


def leaves_of(value: object) -> Iterator[Text | Verbatim | Person | Url | Date]:
    """All leaves below, whatever the field is called: a field added to the kind is asked for at once."""
    if isinstance(value, (Text, Verbatim, Person, Url, Date)):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from leaves_of(item)
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from leaves_of(getattr(value, name))


def told(text: str) -> str:
    return text.translate(str.maketrans("“”‘’\u00a0–", "\"\"'' -"))


def test_the_property_draws_every_field() -> None:
    own = {
        "key",
        "tags",
        "private",
        "type",
        "selected",
        "date",
        "start_date",
        "end_date",
        "label",
        "venue_short",
        "title",
        "authors",
    }
    assert FIELDS.keys() | own == Publication.model_fields.keys()


@settings(max_examples=300)
@given(papers(), st.sampled_from(sorted(STYLES)))
def test_every_leaf_is_printed_as_often_as_it_is_there(entry: Publication, style: str) -> None:
    reference = CITER.cite(entry, Style(style))
    printed = told(plain(reference))
    wanted: Counter[str] = Counter()
    for leaf in leaves_of(entry):
        if isinstance(leaf, Date):
            worded = AMERICAN.date(leaf, "short")
            if not tag_has_date(entry, worded):
                wanted[told(worded)] += 1
        elif isinstance(leaf, Person):
            wanted[leaf.plain + leaf.marks] += 1
        elif not isinstance(leaf, Url):
            wanted[told(leaf.plain)] += 1
    assert {text: count for text, count in wanted.items() if printed.count(text) < count} == {}
    urls = Counter(leaf.target for leaf in leaves_of(entry) if isinstance(leaf, Url))
    assert urls <= Counter(targets(reference))


_DOUBLED = re.compile(r"[,.?!][.]|,,| [,.?!)]|\( |\(\)|  |[?!],,")


@settings(max_examples=300)
@given(papers(), st.sampled_from(sorted(STYLES)))
def test_no_mark_is_doubled_or_left_alone(entry: Publication, style: str) -> None:
    printed = plain(CITER.cite(entry, Style(style))).replace("\u00a0", " ")
    assert _DOUBLED.findall(printed) == []
    assert not printed.startswith((",", ".", " "))
    assert not printed.endswith((",", " ", ",”"))
    assert printed.count("(") == printed.count(")")
    assert printed.count("“") == printed.count("”")


@settings(max_examples=200)
@given(papers(), st.sampled_from(sorted(STYLES.keys() - {"badge"})))
def test_a_reference_is_a_sentence(entry: Publication, style: str) -> None:
    printed = plain(CITER.cite(entry, Style(style)))
    assert entry.links or printed.endswith((".", "?", "!", "?”", "!”", ".”"))


def nested(nodes: Nodes) -> Iterator[Inline]:
    for node in nodes:
        yield node
        if isinstance(node, (Styled, Link)):
            yield from nested(node.children)


@given(papers(), st.sampled_from(sorted(STYLES)))
def test_no_node_is_empty(entry: Publication, style: str) -> None:
    assert all(plain((node,)) for node in nested(CITER.cite(entry, Style(style))))


def test_the_date_parser_and_the_pool_agree() -> None:
    assert all(parse(date).text == date for date in DATES)
