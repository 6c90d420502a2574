"""Where an engine may run. In: the environment. Out: a `Sandbox` that wraps an argument list for bubblewrap, or not.

Why: LuaTeX's `io.open` ignores TeX's own openin_any and openout_any, and its `--safer` switch stops luaotfload
(measured), so only the kernel can keep a template's Lua away from the user's files. Inside there is no network, no
process of the outside, no home; the system is read-only; only the work folder and the font cache can be written.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cvpress import process
from cvpress.errors import Problem, Severity, ToolError
from cvpress.tools import advice

_PROBE_TIMEOUT = 20.0  # seconds; starting `true` takes 0.01

# What a TeX Live reads of the system. Not all of /etc: a CI runner is root and could read /etc/shadow.
_ROOTS = ("/bin", "/sbin", "/lib", "/lib32", "/lib64")
_READABLE = (
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/texlive",
    "/etc/texmf",
    "/nix/store",
    "/usr",
    "/var/cache/fontconfig",
    "/var/lib/texlive",
    "/var/lib/texmf",
)


@dataclass(frozen=True, slots=True)
class Sandbox:
    """`program` is the bubblewrap that was seen to start, or None: then `problem` says why, to be shown once."""

    program: Path | None
    problem: Problem | None = None

    def command(
        self, argv: Sequence[str], *, folder: Path, cache: Path, readable: Sequence[Path] = ()
    ) -> tuple[str, ...]:
        """`argv` as it must be started to run in `folder`, able to write only there and in `cache`.

        `readable` are further trees that it may read: a TeX Live outside /usr.
        """
        if self.program is None:
            return tuple(argv)
        shared = [word for path in (*_READABLE, *map(str, readable)) for word in ("--ro-bind-try", path, path)]
        writable = [word for path in (folder, cache) for word in ("--bind", str(path), str(path))]
        return (
            str(self.program),
            "--unshare-all",
            "--die-with-parent",
            "--new-session",
            "--as-pid-1",  # else bubblewrap does not wait for its child, and its processor time is lost (measured)
            *("--cap-drop", "ALL"),
            *("--proc", "/proc"),
            *("--dev", "/dev"),
            *("--tmpfs", "/tmp"),  # noqa: S108 -- an empty one of its own
            *shared,
            *_links(),
            *writable,
            *("--chdir", str(folder)),
            "--",
            *argv,
        )


def detect(env: Mapping[str, str]) -> Sandbox:
    """The sandbox of this machine: bubblewrap if it is installed and really starts, which containers often forbid."""
    program = process.find("bwrap", env)
    if program is None:
        return _unprotected("bubblewrap is not installed", advice("bwrap"))
    with tempfile.TemporaryDirectory(prefix="cvpress-") as name:
        folder = Path(name).resolve()
        argv = Sandbox(program).command(("true",), folder=folder, cache=folder)
        try:
            done = process.run(argv, cwd=folder, env={"PATH": env.get("PATH", "")}, timeout=_PROBE_TIMEOUT)
        except ToolError as error:
            return _unprotected(str(error), "")
    if done.returncode == 0:
        return Sandbox(program)
    reason = done.output.strip().splitlines()[-1:] or [f"it ended with {done.returncode}"]
    hint = "allow unprivileged user namespaces (see kernel.unprivileged_userns_clone and your AppArmor profiles)"
    return _unprotected(f"bubblewrap does not start here: {reason[0]}", hint)


def _unprotected(reason: str, hint: str) -> Sandbox:
    linux = sys.platform == "linux"
    problem = Problem(
        f"LuaTeX runs without a sandbox, so a template's Lua code can read and write your files ({reason})",
        advice=hint if linux else "use templates that you trust: bubblewrap is for Linux only",
        rule="no-sandbox",
        severity=Severity.WARNING if linux else Severity.INFO,
    )
    return Sandbox(None, problem)


def tex_tree(program: Path) -> tuple[Path, ...]:
    """The TeX Live that `program` belongs to, where that is not under /usr: one more tree to show to the sandbox."""
    resolved = program.resolve()
    if resolved.is_relative_to("/usr"):
        return ()
    trees = (parent for parent in resolved.parents if (parent / "texmf-dist").is_dir())
    return (next(trees, resolved.parent),)


def _links() -> tuple[str, ...]:
    """/bin and its like: the links into /usr that they are on a merged system, else the folders themselves."""
    words: list[str] = []
    for name in _ROOTS:
        path = Path(name)
        if path.is_symlink():
            words += ("--symlink", str(path.readlink()), name)
        elif path.is_dir():
            words += ("--ro-bind", name, name)
    return tuple(words)
