"""Times a bibliography on its way to a checked PDF, per stage: CPU and peak memory for several sizes.

    .venv/bin/python benchmarks/bibliography.py [--sizes 300 500 1000 3000] [--runs 5] [--style ieee] [--json FILE]

Entries are made here, of seven kinds, with accents, braces, mathematics, @strings and crossrefs; the template is ruled.
Each stage runs in a process of its own, whose peak memory is told (of TeX, the engine's); seconds are processor time
with that of children, medians of the runs, imports not counted. The last column compares an entry of this size with one
of the smallest: 1.0 is linear growth.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from cvpress import paths

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  publications: {kind: publication, source: publications.bib, style: STYLE, number: down, number_format: "[{type}{n}]"}
documents: {cv: {template: ruled}}
"""
_HEAD = """\
@string{acm = "ACM Press"}
@proceedings{conf, title = {Proceedings of the Conference on Computing}, year = 2020, publisher = acm}
"""
_KINDS = (
    "@article{%(key)s, title = {A study of {DNA} number %(n)d}, author = {Lovelace, Ada and %(others)s},"
    " journal = {Journal of Studies}, year = %(year)d, month = jul, volume = %(n)d, number = 3, pages = {1--%(n)d},"
    " doi = {10.1000/%(n)d}}",
    '@inproceedings{%(key)s, title = {On {G}{\\"o}del and $O(n \\log n)$ in case %(n)d}, author = {%(others)s and Ada'
    " Lovelace}, crossref = {conf}, pages = {%(n)d--9999}, url = {https://example.org/%(n)d}}",
    "@book{%(key)s, title = {The book of %(n)d}, author = {Ada Lovelace}, publisher = acm, year = %(year)d,"
    " edition = {Second}, address = {K{\\o}benhavn}, keywords = {tides, moon}}",
    "@misc{%(key)s, title = {Preprint \\emph{number} %(n)d}, author = {Ada Lovelace and others}, year = %(year)d,"
    " eprint = {2101.%(n)05d}, archiveprefix = {arXiv}, abstract = {It is about a number, and long.}}",
    "@phdthesis{%(key)s, title = {A thesis on %(n)d}, author = {Ada Lovelace}, school = {University of London},"
    " year = %(year)d}",
    "@techreport{%(key)s, title = {Report %(n)d: 50%% of it}, author = {Ada Lovelace}, institution = {Institute},"
    " number = {TR-%(n)d}, year = %(year)d, note = {to appear}}",
    "@inproceedings{%(key)s, title = {Workshops and ``quotes'' %(n)d}, author = {%(others)s and Lovelace, Ada},"
    " booktitle = {Workshop on Computing}, year = %(year)d, organization = {IEEE}}",
)
_OTHERS = 'van der Berg, Jan and {\\v{S}}im{\\\'a}nek, Petr and King, Jr., Martin and M{\\"u}ller, J{\\"o}rg'


def bibliography(count: int) -> str:
    """A .bib file of `count` entries besides one of proceedings."""
    made = [
        _KINDS[n % len(_KINDS)] % {"key": f"k{n}", "n": n, "year": 1990 + n % 35, "others": _OTHERS}
        for n in range(count)
    ]
    return _HEAD + "\n".join(made) + "\n"


