"""What may be wrong with a .bib file as people have them: told in full, at its line, and the rest is listed."""

from __future__ import annotations

from pathlib import Path

import pytest
from workshop import Outcome, Workshop, with_fakes

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  papers: {kind: publication, source: papers.bib, style: ieee}
documents: {cv: {template: ruled}}
"""
ENTRY = "@article{k%d,\n  title = {Paper %d},\n  author = {Ada Lovelace},\n  journal = {Waves},\n  year = 2020,\n}\n"
FILE = "profiles/ada/papers.bib"


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


def listed(shop: Workshop, bib: bytes, profile: str = PROFILE) -> tuple[Outcome, int]:
    """What `bib` tells, and how many entries it lists as printed."""
    shop.profile(text=profile)
    (shop.root / FILE).write_bytes(bib)
    done = shop.run("bib")
    return done, sum("\tcv: papers\t" in line for line in done.out.splitlines())


def told(done: Outcome) -> list[str]:
    """The messages without the lines of the file below them."""
    return [line for line in done.err.splitlines() if not line.startswith("    ")]


def entries(count: int) -> str:
    return "".join(ENTRY % (n, n) for n in range(count))


def test_latin_1_is_told_once_at_its_first_line_and_all_is_read(shop: Workshop) -> None:
    text = entries(3).replace("Paper 1", "Café à Köln").replace("Paper 2", "Üben")
    done, count = listed(shop, text.encode("latin-1"))
    assert (done.code, count) == (0, 3)
    assert told(done) == [
        f"{FILE}:8:15: warning: the byte 0xe9 is not UTF-8; it is read as Windows-1252 (Latin-1);"
        " 'iconv -f WINDOWS-1252 -t UTF-8 old.bib > new.bib' converts it"
    ]


def test_an_unclosed_brace_at_line_900_costs_that_entry_alone(shop: Workshop) -> None:
    lines = entries(200).splitlines(keepends=True)
    assert lines[894:900:5] == ["@article{k149,\n", "}\n"]
    for missing, at in (("", 899), ("  title = {Paper 149,\n", 895)):  # that of the entry, that of a field
        broken = [*lines[:at], missing, *lines[at + 1 :]]
        done, count = listed(shop, "".join(broken).encode())
        assert (done.code, count) == (0, 199)
        assert told(done) == [
            f"{FILE}:895:1: warning: the entry 'k149' is never closed, so it is left out;"
            " close it: each { needs its }, each quote its second"
        ]


def test_ten_megabytes_are_an_error_where_the_profile_names_the_file(shop: Workshop) -> None:
    long = ENTRY.replace("}\n", "  abstract = {" + 2000 * "long " + "}}\n") % (1, 1)
    done, count = listed(shop, (long * 1000).encode())
    assert (done.code, count) == (2, 0)
    assert told(done) == [
        f"profiles/ada/profile.yaml:4:39: {FILE} is larger than 8 MB;"
        " keep in it what your CV lists; abstracts are not needed"
    ]


def test_a_key_used_twice_is_told_at_the_second_with_the_place_of_the_first(shop: Workshop) -> None:
    other = ENTRY.replace("Paper", "Another paper") % (1, 1)
    done, count = listed(shop, (entries(2) + other + ENTRY % (0, 0)).encode())
    assert (done.code, count) == (0, 2)
    assert told(done) == [
        f"{FILE}:13:1: warning: the key 'k1' stands twice, first at {FILE}:7:1; this one is left out;"
        " keep one, or give one another key",
        f"{FILE}:19:1: info: the key 'k0' stands twice, first at {FILE}:1:1; the two are the same; delete one of them",
    ]


def test_an_unknown_style_is_an_error_with_the_nearest_one(shop: Workshop) -> None:
    done, count = listed(shop, entries(1).encode(), PROFILE.replace("ieee", "ieeee"))
    assert (done.code, count) == (2, 0)
    assert told(done) == [
        "profiles/ada/profile.yaml:4:58: 'ieeee' is not a known style; did you mean 'ieee'? (styles: venue-first,"
        " bracketed, badge, ieee-full, ieee, acm, apa, chicago-author-date, nature, mla, vancouver, any other style of"
        " CSL, or a .csl file beside profile.yaml)"
    ]
