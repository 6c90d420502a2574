"""The most pages that a template allows: it holds beside a document's own limit, and the smaller of both decides."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_samples import sample
from workshop import EPOCH, LETTER, LINES, PROFILE, Workshop, with_fakes, with_tex

from cvpress import paths
from cvpress.pdf.finish import Metadata
from cvpress.typeset import template

RULED_ON_ONE = "pages: 1\n"


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    """A workshop whose fake TeX sets two pages, the second of three lines."""
    made = with_fakes(tmp_path)
    metadata = Metadata("Ada Lovelace: Curriculum Vitae", "Ada Lovelace", "en-US", epoch=EPOCH)
    sample(tmp_path / "store" / "ada-cv.pdf", LINES[:-3], LINES[-3:], size=LETTER, metadata=metadata)
    return made


def manifest(shop: Workshop, text: str) -> None:
    own = shop.root / "latex_templates" / "ruled"
    own.mkdir(parents=True, exist_ok=True)
    (own / "template.yaml").write_text(text)


@pytest.mark.parametrize(
    ("templates", "document", "fits"),
    [("", "", True), ("1", "", False), ("1", "3", False), ("3", "1", False), ("3", "2", True), ("2", "", True)],
)
def test_the_smaller_limit_decides(shop: Workshop, templates: str, document: str, fits: bool) -> None:
    if templates:
        manifest(shop, f"pages: {templates}\n")
    if document:
        shop.profile(text=PROFILE.replace("ruled}", f"ruled, limit: {{pages: {document}}}}}"))
    done = shop.run("pdf")
    assert done.code == (0 if fits else 6), done.err
    assert ("2 pages, 1 over the limit of 1" in done.err) is not fits


def test_what_is_too_much_is_told_in_lines(shop: Workshop) -> None:
    manifest(shop, RULED_ON_ONE)
    assert "about 3 lines too many: select less" in shop.run("pdf").err


def test_a_new_limit_of_the_template_checks_the_same_pdf_again(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    manifest(shop, RULED_ON_ONE)
    assert shop.run("pdf").code == 6


@pytest.mark.parametrize("pages", ["0", "some"])
def test_a_limit_that_is_no_number_of_pages_is_told(shop: Workshop, pages: str) -> None:
    manifest(shop, f"pages: {pages}\n")
    done = shop.run("pdf")
    assert done.code == 3
    assert "latex_templates/ruled/template.yaml:1:8" in done.err


def test_onepage_allows_one_page_and_no_other_template_sets_a_limit() -> None:
    roots = (paths.bundled_templates(),)
    limits = {name: template.load(name, roots).pages for name in template.names(roots)}
    assert limits.pop("onepage") == 1
    assert set(limits.values()) == {None}


@pytest.mark.latex
def test_a_document_in_onepage_is_built_when_it_fits_and_fails_when_not(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    done = shop.run("pdf", "--template", "onepage")
    assert "(onepage, 1 page, no findings)" in done.out, done.err
    shop.profile(text=PROFILE.replace("Read a book.", "Read a book. " * 600))
    done = shop.run("pdf", "--template", "onepage")
    assert done.code == 6
    assert "over the limit of 1" in done.err
