"""Rules that a profile switches: what a build, a check and a packet make of them. Fake TeX."""

from __future__ import annotations

from pathlib import Path

import pytest
from workshop import LINES, PROFILE, Workshop, with_fakes

LOG = r"x\nOutput written on document.pdf (1 page)\nOverfull \\hbox (9.5pt too wide) detected at line 999\n"
SHORT = LINES[:-1]


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


def switch(shop: Workshop, top: str = "", own: str = "") -> None:
    """The profile with `checks` at its top and in its document."""
    text = PROFILE.replace("documents:\n", f"checks: {{{top}}}\ndocuments:\n")
    shop.profile(text=text.replace("{template: ruled}", f"{{template: ruled, checks: {{{own}}}}}"))


def overfull(shop: Workshop) -> None:
    shop.does(f"printf '{LOG}' > document.log; cp {shop.root}/store/ada-cv.pdf document.pdf; exit 0")


@pytest.mark.parametrize(
    ("top", "own"), [("overfull: warning", ""), ("", "overfull: info"), ("overfull: error", "overfull: off")]
)
def test_a_finding_of_tex_that_is_lowered_lets_the_pdf_pass(shop: Workshop, top: str, own: str) -> None:
    overfull(shop)
    switch(shop, top, own)
    done = shop.run("pdf")
    assert done.code == 0
    assert ("too wide" in done.err) is ("off" not in own)


def test_a_switch_of_the_profile_gives_way_to_that_of_the_document(shop: Workshop) -> None:
    overfull(shop)
    switch(shop, "overfull: off", "overfull: error")
    assert shop.run("pdf").code == 5


def test_a_lost_text_can_be_lowered_but_is_told(shop: Workshop) -> None:
    shop.prints(*SHORT)
    assert shop.run("pdf").code == 6
    switch(shop, "lost-text: warning")
    done = shop.run("pdf")
    assert done.code == 0
    assert "warning: award.title: 'Ribbon of Endurance' is not in the PDF's text" in done.err


def test_a_switch_that_changes_is_no_unchanged_build(shop: Workshop) -> None:
    shop.prints(*SHORT)
    switch(shop, "lost-text: warning")
    assert shop.run("pdf").code == 0
    assert "unchanged" in shop.run("pdf").out
    switch(shop)
    assert shop.run("pdf").code == 6


def test_a_pdf_that_lies_there_is_checked_by_the_switches_of_its_profile(shop: Workshop) -> None:
    shop.prints(*SHORT)
    switch(shop, "lost-text: warning")
    assert shop.run("pdf").code == 0
    assert shop.run("check").code == 0
    switch(shop, "lost-text: error")
    assert shop.run("check").code == 6


def test_a_packet_has_the_switches_of_its_profile(shop: Workshop) -> None:
    shop.prints(*SHORT)
    switch(shop, "lost-text: warning", "lost-text: warning")
    profile = shop.root / "profiles" / "ada" / "profile.yaml"
    profile.write_text(profile.read_text(encoding="utf-8") + "packets: {all: [cv]}\n", encoding="utf-8")
    assert shop.run("merge").code == 0
    switch(shop, "", "lost-text: warning")
    profile.write_text(profile.read_text(encoding="utf-8") + "packets: {all: [cv]}\n", encoding="utf-8")
    assert shop.run("merge").code == 6


def test_a_rule_that_there_is_not_is_told_with_the_nearest(shop: Workshop) -> None:
    switch(shop, "last-pge: off")
    done = shop.run("pdf")
    assert done.code == 2
    assert "there is no rule 'last-pge'; did you mean 'last-page'?" in done.err
