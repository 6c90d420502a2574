"""What a PDF is called. In: a profile and a document's `filename:`; out: a file name, or the problem at its line.

The placeholders are a closed list. What comes out is one plain file name: a profile can't write outside its folder, and
the characters that artifact uploads and other systems refuse don't occur.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cvpress.errors import Problem, ProfileError, Spot
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.model import Document, Profile

PLACEHOLDERS = ("given", "family", "person", "document", "template")

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
# Refused by Windows, by actions/upload-artifact, or by every file system.
_FORBIDDEN = re.compile(r'[\\/:*?"<>|{}\x00-\x1f\x7f]')
_LONGEST = 200  # bytes; file systems take 255, and a temporary name is longer


def file_name(profile: Profile, document: str, template: str, person: str) -> str:
    """The name, with `.pdf`, of one document's file. Raises ProfileError at the `filename:` that makes none."""
    wanted = profile.documents[document]
    if wanted.filename is None:
        return f"{document}.pdf"
    values = {
        "given": profile.name.given.plain,
        "family": profile.name.family.plain if profile.name.family else "",
        "person": person,
        "document": document,
        "template": template,
    }
    form, spot = wanted.filename.plain, wanted.filename.spot

    def fill(found: re.Match[str]) -> str:
        if found[1] not in values:
            advice = did_you_mean(found[1], list(PLACEHOLDERS), "the placeholders are")
            raise _error(f"'{found[0]}' is not a placeholder of a filename", spot, advice)
        return _FORBIDDEN.sub("_", values[found[1]].replace(" ", "_"))

    made = _PLACEHOLDER.sub(fill, form.removesuffix(".pdf"))
    if _FORBIDDEN.search(made) or made.startswith(".") or not made.strip(" _") or len(made.encode()) > _LONGEST:
        raise _error(f"'{form}' is not a file name", spot, "write a plain name without slashes, such as {family}_CV")
    return f"{made}.pdf"


def clashes(profile: Profile, files: Iterable[tuple[str, str]]) -> tuple[Problem, ...]:
    """Documents and packets, as (name, file), that would overwrite another's PDF; on macOS case makes no difference."""
    taken: dict[str, str] = {}
    problems: list[Problem] = []
    for name, file in files:
        other = taken.setdefault(file.casefold(), name)
        if other != name:
            message = f"'{name}' and '{other}' would both be written to {file}"
            spot = _spot(profile.documents.get(name)) or _spot(profile.documents.get(other))
            problems.append(Problem(message, spot, "give one of them another filename", "same-file"))
    return tuple(problems)


def _spot(document: Document | None) -> Spot | None:
    return document.filename.spot if document and document.filename else None


def _error(message: str, spot: Spot | None, advice: str) -> ProfileError:
    return ProfileError(Problem(message, spot, advice, "bad-filename"))
