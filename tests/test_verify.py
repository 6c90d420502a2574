"""Two builds of the same are the same, or it is told where not. Fake TeX, but real processes."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_samples import sample
from workshop import EPOCH, LETTER, LINES, PROFILE, Workshop, with_fakes, with_tex

from cvpress import paths
from cvpress.pdf.finish import Metadata

# A path that nothing paints, as long as the clock says.
LEAKY = r"""
\newcommand\leak{\directlua{tex.print(math.fmod(os.time(), 600))}}
\AddToHook{shipout/background}{\put(9,-9){\pdfextension literal{0 0 m \leak\space 0 l n}}}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


def test_what_depends_on_its_inputs_alone_is_verified_and_build_is_left_alone(shop: Workshop) -> None:
    done = shop.run("verify")
    assert (done.code, done.out.splitlines()) == (
        0,
        ["verified   ada/cv  (ruled, 1 page, no findings)", "1 of 1 done"],
    )
    assert not shop.built().exists()
    assert len(shop.calls) == 2


def test_a_difference_is_an_error_that_says_where(shop: Workshop) -> None:
    """The second time another PDF comes out, as if a template had printed the time."""
    metadata = Metadata("Ada Lovelace: Curriculum Vitae", "Ada Lovelace", "en-US", epoch=EPOCH)
    lines = [line.replace("Read a book.", "Read a book. 17:31") for line in LINES]
    sample(shop.root / "store" / "later.pdf", lines, size=LETTER, metadata=metadata)
    once = shop.root / "store" / "once"
    store = shop.root / "store"
    shop.does(f"if [ -e {once} ]; then cp {store}/later.pdf {store}/ada-cv.pdf; fi; cat /dev/null > {once}")
    done = shop.run("verify", "--person", "ada", "--document", "cv", "--report", "r.json")
    assert done.code == 6
    assert "two builds of the same are not the same: they differ from byte" in done.err
    assert "page 1 says 'Read a book.' and 'Read a book. 17:31'" in done.err
    assert "not-reproducible" in (shop.root / "r.json").read_text()


def test_the_two_worlds_are_not_alike(shop: Workshop) -> None:
    """What a build may see of its machine is another thing each time: so a leak of it shows."""
    seen = shop.root / "store" / "seen"
    shop.does(f'umask >> {seen}; echo "$PWD" >> {seen}')
    assert shop.run("verify").code == 0
    first_mask, first, second_mask, second = seen.read_text().splitlines()
    assert first_mask != second_mask
    assert first != second
    assert len(first) != len(second)
    assert not Path(first).exists()  # nothing stays behind


def test_what_cannot_be_built_ends_as_its_build_does(shop: Workshop) -> None:
    shop.does("printf '! wrong' > document.log; exit 12")
    done = shop.run("verify")
    assert done.code == 5
    assert "it can't be built here, so there is nothing to compare" in done.err
    shop.profile(text=PROFILE.replace("kind: award", "kind: awrd"))
    assert shop.run("verify").code == 2
    assert shop.run("verify", "--person", "xyz", "--report", "r.json").code == 2
    assert "unknown-person" in (shop.root / "r.json").read_text()


@pytest.mark.latex
def test_a_template_that_prints_the_time_is_caught_with_a_real_tex(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    assert shop.run("verify").code == 0
    own = shop.root / "latex_templates" / "ruled"
    own.mkdir(parents=True)
    style = (paths.bundled_templates() / "ruled" / "ruled.sty").read_text(encoding="utf-8")
    (own / "ruled.sty").write_text(style.replace(r"\endinput", "") + LEAKY, encoding="utf-8")
    done = shop.run("verify")
    assert done.code == 6, done.err
    assert "they differ from byte" in done.err
    assert "what page 1 draws" in done.err
