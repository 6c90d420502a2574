"""Addresses that the later stages can use: whatever passes here survives IDNA, splitting and percent-encoding."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile.address import is_email, target_fault, web_fault
from cvpress.typeset.tex import normal_uri

PIECES = [
    "https://",
    "http://",
    "mailto:",
    "tel:",
    "//",
    "/",
    ":",
    "@",
    "[",
    "]",
    "%",
    "?",
    "#",
    "..",
    ".",
    "a",
    "é",
    "智",
    "-",
    "80",
]


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org", "http://example.org/a%20b?c=d&e=f#g", "https://xn--mnchen-3ya.de/", "https://智源.cn/论文",
        "https://example.org:8080", "https://[2001:db8::1]/x", "https://example.org./", "https://localhost/x",
    ],
)  # fmt: skip
def test_web_addresses(address: str) -> None:
    assert web_fault(address) == target_fault(address) == ""


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("example.org", "does not begin with https://"),
        ("HTTPS://example.org", "does not begin with https://"),
        ("ftp://example.org", "does not begin with https://"),
        ("https://", "no host"),
        ("https:///x", "no host"),
        ("https://a b.org", "a space"),
        ("https://a.org/\u2003x", "a space"),
        ('https://a.org/"x"', 'holds "'),
        ("https://a.org/<x>", "holds <"),
        ("https://é..org", "impossible"),
        (f"https://{'é' * 70}.org", "impossible"),
        ("https://a.org:99999", "impossible"),
        ("https://a.org:x", "impossible"),
        ("https://[::1", "impossible"),
        ("https://%5B", "no host"),
        ("https://ada:secret@a.org", "a user's name"),
    ],
)
def test_no_web_addresses(address: str, why: str) -> None:
    assert why in web_fault(address)


@pytest.mark.parametrize("target", ["mailto:a@b.org", "mailto:a@b.org?subject=x", "tel:+1-412-555-0100", "tel:112"])
def test_other_targets(target: str) -> None:
    assert target_fault(target) == ""


@pytest.mark.parametrize(
    "target",
    ["mailto:", "mailto:ada", "tel:", "tel:+", "tel:abc", "javascript:x", "data:x", "file:///x", "run:x", "x", ""],
)
def test_no_targets(target: str) -> None:
    assert target_fault(target) != ""


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_what_passes_can_be_written_into_a_pdf(target: str) -> None:
    if target_fault(target) == "":
        assert normal_uri(target).isascii()
        assert urlsplit(normal_uri(target)).scheme == target.partition(":")[0]


@given(st.text())
def test_any_text_is_judged(text: str) -> None:
    if is_email(text):
        assert text.count("@") == 1
    web_fault(text)
    target_fault(text)
    web_fault(f"https://{text}")
