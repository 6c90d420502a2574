"""What a person says of the checks: `checks: {last-page: off}`. In: nodes; out: rules and words, or what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from cvpress.errors import Problem
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.nodes import Mapping, Scalar
from cvpress.profile.reading import Reading
from cvpress.rules import RULES, WORDS


def _checks(value: object) -> dict[str, str]:
    """What `faults` has found nothing wrong with; the rest is told there."""
    given = value.items() if isinstance(value, Mapping) else ()
    return {str(rule): str(word) for rule, word in given if isinstance(word, Scalar)}


_SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        rule.id: {"description": f"{rule.meaning} ({rule.severity})", "enum": [*WORDS]} for rule in RULES.values()
    },
}
ChecksField = Annotated[dict[str, str], Reading(_checks, _SCHEMA)]


def faults(node: Mapping) -> Iterator[Problem]:
    """What is wrong with the `checks` of a profile or of a document."""
    given = node.get("checks")
    if given is None:
        return
    if not isinstance(given, Mapping):
        yield Problem("'checks' must be a mapping", given.spot, "write {last-page: off}, for example", "wrong-type")
        return
    for rule, word in given.items():
        if rule not in RULES:
            import difflib

            close = difflib.get_close_matches(rule.casefold().replace("_", "-"), RULES, 1, 0.6)
            advice = f"did you mean '{close[0]}'?" if close else "docs/checks.md has all of them"
            yield Problem(f"there is no rule '{rule}'", given.key_spot(rule), advice, "unknown-rule")
        elif not isinstance(word, Scalar):
            message, advice = f"'{rule}' must be one word", f"choose one of: {', '.join(WORDS)}"
            yield Problem(message, word.spot, advice, "wrong-type")
        elif word not in WORDS:
            advice = did_you_mean(word, WORDS, "choose one of")
            yield Problem(f"'{word}' is no word for what a rule may be", word.spot, advice, "unknown-choice")
        elif RULES[rule].least and word in ("off", "info"):
            message = f"the rule '{rule}' cannot be switched to '{word}', since it proves that text is lost"
            yield Problem(message, word.spot, f"write '{RULES[rule].least}' at the least", "bad-value")
