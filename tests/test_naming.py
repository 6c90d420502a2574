"""Which file a PDF becomes, and that two never become the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress import naming
from cvpress.errors import ProfileError
from cvpress.profile import model
from cvpress.profile.model import Profile

PROFILE = """\
schema: 1
name: {given: Grace Brewster, family: Hopper}
sections:
  work: {kind: item, entries: [Something]}
documents:
  cv: {template: ruled, filename: "FORM"}
  brief: {template: ruled}
"""


def profile(folder: Path, form: str) -> Profile:
    path = folder / "profile.yaml"
    path.write_text(PROFILE.replace("FORM", form), encoding="utf-8")
    return model.load(path)


def test_a_document_is_called_by_its_name_unless_it_says_otherwise(tmp_path: Path) -> None:
    assert naming.file_name(profile(tmp_path, "x"), "brief", "ruled", "grace") == "brief.pdf"


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("{family}_{given}_CV", "Hopper_Grace_Brewster_CV.pdf"),
        ("{family}_CV.pdf", "Hopper_CV.pdf"),
        ("{person}-{document}-{template}", "grace-cv-moderncv-classic.pdf"),
        ("Lebenslauf von {given}", "Lebenslauf von Grace_Brewster.pdf"),
    ],
)
def test_placeholders_are_filled(tmp_path: Path, form: str, name: str) -> None:
    assert naming.file_name(profile(tmp_path, form), "cv", "moderncv-classic", "grace") == name


def test_a_name_that_the_folder_of_the_person_makes_too_long_is_told_at_its_line(tmp_path: Path) -> None:
    with pytest.raises(ProfileError) as caught:
        naming.file_name(profile(tmp_path, "{person}{person}"), "cv", "ruled", "g" * 120)
    assert str(caught.value.problems[0].spot).endswith("profile.yaml:6:35")


def test_files_that_differ_only_in_case_or_composition_clash(tmp_path: Path) -> None:
    made = profile(tmp_path, "x")
    files = [("cv", "Rés.pdf"), ("brief", "re\u0301s.pdf"), ("packet", "other.pdf")]
    (problem,) = naming.clashes(made, files)
    assert problem.message == "'brief' and 'cv' would both be written to re\u0301s.pdf"
    assert str(problem.spot).endswith("profile.yaml:6:35")  # the only filename that was chosen
    assert naming.clashes(made, [("cv", "a.pdf"), ("brief", "b.pdf")]) == ()
