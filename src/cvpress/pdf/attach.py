"""Files that travel inside a PDF. In: contents and a writer; out: associated files, and back.

They belong to the document as a whole (ISO 32000-2, 14.13) and say what they are to it, as PDF/A-3 wants them to
(ISO 19005-3, 6.8).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import md5
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cvpress.pdf.subject import damage_told, dictionary, entry, open_reader

if TYPE_CHECKING:
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import EmbeddedFile

Relationship = Literal["Source", "Data", "Alternative", "Supplement", "Unspecified"]
_LARGEST = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Attachment:
    """One file: `name` without a folder, `mime` its media type, `relationship` what it is to the pages."""

    name: str
    mime: str
    content: bytes
    relationship: Relationship = "Unspecified"
    description: str = ""


def attach(writer: PdfWriter, attachments: Sequence[Attachment], moment: datetime) -> None:
    """Put `attachments`, dated `moment`, into `writer`."""
    from pypdf.generic import ArrayObject, ByteStringObject, NameObject, NumberObject
    from pypdf.generic import TextStringObject as Text

    files = ArrayObject()
    for one in sorted(attachments, key=lambda one: one.name):
        made = writer.add_attachment(one.name, one.content)
        made.alternative_name = Text(one.name)
        made.description = Text(one.description)
        made.subtype = NameObject(f"/{one.mime}")
        made.associated_file_relationship = NameObject(f"/{one.relationship}")
        made.modification_date = moment
        made.size = NumberObject(len(one.content))
        made.checksum = ByteStringObject(md5(one.content, usedforsecurity=False).digest())
        _pack(made)
        files.append(made.pdf_object.indirect_reference)
    if files:
        writer.root_object[NameObject("/AF")] = files


def detach(reader: PdfReader) -> None:
    """Forget the files of `reader`, so that what is made of it has none."""
    dictionary(entry(reader.root_object, "/Names")).pop("/EmbeddedFiles", None)
    reader.root_object.pop("/AF", None)


def _pack(made: EmbeddedFile) -> None:
    """Compress its content, which pypdf leaves as it is."""
    from pypdf.generic import NameObject

    stream = made._embedded_file  # noqa: SLF001  # its content alone is public
    stream[NameObject("/Filter")] = NameObject("/FlateDecode")
    stream._data = zlib.compress(stream._data, 9)  # noqa: SLF001  # `content` would set it without a filter


def attachments(pdf: Path, reader: PdfReader | None = None) -> tuple[Attachment, ...]:
    """The files inside `pdf`, which may be open in `reader` already. Raises CheckError when it can't be read."""
    from pypdf import apply_configuration

    with damage_told(pdf), apply_configuration(zlib_maximum_output_length=_LARGEST):
        return attached(reader or open_reader(pdf))


def attached(reader: PdfReader) -> tuple[Attachment, ...]:
    """The same of a file that is open; ValueError when all together are too large."""
    made: list[Attachment] = []
    total = 0
    for found in reader.attachment_list:
        one = Attachment(
            Path(found.alternative_name or found.name).name,  # a name with a folder would be written elsewhere
            (found.subtype or "").removeprefix("/"),
            found.content,
            found.associated_file_relationship.removeprefix("/"),  # type: ignore[arg-type]  # ours is one of the five
            found.description or "",
        )
        made.append(one)
        total += len(one.content)
        if total > _LARGEST:
            raise ValueError(f"its files unpack to more than {_LARGEST // 1024**2} MiB")
    return tuple(made)
