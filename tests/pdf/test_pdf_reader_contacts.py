"""Name, e-mails, telephone numbers and links, by their form alone."""

from __future__ import annotations

import pytest
from reader_samples import row, rows

from cvpress.pdf.reader import contacts


def test_the_name_is_the_largest_text() -> None:
    assert (
        contacts.name((row("Analyst of engines"), row("Ada Lovelace", 1, 20), row("London", 2, 12))) == "Ada Lovelace"
    )


def test_a_name_of_one_word_goes_on_in_the_same_size() -> None:
    assert contacts.name((row("Ada", 0, 20), row("Lovelace", 1, 20), row("London", 2))) == "Ada Lovelace"


def test_a_name_has_neither_digit_nor_at() -> None:
    assert contacts.name((row("2026", 0, 30), row("ada@example.org", 1, 25), row("Ada Lovelace", 2))) == "Ada Lovelace"
    assert contacts.name(()) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ada@example.org • x", ("ada@example.org",)),
        ("Email: a.b+c@cs.example.ac.uk", ("a.b+c@cs.example.ac.uk",)),
        ("ada@example.org | b@example.org", ("ada@example.org", "b@example.org")),
        ("ada@|example.org", ()),
        ("ada at example.org", ()),
    ],
)
def test_an_email_stands_whole_in_its_cell(text: str, expected: tuple[str, ...]) -> None:
    assert contacts.emails(rows(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("+1 (412) 555-0142 • x", ("+1 (412) 555-0142",)),
        ("Phone: 412.555.0142", ("412.555.0142",)),
        ("+49 30 1234567", ("+49 30 1234567",)),
        ("ORCID: 0000-0002-1825-0097", ()),
        ("Pittsburgh, PA 15213", ()),
        ("2014-2016", ()),
        ("+1 412|555 0142", ()),
    ],
)
def test_a_telephone_number_has_nine_to_fifteen_digits(text: str, expected: tuple[str, ...]) -> None:
    assert contacts.phones(rows(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ada.example.com", ("ada.example.com",)),
        ("https://example.org/~ada/.", ("https://example.org/~ada/",)),
        ("github.com/ada | orcid.org/0000-0002", ("github.com/ada", "orcid.org/0000-0002")),
        ("GitHub: ada", ()),
        ("ada.b@example.org", ()),
        ("B.Sc. and Ph.D.", ()),
    ],
)
def test_a_link_is_an_address_that_is_written_out(text: str, expected: tuple[str, ...]) -> None:
    assert contacts.links(rows(text)) == expected
