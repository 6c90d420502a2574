"""The protections around an engine. Each has a control in which the same attack works, else it would prove nothing."""

from __future__ import annotations

import os
import re
import signal
import socket
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from cvpress import process
from cvpress.errors import LatexError, Severity, ToolError
from cvpress.process import Completed
from cvpress.typeset import engine, latexmk
from cvpress.typeset.engine import Compiled
from cvpress.typeset.sandbox import Sandbox, detect, tex_tree

OPEN = Sandbox(None)
PLAIN = {"PATH": os.environ["PATH"]}


def fake(folder: Path, name: str, script: str) -> dict[str, str]:
    """An environment in which `name` is a shell script."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def test_without_bubblewrap_the_command_is_unchanged_and_the_user_is_told(tmp_path: Path) -> None:
    sandbox = detect({"PATH": str(tmp_path)})
    assert sandbox.command(["latexmk", "x"], folder=tmp_path, cache=tmp_path) == ("latexmk", "x")
    assert sandbox.problem is not None
    assert "without a sandbox" in sandbox.problem.message
    assert "install bubblewrap" not in sandbox.problem.message
    assert "bubblewrap" in sandbox.problem.advice
    assert (sandbox.problem.rule, sandbox.problem.severity) == ("no-sandbox", Severity.WARNING)


def test_a_bubblewrap_that_does_not_start_is_not_used(tmp_path: Path) -> None:
    sandbox = detect(fake(tmp_path / "bin", "bwrap", "echo 'bwrap: No permissions to create new namespace'; exit 1"))
    assert sandbox.program is None
    assert sandbox.problem is not None
    assert "No permissions to create new namespace" in sandbox.problem.message


def test_a_bubblewrap_that_starts_is_used(tmp_path: Path) -> None:
    sandbox = detect(fake(tmp_path / "bin", "bwrap", "exit 0"))
    assert sandbox == Sandbox(tmp_path / "bin" / "bwrap")


def test_the_command_lets_write_in_two_folders_only(tmp_path: Path) -> None:
    words = Sandbox(Path("/usr/bin/bwrap")).command(
        ["latexmk"], folder=tmp_path / "work", cache=tmp_path / "cache", readable=[Path("/opt/texlive")]
    )
    binds = [words[n + 1] for n, word in enumerate(words) if word == "--bind"]
    assert binds == [str(tmp_path / "work"), str(tmp_path / "cache")]
    shown = [words[n + 1] for n, word in enumerate(words) if word.startswith("--ro-bind")]
    assert "/opt/texlive" in shown
    assert not {"/", "/home", "/root", "/etc", "/var"} & set(shown)
    assert words[-2:] == ("--", "latexmk")
    assert {"--unshare-all", "--die-with-parent"} <= set(words)


def test_the_tree_of_a_tex_live_outside_usr_is_shown(tmp_path: Path) -> None:
    program = tmp_path / "texlive" / "2025" / "bin" / "x86_64-linux" / "lualatex"
    program.parent.mkdir(parents=True)
    program.touch()
    (tmp_path / "texlive" / "2025" / "texmf-dist").mkdir()
    assert tex_tree(program) == (tmp_path / "texlive" / "2025",)
    assert tex_tree(Path("/usr/bin/env")) == ()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("font-cache")


@pytest.fixture(scope="module")
def closed() -> Sandbox:
    sandbox = detect(os.environ)
    if sandbox.program is None:
        pytest.skip(str(sandbox.problem))
    return sandbox


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def write(folder: Path, *body: str, preamble: str = "") -> None:
    lines = [r"\documentclass{article}", preamble, r"\begin{document}", "Text.", *body, r"\end{document}"]
    (folder / "document.tex").write_text("\n".join(lines) + "\n", encoding="utf-8")


def build(
    folder: Path, cache: Path, sandbox: Sandbox, *, timeout: float = 120, env: Mapping[str, str] = PLAIN
) -> Compiled:
    return latexmk.compile(
        folder, engine="lualatex", env=env, timeout=timeout, sandbox=sandbox, cache=cache, epoch=1_700_000_000
    )


def control(folder: Path, cache: Path, *words: str, sandbox: Sandbox = OPEN, **extra: str) -> Completed:
    """The engine itself, with the given switches and environment instead of those of `latexmk.compile`."""
    env = {**engine.environment(PLAIN, cache=cache, epoch=0), **extra}
    argv = ("lualatex", "-interaction=nonstopmode", *words, "document.tex")
    return process.run(sandbox.command(argv, folder=folder, cache=cache), cwd=folder, env=env, timeout=120)


def lua(folder: Path, label: str, expression: str) -> None:
    """A document whose log holds `label` and the value of a Lua expression."""
    write(folder, rf'\directlua{{texio.write_nl("term and log", "{label}<" .. tostring({expression}) .. ">")}}')


def logged(folder: Path, label: str) -> str:
    (found,) = re.findall(rf"^{label}<(.*?)>", (folder / "document.log").read_text(encoding="utf-8"), re.MULTILINE)
    return str(found)


@pytest.mark.latex
def test_shell_escape_does_nothing(folder: Path, cache: Path) -> None:
    body = (r"\ShellEscape{touch by-tex}", r"\directlua{os.execute('touch by-lua')}")
    write(folder, *body, preamble=r"\usepackage{shellesc}")  # LuaTeX has no \write18 of its own
    build(folder, cache, OPEN)
    assert not list(folder.glob("by-*"))
    control(folder, cache, "-shell-escape")
    assert {path.name for path in folder.glob("by-*")} == {"by-tex", "by-lua"}


@pytest.mark.latex
@pytest.mark.parametrize("expression", ["os.execute('true')", "io.popen('echo x')", "socket"])
def test_lua_has_neither_processes_nor_sockets(folder: Path, cache: Path, expression: str) -> None:
    lua(folder, "GOT", expression)
    build(folder, cache, OPEN)
    assert logged(folder, "GOT") == "nil"
    control(folder, cache, "-shell-escape")
    assert logged(folder, "GOT") != "nil"


@pytest.mark.latex
def test_tex_reads_no_file_outside_the_folder(folder: Path, cache: Path) -> None:
    secret = folder.parent / "secret.tex"
    secret.write_text(r"\typeout{outside was read}", encoding="utf-8")
    (folder / "part.tex").write_text(r"\typeout{inside was read}", encoding="utf-8")
    write(folder, rf"\InputIfFileExists{{{secret}}}{{}}{{}}\input{{part.tex}}")
    text = build(folder, cache, OPEN).log
    assert "inside was read" in text
    assert "outside was read" not in text
    assert "outside was read" in control(folder, cache, openin_any="a").output


@pytest.mark.latex
def test_tex_writes_no_file_outside_the_folder(folder: Path, cache: Path) -> None:
    outside = folder.parent / "outside.txt"
    write(folder, rf"\newwrite\out\immediate\openout\out={outside}\immediate\write\out{{x}}\immediate\closeout\out")
    with pytest.raises(LatexError):
        build(folder, cache, OPEN)
    assert not outside.exists()
    control(folder, cache, openout_any="a")
    assert outside.exists()


@pytest.mark.latex
def test_lua_reads_no_file_outside_the_folder_in_the_sandbox(folder: Path, cache: Path, closed: Sandbox) -> None:
    secret = folder.parent / "secret.txt"
    secret.write_text("a secret", encoding="utf-8")
    lua(folder, "GOT", f"(io.open('{secret}') or io.open('document.tex')):read()")
    assert build(folder, cache, closed).passes
    assert logged(folder, "GOT") == r"\documentclass{article}"
    (folder / "document.pdf").unlink()
    assert build(folder, cache, OPEN).passes
    assert logged(folder, "GOT") == "a secret"


@pytest.mark.latex
@pytest.mark.parametrize("path", ["/etc/passwd", "/root", "/home"])
def test_the_sandbox_does_not_hold_the_users_files(folder: Path, cache: Path, closed: Sandbox, path: str) -> None:
    lua(folder, "GOT", f"lfs.attributes('{path}', 'mode')")
    build(folder, cache, closed)
    assert logged(folder, "GOT") == "nil"
    (folder / "document.pdf").unlink()
    build(folder, cache, OPEN)
    assert logged(folder, "GOT") in {"file", "directory"}


@pytest.mark.latex
def test_lua_writes_no_file_outside_the_folder_in_the_sandbox(folder: Path, cache: Path, closed: Sandbox) -> None:
    outside = folder.parent / "outside.txt"
    lua(folder, "GOT", f"io.open('{outside}', 'w') and io.open('inside.txt', 'w')")
    build(folder, cache, closed)
    assert not outside.exists()
    (folder / "document.pdf").unlink()
    build(folder, cache, OPEN)
    assert outside.exists()


@pytest.mark.latex
def test_the_sandbox_has_no_network(folder: Path, cache: Path, closed: Sandbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        lua(folder, "GOT", f"socket.connect('127.0.0.1', {server.getsockname()[1]})")
        control(folder, cache, "-shell-escape", "-socket", sandbox=closed)  # so that only the sandbox is in the way
        assert logged(folder, "GOT") == "nil"
        control(folder, cache, "-shell-escape", "-socket")
        assert logged(folder, "GOT").startswith("tcp{client}")


@pytest.mark.latex
def test_rc_files_of_latexmk_are_not_run(folder: Path, cache: Path) -> None:
    write(folder)
    for name in ("latexmkrc", ".latexmkrc"):
        (folder / name).write_text(f'open(my $file, ">", "ran-{name}"); close($file);\n', encoding="utf-8")
    build(folder, cache, OPEN)
    assert not list(folder.glob("ran-*"))
    env = {**engine.environment(PLAIN, cache=cache, epoch=0), "HOME": str(folder)}
    process.run(["latexmk", "-pdflua", "document.tex"], cwd=folder, env=env, timeout=120)
    assert list(folder.glob("ran-*"))


@pytest.mark.latex
def test_no_variable_of_the_caller_reaches_tex(folder: Path, cache: Path) -> None:
    lua(folder, "GOT", "os.getenv('SECRET')")
    build(folder, cache, OPEN, env={**PLAIN, "SECRET": "token"})
    assert logged(folder, "GOT") == "nil"
    control(folder, cache, SECRET="token")
    assert logged(folder, "GOT") == "token"


@pytest.mark.latex
def test_packages_are_not_searched_in_the_shared_cache(folder: Path, cache: Path) -> None:
    planted = cache / "tex" / "latex" / "planted.sty"
    planted.parent.mkdir(parents=True)
    planted.touch()
    lua(folder, "GOT", "kpse.find_file('planted.sty')")
    build(folder, cache, OPEN)
    assert logged(folder, "GOT") == "nil"
    control(folder, cache, TEXMFVAR=str(cache))
    assert logged(folder, "GOT") == str(planted)


@pytest.mark.latex
def test_memory_has_an_end(folder: Path, cache: Path, closed: Sandbox) -> None:
    lua(folder, "GOT", "io.open('/proc/self/limits'):read('a'):match('Max address space *([0-9a-z]+)')")
    build(folder, cache, closed)
    assert logged(folder, "GOT") == str(4 << 30)
    control(folder, cache)
    assert logged(folder, "GOT") == "unlimited"


@pytest.mark.latex
def test_stdin_is_empty(folder: Path, cache: Path) -> None:
    lua(folder, "GOT", "io.read()")
    build(folder, cache, OPEN)
    assert logged(folder, "GOT") == "nil"
    write(folder, r"\read-1 to \answer")
    with pytest.raises(LatexError, match="Emergency stop"):  # it ends: waiting for an answer would be the fault
        build(folder, cache, OPEN)


def working_in(folder: Path) -> dict[int, str]:
    """Number and name of the processes whose current directory is `folder`, in whatever namespace."""
    found: dict[int, str] = {}
    for link in Path("/proc").glob("[0-9]*/cwd"):
        try:
            if link.readlink() == folder:
                found[int(link.parent.name)] = (link.parent / "comm").read_text(encoding="utf-8").strip()
        except OSError:
            continue  # ended meanwhile, or another user's
    return found


@pytest.mark.latex
@pytest.mark.parametrize("inside", [True, False])
def test_time_out_leaves_no_process(folder: Path, cache: Path, closed: Sandbox, inside: bool) -> None:
    write(folder, r"\loop\iftrue\repeat")
    with pytest.raises(ToolError, match="stopped after 2 s"):
        build(folder, cache, closed if inside else OPEN, timeout=2)
    for _ in range(500):
        if not working_in(folder):
            break
        time.sleep(0.01)
    assert working_in(folder) == {}


@pytest.mark.latex
def test_control_without_a_group_tex_runs_on(folder: Path, cache: Path) -> None:
    """The guard above can fail: latexmk alone is killed, its lualatex is seen and stays until it is killed too."""
    write(folder, r"\loop\iftrue\repeat")
    env = engine.environment(PLAIN, cache=cache, epoch=0)
    script = "setsid latexmk -norc -pdflua document.tex >/dev/null 2>&1 & sleep 2; kill $!; sleep 0.5"
    process.run(["sh", "-c", script], cwd=folder, env=env, timeout=60)
    left = working_in(folder)
    for number in left:
        os.kill(number, signal.SIGKILL)
    assert "lualatex" in left.values()
    assert "latexmk" not in left.values()
