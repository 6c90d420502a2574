"""The table of rules has every id that a module knows, and no other; docs/checks.md tells of each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from cvpress.errors import Problem, Severity
from cvpress.rules import REFUSALS, RULES, WORDS, switched

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "cvpress"
PAGE = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
KNOWN = frozenset((*RULES, *REFUSALS))
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@cache
def trees() -> tuple[tuple[str, ast.Module], ...]:
    paths = [path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "rules.py"]
    return tuple((path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def takers() -> dict[str, int]:
    """What takes an id as its argument `rule`: functions and dataclasses, with the place of that argument."""
    found = {}
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [one.arg for one in node.args.args if one.arg not in ("self", "cls")]
                kept = names.index("rule") if "rule" in names else None
                kept = 99 if "rule" in [one.arg for one in node.args.kwonlyargs] else kept
            elif isinstance(node, ast.ClassDef):
                fields = [ast.unparse(one.target) for one in node.body if isinstance(one, ast.AnnAssign)]
                kept = fields.index("rule") if "rule" in fields else None
            else:
                continue
            if kept is not None:
                found[node.name] = kept
    return found


@cache
def given() -> tuple[tuple[str, str], ...]:
    """Each id that a call gives as its `rule`, as a pattern, and where."""
    return tuple(_given())


def _given() -> Iterator[tuple[str, str]]:
    places = takers()
    for file, tree in trees():
        named = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            called = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if not isinstance(node, ast.Call) or called not in places:
                continue
            values = [one.value for one in node.keywords if one.arg == "rule"] or node.args[places[called] :][:1]
            for written in values:
                value = named.get(written.id, written) if isinstance(written, ast.Name) else written
                if isinstance(value, ast.Constant) and _ID.fullmatch(str(value.value)):
                    yield re.escape(str(value.value)), f"{file}:{node.lineno}"
                elif isinstance(value, ast.JoinedStr):
                    yield _form(value), f"{file}:{node.lineno}"


def _form(value: ast.JoinedStr) -> str:
    parts = (re.escape(str(one.value)) if isinstance(one, ast.Constant) else "[a-z]+" for one in value.values)
    return "".join(parts)


def test_every_id_that_a_module_gives_is_in_the_table() -> None:
    unknown = [(found, place) for found, place in given() if not [one for one in KNOWN if re.fullmatch(found, one)]]
    assert unknown == []
    assert len({found for found, _ in given()}) > 100  # it does find them


def test_every_id_of_the_table_is_one_that_a_module_knows() -> None:
    said = {
        node.value
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _ID.fullmatch(node.value)
    }
    made = [_form(node) for _, tree in trees() for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    made = [form for form in made if re.match(r"[a-z]+\\-\[", form)]
    assert [one for one in sorted(KNOWN - said) if not [form for form in made if re.fullmatch(form, one)]] == []


def test_no_id_is_both_a_finding_and_a_refusal() -> None:
    assert RULES.keys().isdisjoint(REFUSALS)
    assert len(set(REFUSALS)) == len(REFUSALS)


def test_the_page_has_a_part_for_each_rule_with_its_severity_and_for_nothing_else() -> None:
    told = dict(re.findall(r"^### ([a-z0-9-]+)\n\n\*(\w+)\*", PAGE, re.MULTILINE))
    assert told == {rule.id: str(rule.severity) for rule in RULES.values()}
    assert re.findall(r"^### (.*)", PAGE, re.MULTILINE) == [*RULES]  # in the order of the table


def test_the_page_says_of_each_rule_what_it_means_why_and_how_to_mend_it() -> None:
    parts = re.split(r"^### ", PAGE.partition("\n## Refusals")[0], flags=re.MULTILINE)[1:]
    short = [part.partition("\n")[0] for part in parts if len(part.split()) < 25 or "To mend it" not in part]
    assert short == []


def test_the_page_lists_every_refusal() -> None:
    listed = re.findall(r"`([a-z0-9-]+)`", PAGE.partition("\n## Refusals")[2])
    assert sorted(listed) == sorted(REFUSALS)


LOST = Problem("gone", rule="lost-text")
FAINT = Problem("short", rule="last-page", severity=Severity.WARNING)


@pytest.mark.parametrize("word", WORDS)
def test_a_rule_is_switched_to_any_word(word: str) -> None:
    found = switched((LOST, FAINT), {"last-page": word})
    assert found == (LOST, *(() if word == "off" else (replace(FAINT, severity=Severity(word)),)))


@pytest.mark.parametrize(("word", "told"), [("off", "warning"), ("info", "warning"), ("error", "error")])
def test_what_proves_that_text_is_lost_is_never_less_than_a_warning(word: str, told: str) -> None:
    assert switched((LOST,), {"lost-text": word}) == (replace(LOST, severity=Severity(told)),)


def test_nothing_is_changed_that_is_not_named() -> None:
    stranger = Problem("x", rule="from-elsewhere")
    assert switched((LOST, stranger), {"last-page": "off", "from-elsewhere": "off"}) == (LOST, stranger)
