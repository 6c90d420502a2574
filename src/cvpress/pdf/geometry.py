"""Boxes and matrices of a page, in points (ISO 32000-1, 8.3), and its colours, of red, green and blue up to 255."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

Matrix = tuple[float, float, float, float, float, float]
Colour = tuple[int, int, int]


class Box(NamedTuple):
    """Of a piece of the page, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, other: Box) -> bool:
        """Whether `other` lies within it, but for half a point."""
        return (
            self.left <= other.left + 0.5
            and self.bottom <= other.bottom + 0.5
            and self.right >= other.right - 0.5
            and self.top >= other.top - 0.5
        )

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.bottom < other.top and other.bottom < self.top
        )


def times(own: Matrix, outer: Matrix | None) -> Matrix:
    """First `own`, then `outer`."""
    if outer is None:
        return own
    a, b, c, d, e, f = own
    p, q, r, s, t, u = outer
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def around(corners: Iterable[tuple[float, float]], matrix: Matrix | None) -> Box:
    """The box around points, of the space that `matrix` leads out of."""
    if matrix is not None:
        a, b, c, d, e, f = matrix
        corners = [(a * x + c * y + e, b * x + d * y + f) for x, y in corners]
    across, up = zip(*corners, strict=True)
    return Box(min(across), min(up), max(across), max(up))


@cache
def contrast(one: Colour, other: Colour) -> float:
    """From 1 to 21, as WCAG 2.1 defines it."""
    first, second = sorted((_luminance(one), _luminance(other)))
    return (second + 0.05) / (first + 0.05)


def _luminance(colour: Colour) -> float:
    linear = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
