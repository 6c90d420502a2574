"""Binding: every part keeps its links, its outline, its layers and its page numbers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pdf_samples import (
    ADDRESS,
    LIMITS,
    METADATA,
    annotate,
    as_dictionary,
    dictionary,
    landings,
    like_hyperref,
    name,
    numbers,
    picture,
    sample,
)
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    NameObject,
    NullObject,
    NumberObject,
    TextStringObject,
)

from cvpress.pdf.check import check
from cvpress.pdf.links import Landings, bookmarks, marks
from cvpress.pdf.merge import Part, merge
from cvpress.pdf.subject import open_reader
from cvpress.pdf.text import pages

ALL = replace(LIMITS, pages=None)


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Part, ...]:
    one = sample(tmp_path / "one.pdf", ["one first"], ["one second"], change=like_hyperref)
    two = sample(tmp_path / "two.pdf", ["two first"], ["two second"], ["two third"], change=like_hyperref)
    return Part("Statement", one), Part("CV", two)


def test_pages_come_in_order_and_the_result_passes_the_check(parts: Sequence[Part], tmp_path: Path) -> None:
    assert merge(parts, tmp_path / "out.pdf", METADATA) == ()
    assert pages(tmp_path / "out.pdf") == ("one first", "one second", "two first", "two second", "two third")
    assert check(tmp_path / "out.pdf", [], ALL) == ()


RIGHT = [[0, 1, ADDRESS], [], [2, 3, 4, ADDRESS], [], []]


def test_links_land_in_their_own_part(parts: Sequence[Part], tmp_path: Path) -> None:
    merge(parts, tmp_path / "out.pdf", METADATA)
    assert landings(tmp_path / "out.pdf") == RIGHT


def naively(parts: Sequence[Part], target: Path) -> Path:
    writer = PdfWriter()
    for part in parts:
        writer.append(part.path)
    writer.write(target)
    return target


def test_naive_appending_lands_in_the_first_part(parts: Sequence[Part], tmp_path: Path) -> None:
    """The test above can fail: this is how."""
    assert landings(naively(parts, tmp_path / "naive.pdf"))[2] == [0, 1, 4, ADDRESS]


def test_the_view_of_a_destination_is_kept(parts: Sequence[Part], tmp_path: Path) -> None:
    merge(parts, tmp_path / "out.pdf", METADATA)
    found = PdfReader(tmp_path / "out.pdf").named_destinations
    assert sorted(found) == ["part1.section.1", "part1.section.2", *(f"part2.section.{n}" for n in (1, 2, 3))]
    assert list(found["part2.section.2"].dest_array[1:4]) == [name("XYZ"), *numbers(60, 699)]


def test_each_part_has_a_bookmark_with_its_own_beneath(parts: Sequence[Part], tmp_path: Path) -> None:
    merge(parts, tmp_path / "out.pdf", METADATA)
    reader = open_reader(tmp_path / "out.pdf")
    places = Landings.of(reader)
    told = [(b.depth, b.title, place.page) for b in bookmarks(reader) if (place := places.landing(b.link.inside))]
    assert told == [
        (0, "Statement", 0),
        (1, "First", 0),
        (1, "Last", 1),
        (0, "CV", 2),
        (1, "First", 2),
        (1, "Last", 4),
    ]
    assert reader.page_mode == "/UseOutlines"
    # Two: the parts; theirs are folded away.
    assert as_dictionary(reader.root_object["/Outlines"])["/Count"] == NumberObject(2)


def test_pages_are_labelled_as_they_are_printed(parts: Sequence[Part], tmp_path: Path) -> None:
    merge(parts, tmp_path / "out.pdf", METADATA)
    assert PdfReader(tmp_path / "out.pdf").page_labels == ["Statement 1", "Statement 2", "CV 1", "CV 2", "CV 3"]


def test_a_part_keeps_labels_of_its_own(tmp_path: Path) -> None:
    def label(writer: PdfWriter) -> None:
        writer.set_page_label(0, 1, "/r", start=3)  # type: ignore[arg-type]
        writer.set_page_label(2, 3, "/D", start=9)  # type: ignore[arg-type]
        writer.set_page_label(4, 4, prefix="007")

    pdf = sample(tmp_path / "a.pdf", *[["x"]] * 5, change=label)
    merge([Part("Thesis", pdf), Part("CV", pdf)], tmp_path / "out.pdf", METADATA)
    own = ["iii", "iv", "9", "10", "007"]
    assert PdfReader(tmp_path / "out.pdf").page_labels == [
        f"{part} {label}" for part in ("Thesis", "CV") for label in own
    ]


def test_looks_of_a_link_are_kept(parts: Sequence[Part], tmp_path: Path) -> None:
    merge(parts, tmp_path / "out.pdf", METADATA)
    mark = marks(PdfReader(tmp_path / "out.pdf").pages[0])[-1]
    assert mark["/Rect"] == numbers(60, 700, 200, 712)
    assert mark["/Border"] == numbers(0, 0, 0)
    assert mark["/C"] == numbers(0, 1, 0)


def test_the_same_file_may_be_two_parts(parts: Sequence[Part], tmp_path: Path) -> None:
    merge([parts[0], replace(parts[0], title="Again")], tmp_path / "out.pdf", METADATA)
    assert landings(tmp_path / "out.pdf")[::2] == [[0, 1, ADDRESS], [2, 3, ADDRESS]]


def test_many_parts_keep_their_own_pages(tmp_path: Path) -> None:
    """pypdf knows objects by the id of their reader: freed readers would mix the parts up."""
    many = [Part(f"Part {n}", sample(tmp_path / f"{n}.pdf", [f"text {n}"], change=like_hyperref)) for n in range(25)]
    merge(many, tmp_path / "out.pdf", METADATA)
    assert pages(tmp_path / "out.pdf") == tuple(f"text {n}" for n in range(25))
    assert [goals[0] for goals in landings(tmp_path / "out.pdf")] == list(range(25))


def test_names_that_are_not_ascii_still_land(tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        writer.add_named_destination("Stra\u00dfe \u4e2d", 1)
        annotate(writer, 0, A=dictionary(S=name("GoTo"), D=TextStringObject("Stra\u00dfe \u4e2d")))

    pdf = sample(tmp_path / "a.pdf", ["one"], ["two"], change=change)
    merge([Part("A", pdf), Part("B", pdf)], tmp_path / "out.pdf", METADATA)
    assert landings(tmp_path / "out.pdf") == [[1], [], [3], []]


def test_explicit_destinations_land_in_their_own_part(tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        goal = ArrayObject(
            [writer.pages[1].indirect_reference, name("XYZ"), NumberObject(1), NullObject(), NullObject()]
        )
        annotate(writer, 0, Dest=goal)
        annotate(writer, 0, Dest=ArrayObject([NumberObject(1), name("Fit")]))

    pdf = sample(tmp_path / "a.pdf", ["one"], ["two"], change=change)
    merge([Part("A", pdf), Part("B", pdf)], tmp_path / "out.pdf", METADATA)
    assert landings(tmp_path / "out.pdf") == [[1, 1], [], [3, 3], []]


def test_equal_parts_give_equal_bytes_whatever_the_hash_seed(parts: Sequence[Part], tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from cvpress.pdf.merge import Part, merge; "
        "from cvpress.pdf.finish import Metadata; one, two, out = map(Path, sys.argv[1:]); "
        "merge([Part('A', one), Part('B', two)], out, Metadata('t', 'a', 'en'))"
    )
    outputs = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.pdf"
        arguments = [sys.executable, "-c", code, *(str(part.path) for part in parts), str(out)]
        subprocess.run(arguments, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        outputs.append(out.read_bytes())
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("base", ["ON", "OFF"])
def test_hidden_layers_stay_hidden(tmp_path: Path, base: str) -> None:
    def change(writer: PdfWriter) -> None:
        shown, hidden = (writer._add_object(dictionary(Type=name("OCG"), Name=TextStringObject(t))) for t in ("a", "b"))
        default = dictionary(BaseState=name(base), ON=ArrayObject([shown]))
        if base == "ON":
            default = dictionary(OFF=ArrayObject([hidden]))
        writer.root_object[NameObject("/OCProperties")] = dictionary(OCGs=ArrayObject([shown, hidden]), D=default)
        properties = dictionary(L1=shown, L2=hidden)
        as_dictionary(writer.pages[0]["/Resources"])[NameObject("/Properties")] = properties

    pdf = sample(tmp_path / "a.pdf", ["one"], change=change)
    merge([Part("A", pdf), Part("B", pdf)], tmp_path / "out.pdf", METADATA)
    reader = PdfReader(tmp_path / "out.pdf")
    layers = as_dictionary(reader.root_object["/OCProperties"])
    off = as_dictionary(layers["/D"])["/OFF"]
    assert isinstance(off, ArrayObject)
    used = [as_dictionary(as_dictionary(page["/Resources"])["/Properties"]).raw_get("/L2") for page in reader.pages]
    assert list(off) == used
    assert [as_dictionary(item.get_object())["/Name"] for item in off] == [TextStringObject("b")] * 2


def test_an_image_with_an_odd_name_is_not_lost(tmp_path: Path) -> None:
    """pypdf's excluded_keys would strip a resource called /B or /AA at any depth."""

    def change(writer: PdfWriter) -> None:
        forms = {NameObject(f"/{key}"): picture(writer) for key in ("B", "AA", "Metadata", "Annots")}
        as_dictionary(writer.pages[0]["/Resources"])[NameObject("/XObject")] = DictionaryObject(forms)

    merge([Part("A", sample(tmp_path / "a.pdf", ["one"], change=change))], tmp_path / "out.pdf", METADATA)
    resources = as_dictionary(PdfReader(tmp_path / "out.pdf").pages[0]["/Resources"])
    assert sorted(as_dictionary(resources["/XObject"])) == ["/AA", "/Annots", "/B", "/Metadata"]


