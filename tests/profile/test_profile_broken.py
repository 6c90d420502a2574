"""Wrong profiles and what is told of them: tests/broken/*.yaml <-> *.expected.txt, all problems at once, in place.

To add one, write the YAML and the text that a reader should get, then make them agree.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress.errors import ProfileError, Severity
from cvpress.profile import model
from cvpress.report import excerpt

BROKEN = Path(__file__).parents[1] / "broken"
FILES = sorted(BROKEN.glob("*.yaml"))


def told(path: Path) -> ProfileError:
    with pytest.raises(ProfileError) as caught:
        model.load(path, Path(path.name))
    return caught.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_problem_is_told_at_its_place(path: Path) -> None:
    assert f"{told(path)}\n" == path.with_suffix(".expected.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_problem_is_an_error_with_a_rule_and_a_place_inside_the_file(path: Path) -> None:
    content = path.read_bytes().decode("utf-8", "replace")
    lines = content.splitlines() or [""]
    for problem in told(path).problems:
        assert problem.severity is Severity.ERROR
        assert problem.rule != "problem"
        assert problem.spot is not None
        assert 1 <= problem.spot.line <= len(lines)
        assert 1 <= problem.spot.column <= len(lines[problem.spot.line - 1]) + 1


def test_every_wrong_profile_has_its_text_and_every_text_its_profile() -> None:
    assert len(FILES) >= 50
    assert {path.stem for path in FILES} == {path.name.removesuffix(".expected.txt") for path in BROKEN.glob("*.txt")}


def test_the_caret_stands_under_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)
    (problem,) = told(Path("schema-of-the-future.yaml")).problems
    assert excerpt(problem) == "\n    schema: 2\n            ^"
