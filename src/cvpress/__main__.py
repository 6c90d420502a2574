"""`python -m cvpress` is the script `cvpress`. In: a command line. Out: an exit code."""

from cvpress.tasks import program

program.run()
