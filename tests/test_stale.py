"""What would be built and why; nothing is built for it. Fake TeX."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from workshop import LINES, PROFILE, Workshop, with_fakes

from cvpress import fingerprint, order, paths, prepare

TWO = PROFILE + "  short: {template: refs}\npackets:\n  all: [cv, short]\n"
MEDAL = PROFILE.replace("Medal of Imagination", "Medal of Fantasy")


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    """Two people, all of it built; the second document of one prints no prizes."""
    made = with_fakes(tmp_path)
    made.profile("ada", TWO.replace("{template: refs}", "{template: refs, sections: [work]}"))
    made.prints(*LINES[:4], document="short")
    made.profile("bob")
    made.prints(person="bob")
    style_of_tex(made)
    (made.root / "moderncv.cls").write_text("one")
    made.does(f"echo 'INPUT {made.root}/moderncv.cls' > document.fls", person="bob")
    done = made.run("pdf")
    assert done.code == 0, done.err
    return made


def why(shop: Workshop, **env: str) -> dict[str, str]:
    """Reasons by person and document; and the two ways to tell them say the same."""
    calls = len(shop.calls)
    done = shop.run("list", "--stale", "--json", env=env)
    assert (done.code, len(shop.calls)) == (0, calls)
    found = {f"{one['person']}/{one['document']}": one["why"] for one in json.loads(done.out)}
    table = shop.run("list", "--stale", env=env)
    assert table.code == 0
    assert all(" ".join(reason.split()) in " ".join(table.out.split()) for reason in found.values())
    return found


def edit(shop: Workshop, old: str, new: str, person: str = "ada") -> None:
    path = shop.root / "profiles" / person / "profile.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def style_of_tex(shop: Workshop) -> None:
    (shop.root / "moderncv.cls").write_text("another")


def style(shop: Workshop) -> None:
    own = shop.root / "latex_templates" / "refs"
    own.mkdir(parents=True)
    (own / "refs.sty").write_text("% mine\n")


PROFILE_OF = "profile changed (profiles/{}/profile.yaml)"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda shop: shop, {}),
        (lambda shop: edit(shop, "Ribbon", "Band"), {
            "ada/cv": PROFILE_OF.format("ada"), "ada/all": f"cv: {PROFILE_OF.format('ada')}"}),
        (lambda shop: edit(shop, "documents:", "# a remark\ndocuments:", "bob"), {}),
        (style, {"ada/short": "template changed (latex_templates/refs/refs.sty)",
                 "ada/all": "short: template changed (latex_templates/refs/refs.sty)"}),
        (style_of_tex, {"bob/cv": "TeX or fonts changed (moderncv.cls)"}),
        (lambda shop: shop.built("bob", "cv.pdf").unlink(), {"bob/cv": "output missing"}),
        (lambda shop: shop.built("bob", "cv.pdf").write_bytes(b"%PDF"), {"bob/cv": "output edited"}),
        (lambda shop: shop.built("ada", "all.pdf").unlink(), {"ada/all": "output missing"}),
        (lambda shop: shop.built(".work", "bob", "cv", "record.json").unlink(), {"bob/cv": "never built"}),
        (lambda shop: shop.built(".work", "bob", "cv", "manifest.json").unlink(), {"bob/cv": "never built"}),
        (lambda shop: shop.profile("eve"), {"eve/cv": "never built"}),
        (lambda shop: shop.profile("bob", "schema: 1\n"), {"bob/*": "3 to mend in its profile, which 'pdf' tells"}),
        (lambda shop: edit(shop, "ruled", "nothing", "bob"), {
            "bob/cv": "it can't be built: there is no template 'nothing'"}),
        (lambda shop: edit(shop, "all: [cv, short]", "all: [cv, x.pdf]"), {
            "ada/all": "it can't be bound: there is no file 'x.pdf' beside the profile"}),
        (lambda shop: edit(shop, "all: [cv, short]", "all: [short, cv]"), {"ada/all": PROFILE_OF.format("ada")}),
    ],
    ids=[
        "nothing", "profile", "remark", "template", "installation", "missing", "edited", "packet", "record", "manifest",
        "new", "broken", "unknown", "unbound", "order",
    ],
)  # fmt: skip
def test_each_has_one_reason(shop: Workshop, change: Callable[[Workshop], object], told: dict[str, str]) -> None:
    change(shop)
    assert why(shop) == told


def test_what_is_told_is_what_is_built(shop: Workshop) -> None:
    edit(shop, "Medal of Imagination", "Medal of Fantasy", "bob")
    style(shop)
    told = set(why(shop))
    done = shop.run("pdf")
    built = {line.split()[1].removeprefix("build/").removesuffix(".pdf") for line in done.out.splitlines()
             if line.startswith(("built", "merged"))}  # fmt: skip
    failed = {line.split()[1] for line in done.out.splitlines() if line.startswith("failed")}
    assert built | failed == told


def test_another_cvpress_is_told(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "code", lambda: "another")
    assert why(shop) == {
        "ada/cv": "cvpress changed",
        "ada/short": "cvpress changed",
        "ada/all": "cv: cvpress changed",
        "bob/cv": "cvpress changed",
    }


def test_another_engine_is_told(shop: Workshop) -> None:
    (shop.root / "bin" / "lualatex").write_text("#!/bin/sh\nexit 98 # newer\n")
    assert set(why(shop).values()) == {"TeX or fonts changed", "cv: TeX or fonts changed"}


def test_another_date_for_the_pdfs_is_told(shop: Workshop) -> None:
    assert why(shop, SOURCE_DATE_EPOCH="5")["bob/cv"] == "SOURCE_DATE_EPOCH changed"


def test_a_day_on_which_the_rules_find_something_else_is_told(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    first = 1903824000  # 2030-05-01
    edit(shop, "date: 2021}\n      - {title: Ribbon", "date: 2030-05-02}\n      - {title: Ribbon", "bob")
    shop.prints(*(line.replace("Imagination 2021", "Imagination May 2, 2030") for line in LINES), person="bob")
    for day, told in ((first, {}), (first + 86400, {"bob/cv": "on this day the rules find something else"})):
        monkeypatch.setattr("cvpress.tasks.profiles.time.time", lambda day=day: float(day))
        if not told:
            assert shop.run("pdf").code == 0
        assert why(shop) == told


def test_what_was_set_in_another_template_is_told(shop: Workshop) -> None:
    assert shop.run("pdf", "--person", "bob", "--template", "refs").code == 0
    assert why(shop) == {"bob/cv": "built in another template (refs)"}


def test_where_nothing_has_changed_nothing_is_prepared(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "prepare", None)
    monkeypatch.setattr(order, "order", None)
    assert shop.run("list", "--stale").out == "nothing to build: all that is built stands as it was\n"
    assert shop.run("list", "--stale", "--json").out == "[]\n"


def test_no_profiles_are_told_as_by_the_list(shop: Workshop) -> None:
    ordinary, stale = (shop.run("list", *words, "--profiles", "people") for words in ((), ("--stale",)))
    assert (stale.code, stale.err) == (2, ordinary.err)


def test_results_that_are_not_there_are_never_built(shop: Workshop) -> None:
    paths.remove(shop.built())
    assert set(why(shop).values()) == {"never built", "cv: never built"}
