"""The gate: every character comes out as itself, whatever it means to TeX."""

from __future__ import annotations

import os
import random
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cvpress import paths
from cvpress.pdf import text as pdf_text
from cvpress.profile.markup import Break, Code, Inline, Link, Math, Str, Styled
from cvpress.typeset import latexmk, sandbox
from cvpress.typeset.entry import EntryView
from cvpress.typeset.render import render
from cvpress.typeset.template import load
from cvpress.typeset.tex import EMOJI, Tex, escape, normal_uri, scripts, tex, uri
from cvpress.typeset.view import CvView, GroupView, SectionView

SPECIALS = r"\{}$&#%_~^"

# Texts that would run, open or end something if one character of them got through.
PAYLOADS = (
    r"\end{document}",
    r"\input{/etc/passwd}",
    r"\include{x}",
    r"\write18{id}",
    r"\immediate\write18{id}",
    r"\directlua{os.execute('id')}",
    r"\csname end\endcsname",
    r"\catcode`\%=12",
    r"\def\x{y}",
    r"\let\cvpara=\relax",
    r"\begin{verbatim}",
    r"\\[100cm]",
    r"\item[x]",
    "[optional]",
    "[",
    "]",
    "*star",
    "% the rest is gone",
    "50% of it",
    "a & b",
    "#1 and ##",
    "$x$ and $$y$$",
    "x_1^2",
    "~/home",
    "^^5cend",
    "^^M",
    "^^41",
    "{unbalanced",
    "unbalanced}",
    "}{",
    "}}}}",
    "{{{{",
    "\\",
    "\\\\",
    "a\\",
    r"\ ",
    r"\,",
    r"\%",
    "<script>alert(1)</script>",
    "&amp; &lt; &#39;",
    "<% if x %>",
    "<< cv.full_name >>",
    "<# comment #>",
    "{{ 7*7 }}",
    "{% raw %}",
    "``quoted''",
    "--- -- -",
    "?` !`",
    ",, << >>",
    "fi fl ffi ffl",
    "|pipe|",
    '"straight"',
    "'single'",
    "`back`",
    "@at@",
    "a=b+c/d*e",
    "10-708 and 4/16-TR01",
    ":;.,!?",
    "What?! No!! Really?? !?",
    "\\\u00e9",
    "\u20ac 5 \u00a35 \u00a75 \u00b65 \u00b15 \u00d75",
)


def restored(made: str) -> str:
    """What TeX sets of an escaped text, by TeX's own rules for the few macros of the escape; anything else raises."""
    out: list[str] = []
    at = 0
    while at < len(made):
        rest = made[at:]
        for macro, character in (
            (r"\textbackslash{}", "\\"),
            (r"\textasciitilde{}", "~"),
            (r"\textasciicircum{}", "^"),
            ("{[}", "["),
            ("{]}", "]"),
            ("~", "\u00a0"),
            (r"\cvbetween{}", ""),  # between words of Thai a line may break
            *((f"\\{mark}", mark) for mark in "{}$&#%_"),
        ):
            if rest.startswith(macro):
                out.append(character)
                at += len(macro)
                break
        else:
            assert rest[0] not in "\\{}$&#%_^~[]", f"{rest[0]!r} stands bare in {made!r}"
            out.append(rest[0])
            at += 1
    return "".join(out)


def test_each_special_character_is_escaped() -> None:
    assert escape(SPECIALS) == r"\textbackslash{}\{\}\$\&\#\%\_\textasciitilde{}\textasciicircum{}"


def test_brackets_cannot_open_an_optional_argument() -> None:
    assert escape("[x]") == "{[}x{]}"


def test_a_no_break_space_is_a_tie() -> None:
    assert escape("pp.\u00a01") == "pp.~1"


def test_other_characters_stand_as_they_are() -> None:
    plain = "Łukasz Żółć Ű é α ∑ “quoted” – — … <|>@`'\" 智"
    assert escape(plain) == plain


@given(st.text(st.characters(exclude_categories=["C", "Mn", "Me"], exclude_characters="\ufe0e\ufe0f\u20e3")))
@example("\\{}$&#%_~^[]")
@example("^^5cinput{x}")
def test_no_special_stands_bare_and_every_character_survives(text: str) -> None:
    if EMOJI.search(text):
        return
    assert restored(escape(text)) == text


@pytest.mark.parametrize("payload", PAYLOADS)
def test_an_injection_is_only_characters(payload: str) -> None:
    assert restored(escape(payload)) == payload


