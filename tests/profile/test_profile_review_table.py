"""The table of the rules: what looks by itself, what must be asked for, and how much is told."""

from __future__ import annotations

import re
from pathlib import Path

from review_samples import found, listed, rules

from cvpress.profile.review.table import MOST, RULES

ROOT = Path(__file__).parents[2]


def test_what_is_told_stands_in_the_order_of_the_table() -> None:
    text = listed(
        "award",
        "{title: Medal, date: 2027, url: 'http://example.org'}",
        "{title: Medal, date: 2027, url: 'http://example.org'}",
        "{title: Recieved, date: 2062}",
    )
    told = rules(text, "gap")
    assert told == ["future-date"] * 3 + ["duplicate-entry", "plain-http", "typo"]
    order = [rule.id for rule in RULES]
    assert sorted(told, key=order.index) == told


def test_of_one_rule_only_so_many_are_told() -> None:
    entries = [f"{{title: A{at}, url: 'http://example.org/{at}'}}" for at in range(MOST + 5)]
    told = found(listed("award", *entries))
    assert len(told) == MOST
    assert told[-1].endswith("'http://example.org/9' is not https; and 5 more of this kind")
    assert len(found(listed("award", *entries[:MOST]))) == MOST
    assert "more of this kind" not in found(listed("award", *entries[:MOST]))[-1]


def test_only_what_the_document_prints_is_looked_at() -> None:
    text = listed("award", "{title: Recieved, private: true}", "{title: Given}")
    assert found(text) == []
    assert rules(text.replace("language: en-US", "language: en-US, private: true")) == ["typo"]


def test_every_rule_has_its_part_in_the_docs() -> None:
    page = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
    part = page.partition("## Rules over the profile")[2].partition("\n## ")[0]
    assert re.findall(r"^### ([a-z-]+)", part, re.MULTILINE) == [rule.id for rule in RULES]
