"""What a person or CI can ask for: Invoke tasks, a few lines each. In: a command line; out: an exit code.

`invoke pdf` in a checkout, `cvpress pdf` in any folder that has `profiles/`.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from invoke.collection import Collection
from invoke.context import Context
from invoke.exceptions import Exit
from invoke.program import Program
from invoke.tasks import task

from cvpress import __version__
from cvpress.errors import CvpressError, ProfileError

_CHOICE = {
    "person": "NAME of a folder below --profiles; may be given several times (default: everybody)",
    "document": "one document or packet by its name in the profile (default: all of them)",
    "template": "set in this template instead of the document's own, e.g. ruled",
    "profiles": "the folder with one folder per person",
    "out": "where the PDFs go: <out>/<person>/<document>.pdf",
}
_EFFORT = {
    "force": "build even where nothing has changed",
    "timeout": "seconds that LaTeX may take for one document",
}


@contextmanager
def _told() -> Iterator[None]:
    """A known error ends as its problems on stderr and the documented exit code, without a traceback."""
    from cvpress import paths, run, streams

    try:
        with paths.storage_told(Path.cwd()), streams.open_to_people():
            yield
    except CvpressError as error:
        for problem in error.problems:
            run.tell(problem, os.environ)
        raise Exit(code=error.exit_code) from None


def _run(
    what: str,
    person: list[str],
    document: str | None,
    template: str | None,
    profiles: str,
    out: str,
    force: bool = False,
    timeout: str = "120",
) -> None:
    # A run of a second makes hundreds of thousands of objects and hardly a cycle: collecting them, and once more at the
    # interpreter's end, costs a sixth of its CPU.
    gc.set_threshold(100_000)
    from cvpress import order, run

    with _told():
        press = run.press(Path(profiles), Path(out), os.environ, time.time(), force=force, timeout=timeout)
        merging = what == "merge"
        kept = press.kept("sources")
        ordered = order.order(press.profiles, press.roots, person, document, template, packets_only=merging, cache=kept)
        work = {"pdf": run.build_all, "check": run.check_all, "merge": run.merge_all}[what]
        code = run.finish(work(press, ordered), os.environ)
    gc.freeze()
    if code:
        raise Exit(code=code)


@task(iterable=["person"], help={**_CHOICE, **_EFFORT})
def pdf(
    _c: Context,
    person: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
    force: bool = False,
    timeout: str = "120",
) -> None:
    """Build PDFs, check that nothing was lost, and put them into --out."""
    _run("pdf", person, document, template, profiles, out, force, timeout)


@task(iterable=["person"], help=_CHOICE)
def check(
    _c: Context,
    person: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
) -> None:
    """Check PDFs already built: every text of the profile, fonts, links, pages."""
    _run("check", person, document, template, profiles, out)


@task(
    iterable=["person"], help={**_CHOICE, **_EFFORT, "document": "one packet by its name in the profile (default: all)"}
)
def merge(
    _c: Context,
    person: list[str],
    document: str | None = None,
    template: str | None = None,
    profiles: str = "profiles",
    out: str = "build",
    force: bool = False,
    timeout: str = "120",
) -> None:
    """Bind packets: documents and attached PDFs in one file with an outline."""
    _run("merge", person, document, template, profiles, out, force, timeout)


_LIST = {"json": "people and documents as JSON", "profiles": _CHOICE["profiles"], "out": _CHOICE["out"]}


@task(name="list", help=_LIST)
def list_(_c: Context, profiles: str = "profiles", out: str = "build", json: bool = False) -> None:
    """Show people, their documents, and the templates with their options."""
    from cvpress import listing

    with _told():
        print(listing.as_json(Path(profiles), Path(out)) if json else listing.as_tables(Path(profiles), Path(out)))


_BIB = {"person": _CHOICE["person"], "profiles": _CHOICE["profiles"], "json": "as JSON, with what looks wrong"}


@task(iterable=["person"], help=_BIB)
def bib(_c: Context, person: list[str], profiles: str = "profiles", json: bool = False) -> None:
    """List publications, where each is printed, and what looks wrong; changes nothing."""
    from cvpress import inventory, run

    with _told():
        press = run.press(Path(profiles), Path("build"), os.environ, time.time())
        year = time.gmtime(press.date).tm_year
        taken = inventory.take(press.profiles, person, year, press.kept("sources"))
        inventory.show(taken, os.environ, json=json)
    if taken.broken:
        raise Exit(code=ProfileError.exit_code)


@task(help={"person": "name of the folder, e.g. ada-lovelace", "profiles": _CHOICE["profiles"]})
def new(_c: Context, person: str = "", profiles: str = "profiles") -> None:
    """Write a commented profile; in an empty folder, a repository for your CV."""
    from cvpress import starter

    with _told():
        written = starter.start(Path.cwd(), Path(profiles), person, os.environ)
    for path in written:
        print(f"wrote      {path}")
    print(starter.next_step(Path.cwd(), written))


@task(help={"out": "file to write", "check": "only say whether the file is up to date"})
def schema(_c: Context, out: str = "docs/profile.schema.json", check: bool = False) -> None:
    """Write the JSON Schema by which editors complete and check profiles."""
    from cvpress import paths
    from cvpress.profile.schema import schema as made

    if check and not paths.same(Path(out), made().encode()):
        raise Exit(f"{out} is not up to date; run 'schema'", code=2)
    if not check:
        with _told():
            paths.write(Path(out), made().encode())
        print(f"wrote      {out}")


_SETUP = {"dev": "also what the tests need", "packages": "only print the Debian packages"}


@task(help={**_SETUP, "profiles": _CHOICE["profiles"]})
def setup(_c: Context, dev: bool = False, packages: bool = False, profiles: str = "profiles") -> None:
    """Install LaTeX, fonts and what the profiles' languages need, where missing."""
    from cvpress import listing
    from cvpress import setup as machine

    with _told():
        languages = listing.languages(Path(profiles))
        if packages:
            print("\n".join(machine.wanted_packages(languages, dev=dev)))
        else:
            machine.setup(os.environ, Path.cwd(), say=_say, uid=os.getuid(), dev=dev, languages=languages)


