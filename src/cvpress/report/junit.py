"""A report as JUnit XML, which every CI reads. In: a `Report`. Out: the text: a suite per person, a case per document.

There is no standard; this is the part that Jenkins, GitLab and the actions for GitHub agree on. They show one failure
a case, so all errors of a document are in one: found by the checks, it is a failure, else an error. What is no error
goes to system-out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cvpress.errors import CheckError, Problem, Severity
from cvpress.report.lines import told
from cvpress.report.result import Report, Result

# XML 1.0, 2.2: these can't be written, not even as references.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(report: Report) -> str:
    root = Element("testsuites", name="cvpress")
    cases = [_case(result) for result in report.results]
    if report.problems:
        run = Element("testcase", classname="cvpress", name="run", time="0.000")
        _judge(run, report.problems, CheckError.exit_code if report.code == CheckError.exit_code else 1)
        cases.insert(0, run)
    for name, own in groupby(sorted(cases, key=_suite), _suite):
        members = tuple(own)
        suite = SubElement(root, "testsuite", {"name": name, **_totals(members)})
        suite.extend(members)
    for key, value in _totals(cases).items():
        root.set(key, value)
    indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(case: Element) -> str:
    return case.get("classname", "")


def _totals(cases: Sequence[Element]) -> dict[str, str]:
    return {
        "tests": str(len(cases)),
        "failures": str(sum(case.find("failure") is not None for case in cases)),
        "errors": str(sum(case.find("error") is not None for case in cases)),
        "skipped": "0",
        "time": f"{sum(float(case.get('time', '0')) for case in cases):.3f}",
    }


def _case(result: Result) -> Element:
    person = _clean(result.person or "files")
    case = Element("testcase", classname=person, name=_clean(result.document), time=f"{result.seconds:.3f}")
    _judge(case, result.problems, result.exit_code)
    return case


def _judge(case: Element, problems: Sequence[Problem], code: int) -> None:
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        first, more = errors[0], f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        kind = "failure" if code in (0, CheckError.exit_code) else "error"
        found = SubElement(case, kind, type=_clean(first.rule), message=_clean(f"{first}{more}"))
        found.text = _clean("\n".join(f"{told(problem)} [{problem.rule}]" for problem in errors))
        if spot := next((problem.spot for problem in errors if problem.spot), None):
            case.set("file", _clean(str(spot.file)))
            case.set("line", str(spot.line))
    if others := [problem for problem in problems if problem.severity is not Severity.ERROR]:
        SubElement(case, "system-out").text = _clean("\n".join(f"{told(one)} [{one.rule}]" for one in others))


def _clean(value: str) -> str:
    return _NO_XML.sub("\ufffd", value)
