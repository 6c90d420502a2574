"""Templates: where their files are looked for, what their manifests say, and what is wrong with a broken one."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cvpress import paths, run
from cvpress.build import build
from cvpress.errors import CvpressError, Problem, ProfileError, Spot, TemplateError
from cvpress.pdf.text import pages
from cvpress.prepare import Job, Press, prepare
from cvpress.profile import model
from cvpress.profile.nodes import Scalar
from cvpress.profile.values import Verbatim
from cvpress.typeset.template import MAIN, SHARED, load, names

BUNDLED = paths.bundled_templates()
TEMPLATES = ("moderncv-banking", "moderncv-classic", "ruled")

PROFILE = """\
schema: 1
name: {given: Ada, family: Example}
sections:
  prizes: {kind: award, entries: [{title: Medal of Tests, date: 2021}]}
documents:
  cv: {template: ruled}
"""


class Own:
    """A user's folder: profiles/ and, beside it, latex_templates/."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "profiles" / "ada").mkdir(parents=True)
        self.profile = root / "profiles" / "ada" / "profile.yaml"
        self.profile.write_text(PROFILE, encoding="utf-8")

    def write(self, name: str, text: str) -> Path:
        """A file under the user's latex_templates/."""
        path = self.root / "latex_templates" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    @property
    def roots(self) -> tuple[Path, ...]:
        return paths.template_roots(self.root / "profiles")

    def press(self, cache: Path) -> Press:
        made = run.press(self.root / "profiles", self.root / "build", os.environ, 1_700_000_000)
        return replace(made, cache=cache)

    def job(self, template: str) -> Job:
        profile = model.load(self.profile)
        return Job("ada", "cv", profile, profile.documents["cv"], template)

    def tex(self, template: str) -> str:
        """The .tex of Ada's CV in a template."""
        return prepare(self.press(self.root / "cache"), self.job(template)).tex


@pytest.fixture
def own(tmp_path: Path) -> Own:
    return Own(tmp_path)


def refused(name: str, roots: tuple[Path, ...], kind: type[CvpressError] = TemplateError) -> tuple[Problem, ...]:
    with pytest.raises(kind) as caught:
        load(name, roots)
    return caught.value.problems


def asked(**options: str) -> dict[str, Verbatim]:
    return {
        Scalar(name, Spot(Path("p.yaml"), line, 3)): Verbatim(value, Spot(Path("p.yaml"), line, 9))
        for line, (name, value) in enumerate(options.items(), 1)
    }


# ---- the bundled ones ----------------------------------------------------------------------------------------------


def test_the_bundled_templates_are_found() -> None:
    assert set(TEMPLATES) <= set(names((BUNDLED,)))
    assert SHARED not in names((BUNDLED,))


@pytest.mark.parametrize("name", names((BUNDLED,)))
def test_a_bundled_template_is_whole(name: str) -> None:
    template = load(name, (BUNDLED,))
    assert template.name == name
    assert template.description
    assert template.engine == "lualatex"
    assert template.find(MAIN) == BUNDLED / name / MAIN
    assert template.folders == (BUNDLED / name, BUNDLED / SHARED)
    assert {"paper", "accent", "face", "size", "date_style", "foot"} <= template.options.keys()
    assert all(option.default in option.choices and option.description for option in template.options.values())
    assert "cvpress.sty" in template.assets()


def test_a_template_changes_the_default_of_a_shared_option_and_keeps_its_choices() -> None:
    shared, own = (load(name, (BUNDLED,)).options["accent"] for name in ("ruled", "moderncv-classic"))
    assert (shared.default, own.default) == ("black", "blue")
    assert shared.choices == own.choices
    assert shared.description == own.description


# ---- options ---------------------------------------------------------------------------------------------------------


def test_options_are_the_defaults_with_the_documents_choices_over_them() -> None:
    chosen, problems = load("ruled", (BUNDLED,)).settle(asked(paper="a4", size="11"))
    assert problems == ()
    assert (chosen["paper"], chosen["size"], chosen["accent"]) == ("a4", "11", "black")


def test_an_unknown_option_is_told_at_its_place() -> None:
    _, (problem,) = load("ruled", (BUNDLED,)).settle(asked(papper="a4"))
    assert str(problem) == "p.yaml:1:3: 'papper' is not an option of ruled; did you mean 'paper'?"
    assert problem.rule == "unknown-option"


def test_an_unknown_choice_is_told_at_its_place_with_the_choices() -> None:
    _, (problem,) = load("ruled", (BUNDLED,)).settle(asked(paper="tabloid"))
    assert str(problem) == "p.yaml:1:9: 'tabloid' is no choice for paper; the choices are: letter, a4"
    assert problem.rule == "unknown-choice"


def test_every_wrong_option_is_told_at_once() -> None:
    _, problems = load("ruled", (BUNDLED,)).settle(asked(nonsense="1", paper="a5", accent="mauve"))
    assert [problem.rule for problem in problems] == ["unknown-option", "unknown-choice", "unknown-choice"]


