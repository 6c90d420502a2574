"""The table of faces: TeX's copy says the same, a character has one script, setup installs each package."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from cvpress import tools
from cvpress.typeset import faces

SHARED = Path(__file__).parents[2] / "latex_templates" / "shared"
LUA = (SHARED / "cvpress-scripts.lua").read_text(encoding="utf-8")
ROW = re.compile(r"^  (?P<name>\w+) = (?P<kind>noto|alone)?\(?(?:\"(?P<file>[^\"]+)\", \"\w+\")?.*?"
                 r"\{(?: ranges = \{)? (?P<ranges>0x[0-9A-Fx, ]+) \}", re.MULTILINE)  # fmt: skip


def lua_rows() -> dict[str, tuple[list[int], str, str]]:
    """Name of each script in TeX's table to its ranges and the files of both classes."""
    rows = {}
    for found in ROW.finditer(LUA):
        serif = sans = found["file"] or ""
        if found["kind"] == "noto":
            serif, sans = (f"Noto{name}{found['file']}-%s.ttf" for name in ("Serif", "Sans"))
        rows[found["name"]] = ([int(number, 16) for number in found["ranges"].split(", ")], serif, sans)
    rows["arabic"] = (rows["arabic"][0], re.findall(r'SCRIPTS\.arabic\.Serif = "(.+)"', LUA)[0], rows["arabic"][2])
    serif, sans = dict.fromkeys(re.findall(r'"(Noto\w+CJK-%s\.ttc)"', LUA))
    rows |= {name: (rows[name][0], serif, sans) for name in ("han", "hangul")}
    return rows


def test_tex_knows_the_same_scripts() -> None:
    assert lua_rows().keys() == faces.SCRIPTS.keys()


@pytest.mark.parametrize("name", faces.SCRIPTS)
def test_tex_knows_the_same_ranges_and_files(name: str) -> None:
    script = faces.SCRIPTS[name]
    ranges, serif, sans = lua_rows()[name]
    assert ranges == [ord(one) for one in script.ranges.replace("-", "")]
    assert (serif.replace("%s", "{}"), sans.replace("%s", "{}")) == (script.serif, script.sans)


def test_tex_knows_the_same_lenders() -> None:
    table = LUA[LUA.index("local SYMBOLS") : LUA.index("-- Several characters may share a glyph")]
    lenders = {name for lender in (*faces.LENDERS_OF_SERIF, *faces.LENDERS_OF_SANS) for name in lender.files}
    assert set(re.findall(r'"([\w-]+\.[ot]tf)"', table)) == lenders


@pytest.mark.parametrize("face", faces.TEXT_FACES)
def test_tex_declares_the_same_files_for_a_text_face(face: str) -> None:
    fonts = (SHARED / "cvpress-fonts.sty").read_text(encoding="utf-8")
    declared = fonts[fonts.index(f"\\cvfacefiles{{{face}}}") :].partition("\\cvfacefiles{")[2]
    declared = declared.partition("\\cvfacefiles")[0].partition("\\newif")[0]
    files = set(re.findall(r"[\w-]+\.[ot]tf", declared))
    # EB Garamond's row names a bold italic first that the next lines replace
    assert set(faces.TEXT_FACES[face]) <= files
    assert "".join(sorted(faces.SANS)) == "heroslato"


def test_no_character_is_of_two_scripts() -> None:
    members = {
        name: {c for low, high in re.findall("(.)-(.)", one.ranges) for c in range(ord(low), ord(high) + 1)}
        for name, one in faces.SCRIPTS.items()
    }
    assert [(a, b) for a, b in combinations(members, 2) if members[a] & members[b]] == []


def test_setup_installs_each_package() -> None:
    lenders = (*faces.LENDERS_OF_SERIF, *faces.LENDERS_OF_SANS, faces.EMOJI)
    packages = {lender.package for lender in lenders} | {script.package for script in faces.SCRIPTS.values()}
    assert packages <= set(tools.FONT_PACKAGES)


@pytest.mark.parametrize(
    ("text", "scripts"),
    [
        ("Zoë Żółć Ελλάδα Киев →", ()),
        ("北京 กรุงเทพ", ("han", "thai")),
        ("नई दिल्ली محمد", ("arabic", "devanagari")),
        ("서울 東京", ("han", "hangul")),
        ("თბილისი", ("georgian",)),
    ],
)
def test_scripts_are_told_in_the_order_of_the_table(text: str, scripts: tuple[str, ...]) -> None:
    assert faces.scripts(text) == scripts


def test_a_script_with_one_weight_has_one_file() -> None:
    assert faces.SCRIPTS["coptic"].files(sans=False) == ("NotoSansCoptic-Regular.ttf",)
    assert faces.SCRIPTS["thai"].files(sans=True) == ("NotoSansThai-Regular.ttf", "NotoSansThai-Bold.ttf")
