"""Merging: every part keeps its links, its outline and its page numbers, and brings nothing dangerous along."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pdf_samples import (
    A4,
    LIMITS,
    METADATA,
    annotate,
    as_dictionary,
    dictionary,
    name,
    numbers,
    sample,
    script_action,
    stream,
    uri_action,
)
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    Fit,
    NameObject,
    NullObject,
    NumberObject,
    PdfObject,
    TextStringObject,
)

from cvpress.errors import CheckError, Problem, Severity, Spot
from cvpress.pdf import merge as merging
from cvpress.pdf.check import check
from cvpress.pdf.links import Landings, bookmarks, marks, read_link
from cvpress.pdf.merge import Part, length, merge
from cvpress.pdf.subject import open_reader
from cvpress.pdf.text import pages

Change = Callable[[PdfWriter], None]
SPOT = Spot(Path("profile.yaml"), 9, 3)
ALL = replace(LIMITS, pages=None)


def like_hyperref(writer: PdfWriter) -> None:
    """Names that every hyperref file has, a link to each on the first page, and an address."""
    for index in range(len(writer.pages)):
        writer.add_named_destination(f"section.{index + 1}", index, Fit.xyz(60, 700 - index))
        annotate(writer, 0, A=dictionary(S=name("GoTo"), D=TextStringObject(f"section.{index + 1}")))
    annotate(writer, 0, A=uri_action("https://example.org/a%20b?c=d#e"), Border=numbers(0, 0, 0), C=numbers(0, 1, 0))


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Part, ...]:
    one = sample(tmp_path / "one.pdf", ["one first"], ["one second"], change=like_hyperref)
    two = sample(tmp_path / "two.pdf", ["two first"], ["two second"], ["two third"], change=like_hyperref)
    return Part("Statement", one), Part("CV", two)


def landings(pdf: Path) -> list[list[int | str | None]]:
    """Where each link of each page leads: a page's index, or an address."""
    reader = open_reader(pdf)
    places = Landings.of(reader)

    def goal(mark: DictionaryObject) -> int | str | None:
        link = read_link(mark)
        if link.uri is not None:
            return link.uri
        landing = places.landing(link.inside)
        return landing.page if landing else None

    return [[goal(mark) for mark in marks(page)] for page in reader.pages]


def test_pages_come_in_order_and_the_result_passes_the_check(parts: Sequence[Part], tmp_path: Path) -> None:
    assert merge(parts, tmp_path / "out.pdf", METADATA) == ()
    assert pages(tmp_path / "out.pdf") == ("one first", "one second", "two first", "two second", "two third")
    assert check(tmp_path / "out.pdf", [], ALL) == ()


ADDRESS = "https://example.org/a%20b?c=d#e"
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


# What a stranger's file may bring along.


def with_script_on_click(writer: PdfWriter) -> None:
    annotate(writer, 0, A=script_action())


def with_script_on_page(writer: PdfWriter) -> None:
    writer.pages[0][NameObject("/AA")] = dictionary(O=script_action())


def with_script_on_opening(writer: PdfWriter) -> None:
    writer.root_object[NameObject("/OpenAction")] = script_action()


def with_named_script(writer: PdfWriter) -> None:
    tree = dictionary(Names=ArrayObject([TextStringObject("a"), script_action()]))
    writer.root_object[NameObject("/Names")] = dictionary(JavaScript=tree)


def with_program(writer: PdfWriter) -> None:
    annotate(writer, 0, A=dictionary(S=name("Launch"), F=TextStringObject("JavaScript.exe")))


def with_chain(writer: PdfWriter) -> None:
    action = uri_action("https://example.org")
    action[NameObject("/Next")] = script_action()
    annotate(writer, 0, A=action)


def with_script_address(writer: PdfWriter) -> None:
    annotate(writer, 0, A=uri_action("JavaScript:alert(1)"))


def with_attachment(writer: PdfWriter) -> None:
    writer.add_attachment("JavaScript.txt", b"JavaScript")


def with_pinned_file(writer: PdfWriter) -> None:
    annotate(writer, 0, Subtype=name("FileAttachment"), Contents=TextStringObject("JavaScript"))


def with_remark(writer: PdfWriter) -> None:
    annotate(writer, 0, Subtype=name("Text"), Contents=TextStringObject("JavaScript"))


