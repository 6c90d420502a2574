"""Each broken PDF is caught by the rule that it breaks, and by no other. `pytest -s -k table` prints the table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from broken_cases import ASKING, CASES, WANTED, Case, good

from cvpress.errors import CheckError, Problem
from cvpress.pdf.check import check
from cvpress.rules import REFUSALS, RULES


def findings(case: Case, folder: Path) -> tuple[Problem, ...]:
    pdf = case.make(folder / "broken.pdf")
    try:
        return check(pdf, case.wanted, case.limits)
    except CheckError as error:
        return error.problems


def test_what_is_not_broken_has_no_finding(tmp_path: Path) -> None:
    assert check(good(tmp_path / "good.pdf"), WANTED, ASKING) == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_each_is_caught_by_its_rule_and_by_no_other(case: Case, tmp_path: Path) -> None:
    found = findings(case, tmp_path)
    assert {problem.rule for problem in found} == {case.rule}, [str(problem) for problem in found]
    assert case.told in " ".join(problem.message for problem in found)
    assert all(problem.advice for problem in found)


def test_the_table_has_a_file_for_every_rule_over_a_pdf(capsys: pytest.CaptureFixture[str]) -> None:
    counts = Counter(case.rule for case in CASES)
    print("\n".join(f"{case.rule:24} {case.name}" for case in CASES))
    assert "two columns" in capsys.readouterr().out
    assert len(CASES) >= 40
    assert counts.keys() - RULES.keys() <= set(REFUSALS)
    assert len({case.name for case in CASES}) == len(CASES)
