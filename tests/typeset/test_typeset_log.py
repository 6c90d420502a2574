"""What logs say. The files in logs/ are from real runs, without the lines of banner and font bookkeeping."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.errors import Problem, Severity, Spot
from cvpress.typeset.log import Event, Kind, characters, positions, problems, read

LOGS = Path(__file__).parent / "logs"
LIBERTINE = "[LinLibertine_R.otf]:mode=harf;script=latn;language=dflt;+tlig;"


def recorded(name: str) -> tuple[Event, ...]:
    return read((LOGS / f"{name}.log").read_text(encoding="utf-8", errors="replace"))


def nowhere(_: object) -> None:
    return None


def told(*events: Event, tex: str = "") -> tuple[Problem, ...]:
    return problems(events, locate=positions(tex), locate_character=characters(tex))


def error(message: str, line: int | None) -> Event:
    return Event(Kind.TEX_ERROR, message, line)


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("undefined", error(r"Undefined control sequence \undefinedthing", 4)),
        ("macro", error(r"Undefined control sequence \nosuch", 5)),
        ("missing-package", error("LaTeX Error: File `nosuchpackage.sty' not found.", 3)),
        ("environment", error(r"LaTeX Error: \begin{itemize} on input line 3 ended by \end{document}.", 5)),
        ("end", error(r"document.tex ended without \end{document}", None)),
        ("in-package", error(r"Undefined control sequence \nonsense (mine.sty:3)", None)),
        ("fontspec", error('Package fontspec Error: The font "Nothing" cannot be found.', 4)),
        (
            "runaway",
            error(
                r"File ended while scanning use of \textbf in {never closed \par next paragraph \end {document}", None
            ),
        ),
    ],
)
def test_an_error_is_one_event_with_its_line(name: str, event: Event) -> None:
    assert recorded(name) == (event,)


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("lua", error(r"[\directlua]:1: attempt to index a nil value (local 'a')", 3)),
        ("lua-callback", error(r"[\directlua]:1: boom", 5)),
        (
            "lua-module",
            error(
                "...texmf-dist/tex/luatex/luaotfload/luaotfload-fallback.lua:50: "
                "attempt to index a nil value (local 'f').",
                10,
            ),
        ),
    ],
)
def test_a_lua_error_has_no_exclamation_mark_and_is_found(name: str, event: Event) -> None:
    assert "\n! " not in (LOGS / f"{name}.log").read_text(encoding="utf-8")
    assert recorded(name) == (event,)


def test_a_lua_error_is_found_behind_other_words_of_its_line() -> None:
    said = "please be patient....luaotfload-database.lua:682: no basedata"
    log = f"{said}\nl.2 x\n./document.tex:2:  ==> Fatal error occurred"
    assert read(log) == (error("...luaotfload-database.lua:682: no basedata", 2),)


def test_a_stop_of_an_unknown_form_still_is_an_error() -> None:
    log = "what happened here\nl.7 \\foo\n\n./document.tex:7:  ==> Fatal error occurred, no output PDF file produced!\n"
    assert read(log) == (error("what happened here", 7),)
    assert read("!  ==> Fatal error occurred, no output PDF file produced!") == (error("no reason given", None),)


@pytest.mark.parametrize("name", ["lost-harf", "lost-node"])
def test_missing_characters_are_named_in_harfbuzz_and_in_node_mode(name: str) -> None:
    text = (LOGS / f"{name}.log").read_text(encoding="utf-8")
    found = [event for event in read(text) if event.kind is Kind.MISSING_CHARACTER]
    assert len(found) == text.count("Missing character")
    assert {event.character for event in found} == {"lost-harf": {"智", "慧"}, "lost-node": {"智", "😀"}}[name]
    assert all(event.message.startswith("[LinLibertine_R.otf]:") for event in found)


def test_the_missing_character_that_stops_the_run_is_no_second_error() -> None:
    assert recorded("lost-stop") == (Event(Kind.MISSING_CHARACTER, LIBERTINE, character="智"),)


@pytest.mark.parametrize("name", [LIBERTINE, "file:LinLibertine_R.otf:mode=node;script=latn;"])
def test_a_font_is_told_by_its_file(name: str) -> None:
    (problem,) = told(*read(f"Missing character: There is no 智 (U+667A) in font {name}!"))
    assert problem.message.startswith("the font LinLibertine_R.otf lacks ")


def test_a_slot_of_a_pdftex_font_is_no_unicode_character() -> None:
    fonts = [(event.message, event.character) for event in recorded("lost-pdftex")]
    assert fonts == [("cmr10", None), ("cmr10", None), ("cmbx10", None)]
    assert recorded("lost-pdftex-stop") == (Event(Kind.MISSING_CHARACTER, "cmr10", 4),)


def test_undefined_references_citations_and_link_targets_are_found() -> None:
    assert recorded("references") == (
        Event(Kind.UNDEFINED_REFERENCE, "Reference `nothing' on page 1 undefined", 4),
        Event(Kind.UNDEFINED_REFERENCE, "Citation `knuth' on page 1 undefined", 4),
        Event(Kind.UNDEFINED_REFERENCE, "Reference `no:thing' on page 1 undefined", 4),
        Event(Kind.UNDEFINED_REFERENCE, "a link to `nowhere' has no target"),
    )


def test_boxes_come_with_size_and_first_line_in_all_forms() -> None:
    assert [(event.kind.value, event.amount, event.tex_line, event.message) for event in recorded("boxes")] == [
        ("overfull-hbox", 195.31999, 5, "in paragraph at lines"),
        ("overfull-hbox", 46.97, 8, "detected at line"),
        ("overfull-vbox", 20.0, 10, "detected at line"),
        ("overfull-hbox", 153.60005, 14, "in paragraph at lines"),
        ("overfull-vbox", 361.0, None, r"has occurred while \output is active"),
        ("overfull-hbox", 28.45276, 22, "detected at line"),
        ("overfull-hbox", 85.0, 24, "in alignment at lines"),
        ("overfull-hbox", 0.5, 25, "detected at line"),
        ("overfull-hbox", 6.0, None, r"has occurred while \output is active"),
        ("overfull-hbox", 6.0, None, r"has occurred while \output is active"),
    ]


def test_missing_shapes_say_what_is_used_instead() -> None:
    found = recorded("shapes")
    assert {event.kind for event in found} == {Kind.MISSING_SHAPE}
    assert found[0].message == "`TU/LinLibertine_R.otf(0)/m/sl' undefined using `TU/LinLibertine_R.otf(0)/m/it'"
    assert len(found) == 4


def test_labels_that_did_not_settle_are_found() -> None:
    log = "\nLaTeX Warning: Label(s) may have changed. Rerun to get cross-references right.\n"
    (event,) = read(log)
    assert event.kind is Kind.LABELS_CHANGED


def test_missing_hyphenation_names_the_package_that_brings_it() -> None:
    log = (
        "\nPackage cvpress Warning: No hyphenation patterns for 'de': nothing is hyphenated.\n"
        "(cvpress)                They come with texlive-lang-....\n"
    )
    (event,) = read(log)
    assert event == Event(Kind.UNHYPHENATED, "de")
    (problem,) = told(event)
    assert (problem.message, problem.advice) == (
        "no word is hyphenated in 'de'",
        "'invoke setup' installs texlive-lang-german",
    )


def test_a_log_without_faults_says_nothing() -> None:
    assert read("(./document.tex [1])\nOutput written on document.pdf (1 page, 5205 bytes).\n") == ()


PIECES = (
    "! ",
    "l.3 ",
    "\n",
    "./document.tex:1: ",
    "(Font)   ",
    "Overfull \\hbox (",
    "==> Fatal error occurred",
    "x.lua:1: ",
)


@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_is_read(text: str) -> None:
    assert all(event.message is not None for event in read(text))


TEX = """\\begin{document}
%@ profiles/ada/profile.yaml:12:7
Analyst
  %@ a:folder/profile.yaml:30:1
