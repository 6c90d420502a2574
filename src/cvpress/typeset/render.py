r"""CvView + Template -> .tex, by Jinja. In: the view, the template, its settled options; out: the text of document.tex.

The gate: whatever a template prints is `Tex`, or inline nodes that become `Tex` here; a raw string, a number, None and
an undefined name are refused, loudly. `~`, `+` and every filter but ours do not exist, so nothing can slip past.
Position comments (`%@ file:line:column`) lead from a TeX error back to the YAML line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import jinja2
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.nodes import EvalContext
from markupsafe import Markup

from cvpress.errors import Problem, Spot, TemplateError
from cvpress.profile.complaints import did_you_mean
from cvpress.profile.markup import Break, Code, Link, Math, Str, Styled
from cvpress.typeset.entry import EntryView
from cvpress.typeset.letter import BlockView, LetterView
from cvpress.typeset.quotes import ENGLISH, Quotes
from cvpress.typeset.template import MAIN, Template
from cvpress.typeset.tex import Tex, escape, tex
from cvpress.typeset.view import CvView, SectionView

_INLINE = (Str, Styled, Code, Link, Math, Break)
# An empty line is a paragraph's end to TeX; the macros end their paragraphs themselves.
_BLANK_LINES = re.compile(r"\n\s*\n")
# Ends with a mark of its own, braces and closing quotes aside.
_ENDED = re.compile("[.?!\u2026][}\u201d\u2019]*$")
_GLUE = {"tilde": "~", "add": "+", "mod": "%"}
_TEXT_METHODS = frozenset(name for name in dir(Markup) if not name.startswith("_"))


class _NoGluing(Extension):
    """Refuses what would glue raw text to Tex: operators, methods of text, and a separator that is no literal."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        before, last = "", ""
        for token in stream:
            refused = ""
            if token.type in _GLUE:
                refused = f"'{_GLUE[token.type]}' is"
            elif token.type == "lparen" and before == "." and last in _TEXT_METHODS:
                refused = f"'.{last}()' is"
            elif (before, last) == ("join", "(") and token.type != "string":
                refused = "a separator that is not written out is"
            if refused:
                message = f"{refused} not allowed in a template; use join() with a literal separator"
                raise jinja2.TemplateSyntaxError(message, token.lineno, stream.name, stream.filename)
            before, last = last, str(token.value)
            yield token


class _Missing(jinja2.StrictUndefined):
    """An undefined name; of an entry it tells the names that there are."""

    @property
    def _undefined_message(self) -> str:
        entry = self._undefined_obj
        if not isinstance(entry, EntryView):
            return str(super()._undefined_message)
        name = str(self._undefined_name)
        advice = did_you_mean(name, [*entry.fields, "dates", "roles"], "its fields are")
        return f"an entry of kind {entry.kind} has no field '{name}'; {advice}"


def gate(value: object) -> Tex | Markup:
    """Let Tex pass, turn inline nodes into it, refuse everything else. Raises TemplateError."""
    if isinstance(value, (Tex, Markup)):
        return value
    if isinstance(value, tuple) and all(isinstance(node, _INLINE) for node in value):
        return tex(value)
    message = (
        f"the template prints a raw {type(value).__name__}: {str(value)[:60]!r}"  # str() of an undefined name raises
    )
    raise TemplateError(Problem(message, advice="print a field of the view, or join() of fields", rule="raw-value"))


@jinja2.pass_eval_context
def _gate_at_run_time(_context: EvalContext, value: object) -> Tex | Markup:
    """The gate. If it did not ask for the context, Jinja would pass literals as it compiles, made safe for HTML."""
    return gate(value)


def _join(separator: str, *parts: object) -> Tex:
    """The parts that say something, with the template's own TeX between them; a list among them counts item by item."""
    flat: list[Tex | Markup] = []
    for part in parts:
        is_list = isinstance(part, tuple) and not all(isinstance(node, _INLINE) for node in part)
        flat += map(gate, part) if is_list else [gate(part)]  # type: ignore[call-overload]  # a list is a tuple
    return Tex(separator.join(str(part) for part in flat if part.strip()))


def _wrapped(before: str, after: str) -> Callable[[object], Tex]:
    def apply(value: object) -> Tex:
        inner = _join(", ", value)
        return Tex(f"{before}{inner}{after}") if inner else inner

    return apply


