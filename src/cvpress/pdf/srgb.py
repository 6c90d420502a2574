"""The sRGB colour profile, made from its own definition. In: nothing; out: an ICC profile of version 2 (ICC.1:2001-04).

PDF/A wants to be told what the device colours of a page mean. A profile file would be somebody's work under somebody's
licence; the numbers are public: the primaries and the white of IEC 61966-2-1, adapted to D50 by Bradford's matrix.
"""

from __future__ import annotations

import struct
from functools import cache

_D50 = (0.9642, 1.0, 0.8249)
_PRIMARIES = {
    b"rXYZ": (0.4360747, 0.2225045, 0.0139322),
    b"gXYZ": (0.3850649, 0.7168786, 0.0971045),
    b"bXYZ": (0.1430804, 0.0606169, 0.7141733),
}
_NAME = "sRGB IEC61966-2.1"
_STEPS = 1024
"""Points of the tone curve: with fewer, black and the darkest greys come out a step too light."""


@cache
def srgb() -> bytes:
    """The profile, about 2.6 kB; the same bytes always."""
    curve = b"curv" + bytes(4) + struct.pack(f">I{_STEPS}H", _STEPS, *map(_tone, range(_STEPS)))
    tags = {
        b"desc": _description(_NAME),
        b"cprt": b"text" + bytes(4) + b"No copyright, use freely\0",
        b"wtpt": _xyz(_D50),
        **{tag: _xyz(primary) for tag, primary in _PRIMARIES.items()},
        **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve),
    }
    offsets: dict[bytes, int] = {}
    table, body = b"", b""
    start = 128 + 4 + 12 * len(tags)
    for tag, content in tags.items():
        if content not in offsets:  # the three curves are one
            offsets[content] = start + len(body)
            body += content + bytes(-len(content) % 4)
        table += struct.pack(">4sII", tag, offsets[content], len(content))
    return _header(start + len(body)) + struct.pack(">I", len(tags)) + table + body


def _tone(step: int) -> int:
    """The light of an sRGB value, both in shares of 65535 and of `_STEPS`."""
    value = step / (_STEPS - 1)
    light = value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
    return round(light * 65535)


def _fixed(value: float) -> int:
    """An s15Fixed16Number."""
    return round(value * 65536)


def _xyz(values: tuple[float, float, float]) -> bytes:
    return b"XYZ " + bytes(4) + struct.pack(">3i", *map(_fixed, values))


def _description(name: str) -> bytes:
    text = name.encode("ascii") + b"\0"
    return b"desc" + bytes(4) + struct.pack(">I", len(text)) + text + bytes(4 + 4 + 2 + 1 + 67)


def _header(size: int) -> bytes:
    date = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    white = struct.pack(">3i", *map(_fixed, _D50))
    return (
        struct.pack(">I4sI", size, b"\0\0\0\0", 0x02100000)
        + b"mntrRGB XYZ "
        + date
        + b"acsp"
        + bytes(4 + 4 + 4 + 4 + 8 + 4)  # platform, flags, manufacturer, model, attributes, perceptual intent
        + white
        + bytes(4 + 44)
    )
