"""Rendering: what passes the gate, what is refused and where, and the pieces that templates are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import jinja2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markupsafe import Markup

from cvpress import paths
from cvpress.errors import Problem, Spot, TemplateError
from cvpress.profile.markup import Link, Math, Str, Styled
from cvpress.typeset.entry import EntryView
from cvpress.typeset.quotes import Quotes
from cvpress.typeset.render import environment, gate, render
from cvpress.typeset.template import Template, load
from cvpress.typeset.tex import Tex, escape
from cvpress.typeset.view import CvView, GroupView, SectionView

BUNDLED = paths.bundled_templates()
ENTRY = EntryView(
    "award",
    Spot(Path("p.yaml"), 7, 9),
    (Str("2021"),),
    (),
    {
        "title": (Str("A & B"),),
        "note": (),
        "links": ((Link((Str("x"),), "https://x.example"),), (Str("y"),)),
        "number": 7,
        "raw": "a_b",
        "nothing": None,
    },
)


def cv(entry: EntryView = ENTRY, kind: str = "award") -> CvView:
    group = GroupView((), kind, (entry,), (), ())
    section = SectionView("s", (Str("Prizes"),), kind, (), (), (), (group,), Spot(Path("p.yaml"), 4, 3), ())
    name = {"given": (Str("Ada"),), "family": (Str("B & C"),), "suffix": (), "native": ()}
    return CvView(name, "Ada B & C", (), (), "", (), (), (section,), "en-US", "cv", (Str("CV"),), (), (), ())


Rendered = Callable[..., str]


@pytest.fixture
def template(tmp_path: Path) -> Template:
    """A template of the user's own, on the bundled shared layer."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "template.yaml").write_text("description: for tests\n", encoding="utf-8")
    (folder / "main.tex.j2").write_text("<% for s in cv.sections %><% include 'one.tex.j2' %><% endfor %>", "utf-8")
    (folder / "one.tex.j2").write_text("", encoding="utf-8")
    return load("mine", (tmp_path, BUNDLED))


@pytest.fixture
def rendered(template: Template) -> Rendered:
    """What comes out of a partial that is told the entry as `e`."""

    def make(source: str, kept: Path | None = None) -> str:
        text = "<% set e = s.groups[0].entries[0] %>\n" + source
        (template.folders[0] / "one.tex.j2").write_text(text, encoding="utf-8")
        return render(cv(), template, {"paper": "a4"}, kept).strip()

    return make


def refused(rendered: Rendered, template: Template, source: str) -> Problem:
    """The one problem of a partial whose third line is `source`."""
    with pytest.raises(TemplateError) as caught:
        rendered(f"first\n{source}")
    (problem,) = caught.value.problems
    assert problem.spot == Spot(template.folders[0] / "one.tex.j2", 3)
    return problem


# ---- the gate --------------------------------------------------------------------------------------------------------


def test_nodes_become_tex_at_the_gate() -> None:
    nodes = (Str("50% "), Styled("emph", (Str("a_b"),)), Math("x^2"))
    made = gate(nodes)
    assert isinstance(made, Tex)
    assert made == r"50\% \cvemph{a\_b}\cvmath{x^2}"


def test_tex_and_the_results_of_macros_pass_the_gate() -> None:
    for value in (Tex(r"\cvpara{x}"), Markup(r"\cvpara{x}")):
        assert gate(value) is value


def test_nothing_is_nothing() -> None:
    assert gate(()) == ""


