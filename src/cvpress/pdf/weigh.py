"""Weigh a stranger's PDF before anything reads it: it may be a trap. In: a path. Out: a reader, or why none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress.errors import CheckError, Problem, Spot
from cvpress.pdf.subject import entry, items, open_reader

if TYPE_CHECKING:
    from pypdf import PdfReader

_LARGEST = 100 * 1024 * 1024
_MOST_PAGES = 2000
# A stranger's pages may unpack to this much, a single stream to a quarter of it: a real page holds under 1 MB.
_UNPACKED = 256 * 1024 * 1024


@contextmanager
def bounded() -> Iterator[None]:
    """While it lasts, no single stream unpacks to more than a real one does."""
    from pypdf import apply_configuration

    with apply_configuration(zlib_maximum_output_length=_UNPACKED // 4):
        yield


def weighed(pdf: Path, spot: Spot | None = None) -> PdfReader:
    """`pdf` as pypdf reads it; `spot` says where it is asked for. To be called, and its result used, while `bounded`.

    Raises CheckError when it is damaged, encrypted, or too large to be what it should be.
    """
    size = pdf.stat().st_size
    if size > _LARGEST:
        raise _too_large(pdf, spot, f"{size // 1024**2} MiB, the limit is {_LARGEST // 1024**2}")
    reader = open_reader(pdf, spot)
    if len(reader.pages) > _MOST_PAGES:
        raise _too_large(pdf, spot, f"{len(reader.pages)} pages, the limit is {_MOST_PAGES}")
    _unpack(pdf, spot, reader)
    return reader


def _unpack(pdf: Path, spot: Spot | None, reader: PdfReader) -> None:
    """Refuse pages that unpack to more than a viewer can take; pypdf limits each single stream."""
    from pypdf.errors import LimitReachedError
    from pypdf.filters import decode_stream_data
    from pypdf.generic import StreamObject

    total = 0
    try:
        for page in reader.pages:
            contents = entry(page, "/Contents")
            for stream in items(contents) or (contents,):
                if isinstance(stream, StreamObject):  # get_data() would keep what it unpacks
                    total += len(decode_stream_data(stream) if "/Filter" in stream else stream.get_data())
                if total > _UNPACKED:
                    raise LimitReachedError("all pages")
    except LimitReachedError as fault:
        raise _too_large(pdf, spot, f"its pages unpack to more than {_UNPACKED // 1024**2} MiB") from fault


def _too_large(pdf: Path, spot: Spot | None, size: str) -> CheckError:
    return CheckError(Problem(f"{pdf} is too large: {size}", spot, "print it to a smaller PDF", "too-large"))
