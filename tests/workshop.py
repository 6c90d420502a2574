"""A place to build in, for tests: profiles, fake TeX programs, and the command line run in this process.

The fake latexmk copies a prepared PDF, and does before that what a test tells it to; it writes down each call. Its
PATH holds nothing else of the machine than a shell and three commands, so neither TeX nor bubblewrap is there.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from pdf_samples import sample

from cvpress.pdf.finish import Metadata
from cvpress.tasks import program

LETTER = (612.0, 792.0)
EPOCH = 1_700_000_000

PROFILE = """\
schema: 1
name: {given: Ada, family: Lovelace}
sections:
  work:
    title: Work
    kind: item
    entries:
      - Wrote a program.
      - Read a book.
  prizes:
    title: Prizes
    kind: award
    entries:
      - {title: Medal of Imagination, date: 2021}
      - {title: Ribbon of Endurance, date: 2021}
documents:
  cv: {template: ruled}
"""
LINES = (
    "Ada Lovelace",
    "Work",
    "Wrote a program.",
    "Read a book.",
    "Prizes",
    "Medal of Imagination 2021",
    "Ribbon of Endurance 2021",
)

_LATEXMK = """\
#!/bin/sh
echo "$PWD" >> {store}/calls
document=${{PWD##*/}}
person=${{PWD%/*}}
person=${{person##*/}}
if [ -e {store}/$person-$document.sh ]; then . {store}/$person-$document.sh; fi
printf 'x\\nOutput written on document.pdf (1 page)\\n' > document.log
if [ -e {store}/$person-$document.layout ]; then cp {store}/$person-$document.layout document.layout; fi
cp {store}/$person-$document.pdf document.pdf
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left: `out` is stdout, `err` stderr."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> list[str]:
        """The last lines that a person sees: of stderr when something failed, else of stdout."""
        return (self.err if self.code else self.out).rstrip().splitlines()


@dataclass(frozen=True, slots=True)
class Workshop:
    """A folder with profiles/, and fake programs beside it."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)

    def profile(self, person: str = "ada", text: str = PROFILE) -> Path:
        path = self.root / "profiles" / person / "profile.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def prints(self, *lines: str, person: str = "ada", document: str = "cv", title: str = "Curriculum Vitae") -> Path:
        """Let the fake TeX make a PDF of one page with these lines."""
        return self.prints_pages(lines or LINES, person=person, document=document, title=title)

    def prints_pages(
        self, *pages: Sequence[str], person: str = "ada", document: str = "cv", title: str = "Curriculum Vitae"
    ) -> Path:
        """Let the fake TeX make a PDF of these pages."""
        metadata = Metadata(f"Ada Lovelace: {title}", "Ada Lovelace", "en-US", epoch=EPOCH)
        made = self.root / "store" / f"{person}-{document}.pdf"
        return sample(made, *pages, size=LETTER, metadata=metadata)

    def lays_out(self, *lines: str, person: str = "ada", document: str = "cv") -> None:
        """Let the fake TeX note down a page of 600 by 800 pt with margins of 50 pt, and these lines on it."""
        rows = ["page 600 800 50 50 550 750 0 5", *lines]
        text = "\n".join(row.replace(" ", "\t") for row in rows)
        (self.root / "store" / f"{person}-{document}.layout").write_text(f"{text}\n", encoding="utf-8")

    def does(self, script: str, person: str = "ada", document: str = "cv") -> None:
        """Let the fake latexmk run this shell script first; after `exit` in it there is no PDF."""
        (self.root / "store" / f"{person}-{document}.sh").write_text(script, encoding="utf-8")

    @property
    def calls(self) -> list[str]:
        """The `person/document` of each latexmk that was started."""
        file = self.root / "store" / "calls"
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        return ["/".join(Path(line).parts[-2:]) for line in lines]

    def run(self, *words: str, env: Mapping[str, str] | None = None, timeout: str = "") -> Outcome:
        """Run `cvpress` with these words in `root`; without workers, unless they ask for some."""
        out, err = io.StringIO(), io.StringIO()
        alone = ["--jobs", "1"] if words[0] in ("pdf", "merge", "check") and "--jobs" not in words else []
        argv = ["cvpress", *words, *alone, *(["--timeout", timeout] if timeout else [])]
        with (
            mock.patch.dict(os.environ, {**self.environment, **(env or {})}, clear=True),
            contextlib.chdir(self.root),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                program.run(argv)
                code = 0
            except SystemExit as stop:
                code = int(stop.code or 0)
        return Outcome(code, out.getvalue(), err.getvalue())

    def built(self, *names: str) -> Path:
        return self.root.joinpath("build", *names)


def with_fakes(root: Path) -> Workshop:
    """A workshop whose TeX is fake, with one profile and its PDF."""
    programs, store = root / "bin", root / "store"
    programs.mkdir(parents=True)
    store.mkdir()
    for name in ("sh", "cp", "sleep", "cat"):
        found = shutil.which(name)
        assert found
        (programs / name).symlink_to(found)
    for name, script in (("latexmk", _LATEXMK.format(store=store)), ("lualatex", "#!/bin/sh\nexit 99\n")):
        (programs / name).write_text(script, encoding="utf-8")
        (programs / name).chmod(0o755)
    environment = {"PATH": str(programs), "HOME": str(root / "home"), "SOURCE_DATE_EPOCH": str(EPOCH)}
    made = Workshop(root, environment)
    made.profile()
    made.prints()
    return made


def with_tex(root: Path) -> Workshop:
    """A workshop that uses the machine's TeX, and the user's caches of fonts, which take seconds to fill."""
    kept = ("PATH", "HOME", "XDG_CACHE_HOME")
    environment = {name: value for name, value in os.environ.items() if name in kept}
    made = Workshop(root, {**environment, "SOURCE_DATE_EPOCH": str(EPOCH)})
    made.profile()
    return made
