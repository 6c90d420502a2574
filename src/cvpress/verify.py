"""Proof that a build depends on its inputs alone. In: what to build. Out: `Result`s, failed where they differ.

Everything is built twice from copies, in folders of different names, by processes of their own: at another second, in
another time zone and locale, under another umask and with another order of Python's sets. SOURCE_DATE_EPOCH is the
same, as it is an input. The results of the user are not touched.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from cvpress import manifest, order, paths, process, report
from cvpress.errors import CheckError, CvpressError, Problem, ToolError
from cvpress.manifest import Listed
from cvpress.prepare import Press
from cvpress.report import Result
from cvpress.telling import tell_result

_ADVICE = "look in the template for a time, a random number or a path; 'cmp -l' shows all differences"
_START_UP = 60.0  # seconds; on top of what LaTeX may take


@dataclass(frozen=True, slots=True)
class _World:
    """What must not matter: a folder, and what a process sees of its machine."""

    folder: str
    zone: str
    locale: str
    umask: str
    seed: str


# 26 hours apart, so that even the day is another one.
_WORLDS = (
    _World("one", "Etc/GMT+12", "C", "022", "1"),
    _World("the other one, with a longer name", "Etc/GMT-14", "C.UTF-8", "077", "2"),
)


def verify(press: Press, persons: tuple[str, ...], document: str | None, template: str | None) -> tuple[Result, ...]:
    """Build what is asked for twice and compare. Raises CvpressError when it can't be built even once."""
    ordered = order.order(press.profiles, press.roots, persons, document, template, cache=press.kept("sources"))
    if ordered.broken:
        return tuple(tell_result(result, press) for result in ordered.broken)
    limit = press.timeout * 2 * (len(ordered.jobs) + len(ordered.bindings)) + _START_UP
    words = [*(f"--person={person}" for person in persons), f"--timeout={press.timeout:g}"]
    words += [f"--{name}={value}" for name, value in (("document", document), ("template", template)) if value]
    with tempfile.TemporaryDirectory(prefix="cvpress-") as base:
        outs = [_build(press, Path(base), world, words, limit) for world in _WORLDS]
        listed = {out: {one.file: one for one in manifest.read(out)} for out in outs}
        first, second = (listed[out] for out in outs)
        files = sorted(first.keys() | second.keys())
        return tuple(tell_result(_compared(first.get(file), second.get(file), outs), press) for file in files)


def _build(press: Press, base: Path, world: _World, words: list[str], limit: float) -> Path:
    """One build in a folder of its own: where its results lie. Returns when the clock shows another second."""
    here = base / world.folder
    shutil.copytree(press.profiles, here / "profiles", symlinks=True)
    own = [root for root in press.roots if root != paths.bundled_templates().resolve()]
    for root in own:
        shutil.copytree(root, here / root.name, symlinks=True)
    inner = [sys.executable, "-m", "cvpress", "pdf", *words]
    done = process.run(
        ["sh", "-c", f'umask {world.umask}; exec "$@"', "sh", *inner],
        cwd=here,
        env=_environment(press, world),
        timeout=limit,
    )
    if done.returncode or done.timed_out:
        kinds = {kind.exit_code: kind for kind in CvpressError.__subclasses__()}
        kind = ToolError if done.timed_out else kinds.get(done.returncode, CvpressError)
        advice = f"it says:\n{done.output.strip()}"
        raise kind(Problem("it can't be built here, so there is nothing to compare", advice=advice, rule="not-built"))
    ended = int(time.time())
    while int(time.time()) == ended:  # a second that a template prints must not be the same one by chance
        time.sleep(0.05)
    return here / "build"


def _environment(press: Press, world: _World) -> dict[str, str]:
    kept = {name: value for name, value in press.environment.items() if not name.startswith("GITHUB_")}
    return {
        **kept,
        "PYTHONPATH": str(Path(__file__).parents[1]),  # the cvpress that asks, not another that is installed
        "PYTHONHASHSEED": world.seed,
        "TZ": world.zone,
        "LC_ALL": world.locale,
        "CVPRESS_QUIET": "1",
        "SOURCE_DATE_EPOCH": str(press.date),
    }


def _compared(first: Listed | None, second: Listed | None, outs: list[Path]) -> Result:
    """The result for one PDF of the two manifests."""
    from cvpress.pdf.differ import difference

    one = first or second
    assert one
    result = Result(one.person, one.document, one.template, "verified", None, one.pages, ())
    both = first and second
    told = difference(outs[0] / one.file, outs[1] / one.file) if both else "only one of them made this file"
    if not told:
        return result
    problem = Problem(f"two builds of the same are not the same: {told}", None, _ADVICE, "not-reproducible")
    failed = report.of_error(CheckError(problem), one.person, one.document, one.template, 0.0)
    return replace(failed, pages=one.pages)
