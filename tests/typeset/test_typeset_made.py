"""What a document was set with is read out of TeX's log."""

from __future__ import annotations

import struct
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph
from hypothesis import given
from hypothesis import strategies as st

from cvpress.typeset.made import Font, made_with, revision

LOG = """\
This is LuaHBTeX, Version 1.15.0 (TeX Live 2022/Debian)  (format=lualatex 2026.11.20)  20 NOV 2026 13:57
LaTeX2e <2022-11-01> patch level 1
Lua module: luaotfload 2022-10-03 3.23 Lua based OpenType font support
Document Class: article 2022/07/02 v1.4n Standard LaTeX document class
Package: iftex 2022/02/03 v1.0f TeX engine tests
Package: iftex 2022/02/03 v1.0f TeX engine tests
Package: ruled 2025/11/20 cvpress look: ruled
<./fonts/b.otf><fonts/a.ttf><gone.otf>
"""


def font(version: float) -> bytes:
    builder = FontBuilder(1024, isTTF=True)
    builder.setupGlyphOrder([".notdef"])
    builder.setupGlyf({".notdef": Glyph()})
    builder.setupHead(fontRevision=version)
    builder.setupHorizontalMetrics({".notdef": (0, 0)})
    builder.setupHorizontalHeader()
    builder.setupMaxp()
    stream = BytesIO()
    builder.font.save(stream)
    return stream.getvalue()


def test_engine_packages_and_fonts_are_named_with_their_versions(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "a.ttf").write_bytes(font(2.5))
    (tmp_path / "fonts" / "b.otf").write_bytes(b"?")
    made = made_with(LOG, tmp_path)
    assert made.engine == "LuaHBTeX, Version 1.15.0 (TeX Live 2022/Debian)"  # without the day of the format
    assert made.packages == (
        ("LaTeX2e", "2022-11-01 patch level 1"),
        ("article", "2022/07/02 v1.4n"),
        ("iftex", "2022/02/03 v1.0f"),
        ("luaotfload", "2022-10-03 3.23"),
        ("ruled", "2025/11/20"),
    )
    assert made.fonts == (
        Font("a.ttf", "2.500", sha256(font(2.5)).hexdigest()),
        Font("b.otf", "", sha256(b"?").hexdigest()),
    )


def test_a_font_is_read_once_and_another_in_its_place_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.ttf"
    read: list[Path] = []
    content = Path.read_bytes

    def noted(path: Path) -> bytes:
        read.append(path)
        return content(path)

    monkeypatch.setattr(Path, "read_bytes", noted)
    revisions = []
    for version in (2.5, 2.5, 3.25):
        if version not in revisions:
            file.write_bytes(font(version))
        revisions.append(version)
        assert [one.revision for one in made_with("<a.ttf>", tmp_path).fonts] == [f"{version:.3f}"]
    assert read == [file, file]


def test_a_log_that_says_nothing_is_no_error(tmp_path: Path) -> None:
    made = made_with("x\n", tmp_path)
    assert (made.engine, made.packages, made.fonts) == ("", (), ())


@pytest.mark.parametrize("version", [0.0, 1.0, 2.004, 33.333])
def test_the_revision_is_the_one_that_the_font_states(version: float) -> None:
    assert revision(font(version)) == f"{version:.3f}"


def test_of_a_collection_the_first_face_counts() -> None:
    head = b"ttcf" + struct.pack(">IIII", 0x00010000, 1, 16, 0)[:12]
    inner = bytearray(font(4.25))
    for at in range(12, 12 + 16 * int.from_bytes(inner[4:6], "big"), 16):  # offsets count from the file's beginning
        offset = int.from_bytes(inner[at + 8 : at + 12], "big")
        inner[at + 8 : at + 12] = (offset + 16).to_bytes(4, "big")
    assert revision(head + bytes(inner)) == "4.250"


@given(st.binary(max_size=64))
def test_no_bytes_are_an_accident(content: bytes) -> None:
    for head in (b"", b"OTTO", b"ttcf", b"\0\1\0\0"):
        assert isinstance(revision(head + content), str)
    assert revision(font(1.0)[: len(content)]) in ("", "1.000")
