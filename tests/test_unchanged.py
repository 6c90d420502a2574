"""Unchanged work is told as such before anything that builds is loaded; every change is seen. Fake TeX."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from workshop import LINES, PROFILE, Outcome, Workshop, with_fakes

from cvpress import order, paths, process, recalled
from cvpress.profile.model import Profile

ROOT = Path(__file__).parents[1]
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\2\0\0\0\2\x08\2\0\0\0\xfd\xd4\x9as"
TWO = PROFILE.replace("Read a book.", "Read a boook about the enviroment.") + "  short: {template: moderncv-classic}\n"
PACKET = TWO + "packets:\n  all: [cv, short]\n  late: [short]\n"


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    """Two people; one has two documents with a finding, and two packets."""
    made = with_fakes(tmp_path)
    for person, text in (("ada", PACKET), ("bob", PROFILE)):
        made.profile(person, text)
    lines = [line.replace("Read a book.", "Read a boook about the enviroment.") for line in LINES]
    made.prints(*lines)
    made.prints(*lines, document="short")
    made.prints(person="bob")
    return made


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The people whose profile was read."""
    people: list[str] = []
    ordinary = order.read

    def noted(profiles: Path, person: str, cache: Path | None = None) -> Profile:
        people.append(person)
        return ordinary(profiles, person, cache)

    monkeypatch.setattr(order, "read", noted)
    return people


def forget(shop: Workshop) -> None:
    """Let the next run take the ordinary way."""
    shutil.rmtree(shop.built(paths.WORK, recalled._FOLDER))


# -- what is told -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["pdf"],
        ["pdf", "--strict"],
        ["pdf", "--document", "short"],
        ["pdf", "--document", "all", "--person", "ada"],
        ["pdf", "--person", "bob", "--person", "ada"],
        ["pdf", "--template", "ruled"],
        ["merge"],
        ["merge", "--document", "late"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("github", [False, True])
def test_it_is_told_as_on_the_ordinary_way(shop: Workshop, read: list[str], words: list[str], github: bool) -> None:
    env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(shop.root / "summary")} if github else {}
    words = [*words, *(f"--report=r.{ending}" for ending in ("json", "xml", "sarif", "md"))]

    def run() -> tuple[Outcome, list[str]]:
        (shop.root / "summary").unlink(missing_ok=True)
        done = shop.run(*words, env=env)
        files = ["build/manifest.json", *sorted(path.name for path in shop.root.glob("r.*")), "summary"]
        told = [(shop.root / name).read_text() for name in files if (shop.root / name).exists()]
        return done, [re.sub(r'("seconds": |time=")[\d.]+', "", text) for text in told]

    shop.run(*words, env=env)
    read.clear()
    early = run()
    assert read == []
    forget(shop)
    assert run() == early
    assert read != []
    assert "unchanged" in early[0].out


