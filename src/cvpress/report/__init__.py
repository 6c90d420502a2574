"""How what was found is told. In: `Result`s and problems, together a `Report`. Out: lines, tables, files for machines.

`result` holds the values; `lines` and `table` tell people, `github` and `markdown` a pull request, `jsonfile`, `junit`
and `sarif` other programs; `files` picks by a file's ending. What only `--report` needs is imported only then.
"""

from cvpress.report.github import annotation, on_github, write_job_summary
from cvpress.report.lines import closing_lines, counted, excerpt, summary_line, told
from cvpress.report.markdown import job_summary
from cvpress.report.result import PACKET, Report, Result, exit_code, of_error, strictly

__all__ = [
    "PACKET",
    "Report",
    "Result",
    "annotation",
    "closing_lines",
    "counted",
    "excerpt",
    "exit_code",
    "job_summary",
    "of_error",
    "on_github",
    "strictly",
    "summary_line",
    "told",
    "write_job_summary",
]
