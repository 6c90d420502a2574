"""Numbers of a command line and an environment, or what is wrong with them."""

from __future__ import annotations

import pytest

from cvpress import asked
from cvpress.errors import ProfileError


@pytest.mark.parametrize(("given", "means"), [("0", 0), ("1700000000", 1_700_000_000), ("253402300799", 253402300799)])
def test_a_date_is_seconds_since_1970(given: str, means: int) -> None:
    assert asked.epoch({"SOURCE_DATE_EPOCH": given}) == means


def test_no_date_is_none() -> None:
    assert asked.epoch({}) is None


@pytest.mark.parametrize("given", ["", "-1", "1.5", "soon", "٣", "253402300800"])
def test_what_is_no_date_is_refused(given: str) -> None:
    with pytest.raises(ProfileError, match="SOURCE_DATE_EPOCH is '"):
        asked.epoch({"SOURCE_DATE_EPOCH": given})


@pytest.mark.parametrize(("given", "means"), [("120", 120.0), ("0.5", 0.5), ("999999", 999999.0)])
def test_a_time_out_is_seconds(given: str, means: float) -> None:
    assert asked.seconds(given) == means


@pytest.mark.parametrize("given", ["", "0", "0.0", "-1", "1e3", "soon", "1000000", "inf"])
def test_what_is_no_time_out_is_refused(given: str) -> None:
    with pytest.raises(ProfileError, match="the time-out is '"):
        asked.seconds(given)
