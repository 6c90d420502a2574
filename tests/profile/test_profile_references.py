"""What documents and packets say about the rest: sections, tags, parts and file names that exist, each once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profile_samples import SMALLEST, of_kind, problems

from cvpress.profile.filename import PLACEHOLDERS, FileNameError, filled

VALUES = {"given": "Ada Augusta", "family": "King/Noel", "person": "ada", "document": "cv", "template": "ruled"}
BASE = of_kind("award", "{title: A, tags: [short, 2020], key: a}", "B")


def messages(folder: Path, documents: str, base: str = BASE) -> list[str]:
    text = base.replace("documents: {cv: {template: ruled}}\n", f"documents:\n{documents}")
    return [problem.message for problem in problems(folder, text)]


SELECTIONS = [
    "[one]",
    "[{section: one}]",
    "[{section: one, tags: short}]",
    "[{section: one, tags: [short, 2020]}]",
    "[{section: one, keys: a}]",
]


@pytest.mark.parametrize("sections", SELECTIONS)
def test_what_a_document_selects_exists(tmp_path: Path, sections: str) -> None:
    assert messages(tmp_path, f"  cv: {{template: ruled, sections: {sections}}}\n") == []


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ("[two]", "there is no section 'two'"),
        ("[{section: two, tags: [short]}]", "there is no section 'two'"),
        ("[one, {section: one, keys: a}]", "the section 'one' is named twice in one document"),
        ("[{section: one, tags: long}]", "no entry of 'one' has the tag 'long'"),
        ("[{section: one, tags: [short, a]}]", "no entry of 'one' has the tag 'a'"),
        ("[{section: one, keys: short}]", "no entry of 'one' has the key 'short'"),
    ],
)
def test_what_a_document_selects_and_is_not_there(tmp_path: Path, sections: str, message: str) -> None:
    assert messages(tmp_path, f"  cv: {{template: ruled, sections: {sections}}}\n") == [message]
    beside = messages(tmp_path, f"  cv: {{template: ruled, sections: {sections}, xyzzy: 1}}\n")
    assert sorted(beside) == sorted([message, "'xyzzy' is not a field of a document"]), "told in the same run"


def test_tags_of_entries_in_groups_count(tmp_path: Path) -> None:
    base = BASE.replace("    entries:\n      - {title: A", "    groups:\n    - entries:\n      - {title: A")
    assert messages(tmp_path, "  cv: {template: ruled, sections: [{section: one, tags: short}]}\n", base) == []


PARTS = {"[cv]": True, "[cv, a.pdf, B.PDF]": True, "[all]": False, "[cv, a.docx]": False}


@pytest.mark.parametrize(("parts", "good"), PARTS.items())
def test_a_packet_is_made_of_documents_and_pdf_files(tmp_path: Path, parts: str, good: bool) -> None:
    told = problems(tmp_path, f"{SMALLEST}packets: {{all: {parts}}}\n")
    assert [problem.rule for problem in told] == ([] if good else ["unknown-document"])


NAMES = {"cv-2": True, "Lebenslauf_ü": True, "a/b": False, "..": False, "a b": False, "-": False}


@pytest.mark.parametrize(("name", "good"), NAMES.items())
def test_names_of_documents_and_packets_can_name_files(tmp_path: Path, name: str, good: bool) -> None:
    assert (messages(tmp_path, f"  '{name}': {{template: ruled}}\n") == []) is good
    told = problems(tmp_path, f"{SMALLEST}packets: {{'{name}': [cv]}}\n")
    assert [problem.rule for problem in told] == ([] if good else ["bad-name"])


@pytest.mark.parametrize(
    ("form", "name"),
    [
        (None, "cv"),
        ("{family}_{given}_CV", "King_Noel_Ada_Augusta_CV"),
        ("{document}-{template}-{person}.pdf", "cv-ruled-ada"),
        ("My CV", "My CV"),
        ("x.pdf.pdf", "x.pdf"),
    ],
)
def test_a_file_name_is_the_form_with_its_placeholders_filled(form: str | None, name: str) -> None:
    assert filled(form, VALUES) == name


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ("{name}", r"'\{name\}' is not a placeholder"),
        ("{}", r"'\{\}' is not a placeholder"),
        ("{given!r}", r"'\{given!r\}' is not a placeholder"),
        ("{given", "not a file name"),
        ("a/b", "not a file name"),
        ("../a", "not a file name"),
        ("a\\b", "not a file name"),
        ("a:b", "not a file name"),
        ("a?", "not a file name"),
        (".a", "not a file name"),
        (".pdf", "not a file name"),
        (" _ ", "not a file name"),
        ("ä" * 101, "not a file name"),
    ],
)
def test_what_makes_no_file_name(form: str, why: str) -> None:
    with pytest.raises(FileNameError, match=why) as caught:
        filled(form, VALUES)
    assert caught.value.advice


def test_a_placeholder_that_is_misspelt_gets_the_nearest() -> None:
    with pytest.raises(FileNameError) as caught:
        filled("{familly}", VALUES)
    assert caught.value.advice == "did you mean '{family}'?"


names_of = st.lists(st.sampled_from([*PLACEHOLDERS, "x"]))
values_of = st.dictionaries(st.sampled_from(PLACEHOLDERS), st.text())


@given(st.text(), names_of, values_of)
def test_a_file_name_never_leads_out_of_its_folder(text: str, names: list[str], values: dict[str, str]) -> None:
    form = text + "".join(f"{{{name}}}" for name in names)
    try:
        made = filled(form, VALUES | values)
    except FileNameError:
        return
    assert Path(f"{made}.pdf").name == f"{made}.pdf"
    assert len(f"{made}.pdf".encode()) < 255
    assert not made.startswith(".")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("x", "x"),
        ("x", "X"),
        ("x", "x.pdf"),
        ("{family}", "lovelace"),
        ("caf\u00e9", "cafe\u0301"),
        ("{template}", "ruled"),
        ("two", None),
    ],
)
def test_two_documents_of_one_file_name_are_told(tmp_path: Path, one: str, two: str | None) -> None:
    second = f", filename: '{two}'" if two else ""
    text = f"  one: {{template: ruled, filename: '{one}'}}\n  two: {{template: ruled{second}}}\n"
    (message,) = messages(tmp_path, text)
    assert message.startswith("'one' and 'two' would both be written to ")


def test_a_document_and_a_packet_of_one_name_are_told(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, f"{SMALLEST}packets: {{cv: [cv]}}\n")
    assert str(problem.spot) == "p.yaml:5:11"
    assert problem.message == "'cv' and 'cv' would both be written to cv.pdf"


def test_placeholders_keep_documents_apart(tmp_path: Path) -> None:
    text = "".join(f"  {name}: {{template: ruled, filename: '{{family}}_{{document}}'}}\n" for name in ("one", "two"))
    assert messages(tmp_path, text) == []
