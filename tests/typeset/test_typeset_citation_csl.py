"""Publications in the styles of CSL: as the styles' guides print them, and nothing of an entry lost.

`csl_examples/` holds an entry of each sort for each style: `guide` is how the style's guide prints it, `printed` how we
do where that differs or the guide has no such example. Italics stand between asterisks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cvpress.errors import ProfileError
from cvpress.profile import styles
from cvpress.profile.kinds import Publication
from cvpress.profile.markup import Inline, Link, Math, Nodes, Str, Styled, plain, targets
from cvpress.profile.model import Terms
from cvpress.profile.styles import Style
from cvpress.profile.values import Person
from cvpress.typeset.citation import item
from cvpress.typeset.citation.rules import RULES, Rule
from cvpress.typeset.owner import Owner
from cvpress.typeset.reference import Citer
from cvpress.typeset.words import AMERICAN, words

EXAMPLES = Path(__file__).parent / "csl_examples"
CITER = Citer(Owner(frozenset({"Tong Zhao"})), AMERICAN, "short")


def style(name: str) -> Style:
    found = styles.named(name)
    assert found is not None
    return found


def paper(**fields: object) -> Publication:
    whole = {"type": "journal", "title": "On Islands", "authors": ["Ann B. Lee", "Tong Zhao"], "date": "2021"}
    return Publication.model_validate(whole | {"venue": "Journal of Sand"} | fields)


def cited(name: str, **fields: object) -> Nodes:
    return CITER.cite(paper(**fields), style(name))


def words_of(nodes: Nodes) -> str:
    return plain(nodes).replace("\u00a0", " ")


def markdown(nodes: Nodes) -> str:
    return "".join(map(_markdown, nodes)).replace("\u00a0", " ")


def _markdown(node: Inline) -> str:
    if not isinstance(node, Styled | Link):
        return plain((node,))
    mark = {"strong": "**", "emph": "*"}.get(node.style, "") if isinstance(node, Styled) else ""
    return f"{mark}{markdown(node.children)}{mark}"


def styled_as(nodes: Nodes, name: str) -> list[str]:
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Styled) and node.style == name:
            found.append(words_of(node.children))
        if isinstance(node, Styled | Link):
            found += styled_as(node.children, name)
    return found


def examples(name: str) -> list[dict[str, Any]]:
    found = yaml.load((EXAMPLES / f"{name}.yaml").read_text("utf-8"), yaml.BaseLoader)
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("name", styles.CSL)
def test_references_are_those_of_the_guide(name: str) -> None:
    told = [markdown(CITER.cite(Publication.model_validate(one["entry"]), style(name))) for one in examples(name)]
    assert told == [one.get("printed") or one["guide"] for one in examples(name)]


@pytest.mark.parametrize("name", styles.CSL)
def test_each_style_has_an_example_of_each_sort_and_tells_only_real_differences(name: str) -> None:
    sorts = {"journal", "conference", "book", "chapter", "thesis", "report", "preprint"}
    assert {one["entry"]["type"] for one in examples(name)} >= sorts
    assert [one for one in examples(name) if one.get("printed") == one.get("guide")] == []


@pytest.mark.parametrize("name", styles.CSL)
def test_the_owner_stands_out_whatever_becomes_of_the_name(name: str) -> None:
    reference = cited(name, authors=["A. B. Lee", "Tong Zhao†", "Ting Zhao"])
    (own,) = styled_as(reference, "self")
    assert own in ("T. Zhao", "Tong Zhao", "Zhao, T.", "Zhao T")
    assert styled_as(reference, "sup") == ["†"]


@pytest.mark.parametrize("name", styles.CSL)
def test_the_owner_is_named_where_others_are_not(name: str) -> None:
    people = [f"Ada B. Name{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    reference = cited(name, authors=[*people[:20], "Tong Zhao", *people[20:]])
    assert len(styled_as(reference, "self")) == 1
    assert "Namea" in plain(reference)


def test_the_gap_before_the_owner_is_shown() -> None:
    people = [f"Ada Name{letter}" for letter in "abcdefgh"]
    assert words_of(cited("ieee", authors=[*people, "Tong Zhao"])).startswith("A. Namea, …, T. Zhao, et al., “On")
    assert words_of(cited("ieee", authors=["Ada Namea", "Tong Zhao", *people])).startswith("A. Namea, T. Zhao, et al.,")


def test_a_list_that_the_person_left_open_ends_in_the_styles_own_words() -> None:
    assert words_of(cited("mla", authors=["Ann B. Lee", "et al."])).startswith("Lee, Ann B., et al. “On")
    assert words_of(cited("ieee", authors=["Ann B. Lee", "Bo Li", "et al."])).startswith(
        "A. B. Lee, B. Li, et al., “On"
    )


@pytest.mark.parametrize("name", styles.CSL)
def test_what_csl_has_no_field_for_follows(name: str) -> None:
    reference = cited(
        name,
        venue_short="SIG",
        acceptance_rate="5/50=10%",
        awards=["Best Paper"],
        appearances=["Elsewhere 2020"],
        presentation="Oral",
        remark="My favourite",
        note="With slides",
        arxiv="2010.01979",
        links=[{"label": "code", "url": "https://code.example/x"}],
    )
    told = "(SIG 2021, Oral, Elsewhere 2020, Best Paper, My favourite) (acceptance rate: 5/50=10%). With slides. code"
    assert words_of(reference).endswith(f"arXiv:2010.01979. {told}")
    assert list(targets(reference)) == ["https://arxiv.org/abs/2010.01979", "https://code.example/x"]
    assert styled_as(reference, "strong")[-1] == "SIG 2021, Oral, Elsewhere 2020, Best Paper, My favourite"


def test_a_status_that_the_style_leaves_out_follows() -> None:
    assert words_of(cited("nature", status="in press")).endswith("(2021). (in press).")
    assert words_of(cited("chicago-author-date", type="other", venue=None, status="in press")).count("ress") == 1


@pytest.mark.parametrize(
    ("pages", "shown"),
    [("7-12", "7–12"), ("45-62", "45–62"), ("7-1234", "7–1234"), ("1012-1019", "1012–19"), ("e12-e19", "e12–e19")],
)
def test_the_last_page_keeps_every_digit_that_the_first_does_not_tell(pages: str, shown: str) -> None:
    assert f"pp. {shown}." in words_of(cited("mla", volume="3", number="1", type="journal", pages=pages))


@pytest.mark.parametrize("name", styles.CSL)
def test_a_doi_is_a_link_in_every_style(name: str) -> None:
    reference = cited(name, volume="3", number="1", pages="1-9", doi="10.1000/a#b<c")
    assert list(targets(reference)) == ["https://doi.org/10.1000/a%23b%3Cc"]
    assert "10.1000/a#b<c" in plain(reference) or (name == "nature" and "10.1000" not in plain(reference))


def test_an_address_that_no_style_prints_is_the_titles_own_unless_the_title_has_links() -> None:
    fields: dict[str, object] = {"volume": "3", "pages": "1-9", "doi": "10.1000/x"}
    assert [node.children for node in cited("nature", **fields) if isinstance(node, Link)] == [(Str("On Islands"),)]
    linked = cited("nature", title="On [Islands](https://islands.example)", **fields)
    assert list(targets(linked)) == ["https://islands.example"]


@pytest.mark.parametrize("name", styles.CSL)
def test_the_markup_of_a_title_survives(name: str) -> None:
    title = "on *soft* `map()`, $O(n^2)$ and H~2~O, \ue001 of <3 &amp;"
    reference = cited(name, title=title)
    assert {"soft", "Soft"} & set(styled_as(reference, "emph"))
    assert styled_as(reference, "sub") == ["2"]
    assert "map()" in plain(reference)
    assert "\ue001" in plain(reference)
    assert "<3 &amp;" in plain(reference).lower()
    assert [node.source for node in _all(reference) if isinstance(node, Math)] == ["O(n^2)"]


def _all(nodes: Nodes) -> list[Inline]:
    found: list[Inline] = []
    for node in nodes:
        found += [node, *_all(node.children)] if isinstance(node, Styled | Link) else [node]
    return found


@pytest.mark.parametrize("name", styles.CSL)
def test_no_private_character_is_left_and_no_punctuation_is_doubled(name: str) -> None:
    for fields in ({}, {"title": "Why?"}, {"title": "What is “it”?", "publisher": "Sand Inc."}, {"venue": None}):
        for sort in item.TYPES:
            told = words_of(cited(name, **{"type": sort, **fields}))
            assert not [character for character in told if character >= "\ue000"]
            assert not [mark for mark in ("..", ",,", ", .", ",.", "?.", "?,", " ,", "  ", "()", "[]") if mark in told]
            assert told.endswith((".", ")", "?", "?”", ".”"))


def test_quotes_in_quotes_are_single_and_commas_stand_inside_where_the_style_says_so() -> None:
    assert "“The ‘deep’ sea,” " in words_of(cited("ieee", title='The "deep" sea'))
    assert "“The ‘deep,’” " in words_of(cited("ieee", title='The "deep"'))
    assert "“Why?” " in words_of(cited("ieee", title="Why?"))


def test_quotes_of_the_documents_language_become_its_inner_ones() -> None:
    german = Citer(CITER.owner, words("de", Terms()), "short")
    for title in ("Die „tiefe“ See", "Die “tiefe” See"):
        assert "„Die ‚tiefe‘ See“," in words_of(german.cite(paper(title=title), style("ieee")))


def test_initials_keep_hyphens_particles_suffixes_and_scripts() -> None:
    people = ["Jean-Pierre de la Tour", "Martin Luther King Jr.", "赵彤", "Yu. A. Rossi"]
    told = words_of(cited("ieee", authors=people))
    assert told.startswith("J.-P. de la Tour, M. L. King Jr., 赵彤, and Y. A. Rossi, “On")
    assert words_of(cited("apa", authors=people)).startswith(
        "de la Tour, J.-P., King, M. L., Jr., 赵彤, & Rossi, Y. A."
    )


def test_the_language_of_the_document_words_the_reference_unless_the_style_has_its_own() -> None:
    german = Citer(CITER.owner, words("de", Terms()), "short")
    entry = paper(type="chapter", editors=["Cid Dee"], publisher="Sand")
    assert "herausgegeben von" in plain(german.cite(entry, style("chicago-author-date"))).replace("\u00a0", " ")
    assert "Cid Dee (ed.)" in plain(german.cite(entry, style("acm"))).replace("\u00a0", " ")


def test_a_place_is_told_by_styles_that_know_none_of_conferences() -> None:
    fields: dict[str, object] = {"type": "conference", "location": "Port Null", "publisher": "Sand Press"}
    assert "Port Null: Sand Press, 2021" in words_of(cited("ieee", **fields))


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"report_number": "7"}, "report"),
        ({"venue": "Symposium"}, "paper-conference"),
        ({"venue": "Journal", "volume": "3", "number": "1"}, "article-journal"),
        ({"arxiv": "2010.01979"}, "article"),
        ({"institution": ["Nowhere"]}, "thesis"),
        ({"publisher": "Sand"}, "book"),
        ({}, "document"),
        ({"type": "workshop", "volume": "3", "number": "1"}, "paper-conference"),
    ],
)
def test_the_type_is_the_entrys_own_or_what_its_fields_say(fields: dict[str, object], kind: str) -> None:
    assert item.type_of(Publication.model_validate({"title": "T", "authors": ["A"], **fields})) == kind


def test_et_al_is_no_name() -> None:
    assert [name for name in ("et al.", "others", "Et al", "Al Gore") if item.is_et_al(Person(name))] == [
        "et al.",
        "others",
        "Et al",
    ]


@pytest.mark.parametrize(
    "layout",
    [
        '<names variable="author"><name et-al-min="many"/></names>',
        '<text macro="not-there"/>',
        "<group>" * 300 + "</group>" * 300,
    ],
)
def test_a_style_that_asks_the_impossible_is_told_at_the_entry(tmp_path: Path, layout: str) -> None:
    path = tmp_path / "odd.csl"
    head = '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text"><bibliography><layout>'
    path.write_text(f"{head}{layout}</layout></bibliography></style>")
    with pytest.raises(ProfileError, match="the style 'odd' cannot set this entry"):
        CITER.cite(paper(), Style("odd", path))


def test_every_rule_is_told_and_changes_something() -> None:
    page = (Path(__file__).parents[2] / "docs" / "styles.md").read_text(encoding="utf-8")
    assert [rule.name for several in RULES.values() for rule in several if rule.name not in page] == []
    assert set(RULES) <= set(styles.CSL.values())


@pytest.mark.parametrize(
    ("name", "rule"),
    [(name, rule) for name, file in styles.CSL.items() for rule in RULES.get(file, ())],
)
def test_no_rule_can_be_left_out(name: str, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    file = styles.CSL[name]
    monkeypatch.setitem(RULES, file, tuple(other for other in RULES[file] if other != rule))
    citer = Citer(Owner(frozenset()), AMERICAN, "short")
    told = [markdown(citer.cite(Publication.model_validate(one["entry"]), style(name))) for one in examples(name)]
    assert told != [one.get("printed") or one["guide"] for one in examples(name)]


FIELDS: dict[str, object] = {
    "venue": "Proceedings of the 3rd Symposium on Sand",
    "venue_short": "SoS",
    "series": "Lecture Notes in Sand",
    "edition": "2nd ed.",
    "genre": "Ph.D. thesis",
    "volume": "37",
    "number": "4",
    "pages": "e12--e19",
    "publisher": "Sand Press Inc.",
    "institution": ["Institute of Dunes"],
    "location": "Port Null",
    "report_number": "UN-4/16-TR01",
    "status": "in press",
    "awards": ["Best Paper?"],
    "acceptance_rate": "5/50=10%",
    "arxiv": "2010.01979",
    "doi": "10.1000/x",
    "url": "https://example.org/a_b",
    "note": "With slides",
    "editors": ["Cid Dee"],
}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(sorted(styles.CSL)),
    st.sampled_from([None, *item.TYPES]),
    st.sets(st.sampled_from(sorted(FIELDS))),
    st.sampled_from(["2021", "2021-05", "2021-05-03"]),
)
def test_title_year_owner_and_tail_are_there_whatever_else_is(
    name: str, sort: str | None, given_fields: set[str], date: str
) -> None:
    fields = {field: FIELDS[field] for field in given_fields}
    if sort:
        fields["type"] = sort
    people = ["Ann B. Lee", "Tong Zhao†"]
    entry = Publication.model_validate({"title": "on islands?", "authors": people, "date": date, **fields})
    reference = CITER.cite(entry, style(name))
    told = words_of(reference)
    assert "on islands?" in told.lower()
    assert "2021" in told
    assert len(styled_as(reference, "self")) == 1
    assert [
        text for text in ("5/50=10%", "With slides", "Best Paper?") if text in str(fields) and text not in told
    ] == []
    assert "in press" in told.lower() or "status" not in fields
    assert not [mark for mark in ("..", ",,", " ,", "  ", "()", "[]", "\ue000") if mark in told]
    addresses = {"doi": "https://doi.org/10.1000/x", "arxiv": "https://arxiv.org/abs/2010.01979"}
    assert {address for field, address in addresses.items() if field in fields} <= {*targets(reference)}
