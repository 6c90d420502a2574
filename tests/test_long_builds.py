"""A document of more pages than TeX keeps unasked: pages stay in memory until the last one is known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from workshop import with_tex

ENTRIES = 5600
HEAD = "schema: 1\nname: {given: Ada, family: Lovelace}\nsections:\n  work:\n    kind: item\n    entries:\n"


@pytest.mark.latex
def test_a_list_of_more_than_a_hundred_pages_is_printed_whole(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    lines = "".join(f"      - Item number {at} of a long list\n" for at in range(ENTRIES))
    shop.profile(text=f"{HEAD}{lines}documents: {{cv: {{template: ruled}}}}\n")
    done = shop.run("pdf")
    assert done.code == 0, done.err
    found = re.search(r"\(ruled, (\d+) pages", done.out)
    assert found
    assert int(found[1]) > 100
