"""A report as JSON, JUnit XML, SARIF and Markdown: each says all that was found, and is what its readers expect."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pydantic import ValidationError
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

from cvpress import __version__
from cvpress.errors import Problem, ProfileError, Severity, Spot, ToolError
from cvpress.report import Report, Result, files

ROOT = Path(__file__).parents[2]
LOST = Problem("'2021' is <lost>", Spot(Path("profiles/å b/profile.yaml"), 3, 7), "look there", "lost-text")
TEX = Problem("TeX stopped", Spot(Path("/abs/profile.yaml"), 9), rule="tex-error")
BROKEN = Problem("a bell \x07 and \ud800", rule="odd")
WARNING = Problem("no outline", rule="no-bookmarks", severity=Severity.WARNING)
INFO = Problem("left out", rule="left-out", severity=Severity.INFO)
GOOD = Result("ada", "cv", "ruled", "built", Path("build/ada/cv.pdf"), 2, (WARNING, INFO), seconds=0.5, passes=1)
FAILED = Result("ada", "letter", "ruled", "failed", None, 0, (LOST, BROKEN, INFO), 6, 1.25)
STOPPED = Result("bob", "cv", "refs", "failed", None, 0, (TEX,), 5)
REPORT = Report((GOOD, FAILED, STOPPED), manual="https://example.org/cvpress/blob/abc/")
REFUSED = Report((), (Problem("nobody is called 'x'", rule="unknown-person"),), 2)


def written(folder: Path, report: Report, ending: str) -> bytes:
    files.write(report, [folder / f"made.{ending}"])
    return (folder / f"made.{ending}").read_bytes()


def sarif(folder: Path, report: Report) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(written(folder, report, "sarif"))
    return made


# -- files ------------------------------------------------------------------------------------------------------------


def test_an_unknown_ending_is_refused_before_anything_is_done() -> None:
    with pytest.raises(ProfileError, match=r"'a\.txt' names no format of a report; let it end in one of \.json"):
        files.refuse_unknown([Path("ok.json"), Path("a.txt")])
    files.refuse_unknown([Path(f"a{ending}") for ending in files.FORMATS])


def test_a_report_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ToolError, match=r"Not a directory|File exists"):
        files.write(REPORT, [tmp_path / "file" / "a.json"])


@pytest.mark.parametrize("ending", ["json", "xml", "sarif", "md"])
def test_every_format_names_every_finding_and_is_the_same_each_time(tmp_path: Path, ending: str) -> None:
    content = written(tmp_path, REPORT, ending)
    assert content == written(tmp_path, REPORT, ending)
    for rule in ("lost-text", "tex-error", "odd", "no-bookmarks", "left-out"):
        assert rule.encode() in content
    assert b"unknown-person" in written(tmp_path, REFUSED, ending)


# -- JSON -------------------------------------------------------------------------------------------------------------


def test_json_has_the_documented_shape(tmp_path: Path) -> None:
    made = json.loads(written(tmp_path, REPORT, "json"))
    assert (made["format"], made["version"], made["cvpress"]) == ("cvpress-report", 1, __version__)
    assert (made["exit_code"], made["counts"]) == (5, {"error": 3, "warning": 1, "info": 2})
    assert made["results"][0]["pdf"] == "build/ada/cv.pdf"
    assert made["results"][1]["problems"][0] == {
        "rule": "lost-text",
        "severity": "error",
        "message": "'2021' is <lost>",
        "advice": "look there",
        "place": {"file": "profiles/å b/profile.yaml", "line": 3, "column": 7},
        "help": "docs/checks.md#lost-text",
    }
    assert made["results"][1]["problems"][1]["message"] == BROKEN.message
    refused = json.loads(written(tmp_path, REFUSED, "json"))
    assert (refused["exit_code"], refused["results"], len(refused["problems"])) == (2, [], 1)


def members(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(members, value.values()))
    return set().union(*map(members, value)) if isinstance(value, list) else set()


def test_every_member_of_the_json_is_in_the_docs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([a-z_]+)`", page))
    assert members(json.loads(written(tmp_path, REPORT, "json"))) - told == set()


# -- JUnit ------------------------------------------------------------------------------------------------------------


def junit(folder: Path, report: Report) -> ElementTree.Element:
    return ElementTree.fromstring(written(folder, report, "xml"))


def test_junit_has_a_case_for_each_document_in_a_suite_for_each_person(tmp_path: Path) -> None:
    root = junit(tmp_path, REPORT)
    cases = [(suite.get("name"), case.get("name")) for suite in root for case in suite]
    assert cases == [("ada", "cv"), ("ada", "letter"), ("bob", "cv")]
    assert {key: root.get(key) for key in ("tests", "failures", "errors", "time")} == {
        "tests": "3", "failures": "1", "errors": "1", "time": "1.750",
    }  # fmt: skip
    assert [suite.get("tests") for suite in root] == ["2", "1"]


def test_junit_tells_findings_of_checks_as_failures_and_all_else_as_errors(tmp_path: Path) -> None:
    good, failed, stopped = junit(tmp_path, REPORT).iter("testcase")
    assert [child.tag for child in good] == ["system-out"]
    assert [child.tag for child in failed] == ["failure", "system-out"]
    assert [child.tag for child in stopped] == ["error"]
    assert (failed.get("file"), failed.get("line")) == ("profiles/å b/profile.yaml", "3")
    failure = failed[0]
    assert (failure.get("type"), failure.get("message")) == (
        "lost-text",
        "profiles/å b/profile.yaml:3:7: '2021' is <lost>; look there (and 1 more)",
    )
    assert "a bell \ufffd and" in (failure.text or "")
    (case,) = junit(tmp_path, REFUSED).iter("testcase")
    assert [child.tag for child in case] == ["error"]


def test_a_report_without_documents_is_still_junit(tmp_path: Path) -> None:
    assert junit(tmp_path, Report(())).get("tests") == "0"


# -- SARIF ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("report", [REPORT, REFUSED, Report(()), replace(REPORT, manual="")])
def test_sarif_follows_its_schema(tmp_path: Path, report: Report) -> None:
    # The models are generated from the published schema; unknown members are refused.
    Sarif.model_validate(sarif(tmp_path, report))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("runs", 0, "results", 0, "level"), "fatal"),
        (("runs", 0, "results", 0, "message"), {"txt": "x"}),
        (("runs", 0, "results", 2, "locations", 0, "physicalLocation", "region", "startLine"), 0),
        (("runs", 0, "tool", "driver", "rules", 0, "helpUri"), "docs/checks.md"),
        (("runs", 0, "tool", "driver", "name"), None),
        (("version",), "2.0.0"),
        (("extra",), 1),
    ],
)
def test_sarif_against_its_schema_is_refused(tmp_path: Path, path: tuple[str | int, ...], value: object) -> None:
    made = sarif(tmp_path, REPORT)
    inner: Any = made
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(ValidationError):
        Sarif.model_validate(made)


def test_sarif_names_rules_once_and_leads_to_their_pages(tmp_path: Path) -> None:
    (run,) = sarif(tmp_path, REPORT)["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["left-out", "lost-text", "no-bookmarks", "odd", "tex-error"]
    assert rules[1]["helpUri"] == "https://example.org/cvpress/blob/abc/docs/checks.md#lost-text"
    assert [rules[found["ruleIndex"]]["id"] for found in run["results"]] == [
        found["ruleId"] for found in run["results"]
    ]
    unknown = sarif(tmp_path, replace(REPORT, manual=""))["runs"][0]["tool"]["driver"]["rules"]
    assert ["helpUri" in rule for rule in unknown] == [False] * 5


def test_sarif_names_places_as_addresses(tmp_path: Path) -> None:
    results = sarif(tmp_path, REPORT)["runs"][0]["results"]
    physical = [found["locations"][0].get("physicalLocation") for found in results]
    assert physical[2] == {
        "artifactLocation": {"uri": "profiles/%C3%A5%20b/profile.yaml", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "startColumn": 7},
    }
    assert physical[5]["artifactLocation"] == {"uri": "file:///abs/profile.yaml"}
    assert physical[0] == {"artifactLocation": {"uri": "build/ada/cv.pdf", "uriBaseId": "%SRCROOT%"}}
    assert physical[3] is None
    assert [found["level"] for found in results] == ["warning", "note", "error", "error", "note", "error"]


def test_a_finding_of_sarif_stays_the_same_one_when_its_line_moves(tmp_path: Path) -> None:
    def prints(report: Report) -> list[str]:
        return [
            found["partialFingerprints"]["documentRuleMessage/v1"]
            for found in sarif(tmp_path, report)["runs"][0]["results"]
        ]

    moved = replace(LOST, spot=Spot(Path("profiles/å b/profile.yaml"), 30, 7))
    assert prints(Report((replace(FAILED, problems=(moved,)),))) == prints(Report((replace(FAILED, problems=(LOST,)),)))
    assert len(set(prints(REPORT))) == 6
