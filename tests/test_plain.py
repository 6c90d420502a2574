"""Plain command lines are read as Invoke reads them; whatever is not plain is left to it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from workshop import Workshop, with_fakes

from cvpress import plain, process, request
from cvpress.request import Request
from cvpress.tasks import namespace, program

PLAIN = [
    ["pdf"],
    ["pdf", "--person", "ada", "--document", "cv"],
    ["pdf", "--person=ada", "--person", "alan", "--force", "--strict", "--jury", "--timeout", "30", "--out", "a b"],
    ["pdf", "--template", "ruled", "--profiles", "p", "--report", "a.json", "--report=b.md"],
    ["check", "--pdf", "a.pdf", "--pdf", "b.pdf"],
    ["check", "--person", "ada", "--strict"],
    ["merge", "--person", "ada", "--document", "application", "--force"],
]
OTHER = [
    [],
    ["list"],
    ["--list"],
    ["pdf", "--help"],
    ["pdf", "-p", "ada"],
    ["pdf", "ada"],
    ["pdf", "check"],
    ["pdf", "--persn", "ada"],
    ["pdf", "--person"],
    ["pdf", "--person="],
    ["pdf", "--person", "--force"],
    ["pdf", "--force=yes"],
    ["pdf", "--document", "cv", "--document", "letter"],
    ["pdf", "--pdf", "a.pdf"],
    ["check", "--force"],
    ["merge", "--jury"],
]


@pytest.mark.parametrize("words", PLAIN, ids=" ".join)
def test_plain_words_ask_for_what_invoke_understands(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Request] = []
    monkeypatch.setattr(request, "answer", lambda one, *_: asked.append(one))
    program.run(["cvpress", *words], exit=False)
    assert [plain.understood(words, terminal=False)] == asked


@pytest.mark.parametrize("words", OTHER, ids=" ".join)
def test_all_else_is_left_to_invoke(words: list[str]) -> None:
    assert plain.understood(words, terminal=False) is None


@pytest.mark.parametrize("task", plain.TASKS)
def test_the_options_are_those_of_the_task(task: str) -> None:
    arguments = {argument.name: argument for argument in namespace[task].get_arguments()}
    assert set(plain.TASKS[task]) == set(arguments)  # type: ignore[index]  # a task by its name
    assert {name for name in arguments if arguments[name].kind is bool} == plain.SWITCHES & set(arguments)
    assert {name for name in arguments if arguments[name].kind is list} == plain.SEVERAL & set(arguments)


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return with_fakes(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        ["pdf", "--person", "nobody"],
        ["pdf", "--report", "a.unknown"],
        ["check"],
        ["pdf", "--timeout", "soon"],
        ["pdf", "--profiles", "nowhere"],
    ],
    ids=" ".join,
)
def test_known_errors_end_alike(shop: Workshop, words: list[str]) -> None:
    shop.profile()
    shown = [
        process.run(
            [*command, *words],
            cwd=shop.root,
            env={**shop.environment, "PYTHONPATH": str(Path(__file__).parents[1] / "src")},
            timeout=60,
        )
        for command in (
            [sys.executable, "-m", "cvpress"],
            [sys.executable, "-c", "from cvpress.tasks import program; program.run()"],
        )
    ]
    assert shown[0].returncode == shown[1].returncode != 0
    assert shown[0].output == shown[1].output
