"""The photo of a profile, looked at before TeX is. In: the profile and its folder; out: the picture's path, or problems.

Only the header is read: a small PNG can unfold to a gigabyte, so the size stated there decides. (PNG: ISO 15948, 11.2.2;
JPEG: ITU-T T.81, B.2.2.)
"""

from __future__ import annotations

from pathlib import Path

from cvpress.errors import Problem, ProfileError, Spot
from cvpress.profile.model import Profile

MAX_PIXELS = 40_000_000
_PNG = b"\x89PNG\r\n\x1a\n"
# Start-of-frame markers of JPEG; C4, C8 and CC are other segments.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def photo_file(profile: Profile, folder: Path) -> Path | None:
    """The checked photo, None when the profile names none. Raises ProfileError at the YAML line."""
    named = profile.photo.file if profile.photo else None
    if named is None:
        return None
    path = (folder / named.plain).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise _error(
            f"the photo '{named.plain}' lies outside the profile's folder", named.spot, "copy it beside profile.yaml"
        )
    try:
        head = path.read_bytes()
    except OSError as error:
        raise _error(
            f"the photo '{named.plain}' cannot be read: {error.strerror}", named.spot, "check the name"
        ) from None
    size = _png_size(head) if head.startswith(_PNG) else _jpeg_size(head)
    if size is None:
        raise _error(f"'{named.plain}' is not a PNG or JPEG image", named.spot, "export the photo as PNG or JPEG")
    if path.suffix.lower() not in ((".png",) if head.startswith(_PNG) else (".jpg", ".jpeg")):
        raise _error(f"'{named.plain}' has the wrong ending for what it is", named.spot, "PNG is .png, JPEG is .jpg")
    if not 0 < size[0] * size[1] <= MAX_PIXELS:
        raise _error(
            f"the photo has {size[0]} x {size[1]} pixels",
            named.spot,
            f"scale it to at most {MAX_PIXELS // 1_000_000} megapixels",
        )
    return path


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
        if marker in _FRAMES:
            return int.from_bytes(head[at + 7 : at + 9], "big"), int.from_bytes(head[at + 5 : at + 7], "big")
        if length < 2:
            return None
        at += 2 + length
    return None
