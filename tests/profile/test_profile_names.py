"""The parts of a name, in every form a bibliography or a person writes it."""

from __future__ import annotations

import pytest

from cvpress.profile.names import parts, split
from cvpress.profile.values import NameParts, Person


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Tong Zhao", NameParts("Tong", "", "Zhao")),
        ("Zhao, Tong", NameParts("Tong", "", "Zhao")),
        ("T. Zhao", NameParts("T.", "", "Zhao")),
        ("Ludwig van der Berg", NameParts("Ludwig", "van der", "Berg")),
        ("van der Berg, Ludwig", NameParts("Ludwig", "van der", "Berg")),
        ("de la Cruz, Maria", NameParts("Maria", "de la", "Cruz")),
        ("Zhao, Jr., Tong", NameParts("Tong", "", "Zhao", "Jr.")),
        ("Tong Zhao Jr.", NameParts("Tong", "", "Zhao", "Jr.")),
        ("Tong Zhao, Jr.", NameParts("Tong", "", "Zhao", "Jr.")),
        ("赵彤", NameParts("", "", "赵彤")),
        ("Plato", NameParts("", "", "Plato")),
        ("Mary Ann Evans", NameParts("Mary Ann", "", "Evans")),
    ],
)
def test_a_name_falls_into_the_parts_that_bibtex_would_see(name: str, expected: NameParts) -> None:
    assert parts(name) == expected


def test_parts_that_the_source_gave_win() -> None:
    known = NameParts("", "", "ATLAS Collaboration")
    assert split(Person("ATLAS Collaboration", parts=known)) == known