智慧
"""


@pytest.mark.parametrize(
    ("line", "spot"),
    [
        (1, None),
        (2, Spot(Path("profiles/ada/profile.yaml"), 12, 7)),
        (3, Spot(Path("profiles/ada/profile.yaml"), 12, 7)),
        (4, Spot(Path("a:folder/profile.yaml"), 30, 1)),
        (999, Spot(Path("a:folder/profile.yaml"), 30, 1)),
    ],
)
def test_a_line_belongs_to_the_nearest_comment_above_it(line: int, spot: Spot | None) -> None:
    assert positions(TEX)(line) == spot


@given(st.lists(st.tuples(st.integers(1, 999), st.integers(1, 99), st.integers(0, 3)), max_size=9))
def test_every_line_is_located_by_the_last_comment_before_it(entries: list[tuple[int, int, int]]) -> None:
    lines: list[str] = []
    expected: list[Spot] = []
    for line, column, text in entries:
        lines += [f"%@ some dir/p:q.yaml:{line}:{column}", *["text"] * text]
        expected += [Spot(Path("some dir/p:q.yaml"), line, column)] * (text + 1)
    locate = positions("\n".join(lines))
    assert [locate(number) for number in range(1, len(lines) + 1)] == expected


def test_a_character_is_found_where_it_is_printed_first() -> None:
    assert characters(TEX)("慧") == Spot(Path("a:folder/profile.yaml"), 30, 1)
    assert characters(TEX)("x") is None


def test_an_error_names_the_line_of_the_profile() -> None:
    (problem,) = told(error("Missing $ inserted.", 3), tex=TEX)
    assert problem.spot == Spot(Path("profiles/ada/profile.yaml"), 12, 7)
    assert (problem.rule, problem.severity) == ("tex-error", Severity.ERROR)
    assert "line 3 of document.tex" in problem.advice


def test_a_missing_character_is_named_and_found_by_the_character() -> None:
    (problem,) = told(Event(Kind.MISSING_CHARACTER, LIBERTINE, character="智"), tex=TEX)
    assert str(problem.spot) == "a:folder/profile.yaml:30:1"
    assert problem.message == "the font LinLibertine_R.otf lacks '智' (U+667A CJK UNIFIED IDEOGRAPH-667A)"
    assert (problem.rule, problem.severity) == ("missing-character", Severity.ERROR)


def test_a_character_that_cannot_be_shown_is_told_by_its_code() -> None:
    (problem,) = told(Event(Kind.MISSING_CHARACTER, "cmr10", character="\u200b"))
    assert problem.message == "the font cmr10 lacks (U+200B ZERO WIDTH SPACE)"
    (slot,) = told(Event(Kind.MISSING_CHARACTER, "cmr10"))
    assert slot.message == "the font cmr10 lacks a character"


@pytest.mark.parametrize(("amount", "found"), [(0.5, 0), (1.0, 0), (1.01, 1), (30.0, 1)])
@pytest.mark.parametrize("kind", [Kind.OVERFULL_HBOX, Kind.OVERFULL_VBOX])
def test_a_box_is_a_finding_above_one_point(kind: Kind, amount: float, found: int) -> None:
    made = told(Event(kind, "detected at line", 3, amount), tex=TEX)
    assert [(problem.rule, problem.severity, str(problem.spot)) for problem in made] == [
        ("overfull", Severity.ERROR, "profiles/ada/profile.yaml:12:7")
    ] * found


def test_the_limit_of_boxes_is_the_callers() -> None:
    event = Event(Kind.OVERFULL_HBOX, "detected at line", 3, 5.0)
    assert problems([event], locate=nowhere, locate_character=nowhere, overfull_limit=5.0) == ()
    assert len(problems([event], locate=nowhere, locate_character=nowhere, overfull_limit=4.9)) == 1


@pytest.mark.parametrize(
    ("kind", "rule", "severity"),
    [
        (Kind.UNDEFINED_REFERENCE, "undefined-reference", Severity.ERROR),
        (Kind.MISSING_SHAPE, "missing-shape", Severity.WARNING),
        (Kind.LABELS_CHANGED, "labels-changed", Severity.WARNING),
        (Kind.UNHYPHENATED, "no-hyphens", Severity.WARNING),
    ],
)
def test_rule_and_severity_of_the_other_kinds(kind: Kind, rule: str, severity: Severity) -> None:
    (problem,) = told(Event(kind, "text", 3))
    assert (problem.rule, problem.severity, bool(problem.advice)) == (rule, severity, True)


def test_a_problem_that_the_log_repeats_is_told_once() -> None:
    event = Event(Kind.MISSING_CHARACTER, LIBERTINE, character="智")
    assert len(told(event, event, Event(Kind.MISSING_CHARACTER, LIBERTINE, character="慧"))) == 2