def test_a_wrong_option_of_a_document_stops_before_tex(own: Own) -> None:
    own.profile.write_text(PROFILE.replace("{template: ruled}", "{template: ruled, options: {colour: red}}"))
    with pytest.raises(ProfileError, match=r"profile\.yaml:6:35: 'colour' is not an option of ruled"):
        own.tex("ruled")


# ---- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nosuch", "", "../ruled", "shared", "."])
def test_an_unknown_template_lists_the_known_ones(name: str) -> None:
    (problem,) = refused(name, (BUNDLED,), ProfileError)
    assert problem.message == f"there is no template '{name}'"
    assert all(known in problem.advice for known in TEMPLATES)


def test_a_misspelt_template_is_guessed_and_the_others_listed_at_the_place_it_was_asked_for() -> None:
    with pytest.raises(ProfileError) as caught:
        load("ruld", (BUNDLED,), Spot(Path("p.yaml"), 3, 5))
    assert str(caught.value).startswith(
        "p.yaml:3:5: there is no template 'ruld'; did you mean 'ruled'? The templates are"
    )


# ---- a user's folder -------------------------------------------------------------------------------------------------


def test_without_a_folder_of_their_own_a_user_has_the_bundled_templates(own: Own) -> None:
    assert own.roots == (BUNDLED.resolve(),)


def test_a_new_template_is_a_folder(own: Own) -> None:
    shutil.copytree(BUNDLED / "ruled", own.root / "latex_templates" / "mine")
    own.write("mine/template.yaml", "description: my own\noptions: {accent: {default: navy}}\n")
    assert set(names(own.roots)) == {"mine", *names((BUNDLED,))}
    made = own.tex("mine")
    assert "accent=navy" in made
    assert made.replace("accent=navy", "accent=black") == own.tex("ruled")


def test_a_user_overrides_one_partial_of_a_bundled_template(own: Own) -> None:
    before = own.tex("ruled")
    own.write("ruled/award.tex.j2", r"\cvpara{PRIZE << e.title >>}")
    assert r"\cvpara{PRIZE Medal of Tests}" in own.tex("ruled")
    assert "PRIZE" not in before
    assert "PRIZE" not in own.tex("moderncv-classic")


def test_a_partial_in_the_users_shared_folder_is_for_every_template(own: Own) -> None:
    own.write("shared/award.tex.j2", r"\cvpara{PRIZE << e.title >>}")
    assert all("PRIZE" in own.tex(name) for name in TEMPLATES)


def test_the_nearest_file_wins(own: Own) -> None:
    own.write("ruled/award.tex.j2", r"\cvpara{NEAR << e.title >>}")
    own.write("shared/award.tex.j2", r"\cvpara{FAR << e.title >>}")
    assert "NEAR" in own.tex("ruled")
    assert "FAR" in own.tex("moderncv-classic")


def test_a_user_overrides_one_style_file(own: Own) -> None:
    mine = own.write("ruled/ruled.sty", "% mine")
    assets = load("ruled", own.roots).assets()
    assert assets["ruled.sty"] == mine
    assert assets["cvpress.sty"] == BUNDLED.resolve() / SHARED / "cvpress.sty"
    assert load("moderncv-classic", own.roots).assets().get("ruled.sty") is None


def test_a_user_overrides_one_field_of_a_manifest(own: Own) -> None:
    own.write("ruled/template.yaml", "options:\n  paper: {default: a4}\n")
    made, bundled = load("ruled", own.roots), load("ruled", (BUNDLED,))
    assert made.options["paper"].default == "a4"
    assert made.options["paper"].choices == bundled.options["paper"].choices
    assert made.options["size"] == bundled.options["size"]
    assert (made.description, made.running_foot) == (bundled.description, bundled.running_foot)


def test_a_template_may_add_an_option(own: Own) -> None:
    shutil.copytree(BUNDLED / "ruled", own.root / "latex_templates" / "mine")
    own.write("mine/template.yaml", "options: {stars: {default: 'few', choices: [few, many]}}\n")
    own.write("mine/award.tex.j2", r"\cvpara{<< e.title >> <% if options.stars == 'many' %>***<% else %>*<% endif %>}")
    assert "Medal of Tests *}" in own.tex("mine")
    own.profile.write_text(PROFILE.replace("{template: ruled}", "{template: mine, options: {stars: many}}"))
    assert "Medal of Tests ***}" in own.tex("mine")


def test_what_a_template_leaves_out_on_purpose_is_told(own: Own) -> None:
    own.write("ruled/template.yaml", "omits: {award.date: the prize is what counts}\n")
    assert load("ruled", own.roots).omits == {"award.date": "the prize is what counts"}
    made = prepare(own.press(own.root / "cache"), own.job("ruled")).expected
    assert [problem.message for problem in made.omitted] == [
        "ruled leaves out award.date (1): the prize is what counts"
    ]


