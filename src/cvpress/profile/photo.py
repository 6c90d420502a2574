"""The pictures of a profile, looked at before TeX is: photo and signature. In: what names one and the folder; out: its
path.

Only the header is read: a small PNG can unfold to a gigabyte, so the size stated there decides.
PNG: ISO 15948, 11.2.2; JPEG: ITU-T T.81, B.1.1 and B.2.2.
"""

from __future__ import annotations

from pathlib import Path

from cvpress.errors import Problem, ProfileError, Spot
from cvpress.profile.beside import beside
from cvpress.profile.jpeg import turned
from cvpress.profile.model import Profile
from cvpress.profile.values import FileName

MAX_PIXELS = 40_000_000
MAX_SIDE = 20_000
MAX_BYTES = 20_000_000
_PNG = b"\x89PNG\r\n\x1a\n"
_ENDINGS = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg")}
# Start-of-frame markers of JPEG; C4, C8 and CC are other segments.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def photo_file(profile: Profile, folder: Path) -> Path | None:
    """The checked photo, None when the profile names none. Raises ProfileError at the YAML line."""
    return picture(profile.photo.file if profile.photo else None, folder, "photo")


def picture(named: FileName | None, folder: Path, noun: str) -> Path | None:
    """The checked picture that `named` names, None for none; `noun` is what messages call it."""
    if named is None:
        return None
    name, spot = f"the {noun} '{named.plain}'", named.spot
    path = beside(folder, named.plain, name, spot, form="a PNG or JPEG file", rule="bad-photo")
    head = _content(path, name, spot)
    kind = "PNG" if head.startswith(_PNG) else "JPEG"
    size = _png_size(head) if kind == "PNG" else _jpeg_size(head)
    if size is None:
        raise _error(f"{name} is not a PNG or JPEG image", spot, "export it as PNG or JPEG; a new ending is not enough")
    if path.suffix.lower() not in _ENDINGS[kind]:
        raise _error(f"{name} is a {kind} image by another ending", spot, f"rename it to end in {_ENDINGS[kind][0]}")
    if not 0 < size[0] * size[1] <= MAX_PIXELS or max(size) > MAX_SIDE:
        most = f"at most {MAX_PIXELS // 1_000_000} megapixels, {MAX_SIDE} a side"
        raise _error(f"{name} says it has {size[0]} x {size[1]} pixels", spot, f"scale it to {most}")
    if turned(head):
        advice = "open it in an image editor and save it upright"
        raise _error(f"{name} lies on its side, and only a note in it tells programs to turn it", spot, advice)
    return path


def _content(path: Path, shown: str, spot: Spot | None) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise _error(f"{shown} is larger than {MAX_BYTES // 1_000_000} MB", spot, "scale it down")
        return path.read_bytes()
    except OSError as error:
        raise _error(f"{shown} cannot be read: {error.strerror}", spot, "check its permissions") from None


def _error(message: str, spot: Spot | None, advice: str) -> ProfileError:
    return ProfileError(Problem(message, spot, advice, "bad-photo"))


def _png_size(head: bytes) -> tuple[int, int] | None:
    if len(head) < 33 or head[12:16] != b"IHDR":
        return None
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def _jpeg_size(head: bytes) -> tuple[int, int] | None:
    if not head.startswith(b"\xff\xd8"):
        return None
    at = 2
    while at + 9 <= len(head) and head[at] == 0xFF:
        marker, length = head[at + 1], int.from_bytes(head[at + 2 : at + 4], "big")
        if marker == 0xFF:  # a fill byte; any number of them may stand before a marker
            at += 1
            continue
        if marker in _FRAMES:
            return int.from_bytes(head[at + 7 : at + 9], "big"), int.from_bytes(head[at + 5 : at + 7], "big")
        if length < 2:
            return None
        at += 2 + length
    return None