# What each stage does once, and what is timed.
_STAGES = {
    "parse": ("from bibtexparser.splitter import Splitter", "bibtex.read(text)"),
    "fields": (
        "entries = tuple(crossref.inherited(bibtex.read(text)[0], []))",
        "[bibfields.row(entry, []) for entry in entries]",
    ),
    "load, cold": ("import pylatexenc.latexwalker, pylatexenc.latex2text", "model.load(profile)"),
    "load, cached": ("", "model.load(profile, cache=press.kept('sources'))"),
    "format, cold": (
        "own = tailored()\nview(own, document, AMERICAN, 'short')",
        "view(own, document, AMERICAN, 'short')",
    ),
    "format, cached": ("own = tailored()", "view(own, document, AMERICAN, 'short', press.kept('references'))"),
    "prepare, cached": ("job = made()\nprepare(press, job)", "prepare(press, job)"),
    "TeX": ("ready = prepare(press, made())", "compiled(ready)"),
    "finish and check": ("ready = prepare(press, made())\nraw = compiled(ready)", "seal(press, ready, raw, pdf)"),
}
_SLOW = ("TeX", "finish and check", "format, cold")
"""Stages of which two runs are enough."""
_CHILD = """
import gc, json, os, resource, shutil, statistics, sys
from dataclasses import replace
from pathlib import Path
from cvpress import run as runs
from cvpress.build import lay_out, seal
from cvpress.pdf import check, finish, text as _
from cvpress.prepare import Job, prepare
from cvpress.profile import bibfields, bibliography, bibtex, crossref, csljson, latexnodes, model
from cvpress.profile.tailor import tailor
from cvpress.typeset import latexmk
from cvpress.typeset.view import view
from cvpress.typeset.words import AMERICAN
gc.set_threshold(100_000)  # as the command line does
folder = Path(sys.argv[1]); profile = folder / "ada" / "profile.yaml"; pdf = folder / "cv.pdf"
text = (profile.parent / "publications.bib").read_text(encoding="utf-8")
press = replace(runs.press(folder, folder / "build", os.environ, 1_700_000_000, timeout="900"), cache=folder / "cache")
empty = folder / "empty.yaml"
empty.write_text(profile.read_text().replace("source: publications.bib", "entries: []"))
document = model.load(empty).documents["cv"]  # pydantic builds its validators at the first use
def tailored():
    return tailor(model.load(profile, cache=press.kept("sources")), document)
def made():
    whole = model.load(profile, cache=press.kept("sources"))
    return Job("ada", "cv", whole, whole.documents["cv"])
def compiled(ready):
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    lay_out(work, ready)
    done = latexmk.compile(work, engine=ready.template.engine, env=press.environment, timeout=900,
                           sandbox=press.sandbox(), cache=press.cache / "luaotfload", epoch=1_700_000_000)
    assert not [one for one in done.problems if one.severity == "error"], done.problems
    return done
def cpu():
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)
SETUP
times = []
for _ in range(int(sys.argv[2])):
    start = cpu(); RUN; times.append(cpu() - start)
peak = resource.getrusage(resource.RUSAGE_CHILDREN if "compiled" in "RUN" else resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([statistics.median(times), peak]))
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """CPU seconds of one stage, and the peak memory of its process in MiB."""

    stage: str
    entries: int
    seconds: float
    memory: float


def measured(stage: str, count: int, runs: int, style: str) -> Figure:
    """One stage in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "ada").mkdir()
        (folder / "cache").mkdir(mode=0o700)
        (folder / "cache" / "luaotfload").symlink_to(paths.user_cache(dict(os.environ)) / "luaotfload")
        (folder / "ada" / "profile.yaml").write_text(PROFILE.replace("STYLE", style), encoding="utf-8")
        (folder / "ada" / "publications.bib").write_text(bibliography(count), encoding="utf-8")
        warm, timed = _STAGES["prepare, cached"], _STAGES[stage]
        for setup, run, times in ((*warm, 1), (*timed, min(runs, 2) if stage in _SLOW else runs)):
            code = _CHILD.replace("SETUP", setup).replace("RUN;", f"{run};").replace('"RUN"', repr(run))
            command = [sys.executable, "-c", code, str(folder), str(times)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    seconds, memory = json.loads(done.stdout)
    return Figure(stage, count, seconds, memory)


def main() -> None:
    """Prints a table, and writes the figures where --json says."""
    options = argparse.ArgumentParser(description="Times a bibliography on its way to a checked PDF.")
    options.add_argument("--sizes", type=int, nargs="+", default=[300, 500, 1000, 3000])
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--style", default="ieee")
    options.add_argument("--stages", nargs="+", default=[*_STAGES], choices=[*_STAGES])
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    figures = []
    print("| stage | entries | CPU s | ms an entry | peak MiB | growth |\n|---|---|---|---|---|---|")
    for stage in chosen.stages:
        for size in chosen.sizes:
            one = measured(stage, size, chosen.runs, chosen.style)
            figures.append(one)
            each = 1000 * one.seconds / one.entries
            first = figures[-chosen.sizes.index(size) - 1]
            growth = each / (1000 * first.seconds / first.entries)
            cells = f"{one.entries} | {one.seconds:.3f} | {each:.3f} | {one.memory:.0f} | {growth:.1f}"
            print(f"| {one.stage} | {cells} |", flush=True)
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(one) for one in figures], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
