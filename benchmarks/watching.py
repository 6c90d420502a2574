"""Times a watch: from the save of a profile, one word changed, to the finished PDF, which is then read for the word.

    .venv/bin/python benchmarks/watching.py [--runs 20] [--pause 0.7] [--json FILE]
        [--person minjia-zhang --document resume --word Bellevue]

`cvpress watch` runs as a process of its own, on a copy of the profile. Every second save puts a new file in the place
of the old one, as most editors do; the others write into it. Between two saves its writer thinks for `--pause` seconds.
Wall time is from the save to the moment at which the new PDF lies there, seen by looking every half millisecond; CPU is
user and system time of the watch and of all that it started, per save, with what it does between two saves. The first
saves, as many as `--warm` says, are not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from cvpress.pdf.text import pages

ROOT = Path(__file__).resolve().parents[1]
_LOOK = 0.0005  # seconds
_LONGEST = 60.0  # seconds until a save is given up


@dataclass(frozen=True, slots=True)
class Save:
    """Seconds, and whether the file was replaced."""

    wall: float
    cpu: float
    replaced: bool


def state(pdf: Path) -> tuple[int, int]:
    """What is another with another file."""
    try:
        found = pdf.stat()
    except FileNotFoundError:
        return (0, 0)
    return (found.st_ino, found.st_mtime_ns)


def cpu(pid: int) -> float:
    """Processor time so far of a process and of its children that ended."""
    words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def arrival(pdf: Path, before: tuple[int, int], child: subprocess.Popen[bytes], said: Path) -> float:
    """The moment at which another PDF lies there. Raises RuntimeError with what was said when none comes."""
    deadline = time.perf_counter() + _LONGEST
    while (now := time.perf_counter()) < deadline and child.poll() is None:
        if state(pdf) not in (before, (0, 0)):
            return now
        time.sleep(_LOOK)
    raise RuntimeError(f"no new PDF came:\n{said.read_text(encoding='utf-8')}")


def save(profile: Path, text: str, *, replaced: bool) -> float:
    """Save, and the moment of it."""
    if not replaced:
        now = time.perf_counter()
        profile.write_text(text, encoding="utf-8")
        return now
    new = profile.with_name(".new")
    new.write_text(text, encoding="utf-8")
    now = time.perf_counter()
    new.replace(profile)
    return now


def measure(folder: Path, chosen: argparse.Namespace) -> list[Save]:
    """All saves, in order."""
    profile = folder / "profiles" / chosen.person / "profile.yaml"
    shutil.copytree(ROOT / "profiles" / chosen.person, profile.parent)
    text = profile.read_text(encoding="utf-8")
    if chosen.word not in text:
        raise SystemExit(f"the profile of {chosen.person} has no '{chosen.word}'")
    said, out = folder / "said.txt", folder / "build"
    words = ["watch", "--person", chosen.person, "--document", chosen.document]
    saves: list[Save] = []
    with said.open("wb") as stream:
        child = subprocess.Popen(
            [sys.executable, "-m", "cvpress", *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
        )
        try:
            pdf = out / chosen.person / f"{chosen.document}.pdf"
            arrival(pdf, (0, 0), child, said)
            for number in range(chosen.warm + chosen.runs):
                time.sleep(chosen.pause)
                before, spent, word = state(pdf), cpu(child.pid), f"Zq{number}x"
                replaced = bool(number % 2)
                start = save(profile, text.replace(chosen.word, word), replaced=replaced)
                wall = arrival(pdf, before, child, said) - start
                if word not in "".join(str(page) for page in pages(pdf)):
                    raise RuntimeError(f"{pdf} came without the word {word}")
                time.sleep(chosen.pause)
                if number >= chosen.warm:
                    saves.append(Save(wall, cpu(child.pid) - spent, replaced))
        finally:
            child.send_signal(signal.SIGTERM)
            child.wait(30)
    return saves


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--warm", type=int, default=2)
    parser.add_argument("--pause", type=float, default=0.7)
    parser.add_argument("--person", default="minjia-zhang")
    parser.add_argument("--document", default="resume")
    parser.add_argument("--word", default="Bellevue")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        saves = measure(Path(name), chosen)
    walls = [one.wall for one in saves]
    made = {
        "person": chosen.person,
        "document": chosen.document,
        "saves": len(saves),
        "median_ms": round(1000 * statistics.median(walls), 1),
        "max_ms": round(1000 * max(walls), 1),
        "min_ms": round(1000 * min(walls), 1),
        "median_cpu_ms": round(1000 * statistics.median(one.cpu for one in saves), 1),
    }
    print("| document | saves | median | least | most | CPU a save |\n|---|---|---|---|---|---|")
    print(
        f"| {chosen.person}/{chosen.document} | {made['saves']} | {made['median_ms']} ms | {made['min_ms']} ms"
        f" | {made['max_ms']} ms | {made['median_cpu_ms']} ms |"
    )
    if chosen.json:
        chosen.json.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
