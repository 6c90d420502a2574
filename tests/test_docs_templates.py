"""docs/templates.md is what it says: its files make a template that sets every kind of entry without a finding."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from profile_page import ROOT, rows
from workshop import Outcome, Workshop, with_tex

from cvpress import paths
from cvpress.typeset import template as templates

PAGE = (ROOT / "docs/templates.md").read_text(encoding="utf-8")
GOLDEN = (ROOT / "tests/golden/profile.yaml").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^```\w+ file=(\S+)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL))
NAME = "slate"
BUNDLED = paths.bundled_templates()
STYLES = "".join(path.read_text(encoding="utf-8") for path in sorted((BUNDLED / "shared").glob("*.sty")))


def shop_with(folder: Path, files: dict[str, str], profile: str = GOLDEN) -> Workshop:
    shop = with_tex(folder)
    shop.profile("maeve", profile)
    own = folder / "latex_templates" / NAME
    own.mkdir(parents=True)
    for name, text in files.items():
        (own / name).write_text(text, encoding="utf-8")
    return shop


def pdf(shop: Workshop) -> Outcome:
    return shop.run("pdf", "--person", "maeve", "--document", "cv", "--template", NAME)


def test_the_page_has_the_files_that_it_tells_of() -> None:
    assert list(FILES) == ["template.yaml", "main.tex.j2", "slate.sty", "award.tex.j2"]


def test_the_name_is_free_for_a_ninth_template() -> None:
    assert NAME not in templates.names((BUNDLED,))


@pytest.mark.latex
def test_what_the_page_says_builds_every_kind_without_a_finding(tmp_path: Path) -> None:
    done = pdf(shop_with(tmp_path, FILES))
    assert done.code == 0, done.err
    assert re.search(r"\(slate, \d+ pages, no findings\)", done.out), done.err


@pytest.mark.latex
def test_its_own_option_reaches_the_look(tmp_path: Path) -> None:
    files = FILES | {"template.yaml": FILES["template.yaml"].replace("default: plain", "default: capitals")}
    done = pdf(shop_with(tmp_path, files))
    assert "no findings)" in done.out, done.err
    assert "style=capitals" in (tmp_path / "build/.work/maeve/cv/document.tex").read_text(encoding="utf-8")


@pytest.mark.latex
@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("slate.sty", r"\cvbreak{5}", r"\cvbraek{5}", "ndefined control sequence"),
        ("slate.sty", "{{\\bfseries#1}}", "{}", "is not in the PDF's text"),
        ("award.tex.j2", "e.awarder", "e.awardr", "an entry of kind award has no field 'awardr'"),
        ("award.tex.j2", "e.dates, award", '"Prize", award', "the template prints a raw str"),
    ],
)
def test_a_mistake_in_a_file_of_the_page_would_be_told_as_it_says(
    tmp_path: Path, file: str, old: str, new: str, told: str
) -> None:
    assert old in FILES[file]
    done = pdf(shop_with(tmp_path, FILES | {file: FILES[file].replace(old, new)}))
    assert done.code != 0
    assert told in done.err


def test_a_wrong_value_of_its_own_option_is_told_at_the_line_of_the_profile(tmp_path: Path) -> None:
    profile = GOLDEN.replace("documents:\n", "documents:\n  mine: {template: slate, options: {heads: huge}}\n")
    done = shop_with(tmp_path, FILES, profile).run("pdf", "--person", "maeve", "--document", "mine")
    assert done.code == 2
    assert "'huge' is no choice for heads; the choices are: plain, capitals" in done.err


def test_every_macro_of_the_page_exists() -> None:
    known = set(re.findall(r"\\(?:new|renew|provide)command\*?\s*\{?\\(cv[\w@]*)", STYLES))
    known |= {name for pair in re.findall(r"\\def\\(cv[\w@]*)|\\newdimen\s*\\(cv[\w@]*)", STYLES) for name in pair}
    told = set(re.findall(r"\\(cv[a-zA-Z@]*)", PAGE))
    assert len(told) > 40
    assert told - known == set()


def test_the_fields_of_the_manifest_are_those_of_the_page() -> None:
    told = set(re.findall(r"^(\w+):", FILES["template.yaml"] + PAGE.partition("```yaml part\n")[2], flags=re.MULTILINE))
    assert told == templates.Manifest.model_fields.keys() - {"engine"}


def test_every_link_leads_somewhere() -> None:
    heads = {
        re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in re.findall(r"^#+ (.*)", PAGE, re.MULTILINE)
    }
    inside = set(re.findall(r"\]\(#([\w-]+)\)", PAGE))
    assert inside <= heads
    outside = re.findall(r"\]\((\.\.[^)#]+|\w[^)#]+)", PAGE)
    assert outside
    assert [link for link in outside if not (ROOT / "docs" / link).exists()] == []


def test_the_blocks_of_the_base_are_all_told() -> None:
    base = (BUNDLED / "shared/base.tex.j2").read_text(encoding="utf-8")
    assert len(rows(PAGE)) > 15
    assert all(f"`{block}`" in PAGE for block in re.findall(r"<% block (\w+)", base))
