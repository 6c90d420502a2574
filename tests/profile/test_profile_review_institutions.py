"""One institution in two spellings, and two institutions of similar names."""

from __future__ import annotations

import pytest
from review_samples import found, listed


def studied(*names: str) -> str:
    entries = [f'{{degree: D{at}, institution: "{name}", date: {2000 + at}}}' for at, name in enumerate(names)]
    return listed("education", *entries)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("University of Utopia", "Univ. of Utopia"),
        ("Utopia Institute of Technology", "Utopia Inst. of Tech."),
        ("The Ohio State University", "Ohio State University"),
        ("University of Colorado Boulder", "University of Colorado at Boulder"),
        ("University of California, Berkeley", "University of California at Berkeley"),
        ("ETH Zürich", "ETH Zurich"),
        ("Carnegie Mellon University", "Carnegie Melon University"),
        ("Carnegie Mellon University", "Carngeie Mellon University"),
        ("Academy of Sciences", "Academy of Science"),
        ("Robotics Institute, Carnegie Mellon University", "Carnegie Melon University"),
        ("Department of Physics & Astronomy", "Department of Physics and Astronomy"),
    ],
)
def test_two_spellings_are_told(one: str, other: str) -> None:
    (told,) = found(studied(one, other))
    assert told.startswith("8:")
    assert " institution-spelling: " in told
    assert told.endswith("in line 7")


def test_the_rarer_spelling_is_told_whatever_stands_first() -> None:
    assert found(studied("Univ. of Utopia", "University of Utopia", "University of Utopia")) == [
        "7:35 institution-spelling: 'Univ. of Utopia' is written 'University of Utopia' in line 8"
    ]


@pytest.mark.parametrize(
    "names",
    [
        ("Hunan University", "Henan University"),
        ("Hubei University", "Hebei University"),
        ("Shanxi University", "Shaanxi University"),
        ("University of Washington", "Washington University"),
        ("Université Paris 6", "Université Paris 7"),
        ("MIT", "Massachusetts Institute of Technology"),
        ("Microsoft", "Microsoft Research", "Microsoft Research Asia"),
        ("University of California, Berkeley", "University of California, Merced"),
        ("Boston University", "Bolton University"),
        ("Inria", "Inrai"),  # a single word
        ("University of Utopia", "University of Utopia"),
        ("University of Essex", "University of Sussex"),
    ],
)
def test_other_institutions_are_not_told(names: tuple[str, ...]) -> None:
    assert found(studied(*names)) == []


def test_only_fields_that_name_institutions_are_compared() -> None:
    awards = ("{title: Carnegie Mellon Award}", "{title: Carnegie Melon Award}")
    assert found(listed("award", *awards)) == []
    given = ("{title: A, awarder: Carnegie Mellon Fund}", "{title: B, awarder: Carnegie Melon Fund}")
    assert [line.split()[1] for line in found(listed("award", *given))] == ["institution-spelling:"]