def _sentence(value: object) -> Tex:
    """`value` with a full stop, unless it ends with a mark of its own."""
    inner = str(_join(", ", value)).strip()
    return Tex(_stopped(inner) if inner else "")


def _sentences(*parts: object) -> Tex:
    """The parts that say something as sentences: a full stop between them, none behind the last, none doubled."""
    said = [inner for part in parts if (inner := str(_join(", ", part)).strip())]
    return Tex(" ".join((*map(_stopped, said[:-1]), *said[-1:])))


def _stopped(inner: str) -> str:
    return inner if _ENDED.search(inner) else f"{inner}."


def _at(shown: EntryView | SectionView | BlockView | LetterView) -> Tex:
    """A comment for the reader of the log; a file name must not end its line."""
    return Tex(f"%@ {str(shown.spot).translate({10: 32, 13: 32})}" if shown.spot else "%@")


_FILTERS = {
    "strong": _wrapped(r"\cvstrong{", "}"),
    "emph": _wrapped(r"\cvemph{", "}"),
    "aside": _wrapped(r"\cvaside{", "}"),
    "label": _wrapped(r"\cvlabel{", "}"),
    "paren": _wrapped("(", ")"),
    "sentence": _sentence,
}


def environment(template: Template, cache: Path | None = None, quotes: Quotes = ENGLISH) -> jinja2.Environment:
    """A Jinja environment for one template; `cache` keeps compiled partials between runs."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(template.folders),
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        undefined=_Missing,
        autoescape=True,
        finalize=_gate_at_run_time,
        extensions=[_NoGluing],
        bytecode_cache=_bytecode(cache) if cache else None,
    )
    made.filters = {**_FILTERS, "quoted": _wrapped(quotes.opening, quotes.closing)}
    made.globals = {"join": _join, "sentences": _sentences, "at": _at, "tex": escape}
    return made


def _bytecode(cache: Path) -> jinja2.BytecodeCache:
    """Jinja's key is the template alone, but what it compiles to also hangs on the environment above."""
    version = sha256(Path(__file__).read_bytes()).hexdigest()[:12]
    return jinja2.FileSystemBytecodeCache(str(cache), f"{version}-%s.cache")


# What a template can raise: by its syntax, a file or a name that is not there, an operation on the wrong thing.
_FAULTS = (TemplateError, jinja2.TemplateError, TypeError, ValueError, LookupError, ArithmeticError, AttributeError)


def render(shown: CvView, template: Template, options: Mapping[str, str], cache: Path | None = None) -> str:
    """The .tex of one document. Raises TemplateError, with file and line, for whatever the template does wrong."""
    try:
        made = (
            environment(template, cache, shown.quotes)
            .get_template(MAIN)
            .render(
                cv=shown,
                options={name: escape(value) for name, value in options.items()},
                language=escape(shown.language),
                full_name=escape(shown.full_name),
                photo=escape(shown.photo),
                signature=escape(shown.letter.signature if shown.letter else ""),
            )
        )
    except _FAULTS as error:
        raise TemplateError(*_problems(error, template)) from error
    return _BLANK_LINES.sub("\n", made) + "\n"


def _problems(error: Exception, template: Template) -> tuple[Problem, ...]:
    place = _deepest(error, template)
    if isinstance(error, TemplateError):
        return tuple(replace(problem, spot=problem.spot or place) for problem in error.problems)
    if isinstance(error, jinja2.TemplateSyntaxError):
        place = Spot(Path(error.filename), error.lineno) if error.filename else place
        return (Problem(error.message or "syntax error", place, rule="template-syntax"),)
    if isinstance(error, jinja2.TemplateNotFound):
        message = f"the template '{template.name}' includes {error.name}, which is not there"
        advice = f"add it to {template.folders[0]}, or take the include out"
        return (Problem(message, place, advice, "missing-partial"),)
    if isinstance(error, jinja2.UndefinedError):
        return (Problem(f"the template '{template.name}': {error.message}", place, rule="undefined-name"),)
    return (Problem(f"the template '{template.name}' fails: {error}", place, rule="template-fault"),)


def _deepest(error: BaseException, template: Template) -> Spot | None:
    """Where in the template's own files the error came from."""
    found: Spot | None = None
    trace = error.__traceback__
    while trace:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.parent in template.folders:
            found = Spot(file, trace.tb_lineno)
        trace = trace.tb_next
    return found
