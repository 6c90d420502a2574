"""Rules about links and actions: each has a PDF that breaks it, and one that doesn't."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pdf_samples import LIMITS, annotate, dictionary, name, numbers, sample, script_action, stream, uri_action
from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    ByteStringObject,
    DictionaryObject,
    NameObject,
    NullObject,
    NumberObject,
    PdfObject,
    TextStringObject,
)

from cvpress.errors import Problem, Severity
from cvpress.pdf import links
from cvpress.pdf.check import check
from cvpress.pdf.links import Bookmark, Landings, bookmarks, canonical, scheme_of
from cvpress.pdf.subject import open_reader

Change = Callable[[PdfWriter], None]


def found(folder: Path, change: Change, *, foreign: bool = False) -> list[Problem]:
    pdf = sample(folder / "a.pdf", ["One"], ["Two"], change=change)
    return list(check(pdf, [], LIMITS, foreign=[range(2)] if foreign else []))


def linking(uri: str) -> Change:
    return of_link(A=uri_action(uri))


def of_link(**entries: PdfObject) -> Change:
    def change(writer: PdfWriter) -> None:
        annotate(writer, 1, **entries)

    return change


def leading(target: PdfObject | None) -> Change:
    """A link by an explicit destination; None stands for the first page."""

    def change(writer: PdfWriter) -> None:
        page = writer.pages[0].indirect_reference if target is None else target
        annotate(writer, 1, Dest=ArrayObject([page, name("XYZ"), NumberObject(0), NumberObject(700), NullObject()]))

    return change


def named(title: str, *, by_action: bool = True) -> Change:
    def change(writer: PdfWriter) -> None:
        writer.add_named_destination("section.1", 0)
        goal = TextStringObject(title)
        if by_action:
            annotate(writer, 1, A=dictionary(S=name("GoTo"), D=goal))
        else:
            annotate(writer, 1, Dest=goal)

    return change


def removed_page(writer: PdfWriter) -> None:
    stray = writer._add_object(dictionary(Type=name("Page")))
    annotate(writer, 1, Dest=ArrayObject([stray, name("Fit")]))


@pytest.mark.parametrize(
    "uri", ["https://example.org/a?b=c#d", "HTTP://example.org", "mailto:a@b.org", "tel:+15550100"]
)
def test_addresses_of_allowed_schemes_pass(tmp_path: Path, uri: str) -> None:
    assert {problem.rule for problem in found(tmp_path, linking(uri))} <= {"link-http"}


@pytest.mark.parametrize(
    "uri", ["javascript:alert(1)", "file:///etc/passwd", "ftp://x.org", "www.example.org", "", " https://x.org"]
)
def test_other_schemes_are_errors(tmp_path: Path, uri: str) -> None:
    (problem,) = found(tmp_path, linking(uri))
    assert (problem.rule, problem.severity) == ("link-scheme", Severity.ERROR)
    assert problem.message == f"page 2: the link to {uri!r} has a scheme that is not allowed"
    (problem,) = found(tmp_path, linking(uri), foreign=True)
    assert problem.severity is Severity.WARNING


def test_an_address_must_be_ascii(tmp_path: Path) -> None:
    assert [problem.rule for problem in found(tmp_path, linking("https://example.org/\u00fc"))] == ["link-not-ascii"]


@pytest.mark.parametrize(
    "change", [leading(None), leading(NumberObject(1)), named("section.1"), named("section.1", by_action=False)]
)
def test_links_to_places_in_the_document_pass(tmp_path: Path, change: Change) -> None:
    assert found(tmp_path, change) == []


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (leading(NumberObject(7)), "a page that is not in it"),
        (leading(NumberObject(-1)), "a page that is not in it"),
        (leading(NullObject()), "a page that is not in it"),
        (named("section.2"), "section.2"),
        (named("section.2", by_action=False), "section.2"),
        (removed_page, "a page that is not in it"),
    ],
)
def test_links_to_nowhere_are_errors(tmp_path: Path, change: Change, where: str) -> None:
    (problem,) = found(tmp_path, change)
    assert (problem.rule, problem.severity) == ("dangling-link", Severity.ERROR)
    assert problem.message == f"page 2: a link inside the document leads nowhere ({where})"


def test_a_bookmark_to_nowhere_is_an_error(tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        writer.add_outline_item(title="Gone", page_number=99)

    (problem,) = found(tmp_path, change)
    assert problem.rule == "dangling-link"
    assert problem.message.startswith("the bookmark 'Gone': ")


def on_page(writer: PdfWriter) -> None:
    writer.pages[1][NameObject("/AA")] = dictionary(O=script_action())


def on_document(writer: PdfWriter) -> None:
    writer.root_object[NameObject("/AA")] = dictionary(WC=script_action())


def on_opening(writer: PdfWriter) -> None:
    writer.root_object[NameObject("/OpenAction")] = script_action()


def in_names(writer: PdfWriter) -> None:
    tree = dictionary(Names=ArrayObject([TextStringObject("a"), script_action()]))
    writer.root_object[NameObject("/Names")] = dictionary(JavaScript=tree)


def on_bookmark(writer: PdfWriter) -> None:
    top = writer.get_outline_root()
    first = top["/First"].get_object()
    assert isinstance(first, DictionaryObject)
    first[NameObject("/A")] = script_action()


FORBIDDEN = [
    (of_link(A=script_action()), "page 2", "/JavaScript"),
    (of_link(A=dictionary(S=name("Launch"), F=TextStringObject("a.exe"))), "page 2", "/Launch"),
    (of_link(A=dictionary(S=name("GoToR"), F=TextStringObject("b.pdf"))), "page 2", "/GoToR"),
    (of_link(A=dictionary(S=name("GoToE"))), "page 2", "/GoToE"),
    (of_link(A=dictionary(S=name("SubmitForm"))), "page 2", "/SubmitForm"),
    (of_link(A=dictionary(S=name("Named"), N=name("Print"))), "page 2", "/Named"),
    (of_link(A=dictionary()), "page 2", "/A"),
    (
        of_link(A=dictionary(S=name("URI"), URI=TextStringObject("https://a.org"), Next=script_action())),
        "page 2",
        "/Next",
    ),
    (of_link(AA=dictionary(E=script_action())), "page 2", "/AA"),
    (of_link(Subtype=name("Widget"), A=script_action()), "page 2", "/JavaScript"),
    (of_link(Subtype=name("FileAttachment")), "page 2", "/FileAttachment"),
    (of_link(Subtype=name("RichMedia")), "page 2", "/RichMedia"),
    (on_page, "page 2", "/AA"),
    (on_document, "the document", "/AA"),
    (on_opening, "on opening", "/JavaScript"),
    (in_names, "the document", "/JavaScript"),
    (on_bookmark, "the bookmark 'First'", "/JavaScript"),
]


@pytest.mark.parametrize(("change", "place", "action"), FORBIDDEN)
def test_whatever_else_a_pdf_can_do_is_an_error(tmp_path: Path, change: Change, place: str, action: str) -> None:
    for foreign in (False, True):
        (problem,) = found(tmp_path, change, foreign=foreign)
        assert (problem.rule, problem.severity) == ("forbidden-action", Severity.ERROR)
        assert problem.message == f"{place}: the action {action} does more than open an address or a page"


def harmless_opening(writer: PdfWriter) -> None:
    writer.root_object[NameObject("/OpenAction")] = ArrayObject([writer.pages[0].indirect_reference, name("Fit")])


def harmless_action(writer: PdfWriter) -> None:
    goal = ArrayObject([writer.pages[0].indirect_reference, name("Fit")])
    writer.root_object[NameObject("/OpenAction")] = dictionary(S=name("GoTo"), D=goal)


@pytest.mark.parametrize(
    "change",
    [
        harmless_opening,
        harmless_action,
        of_link(A=dictionary(S=name("Named"), N=name("NextPage"))),
        of_link(Subtype=name("Highlight")),
    ],
)
def test_what_hyperref_writes_by_itself_passes(tmp_path: Path, change: Change) -> None:
    assert found(tmp_path, change) == []


def test_a_name_that_is_not_text_is_found(tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        writer.add_named_destination("section.1", 0)
        annotate(writer, 1, Dest=ByteStringObject(b"section.1"))

    assert found(tmp_path, change) == []


@pytest.mark.parametrize("first", [0, 1])
def test_a_loop_of_bookmarks_comes_to_an_end(tmp_path: Path, first: int) -> None:
    def change(writer: PdfWriter) -> None:
        root = writer.get_outline_root()
        last, target = root["/Last"].get_object(), root[("/First", "/Last")[first]].get_object()
        assert isinstance(last, DictionaryObject)
        assert isinstance(target, DictionaryObject)
        assert target.indirect_reference is not None
        last[NameObject("/Next")] = target.indirect_reference

    pdf = sample(tmp_path / "a.pdf", ["One"], ["Two"], change=change)
    assert [(item.depth, item.title) for item in bookmarks(open_reader(pdf))] == [(0, "First"), (0, "Last")]


def test_an_endless_outline_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def change(writer: PdfWriter) -> None:
        for number in range(9):
            writer.add_outline_item(title=str(number), page_number=0)

    monkeypatch.setattr(links, "_BOOKMARKS", 5)
    reader = open_reader(sample(tmp_path / "a.pdf", ["One"], change=change))
    assert [item.title for item in bookmarks(reader)] == list("01234")


def test_bookmarks_come_in_reading_order_with_their_depth(tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        top = writer.add_outline_item(title="Top", page_number=0)
        below = writer.add_outline_item(title="Below", page_number=1, parent=top)
        writer.add_outline_item(title="Deep", page_number=1, parent=below)
        writer.add_outline_item(title="Next", page_number=1)

    reader = open_reader(sample(tmp_path / "a.pdf", ["One"], ["Two"], change=change))
    found: list[Bookmark] = list(bookmarks(reader))
    assert [(item.depth, item.title) for item in found[2:]] == [(0, "Top"), (1, "Below"), (2, "Deep"), (0, "Next")]
    landing = Landings.of(reader).landing(found[3].link.inside)
    assert landing is not None
    assert landing.page == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://b\u00fccher.example/\u00fc?q=\u00e9#x", "https://xn--bcher-kva.example/%C3%BC?q=%c3%a9#x"),
        ("https://a.org/~me", "https://a.org/%7Eme"),
        ("HTTPS://a.org/x", "https://a.org/x"),
        ("https://a.org/a b", "https://a.org/a%20b"),
        ("mailto:\u00fc@a.org", "mailto:%C3%BC@a.org"),
    ],
)
def test_spellings_of_one_address_are_equal(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.org/a%2Fb", "https://a.org/a/b"),
        ("https://a.org/x", "http://a.org/x"),
        ("https://a.org/x", "https://a.org/X"),
        ("https://a.org/?a=%26", "https://a.org/?a=&"),
    ],
)
def test_different_addresses_stay_different(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


def test_an_impossible_host_is_compared_as_it_stands() -> None:
    host = "https://" + "\u00fc" * 80 + ".org/"
    assert canonical(host) == canonical(host)
    assert scheme_of(host) == "https"


def test_annotations_that_are_no_dictionaries_do_no_harm(tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        writer.pages[0][NameObject("/Annots")] = ArrayObject([NullObject(), NumberObject(3), numbers(1, 2)])
        writer.pages[1][NameObject("/Annots")] = stream(b"")

    assert found(tmp_path, change) == []
