"""Scores what parsers of résumés see: every template, and other tools' PDFs, all of the same fictional profile.

    .venv/bin/python benchmarks/ats.py [--rendercv PROGRAM] [--keep FOLDER] [--write]

`--write` puts the table into docs/ats.md. The others are stock moderncv under pdfLaTeX, and RenderCV where its program
is found; what can't be had is skipped with a word. cvpress[ats] must be installed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import rendering

from cvpress import order, run
from cvpress.ats.verdict import Mark, share
from cvpress.build import build
from cvpress.pdf.reader.rows import ORDERS
from cvpress.prepare import Job, Press
from cvpress.profile.career import Education, Position
from cvpress.profile.dates import Date
from cvpress.profile.entry import Entry
from cvpress.profile.model import Profile
from cvpress.readers import Outcome, outcome
from cvpress.typeset.words import AMERICAN

ROOT = Path(__file__).resolve().parents[1]
PROFILE = ROOT / "benchmarks" / "ats.yaml"
PAGE = ROOT / "docs" / "ats.md"
BEGIN, END = "<!-- made by benchmarks/ats.py -->\n", "<!-- end -->"
MODERNCV = ("classic", "banking")
RENDERCV = ("classic", "engineeringresumes", "sb2nov", "moderncv")
_WORDED = {"casual", "oldstyle", "fancy"}
"""Styles of moderncv-banking; the table calls documents by their template and, where it has several, their style."""


class SkippedError(Exception):
    """A PDF that can't be made here; the message says why."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the table."""

    name: str
    outcome: Outcome


def press(folder: Path) -> Press:
    """A Press for the profile alone, which is copied into `folder`."""
    person = folder / "profiles" / "nora"
    person.mkdir(parents=True)
    shutil.copy(PROFILE, person / "profile.yaml")
    return run.press(folder / "profiles", folder / "build", {**os.environ, "CVPRESS_QUIET": "1"}, 1_700_000_000)


def jobs(made: Press) -> tuple[Job, ...]:
    """A job for each document."""
    profile = order.read(made.profiles, "nora")
    return tuple(Job("nora", name, profile, document) for name, document in profile.documents.items())


def label(job: Job) -> str:
    """What the table calls a document."""
    return f"moderncv-banking, style {job.name}" if job.name in _WORDED else job.template_name


def own(made: Press, job: Job) -> Outcome:
    """A document built and read. Raises RuntimeError when it can't be built."""
    result = build(made, job)
    if result.pdf is None:
        raise RuntimeError("\n".join(map(str, result.problems)))
    return outcome(job, result.pdf)


# -- the others -------------------------------------------------------------------------------------------------------


def _when(entry: Position | Education, dash: str) -> str:
    assert entry.start_date
    assert entry.end_date
    return dash.join(AMERICAN.date(date, "short").replace("\u00a0", " ") for date in (entry.start_date, entry.end_date))


def _of(profile: Profile, section: str) -> tuple[Entry, ...]:
    return tuple(entry for group in profile.sections[section].all_groups for entry in group.entries)


def _rows(profile: Profile, section: str) -> Iterator[dict[str, str]]:
    """Publications, awards and skills as plain words, since nothing but their section is scored."""
    for entry in _of(profile, section):
        fields = {name: getattr(entry, name) for name in type(entry).model_fields}
        yield {name: _plain(value) for name, value in fields.items() if value}


def _plain(value: object) -> str:
    if isinstance(value, Date):
        return value.text
    if isinstance(value, tuple):
        return ", ".join(map(_plain, value))
    return str(getattr(value, "plain", value))


def _escaped(text: str) -> str:
    return re.sub(r"([&%$#_{}])", r"\\\1", text)


def moderncv(profile: Profile, style: str) -> str:
    """A document as moderncv's own example shows it, with this content; its icons need fonts that few machines have."""
    contact = profile.contact
    assert contact.profiles
    assert contact.homepage
    assert profile.headline
    assert profile.name.family
    networks = ("linkedin", "github", "orcid")
    lines = [
        r"\documentclass[11pt,letterpaper,sans]{moderncv}",
        rf"\moderncvstyle[nosymbols]{{{style}}}\moderncvcolor{{blue}}",
        r"\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{lmodern}\usepackage[scale=0.75]{geometry}",
        rf"\name{{{profile.name.given.plain}}}{{{profile.name.family.plain}}}\title{{{profile.headline.plain}}}",
        rf"\address{{{contact.address[0].plain}}}\phone[mobile]{{{contact.phones[0].plain}}}",
        rf"\email{{{contact.emails[0].plain}}}\homepage{{{contact.homepage.shown}}}",
        *(rf"\social[{name}]{{{getattr(contact.profiles, name).plain}}}" for name in networks),
        r"\begin{document}\makecvtitle",
    ]
    for name, section in profile.sections.items():
        assert section.title
        lines.append(rf"\section{{{section.title.plain}}}")
        lines += map(_moderncv_position, _of(profile, name)) if name in ("experience", "education") else ()
        lines += _moderncv_rows(profile, name)
    return "\n".join((*lines, r"\end{document}", ""))


