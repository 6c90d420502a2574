"""The segments of a JPEG file. In: its bytes; out: the same picture without what it says of camera, place and time.

TeX embeds a JPEG as it is, so a photo of a telephone would tell everybody where it was taken. Kept are the segments
that decide over the picture: JFIF, Adobe's colour transform and the colour profile (ITU-T T.81, B.1.1; ICC.1, B.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_START = b"\xff\xd8"
_SCAN, _END = 0xDA, 0xD9
_APPLICATION = frozenset(range(0xE0, 0xF0))
_COMMENT = 0xFE
_KEPT = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
# In the data of a scan FF is followed by 00 or by one of eight restart marks.
_MARK = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_ORIENTATION = 0x0112


def without_metadata(raw: bytes) -> bytes:
    """`raw` without Exif, XMP, IPTC, comments, thumbnails, and whatever is hidden behind its end; no JPEG: as it is."""
    if not raw.startswith(_START):
        return raw
    kept = [raw[start:end] for marker, start, end in _segments(raw) if _decides(marker, raw[start + 4 : end])]
    return b"".join((_START, *kept))


def turned(raw: bytes) -> bool:
    """Whether Exif says that the picture is to be turned or mirrored before it is shown, which TeX does not do."""
    for marker, start, end in _segments(raw) if raw.startswith(_START) else ():
        body = raw[start + 4 : end]
        if marker == 0xE1 and body.startswith(b"Exif\0\0"):
            return _orientation(body[6:]) not in (0, 1)
    return False


def _decides(marker: int, body: bytes) -> bool:
    if marker in _APPLICATION:
        return marker in _KEPT and body.startswith(_KEPT[marker])
    return marker != _COMMENT


def _segments(raw: bytes) -> Iterator[tuple[int, int, int]]:
    """Marker, begin and end of each segment; a scan's reaches to the end of its data, a broken one to that of `raw`."""
    at = len(_START)
    while at + 4 <= len(raw) and raw[at] == 0xFF:
        marker = raw[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if marker == _END:
            break
        end = at + 2 + int.from_bytes(raw[at + 2 : at + 4], "big")
        if marker == _SCAN:
            found = _MARK.search(raw, end)
            end = found.start() if found else len(raw)
        yield marker, at, end
        at = end
    if raw[at : at + 2] == bytes((0xFF, _END)):
        yield _END, at, at + 2
    elif at < len(raw):
        yield 0, at, len(raw)


def _orientation(tiff: bytes) -> int:
    """The tag of the first directory (TIFF 6.0, section 2), 0 where there is none."""
    if tiff[:2] not in (b"II", b"MM"):
        return 0

    def number(at: int, size: int) -> int:
        return int.from_bytes(tiff[at : at + size], "little" if tiff.startswith(b"II") else "big")

    start = number(4, 4)
    for at in range(start + 2, start + 2 + 12 * min(number(start, 2), 200), 12):
        if number(at, 2) == _ORIENTATION:
            return number(at + 8, 2)
    return 0
