"""What a document's PDF is called. In: its `filename:` and the placeholders' values; out: one plain file name.

The placeholders are a closed list. A profile cannot write outside its folder, and the characters that Windows and
actions/upload-artifact refuse do not occur.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from cvpress.profile.complaints import did_you_mean

PLACEHOLDERS = ("given", "family", "person", "document", "template")
_BRACED = re.compile(r"\{([^{}]*)\}")
_FORBIDDEN = re.compile(r'[\\/:*?"<>|{}\x00-\x1f\x7f]')
_LONGEST = 200
"""Bytes; file systems take 255, and a temporary file has a longer name."""


class FileNameError(ValueError):
    """No file name comes out; `message` says why, `advice` what to write."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice


def filled(form: str | None, values: Mapping[str, str]) -> str:
    """The name without `.pdf`: the form with its placeholders filled, or the document's own. Raises FileNameError.

    A space of a value becomes _, and so does what a file name cannot hold.
    """
    if form is None:
        return values["document"]

    def value(found: re.Match[str]) -> str:
        if found[1] not in PLACEHOLDERS:
            advice = did_you_mean(found[0], [f"{{{name}}}" for name in PLACEHOLDERS], "the placeholders are")
            raise FileNameError(f"'{found[0]}' is not a placeholder of a filename", advice)
        return _FORBIDDEN.sub("_", values[found[1]].replace(" ", "_"))

    made = _BRACED.sub(value, form.removesuffix(".pdf"))
    if _FORBIDDEN.search(made) or made.startswith(".") or not made.strip(" _") or len(made.encode()) > _LONGEST:
        raise FileNameError(f"'{form}' is not a file name", "write a plain name without slashes, such as {family}_CV")
    return made