@pytest.mark.parametrize("value", ["raw", 7, 1.5, None, True, ["x"], ("x",), ((Str("x"),),), {"a": 1}, b"x"])
def test_the_gate_refuses_whatever_else(value: object) -> None:
    with pytest.raises(TemplateError, match=f"prints a raw {type(value).__name__}"):
        gate(value)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("<< e.raw >>", "the template prints a raw str: 'a_b'"),
        ("<< e.number >>", "the template prints a raw int: '7'"),
        ("<< e.nothing >>", "the template prints a raw NoneType: 'None'"),
        ("<< e.links >>", "the template prints a raw tuple: "),
        ("<< cv.full_name >>", "the template prints a raw str: 'Ada B & C'"),
        ("<< loop >>", "'loop' is undefined"),
        ('<< "literal" >>', "the template prints a raw str: 'literal'"),
        ("<< 7 >>", "the template prints a raw int: '7'"),
        ("<< none >>", "the template prints a raw NoneType: 'None'"),
        ("<< true >>", "the template prints a raw bool: 'True'"),
        ('<< "a" "b" >>', "the template prints a raw str: 'ab'"),
        ("<< e.raw|strong >>", "the template prints a raw str: 'a_b'"),
        ('<< "x"|paren >>', "the template prints a raw str: 'x'"),
        ('<< join(", ", e.title, e.raw) >>', "the template prints a raw str: 'a_b'"),
        ("<< sentences(e.title, e.raw) >>", "the template prints a raw str: 'a_b'"),
        ("<< e.title * 2 + 1 >>", "'+' is not allowed in a template"),
        ("<% set x %><< e.raw >><% endset %>", "the template prints a raw str: 'a_b'"),
        ("<% macro m(x) %><< x >><% endmacro %><< m(e.raw) >>", "the template prints a raw str: 'a_b'"),
        ("<% filter strong %><< e.raw >><% endfilter %>", "the template prints a raw str: 'a_b'"),
    ],
)
def test_a_raw_value_is_refused_with_the_templates_file_and_line(
    rendered: Rendered, template: Template, source: str, message: str
) -> None:
    assert message in refused(rendered, template, source).message


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("<< e.title ~ e.raw >>", "'~' is not allowed in a template; use join() with a literal separator"),
        ("<< e.title + e.raw >>", "'+' is not allowed in a template; use join() with a literal separator"),
        ("<< e.title % e.raw >>", "'%' is not allowed in a template; use join() with a literal separator"),
        ("<< e.raw|safe >>", "No filter named 'safe'."),
        ("<< e.raw|e >>", "No filter named 'e'."),
        ("<< e.raw|upper >>", "No filter named 'upper'."),
        ("<< tex(e.raw).join(e.raw) >>", "'.join()' is not allowed in a template"),
        ("<< tex(e.raw).format(e.raw) >>", "'.format()' is not allowed in a template"),
        ("<< join(e.raw, e.title, e.title) >>", "a separator that is not written out is not allowed"),
        ("<< join() >>", "a separator that is not written out is not allowed"),
        ("<% if e.title %>", "Unexpected end of template."),
        ("<< e.title", "unexpected end of template"),
        ("<% nosuch %>", "Encountered unknown tag 'nosuch'."),
    ],
)
def test_what_could_glue_raw_text_to_tex_does_not_exist(
    rendered: Rendered, template: Template, source: str, message: str
) -> None:
    problem = refused(rendered, template, source)
    assert message in problem.message
    assert problem.rule == "template-syntax"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("<< e.titel >>", "an entry of kind award has no field 'titel'; did you mean 'title'?"),
        ("<% if e.titel %><% endif %>", "an entry of kind award has no field 'titel'; did you mean 'title'?"),
        ('<< join(", ", e.zzz) >>', "an entry of kind award has no field 'zzz'; its fields are: title, note, links"),
        ("<< nosuch >>", "'nosuch' is undefined"),
        ("<< cv.nosuch >>", "has no attribute 'nosuch'"),
        ("<< cv.name.nosuch >>", "has no attribute 'nosuch'"),
    ],
)
def test_a_name_that_does_not_exist_is_told(rendered: Rendered, template: Template, source: str, message: str) -> None:
    problem = refused(rendered, template, source)
    assert message in problem.message
    assert problem.rule == "undefined-name"


@pytest.mark.parametrize(
    "source", ["<< 1 / 0 >>", "<< sentences(7) >>", "<< tex(7) >>", "<< e.spot.line() >>", "<< at(e, e) >>"]
)
def test_whatever_a_template_does_wrong_has_a_place(rendered: Rendered, template: Template, source: str) -> None:
    assert refused(rendered, template, source).rule in ("template-fault", "raw-value")


def test_a_missing_include_names_the_file_and_the_place(rendered: Rendered, template: Template) -> None:
    problem = refused(rendered, template, '<% include "nosuch.tex.j2" %>')
    assert problem.message == "the template 'mine' includes nosuch.tex.j2, which is not there"
    assert problem.advice == f"add it to {template.folders[0]}, or take the include out"
    assert problem.rule == "missing-partial"


