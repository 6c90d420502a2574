"""The workflows are valid, safe and do what README promises; every guard is shown a workflow that breaks it."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from cvpress import process

ROOT = Path(__file__).parents[1]
OURS = ROOT / ".github/workflows/pdfs.yml"
STARTER = ROOT / "src/cvpress/starter_files/pdfs.yml"
BOTH = pytest.mark.parametrize("file", [OURS, STARTER], ids=["ours", "starter"])
ENV = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}  # where the two checkers are


def load(file: Path) -> dict[str, Any]:
    parsed = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert isinstance(parsed, dict)
    parsed["on"] = parsed.pop(True)  # YAML 1.1 reads the key as a boolean
    return parsed


def schema_check(file: Path) -> process.Completed:
    argv = ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", str(file)]
    return process.run(argv, cwd=ROOT, env=ENV, timeout=120)


def audit(file: Path) -> process.Completed:
    return process.run(["zizmor", "--offline", "--no-config", "--quiet", str(file)], cwd=ROOT, env=ENV, timeout=120)


def broken(folder: Path, old: str, new: str) -> Path:
    """Our workflow with one thing changed, where both checkers take it for a workflow."""
    text = OURS.read_text(encoding="utf-8")
    assert old in text
    file = folder / ".github/workflows/pdfs.yml"
    file.parent.mkdir(parents=True)
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


@BOTH
def test_a_workflow_follows_the_published_schema(file: Path) -> None:
    done = schema_check(file)
    assert done.returncode == 0, done.output


def test_a_workflow_against_the_schema_is_refused(tmp_path: Path) -> None:
    done = schema_check(broken(tmp_path, "timeout-minutes: 30", "timeout-minutes: soon"))
    assert done.returncode != 0
    assert "timeout-minutes" in done.output


@BOTH
def test_an_audit_finds_nothing(file: Path) -> None:
    done = audit(file)
    assert done.returncode == 0, done.output


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("  pull_request:\n", "  pull_request_target:\n", "dangerous-triggers"),
        ("run: .ci/run", 'run: echo "${{ github.event.pull_request.title }}"', "template-injection"),
        ("        with:\n          persist-credentials: false\n", "", "artipacked"),
        ("permissions:\n  contents: read", "permissions: write-all", "excessive-permissions"),
        ("@3d3c42e5aac5ba805825da76410c181273ba90b1", "@main", "unpinned-uses"),
    ],
)
def test_an_audit_finds_what_is_dangerous(tmp_path: Path, old: str, new: str, finding: str) -> None:
    done = audit(broken(tmp_path, old, new))
    assert done.returncode != 0
    assert finding in done.output


@BOTH
def test_a_workflow_runs_on_pushes_and_pull_requests_and_may_only_read(file: Path) -> None:
    workflow = load(file)
    assert set(workflow["on"]) == {"push", "pull_request"}
    assert workflow["permissions"] == {"contents": "read"}
    assert not [name for name, job in workflow["jobs"].items() if "permissions" in job]
    assert "secrets" not in file.read_text(encoding="utf-8").replace("no secrets", "")


@BOTH
def test_every_action_is_pinned_to_a_commit_with_its_version_beside_it(file: Path) -> None:
    uses = re.findall(r"uses: (.*)", file.read_text(encoding="utf-8"))
    assert uses
    assert all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line) for line in uses)


def test_both_workflows_use_the_same_commits() -> None:
    ours, starter = (set(re.findall(r"uses: (.*)", file.read_text(encoding="utf-8"))) for file in (OURS, STARTER))
    assert ours == starter


def test_our_workflow_runs_readmes_commands() -> None:
    build = process.run(["sh", "scripts/quick-start", "1"], cwd=ROOT, env=os.environ, timeout=60).output.strip()
    jobs = load(OURS)["jobs"]
    (step,) = [step for step in jobs["build"]["steps"] if step.get("run", "").startswith(build)]
    assert re.fullmatch(r" --jury( --report reports/cvpress\.(json|xml|sarif)){3}", step["run"].removeprefix(build))
    assert ".ci/run" in [step.get("run") for step in jobs["test"]["steps"]]


def test_the_starter_takes_what_it_shares_from_ours() -> None:
    ours, starter = load(OURS), load(STARTER)
    assert starter["jobs"]["upload"] == ours["jobs"]["upload"]
    assert [step for step in ours["jobs"]["build"]["steps"] if step.get("if")] == [
        step for step in starter["jobs"]["build"]["steps"] if step.get("if")
    ]
    assert (
        starter["jobs"]["build"]["container"] == ours["jobs"]["build"]["container"] == ours["jobs"]["test"]["container"]
    )


@BOTH
def test_reports_are_written_and_uploaded_also_when_a_document_failed(file: Path) -> None:
    steps = load(file)["jobs"]["build"]["steps"]
    (build,) = [step["run"] for step in steps if step["name" if "name" in step else "uses"] == "Build every PDF"]
    assert re.findall(r"--report (\S+)", build) == [f"reports/cvpress.{form}" for form in ("json", "xml", "sarif")]
    (upload,) = [step for step in steps if step.get("name") == "Reports and manifest"]
    assert upload["if"] == "${{ !cancelled() }}"
    assert upload["with"]["path"].split() == ["reports/", "build/manifest.json"]


@BOTH
def test_each_pdf_is_uploaded_as_a_file_of_its_own(file: Path) -> None:
    upload = load(file)["jobs"]["upload"]
    assert upload["strategy"]["matrix"] == {"pdf": "${{ fromJSON(needs.build.outputs.names) }}"}
    last = upload["steps"][-1]["with"]
    assert last == {"path": "artifacts/${{ matrix.pdf }}", "archive": False, "if-no-files-found": "error"}


# -- the step that names the files, run as GitHub would --------------------------------------------------------------


def collect(folder: Path) -> process.Completed:
    (step,) = [step for step in load(OURS)["jobs"]["build"]["steps"] if step.get("id") == "collect"]
    env = {**os.environ, "GITHUB_OUTPUT": str(folder / "output")}
    return process.run(["bash", "-eo", "pipefail", "-c", step["run"]], cwd=folder, env=env, timeout=60)


def built(folder: Path, *names: str) -> None:
    for name in names:
        file = folder / "build" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)


def names_told(folder: Path) -> list[str]:
    key, _, value = (folder / "output").read_text().strip().partition("=")
    assert key == "names"
    return list(json.loads(value))


def test_each_pdf_gets_a_name_of_its_own(tmp_path: Path) -> None:
    built(tmp_path, "ada/cv.pdf", "ada/a résumé.pdf", "bob/cv.pdf", ".last-good/bob/resume.pdf", "bob/cv.log")
    assert collect(tmp_path).returncode == 0
    assert names_told(tmp_path) == ["ada_a résumé.pdf", "ada_cv.pdf", "bob_cv.pdf"]
    assert (tmp_path / "artifacts/bob_cv.pdf").read_text() == "bob/cv.pdf"


def test_two_pdfs_of_one_name_are_an_error(tmp_path: Path) -> None:
    built(tmp_path, "a/b_c.pdf", "a_b/c.pdf")
    done = collect(tmp_path)
    assert done.returncode == 1
    assert "::error::two PDFs would be called artifacts/a_b_c.pdf" in done.output


def test_no_pdf_is_an_empty_list(tmp_path: Path) -> None:
    assert collect(tmp_path).returncode == 0
    assert names_told(tmp_path) == []


def test_more_pdfs_than_a_matrix_may_have_are_cut(tmp_path: Path) -> None:
    built(tmp_path, *(f"p{number:03}/cv.pdf" for number in range(260)))
    assert collect(tmp_path).returncode == 0
    assert len(names_told(tmp_path)) == 256
    assert len(list((tmp_path / "artifacts").iterdir())) == 260  # all of them in the archive


@BOTH
def test_the_jury_has_its_readers(file: Path) -> None:
    steps = "\n".join(step.get("run", "") for step in load(file)["jobs"]["build"]["steps"])
    assert "setup pdf --jury" in steps
    assert "poppler-utils" in steps
    extra = re.search(r'^jury = \["(.+)"\]', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert extra
    assert ".[jury]" in steps or f"{extra[1]}" in steps
