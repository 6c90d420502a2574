"""What a person or CI can ask for: Invoke tasks, a few lines each. In: a command line; out: an exit code.

`invoke pdf` in a checkout, `cvpress pdf` in any folder that has `profiles/`. What a task needs it imports when it runs,
so that `--help` and `--list` load nothing else.
"""

from __future__ import annotations

from invoke.collection import Collection
from invoke.program import Program

from cvpress import __version__
from cvpress.tasks.checkout import gallery, lint, run_tests
from cvpress.tasks.documents import check, extract, merge, pdf, verify
from cvpress.tasks.machine import clean, doctor, setup
from cvpress.tasks.profiles import bib, list_, new, schema
from cvpress.tasks.readers import ats
from cvpress.tasks.watching import watch

namespace = Collection(
    pdf,
    watch,
    check,
    merge,
    verify,
    extract,
    ats,
    list_,
    bib,
    new,
    schema,
    setup,
    doctor,
    gallery,
    clean,
    run_tests,
    lint,
)
program = Program(namespace=namespace, name="cvpress", binary="cvpress", version=__version__)
