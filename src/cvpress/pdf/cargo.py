"""The rules about what a file carries besides its pages: a Subject goes in, Problems come out.

Its size, the files inside it, and its metadata. What is attached or stated may say what the pages say, and no more:
whoever reads a page thinks that he has seen what he passes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cvpress.errors import Problem, Severity
from cvpress.pdf.attach import Attachment, attachments
from cvpress.pdf.links import marks, read_link
from cvpress.pdf.said import Known, contacts, stated, words
from cvpress.pdf.subject import Subject, dictionary, entry, name

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject

_MEGABYTE = 1_000_000
LARGEST = 5
"""Megabytes: what portals and mail servers take, when a document names no limit of its own."""
_TOLD = 6
_SHOWN = 60
# By how a program of Windows, Linux, macOS or Java, a script, or a shortcut of Windows begins.
_MAGIC = (
    b"MZ",
    b"\x7fELF",
    b"#!",
    b"\xcf\xfa\xed\xfe",
    b"\xce\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"L\x00\x00\x00\x01\x14\x02",
)
_RUN = (
    *(".exe", ".com", ".scr", ".msi", ".dll", ".bat", ".cmd", ".ps1", ".vbs", ".vbe", ".js", ".jse", ".wsf", ".hta"),
    *(".lnk", ".jar", ".app", ".command", ".sh", ".py", ".pl", ".docm", ".xlsm", ".pptm", ".iso", ".reg"),
)
_OF_THE_FILE = ("/Producer", "/Creator", "/CreationDate", "/ModDate", "/Trapped", "/PTEX.")


def cargo_problems(subject: Subject) -> Iterator[Problem]:
    """file-size, embedded-executable and attachment-says-more."""
    largest = subject.limits.megabytes or LARGEST
    size = subject.path.stat().st_size
    if size > largest * _MEGABYTE:
        message = f"the file has {size / _MEGABYTE:.1f} MB, more than {largest}"
        advice = "make the photo smaller, or allow more by 'limit: {megabytes: …}'"
        yield Problem(message, subject.limits.spot, advice, "file-size", Severity.WARNING)
    files = attachments(subject.path, subject.reader) if _has_files(subject) else ()
    for one in files:
        if one.name.casefold().endswith(_RUN) or one.content.startswith(_MAGIC):
            message = f"the attached file {one.name!r} is a program"
            yield Problem(message, advice="take it out of the PDF", rule="embedded-executable")
    if not subject.foreign:  # else some pages are unread
        yield from _more(subject, files)


def _has_files(subject: Subject) -> bool:
    root = subject.reader.root_object
    return "/AF" in root or "/EmbeddedFiles" in dictionary(entry(root, "/Names"))


def _more(subject: Subject, files: tuple[Attachment, ...]) -> Iterator[Problem]:
    known = Known.of([page.text for page in subject.texts], _linked(subject))
    for one in files:
        for text in stated(one.name, one.mime, one.content):
            yield from _judged(f"the attached file {one.name!r}", text, known)
    info = dictionary(subject.reader.metadata)
    # What a file is called, and by whom it is, need not stand on its pages; other rules say what they must be.
    own = known.besides(f"{name(info, '/Title')} {name(info, '/Author')}")
    for text in _metadata(subject, info):
        yield from _judged("the metadata", text, own)


def _linked(subject: Subject) -> Iterator[str]:
    for page in subject.pages:
        for mark in marks(page):
            if uri := read_link(mark).uri:
                yield uri


def _metadata(subject: Subject, info: DictionaryObject) -> Iterator[str]:
    """What information dictionary and XMP say, but for what they say of the file itself."""
    yield "\n".join(name(info, key) for key in info if not key.startswith(_OF_THE_FILE))
    xmp = entry(subject.reader.root_object, "/Metadata")
    if xmp is not None and hasattr(xmp, "get_data"):
        yield from stated("metadata.xmp", "application/rdf+xml", xmp.get_data())


def _judged(where: str, text: str, known: Known) -> Iterator[Problem]:
    private = [one for one in contacts(text) if not known.has_contact(one)]
    advice = "attach what the document prints, and nothing besides"
    if private:
        message = f"{where} says what no page says: {_listed(private)}"
        yield Problem(message, advice=advice, rule="attachment-says-more")
    elif unsaid := [word for word in words(text) if not known.has_word(word)]:
        message = f"{where} has words that no page has: {_listed(unsaid)}"
        yield Problem(message, advice=advice, rule="attachment-says-more", severity=Severity.WARNING)


def _listed(said: list[str]) -> str:
    more = f" and {len(said) - _TOLD} more" if len(said) > _TOLD else ""
    return ", ".join(repr(one[:_SHOWN]) for one in said[:_TOLD]) + more