def test_a_letter_and_its_marks_are_composed() -> None:
    assert escape("Zoe\u0308 50%") == "Zo\u00eb 50\\%"


@pytest.mark.parametrize("name", ["\u798f\ufa19", "\u212b", "\u2126", "\uf900"])
def test_characters_that_only_look_alike_are_not_exchanged(name: str) -> None:
    assert unicodedata.normalize("NFC", name) != name
    assert escape(f"{name} & co.") == rf"{name} \& co."


@pytest.mark.parametrize("invisible", ["\u2060", "\ufeff", "\ufe0e", "\ufe0f", "\u200e", "\u200f"])
def test_what_has_no_glyph_and_no_meaning_is_left_out(invisible: str) -> None:
    assert escape(f"a{invisible}b") == "ab"


def test_marks_for_breaks_become_breaks() -> None:
    assert escape("co\u00adoperate https:\u200bexample") == r"co\-operate https:\cvbetween{}example"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("ธรรมศาสตร์เป็นสถาบัน", r"ธรรมศาสตร์\cvbetween{}เป็น\cvbetween{}สถาบัน"),
        ("ธรรมศาสตร์\u2060เป็น", "ธรรมศาสตร์เป็น"),
        ("50% ไทย", r"50\% ไทย"),
    ],
)
def test_thai_may_break_between_words(text: str, made: str) -> None:
    assert escape(text) == made


def test_a_joiner_stays_where_it_means_something() -> None:
    assert escape("\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 क्\u200dष") == (
        "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 क्\u200dष"
    )
    assert escape("of\u200cfice a\u200d") == "office a"


@pytest.mark.parametrize(
    "sequence",
    ["🔥", "✨", "⭐", "⚡", "🟢", "✅", "❤️", "👩‍🔬", "👍🏽", "🇩🇪", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨‍👩‍👧‍👦"],
)
def test_an_emoji_sequence_is_one_picture(sequence: str) -> None:
    assert escape(f"a {sequence} b") == rf"a \cvemoji{{{sequence}}} b"


def test_a_keycap_of_the_number_sign_is_escaped_in_its_picture() -> None:
    assert escape("#️⃣1") == "\\cvemoji{\\#\ufe0f\u20e3}1"


@pytest.mark.parametrize("symbol", ["©", "™", "★", "→", "✓", "1", "#", "♥︎"])
def test_a_symbol_that_is_text_is_no_picture(symbol: str) -> None:
    assert "cvemoji" not in escape(symbol)


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("Zoë", ()),
        ("欧明月", ("han",)),
        ("さとう", ("han",)),
        ("김민준", ("hangul",)),
        ("（", ("han",)),
        ("𠮷野", ("han",)),
        ("سلام", ("arabic",)),
        ("שלום", ("hebrew",)),
        ("🔥", ("emoji",)),
        ("✨ 新", ("han", "emoji")),
        ("“quotes” — dash", ()),
    ],
)
def test_scripts_names_what_the_text_needs(text: str, needed: tuple[str, ...]) -> None:
    assert scripts(text) == needed


def test_each_kind_of_node_has_its_macro() -> None:
    nodes: tuple[Inline, ...] = (
        Str("a&"),
        Styled("emph", (Str("b_"), Styled("strong", (Str("c"),)))),
        Code("{d}"),
        Link((Str("e#"),), "https://example.org/e?f=1&g=2#h"),
        Math("x^2"),
        Break(),
    )
    assert tex(nodes) == (
        r"a\&\cvemph{b\_\cvstrong{c}}\cvcode{\{d\}}"
        r"\cvlink{https://example.org/e?f=1\&g=2\#h}{e\#}\cvmath{x^2}\cvnewline "
    )


def test_nothing_is_nothing() -> None:
    assert tex(()) == ""
    assert escape("") == ""


def test_tex_passes_jinjas_escaping_as_it_is() -> None:
    made = Tex("<&>")
    assert made.__html__() is made


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("https://example.org/a%20b", "https://example.org/a%20b"),
        ("https://example.org/100%", "https://example.org/100%25"),
        ("https://example.org/%zz", "https://example.org/%25zz"),
        ("https://example.org/ü?q=智#é", "https://example.org/%C3%BC?q=%E6%99%BA#%C3%A9"),
        ("https://münchen.example/", "https://xn--mnchen-3ya.example/"),
        ("https://münchen.example:8080/", "https://xn--mnchen-3ya.example:8080/"),
        ("https://example.org/~ada/a_b(c)", "https://example.org/~ada/a_b(c)"),
        ("https://example.org/{a}|b^c`d\\", "https://example.org/%7Ba%7D%7Cb%5Ec%60d%5C"),
        ("mailto:a_b@example.org", "mailto:a_b@example.org"),
        ("tel:+14125550100;ext=7", "tel:+14125550100;ext=7"),
    ],
)
def test_a_uri_is_made_ascii_and_safe(target: str, expected: str) -> None:
    assert normal_uri(target) == expected