def _moderncv_position(entry: object) -> str:
    assert isinstance(entry, Position | Education)
    if isinstance(entry, Position):
        assert entry.position
        head = (entry.position.plain, entry.organization[0].plain)
        items = "".join(rf"\item {_escaped(one.text.plain)}" for one in entry.highlights)
        body = rf"\begin{{itemize}}{items}\end{{itemize}}"
    else:
        assert entry.area
        head = (f"{entry.degree.plain} in {entry.area.plain}", entry.institution.plain)
        body = f"Thesis: {entry.thesis.plain}" if entry.thesis else ""
    place = entry.location.plain if entry.location else ""
    fields = (_when(entry, " -- "), *map(_escaped, (*head, place)), "", body)
    return rf"\cventry{''.join(f'{{{field}}}' for field in fields)}"


def _moderncv_rows(profile: Profile, section: str) -> Iterator[str]:
    for row in _rows(profile, section) if section in ("publications", "awards", "skills") else ():
        if section == "publications":
            yield rf"\cvitem{{{row['date']}}}{{{_escaped(row['authors'])}. {_escaped(row['title'])}. {row['venue']}}}"
        elif section == "awards":
            yield rf"\cvitem{{{row.get('date', row.get('start_date', ''))}}}{{{row['title']}, {row['awarder']}}}"
        else:
            yield rf"\cvitem{{{row['name']}}}{{{_escaped(row['keywords'])}}}"


def others(profile: Profile, folder: Path, program: str) -> Iterator[tuple[str, Path | SkippedError]]:
    """PDFs of other tools by their name in the table."""
    for style in MODERNCV:
        source = folder / f"moderncv-{style}.tex"
        source.write_text(moderncv(profile, style), encoding="utf-8")
        yield f"stock moderncv, {style}", _made(["pdflatex", "-interaction=batchmode", source.name], source)
    try:
        rendercv = rendering.found(program, dict(os.environ), folder)
    except rendering.MissingError as error:
        yield from ((f"RenderCV, {theme}", SkippedError(str(error))) for theme in RENDERCV)
        return
    for theme in RENDERCV:
        source = folder / f"rendercv-{theme}.yaml"
        source.write_text(rendering.text(profile, theme), encoding="utf-8")
        yield f"RenderCV, {theme}", _made(rendercv.command(source), source, rendercv.environment)


def _made(argv: list[str], source: Path, environment: Mapping[str, str] = os.environ) -> Path | SkippedError:
    if not shutil.which(argv[0]):
        return SkippedError(f"there is no {argv[0]}")
    done = subprocess.run(
        argv,
        cwd=source.parent,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
    )
    pdf = source.with_suffix(".pdf")
    if not pdf.is_file():
        return SkippedError(f"{argv[0]} made no PDF (exit code {done.returncode})")
    return pdf


# -- the table --------------------------------------------------------------------------------------------------------


def lost(found: Outcome) -> str:
    """What is not exact in the orders, as counts by field."""
    told = []
    for way in ORDERS:
        missing: dict[str, int] = {}
        for verdict in found.by_order[way]:
            if verdict.mark is not Mark.EXACT:
                missing[verdict.claim.label] = missing.get(verdict.claim.label, 0) + 1
        if missing:
            told.append(f"{way}: {', '.join(f'{name} {count}' for name, count in missing.items())}")
    return "; ".join(told) or "nothing"


def percent(part: float) -> int:
    """Rounded down, so that a score that is compared with the table is never below it by rounding."""
    return int(100 * part + 1e-9)


def table(lines: list[Line]) -> str:
    """Markdown, the best first."""
    head = f"| PDF | {' | '.join(ORDERS)} | mean |\n|---|{'---|' * len(ORDERS)}---|\n"
    rows = (
        f"| {line.name} | {' | '.join(f'{percent(share(line.outcome.by_order[way]))} %' for way in ORDERS)}"
        f" | {percent(line.outcome.total)} % |\n"
        for line in sorted(lines, key=lambda line: -line.outcome.total)
    )
    return head + "".join(rows)


def measure(folder: Path, program: str) -> list[Line]:
    """Everything that can be made here; the rest is told on stderr."""
    made = press(folder)
    documents = jobs(made)
    lines = [Line(f"**{label(job)}**", own(made, job)) for job in documents]
    for name, pdf in others(documents[0].profile, folder, program):
        if isinstance(pdf, SkippedError):
            print(f"skipped    {name}: {pdf}", file=sys.stderr)
        else:
            lines.append(Line(name, outcome(documents[0], pdf)))
    return lines


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rendercv", default="rendercv")
    parser.add_argument("--keep", type=Path, help="an empty folder in which the PDFs stay")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        lines = measure((chosen.keep or Path(name)).resolve(), chosen.rendercv)
    print(table(lines))
    for line in lines:
        print(f"{line.name} does not give exactly: {lost(line.outcome)}")
    if chosen.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}{table(lines)}{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