def test_an_error_below_a_macro_names_the_deepest_place(rendered: Rendered, template: Template) -> None:
    (template.folders[0] / "low.tex.j2").write_text("<% macro m(x) %>\n\n<< x >>\n<% endmacro %>", encoding="utf-8")
    with pytest.raises(TemplateError) as caught:
        rendered('<% import "low.tex.j2" as low %>\n<< low.m(e.raw) >>')
    assert caught.value.problems[0].spot == Spot(template.folders[0] / "low.tex.j2", 3)


def test_a_profiles_text_is_never_run_as_a_template(template: Template) -> None:
    evil = "<< cv.full_name >> <% include 'x' %> <# y #>"
    (template.folders[0] / "one.tex.j2").write_text("<< s.groups[0].entries[0].title >>", encoding="utf-8")
    entry = EntryView("award", None, (), (), {"title": (Str(evil),)})
    assert render(cv(entry), template, {}).strip() == escape(evil)


def test_the_quotes_that_a_template_sets_are_the_documents(template: Template) -> None:
    (template.folders[0] / "one.tex.j2").write_text("<< s.groups[0].entries[0].title|quoted >>", encoding="utf-8")
    shown = cv(EntryView("award", None, (), (), {"title": (Str("A"),)}))
    german = Quotes("\u201e", "\u201c", "\u201a", "\u2018")
    assert render(shown, template, {}).strip() == "\u201cA\u201d"
    assert render(replace(shown, quotes=german), template, {}).strip() == "\u201eA\u201c"


# ---- the pieces ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('<< join(", ", e.title, e.note, e.dates) >>', r"A \& B, 2021"),
        ('<< join(", ", e.note, e.note) >>', ""),
        ('<< join(", ", e.links) >>', r"\cvlink{https://x.example}{x}, y"),
        ('<< join(" \\\\& ", e.title, e.title) >>', r"A \& B \& A \& B"),
        ("<< e.title|strong >>", r"\cvstrong{A \& B}"),
        ("<< e.title|emph|strong >>", r"\cvstrong{\cvemph{A \& B}}"),
        ("<< e.title|aside >>", r"\cvaside{A \& B}"),
        ("<< e.title|label >>", r"\cvlabel{A \& B}"),
        ("<< e.title|paren >>", r"(A \& B)"),
        ("<< e.title|quoted >>", r"“A \& B”"),
        ("<< e.note|strong|paren|quoted|sentence >>", ""),
        ("<< e.title|sentence >>", r"A \& B."),
        ("<< e.title|strong|sentence >>", r"\cvstrong{A \& B}."),
        ("<< sentences(e.title, e.note, e.dates) >>", r"A \& B. 2021"),
        ("<< sentences(e.note) >>", ""),
        ("<< at(e) >>", "%@ p.yaml:7:9"),
        ("<< tex(e.raw) >>", r"a\_b"),
        ("<< options.paper >> << language >> << full_name >>", r"a4 en-US Ada B \& C"),
        ("<% set x %>\\cvpara{<< e.title >>}<% endset %><< x >>", r"\cvpara{A \& B}"),
        ("<% macro m(x) %>[<< x >>]<% endmacro %><< m(e.title) >>", r"[A \& B]"),
    ],
)
def test_what_a_template_can_print(rendered: Rendered, source: str, expected: str) -> None:
    assert rendered(source) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Why?", "Why?"),
        ("Wow!", "Wow!"),
        ("Acme Inc.", "Acme Inc."),
        ("and so on…", "and so on…"),
        ("“Why?”", "“Why?”"),
        ("‘Why?’", "‘Why?’"),
        ("top (2%)", r"top (2\%)."),
        ("in (Acme Inc.)", "in (Acme Inc.)."),
        ("set {a.}", r"set \{a.\}."),
        ("path \\", r"path \textbackslash{}."),
        ("[Sec. 1.]", "{[}Sec. 1.{]}."),
        ("100%", r"100\%."),
    ],
)
def test_a_sentence_has_one_full_stop(template: Template, text: str, expected: str) -> None:
    sentence = environment(template).filters["sentence"]
    assert sentence((Str(text),)) == expected
    emphatic = sentence((Styled("emph", (Str(text),)),))
    assert emphatic == rf"\cvemph{{{escape(text)}}}" + ("." if expected != escape(text) else "")


