"""The whole check: what a PDF must say is found field by field, in its text and among its links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pdf_samples import LIMITS, annotate, sample, uri_action
from pypdf import PdfWriter

from cvpress.errors import CheckError, Spot
from cvpress.pdf.check import RULES, Foot, check
from cvpress.pdf.wanted import Known, Wanted

SPOT = Spot(Path("profile.yaml"), 3, 5)
FOOT = Foot("Ada O'Neill {page}/{pages}")
MANY = replace(LIMITS, pages=None)


def lost(pdf: Path, wanted: Sequence[Wanted], **options: Sequence[range] | Sequence[Foot]) -> list[tuple[str, str]]:
    problems = check(pdf, wanted, MANY, **options)  # type: ignore[arg-type]
    assert {problem.rule for problem in problems} <= {"lost-text", "lost-link"}
    return [(problem.rule, problem.message.split(":")[0]) for problem in problems]


def test_the_table_of_rules_has_no_doubles() -> None:
    assert len(set(RULES)) == len(RULES) >= 5


def test_every_field_is_found_or_told_with_its_spot(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "a.pdf", ["Ada Lovelace", "Analyst, 1842"], ["Luigi Menabrea"])
    good = [
        Wanted("Ada Lovelace", "name", SPOT),
        Wanted("1842", "date", SPOT),
        Wanted("Luigi Menabrea", "editor", SPOT),
    ]
    assert check(pdf, good, LIMITS) == ()
    (problem,) = check(pdf, [*good, Wanted("Analytical Engine", "thesis", SPOT)], LIMITS)
    assert (problem.rule, problem.spot) == ("lost-text", SPOT)


WORDS = st.lists(
    st.sampled_from(["2011", "2012", "US", "USENIX", "Best Paper", "x-y", "\u00e9t\u00e9"]), min_size=1, max_size=8
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(WORDS, st.data())
def test_deleting_any_one_line_of_the_pdf_fails_the_check(
    tmp_path: Path, texts: list[str], data: st.DataObject
) -> None:
    wanted = [Wanted(text, f"entries[{index}]", anchor=index) for index, text in enumerate(texts)]
    gone = data.draw(st.integers(0, len(texts) - 1))
    assert lost(sample(tmp_path / "a.pdf", texts), wanted) == []
    damaged = check(sample(tmp_path / "a.pdf", texts[:gone] + texts[gone + 1 :]), wanted, LIMITS)
    assert "lost-text" in {problem.rule for problem in damaged}


TITLES = ("Analyst of Engines", "Translator of Memoirs", "Author of Notes", "Reader of Letters", "Patron of Looms")
ENTRIES = st.lists(
    st.tuples(st.sampled_from(TITLES), st.sampled_from(["1842", "1843"])),
    min_size=2,
    max_size=5,
    unique_by=lambda entry: entry[0],
)
KNOWN = Known(("Advisor: Ada", "Analyst of Engines"), ("Advisor",))


def judged(folder: Path, entries: Sequence[tuple[str, str]], lines: Sequence[str]) -> set[str]:
    """The rules that a PDF of these lines breaks, which should say these entries, each a title and a year."""
    wanted = [
        Wanted(text, field, anchor=anchor, sequence="jobs")
        for anchor, entry in enumerate(entries)
        for field, text in zip(("title", "date"), entry, strict=True)
    ]
    return {problem.rule for problem in check(sample(folder / "a.pdf", lines), wanted, MANY, known=KNOWN)}


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(ENTRIES, st.data())
def test_one_text_less_two_changed_or_one_too_many_breaks_its_rule_and_else_there_is_silence(
    tmp_path: Path, entries: list[tuple[str, str]], data: st.DataObject
) -> None:
    shown = [f"Advisor {title} {year}" for title, year in entries]
    assert judged(tmp_path, entries, shown) == set()
    one, other = sorted(data.draw(st.permutations(range(len(entries))))[:2])

    def changed(**lines: str) -> list[str]:
        return [lines.get(f"line{at}", line) for at, line in enumerate(shown)]

    title, year = entries[one]
    assert judged(tmp_path, entries, changed(**{f"line{one}": f"Advisor {title}"})) >= {"lost-text"}  # one equal year
    assert judged(tmp_path, entries, changed(**{f"line{one}": f"Advisor {year}"})) >= {"lost-text"}
    swapped = changed(**{f"line{one}": shown[other], f"line{other}": shown[one]})
    assert judged(tmp_path, entries, swapped) == {"order"}
    years = {f"line{at}": f"Advisor {entries[at][0]} {entries[to][1]}" for at, to in ((one, other), (other, one))}
    assert judged(tmp_path, entries, changed(**years)) == ({"order"} if year != entries[other][1] else set())
    stray = data.draw(st.sampled_from(["zymurgy", "textbf", "&amp;", "{{", "None"]))
    assert judged(tmp_path, entries, changed(**{f"line{one}": f"{shown[one]} {stray}"})) == {"stray-text"}


def test_a_paragraph_over_two_pages_is_found_past_the_running_foot(tmp_path: Path) -> None:
    wanted = [Wanted("one long conference paragraph", "summary", SPOT)]
    pdf = sample(
        tmp_path / "a.pdf", ["one long confer-", "Ada O\u2019Neill 1/2"], ["ence paragraph", "Ada O\u2019Neill 2/2"]
    )
    assert lost(pdf, wanted, feet=[FOOT]) == []
    assert lost(pdf, wanted) == [("lost-text", "summary")]
    assert lost(pdf, wanted, feet=[Foot("Bob {page}/{pages}")]) == [("lost-text", "summary")]


def test_a_foot_does_not_stand_for_the_text_it_repeats(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "a.pdf", ["Analyst", "Ada O'Neill 1/1"])
    assert lost(pdf, [Wanted("Ada O'Neill", "name")], feet=[FOOT]) == [("lost-text", "name")]


def test_only_a_foot_at_the_end_of_its_page_is_taken_away(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "a.pdf", ["Ada O'Neill 1/1", "Analyst"])
    assert lost(pdf, [Wanted("Ada O'Neill 1/1", "name")], feet=[FOOT]) == []


def test_a_page_number_is_not_cut_out_of_a_number(tmp_path: Path) -> None:
    assert lost(sample(tmp_path / "a.pdf", ["in 2011"]), [Wanted("2011", "date")], feet=[Foot("{page}")]) == []


def test_parts_of_a_packet_number_their_own_pages(tmp_path: Path) -> None:
    pages = (["one", "Ada 1/1"], ["two to-", "Bob 1/2"], ["morrow", "Bob 2/2"])
    pdf = sample(tmp_path / "a.pdf", *pages)
    feet = [Foot("Ada {page}/{pages}", range(1)), Foot("Bob {page}/{pages}", range(1, 3))]
    assert lost(pdf, [Wanted("tomorrow", "text")], feet=feet) == []


def test_strangers_pages_prove_nothing(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "a.pdf", ["Ada"], ["Bob"])
    assert lost(pdf, [Wanted("Bob", "name")]) == []
    assert lost(pdf, [Wanted("Bob", "name")], foreign=[range(1, 2)]) == [("lost-text", "name")]


def linked(folder: Path, *uris: str) -> Path:
    def change(writer: PdfWriter) -> None:
        for uri in uris:
            annotate(writer, 0, A=uri_action(uri))

    return sample(folder / "a.pdf", ["text"], change=change)


def test_a_wanted_link_is_found_in_any_spelling(tmp_path: Path) -> None:
    wanted = [Wanted("", "url", SPOT, "https://b\u00fccher.example/~me")]
    assert lost(linked(tmp_path, "https://xn--bcher-kva.example/%7Eme"), wanted) == []
    (problem,) = check(linked(tmp_path, "https://other.example"), wanted, LIMITS)
    assert (problem.rule, problem.spot) == ("lost-link", SPOT)
    assert problem.message == "url: no link in the PDF leads to 'https://b\u00fccher.example/~me'"


def test_two_equal_addresses_need_two_links(tmp_path: Path) -> None:
    wanted = [Wanted("", "one", target="https://a.org"), Wanted("", "two", target="https://a.org")]
    assert lost(linked(tmp_path, "https://a.org", "https://a.org"), wanted) == []
    assert lost(linked(tmp_path, "https://a.org"), wanted) == [("lost-link", "two")]


def test_the_problems_of_lost_texts_come_first_and_in_order(tmp_path: Path) -> None:
    pdf = sample(tmp_path / "a.pdf", ["1"], ["2"], ["3"])
    wanted = [Wanted("xxxx", "a"), Wanted("yyyy", "b", target="https://a.org")]
    assert [problem.rule for problem in check(pdf, wanted, LIMITS)] == [
        "lost-text",
        "lost-text",
        "lost-link",
        "page-limit",
    ]


@pytest.mark.parametrize("content", [b"", b"%PDF-1.5 nothing more"])
def test_a_file_that_is_no_pdf_is_one_clear_problem(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.pdf").write_bytes(content)
    with pytest.raises(CheckError, match="can't be read as a PDF"):
        check(tmp_path / "a.pdf", [], LIMITS)
