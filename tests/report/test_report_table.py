"""What a person sees on a terminal: a table of documents, and each finding with its source."""

from __future__ import annotations

import io
from pathlib import Path

from cvpress.errors import Problem, Severity, Spot
from cvpress.report import Report, Result
from cvpress.report.table import show


def shown(*results: Result, width: int = 100) -> str:
    stream = io.StringIO()
    show(Report(results), stream, width)
    return stream.getvalue()


def test_a_finding_stands_with_its_source_line_rule_and_advice(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text("schema: 1\nname: {givn: Ada}\n", encoding="utf-8")
    wrong = Problem("'givn' is [bold]no[/bold] field", Spot(file, 2, 8), "did you mean 'given'?", "unknown-field")
    note = Problem("left out", rule="left-out", severity=Severity.INFO)
    lines = shown(Result("ada", "cv", "ruled", "failed", None, 0, (note, wrong), 2), width=160).splitlines()
    text = "\n".join(line.rstrip() for line in lines)
    assert "'givn' is [bold]no[/bold] field" in text
    source = next(at for at, line in enumerate(lines) if "name: {givn: Ada}" in line)
    assert lines[source + 1].index("^") == lines[source].index("givn")
    assert text.index("unknown-field") < text.index("left-out")  # errors first
    assert "did you mean 'given'?" in text


def test_a_narrow_terminal_breaks_no_source_line(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text("x" * 200 + "HERE" + "y" * 200, encoding="utf-8")
    lines = shown(
        Result("a", "b", "t", "failed", None, 0, (Problem("?", Spot(file, 1, 201)),), 2), width=80
    ).splitlines()
    source = next(at for at, line in enumerate(lines) if "HERE" in line)
    assert lines[source + 1].index("^") == lines[source].index("HERE")
    assert max(map(len, lines)) <= 80


def test_every_document_is_a_row_and_one_without_findings_no_more() -> None:
    text = shown(Result("ada", "cv", "ruled", "built", Path("build/ada/cv.pdf"), 2, ()))
    (row,) = [line.split() for line in text.splitlines() if "ada/cv " in line]
    assert row == ["built", "ada/cv", "ruled", "2", "no", "findings", "build/ada/cv.pdf"]
    assert "rule" not in text.replace("ruled", "")
