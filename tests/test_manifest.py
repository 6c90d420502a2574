"""The manifest of the results: complete, added up over runs, and never about a PDF that is not there. Fake TeX."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from pdf_samples import sample
from workshop import EPOCH, LETTER, PROFILE, Workshop, with_fakes

from cvpress import __version__, manifest
from cvpress.prepare import Job, prepare
from cvpress.profile.model import load
from cvpress.run import press

TWO = PROFILE.replace("  cv: {template: ruled}\n", "  cv: {template: ruled}\n  short: {template: ruled}\n")
PACKET = PROFILE + "packets:\n  all: [cv, other.pdf]\n"
LOG = (
    "This is LuaHBTeX, Version 1.15.0 (TeX Live 2022)  (format=lualatex 2026.1.1)  2 JAN 2026 10:00\n"
    "LaTeX2e <2022-11-01> patch level 1\nPackage: iftex 2022/02/03 v1.0f TeX engine tests\n<./face.ttf>"
)


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


def outputs(shop: Workshop) -> dict[str, dict[str, Any]]:
    made = json.loads(shop.built("manifest.json").read_bytes())
    assert (made["format"], made["version"]) == ("cvpress-manifest", 1)
    return {one["file"]: one for one in made["outputs"]}


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def test_an_output_is_listed_with_its_hash_and_what_it_was_made_of(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    (made,) = outputs(shop).values()
    pdf = shop.built("ada", "cv.pdf")
    assert (made["sha256"], made["bytes"], made["pages"]) == (digest(pdf), pdf.stat().st_size, 1)
    assert (made["person"], made["document"], made["template"]) == ("ada", "cv", "ruled")
    assert made["findings"] == {"error": 0, "warning": 0, "info": 0, "rules": {}}
    assert (made["cvpress"], made["source_date_epoch"]) == (__version__, EPOCH)
    inputs = made["inputs"]
    assert inputs["profiles/ada/profile.yaml"] == digest(shop.root / "profiles/ada/profile.yaml")
    templates = {Path(name).name for name in inputs if name.startswith("cvpress/latex_templates/ruled/")}
    assert {"template.yaml", "ruled.sty"} <= templates
    assert "cvpress/latex_templates/shared/award.tex.j2" in inputs


def test_the_engine_packages_and_fonts_are_those_of_the_log(shop: Workshop) -> None:
    log = LOG.replace("\n", "\\n")
    shop.does(f"printf '{log}\\nOutput written on document.pdf (1 page)\\n' > document.log\n"
              f"printf x > face.ttf; cp {shop.root}/store/ada-cv.pdf document.pdf; exit 0")  # fmt: skip
    assert shop.run("pdf").code == 0
    (made,) = outputs(shop).values()
    assert made["engine"] == "LuaHBTeX, Version 1.15.0 (TeX Live 2022)"
    assert made["packages"] == {"LaTeX2e": "2022-11-01 patch level 1", "iftex": "2022/02/03 v1.0f"}
    assert made["fonts"] == [{"file": "face.ttf", "revision": "", "sha256": sha256(b"x").hexdigest()}]


def test_a_letter_in_a_file_of_its_own_is_an_input(shop: Workshop) -> None:
    letter = "---\nopening: Dear all,\n---\nBe well.\n"
    (shop.root / "profiles" / "ada" / "note.md").write_text(letter)
    shop.profile(text=PROFILE.replace("cv: {template: ruled}", "cv: {template: ruled, letter: note.md}"))
    shop.prints("Ada Lovelace", "Dear all,", "Be well.", title="Letter")
    assert shop.run("pdf").code == 0
    inputs = outputs(shop)["ada/cv.pdf"]["inputs"]
    assert inputs["profiles/ada/note.md"] == digest(shop.root / "profiles" / "ada" / "note.md")


def test_runs_of_single_documents_add_up(shop: Workshop) -> None:
    shop.profile(text=TWO)
    shop.prints(document="short")
    assert shop.run("pdf", "--document", "cv").code == 0
    assert list(outputs(shop)) == ["ada/cv.pdf"]
    assert shop.run("pdf", "--document", "short").code == 0
    assert list(outputs(shop)) == ["ada/cv.pdf", "ada/short.pdf"]


def test_the_same_inputs_give_the_same_manifest(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    before = shop.built("manifest.json").read_bytes()
    stamp = shop.built("manifest.json").stat().st_mtime_ns
    assert shop.run("pdf").code == 0  # unchanged: not even written
    assert shop.built("manifest.json").stat().st_mtime_ns == stamp
    assert shop.run("pdf", "--force").code == 0
    assert shop.built("manifest.json").read_bytes() == before


def test_an_entry_goes_with_its_document_its_pdf_and_its_profile(shop: Workshop) -> None:
    shop.profile(text=TWO)
    shop.prints(document="short")
    shop.profile("bob")
    shop.prints(person="bob")
    assert shop.run("pdf").code == 0
    assert list(outputs(shop)) == ["ada/cv.pdf", "ada/short.pdf", "bob/cv.pdf"]
    shop.profile(text=PROFILE)  # the PDF of 'short' still lies there
    (shop.root / "profiles" / "bob" / "profile.yaml").unlink()
    assert shop.run("pdf", "--person", "ada").code == 0
    assert list(outputs(shop)) == ["ada/cv.pdf"]
    shop.built("ada", "cv.pdf").write_bytes(b"another one")
    shop.profile("bob")
    assert shop.run("pdf", "--person", "bob").code == 0
    assert list(outputs(shop)) == ["bob/cv.pdf"]


def test_a_document_that_failed_is_not_listed(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    shop.prints("Ada Lovelace")
    assert shop.run("pdf", "--force").code == 6
    assert outputs(shop) == {}


def test_a_packet_is_listed_with_its_parts(shop: Workshop) -> None:
    shop.profile(text=PACKET)
    other = sample(shop.root / "profiles" / "ada" / "other.pdf", ["Hello"], size=LETTER)
    assert shop.run("merge").code == 0
    made = outputs(shop)["ada/all.pdf"]
    assert (made["template"], made["pages"]) == ("packet", 2)
    assert made["inputs"] == {
        "build/ada/cv.pdf": digest(shop.built("ada", "cv.pdf")),
        "profiles/ada/other.pdf": digest(other),
        "profiles/ada/profile.yaml": digest(shop.root / "profiles/ada/profile.yaml"),
    }
    assert made["findings"]["rules"] == {"pdf-a": made["findings"]["info"]} or made["findings"]["rules"] == {}


def test_an_entry_that_was_damaged_or_lost_is_made_again(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    noted = shop.built(".work", "ada", "cv", "manifest.json")
    noted.write_text("{")
    assert shop.run("pdf").code == 0
    assert outputs(shop) == {}
    noted.unlink()
    assert shop.run("pdf").code == 0
    assert list(outputs(shop)) == ["ada/cv.pdf"]


def test_results_with_a_manifest_are_cleaned(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    assert shop.run("clean").code == 0
    assert not shop.built().exists()


def test_what_is_listed_is_read_back(shop: Workshop) -> None:
    assert shop.run("pdf").code == 0
    (one,) = manifest.read(shop.built())
    assert (one.file, one.person, one.document, one.template, one.pages) == ("ada/cv.pdf", "ada", "cv", "ruled", 1)


def test_an_input_is_found_from_wherever_one_stands(shop: Workshop, tmp_path: Path) -> None:
    """Places name files as seen from the user's folder, and builds of a program may be started elsewhere."""
    shop.profile(text=PROFILE.replace("cv: {template: ruled}", "cv: {template: ruled, letter: note.md}"))
    folder = shop.root / "profiles" / "ada"
    (folder / "note.md").write_text("---\nopening: Dear all,\n---\nBe well.\n")
    profile = load(folder / "profile.yaml", Path("seen") / "from" / "profile.yaml")
    made = press(shop.root / "profiles", shop.built(), shop.environment, 0.0)
    ready = prepare(made, Job("ada", "cv", profile, profile.documents["cv"]))
    assert {folder / "profile.yaml", folder / "note.md"} <= set(manifest.inputs(made, ready))