def with_form_script(writer: PdfWriter) -> None:
    annotate(writer, 0, Subtype=name("Widget"), FT=name("Tx"), AA=dictionary(K=script_action()))


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (with_script_on_click, "/JavaScript (1)"),
        (with_script_on_page, "/AA (1)"),
        (with_script_on_opening, "/JavaScript (1)"),
        (with_named_script, "/JavaScript (1)"),
        (with_program, "/Launch (1)"),
        (with_chain, "/Next (1)"),
        (with_script_address, "link to 'JavaScript:alert(1)' (1)"),
        (with_attachment, "/EmbeddedFiles (1)"),
        (with_pinned_file, "/FileAttachment (1)"),
        (with_remark, "/Text (1)"),
        (with_form_script, "/Widget (1)"),
    ],
)
def test_what_a_strangers_file_could_do_is_left_behind_and_told(tmp_path: Path, change: Change, kind: str) -> None:
    pdf = sample(tmp_path / "a.pdf", ["one"], change=change)
    assert b"JavaScript" in pdf.read_bytes()
    (problem,) = merge([Part("Letter", pdf, foreign=True, spot=SPOT)], tmp_path / "out.pdf", METADATA)
    assert problem == Problem(
        f"{pdf}: left out of the packet: {kind}",
        SPOT,
        "look whether the pages still say all they should",
        "left-out",
        Severity.WARNING,
    )
    assert b"JavaScript" not in (tmp_path / "out.pdf").read_bytes()
    assert check(tmp_path / "out.pdf", [], ALL, foreign=[range(1)]) == ()


