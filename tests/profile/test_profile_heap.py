"""Garbage collection is as it was afterwards, whatever happened."""

from __future__ import annotations

import gc

import pytest

from cvpress.profile.heap import collecting


def test_it_is_switched_and_switched_back() -> None:
    assert gc.isenabled()
    with collecting(False):
        assert not gc.isenabled()
        with collecting(True):
            assert gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_an_error_inside_changes_nothing_of_that() -> None:
    with pytest.raises(ValueError, match="x"), collecting(False):
        raise ValueError("x")
    assert gc.isenabled()
