"""What attached files say is read by their form, and compared with pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.pdf.said import Known, contacts, stated, words

YAML = """\
schema: 1
name: {given: Ada}
contact:
  phone: +44 20 7946 0958
sections:
  talks:
    kind: talk
    entries:
    - title: Notes
      kind: talk
documents:
  cv:
    template: ruled
    options: {accent: burgundy}
# a comment
motto: Measure
"""


def said(name: str, content: str, mime: str = "application/octet-stream") -> str:
    return "\n".join(stated(name, mime, content.encode()))


def test_keys_and_what_tells_the_form_are_no_statements() -> None:
    assert words(said("profile.yaml", YAML)) == ("given", "ada", "notes", "measure")
    record = '{"$schema": "x yz", "basics": {"name": "Ada", "kind": "skill"}, "list": ["one", 2]}'
    assert words(said("a.json", record)) == ("ada", "one")
    tagged = "<a b='no'><dc:title>Yes</dc:title><xmp:CreatorTool>Tool</xmp:CreatorTool>&amp;</a>"
    assert words(said("a.xml", tagged)) == ("yes",)


def test_a_broken_file_is_read_as_it_stands() -> None:
    assert words(said("a.json", '{"name": "Ada", ')) == ("name", "ada")


def test_pictures_are_not_read() -> None:
    assert list(stated("photo.jpg", "image/jpeg", b"ada@home.example")) == []
    assert said("notes", "Ada", "text/plain") == "Ada"


def test_contacts_are_told_from_dates_and_numbers() -> None:
    text = "Call +44 (0)20 7946-0958 or (412) 555-0100, 2019-09-01, 2019-2020, 12-14; a@b.org; https://c.org/d."
    assert contacts(text) == ("https://c.org/d", "a@b.org", "+44 (0)20 7946-0958", "(412) 555-0100")


KNOWN = Known.of(["Ada Love\ufffelace\r\nTel. 020 7946 0958"], ["mailto:ada@a.org", "https://a.org/x/"])


@pytest.mark.parametrize("one", ["020-7946-0958", "ada@A.org", "http://www.a.org/x", "https://a.org"])
def test_what_is_printed_or_linked_is_known(one: str) -> None:
    assert KNOWN.has_contact(one)


@pytest.mark.parametrize("one", ["020 7946 0959", "bob@a.org", "https://b.org"])
def test_what_is_not_printed_is_not_known(one: str) -> None:
    assert not KNOWN.has_contact(one)


def test_a_word_that_a_line_parts_is_known() -> None:
    assert KNOWN.has_word("lovelace")
    assert not KNOWN.has_word("babbage")
    assert KNOWN.besides("Charles Babbage").has_word("babbage")


@given(st.text())
def test_any_text_says_nothing_more_than_itself(text: str) -> None:
    known = Known.of([text], [])
    assert [word for word in words(text) if not known.has_word(word)] == []
