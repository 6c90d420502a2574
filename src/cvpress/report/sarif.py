"""A report as SARIF 2.1.0 (OASIS), which code scanning and editors show. In: a `Report`. Out: the text of the log.

Files are named relative to where the run was, as SARIF's %SRCROOT%; columns count characters, as ours do.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from cvpress import __version__
from cvpress.errors import Problem, Severity
from cvpress.report.result import CHECKS, Report, Result

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def text(report: Report) -> str:
    rules = sorted({problem.rule for _, problem in report.findings})
    run = {
        "tool": {
            "driver": {
                "name": "cvpress",
                "version": __version__,
                "rules": [_rule(rule, report.manual) for rule in rules],
            }
        },
        "invocations": [{"executionSuccessful": not report.code, "exitCode": report.exit_code}],
        "columnKind": "unicodeCodePoints",
        "results": [_finding(result, problem, rules) for result, problem in report.findings],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _rule(rule: str, manual: str) -> dict[str, object]:
    """A rule by its stable id. `helpUri` must be absolute (3.49.12): it stands where the manual's place is known."""
    page = f"{CHECKS}#{rule}"
    known: dict[str, object] = {"helpUri": manual + page} if manual else {}
    return {"id": rule, "help": {"text": f"See {page} in the documentation of cvpress."}, **known}


def _finding(result: Result | None, problem: Problem, rules: list[str]) -> dict[str, object]:
    name = result.name if result else ""
    message = problem.message + (f"; {problem.advice}" if problem.advice else "")
    # Without the line, so that an alert stays the same one when the text above it grows.
    print_of_it = sha256(f"{name}\0{problem.rule}\0{problem.message}".encode(errors="backslashreplace")).hexdigest()
    return {
        "ruleId": problem.rule,
        "ruleIndex": rules.index(problem.rule),
        "level": _LEVELS[problem.severity],
        "message": {"text": message},
        "locations": _locations(result, problem),
        "partialFingerprints": {"documentRuleMessage/v1": print_of_it},
    }


def _locations(result: Result | None, problem: Problem) -> list[dict[str, object]]:
    """The place in a text; else the PDF; and the document by its name."""
    location: dict[str, object] = {}
    if spot := problem.spot:
        region = {"startLine": max(spot.line, 1), "startColumn": max(spot.column, 1)}
        location["physicalLocation"] = {"artifactLocation": _artifact(spot.file), "region": region}
    elif result and result.pdf:
        location["physicalLocation"] = {"artifactLocation": _artifact(result.pdf)}
    if result:
        location["logicalLocations"] = [{"fullyQualifiedName": result.name, "kind": "document"}]
    return [location] if location else []


def _artifact(file: Path) -> dict[str, str]:
    if file.is_absolute():
        return {"uri": file.as_uri()}
    return {"uri": quote(os.fsencode(file)), "uriBaseId": "%SRCROOT%"}
