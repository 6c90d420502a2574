"""Names in a .bib file."""

from __future__ import annotations

import pytest

from cvpress.profile.bibnames import OTHERS, Named, names
from cvpress.profile.values import NameParts


@pytest.mark.parametrize(
    ("latex", "plain", "parts"),
    [
        ("Tong Zhao", "Tong Zhao", ("Tong", "", "Zhao", "")),
        ("Zhao, Tong", "Tong Zhao", ("Tong", "", "Zhao", "")),
        ("Ludwig van der Berg", "Ludwig van der Berg", ("Ludwig", "van der", "Berg", "")),
        ("van der Berg, Ludwig", "Ludwig van der Berg", ("Ludwig", "van der", "Berg", "")),
        (
            "de la Vall{\\'e}e Poussin, Charles",
            "Charles de la Vallée Poussin",
            ("Charles", "de la", "Vallée Poussin", ""),
        ),
        ("King, Jr., Martin Luther", "Martin Luther King, Jr.", ("Martin Luther", "", "King", "Jr.")),
        ("Ford, III, Henry", "Henry Ford III", ("Henry", "", "Ford", "III")),
        ("{World Health and Peace Organization}", "World Health and Peace Organization", None),
        ("{van Gogh}, Vincent", "Vincent van Gogh", ("Vincent", "", "van Gogh", "")),
        ("{\\'E}mile Zola", "Émile Zola", ("Émile", "", "Zola", "")),
        ("Jos{\\'e} Mu{\\~n}oz", "José Muñoz", ("José", "", "Muñoz", "")),
        ("Mu\\~noz, Ana~B.", "Ana B. Muñoz", ("Ana B.", "", "Muñoz", "")),
        ("J.~R. Smith", "J. R. Smith", ("J. R.", "", "Smith", "")),
        ("赵彤", "赵彤", ("", "", "赵彤", "")),
        ("赵, 彤", "赵彤", ("彤", "", "赵", "")),
        ("Aristotle", "Aristotle", ("", "", "Aristotle", "")),
        ("family=Berg, given=Jan, prefix=van", "Jan van Berg", ("Jan", "van", "Berg", "")),
    ],
)
def test_a_name_falls_into_its_parts(latex: str, plain: str, parts: tuple[str, str, str, str] | None) -> None:
    assert names(latex) == (Named(plain, NameParts(*(parts or ("", "", plain, "")))),)


def test_names_are_parted_by_and_outside_of_braces() -> None:
    found = names("Ann Lee and\n {Barnes and Noble} AND  Anderson Andrews and others")
    assert [one.plain for one in found] == ["Ann Lee", "Barnes and Noble", "Anderson Andrews", OTHERS]
    assert found[-1].parts is None


def test_empty_names_are_none() -> None:
    assert [one.plain for one in names(" and Ann Lee and , and ")] == ["Ann Lee"]
