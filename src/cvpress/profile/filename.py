"""What a document's PDF is called. In: its `filename:` and the values of the placeholders; out: a name, or what is wrong.

A name must be one on every system and as a CI artifact: no slash, none of the characters that Windows and
actions/upload-artifact refuse.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from cvpress.profile.synonyms import meant

PLACEHOLDERS = ("given", "family", "document", "template", "person")
_BRACED = re.compile(r"\{([^{}]*)\}")
_REFUSED = re.compile(r'[/\\:*?"<>|{}\r\n]')
_LONGEST = 200
"""Bytes; file systems allow 255, and temporary files get a longer name."""


def form_fault(form: str) -> str:
    """What is wrong with a `filename:`, '' when nothing is."""
    every = " ".join(f"{{{name}}}" for name in PLACEHOLDERS)
    for name in _BRACED.findall(form):
        if name not in PLACEHOLDERS:
            close = meant(name, PLACEHOLDERS)
            guess = f"did you mean {{{close}}}? " if close else ""
            return f"'{{{name}}}' is not a placeholder of a file name; {guess}there are {every}"
    bare = _BRACED.sub("x", form).removesuffix(".pdf")
    if found := _REFUSED.search(bare):
        return f"a file name cannot hold {found.group()}; PDFs lie in the person's folder, '.pdf' is added"
    if not bare.strip() or bare.startswith("."):
        return "a file name cannot be empty or begin with a dot; write one such as {family}_{given}_CV"
    return ""


def filled(form: str | None, values: Mapping[str, str]) -> str:
    """The file's name without `.pdf`: the form with its placeholders filled, or the document's own name.

    A space of a value becomes _, and so does what a file name cannot hold.
    """
    if form is None:
        return values["document"]

    def value(found: re.Match[str]) -> str:
        return re.sub(r"\s", "_", _REFUSED.sub("_", values[found[1]]))

    made = _BRACED.sub(value, form.removesuffix(".pdf"))
    return made.encode()[:_LONGEST].decode(errors="ignore")
