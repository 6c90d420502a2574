"""Every rule by which something is found: one table. In: findings and what a person switches; out: findings as wanted.

A row is an id that stays, how bad a finding is unless told otherwise, and what it means. `docs/checks.md` has a part
for each. A test holds that no module knows an id that is not here, and that none is here that no module knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from cvpress.errors import Problem, Severity

WORDS = ("off", "info", "warning", "error")
"""What a rule can be switched to."""
_ERROR, _WARNING, _INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
_ORDER = (_INFO, _WARNING, _ERROR)


@dataclass(frozen=True, slots=True)
class Rule:
    """`least`: how far down it can be switched; None: to `off`. What proves that text is lost is never silent."""

    id: str
    severity: Severity
    meaning: str
    least: Severity | None = None


_ROWS = (
    # what the profile says must be in the PDF
    Rule("lost-text", _ERROR, "a text of the profile is not in the PDF's text", _WARNING),
    Rule("lost-link", _ERROR, "no link leads to an address of the profile", _WARNING),
    Rule("off-page", _ERROR, "characters lie off the page", _WARNING),
    Rule("order", _ERROR, "texts stand in another order than in the profile, or with another entry"),
    Rule("stray-text", _ERROR, "the PDF says what nobody wrote"),
    Rule("jury", _WARNING, "another reader does not find a text that the first one found"),
    # the text that machines read
    Rule("replacement-character", _ERROR, "a character reads back as none"),
    Rule("private-use", _ERROR, "a character reads back as one that only its font knows"),
    Rule("ligature", _ERROR, "letters read back as a ligature's code point"),
    Rule("no-text", _ERROR, "there is something to see and no text"),
    Rule("hyphenated", _WARNING, "an address or your name is torn by a hyphen at a line's end"),
    Rule("letter-spaced", _WARNING, "letters stand so far apart that they are read as words"),
    Rule("hidden-text", _ERROR, "machines read a text that nobody sees"),
    Rule("hidden-layer", _ERROR, "the PDF has a layer that is not shown when it is opened"),
    # fonts
    Rule("font-not-embedded", _ERROR, "a font does not travel with the file"),
    Rule("font-type3", _ERROR, "a font's letters are drawings"),
    Rule("font-without-tounicode", _ERROR, "a font does not say which characters its glyphs are"),
    Rule("missing-shape", _WARNING, "a font lacks a bold or italic that was asked for"),
    # links and actions
    Rule("link-scheme", _ERROR, "a link leads elsewhere than to https, http, mailto or tel"),
    Rule("link-not-ascii", _ERROR, "a link's address is not percent-encoded"),
    Rule("link-text", _WARNING, "a link's text names another address than the link leads to"),
    Rule("link-http", _INFO, "a link is not encrypted on its way"),
    Rule("dangling-link", _ERROR, "a link within the document leads nowhere"),
    Rule("undefined-reference", _ERROR, "TeX found no target for a reference"),
    Rule("forbidden-action", _ERROR, "the PDF runs a script, starts a program or opens a file"),
    # pages
    Rule("page-limit", _ERROR, "the document has more pages than it may have"),
    Rule("paper-size", _ERROR, "a page has another size than was asked for"),
    Rule("blank-page", _ERROR, "a page is empty"),
    Rule("last-page", _WARNING, "the last page is less than a quarter full"),
    Rule("outside-margins", _ERROR, "lines leave the text block"),
    Rule("overfull", _ERROR, "a line or a block does not fit its place"),
    Rule("head-at-foot", _WARNING, "a page ends with a head"),
    Rule("split-item", _WARNING, "a short paragraph stands on two pages"),
    Rule("lone-line", _WARNING, "a page begins with the one last line of a list"),
    Rule("labels-changed", _WARNING, "page numbers may be wrong"),
    Rule("no-hyphens", _WARNING, "a language has no patterns, so its words are not hyphenated"),
    Rule("fit", _INFO, "what 'fit' did"),
    # the file
    Rule("metadata-title", _ERROR, "the PDF has no title, or another one"),
    Rule("metadata-author", _ERROR, "the PDF has no author, or another one"),
    Rule("metadata-language", _ERROR, "the PDF does not name its language, or another one"),
    Rule("display-title", _ERROR, "a viewer's title bar shows the file's name"),
    Rule("no-bookmarks", _WARNING, "several pages have no bookmarks"),
    Rule("no-page-labels", _WARNING, "a packet's pages are not labelled as its parts number them"),
    Rule("file-size", _WARNING, "the file is larger than portals like"),
    Rule("embedded-executable", _ERROR, "a program is attached"),
    Rule("attachment-says-more", _ERROR, "an attached file or the metadata say what no page says"),
    Rule("pdf-a", _ERROR, "the file is not the archive file that it claims to be"),
    Rule("left-out", _WARNING, "something of an attached PDF is not in the packet"),
    # the profile, and the files that it names
    Rule("omitted", _INFO, "a template or a style leaves a field out on purpose"),
    Rule("empty-section", _INFO, "a section that was asked for has no entry to print"),
    Rule("unplaced", _WARNING, "no group of its section selects an entry"),
    Rule("missing-translation", _WARNING, "a text is not there in the document's language"),
    Rule("broken-entry", _WARNING, "an entry of a bibliography cannot be read whole"),
    Rule("duplicate-key", _WARNING, "two entries of bibliographies have one key"),
    Rule("crossref-parent", _INFO, "an entry that others refer to is not listed itself"),
    Rule("unknown-command", _WARNING, "a bibliography has a command of LaTeX that is not known"),
    Rule("latin-1", _WARNING, "a bibliography is not UTF-8"),
    Rule("control-character", _WARNING, "a bibliography has a character that cannot be printed"),
    Rule("bad-date", _WARNING, "a bibliography has a date that is none"),
    Rule("bad-url", _WARNING, "a bibliography has an address that is none"),
    Rule("bad-doi", _WARNING, "a bibliography has a DOI that is none"),
    Rule("bad-arxiv", _WARNING, "a bibliography has an arXiv id that is none"),
    Rule("capitals", _WARNING, "a title is all capitals"),
    Rule("future-year", _WARNING, "a publication has a year that lies ahead"),
    Rule("missing-venue", _WARNING, "a publication does not say where it appeared"),
    Rule("missing-year", _WARNING, "a publication has neither a year nor a status"),
    Rule("misspelt-status", _WARNING, "a status is probably misspelt"),
    Rule("owner-missing", _WARNING, "the authors lack the person whose CV it is"),
    Rule("unknown-type", _WARNING, "a bibliography has a type of entry that is not known"),
    # over the profile itself
    Rule("future-date", _INFO, "something is dated that lies ahead"),
    Rule("overlapping-dates", _INFO, "two positions or degrees overlap that should not"),
    Rule("mixed-precision", _INFO, "one date of a list is less exact than the others"),
    Rule("institution-spelling", _INFO, "one institution is spelt in two ways"),
    Rule("duplicate-entry", _INFO, "an entry stands there twice"),
    Rule("plain-http", _INFO, "an address of the profile begins with http:"),
    Rule("typo", _INFO, "a word is probably misspelt"),
    Rule("gap", _INFO, "between two positions or degrees is a gap; told where it is asked for"),
)
RULES: Mapping[str, Rule] = MappingProxyType({rule.id: rule for rule in _ROWS})
"""Of what is found in a document. Each can be switched."""


REFUSALS = (
    # the profile and what it names: exit code 2
    *("yaml-syntax", "yaml-limit", "yaml-alias", "yaml-key", "yaml-merge", "yaml-tag", "not-utf8", "not-a-mapping"),
    *(
        "several-documents",
        "empty-value",
        "missing-field",
        "unknown-field",
        "unknown-choice",
        "wrong-type",
        "bad-value",
    ),
    *(
        "bad-account",
        "bad-attachment",
        "bad-email",
        "bad-filename",
        "bad-letter",
        "bad-markup",
        "bad-name",
        "bad-photo",
    ),
    *("bad-source", "bad-style", "empty-document", "letter-body", "letter-head", "not-in-a-letter", "repeated-mark"),
    *("repeated-section", "same-file", "unknown-author", "unknown-document", "unknown-entry", "unknown-rule"),
    *("unknown-packet", "unknown-person", "unknown-section", "unknown-tag", "no-file", "no-profiles", "bad-epoch"),
    *("bad-timeout", "bad-jobs", "bad-report", "exists", "no-attachment"),
    # the template: exit code 3
    *("bad-option", "engine", "layout-record", "missing-manifest", "missing-partial", "raw-value", "template-fault"),
    *("template-syntax", "undefined-name", "unknown-engine", "unknown-option", "unknown-template"),
    # the machine: exit code 4
    *(
        "apt-failed",
        "disk-full",
        "font-cache",
        "missing-packages",
        "missing-tool",
        "no-checkout",
        "no-jury",
        "no-sandbox",
    ),
    *(
        "not-results",
        "pip-failed",
        "still-missing",
        "storage",
        "too-slow",
        "tool-not-started",
        "tool-failed",
        "work-folder",
        "worker-killed",
        "no-watch",
        "results-in-use",
    ),
    # TeX: exit code 5
    *("missing-character", "no-pages", "tex-error", "unstable"),
    # the PDF: exit code 6
    *("broken-pdf", "damaged-pdf", "encrypted-pdf", "not-built", "not-its-parts", "part-failed", "too-large"),
    *("not-reproducible", "unreadable-pdf"),
)
"""Why there is no PDF, or none that can be looked at. They are no findings, so there is nothing to switch."""


def switched_on(words: Mapping[str, str]) -> tuple[str, ...]:
    """The rules that are not switched off: one that looks only where it is asked for is asked for by these."""
    return tuple(rule for rule, word in words.items() if word != "off")


def switched(problems: tuple[Problem, ...], checks: Mapping[str, str]) -> tuple[Problem, ...]:
    """`problems` as `checks` (rule to one of WORDS) wants them told; an id that is no rule's stays as it is."""
    return tuple(as_told for problem in problems if (as_told := _switched(problem, checks.get(problem.rule))))


def _switched(problem: Problem, word: str | None) -> Problem | None:
    rule = RULES.get(problem.rule)
    if word is None or rule is None:
        return problem
    if word == "off" and rule.least is None:
        return None
    wanted = Severity(word) if word != "off" else _INFO
    least = rule.least or _INFO
    return replace(problem, severity=max(wanted, least, key=_ORDER.index))
