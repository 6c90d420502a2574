"""Finish a PDF: the file that TeX made and its metadata go in, a file that says what it is comes out.

Information dictionary and XMP agree, language and title are stated, dates come from an epoch and the identifier from
the content: the same input gives the same bytes. ISO 32000-1, 14.3 (metadata), 14.4 (identifiers), 12.2 (preferences).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress import paths
from cvpress.pdf.archive import archive
from cvpress.pdf.attach import Attachment, attach, detach
from cvpress.pdf.subject import Conformance, dictionary, entry, open_reader
from cvpress.pdf.xmp import packet

if TYPE_CHECKING:
    from pypdf import PdfWriter


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a PDF says about itself. `language`: a BCP 47 tag ('en-US'); `creator`: the program, with its version;
    `epoch`: its date, in seconds since 1970 (UTC); `conformance`: the level of PDF/A-3 that it claims."""

    title: str
    author: str
    language: str
    subject: str = ""
    keywords: tuple[str, ...] = ()
    creator: str = "cvpress"
    epoch: int = 0
    conformance: Conformance = ""


def finish(source: Path, target: Path, metadata: Metadata, attachments: Sequence[Attachment] = ()) -> None:
    """Write `source` to `target` with `metadata` and `attachments`; the two may be the same file.

    Raises CheckError when `source` can't be read, ToolError when `target` can't be written (it then stays as it was).
    """
    from pypdf import PdfWriter

    reader = open_reader(source)
    # else what is made anew would stay in the file as it was too, unreferenced
    for key in ("/Metadata", *(("/OutputIntents",) if metadata.conformance else ())):
        reader.root_object.pop(key, None)
    detach(reader)
    reader.trailer.pop("/ID", None)
    writer = PdfWriter(clone_from=reader)
    writer.pdf_header = reader.pdf_header
    seal(writer, target, metadata, attachments)
    # Their objects know each other, so that they would lie about until garbage is collected: 3 MiB of 16 pages.
    reader.close()
    writer._objects.clear()  # noqa: SLF001  # the writer's own `close` does nothing


def seal(writer: PdfWriter, target: Path, metadata: Metadata, attachments: Sequence[Attachment] = ()) -> None:
    """Write what `writer` holds to `target`, with `metadata` in place of what was there, and `attachments`."""
    from pypdf.generic import BooleanObject, NameObject, TextStringObject

    root = writer.root_object
    keywords = ", ".join(metadata.keywords)
    moment = datetime.fromtimestamp(metadata.epoch, UTC)
    stated = {
        "/Title": metadata.title,
        "/Author": metadata.author,
        "/Subject": metadata.subject,
        "/Keywords": keywords,
        "/Creator": metadata.creator,
        "/Producer": "pypdf",
        "/CreationDate": f"D:{moment:%Y%m%d%H%M%S}Z",
        "/ModDate": f"D:{moment:%Y%m%d%H%M%S}Z",
    }
    writer.metadata = {key: value for key, value in stated.items() if value}
    root[NameObject("/Lang")] = TextStringObject(metadata.language)
    preferences = dictionary(entry(root, "/ViewerPreferences"))
    preferences[NameObject("/DisplayDocTitle")] = BooleanObject(True)
    root[NameObject("/ViewerPreferences")] = preferences
    attach(writer, attachments, moment)
    if metadata.conformance:
        archive(writer)
    names = tuple(one.name for one in attachments)
    writer.xmp_metadata = packet(stated, metadata.language, moment, metadata.conformance, names)
    xmp = dictionary(entry(root, "/Metadata"))
    xmp[NameObject("/Type")] = NameObject("/Metadata")
    xmp[NameObject("/Subtype")] = NameObject("/XML")
    paths.write(target, _with_identifier(writer))


def _with_identifier(writer: PdfWriter) -> bytes:
    """The bytes of `writer`'s PDF, with a hash of themselves as both halves of the /ID; pypdf's own would be random."""
    buffer = BytesIO()
    writer.write(buffer)
    content = buffer.getvalue()
    digest = sha256(content).hexdigest()[:32]
    # The trailer comes after the table of offsets, so that what is put into it moves nothing.
    head, opening, tail = content.rpartition(b"trailer\n<<\n")
    assert opening, "pypdf wrote its trailer in a form that this pass doesn't know"
    assert b"/ID" not in tail, "a PDF has one identifier"
    return head + opening + f"/ID [ <{digest}> <{digest}> ]\n".encode() + tail
