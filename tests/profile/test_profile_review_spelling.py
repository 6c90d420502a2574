"""Words that are probably misspelt, and words that are left alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from review_samples import found, listed

from cvpress.profile.review import spelling

FOLDER = Path(spelling.__file__).parent


def wrong(text: str, language: str = "en-US") -> list[str]:
    """What is told of one text."""
    return [line.partition("typo: ")[2] for line in found(listed("item", json.dumps(text), language=language))]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a paper has been accpeted", "'accpeted' is probably 'accepted'"),  # swapped
        ("Submmitted", "'Submmitted' is probably 'Submitted'"),  # one too many
        ("**Univeristy** of Utopia", "'Univeristy' is probably 'University'"),
        ("a *confrence*", "'confrence' is probably 'conference'"),  # one missing
        ("the comittee's work", "'comittee' is probably 'committee'"),
        ("seperate", "'seperate' is probably 'separate'"),  # a wrong letter, by the list
        ("Publicitiy Co-Chair", "'Publicitiy' is probably 'Publicity'"),
        ("peer-reveiwed", "'reveiwed' is probably 'reviewed'"),
        ("[the publicaton](https://example.org)", "'publicaton' is probably 'publication'"),
    ],
)
def test_a_misspelt_word_is_told_as_it_is_written(text: str, told: str) -> None:
    assert wrong(text) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "accepted, acceptance, accepting, acceptor",
        "`accpeted`",  # code
        "see https://accpeted.org/accpeted and accpeted@example.org, accpeted.py, my_accpeted",
        "<https://example.org/accpeted>",
        "$accpeted$",
        "ACCPETED AccPeted accpeted2",  # acronyms and names of software
        "patients, through, competed, neutral, stimulation, Minster",  # one slip from a word, and words themselves
        "modelling, modeling, honourable, honorable, programme, enrolment",  # both sides of the sea
        "Mellon Bayer Kolmogorov Zhejiang Rajbhandari Aminabadi",
        "Entwicklung von Algorithmen für das Departement",
    ],
)
def test_what_is_no_misspelling_is_left_alone(text: str) -> None:
    assert wrong(text) == []


def test_a_document_in_another_language_is_not_looked_at() -> None:
    assert wrong("accpeted", "en-GB") == ["'accpeted' is probably 'accepted'"]
    assert wrong("accpeted", "de") == []


def test_names_and_verbatim_fields_are_left_alone() -> None:
    assert (
        found(listed("reference", "{name: Accpeted Univeristy, phone: univeristy, email: univeristy@example.org}"))
        == []
    )


def test_a_word_is_told_once_with_the_lines_of_the_others() -> None:
    items = [f"{at} accpeted" for at in "abcdef"]
    assert found(listed("item", *items)) == [
        "7:9 typo: 'accpeted' is probably 'accepted' (also line 8, line 9, line 10 and 2 more)"
    ]


def test_the_letter_of_a_document_is_read_too() -> None:
    letter = "{recipient: R, opening: Dear, body: I was accpeted., closing: Yours}"
    text = listed("item", "A").replace("{template: ruled, language: en-US}", f"{{template: ruled, letter: {letter}}}")
    assert [line.partition(" ")[2] for line in found(text)] == ["typo: 'accpeted' is probably 'accepted'"]


def test_no_word_that_is_right_is_told_as_wrong() -> None:
    right = re.sub(r"#.*", "", (FOLDER / "words.txt").read_text() + (FOLDER / "neighbors.txt").read_text()).split()
    assert [word for word in right if spelling.meant(word)] == []


def test_the_lists_are_clean() -> None:
    pairs = [line.split(" ", 1) for line in (FOLDER / "misspelt.txt").read_text().splitlines() if line[0] != "#"]
    assert [wrong for wrong, _ in pairs] == sorted({wrong for wrong, _ in pairs})
    assert [wrong for wrong, right in pairs if wrong == right or not wrong.isalpha()] == []
    assert [wrong for wrong, right in pairs if spelling.meant(right.lower())] == []
    known = re.sub(r"#.*", "", (FOLDER / "words.txt").read_text()).split()
    assert [wrong for wrong, _ in pairs if wrong in known] == []
