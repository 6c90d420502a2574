"""Packets: what they need, what they hold, how they fail. Fake TeX, then Tong Zhao's own packet with the real one."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_samples import A4, ADDRESS, annotate, dictionary, landings, name, sample, script_action, uri_action
from pypdf import PdfWriter
from workshop import EPOCH, LINES, PROFILE, Workshop, with_fakes, with_tex

from cvpress import order, run
from cvpress.packet import bind
from cvpress.pdf.finish import Metadata
from cvpress.pdf.subject import open_reader
from cvpress.pdf.text import pages
from cvpress.report import Result

ROOT = Path(__file__).parents[1]
TEX_ERROR = r"printf './document.tex:999: Undefined control sequence.\nl.999 \\foo\n' > document.log; exit 12"
DOCUMENTS = """\
documents:
  cv: {template: ruled}
  letter: {template: ruled, kind: statement, sections: [work]}
packets:
  all:
    - letter
    - cv
    - papers/diploma.pdf
"""
LETTER_LINES = ("Ada Lovelace", "Work", "Wrote a program.", "Read a book.")


def profile(documents: str) -> str:
    return PROFILE.replace("documents:\n  cv: {template: ruled}\n", documents)


def like_a_strangers(writer: PdfWriter) -> None:
    """No embedded font, a script, and an address."""
    font = dictionary(Type=name("Font"), Subtype=name("Type1"), BaseFont=name("Helvetica"))
    writer.pages[0]["/Resources"]["/Font"][name("F1")] = writer._add_object(font)  # type: ignore[index]
    annotate(writer, 0, A=uri_action(ADDRESS))
    annotate(writer, 1, A=script_action())


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    """Ada with a letter, a cv and a diploma that somebody else made, in one packet."""
    made = with_fakes(tmp_path)
    made.profile(text=profile(DOCUMENTS))
    made.prints(*LETTER_LINES, document="letter", title="Statement")
    attach(made)
    return made


def attach(shop: Workshop) -> Path:
    diploma = shop.root / "profiles" / "ada" / "papers" / "diploma.pdf"
    diploma.parent.mkdir()
    metadata = Metadata("Diploma", "A university", "de-DE", epoch=EPOCH)
    return sample(diploma, ["Diploma"], ["of Ada"], size=A4, metadata=metadata, change=like_a_strangers)


def test_a_packet_is_bound_of_documents_and_attached_files(shop: Workshop) -> None:
    done = shop.run("pdf")
    assert done.code == 0, done.err
    assert shop.calls == ["ada/cv", "ada/letter"]
    packet = shop.built("ada", "all.pdf")
    texts = [" ".join(text.split()) for text in pages(packet)]
    assert texts == [" ".join(LETTER_LINES), " ".join(LINES), "Diploma", "of Ada"]
    reader = open_reader(packet)
    tops = [str(item["/Title"]) for item in reader.outline if not isinstance(item, list)]
    assert tops == ["Work", "Curriculum Vitae", "diploma"]
    assert reader.page_labels == ["Work 1", "Curriculum Vitae 1", "diploma 1", "diploma 2"]
    assert landings(packet) == [[], [], [ADDRESS], []]
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("Ada Lovelace: all", "Ada Lovelace")


def test_what_is_wrong_with_an_attached_file_is_a_warning(shop: Workshop) -> None:
    done = shop.run("merge")
    assert done.code == 0
    told = [line for line in done.err.splitlines() if "warning: " in line and "sandbox" not in line]
    assert any("Helvetica" in line for line in told)
    assert any(
        "profiles/ada/profile.yaml:23:7: warning: profiles/ada/papers/diploma.pdf: left out" in line for line in told
    )
    assert "merged     build/ada/all.pdf  (packet, 4 pages, " in done.out


def test_merging_builds_what_a_packet_needs_and_nothing_else(shop: Workshop) -> None:
    shop.profile(text=profile(DOCUMENTS.replace("    - cv\n", "")))
    assert shop.run("merge").code == 0
    assert shop.calls == ["ada/letter"]


def test_an_unchanged_packet_is_not_bound_again(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    calls = len(shop.calls)
    before = shop.built("ada", "all.pdf").stat().st_mtime_ns
    done = shop.run("pdf")
    assert "unchanged  build/ada/all.pdf  (packet, 4 pages, " in done.out
    assert (len(shop.calls), shop.built("ada", "all.pdf").stat().st_mtime_ns) == (calls, before)


@pytest.mark.parametrize("change", ["attachment", "document", "packet", "force"])
def test_a_packet_is_bound_again_when_a_part_has_changed(shop: Workshop, change: str) -> None:
    assert shop.run("pdf").code == 0
    if change == "attachment":
        (shop.root / "profiles/ada/papers/diploma.pdf").unlink()
        (shop.root / "profiles/ada/papers").rmdir()
        sample(shop.root / "x.pdf", ["Another diploma"])
        (shop.root / "profiles/ada/papers").mkdir()
        (shop.root / "x.pdf").rename(shop.root / "profiles/ada/papers/diploma.pdf")
    if change == "document":
        shop.prints(*LINES, "and more")
        (shop.built("ada", "cv.pdf")).unlink()
    if change == "packet":
        shop.built("ada", "all.pdf").write_bytes(b"")
    done = shop.run("pdf", *(["--force"] if change == "force" else []))
    assert "merged     build/ada/all.pdf" in done.out


def test_a_packet_fails_with_its_part_which_is_tried_once(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    old = shop.built("ada", "all.pdf").read_bytes()
    shop.does(TEX_ERROR)
    (shop.root / "store" / "calls").unlink()
    done = shop.run("pdf", "--force")
    assert done.code == 5
    assert shop.calls == ["ada/cv", "ada/letter"]
    assert (
        done.last[-1]
        == "  ada/all: profiles/ada/profile.yaml:22:7: the packet 'all' needs cv, which failed; mend that first"
    )
    assert not shop.built("ada", "all.pdf").exists()
    assert shop.built(".last-good", "ada", "all.pdf").read_bytes() == old
    assert shop.built("ada", "letter.pdf").is_file()


def test_of_parts_that_failed_differently_the_lowest_code_counts(shop: Workshop) -> None:
    press = run.press(shop.root / "profiles", shop.built(), shop.environment, 0.0)
    (binding,) = order.order(press.profiles, press.roots, ["ada"], "all", None).bindings
    codes = {"letter": 6, "cv": 5}
    done = {name: Result("ada", name, "ruled", "failed", None, 0, (), code) for name, code in codes.items()}
    packet = bind(press, binding, done)
    assert (packet.state, packet.exit_code) == ("failed", 5)
    assert "needs letter, cv, which failed" in packet.problems[0].message


def test_two_packets_build_a_document_that_both_need_once(shop: Workshop) -> None:
    documents = DOCUMENTS.replace("    - papers/diploma.pdf\n", "  both: [cv, letter]\n")
    shop.profile(text=profile(documents))
    done = shop.run("merge")
    assert done.code == 0
    assert shop.calls == ["ada/letter", "ada/cv"]
    assert done.out.count("build/ada/cv.pdf") == 1
    assert done.out.splitlines()[-1] == "4 of 4 done"


@pytest.mark.parametrize(
    ("part", "code", "says"),
    [
        ("papers/none.pdf", 2, "23:7: there is no file 'papers/none.pdf' beside the profile"),
        ("../../store/ada-cv.pdf", 2, "23:7: '../../store/ada-cv.pdf' lies outside the profile's folder"),
        ("papers/link.pdf", 2, "23:7: 'papers/link.pdf' lies outside the profile's folder"),
        ("papers/broken.pdf", 6, "23:7: profiles/ada/papers/broken.pdf can't be read as a PDF"),
    ],
)
def test_an_attached_file_that_cannot_be_taken_is_told_at_its_line(
    shop: Workshop, part: str, code: int, says: str
) -> None:
    papers = shop.root / "profiles" / "ada" / "papers"
    (papers / "link.pdf").symlink_to(shop.root / "store" / "ada-cv.pdf")
    (papers / "broken.pdf").write_text("no PDF")
    documents = DOCUMENTS.replace("papers/diploma.pdf", part)
    shop.profile(text=profile(documents))
    done = shop.run("merge")
    assert done.code == code
    assert f"profiles/ada/profile.yaml:{says}" in done.last[-1]
    assert not shop.built("ada", "all.pdf").exists()
    assert shop.built("ada", "cv.pdf").is_file()


# -- check ------------------------------------------------------------------------------------------------------------


def test_a_packet_that_lies_there_is_checked_too(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    calls = shop.calls
    done = shop.run("check", "--document", "all")
    assert done.code == 0
    assert done.out.startswith("checked    build/ada/all.pdf  (packet, 4 pages, ")
    shop.profile(text=(shop.root / "profiles/ada/profile.yaml").read_text().replace("Read a", "Read the"))
    done = shop.run("check", "--document", "all")
    assert done.code == 6
    # once in the letter, once in the cv
    assert done.err.count("item.text: 'Read the book.' is not in the PDF's text") == 3
    assert shop.calls == calls


def test_a_packet_of_other_parts_is_told(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    shop.built("ada", "all.pdf").write_bytes(shop.built("ada", "cv.pdf").read_bytes())
    done = shop.run("check", "--document", "all")
    assert done.code == 6
    assert (
        "build/ada/all.pdf is not made of its parts: it has 1, not 4 pages; bind it again with 'merge'" in done.last[-1]
    )


# -- with the real TeX ------------------------------------------------------------------------------------------------


@pytest.mark.latex
def test_tong_zhaos_packet_holds_statement_cv_and_referees(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    done = shop.run("merge", "--profiles", str(ROOT / "profiles"), "--person", "tong-zhao")
    assert done.code == 0, done.err
    packet = shop.built("tong-zhao", "application.pdf")
    parts = [shop.built("tong-zhao", f"{document}.pdf") for document in ("statement", "cv", "referees")]
    counts = [len(pages(part)) for part in parts]
    reader = open_reader(packet)
    tops = [str(item["/Title"]) for item in reader.outline if not isinstance(item, list)]
    assert len(tops) == 3
    assert tops[1:] == ["Curriculum Vitae", "Referees"]
    nested = [item for item in reader.outline if isinstance(item, list)]
    assert len(nested) == 3
    assert reader.page_labels == [
        f"{title} {number}" for title, count in zip(tops, counts, strict=True) for number in range(1, count + 1)
    ]
    starts = [sum(counts[:at]) for at in range(3)]
    shifted = [
        [goal + start if isinstance(goal, int) else goal for goal in page]
        for part, start in zip(parts, starts, strict=True)
        for page in landings(part)
    ]
    assert landings(packet) == shifted
    assert any(isinstance(goal, str) for page in shifted for goal in page)
    assert [text for part in parts for text in pages(part)] == list(pages(packet))


@pytest.mark.latex
def test_a_packet_of_a_real_cv_and_a_strangers_file_is_the_same_bytes_twice(tmp_path: Path) -> None:
    packets = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        shop = with_tex(tmp_path / folder)
        shop.profile(text=profile(DOCUMENTS))
        attach(shop)
        done = shop.run("pdf")
        assert done.code == 0, done.err
        packets.append(shop.built("ada", "all.pdf").read_bytes())
        reader = open_reader(shop.built("ada", "all.pdf"))
        assert reader.page_labels == ["Work 1", "Curriculum Vitae 1", "diploma 1", "diploma 2"]
    assert packets[0] == packets[1]
