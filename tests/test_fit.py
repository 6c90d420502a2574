"""A document whose last page is nearly empty: a warning, and with `fit: true` it is set a little smaller."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pdf_samples import sample
from workshop import EPOCH, LETTER, LINES, PROFILE, Workshop, with_fakes, with_tex

from cvpress import order, run
from cvpress.build import lay_out
from cvpress.pdf.finish import Metadata
from cvpress.prepare import Job, prepare

FIT = PROFILE.replace("ruled}", "ruled, fit: true}")
# The fake TeX sets one page, or one and a bit, as the size asks it to.
MENDED_AT = """\
case "$(cat document.tex)" in *smaller={step}*)
    printf 'x\\nOutput written on document.pdf (1 page)\\n' > document.log
    cp {store}/whole.pdf document.pdf
    : > document.layout
    exit;;
esac
"""


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    """A workshop whose fake TeX sets 40 lines on the first page and three on the second."""
    made = with_fakes(tmp_path)
    metadata = Metadata("Ada Lovelace: Curriculum Vitae", "Ada Lovelace", "en-US", epoch=EPOCH)
    sample(tmp_path / "store" / "whole.pdf", LINES, size=LETTER, metadata=metadata)
    first = (*LINES[:-3], *["filled"] * 40)
    sample(tmp_path / "store" / "ada-cv.pdf", first, LINES[-3:], size=LETTER, metadata=metadata)
    made.lays_out("line 1 item 1 1 1 50 50 550 750 0", "line 2 item 2 1 1 50 50 550 92 0")
    return made


def mended_at(shop: Workshop, step: int) -> None:
    shop.does(MENDED_AT.format(step=step, store=shop.root / "store"))


def test_a_last_page_that_is_nearly_empty_is_a_warning_at_the_document(shop: Workshop) -> None:
    done = shop.run("pdf")
    assert done.code == 0
    assert "profile.yaml:17:7: warning: the last page is 6% full, less than 25%" in done.err
    assert len(shop.calls) == 1


def test_a_look_at_the_pdf_later_tells_the_same(shop: Workshop) -> None:
    shop.run("pdf")
    done = shop.run("check")
    assert done.code == 0
    assert "profile.yaml:17:7: warning: the last page is 6% full, less than 25%" in done.err
    assert len(shop.calls) == 1


@pytest.mark.parametrize(("step", "size"), [(1, "10.25"), (2, "10")])
def test_fit_makes_it_smaller_until_the_last_page_is_gone(shop: Workshop, step: int, size: str) -> None:
    mended_at(shop, step)
    shop.profile(text=FIT)
    done = shop.run("pdf")
    assert done.code == 0
    assert f"fit: it is set at {size} pt instead of 10.5 pt" in done.err
    assert "the last page is" not in done.err.replace("the last page is filled", "")
    assert len(shop.calls) == step + 1


def test_fit_that_does_not_help_leaves_the_size(shop: Workshop) -> None:
    shop.profile(text=FIT)
    done = shop.run("pdf")
    assert "fit: at 10 pt the last page would still not be filled; it is set at 10.5 pt" in done.err
    assert "the last page is 6% full" in done.err
    assert len(shop.calls) == 3


@pytest.mark.parametrize(("size", "calls"), [("9.5", 1), ("10", 3), ("12", 3)])
def test_nothing_is_set_below_nine_and_a_half_points(shop: Workshop, size: str, calls: int) -> None:
    shop.profile(text=FIT.replace("fit: true", f"fit: true, options: {{size: {size}}}"))
    shop.run("pdf")
    assert len(shop.calls) == calls


def test_a_fitted_document_is_not_built_again(shop: Workshop) -> None:
    mended_at(shop, 1)
    shop.profile(text=FIT)
    shop.run("pdf")
    done = shop.run("pdf")
    assert "unchanged" in done.out
    assert "set at 10.25 pt" in done.err
    assert len(shop.calls) == 2


def test_taking_fit_out_builds_it_as_it_was(shop: Workshop) -> None:
    mended_at(shop, 1)
    shop.profile(text=FIT)
    shop.run("pdf")
    shop.profile()
    assert "the last page is 6% full" in shop.run("pdf").err
    assert len(shop.calls) == 3


def test_a_filled_document_with_fit_is_built_once(shop: Workshop) -> None:
    shop.prints()
    shop.lays_out("line 1 item 1 1 1 50 50 550 92 0")
    shop.profile(text=FIT)
    assert "fit:" not in shop.run("pdf").err
    assert len(shop.calls) == 1


def test_fit_may_bring_a_document_within_its_limit(shop: Workshop) -> None:
    limited = FIT.replace("fit: true", "fit: true, limit: {pages: 1}")
    shop.profile(text=limited)
    assert shop.run("pdf").code == 6
    mended_at(shop, 2)
    assert shop.run("pdf").code == 0


@pytest.mark.latex
def test_a_real_document_is_made_smaller_by_half_a_point_at_most(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    long = "\n".join(f"      - Wrote program number {number}." for number in range(38))
    profile = PROFILE.replace("      - Wrote a program.", long)
    shop.profile(text=profile)
    before = shop.run("pdf")
    assert "the last page is" in before.err, before.out
    shop.profile(text=profile.replace("ruled}", "ruled, fit: true}"))
    done = shop.run("pdf")
    assert done.code == 0, done.err
    assert "fit: it is set at 10" in done.err
    assert "1 page," in done.out


def test_a_step_of_the_same_length_and_second_is_set_anew(tmp_path: Path) -> None:
    """latexmk compares size and time in seconds first, and would take the second step's .tex for the first one's."""
    shop = with_fakes(tmp_path)
    made = run.press(shop.root / "profiles", shop.root / "build", shop.environment, 1_700_000_000)
    shop.profile()
    profile = order.read(made.profiles, "ada")
    ready = prepare(made, Job("ada", "cv", profile, profile.documents["cv"]))
    folder = made.work("ada", "cv")
    folder.mkdir(parents=True)
    lay_out(folder, ready)
    memory = folder / "document.fdb_latexmk"
    memory.write_text("what latexmk remembers", encoding="utf-8")
    lay_out(folder, ready)
    assert memory.exists()  # nothing has changed
    lay_out(folder, replace(ready, tex=ready.tex.replace("Wrote a program", "Wrote b program")))
    assert not memory.exists()
