"""Tasks about profiles: what there is, a new one, the schema that they follow. In: folders; out: tables and files."""

from __future__ import annotations

import os
import time
from pathlib import Path

from invoke.context import Context
from invoke.exceptions import Exit
from invoke.tasks import task

from cvpress.errors import ProfileError
from cvpress.tasks.options import CHOICE, told


@task(
    name="list",
    help={
        "profiles": CHOICE["profiles"],
        "json": "people and documents as JSON",
        "out": CHOICE["out"],
        "stale": "only what 'pdf' would build now, and why",
    },
)
def list_(_c: Context, profiles: str = "profiles", out: str = "build", json: bool = False, stale: bool = False) -> None:
    """Show people, their documents, and the templates with their options."""
    if stale:
        from cvpress import stale as old

        with told():
            found = old.stale(Path(profiles), Path(out), os.environ, time.time())
            print(old.as_json(found) if json else old.as_table(found))
        return
    from cvpress import listing

    with told():
        print(listing.as_json(Path(profiles), Path(out)) if json else listing.as_tables(Path(profiles), Path(out)))


@task(
    iterable=["person"],
    help={"person": CHOICE["person"], "profiles": CHOICE["profiles"], "json": "as JSON, with what looks wrong"},
)
def bib(_c: Context, person: list[str], profiles: str = "profiles", json: bool = False) -> None:
    """List publications, where each is printed, and what looks wrong; changes nothing."""
    from cvpress import inventory, run

    with told():
        press = run.press(Path(profiles), Path("build"), os.environ, time.time())
        year = time.gmtime(press.date).tm_year
        taken = inventory.take(press.profiles, person, year, press.kept("sources"))
        inventory.show(taken, os.environ, json=json)
    if taken.broken:
        raise Exit(code=ProfileError.exit_code)


@task(help={"person": "name of the folder, e.g. ada-lovelace", "profiles": CHOICE["profiles"]})
def new(_c: Context, person: str = "", profiles: str = "profiles") -> None:
    """Write a commented profile; in an empty folder, a repository for your CV."""
    from cvpress import starter

    with told():
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
        with told():
            paths.write(Path(out), made().encode())
        print(f"wrote      {out}")
