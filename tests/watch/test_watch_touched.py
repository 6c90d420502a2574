"""Whom a changed file concerns: people by their folders, templates by theirs; results and editors' leavings nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress.watch.touched import Places, Touched, meant, touched

PLACES = Places(
    profiles=Path("/home/cv/profiles"),
    templates=(Path("/home/cv/latex_templates"), Path("/opt/cvpress/latex_templates")),
    fonts=(Path("/usr/share/fonts"),),
    out=Path("/home/cv/build"),
)


def of(*names: str, places: Places = PLACES) -> Touched:
    return touched(map(Path, names), places)


@pytest.mark.parametrize(
    "name",
    ["profile.yaml", "publications.bib", "letters/mit.md", "photo.jpg", "letters/2024/acme.md", "style.csl", "x/9.pdf"],
)
def test_whatever_lies_in_a_persons_folder_touches_that_person_alone(name: str) -> None:
    assert of(f"/home/cv/profiles/ada/{name}") == Touched(people=frozenset({"ada"}))


def test_a_folder_that_comes_goes_or_is_renamed_touches_whom_it_is_called_after() -> None:
    assert of("/home/cv/profiles/ada", "/home/cv/profiles/bob").people == {"ada", "bob"}


def test_a_template_touches_its_documents_in_either_root() -> None:
    assert of("/home/cv/latex_templates/ruled/look.sty") == Touched(templates=frozenset({"ruled"}))
    assert of("/opt/cvpress/latex_templates/refs/main.tex.j2") == Touched(templates=frozenset({"refs"}))


def test_what_templates_share_touches_everything() -> None:
    found = of("/opt/cvpress/latex_templates/shared/cvpress.sty")
    assert found.everything
    assert not found.fonts
    assert found.concerns("anybody", "any")


def test_a_font_touches_everything_and_other_files_beside_fonts_nothing() -> None:
    assert of("/usr/share/fonts/opentype/Lato-Regular.TTF") == Touched(everything=True, fonts=True)
    assert not of("/usr/share/fonts/opentype/.uuid", "/usr/share/fonts/fonts.dir")


@pytest.mark.parametrize(
    "name",
    [
        ".profile.yaml.swp",  # Vim
        ".profile.yaml.swx",
        "profile.yaml~",
        "4913",
        "5036",
        ".#profile.yaml",  # Emacs
        "#profile.yaml#",
        "profile.yaml___jb_tmp___",  # JetBrains
        "profile.yaml___jb_old___",
        ".goutputstream-X2A4B1",  # GNOME
        ".git/index.lock",
        "letters/.mit.md.swp",
        "photo.jpg.part",
        "profile.yaml.tmp",
        "__pycache__",
    ],
)
def test_what_editors_leave_touches_nobody(name: str) -> None:
    assert meant([Path("/home/cv/profiles/ada", name)], PLACES) == ()
    assert not of(f"/home/cv/profiles/ada/{name}", f"/home/cv/latex_templates/ruled/{name}")


@pytest.mark.parametrize("name", ["2024.bib", "sed.md", "profile.yaml", "a#b.md", "letters/2024/x.md", "tmp.md"])
def test_names_that_only_look_like_it_count(name: str) -> None:
    assert of(f"/home/cv/profiles/42/{name}").people == {"42"}


@pytest.mark.parametrize(
    ("out", "name"),
    [
        ("/home/cv/build", "/home/cv/build/ada/cv.pdf"),
        ("/home/cv/profiles/build", "/home/cv/profiles/build/ada/cv.pdf"),
        ("/home/cv/profiles/ada/build", "/home/cv/profiles/ada/build/manifest.json"),
        ("/home/cv/profiles", "/home/cv/profiles/.work/ada/cv/document.tex"),
        ("/home/cv/profiles", "/home/cv/profiles/ada/cv.pdf"),
        ("/home/cv", "/home/cv/manifest.json"),
    ],
)
def test_results_touch_nobody_wherever_they_lie(out: str, name: str) -> None:
    places = Places(PLACES.profiles, PLACES.templates, PLACES.fonts, Path(out))
    assert not of(name, places=places)


@pytest.mark.parametrize("out", ["/home/cv", "/home/cv/profiles", "/home/cv/profiles/ada/build", "/"])
def test_results_around_the_profiles_hide_none(out: str) -> None:
    places = Places(PLACES.profiles, PLACES.templates, PLACES.fonts, Path(out))
    assert of("/home/cv/profiles/ada/profile.yaml", places=places).people == {"ada"}
    assert of("/home/cv/profiles/ada/letters/mit.md", places=places).people == {"ada"}


def test_the_watched_folders_themselves_and_strangers_touch_nobody() -> None:
    assert not of("/home/cv/profiles", "/home/cv/latex_templates", "/home/cv/README.md", "/home/cv/profiles2/ada/x")


def test_a_touched_thing_concerns_its_own() -> None:
    found = Touched(people=frozenset({"ada"}), templates=frozenset({"refs"}))
    assert found.concerns("ada", "ruled")
    assert found.concerns("bob", "refs")
    assert not found.concerns("bob", "ruled")
