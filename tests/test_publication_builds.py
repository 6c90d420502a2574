"""docs/publications.md from the .bib file to the printed list: its steps are valid, its example builds as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from profile_page import ROOT, TEMPLATES
from workshop import Workshop, with_tex

from cvpress.pdf.text import pages
from cvpress.profile import model
from cvpress.typeset import template as templates

PAGE = (ROOT / "docs" / "publications.md").read_text(encoding="utf-8")
PERSON = "mara-lindqvist"


def block(info: str) -> str:
    """The one fenced block with this info string."""
    (found,) = re.findall(rf"^```{info}\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
    return str(found)


WHOLE, BIB, TOLD = block("yaml"), block("bibtex"), block("text").strip()
UNCLOSED = BIB.rstrip().removesuffix("}") + "\n"


def shop_with(folder: Path, bib: str = BIB, profile: str = WHOLE) -> Workshop:
    shop = with_tex(folder)
    shop.profile(PERSON, profile)
    (shop.root / "profiles" / PERSON / "publications.bib").write_text(bib, encoding="utf-8")
    return shop


def text_of(shop: Workshop, document: str) -> str:
    """What the PDF says, its white space as single spaces, words that a line end parts joined."""
    text = "\n".join(pages(shop.built(PERSON) / f"{document}.pdf")).replace("\u00a0", " ")
    return " ".join(re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", text).split())


def test_the_first_step_is_a_profile_and_reads_all_entries(tmp_path: Path) -> None:
    (tmp_path / "publications.bib").write_text(BIB, encoding="utf-8")
    rest = "schema: 1\nname: {given: Mara, family: Lindqvist}\ndocuments: {cv: {template: ruled}}\n"
    (tmp_path / "profile.yaml").write_text(rest + block("yaml part"), encoding="utf-8")
    profile = model.load(tmp_path / "profile.yaml", Path("profile.yaml"))
    keys = [entry.key for entry in profile.sections["publications"].entries]
    assert keys == re.findall(r"^@(?!string)\w+\{(\w+)", BIB, flags=re.MULTILINE)
    assert profile.findings == ()


def test_every_style_that_the_page_names_is_known_and_the_templates_are(tmp_path: Path) -> None:
    (tmp_path / "publications.bib").write_text(BIB, encoding="utf-8")
    step = PAGE.partition("## 3.")[2].partition("## 4.")[0]
    names = [name for name in re.findall(r"`(?:style: )?([a-z-]+)`", step) if name != "style"]
    assert len(names) == 11
    for name in names:
        (tmp_path / "profile.yaml").write_text(WHOLE.replace("style: ieee", f"style: {name}"), encoding="utf-8")
        assert model.load(tmp_path / "profile.yaml")
    assert set(re.findall(r"template: (\w+)", WHOLE)) <= set(templates.names(TEMPLATES))


def test_bib_finds_nothing_wrong_with_the_example_and_lists_it(tmp_path: Path) -> None:
    done = shop_with(tmp_path).run("bib", "--person", PERSON, env={"SOURCE_DATE_EPOCH": "1780000000"})
    assert (done.code, done.err) == (0, "")
    rows = {cells[1]: cells for cells in (line.split("\t") for line in done.out.splitlines())}
    assert rows["reading2022"][5] == "cv: publications; resume: publications"
    assert rows["salt2024"][5] == "cv: publications"
    assert len(rows) == 7


LIST = (
    r"2 journal articles, 2 conference papers, 1 workshop paper, 1 preprint \(4 as first author\);"
    r" 1,234 citations, h-index 20 \(Google Scholar, Oct 2025\)",
    r"Journal Articles \[J2\] I\. van der Berg and M\. Lindqvist, “The Ebb of O ?\(n ?log ?n\) Rivers,”",
    r"\[J1\] M\. Lindqvist ?†, J\. Park ?†, and I\. van der Berg, “Tides: a Sparse Model of the North Sea,”"
    r" Journal of Tidal Computing, vol\. 12, no\. 3, pp\. 45–62, Jul\. 2021, doi: 10\.0000/tides\.42\. code",
    r"Conference Papers \[C2\] J\. Park, M\. K\. Lindqvist, and J\. Müller, “Reading the Tide,”.*"
    r"\(TIDE 2022, Best Paper Award\) \(acceptance rate: 50/272 = 18\.4%\)",
    r"\[C1\] M\. Lindqvist, Tide Group, et al\., “A Flood of Data,”",
    r"\[W1\] M\. Lindqvist, “A Talk in Print,”",
    r"\[P1\] M\. Lindqvist, “Salt,” 2024, arXiv:2401\.00001\.",
    r"† equal contribution",
)


@pytest.mark.latex
@pytest.mark.parametrize("template", ["ruled", "refs"])
def test_the_whole_profile_prints_the_list_that_the_page_promises(template: str, tmp_path: Path) -> None:
    shop = shop_with(tmp_path)
    done = shop.run("pdf", "--person", PERSON, "--document", "cv", "--template", template)
    assert done.code == 0, done.err  # every leaf was found, else it is 6
    text = text_of(shop, "cv")
    at = 0
    for pattern in LIST:
        found = re.compile(pattern).search(text, at)
        assert found, (pattern, text[at:])
        at = found.end()
    tex = (shop.built(".work") / PERSON / "cv" / "document.tex").read_text(encoding="utf-8")
    names = re.findall(r"\\cvself\{([^{}]*)\}", tex)
    assert len(names) == 6
    assert [name for name in names if "Lindqvist" not in name] == []
    assert "lost" not in done.err


@pytest.mark.latex
def test_a_document_may_print_some_of_it(tmp_path: Path) -> None:
    shop = shop_with(tmp_path)
    done = shop.run("pdf", "--person", PERSON, "--document", "resume")
    assert done.code == 0, done.err
    text = text_of(shop, "resume")
    assert "Selected Publications" in text
    assert [label for label in ("[J2]", "[J1]", "[C1]") if label not in text] == []
    assert "A Flood of Data" not in text
    assert "[C2]" not in text


@pytest.mark.latex
def test_a_broken_entry_is_told_at_its_line_as_the_page_says_and_the_others_print(tmp_path: Path) -> None:
    shop = shop_with(tmp_path, UNCLOSED)
    done = shop.run("pdf", "--person", PERSON, "--document", "cv")
    assert done.code == 0, done.err
    assert TOLD in done.err
    text = text_of(shop, "cv")
    assert "Salt" not in text
    assert [label for label in ("[J2]", "[J1]", "[C2]", "[C1]", "[W1]") if label not in text] == []
    assert "1 preprint" not in text
