"""Times how a bibliography is loaded: cold, and with the cache; per stage, with peak memory, for several sizes.

    .venv/bin/python benchmarks/bibliography.py [--sizes 300 500 1000 3000] [--runs 5] [--json FILE]

Entries are made here, of seven kinds, with accents, braces, mathematics, @strings and crossrefs. Each stage runs in a
process of its own, whose peak memory is told; seconds are processor time, medians of the runs, imports not counted.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from cvpress.profile import model

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  publications: {kind: publication, source: publications.bib}
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


# What each stage does; `run` is timed after all is imported.
_STAGES = {
    "parse": "from bibtexparser.splitter import Splitter\nrun = lambda: bibtex.read(text)",
    "nodes": "entries = tuple(crossref.inherited(bibtex.read(text)[0], []))\n"
    "run = lambda: [bibfields.row(entry, []) for entry in entries]",
    "load, no cache": "run = lambda: model.load(profile)",
    "load, cached": "run = lambda: model.load(profile, cache=cache)",
}
_CHILD = """
import resource, sys, time, statistics, json
from pathlib import Path
from cvpress.profile import bibfields, bibliography, bibtex, crossref, csljson, latexnodes, model
if STAGED != "load, cached": import pylatexenc.latexwalker, pylatexenc.latex2text
folder = Path(sys.argv[1]); profile = folder / "profile.yaml"; cache = folder / "cache"
text = (folder / "publications.bib").read_text(encoding="utf-8")
(folder / "empty").mkdir(exist_ok=True)
(folder / "empty" / "profile.yaml").write_text((profile).read_text().replace("source: publications.bib", "entries: []"))
model.load(folder / "empty" / "profile.yaml")  # pydantic builds its validators at the first use
STAGE
times = []
for _ in range(int(sys.argv[2])):
    start = time.process_time(); run(); times.append(time.process_time() - start)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([statistics.median(times), peak]))
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """CPU seconds of one stage, and the peak memory of its process in MiB."""

    stage: str
    entries: int
    seconds: float
    memory: float


def measured(stage: str, count: int, runs: int) -> Figure:
    """One stage in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "profile.yaml").write_text(PROFILE, encoding="utf-8")
        (folder / "publications.bib").write_text(bibliography(count), encoding="utf-8")
        code = _CHILD.replace("STAGED", repr(stage)).replace("STAGE", _STAGES[stage])
        if stage == "load, cached":
            model.load(folder / "profile.yaml", cache=folder / "cache")
        command = [sys.executable, "-c", code, str(folder), str(runs)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, memory = json.loads(done.stdout)
    return Figure(stage, count, seconds, memory)


def main() -> None:
    """Prints a table, and writes the figures where --json says."""
    options = argparse.ArgumentParser(description="Times how a bibliography is loaded.")
    options.add_argument("--sizes", type=int, nargs="+", default=[300, 500, 1000, 3000])
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    figures = [measured(stage, size, chosen.runs) for stage in _STAGES for size in chosen.sizes]
    print(f"{'stage':16} {'entries':>8} {'CPU s':>8} {'ms/entry':>9} {'peak MiB':>9}")
    for one in figures:
        each = 1000 * one.seconds / one.entries
        print(f"{one.stage:16} {one.entries:8} {one.seconds:8.3f} {each:9.3f} {one.memory:9.0f}")
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(one) for one in figures], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
