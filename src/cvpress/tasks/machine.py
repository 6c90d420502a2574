"""Tasks about the machine: its tools, and what is left on its disk. In: what is asked for; out: lines, exit codes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from invoke.context import Context
from invoke.exceptions import Exit
from invoke.tasks import task

from cvpress.tasks.options import CHOICE, told

_PATIENCE = 10.0  # seconds that `clean` waits for a run to end


@task(
    help={
        "dev": "also what the tests need",
        "packages": "only print the Debian packages",
        "profiles": CHOICE["profiles"],
    }
)
def setup(_c: Context, dev: bool = False, packages: bool = False, profiles: str = "profiles") -> None:
    """Install LaTeX, fonts and what the profiles' languages need, where missing."""
    from cvpress import listing
    from cvpress import setup as machine

    with told():
        languages = listing.languages(Path(profiles))
        if packages:
            print("\n".join(machine.wanted_packages(languages, dev=dev)))
        else:
            machine.setup(os.environ, Path.cwd(), say=_say, uid=os.getuid(), dev=dev, languages=languages)


@task(help={"profiles": CHOICE["profiles"]})
def doctor(_c: Context, profiles: str = "profiles") -> None:
    """Print each tool with its version, and what to do about a missing one."""
    from cvpress import doctor as ward
    from cvpress import listing

    with told():
        states = ward.doctor(os.environ, Path.cwd(), languages=listing.languages(Path(profiles)))
    print("\n".join(ward.lines(states)))
    if not ward.healthy(states):
        raise Exit(code=4)


@task(help={"out": "the folder to remove"})
def clean(_c: Context, out: str = "build") -> None:
    """Remove all that was built."""
    from cvpress import lock, paths

    with told():
        if (Path(out) / paths.WORK).is_dir():
            with lock.held(Path(out), _PATIENCE, _say):
                paths.remove(Path(out))
        else:
            paths.remove(Path(out))  # which tells why it does not
    print(f"removed    {out}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
