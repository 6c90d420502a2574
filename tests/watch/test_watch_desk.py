"""What waits, in which order it is made, and what is read again. Fake TeX."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from workshop import EPOCH, LINES, PROFILE, Workshop, with_fakes

from cvpress import order, run
from cvpress.errors import ProfileError
from cvpress.prepare import Press
from cvpress.profile.model import Profile
from cvpress.watch.desk import Asked, Desk, Turn
from cvpress.watch.touched import Touched

TWO = f"{PROFILE}  letter: {{template: refs}}\npackets: {{all: [cv, letter]}}\n"
CV, LETTER, ALL = Turn("ada", "cv"), Turn("ada", "letter"), Turn("ada", "all", packet=True)


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    made = with_fakes(tmp_path)
    made.profile(text=TWO)
    made.prints(document="letter")
    return made


@pytest.fixture
def press(shop: Workshop) -> Press:
    made = run.press(shop.root / "profiles", shop.root / "build", shop.environment, EPOCH)
    return replace(made, keeps_old=True)


def made(desk: Desk, press: Press) -> list[tuple[str, str]]:
    """All that waits, made: name and state."""
    told = []
    while desk.waiting:
        told += [(result.name, result.state) for result in desk.make(press)[1]]
    return told


def opened(press: Press, asked: Asked | None = None) -> Desk:
    """A desk on which all was made once."""
    desk = Desk(asked or Asked())
    desk.begin(press)
    made(desk, press)
    return desk


def ada() -> Touched:
    return Touched(people=frozenset({"ada"}))


def test_at_the_start_all_is_made_packets_last(press: Press) -> None:
    desk = Desk(Asked())
    assert desk.begin(press) == ()
    assert list(desk.waiting) == [CV, LETTER, ALL]
    assert made(desk, press) == [("ada/cv", "built"), ("ada/letter", "built"), ("ada/all", "merged")]


def test_what_the_last_save_changed_goes_first(shop: Workshop, press: Press) -> None:
    desk = opened(press)
    shop.profile(text=TWO.replace("refs}", "refs, title: Dear all}"))
    shop.prints(document="letter", title="Dear all")
    desk.take(press, ada(), 1.0)
    assert made(desk, press) == [("ada/cv", "unchanged"), ("ada/letter", "built"), ("ada/all", "merged")]
    desk.take(press, ada(), 2.0)
    assert [name for name, _ in made(desk, press)] == ["ada/letter", "ada/cv", "ada/all"]


def test_what_waits_waits_once_and_since_the_last_save(press: Press) -> None:
    desk = opened(press)
    for since in (1.0, 2.0):
        desk.take(press, ada(), since)
    assert {wait.since for wait in desk.waiting.values()} == {2.0}
    assert desk.make(press)[0].since == 2.0
    assert len(desk.waiting) == 2


def test_a_template_makes_only_its_documents_and_their_packets_wait(press: Press) -> None:
    desk = opened(press)
    desk.take(press, Touched(templates=frozenset({"refs"})), 1.0)
    assert list(desk.waiting) == [LETTER, ALL]


def test_a_template_touches_no_profile(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = opened(press)

    def fail(*_: object, **__: object) -> Profile:
        raise AssertionError("a profile was read")

    monkeypatch.setattr(order, "read", fail)
    desk.take(press, Touched(everything=True), 1.0)
    assert made(desk, press) == [("ada/cv", "unchanged"), ("ada/letter", "unchanged"), ("ada/all", "unchanged")]


def test_a_font_builds_what_its_record_takes_for_unchanged(shop: Workshop, press: Press) -> None:
    desk = opened(press)
    desk.take(press, Touched(everything=True, fonts=True), 1.0)
    desk.take(press, ada(), 2.0)  # a save meanwhile does not make it forget
    assert [state for _, state in made(desk, press)] == ["built", "built", "merged"]
    assert len(shop.calls) == 4


def test_a_document_asked_for_may_be_one_that_not_everybody_has(shop: Workshop, press: Press) -> None:
    shop.profile("bob")
    desk = opened(press, Asked(document="letter"))
    assert desk.take(press, Touched(people=frozenset({"bob"})), 1.0) == ((), ())
    assert not desk.waiting


def test_of_a_packet_alone_its_documents_are_made_too(shop: Workshop, press: Press) -> None:
    desk = Desk(Asked(document="all"))
    desk.begin(press)
    assert made(desk, press) == [("ada/cv", "built"), ("ada/letter", "built"), ("ada/all", "merged")]
    shop.profile(text=TWO.replace("Read a book.", "Read two books."))
    for document in ("cv", "letter"):
        shop.prints(*(line.replace("Read a book.", "Read two books.") for line in LINES), document=document)
    desk.take(press, ada(), 1.0)
    assert made(desk, press) == [("ada/cv", "built"), ("ada/letter", "built"), ("ada/all", "merged")]


def test_a_document_that_the_profile_no_longer_names_waits_for_nothing(shop: Workshop, press: Press) -> None:
    desk = opened(press)
    desk.take(press, ada(), 1.0)
    shop.profile()
    desk.take(press, ada(), 2.0)
    assert list(desk.waiting) == [CV]


def test_a_broken_profile_is_told_and_nothing_of_it_waits(shop: Workshop, press: Press) -> None:
    desk = opened(press)
    desk.take(press, ada(), 1.0)
    shop.profile(text=TWO.replace("kind: award", "kind: awrd"))
    broken, gone = desk.take(press, ada(), 2.0)
    assert [(one.name, one.exit_code) for one in broken] == [("ada/*", 2)]
    assert (gone, desk.waiting) == ((), {})
    shop.profile(text=TWO)
    assert desk.take(press, ada(), 3.0) == ((), ())
    assert list(desk.waiting) == [CV, LETTER, ALL]


def test_who_is_gone_is_told_once(shop: Workshop, press: Press) -> None:
    shop.profile("bob")
    desk = opened(press)
    (shop.root / "profiles" / "bob" / "profile.yaml").unlink()
    touched = Touched(people=frozenset({"bob", "notes.txt"}))
    assert desk.take(press, touched, 1.0) == ((), ("bob",))
    assert desk.take(press, touched, 2.0) == ((), ())


def test_a_failed_document_fails_its_packet_and_both_pdfs_stay(shop: Workshop, press: Press) -> None:
    desk = opened(press)
    old = {path: path.read_bytes() for path in shop.built("ada").glob("*.pdf")}
    assert len(old) == 3
    shop.does("exit 12")
    shop.profile(text=TWO.replace("Read a book.", "Read two books."))
    desk.take(press, ada(), 1.0)
    assert ("ada/all", "failed") in made(desk, press)
    assert old.items() <= {path: path.read_bytes() for path in shop.built("ada").glob("*.pdf")}.items()


def test_who_does_not_exist_is_an_error_at_the_start(press: Press) -> None:
    with pytest.raises(ProfileError, match="there is no profile of 'bob'"):
        Desk(Asked(people=("bob",))).begin(press)
