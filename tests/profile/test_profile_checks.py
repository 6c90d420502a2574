"""What a profile says of the checks reaches its documents; what is wrong with it is in tests/broken/checks.yaml."""

from __future__ import annotations

import json
from pathlib import Path

from cvpress.profile import model
from cvpress.profile.schema import schema
from cvpress.rules import RULES, WORDS

PROFILE = b"""
schema: 1
name: {given: Ada}
checks: {last-page: off, lost-text: warning}
sections:
  about: {kind: text, entries: [A text.]}
documents:
  cv: {template: ruled, checks: {last-page: error}}
  short: {template: ruled}
"""


def test_off_is_a_word_and_no_truth_value() -> None:
    profile = model.parse(PROFILE, Path("profile.yaml"))
    assert profile.checks == {"last-page": "off", "lost-text": "warning"}
    assert profile.documents["cv"].checks == {"last-page": "error"}
    assert profile.documents["short"].checks == {}


def test_an_editor_is_told_every_rule_and_every_word() -> None:
    made = json.loads(schema())["properties"]["checks"]["properties"]
    assert made.keys() == RULES.keys()
    assert all(one["enum"] == [*WORDS] for one in made.values())
