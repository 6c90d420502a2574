"""Punctuation where the parts of a reference meet. In: marked text of the processor; out: the same, tidied.

CSL leaves to the processor what happens where a title that ends in a question mark meets a comma, or an abbreviation
the full stop of its sentence; citeproc-py sees such a seam only where no mark lies in between.
"""

from __future__ import annotations

import re

from cvpress.typeset.citation.marked import CLOSE, MARK, QUOTE

_M = f"({MARK}*)"
_SEAM = f"({MARK}+)"
_EMPTY = re.compile(f"(?:(?!{CLOSE}){MARK}){CLOSE}")
_RULES = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (rf"([.,;:!?]){_SEAM}\1", r"\1\2"),  # one mark, not two: "Inc." and "."
        (rf"([!?]){_M}[.,]", r"\1\2"),
        (rf",{_M}\.(?=\s|{MARK}|$)", r"\1."),
        (rf",{_M},", r"\1,"),
        (rf" {_M} ", r" \1"),
        (rf"\.{_M} {_M}\.(?=\s|$)", r".\1\2"),
        (rf"\s+({CLOSE}*)([.,;])(?=\s|$)", r"\1\2"),
        (r"\(\s*\)|\[\s*\]", ""),
    )
)
_DOUBLED_ARCHIVE = re.compile(f"arXiv({MARK}*): ({MARK}*)arXiv:")
_AT_THE_END = re.compile(f"[,;:\\s]+({MARK}*)$")  # what should have followed is not there
_BEHIND_QUOTE = re.compile(f"(\u2019?)({MARK}*)([\u201d\u2019\u00bb])({CLOSE})({MARK}*)([.,])")


def tidied(marked: str, *, inside_quotes: bool) -> str:
    """`marked` with punctuation as printers set it; `inside_quotes`: the American way for commas and full stops."""
    marked = _DOUBLED_ARCHIVE.sub(r"\1\2arXiv:", marked)
    before = ""
    while marked != before:
        before = marked
        marked = _EMPTY.sub("", marked)
        for pattern, put in _RULES:
            marked = pattern.sub(put, marked)
    if inside_quotes and QUOTE in marked:
        marked = _BEHIND_QUOTE.sub(_moved, marked)
    return _AT_THE_END.sub(r"\1", marked).strip()


def _moved(found: re.Match[str]) -> str:
    inner, within, closing, close, marks, stop = found.groups()
    before = found.string[: found.start()]
    apostrophe = inner and "\u2018" not in before.rpartition(QUOTE)[2]
    # What the title itself ends in is enough: “Why?” and not “Why?,”.
    ended = re.sub(f"{MARK}+$", "", before)[-1:] in tuple(".,?!")
    put = "" if ended and not apostrophe else stop
    body = f"{put}{inner}{within}" if inner and not apostrophe else f"{inner}{within}{put}"
    return f"{body}{closing}{close}{marks}"