def test_only_a_template_that_says_so_prints_a_date_once_for_several(own: Own) -> None:
    found = {name: load(name, (BUNDLED,)).repeats for name in names((BUNDLED,))}
    assert [name for name, repeats in found.items() if repeats == "once"] == ["margin-years"]
    own.write("margin-years/template.yaml", "repeats: always\n")
    assert load("margin-years", own.roots).repeats == "always"


# ---- broken ones -----------------------------------------------------------------------------------------------------


def test_a_template_that_lacks_a_partial(tmp_path: Path) -> None:
    shutil.copytree(BUNDLED / "ruled", tmp_path / "ruled")
    shutil.copytree(BUNDLED / SHARED, tmp_path / SHARED)
    (tmp_path / SHARED / "talk.tex.j2").unlink()
    (tmp_path / "ruled" / MAIN).unlink()
    main, talk = refused("ruled", (tmp_path,))
    assert str(main).startswith(f"{tmp_path}/ruled/template.yaml:1:1: the template 'ruled' has no main.tex.j2; add ")
    assert talk.message == "the template 'ruled' has no talk.tex.j2"
    assert talk.advice == f"add {tmp_path}/ruled/talk.tex.j2, or shared/talk.tex.j2 for all templates"
    assert talk.rule == "missing-partial"


def test_a_folder_without_a_manifest_is_told_what_it_lacks(own: Own) -> None:
    own.write("mine/main.tex.j2", "x")
    (problem,) = refused("mine", own.roots)
    assert problem.message == "the template 'mine' has no template.yaml"
    assert "template.yaml" in problem.advice


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        ("descripton: x\n", ":1:1: 'descripton' is not a field of a template manifest; did you mean 'description'?"),
        ("engine: latex\n", ":1:9: 'latex' is not an engine; did you mean 'xelatex'?"),
        ("options:\n  paper: {defualt: a4}\n", ":2:11: 'defualt' is not a field of an option"),
        ("options: [a, b]\n", ":1:10: 'options' must be a mapping"),
        ("omits:\n  award.dat: x\n", ":2:3: 'award.dat' is nothing that a profile says; did you mean 'date'?"),
        ("omits:\n  nonsense: x\n", ":2:3: 'nonsense' is nothing that a profile says; write kind.field"),
        ("description: [\n", ":"),
        ("- a list\n", ":1:1: "),
        ("a: 1\na: 2\n", ":2:1: "),
    ],
)
def test_a_broken_manifest_is_told_at_its_place(own: Own, manifest: str, expected: str) -> None:
    path = own.write("ruled/template.yaml", manifest)
    first = refused("ruled", own.roots)[0]
    assert str(first).startswith(f"{path}{expected}")


@pytest.mark.parametrize("path", ["talk.url", "position.roles.location", "section.note", "motto", "contact.phones"])
def test_whatever_a_profile_says_can_be_left_out(own: Own, path: str) -> None:
    own.write("ruled/template.yaml", f"omits: {{{path}: why not}}\n")
    assert load("ruled", own.roots).omits == {path: "why not"}


@pytest.mark.parametrize(
    ("manifest", "line"),
    [
        ("options:\n  face: {default: comic}\n", 2),
        ("options:\n  stars:\n    default: few\n", 3),
        ("options:\n  stars: {choices: [few, many]}\n", 2),
    ],
)
def test_an_unknown_default_is_told_where_it_was_written(own: Own, manifest: str, line: int) -> None:
    path = own.write("ruled/template.yaml", manifest)
    (problem,) = refused("ruled", own.roots)
    assert problem.rule == "bad-option"
    assert problem.spot
    assert (problem.spot.file, problem.spot.line) == (path, line)


def test_a_template_asked_for_is_read_before_the_first_tex_run(own: Own) -> None:
    own.write("ruled/template.yaml", "nonsense: 1\n")
    assert build(own.press(own.root / "cache"), own.job("ruled")).exit_code == 3


# ---- seen on the page ------------------------------------------------------------------------------------------------


@pytest.mark.latex
def test_a_users_template_partial_and_style_file_reach_the_page(own: Own, font_cache: Path) -> None:
    shutil.copytree(BUNDLED / "ruled", own.root / "latex_templates" / "mine")
    own.write("mine/award.tex.j2", r"\cvpara{PRIZE: << e.title >>, << e.dates >>}")
    style = (BUNDLED / "ruled" / "ruled.sty").read_text(encoding="utf-8").replace("\\endinput", "")
    manifest = (BUNDLED / "ruled" / "template.yaml").read_text(encoding="utf-8")
    own.write("mine/template.yaml", f"{manifest}\nprints: ['PRIZE:', STYLE OF MINE]\n")
    own.write("mine/ruled.sty", style + "\n\\AddToHook{enddocument}{\\cvpara{STYLE OF MINE}}\n")
    done = build(own.press(font_cache), own.job("mine"))
    assert [str(problem) for problem in done.problems] == []
    assert done.pdf is not None
    printed = " ".join("".join(pages(done.pdf)).split())
    assert "PRIZE: Medal of Tests, 2021 STYLE OF MINE" in printed