@pytest.mark.parametrize("target", ["https://münchen..example/", "https://[bad/", "https://ü" + "x" * 80 + ".example/"])
def test_an_impossible_host_is_no_crash(target: str) -> None:
    assert normal_uri(target).isascii()


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_a_normal_uri_is_ascii_final_and_means_the_same(path: str) -> None:
    target = f"https://example.org/{path}"
    made = normal_uri(target)
    assert made.isascii()
    assert set(made).isdisjoint(' "<>\\^`{|}')
    assert normal_uri(made) == made
    assert unquote(urlsplit(made).path) == unquote(urlsplit(target).path)


def test_a_uri_in_tex_escapes_what_tex_would_read() -> None:
    assert uri("https://example.org/a%20b?c=1&d#e") == r"https://example.org/a\%20b?c=1\&d\#e"


def random_texts(count: int) -> list[str]:
    """Texts of characters that Linux Libertine has, specials among them far more often than in any CV.

    Left out: the soft hyphen, three characters that Unicode keeps for old encodings only, and the mark between texts.
    """
    source = random.Random(2026)
    letters = [
        chr(code) for code in (*range(0x21, 0x7F), *range(0xA1, 0x180)) if code not in (0xAD, 0x132, 0x133, 0x149, 0xA4)
    ]
    letters += [*"αβγδεζηθλμπσωΓΔΩ", *"абвгдежзийклмн", *"“”‘’–—…†‡•€№→×÷±", *"欧明月智源社区"]
    pool = [*letters, *SPECIALS * 12, *" " * 40]
    return [" ".join("".join(source.choices(pool, k=source.randint(3, 24))).split()) or "x" for _ in range(count)]


def one_page_of(texts: Sequence[str]) -> CvView:
    """A document that sets each text as a bullet, unbroken, between marks that tell it from its neighbours."""
    bullets = [(Styled("nobreak", (Str(f"¤{number}¤"), Str(text), Str("¤"))),) for number, text in enumerate(texts)]
    fields = {"note": (), "links": (), "highlights": ()}
    entries = tuple(EntryView("item", None, (), (), {**fields, "text": nodes}) for nodes in bullets)
    group = GroupView((), "item", entries, (), ())
    section = SectionView("texts", (), "item", (), (), (), (group,), None, ())
    name = {"given": (Str("Ada"),), "family": (), "suffix": (), "native": ()}
    needed = scripts("".join(texts))
    return CvView(name, "Ada", (), (), "", (), (), (section,), "en-US", "cv", (Str("Texts"),), (), (), needed)


@pytest.mark.latex
def test_texts_compile_to_their_characters(tmp_path: Path, font_cache: Path) -> None:
    """Some hundred random texts and every payload, set with the shared layer and read back exact from the PDF."""
    texts = [*PAYLOADS, *random_texts(400)]
    folder = tmp_path / "work"
    folder.mkdir()
    template = load("ruled", (paths.bundled_templates(),))
    options, _ = template.settle({})
    for name, path in template.assets().items():
        (folder / name).write_bytes(path.read_bytes())
    (folder / "document.tex").write_text(render(one_page_of(texts), template, options), encoding="utf-8")
    compiled = latexmk.compile(
        folder,
        engine="lualatex",
        env=os.environ,
        timeout=120,
        sandbox=sandbox.detect(os.environ),
        cache=font_cache / "luaotfload",
        epoch=1_700_000_000,
    )
    assert [str(problem) for problem in compiled.problems] == []
    printed = "".join("".join(pdf_text.pages(compiled.pdf)).split())
    found = [printed.partition(f"¤{number}¤")[2].partition("¤")[0] for number in range(len(texts))]
    wanted = ["".join(text.split()) for text in texts]
    assert [pair for pair in zip(wanted, found, strict=True) if pair[0] != pair[1]] == []


def test_what_no_style_may_change_the_case_of_is_printed_plainly() -> None:
    assert tex((Styled("nocase", (Str("DNA"), Styled("emph", (Str("b"),)))), Str("s"))) == r"DNA\cvemph{b}s"