def test_a_person_at_a_terminal_gets_the_same_table(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cvpress.tasks.documents.on_terminal", lambda _: True)
    shop.run("pdf")
    early = shop.run("pdf")
    forget(shop)
    assert (shop.run("pdf"), "unchanged" in early.out) == (early, True)


def test_nothing_that_builds_is_loaded(shop: Workshop) -> None:
    """Invoke brings a YAML of its own; that is not ours to count."""
    assert shop.run("pdf").code == 0
    show = (
        "import sys; from cvpress.tasks import program\ntry: program.run(['cvpress', 'pdf'])\nexcept SystemExit: pass"
    )
    listing = f"{show}\nprint('loaded', *sorted(sys.modules), file=sys.stderr)"
    env = {**shop.environment, "PYTHONPATH": str(ROOT / "src")}
    for script, heavy in ((listing, False), (listing.replace("'pdf'", "'pdf', '--force'"), True)):
        done = process.run((sys.executable, "-c", script), cwd=shop.root, env=env, timeout=60)
        loaded = set(re.search(r"^loaded (.*)$", done.output, re.MULTILINE)[1].split())  # type: ignore[index]
        libraries = {"pydantic", "jinja2", "pypdf", "pypdfium2", "markdown_it", "fontTools", "rich"}
        assert bool(loaded & libraries) is heavy, done.output
        own = {name for name in loaded if name.startswith("cvpress.") and not name.startswith("cvpress.tasks.")}
        assert (own - LIGHT == set()) is not heavy


LIGHT = {f"cvpress.{name}" for name in (
    "asked", "errors", "fingerprint", "manifest", "paths", "plan", "recalled", "record", "report", "report.files",
    "report.github", "report.lines", "report.markdown", "report.result", "request", "streams", "tasks", "telling",
    "tools", "typeset", "typeset.made", "unchanged",
)}  # fmt: skip
"""All that an unchanged run loads of cvpress."""


# -- who is read ------------------------------------------------------------------------------------------------------


def test_of_many_only_the_changed_one_is_read_and_all_are_told_in_their_turn(shop: Workshop, read: list[str]) -> None:
    first = shop.run("pdf")
    read.clear()
    shop.profile("ada", f"{PACKET}\n# a remark\n")
    done = shop.run("pdf")
    assert read == ["ada"]
    told = [line.split(maxsplit=1)[1] for line in first.out.splitlines()]
    assert [line.split(maxsplit=1) for line in done.out.splitlines()[:-1]] == [["unchanged", one] for one in told[:-1]]
    assert re.findall(r"^\[.*", done.err, re.MULTILINE) == re.findall(r"^\[.*", first.err, re.MULTILINE)
    read.clear()
    shop.profile("bob", f"{PROFILE}\n# a remark\n")
    assert shop.run("merge").code == 0
    assert read == ["bob"]


def test_a_run_of_one_document_leaves_the_others_known(shop: Workshop, read: list[str]) -> None:
    shop.run("pdf")
    shop.run("pdf", "--document", "cv", "--force")
    read.clear()
    shop.run("pdf")
    assert read == []


def test_who_has_no_such_document_is_not_read_for_it_again(shop: Workshop, read: list[str]) -> None:
    shop.run("pdf", "--document", "short")
    read.clear()
    assert shop.run("pdf", "--document", "short").code == 0
    assert read == []


@pytest.mark.parametrize("words", [["--document", "none"], ["--document", "short", "--person", "bob"]])
def test_a_document_that_is_not_there_is_told_all_the_same(shop: Workshop, words: list[str]) -> None:
    shop.run("pdf")
    early = shop.run("pdf", *words)
    forget(shop)
    assert (early.code, early) == (2, shop.run("pdf", *words))


@pytest.mark.parametrize(
    ("words", "env"),
    [
        (["--timeout", "soon"], {}),
        ([], {"SOURCE_DATE_EPOCH": "soon"}),
        (["--report", "r.txt"], {}),
        (["--jury"], {}),
        (["--person", "nobody"], {}),
        (["--template", "nothing"], {}),
    ],
)
def test_what_is_refused_is_refused_though_nothing_has_changed(
    shop: Workshop, words: list[str], env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cvpress.jury.readers", lambda _: ())
    shop.run("pdf")
    assert shop.run("pdf", *words, env=env).code in (2, 4)


# -- what is seen -----------------------------------------------------------------------------------------------------


def own_partial(shop: Workshop) -> None:
    """A file that goes before one which was found until now."""
    folder = shop.root / "latex_templates" / "shared"
    folder.mkdir(parents=True)
    source = paths.bundled_templates() / "shared" / "item.tex.j2"
    (folder / "item.tex.j2").write_text(f"{source.read_text()}%\n")


def of_same_age(shop: Workshop) -> None:
    """Another word of the same length, at the same second and nanosecond."""
    path = shop.root / "profiles" / "bob" / "profile.yaml"
    state = path.stat()
    path.write_text(PROFILE.replace("Read a book.", "Read a cook."))
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    shop.prints(*(line.replace("book", "cook") for line in LINES), person="bob")


def style_of_tex(shop: Workshop) -> None:
    (shop.root / "moderncv.cls").write_text("another")


@pytest.mark.parametrize(
    ("change", "built"),
    [
        (of_same_age, ["bob/cv"]),
        (own_partial, ["ada/cv", "ada/short", "bob/cv"]),
        (style_of_tex, ["bob/cv"]),
        (lambda shop: shop.built("bob", "cv.pdf").unlink(), ["bob/cv"]),
        (lambda shop: shop.built("bob", "cv.pdf").write_bytes(b"%PDF-1.7"), ["bob/cv"]),
        (lambda shop: shop.built("ada", "short.pdf").unlink(), ["ada/short"]),
        (lambda shop: shop.built("ada", "all.pdf").unlink(), []),
        (lambda shop: shop.built(".work", "bob", "cv", "record.json").unlink(), ["bob/cv"]),
        (lambda shop: shop.built(".work", "bob", "cv", "record.json").write_text("[1"), ["bob/cv"]),
        (lambda shop: shop.built(".work", "bob", "cv", "manifest.json").unlink(), ["bob/cv"]),
        (lambda shop: (shop.root / "bin" / "lualatex").write_text("#!/bin/sh\nexit 98 # newer\n"),
         ["ada/cv", "ada/short", "bob/cv"]),
    ],
    ids=[
        "word", "shadow", "installation", "missing", "edited", "part", "packet", "no-record", "damaged-record",
        "no-manifest", "engine",
    ],
)  # fmt: skip
def test_a_change_is_built_and_then_known(
    shop: Workshop, read: list[str], change: Callable[[Workshop], object], built: list[str]
) -> None:
    style_of_tex(shop)
    (shop.root / "moderncv.cls").write_text("one")
    shop.does(f"echo 'INPUT {shop.root}/moderncv.cls' > document.fls", person="bob")
    shop.run("pdf")
    before = len(shop.calls)
    change(shop)
    assert shop.run("pdf").code == 0
    assert shop.calls[before:] == built
    assert sorted(path.name for path in shop.built("ada").iterdir()) == ["all.pdf", "cv.pdf", "late.pdf", "short.pdf"]
    read.clear()
    assert shop.run("pdf").out.count("unchanged ") == 5
    assert read == []


@pytest.mark.parametrize(
    ("words", "env", "state"),
    [
        (["--force"], {}, "built "),
        (["--template", "refs"], {}, "built "),
        ([], {"SOURCE_DATE_EPOCH": "1700000001"}, "built "),
        (["--out", "other"], {}, "built "),
        (["--strict"], {}, "unchanged "),
        (["--timeout", "60"], {}, "unchanged "),
    ],
)
def test_what_is_asked_otherwise_is_built_where_it_matters(
    shop: Workshop, words: list[str], env: dict[str, str], state: str
) -> None:
    shop.run("pdf")
    done = shop.run("pdf", *words, "--person", "bob", env=env)
    assert (done.code, done.out.splitlines()[0].startswith(state)) == (0, True)
    shop.run("pdf", *words, "--person", "bob", env=env)
    assert shop.run("pdf", "--person", "bob").code == 0


def test_the_template_before_is_set_again(shop: Workshop) -> None:
    shop.run("pdf", "--person", "bob")
    shop.run("pdf", "--person", "bob", "--template", "refs")
    assert shop.run("pdf", "--person", "bob").out.startswith("built      build/bob/cv.pdf  (ruled,")


def test_readers_that_are_asked_for_read_what_is_unchanged(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []
    monkeypatch.setattr("cvpress.jury.readers", lambda _: [type("R", (), {"name": n}) for n in ("one", "two")])

    def noted(pdf: Path, *_: object, **__: object) -> tuple[()]:
        asked.append(pdf)
        return ()

    monkeypatch.setattr("cvpress.jury.jury_problems", noted)
    shop.run("pdf", "--person", "bob")
    assert shop.run("pdf", "--person", "bob", "--jury").out.startswith("unchanged ")
    assert asked == [Path("build/bob/cv.pdf")]


def test_a_photo_that_is_gone_is_told(shop: Workshop) -> None:
    shop.profile("bob", PROFILE.replace("sections:", "photo: {file: bob.png}\nsections:", 1))
    photo = shop.root / "profiles" / "bob" / "bob.png"
    photo.write_bytes(PNG)
    assert shop.run("pdf", "--person", "bob").code == 0, shop.run("pdf", "--person", "bob").err
    assert "unchanged " in shop.run("pdf", "--person", "bob").out
    photo.unlink()
    done = shop.run("pdf", "--person", "bob")
    assert done.code == 2
    assert "bob.png" in done.err
    assert not shop.built("bob", "cv.pdf").exists()


def test_an_attached_file_that_changed_is_bound_again(shop: Workshop) -> None:
    shop.profile("bob", PROFILE + "packets:\n  all: [cv, other.pdf]\n")
    other = shop.root / "profiles" / "bob" / "other.pdf"
    other.write_bytes((shop.root / "store" / "ada-cv.pdf").read_bytes())
    assert shop.run("pdf", "--person", "bob").code == 0
    assert shop.run("pdf", "--person", "bob").out.count("unchanged ") == 2
    other.write_bytes((shop.root / "store" / "bob-cv.pdf").read_bytes())
    assert re.findall(r"^\w+", shop.run("pdf", "--person", "bob").out, re.MULTILINE) == ["unchanged", "merged", "2"]


def test_on_another_day_the_rules_look_again(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies ahead today does not tomorrow; the PDF is the same, the findings are not."""
    shop.run("pdf", "--person", "bob")
    ahead = PROFILE.replace("date: 2021}\n      - {title: Ribbon", "date: 2030-05-02}\n      - {title: Ribbon")
    shop.profile("bob", ahead)
    shop.prints(*(line.replace("Imagination 2021", "Imagination May 2, 2030") for line in LINES), person="bob")
    told = []
    for day in (1903824000, 1903824000 + 3600, 1903824000 + 86400):  # 2030-05-01
        monkeypatch.setattr("cvpress.tasks.documents.time.time", lambda day=day: float(day))
        done = shop.run("pdf", "--person", "bob")
        assert done.code == 0, done.err
        told.append("of the future" in done.err)
    assert told == [True, True, False]


def test_a_day_that_changes_no_finding_is_none(
    shop: Workshop, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = 1903824000
    for day, before in (
        (first, 1),
        (first + 86400, 1),
        (first - 86400, 2),
    ):  # of a clock that went back nothing is known
        monkeypatch.setattr("cvpress.tasks.documents.time.time", lambda day=day: float(day))
        assert shop.run("pdf", "--person", "bob").code == 0
        assert read == ["bob"] * before


def test_what_is_saved_while_tex_runs_is_built_by_the_next_run(shop: Workshop) -> None:
    shop.does(f"cp {shop.root}/saved {shop.root}/profiles/bob/profile.yaml", person="bob")
    (shop.root / "saved").write_text(PROFILE.replace("Read a book.", "Read a cook."))
    assert shop.run("pdf", "--person", "bob").code == 0
    shop.prints(*(line.replace("book", "cook") for line in LINES), person="bob")
    assert shop.run("pdf", "--person", "bob").out.startswith("built ")


def test_what_failed_is_tried_again(shop: Workshop) -> None:
    shop.run("pdf")
    shop.does("exit 1", person="bob")
    assert shop.run("pdf", "--force").code == 5
    shop.does("", person="bob")
    done = shop.run("pdf")
    assert done.code == 0
    assert "built      build/bob/cv.pdf" in done.out


def test_where_messages_name_another_path_they_do(shop: Workshop) -> None:
    """A finding names its file as it is seen from where the user stands."""
    shop.run("pdf", "--person", "ada")
    inner = Workshop(shop.root / "profiles", shop.environment)
    done = inner.run("pdf", "--person", "ada", "--profiles", ".", "--out", "../build")
    assert "\nada/profile.yaml:" in done.err
    assert "profiles/ada/profile.yaml" not in done.err


# -- what is kept -----------------------------------------------------------------------------------------------------


def damage(file: Path, **changes: Any) -> None:
    file.write_text(json.dumps({**json.loads(file.read_text()), **changes}))


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file.unlink(),
        lambda file: file.write_bytes(b"\xff not JSON"),
        lambda file: file.write_text("[]"),
        lambda file: file.write_text("{}"),
        lambda file: damage(file, format=0),
        lambda file: damage(file, documents=[["cv"]]),
        lambda file: damage(file, files=[]),
        lambda file: damage(file, templates={"a": 1}),
        lambda file: damage(file, digests=None),
        lambda file: damage(file, digests={}),
        lambda file: damage(file, bound={"all": []}),
        lambda file: damage(file, bound={}),
        lambda file: damage(file, asked={}),
    ],
)
def test_what_was_kept_and_is_damaged_is_no_reason_to_fail(
    shop: Workshop, read: list[str], change: Callable[[Path], object]
) -> None:
    shop.run("pdf", "--person", "ada")
    read.clear()
    change(shop.built(".work", ".known", "ada.json"))
    assert shop.run("pdf", "--person", "ada").out.count("unchanged ") == 4
    assert read == ["ada"]
    assert shop.run("pdf", "--person", "ada").out.count("unchanged ") == 4
    assert read == ["ada"]


def test_the_manifest_is_put_right_though_nothing_is_built(shop: Workshop, read: list[str]) -> None:
    shop.run("pdf")
    manifest = shop.built("manifest.json")
    was = manifest.read_bytes()
    read.clear()
    for content in (None, b"{}", b"not JSON", was):
        manifest.unlink() if content is None else manifest.write_bytes(content)
        assert shop.run("pdf").code == 0
        assert manifest.read_bytes() == was
    assert read == []