@task(help={"profiles": _CHOICE["profiles"]})
def doctor(_c: Context, profiles: str = "profiles") -> None:
    """Print each tool with its version, and what to do about a missing one."""
    from cvpress import doctor as ward
    from cvpress import listing

    with _told():
        states = ward.doctor(os.environ, Path.cwd(), languages=listing.languages(Path(profiles)))
    print("\n".join(ward.lines(states)))
    if not ward.healthy(states):
        raise Exit(code=4)


@task(help={"profiles": _CHOICE["profiles"], "out": "where it is built", "docs": "the folder for gallery.md"})
def gallery(_c: Context, profiles: str = "profiles", out: str = "build", docs: str = "docs") -> None:
    """Build every template with every person, and show their pages in a gallery."""
    from cvpress import gallery as show
    from cvpress import run

    with _told():
        press = run.press(Path(profiles), Path(out), os.environ, time.time())
        if code := run.finish(show.make(press, Path(docs)), os.environ):
            raise Exit(code=code)


@task(help={"out": "the folder to remove"})
def clean(_c: Context, out: str = "build") -> None:
    """Remove all that was built."""
    from cvpress import paths

    with _told():
        paths.remove(Path(out))
    print(f"removed    {out}")


@task(
    name="test", help={"select": "only tests whose name matches, as pytest -k", "fast": "leave out tests that run TeX"}
)
def run_tests(c: Context, select: str = "", fast: bool = False) -> None:
    """Run the test suite (in a checkout of cvpress)."""
    _checkout()
    chosen = (["-k", f"'{select}'"] if select else []) + (["-m", "'not latex'"] if fast else [])
    c.run(" ".join([sys.executable, "-m", "pytest", "-n", "2", *chosen]))


@task
def lint(c: Context) -> None:
    """Run ruff and mypy, and see that the schema is fresh (in a checkout of cvpress)."""
    _checkout()
    for command in ("ruff check .", "ruff format --check .", "mypy"):
        c.run(f"{sys.executable} -m {command}")
    schema(c, check=True)


def _checkout() -> None:
    if not Path("pyproject.toml").is_file() or not Path("tests").is_dir():
        raise Exit("this is not a checkout of cvpress", code=4)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


namespace = Collection(pdf, check, merge, list_, bib, new, schema, setup, doctor, gallery, clean, run_tests, lint)
program = Program(namespace=namespace, name="cvpress", binary="cvpress", version=__version__)
