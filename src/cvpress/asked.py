"""Words of a command line and an environment that mean numbers. In: texts; out: numbers, or what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cvpress.errors import Problem, ProfileError

_LAST_EPOCH = 253402300799  # 9999-12-31, the last day that a PDF's date can name


def epoch(environment: Mapping[str, str]) -> int | None:
    """SOURCE_DATE_EPOCH, None where it is not set. Raises ProfileError for one that can't be."""
    given = environment.get("SOURCE_DATE_EPOCH")
    if given is not None and not (given.isascii() and given.isdecimal() and int(given) <= _LAST_EPOCH):
        advice = "give seconds since 1970, or unset it"
        raise ProfileError(Problem(f"SOURCE_DATE_EPOCH is '{given}'", advice=advice, rule="bad-epoch"))
    return int(given) if given is not None else None


def seconds(timeout: str) -> float:
    """A time-out. Raises ProfileError for one that can't be."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]+)?", timeout) or not float(timeout):
        advice = "give a number of seconds, such as 120"
        raise ProfileError(Problem(f"the time-out is '{timeout}'", advice=advice, rule="bad-timeout"))
    return float(timeout)
