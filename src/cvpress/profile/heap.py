"""Garbage collection while a profile is read. In: whether it is wanted; out: a context in which it is so.

A profile is a tree, of which nothing is garbage while it grows: of 3,000 publications Python would look through all
again and again, for half of the time. The libraries that take LaTeX apart do leave cycles behind.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collecting(wanted: bool) -> Iterator[None]:
    """With garbage collection, or without; afterwards as it was."""
    before = gc.isenabled()
    _switch(wanted)
    try:
        yield
    finally:
        _switch(before)


def _switch(on: bool) -> None:
    if on:
        gc.enable()
    else:
        gc.disable()
