"""The gallery: what it shows of whom, what it writes where, and that the one in `docs/` is whole and small."""

from __future__ import annotations

import contextlib
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from workshop import PROFILE, Workshop, with_fakes

from cvpress import gallery, order, paths, run
from cvpress.errors import ProfileError
from cvpress.prepare import Press

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
ROOTS = (paths.bundled_templates(),)
BUDGET = 3_000_000
"""Bytes that all pictures may have together."""

TWO_DOCUMENTS = PROFILE + "  short: {template: onepage, sections: [work]}\n"
SHORT = ("Ada Lovelace", "Work", "Wrote a program.", "Read a book.")


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    made = with_fakes(tmp_path)
    for name in ("shared", "ruled", "moderncv-classic", "onepage"):
        shutil.copytree(ROOTS[0] / name, tmp_path / "some" / name)
    return made


def press(shop: Workshop) -> Press:
    """A press with three of the templates."""
    made = run.press(shop.root / "profiles", Path("build"), shop.environment, 1_700_000_000)
    return replace(made, roots=(shop.root / "some",))


def made(shop: Workshop) -> tuple[int, list[str]]:
    """How many were built, and the files that then lie in docs/ and in the work folder of the gallery."""
    with contextlib.chdir(shop.root):
        results = gallery.make(press(shop), Path("docs"))
    files = [*shop.root.joinpath("docs").rglob("*.*"), *shop.built().joinpath(gallery.WORK).glob("*/*.png")]
    return len([r for r in results if r.state == "built"]), sorted(str(file.relative_to(shop.root)) for file in files)


# -- making one -------------------------------------------------------------------------------------------------------


def test_the_first_document_is_shown_in_every_template_and_one_of_a_page_where_it_is_named(shop: Workshop) -> None:
    shop.profile(text=TWO_DOCUMENTS)
    shop.prints(*SHORT, document="short")
    built, files = made(shop)
    assert built == 3
    assert files == [
        "build/.work/.gallery/moderncv-classic/ada.png",
        "build/.work/.gallery/onepage/ada.png",
        "build/.work/.gallery/ruled/ada.png",
        "docs/gallery.md",
        "docs/images/gallery/moderncv-classic.png",
        "docs/images/gallery/onepage.png",
        "docs/images/gallery/ruled.png",
        "docs/images/pages.png",
    ]
    text = (shop.root / "docs" / "gallery.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["moderncv-classic", "ruled", "onepage"]
    assert "At most 1 page" in text.partition("## onepage")[2]
    assert "[![ruled: first pages of Ada Lovelace](images/gallery/ruled.png)](images/gallery/ruled.png)" in text


def test_who_has_no_document_for_a_template_of_one_page_is_not_shown_there(shop: Workshop) -> None:
    built, files = made(shop)
    assert built == 2
    assert not [file for file in files if "onepage" in file]
    assert "onepage" not in (shop.root / "docs" / "gallery.md").read_text(encoding="utf-8")


def test_several_people_stand_on_one_sheet(shop: Workshop) -> None:
    made(shop)
    alone = size(shop.root / "docs/images/gallery/ruled.png")
    for person in ("bob", "eve"):
        shop.profile(person)
        shop.prints(person=person)
    assert made(shop)[0] == 4
    together = size(shop.root / "docs/images/gallery/ruled.png")
    assert [round(new / old, 1) for new, old in zip(together, alone, strict=True)] == [2, 2]
    text = (shop.root / "docs" / "gallery.md").read_text(encoding="utf-8")
    assert "Ada Lovelace, Ada Lovelace and Ada Lovelace" in text


def size(picture: Path) -> tuple[int, int]:
    with Image.open(picture) as opened:
        return opened.size


def test_a_failed_document_leaves_the_gallery_as_it_was(shop: Workshop) -> None:
    made(shop)
    old = (shop.root / "docs" / "gallery.md").read_bytes()
    (shop.root / "docs" / "images" / "pages.png").unlink()
    shop.profile(text=PROFILE.replace("Read a book.", "Read two books."))
    with contextlib.chdir(shop.root):
        results = gallery.make(press(shop), Path("docs"))
    assert {result.state for result in results} == {"failed"}
    assert (shop.root / "docs" / "gallery.md").read_bytes() == old
    assert not (shop.root / "docs" / "images" / "pages.png").exists()


def test_a_profile_that_cannot_be_read_is_told_before_anything_is_built(shop: Workshop) -> None:
    shop.profile("bob", "schema: 1\n")
    with pytest.raises(ProfileError, match="name"):
        made(shop)
    assert shop.calls == []


def test_what_is_the_same_is_not_written_again(shop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    made(shop)
    assert "wrote      docs/gallery.md" in capsys.readouterr().out
    assert made(shop)[0] == 0
    assert "wrote" not in capsys.readouterr().out


def test_clean_removes_what_the_gallery_built(shop: Workshop) -> None:
    made(shop)
    assert shop.run("clean").code == 0
    assert not shop.built().exists()
    assert (shop.root / "docs" / "gallery.md").is_file()


def test_the_task_ends_with_the_code_of_what_failed(shop: Workshop) -> None:
    done = shop.run("gallery", "--profiles", "people")
    assert done.code == 2
    assert "there is no folder people" in done.err
    shop.does("exit 12\n")
    done = shop.run("gallery")
    assert done.code == 5
    assert f"{len(gallery.load(ROOTS)) - 1} failed" in done.err  # in all but the one of a page, for which ada has none
    assert not (shop.root / "docs").exists()


# -- the one in docs/ -------------------------------------------------------------------------------------------------


def test_the_page_shows_what_there_is_now() -> None:
    """After a new template, person or description: `invoke gallery`."""
    people = {person: order.read(ROOT / "profiles", person) for person in order.people(ROOT / "profiles")}
    assert (DOCS / gallery.PAGE).read_text(encoding="utf-8") == gallery.text(gallery.load(ROOTS), people)


def test_every_template_has_a_section_with_a_picture_that_opens() -> None:
    text = (DOCS / gallery.PAGE).read_text(encoding="utf-8")
    templates = {path.parent.name for path in ROOTS[0].glob("*/main.tex.j2")}
    assert set(re.findall(r"^## (.*)$", text, re.MULTILINE)) == templates
    assert set(re.findall(r"\]\(#(.*?)\)", text)) == templates
    pictures = set(re.findall(r"\]\((images/.*?)\)", text))
    assert pictures == {f"images/gallery/{name}.png" for name in templates}
    for picture in pictures:
        with Image.open(DOCS / picture) as opened:
            opened.load()
            assert (opened.format, opened.mode, opened.width) == ("PNG", "P", 1242)


def test_nothing_but_what_is_shown_lies_among_the_pictures_and_all_of_them_are_small() -> None:
    files = [path for path in (DOCS / "images").rglob("*") if path.is_file()]
    names = {str(path.relative_to(DOCS / "images")) for path in files}
    assert names == {"pages.png", *(f"gallery/{template.name}.png" for template in gallery.load(ROOTS))}
    assert too_large(files) == 0


def too_large(files: list[Path]) -> int:
    """Bytes over the budget."""
    return max(0, sum(path.stat().st_size for path in files) - BUDGET)


def test_a_picture_too_many_would_be_told(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(bytes(BUDGET))
    (tmp_path / "b.png").write_bytes(b"12345")
    assert too_large([tmp_path / "a.png", tmp_path / "b.png"]) == 5