# The real thing: two files as LuaLaTeX and hyperref make them.

SOURCE = r"""\documentclass{article}\usepackage{hyperref}
\hypersetup{pdftitle={%(title)s}}\begin{document}
\section{Alpha of %(title)s}\label{a} See \hyperref[b]{beta} and \href{https://example.org/%(title)s}{it}.
\newpage\section{Beta of %(title)s}\label{b} See \hyperref[a]{alpha}.\end{document}
"""


@pytest.mark.latex
def test_real_hyperref_files_keep_their_links(tmp_path: Path) -> None:
    parts = []
    for title in ("one", "two"):
        (tmp_path / f"{title}.tex").write_text(SOURCE % {"title": title}, encoding="utf-8")
        for _ in range(2):
            arguments = ["lualatex", "-interaction=batchmode", "-halt-on-error", f"{title}.tex"]
            subprocess.run(arguments, cwd=tmp_path, check=True, stdin=subprocess.DEVNULL, capture_output=True)
        parts.append(Part(title, tmp_path / f"{title}.pdf"))
    merge(parts, tmp_path / "out.pdf", METADATA)
    right = [[1, "https://example.org/one"], [0], [3, "https://example.org/two"], [2]]
    assert landings(tmp_path / "out.pdf") == right
    assert landings(naively(parts, tmp_path / "naive.pdf")) == [right[0], right[1], [1, "https://example.org/two"], [0]]
    titles = [item.title for item in bookmarks(open_reader(tmp_path / "out.pdf"))]
    assert titles == ["one", "Alpha of one", "Beta of one", "two", "Alpha of two", "Beta of two"]
    limits = replace(ALL, paper=(612, 792))
    assert {problem.rule for problem in check(tmp_path / "out.pdf", [], limits)} <= {"paper-size"}