def test_a_link_to_nowhere_is_left_out(tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        annotate(writer, 0, A=dictionary(S=name("GoTo"), D=TextStringObject("gone")))

    (problem,) = merge([Part("A", sample(tmp_path / "a.pdf", ["one"], change=change))], tmp_path / "out.pdf", METADATA)
    assert "link that leads nowhere (1)" in problem.message
    assert landings(tmp_path / "out.pdf") == [[]]


def picture(writer: PdfWriter) -> PdfObject:
    return writer._add_object(
        stream(b"0 0 140 12 re f", Type=name("XObject"), Subtype=name("Form"), BBox=numbers(0, 0, 140, 12))
    )


def as_stamp(writer: PdfWriter) -> None:
    annotate(writer, 0, Subtype=name("FreeText"), AP=dictionary(N=picture(writer)), A=script_action())


def as_filled_field(writer: PdfWriter) -> None:
    states = dictionary(On=picture(writer), Off=writer._add_object(stream(b"")))
    annotate(
        writer, 0, Subtype=name("Widget"), AS=name("On"), AP=dictionary(N=states), AA=dictionary(K=script_action())
    )


@pytest.mark.parametrize("change", [as_stamp, as_filled_field])
def test_what_shows_on_the_page_stays_as_a_picture(tmp_path: Path, change: Change) -> None:
    pdf = sample(tmp_path / "a.pdf", ["one"], change=change)
    assert merge([Part("Letter", pdf, foreign=True)], tmp_path / "out.pdf", METADATA) == ()
    (mark,) = marks(PdfReader(tmp_path / "out.pdf").pages[0])
    assert sorted(mark) == ["/AP", "/F", "/Rect", "/Subtype", "/Type"]
    assert mark["/Subtype"] == name("Stamp")
    assert b"0 0 140 12 re f" in (tmp_path / "out.pdf").read_bytes()


@pytest.mark.parametrize("flags", [2, 32])
def test_what_is_hidden_stays_hidden(tmp_path: Path, flags: int) -> None:
    def change(writer: PdfWriter) -> None:
        annotate(writer, 0, Subtype=name("FreeText"), AP=dictionary(N=picture(writer)), F=NumberObject(flags))

    merge([Part("A", sample(tmp_path / "a.pdf", ["one"], change=change))], tmp_path / "out.pdf", METADATA)
    assert marks(PdfReader(tmp_path / "out.pdf").pages[0]) == ()


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


# What can't be merged.


def refused(part: Part, target: Path) -> Problem:
    with pytest.raises(CheckError) as raised:
        merge([part], target, METADATA)
    assert not target.exists()
    with pytest.raises(CheckError) as again:
        length(part)
    assert again.value.problems == raised.value.problems
    (problem,) = raised.value.problems
    assert problem.spot == part.spot
    return problem


def test_an_encrypted_part_is_refused_with_advice(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=sample(tmp_path / "a.pdf", ["one"]))
    writer.encrypt("", "owner", algorithm="RC4-128")
    writer.write(tmp_path / "locked.pdf")
    problem = refused(Part("Letter", tmp_path / "locked.pdf", foreign=True, spot=SPOT), tmp_path / "out.pdf")
    assert problem.rule == "encrypted-pdf"
    assert problem.advice == "remove the encryption, for example with 'qpdf --decrypt locked.pdf open.pdf'"


@pytest.mark.parametrize("content", [b"", b"not a PDF at all", b"%PDF-1.7\ntrailer\n<< /Root 1 0 R >>\n%%EOF"])
def test_a_damaged_part_is_refused_with_its_place(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.pdf").write_bytes(content)
    problem = refused(Part("Letter", tmp_path / "bad.pdf", foreign=True, spot=SPOT), tmp_path / "out.pdf")
    assert problem.rule == "damaged-pdf"
    assert "bad.pdf can't be read as a PDF" in problem.message


def test_a_missing_part_is_refused(tmp_path: Path) -> None:
    assert refused(Part("Letter", tmp_path / "none.pdf", True, SPOT), tmp_path / "out.pdf").rule == "damaged-pdf"


def test_a_part_cut_anywhere_is_merged_or_refused_but_never_crashes(tmp_path: Path) -> None:
    whole = sample(tmp_path / "a.pdf", ["one"], ["two"], change=like_hyperref).read_bytes()
    outcomes = set()
    for cut in range(0, len(whole), len(whole) // 60):
        (tmp_path / "cut.pdf").write_bytes(whole[:cut])
        try:
            merge([Part("Letter", tmp_path / "cut.pdf", foreign=True)], tmp_path / "out.pdf", METADATA)
            outcomes.add("merged")
        except CheckError:
            outcomes.add("refused")
    assert "refused" in outcomes


def test_a_strangers_part_with_too_many_pages_is_refused(tmp_path: Path) -> None:
    writer = PdfWriter()
    for _ in range(2001):
        writer.add_blank_page(*A4)
    writer.write(tmp_path / "long.pdf")
    problem = refused(Part("Letter", tmp_path / "long.pdf", True, SPOT), tmp_path / "out.pdf")
    assert (problem.rule, problem.message.split(": ")[1]) == ("too-large", "2001 pages, the limit is 2000")


def test_a_strangers_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "huge.pdf").open("wb") as file:
        file.truncate(101 * 1024 * 1024)  # sparse
    problem = refused(Part("Letter", tmp_path / "huge.pdf", True, SPOT), tmp_path / "out.pdf")
    assert (problem.rule, problem.message.split(": ")[1]) == ("too-large", "101 MiB, the limit is 100")


@pytest.mark.parametrize("pages_of", [1, 3])
def test_a_decompression_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pages_of: int) -> None:
    monkeypatch.setattr(merging, "_UNPACKED", 8 * 1024 * 1024)

    def bomb(writer: PdfWriter) -> None:
        for page in writer.pages:
            packed = stream(zlib.compress(b" " * (8 * 1024 * 1024 // pages_of + 1)), Filter=name("FlateDecode"))
            page[NameObject("/Contents")] = writer._add_object(packed)

    pdf = sample(tmp_path / "bomb.pdf", *[["x"]] * pages_of, change=bomb)
    assert pdf.stat().st_size < 64 * 1024
    assert refused(Part("Letter", pdf, True, SPOT), tmp_path / "out.pdf").rule == "too-large"


def test_the_length_of_a_part_is_told_without_reading_it(parts: Sequence[Part]) -> None:
    assert [length(part) for part in parts] == [2, 3]
    assert length(replace(parts[1], foreign=True)) == 3


# The real thing: two files as LuaLaTeX and hyperref make them.

SOURCE = r"""\documentclass{article}\usepackage{hyperref}
\hypersetup{pdftitle={%(title)s}}\begin{document}
\section{Alpha of %(title)s}\label{a} See \hyperref[b]{beta} and \href{https://example.org/%(title)s}{it}.
\newpage\section{Beta of %(title)s}\label{b} See \hyperref[a]{alpha}.\end{document}
"""


@pytest.mark.latex
def test_real_hyperref_files_keep_their_links(tmp_path: Path) -> None:
    if shutil.which("lualatex") is None:
        if os.environ.get("CI"):
            pytest.fail("lualatex is missing")
        pytest.skip("lualatex is not installed")
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
