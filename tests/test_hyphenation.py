"""Words are hyphenated by the rules of the document's language; names, e-mails and addresses never are.

A bullet that is one long word, over and over: wherever TeX breaks it, the page shows how it does.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from workshop import Workshop, with_tex

from cvpress import paths
from cvpress.pdf.text import BREAK_HYPHEN, pages

BUILT = ("ada", "cv.pdf")
GERMAN = "Donaudampfschifffahrt"
PARTS = {"Do", "nau", "dampf", "schiff", "fahrt"}


def broken(shop: Workshop) -> set[tuple[str, str]]:
    """What stands before and behind each hyphen that TeX put into a word."""
    printed = "\n".join(pages(shop.built(*BUILT)))
    return set(re.findall(rf"(\w+)(?:{BREAK_HYPHEN}\s*|-[\r\n]+)(\w+)", printed))


def entries(*texts: str, language: str, options: str = "{}") -> str:
    items = "".join(f"      - {text!r}\n" for text in texts)
    return (
        f"schema: 1\nname: {{given: Ada, family: Lovelace}}\n"
        f"sections:\n  work:\n    title: Work\n    kind: item\n    entries:\n{items}"
        f"documents:\n  cv: {{template: ledger, language: {language}, options: {options}}}\n"
    )


def repeated(word: str) -> tuple[str, ...]:
    """Lines that differ in where they reach the margin."""
    return tuple(" ".join(["x" * shift, *[word] * 12]) for shift in range(1, 12))


@pytest.mark.latex
def test_german_words_are_hyphenated_where_german_does(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    shop.profile(text=entries(*repeated(GERMAN), language="de"))
    done = shop.run("pdf")
    assert done.code == 0, done.err
    assert "no-hyphens" not in done.err + done.out
    found = broken(shop)
    assert found
    places = {"Donau", "Donaudampf", "Donaudampfschiff"}
    assert {before for before, _ in found} <= places
    assert all(before + after == GERMAN for before, after in found)


@pytest.mark.latex
def test_english_words_are_hyphenated_where_english_does_and_german_ones_are_not(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    shop.profile(text=entries(*repeated("representation"), language="en-GB"))
    done = shop.run("pdf")
    assert done.code == 0, done.err
    found = broken(shop)
    assert found
    assert {before for before, _ in found} <= {"rep", "repre", "represen", "representa"}


@pytest.mark.latex
@pytest.mark.parametrize("language", ["de", "en-US"])
def test_names_and_addresses_are_never_hyphenated(tmp_path: Path, language: str) -> None:
    shop = with_tex(tmp_path)
    name = "Maximiliane Wintergerstenhagen"
    people = ", ".join([name, "Donaudampf Schifffahrtsgesellschaft"] * 14)
    address = "https://donaudampfschifffahrt.example.org/representation/wintergerste/maximiliane"
    email = "donaudampfschifffahrt@representation.example.org"
    text = entries(*(f"{'x' * shift} " + f"{address} and {email} " * 3 for shift in range(1, 8)), language=language)
    text = text.replace("family: Lovelace", "family: Donaudampfschifffahrtsgesellschaftsvorsitzende")
    papers = f"  papers: {{kind: publication, entries: [{{title: X, authors: [{people}], date: 2020}}]}}\n"
    shop.profile(text=text.replace("documents:\n", f"{papers}documents:\n"))
    done = shop.run("pdf")
    assert done.code == 0, done.err
    assert broken(shop) == set()


@pytest.mark.latex
def test_a_language_without_patterns_is_told_with_the_package_that_has_them(tmp_path: Path) -> None:
    shop = with_tex(tmp_path)
    shared = tmp_path / "latex_templates" / "shared"
    shared.mkdir(parents=True)
    own = shutil.copy(paths.bundled_templates() / "shared" / "cvpress-pdf.lua", shared)
    text = Path(own).read_text(encoding="utf-8")
    Path(own).write_text(text.replace('"ngerman", "german"', '"not-installed"'), encoding="utf-8")
    shop.profile(text=entries(*repeated(GERMAN), language="de"))
    done = shop.run("pdf")
    assert done.code == 0, done.err
    assert "no word is hyphenated in 'de'; 'invoke setup' installs texlive-lang-german" in done.err
    assert broken(shop) == set()