@cache
def named(name: str) -> Callable[..., Any]:
    """A function that templates call by this name."""
    found: Callable[..., Any] = environment(load("ruled", (BUNDLED,))).globals[name]  # type: ignore[assignment]
    return found


TEXTS = st.lists(st.text(st.sampled_from("aB .?!,()“”{}%"), max_size=8).map(lambda text: (Str(text),)), max_size=5)


@given(TEXTS)
@example([(Str("a."),), (Str(""),), (Str("b?"),)])
def test_join_keeps_every_part_that_says_something(parts: list[tuple[Str, ...]]) -> None:
    join = named("join")
    said = [escape(part[0].text) for part in parts if part[0].text.strip()]
    assert join("; ", *parts) == "; ".join(said)
    assert join("; ", join("; ", *parts)) == join("; ", *parts)


@given(TEXTS)
def test_sentences_are_told_apart_and_none_is_lost(parts: list[tuple[Str, ...]]) -> None:
    made = named("sentences")(*parts)
    said = [escape(part[0].text.strip()) for part in parts if part[0].text.strip()]
    assert [part for part in said if part not in made] == []
    for part, following in pairwise(said):
        stop = "" if part.rstrip("”}").endswith((".", "?", "!")) else "."
        assert f"{part}{stop} {following}" in made


def test_no_empty_line_ends_a_paragraph(rendered: Rendered) -> None:
    assert rendered("a\n\n\n  \nb\n<% if e.note %>\nc\n<% endif %>\n\nd") == "a\nb\nd"


def test_every_entry_and_section_is_led_by_its_place() -> None:
    template = load("ruled", (BUNDLED,))
    fields = dict.fromkeys(("title", "selectivity", "awarder", "location", "url", "summary", "note"), ())
    entry = EntryView("award", Spot(Path("p.yaml"), 7, 9), (), (), {**fields, "title": (Str("Medal"),), "links": ()})
    options, _ = template.settle({})
    lines = render(cv(entry), template, options).splitlines()
    assert lines.index("%@ p.yaml:4:3") < lines.index(r"\cvsection{Prizes}")
    assert lines.index("%@ p.yaml:7:9") < lines.index(r"\cvdated{}{Medal}")


def test_a_file_name_cannot_end_its_comment() -> None:
    at = named("at")
    entry = EntryView("award", Spot(Path("a\n\\input{x}\r.yaml"), 1, 1), (), (), {})
    assert at(entry) == "%@ a \\input{x} .yaml:1:1"
    assert at(EntryView("award", None, (), (), {})) == "%@"


# ---- the cache -------------------------------------------------------------------------------------------------------


def test_compiled_partials_are_kept_and_change_nothing(rendered: Rendered, tmp_path: Path) -> None:
    kept = tmp_path / "cache"
    kept.mkdir()
    first = rendered("<< e.title >>", kept)
    assert len(list(kept.iterdir())) == 2
    assert rendered("<< e.title >>", kept) == first == rendered("<< e.title >>")
    assert rendered("<< e.dates >>", kept) == "2021"


def test_a_cached_partial_is_still_guarded(rendered: Rendered, tmp_path: Path) -> None:
    kept = tmp_path / "cache"
    kept.mkdir()
    for _ in range(2):
        with pytest.raises(TemplateError, match=r"one\.tex\.j2:2:1: the template prints a raw str: 'a_b'"):
            rendered("<< e.raw >>", kept)


def test_what_another_version_of_the_gate_compiled_is_not_used(template: Template, tmp_path: Path) -> None:
    """Jinja's own key is the template's source; a gate of another make would run what it compiled."""
    kept = tmp_path / "cache"
    kept.mkdir()
    old = jinja2.Environment(
        loader=jinja2.FileSystemLoader(template.folders),
        variable_start_string="<<",
        variable_end_string=">>",
        bytecode_cache=jinja2.FileSystemBytecodeCache(str(kept)),
    )
    (template.folders[0] / "main.tex.j2").write_text('<< "literal" >>', encoding="utf-8")
    assert old.get_template("main.tex.j2").render() == "literal"
    with pytest.raises(TemplateError, match="raw str"):
        render(cv(), template, {}, kept)
