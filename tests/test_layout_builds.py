r"""Templates that break a rule of the page, each caught by that rule alone; and the one they are made of, which passes.

All stand on one small look: a page of six lines, each line one baseline apart, so that what falls where is counted.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from workshop import Outcome, Workshop, with_tex

MAIN = """\
<% extends "base.tex.j2" %>
<% block look %>
\\usepackage{small}
<% endblock %>
"""
# 10 pt and five times 12 pt for six lines, and 12 pt for the white around lists: a seventh line does not fit.
LOOK = r"""\ProvidesPackage{small}
\cvdefaults{10}{12}{libertine}{black}
\cvpage{1in}{1in}{1in}{1in}{.4in}
\textheight=82pt
\renewcommand\cvmakeheader{{\cvflushleft\noindent\cv@given\ \cv@family\par}}
\renewcommand\cvsection[1]{\cvbreak{2}{0pt}{\cvflushleft\noindent\cvbookmark{1}{#1}\bfseries#1\par}\cvkeep{0pt}}
\renewcommand\cv@bulletsep{0pt}
"""
LONG = (
    "These words fill one line of a page that is as wide as this page is, "
    + "and then they go on for two lines more, " * 5
)
KEEPS_NOTHING = r"\renewcommand\cvbreak[2]{\par}\renewcommand\cvkeep[1]{\par\penalty\z@\vskip1sp\relax}"
SPLITS = r"\AddToHook{begindocument/end}{\clubpenalty\z@\@clubpenalty\z@\widowpenalty\z@}"
LEAVES_LAST = r"\renewcommand\cvlast{}"
HANGS = (
    r"\renewcommand\cvsection[1]{\cvbreak{2}{0pt}"
    r"{\cvflushleft\noindent\cvbookmark{1}{#1}\llap{\bfseries#1\quad}\null\par}\cvkeep{0pt}}"
)


def profile(*sections: tuple[str, ...]) -> str:
    """Sections of these items, in the template `small`."""
    told = "".join(
        f"  s{number}:\n    title: Part\n    kind: item\n    entries: [{', '.join(items)}]\n"
        for number, items in enumerate(sections)
    )
    head = "schema: 1\nname: {given: Ada, family: Lovelace}\n"
    return f"{head}sections:\n{told}documents:\n  cv: {{template: small}}\n"


# What each look is tried with: where a page of the sound one ends.
HEADS = profile(*[("one",)] * 5)  # the header, and a head with an item: a page's sixth line is the third head
LINES = profile(("a", "b", f'"{LONG}"', "c", "d"))  # four lines, then an item of three
LISTS = profile(("a", "b", "c", "d", "e"), ("one",))  # six lines, and the last item


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_tex(tmp_path)


def built(shop: Workshop, text: str, more: str = "") -> Outcome:
    folder = shop.root / "latex_templates" / "small"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "template.yaml").write_text("description: six lines a page\noptions: {size: {default: '10'}}\n")
    (folder / "main.tex.j2").write_text(MAIN)
    (folder / "small.sty").write_text(f"{LOOK}{more}\n\\endinput\n")
    shop.profile(text=text)
    return shop.run("pdf")


@pytest.mark.latex
@pytest.mark.parametrize("text", [HEADS, LINES, LISTS])
def test_the_sound_look_passes(shop: Workshop, text: str) -> None:
    done = built(shop, text)
    assert done.code == 0, done.err
    assert "no findings" in done.out
    assert "(small, 1 page" not in done.out


@pytest.mark.latex
@pytest.mark.parametrize(
    ("text", "more", "told"),
    [
        (HEADS, KEEPS_NOTHING, "page 1 ends with the head of a section"),
        (LINES, SPLITS, "an item of 3 lines is split 2 + 1 over page 1 and the next"),
        (LISTS, LEAVES_LAST, "page 2 begins with a lone line, the last of a list"),
    ],
)
def test_a_look_that_breaks_a_rule_is_caught_by_that_rule_alone(
    shop: Workshop, text: str, more: str, told: str
) -> None:
    done = built(shop, text, more)
    assert done.code == 0, done.err
    assert done.err.count("warning: ") == 1
    assert told in done.err
    assert "1 warning" in done.out


@pytest.mark.latex
def test_the_line_of_the_profile_is_told(shop: Workshop) -> None:
    line = 1 + LINES.splitlines().index(next(row for row in LINES.splitlines() if LONG in row))
    column = 1 + LINES.splitlines()[line - 1].index(f'"{LONG}')
    assert f"profile.yaml:{line}:{column}: warning: an item of 3 lines is split" in built(shop, LINES, SPLITS).err


@pytest.mark.latex
def test_what_hangs_in_the_margin_undeclared_is_an_error(shop: Workshop) -> None:
    done = built(shop, HEADS, HANGS)
    assert done.code == 6
    assert "page 1: 2 lines run up to" in done.err
    assert done.err.count("into the margin") == 2 + 1  # each page's, and the summary
    assert "no findings" in built(shop, HEADS, HANGS + r"\cvhang{40pt}").out


@pytest.mark.latex
def test_a_last_page_of_one_line_is_told_and_one_of_two_is_not(shop: Workshop) -> None:
    paragraphs = profile(("a", "b", "c", "d", "e")).replace("kind: item", "kind: text")
    done = built(shop, paragraphs)
    assert done.code == 0, done.err
    assert done.err.count("warning: ") == 1
    assert "the last page is 1" in done.err
    assert "no findings" in built(shop, paragraphs.replace("d, e", "d, e, f")).out
