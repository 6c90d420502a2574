"""Which file a PDF becomes. In: a profile, a document, the person and template; out: a file name, or the problem.

The profile's own reading refuses names that can't be; what it can't know is the person's folder and a template that was
asked for instead of the document's own, so two files may still turn out as one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from cvpress.errors import Problem, ProfileError, Spot
from cvpress.profile.filename import FileNameError, filled
from cvpress.profile.model import Document, Profile


def file_name(profile: Profile, document: str, template: str, person: str) -> str:
    """The name, with `.pdf`, of one document's file. Raises ProfileError at the `filename:` that makes none."""
    wanted = profile.documents[document]
    values = {
        "given": profile.name.given.plain,
        "family": profile.name.family.plain if profile.name.family else "",
        "person": person,
        "document": document,
        "template": template,
    }
    try:
        return f"{filled(wanted.filename.plain if wanted.filename else None, values)}.pdf"
    except FileNameError as error:
        raise ProfileError(Problem(error.message, _spot(wanted), error.advice, "bad-filename")) from error


def clashes(profile: Profile, files: Iterable[tuple[str, str]]) -> tuple[Problem, ...]:
    """Documents and packets, as (name, file), that would overwrite another's PDF; on macOS case makes no difference."""
    taken: dict[str, str] = {}
    problems: list[Problem] = []
    for name, file in files:
        other = taken.setdefault(unicodedata.normalize("NFC", file).casefold(), name)
        if other != name:
            message = f"'{name}' and '{other}' would both be written to {file}"
            spot = _spot(profile.documents.get(name)) or _spot(profile.documents.get(other))
            problems.append(Problem(message, spot, "give one of them another filename", "same-file"))
    return tuple(problems)


def _spot(document: Document | None) -> Spot | None:
    return document.filename.spot if document and document.filename else None
