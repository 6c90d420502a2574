"""Runs `invoke` in this process with a clock around each stage. In: argv; out: a file of JSON when the process ends.

    python observed.py TOLD FUNCTIONS BEGAN [arguments of invoke]

TOLD is the file; FUNCTIONS, JSON, maps dotted names of functions to stages; BEGAN is when this process was started,
by time.monotonic(). A function is wrapped when its module has been loaded. The clock of a stage stops while another
runs inside it. It knows one thread; of the others it adds up the processor time of imports.
"""

from __future__ import annotations

import sys
import time

_READY, _SPENT = (
    time.monotonic(),
    time.process_time(),
)  # before imports: it was the interpreter

import _frozen_importlib  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import runpy  # noqa: E402
import threading  # noqa: E402
from collections.abc import Callable  # noqa: E402
from types import FunctionType, ModuleType  # noqa: E402
from typing import Any  # noqa: E402

REST = "invoke and tasks"


class Clock:
    """Seconds by stage, wall and processor."""

    def __init__(self, began: float) -> None:
        self.wall = {"interpreter": _READY - began, "imports": time.monotonic() - _READY}
        self.cpu = {"interpreter": _SPENT, "imports": time.process_time() - _SPENT}  # ours, which invoke needs too
        self.behind = 0.0
        self.stack = [REST]
        self._thread = threading.get_ident()
        self._last = (time.monotonic(), time.thread_time())
        self._deep = threading.local()

    def turn(self) -> None:
        """What has passed belongs to the stage that ran."""
        wall, cpu, stage = time.monotonic(), time.thread_time(), self.stack[-1]
        self.wall[stage] = self.wall.get(stage, 0.0) + wall - self._last[0]
        self.cpu[stage] = self.cpu.get(stage, 0.0) + cpu - self._last[1]
        self._last = (wall, cpu)

    def around(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """`function`, timed."""

        def timed(*args: object, **more: object) -> object:
            if threading.get_ident() != self._thread:
                return self._aside(stage, function, args, more)
            self.turn()
            self.stack.append(stage)
            try:
                return function(*args, **more)
            finally:
                self.turn()
                self.stack.pop()

        return timed

    def _aside(self, stage: str, function: Callable[..., Any], args: Any, more: Any) -> object:
        if stage != "imports" or getattr(self._deep, "inside", False):
            return function(*args, **more)
        self._deep.inside, start = True, time.thread_time()
        try:
            return function(*args, **more)
        finally:
            self._deep.inside = False
            self.behind += time.thread_time() - start


class Wrapping:
    """The import system, timed; functions are wrapped as their modules come."""

    def __init__(self, clock: Clock, functions: dict[str, str]) -> None:
        self._clock = clock
        self._load = clock.around("imports", _frozen_importlib._find_and_load)  # type: ignore[attr-defined]  # noqa: SLF001
        self.missing: list[str] = []
        self._wanted: dict[str, list[tuple[str, str]]] = {}
        for path, stage in functions.items():
            module, _, name = path.rpartition(".")
            self._wanted.setdefault(module, []).append((name, stage))

    def __call__(self, name: str, import_: object) -> object:
        """Stands for importlib's `_find_and_load`, which the interpreter calls for what is not loaded yet."""
        module = self._load(name, import_)
        for known in [one for one in self._wanted if self._is_loaded(one)]:
            for function, stage in self._wanted.pop(known):
                self._wrap(sys.modules[known], function, stage)
        return module

    def _wrap(self, module: ModuleType, name: str, stage: str) -> None:
        """One function, or all public ones of a module (`*`)."""
        functions = {
            found: one
            for found, one in vars(module).items()
            if isinstance(one, FunctionType) and one.__module__ == module.__name__
        }
        chosen = [one for one in functions if one == name or (name == "*" and not one.startswith("_"))]
        for one in chosen:
            setattr(module, one, self._clock.around(stage, functions[one]))
        if not chosen:
            self.missing.append(f"{module.__name__}.{name}")

    def _is_loaded(self, name: str) -> bool:
        spec = getattr(sys.modules.get(name), "__spec__", None)
        return spec is not None and not getattr(spec, "_initializing", False)


def main() -> None:
    """Run, and tell even when the process leaves in a hurry."""
    told, functions, began = sys.argv[1], json.loads(sys.argv[2]), float(sys.argv[3])
    del sys.argv[1:4]
    sys.path[0] = ""  # as `python -m` has it
    clock = Clock(began)
    wrapping = Wrapping(clock, functions)
    setattr(_frozen_importlib, "_find_and_load", wrapping)  # noqa: B010

    def tell() -> None:
        clock.turn()
        with open(told, "w", encoding="utf-8") as stream:  # noqa: PTH123
            json.dump([clock.wall, clock.cpu, clock.behind, wrapping.missing, time.monotonic()], stream)

    leave = os._exit

    def leaving(code: int) -> None:
        tell()
        leave(code)

    setattr(os, "_exit", leaving)  # noqa: B010
    try:
        runpy.run_module("cvpress", run_name="__main__", alter_sys=True)
    finally:
        tell()


if __name__ == "__main__":
    main()
