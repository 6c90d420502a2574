"""What can be wrong, where, and what to do: the values that every room speaks.

A `Problem` is a fact about the user's input, tools or output. Stages that can go on collect problems; a stage that
cannot raises one `CvpressError` carrying all of them at once. The error's class decides the exit code.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place in a text file; line and column count from 1, the column in characters."""

    file: Path
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: `message` says what, `spot` where, `advice` what to do.

    `rule` is a stable kebab-case id (`unknown-field`, `lost-text`) for people who filter or silence.
    """

    message: str
    spot: Spot | None = None
    advice: str = ""
    rule: str = "problem"
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        place = f"{self.spot}: " if self.spot else ""
        return f"{place}{self.message}" + (f"; {self.advice}" if self.advice else "")


class CvpressError(Exception):
    """Base of all known errors; shown without a traceback. Subclasses set the documented exit code."""

    exit_code = 1

    def __init__(self, *problems: Problem) -> None:
        if not problems:
            raise ValueError("an error must say what is wrong")
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class ProfileError(CvpressError):
    """The profile, or what was asked for (an unknown person, document or template)."""

    exit_code = 2


class TemplateError(CvpressError):
    """A template folder: manifest, partial, or a value that is not safe to print."""

    exit_code = 3


class ToolError(CvpressError):
    """A tool or a resource of the machine: missing, too old, too slow, no space left."""

    exit_code = 4


class LatexError(CvpressError):
    """TeX stopped, or its log shows lost text."""

    exit_code = 5


class CheckError(CvpressError):
    """The finished PDF does not pass its checks."""

    exit_code = 6
