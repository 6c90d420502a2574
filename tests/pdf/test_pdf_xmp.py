"""XMP: the packet is XML that says what it was given."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree

from cvpress.pdf.xmp import packet

MOMENT = datetime(2024, 5, 1, 12, 30, 45, tzinfo=UTC)
DC = "{http://purl.org/dc/elements/1.1/}"
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
STATED = {"/Title": "", "/Author": "", "/Subject": "", "/Keywords": "", "/Creator": "", "/Producer": ""}


def parsed(**stated: str) -> ElementTree.Element:
    entries = STATED | {f"/{key}": value for key, value in stated.items()}
    return ElementTree.fromstring(packet(entries, "en-GB", MOMENT).decode())


def test_every_character_survives_or_is_left_out() -> None:
    root = parsed(Title="<A & B> \u0141\U0001f525\x00\x0b", Author="]]> \u201cQ\u201d")
    assert root.findtext(f".//{DC}title/{RDF}Alt/{RDF}li") == "<A & B> \u0141\U0001f525"
    assert root.findtext(f".//{DC}creator/{RDF}Seq/{RDF}li") == "]]> \u201cQ\u201d"


def test_dates_are_in_utc_and_languages_stated() -> None:
    root = parsed(Title="t")
    assert root.findtext(".//{http://ns.adobe.com/xap/1.0/}CreateDate") == "2024-05-01T12:30:45Z"
    assert root.findtext(f".//{DC}language/{RDF}Bag/{RDF}li") == "en-GB"


def test_empty_entries_are_left_out() -> None:
    assert parsed(Title="t").find(f".//{DC}creator") is None
