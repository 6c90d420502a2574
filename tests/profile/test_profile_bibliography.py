"""Bytes of a source: encodings, line ends, control characters, sizes."""

from __future__ import annotations

from pathlib import Path

import pytest
from bib_samples import said

from cvpress.errors import ProfileError
from cvpress.profile import bibliography
from cvpress.profile.sourced import Source

TEXT = "% é\n@misc{k,\n  title = {Čas a müßig},\n  author = {É. Zola}}\n"


def read(raw: bytes) -> Source:
    return bibliography.parse(raw, Path("a.bib"))


@pytest.mark.parametrize(
    "raw",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
    ],
)
def test_utf8_is_read_with_any_line_ends(raw: bytes) -> None:
    made = read(raw)
    assert said(made.rows[0]) == {"type": "other", "title": "Čas a müßig", "authors": ["É. Zola"]}
    assert made.faults == ()
    assert made.rows[0].line == 2


def test_latin_1_is_read_with_a_warning_at_its_first_line() -> None:
    made = read("@misc{k,\n  title = {a müßig “x” – €}}\n".encode("cp1252"))
    assert said(made.rows[0])["title"] == "a müßig “x” – €"
    (fault,) = made.faults
    assert (fault.rule, fault.line, fault.column, fault.message) == ("latin-1", 2, 15, "the byte 0xfc is not UTF-8")
    assert "iconv -f WINDOWS-1252 -t UTF-8" in fault.advice


def test_control_characters_are_told_and_left_out() -> None:
    made = read(b"@misc{k,\n title = {a\x07b}}")
    assert said(made.rows[0])["title"] == "ab"
    assert [(fault.rule, fault.line, fault.column) for fault in made.faults] == [("control-character", 2, 12)]


def test_faults_stand_in_the_order_of_the_file() -> None:
    made = read(b"@misc{a, url={x}}\n@misc{b, title={y\n@misc{c, url={\xfc}}\n")
    assert [fault.line for fault in made.faults] == [1, 2, 3, 3]


def test_a_library_is_no_source() -> None:
    with pytest.raises(ProfileError, match=r"a.bib holds 25000 entries, more than 10000"):
        read(b"@misc{k, title={x}}\n" * 25_000)
