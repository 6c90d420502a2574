"""Entries of a .bib file: values put together, places, and entries that are broken."""

from __future__ import annotations

import pytest

from cvpress.profile import bibtex
from cvpress.profile.bibtex import RawEntry


def read(text: str) -> dict[str, RawEntry]:
    return {entry.key: entry for entry in bibtex.read(text)[0]}


def told(text: str) -> list[tuple[int, int, str]]:
    return [(fault.line, fault.column, fault.message) for fault in bibtex.read(text)[1]]


def latex(text: str, key: str, name: str) -> str:
    found = read(text)[key].get(name)
    assert found
    return found.latex


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("{A {B} c}", "A {B} c"),
        ('"A {"}B{"} c"', 'A {"}B{"} c'),
        ("2021", "2021"),
        ("jul", "Jul"),
        ('jul # "~4"', "Jul~4"),
        ("acm # { Press} # 2", "ACM Press2"),
        ("ACM", "ACM"),
        ('{G\\"odel}', 'G\\"odel'),
        ("{a\n   b}", "a\nb"),
    ],
)
def test_a_value_is_put_together(written: str, value: str) -> None:
    assert latex(f'@string{{acm = "ACM"}}\n@misc{{k, f = {written}}}', "k", "f") == value


def test_names_of_fields_and_types_have_no_case() -> None:
    entry = read("@ARTICLE{Key, TITLE = {x}}")["Key"]
    assert (entry.type, entry.fields[0].name) == ("article", "title")


def test_every_entry_and_value_knows_its_place() -> None:
    entry = read("\n  @misc{k,\n    title = {x}, booktitle = {y},\n year\n  = 2020}")["k"]
    assert (entry.line, entry.column) == (2, 3)
    assert [(one.name, one.line, one.column) for one in entry.fields] == [
        ("title", 3, 13),
        ("booktitle", 3, 30),
        ("year", 5, 3),
    ]


def test_an_unclosed_brace_in_line_900_costs_one_entry() -> None:
    before = "".join(f"@misc{{a{n}, title = {{x}}}}\n" for n in range(899))
    text = f"{before}@misc{{lost, title = {{x}}\n@misc{{after, title = {{y}}}}\n"
    assert len(read(text)) == 900
    assert "after" in read(text)
    assert told(text) == [(900, 1, "the entry 'lost' is never closed, so it is left out")]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("@misc{k, title {x}}", 1, "the entry 'k' cannot be read, so it is left out: Expected a '=' after entry key"),
        ("@misc{k, f = {1}, f = {2}}", 1, "the entry has 'f' twice"),
        ("@misc{k, f = foo}", 1, "the @string 'foo' is not defined; it is printed as it stands"),
        ("\n\n@inproceedings\n{k, title={x}}", 3, "this entry cannot be read, so it is left out"),
        ("@misc{k, title = {x", 1, "the entry 'k' is never closed, so it is left out"),
    ],
)
def test_what_is_broken_is_told_at_its_line(text: str, line: int, message: str) -> None:
    (found,) = told(text)
    assert found[0] == line
    assert found[2].startswith(message)


def test_the_first_of_two_equal_fields_counts_and_both_of_two_equal_keys_are_there() -> None:
    entries, _ = bibtex.read("@misc{k, f = {1}, f = {2}}\n@misc{k, f = {3}, f = {4}}")
    assert [entry.fields[0].latex for entry in entries] == ["1", "3"]


def test_comments_of_biber_inside_an_entry_are_none_of_it() -> None:
    text = "@misc{k,\n  % a note, with a {comma}\n  title = {50% of x}, % more\n  year = 2020\n}"
    assert latex(text, "k", "title") == "50% of x"
    assert latex(text, "k", "year") == "2020"
    assert told(text) == []


def test_a_type_that_begins_like_comment_is_an_entry() -> None:
    assert read("@commentary{k, title = {x}}\n@comment{not, title = {y}}")["k"].type == "commentary"


def test_strings_made_of_each_other_do_not_grow_without_end() -> None:
    bomb = "@string{a0 = {xxxxxxxxxx}}\n" + "".join(f"@string{{a{n + 1} = a{n} # a{n}}}\n" for n in range(60))
    assert latex(f"{bomb}@misc{{k, title = a60}}", "k", "title") == ""
    assert "a value of more than 100000 characters is left out" in [message for _, _, message in told(bomb)]


def test_the_parser_logs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    told("@misc{k, title = {x}\n@misc{l}")
    assert caplog.records == []
