"""What was read from a source is kept, and believed only while it is what it was."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bib_samples import findings, load, titles
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile import bibliography, sourcecache
from cvpress.profile.bibnames import Named
from cvpress.profile.bibtex import Fault
from cvpress.profile.markup import Code, Link, Math, Str, Styled
from cvpress.profile.sourced import Item, Row, Source, Words
from cvpress.profile.values import NameParts

BIB = r"""@article{k, title = {On {DNA} and $x^2$ \texttt{c} \href{https://a.org}{d} \emph{e}}, journal = {J},
  author = {van der Berg, Jan and others}, year = {in press}, keywords = {a, b}, url = {nowhere}}"""
SOURCE = Source(
    (
        Row("k", 1, 2, (
            Item("title", 3, 4, ((Str("a"), Styled("nocase", (Str("b"),)), Math("x"), Code("c"), Link((Str("d"),), "https://a")),)),
            Item("authors", 5, 6, (Named("A B", NameParts("A", "", "B")), Named("et al.")), listed=True),
            Item("date", 7, 8, (Words("in press"),)),
            Item("doi", 9, 10, ("10.1/x",)),
        ), aside=True),
    ),
    (Fault("m", 1, 2, "a", "r"),),
)  # fmt: skip


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    return folder


def kept(cache: Path) -> Path:
    (file,) = cache.iterdir()
    return file


def test_what_is_kept_is_what_was_read(cache: Path) -> None:
    sourcecache.write(cache, Path("a.bib"), b"x", SOURCE)
    assert sourcecache.read(cache, Path("a.bib"), b"x") == SOURCE
    assert sourcecache.read(cache, Path("a.bib"), b"y") is None
    assert sourcecache.read(cache, Path("b.bib"), b"x") is None
    assert sourcecache.read(None, Path("a.bib"), b"x") is None


@given(st.text(), st.text())
def test_any_text_is_kept(key: str, text: str) -> None:
    source = Source((Row(key, 1, 1, (Item("doi", 1, 1, (text,)),)),), ())
    assert sourcecache._source(json.loads(sourcecache._content(source))) == source


def test_a_profile_says_the_same_with_and_without(tmp_path: Path, cache: Path) -> None:
    cold = load(tmp_path, "source: a.bib", a=BIB)
    first = load(tmp_path, "source: a.bib", cache, a=BIB)
    second = load(tmp_path, "source: a.bib", cache, a=BIB)
    assert cold == first == second
    assert findings(cold) == findings(second) != []
    assert second.sections["papers"].entries[0].spot == cold.sections["papers"].entries[0].spot


def test_a_changed_file_is_read_anew_and_takes_the_place_of_the_old(tmp_path: Path, cache: Path) -> None:
    load(tmp_path, "source: a.bib", cache, a=BIB)
    assert titles(load(tmp_path, "source: a.bib", cache, a=BIB.replace("On ", "Of "))) == ["Of DNA and x2 c d e"]
    assert kept(cache).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda raw: raw[:-20],
        lambda raw: raw.replace(b"DNA", b"RNA"),
        lambda raw: b"\xff" + raw,
        lambda raw: raw.split(b"\n")[0] + b"\n\n[]",
        lambda _: b"\x80\x04\x95",
    ],
)
def test_a_damaged_cache_is_no_cache(tmp_path: Path, cache: Path, damage: object) -> None:
    assert callable(damage)
    cold = load(tmp_path, "source: a.bib", cache, a=BIB)
    file = kept(cache)
    file.write_bytes(damage(file.read_bytes()))
    assert load(tmp_path, "source: a.bib", cache, a=BIB) == cold
    assert sourcecache.read(cache, (tmp_path / "a.bib").resolve(), BIB.encode()) is not None


def test_a_file_that_others_may_write_is_not_believed(tmp_path: Path, cache: Path) -> None:
    sourcecache.write(cache, Path("a.bib"), b"x", SOURCE)
    kept(cache).chmod(0o666)
    assert sourcecache.read(cache, Path("a.bib"), b"x") is None


def test_a_folder_that_is_not_there_or_not_writable_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert titles(load(tmp_path, "source: a.bib", tmp_path / "file" / "no", a=BIB)) == ["On DNA and x2 c d e"]


def test_another_version_of_a_library_reads_anew(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sourcecache.write(cache, Path("a.bib"), b"x", SOURCE)
    monkeypatch.setattr(sourcecache, "_LIBRARIES", ("bibtexparser", "yaml"))
    assert sourcecache.read(cache, Path("a.bib"), b"x") is None


_SEEN = """
import sys
from pathlib import Path
from cvpress.profile import model
made = model.load(Path(sys.argv[1]), cache=Path(sys.argv[2]))
print(len(made.sections["papers"].entries), *[name for name in ("bibtexparser", "pylatexenc") if name in sys.modules])
"""


def test_a_cached_source_and_a_profile_without_one_import_no_parser(tmp_path: Path, cache: Path) -> None:
    def seen() -> str:
        command = [sys.executable, "-c", _SEEN, str(tmp_path / "profile.yaml"), str(cache)]
        environment = {**os.environ, "PYTHONPATH": str(Path(bibliography.__file__).parents[2])}
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.strip()

    load(tmp_path, "source: a.bib", a=BIB)
    assert seen() == "1 bibtexparser pylatexenc"
    assert seen() == "1"
    load(tmp_path, "entries: [{title: T, authors: [A]}]")
    assert seen() == "1"
