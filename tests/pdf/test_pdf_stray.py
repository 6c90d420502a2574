"""What nobody wrote: words that neither the profile nor what the template was given has are told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cvpress.errors import Problem, Severity
from cvpress.pdf.claim import claim
from cvpress.pdf.fold import fold
from cvpress.pdf.stray import stray_problems
from cvpress.pdf.wanted import Known, Wanted

WANTED = ("Ada Lovelace", "Analyst of Engines", "Luigi Menabrea", "1842", "R&D at 100%")
KNOWN = Known(
    texts=("Analyst of Engines, vol. 3", "Advisor: Luigi Menabrea", "Technical Report #5", "1842"),
    words=("Phone", "2."),
)
PAGE = "Ada Lovelace\r\nAnalyst of Engines, vol. 3 1842\r\nAdvisor: Luigi Menabrea \u2022 R&D at 100%"


def found(printed: str, known: Known = KNOWN, texts: Sequence[str] = WANTED) -> list[Problem]:
    want = [Wanted(text, "field", anchor=index) for index, text in enumerate(texts)]
    folded = fold(printed)
    return list(stray_problems(folded, want, claim(folded, want), known))


def test_what_the_template_was_given_is_no_stray() -> None:
    assert found(PAGE) == []
    assert found(f"{PAGE}\r\nPhone 2. Technical Report #5, (3).") == []


@pytest.mark.parametrize("leak", [r"\foo", "textbf", "par", "&amp;", r"\&", "None", "{{", "undefined", "TODO", "$x$"])
def test_code_and_placeholders_are_errors(leak: str) -> None:
    (problem,) = found(PAGE.replace("1842", f"1842 {leak}"))
    assert (problem.rule, problem.severity) == ("stray-text", Severity.ERROR)
    assert leak.split("x", maxsplit=1)[0] in problem.message


def test_a_word_that_nobody_wrote_is_a_warning_that_says_where_it_stands() -> None:
    (problem,) = found(PAGE.replace("1842", "1842 zymurgy"))
    assert problem.severity is Severity.WARNING
    assert "says 'zymurgy Advisor:' behind" in problem.message
    assert "1842'" in problem.message
    assert "prints:" in problem.advice


def test_what_the_manifest_declares_is_no_stray() -> None:
    assert found(f"{PAGE}\r\nCurriculum Vitae") != []
    assert found(f"{PAGE}\r\nCurriculum Vitae", Known(KNOWN.texts, ("Curriculum Vitae",))) == []


def test_a_wanted_text_that_is_printed_once_too_often_is_a_stray() -> None:
    (problem,) = found(f"{PAGE}\r\nAnalyst of Engines")
    assert "Analyst of Engines" in problem.message


def test_words_broken_at_a_line_end_are_known_in_both_readings() -> None:
    for broken in ("Ad-\r\nvisor:", "Ad\ufffevisor:"):
        assert found(PAGE.replace("Advisor:", broken)) == []
    known = Known(("co-advised with",))
    assert found("Ada co-\r\nadvised with", known, ("Ada",)) == []


def test_an_address_may_break_anywhere() -> None:
    known = Known((), ("example.org/a-very-long-address",))
    assert found("Ada example.org/a-very-lo\r\nng-address", known, ("Ada",)) == []


def test_of_scripts_without_spaces_a_part_of_a_known_word_is_known() -> None:
    known = Known(("\u53d1\u8868\u4e8e",))
    assert found("Ada \u53d1\u8868", known, ("Ada",)) == []
    assert len(found("Ada \u53d1\u5e74", known, ("Ada",))) == 1


@settings(max_examples=100)
@given(st.sampled_from(["zymurgy", "qux", "\\cvpara", "TODO", "9999"]), st.data())
def test_a_stray_is_told_wherever_it_stands(stray: str, data: st.DataObject) -> None:
    lines = PAGE.split("\r\n")
    at = data.draw(st.integers(0, len(lines)))
    assert len(found("\r\n".join([*lines[:at], stray, *lines[at:]]))) == 1
