"""What a watch says: a line for each build, and each finding once. In: `Result`s and seconds; out: text.

Findings to stderr, results to stdout. An error is told at every save that does not mend it; a warning only when it is
new, wherever it now stands: a line added above it is not news.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cvpress import report
from cvpress.errors import Problem, Severity
from cvpress.report import Result
from cvpress.telling import tell

Name = tuple[str, str]
Known = tuple[str, str, str]


@dataclass(slots=True)
class Telling:
    """`told`: the findings of each document that its reader knows. `failed`: what failed when it was made last.

    `unchanged`: what a save left as it was, told when it left everything so. `shown`: findings of this save, which
    several documents may have.
    """

    environment: Mapping[str, str]
    strict: bool
    told: dict[Name, Counter[Known]] = field(default_factory=dict)
    failed: set[Name] = field(default_factory=set)
    unchanged: dict[str, float] = field(default_factory=dict)
    shown: set[Problem] = field(default_factory=set)
    silent: bool = True

    def result(self, result: Result, seconds: float, old: str = "") -> None:
        """One build, and what is new about it. `old`: what to say of an older PDF that lies there when it failed."""
        judged = report.strictly(result) if self.strict else result
        name = (judged.person, judged.document)
        news = self._news(name, judged)
        if judged.state == "unchanged" and name not in self.failed and name in self.told and not news:
            self.unchanged[judged.name] = seconds
            return
        self._show(news)
        found = Counter(map(_known, judged.problems))
        # What failed says little of its warnings: they are not news when it succeeds again.
        self.told[name] = found | self.told.get(name, Counter()) if judged.state == "failed" else found
        (self.failed.add if judged.exit_code else self.failed.discard)(name)
        self._say(f"{report.summary_line(judged)}{old if judged.state == 'failed' else ''}  {seconds:.2f} s")

    def problems(self, problems: tuple[Problem, ...]) -> None:
        """What is wrong before anything can be made."""
        self._show(problems)
        self.silent = False

    def gone(self, person: str, out: Path) -> None:
        """Somebody whose profile was there has none any more."""
        left = f"; the PDFs in {out / person} are those of before" if has_pdfs(out / person) else ""
        self._say(f"gone       {person} has no profile any more{left}")

    def fault(self, trace: str) -> None:
        """An error that nobody foresaw."""
        print(f"{trace.rstrip()}\nThis is a fault of cvpress; the watch goes on.", file=sys.stderr, flush=True)
        self.silent = False

    def end_round(self) -> None:
        """Nothing waits any more: what comes is of another save."""
        if self.silent and self.unchanged:
            self._say(f"unchanged  {', '.join(self.unchanged)}  {max(self.unchanged.values()):.2f} s")
        self.unchanged.clear()
        self.shown.clear()
        self.silent = True

    def line(self, text: str) -> None:
        """What is no result."""
        print(text, flush=True)

    def _show(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            if problem not in self.shown:
                self.shown.add(problem)
                tell(problem, self.environment)

    def _say(self, text: str) -> None:
        print(text, flush=True)
        self.silent = False

    def _news(self, name: Name, judged: Result) -> list[Problem]:
        """Every error, and of the rest what was not told the last time."""
        known = Counter(self.told.get(name, ()))
        news = []
        for problem in judged.problems:
            key = _known(problem)
            if problem.severity is Severity.ERROR and judged.state == "failed":
                news.append(problem)
            elif known[key]:
                known[key] -= 1
            else:
                news.append(problem)
        return news


def old_pdf(pdf: Path) -> str:
    """What to say of a PDF that was not replaced."""
    try:
        made = time.strftime("%H:%M:%S", time.localtime(pdf.stat().st_mtime))
    except OSError:
        return ""
    return f"; {pdf} is still that of {made}"


def old_pdfs(folder: Path) -> str:
    """What to say of the PDFs of somebody whose profile can't be read."""
    return f"; the PDFs in {folder} are those of before" if has_pdfs(folder) else ""


def has_pdfs(folder: Path) -> bool:
    return next(folder.glob("*.pdf"), None) is not None


def _known(problem: Problem) -> Known:
    """By what a finding is told to be the same after an edit: not by its line."""
    return (problem.rule, problem.message, str(problem.spot.file) if problem.spot else "")
