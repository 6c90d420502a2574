"""README keeps its promises: the form of its Quick start, its links, its commands, its example, its exit codes."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cvpress import errors, process
from cvpress.profile import model

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GOOD = "# x\n\n## Quick start\n\n```sh\nsh one\n```\n\ntext\n\n```sh\nsh two\n```\n\n## Next\n\n```sh\nother\n```\n"


def quick_start(text: str) -> tuple[str, str]:
    """The two commands of the section "Quick start"; AssertionError unless it has the promised form."""
    sections = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    assert sections.count("Quick start") == 1, "one section 'Quick start'"
    section = sections[sections.index("Quick start") + 1]
    assert len(re.findall(r"^ *(?:```|~~~)", section, flags=re.MULTILINE)) == 4, "two fenced blocks and no other"
    blocks = re.findall(r"^```sh\n(.*?)^```$", section, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2, "both are fenced as sh"
    for block in blocks:
        assert re.fullmatch(r"[^\s$>#].*[^\s\\]\n", block), f"one line to paste, without a prompt: {block!r}"
    return blocks[0].strip(), blocks[1].strip()


def test_quick_start_is_two_lines_to_paste() -> None:
    build, test = quick_start(README)
    assert build != test


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("## Quick start", "## Start"),
        ("sh one\n", "sh one\nsh more\n"),
        ("sh one\n", "\n"),
        ("sh one\n", "$ sh one\n"),
        ("sh one\n", "sh one \\\n"),
        ("```sh\nsh two", "```\nsh two"),
        ("```sh\nsh two\n```\n", ""),
        ("text", "```sh\nsh three\n```"),
        ("text", "~~~\nsh three\n~~~"),
    ],
)
def test_the_form_of_quick_start_is_really_looked_at(old: str, new: str) -> None:
    assert quick_start(GOOD) == ("sh one", "sh two")
    with pytest.raises(AssertionError):
        quick_start(GOOD.replace(old, new, 1))


@pytest.mark.parametrize("number", [1, 2])
def test_scripts_read_the_same_commands(number: int) -> None:
    done = process.run(["sh", "scripts/quick-start", str(number)], cwd=ROOT, env=os.environ, timeout=60)
    assert done.output == quick_start(README)[number - 1] + "\n"


def test_a_command_that_readme_lacks_is_an_error() -> None:
    done = process.run(["sh", "scripts/quick-start", "3"], cwd=ROOT, env=os.environ, timeout=60)
    assert done.returncode == 1
    assert "no fenced sh block number 3" in done.output


@pytest.mark.parametrize(
    "page",
    ["README.md", "docs/ats.md", "docs/development.md", "docs/gallery.md", "docs/publications.md", "docs/reports.md"],
)
def test_every_link_to_a_file_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = [
        target for target in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in target and target != "https://…"
    ]
    assert targets
    missing = [target for target in targets if not (ROOT / page).parent.joinpath(target).exists()]
    assert missing == []


def test_every_task_that_readme_names_exists() -> None:
    from cvpress.tasks import program

    assert program.namespace is not None
    named = set(re.findall(r"^\| `invoke ([a-z]+)", README, flags=re.MULTILINE))
    assert len(named) >= 8
    assert named <= set(program.namespace.task_names)


def test_the_example_is_a_valid_profile(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```yaml\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)
    file = tmp_path / "profile.yaml"
    file.write_text(example, encoding="utf-8")
    profile = model.load(file)
    assert profile.name.full == "Ada Lovelace"
    assert set(profile.documents) == {"cv", "resume"}


def test_every_template_is_in_the_table() -> None:
    named = set(
        re.findall(r"^\| `([a-z-]+)` \|", README.partition("## Templates")[2].partition("## ")[0], re.MULTILINE)
    )
    present = {folder.name for folder in (ROOT / "latex_templates").iterdir() if (folder / "main.tex.j2").exists()}
    assert named == present


def test_the_exit_codes_are_those_of_the_errors() -> None:
    table = README.partition("## When something is wrong")[2].partition("## ")[0]
    told = {int(code) for code in re.findall(r"^\| (\d) \|", table, flags=re.MULTILINE)}
    kinds = (errors.ProfileError, errors.TemplateError, errors.ToolError, errors.LatexError, errors.CheckError)
    assert told == {0, *(kind.exit_code for kind in kinds)}
