r"""CvView + Template -> .tex, by Jinja. In: the view, the template, its settled options; out: the text of document.tex.

The gate: whatever a template prints is `Tex`, or inline nodes that become `Tex` here; a raw string, a number, None and an
undefined name are refused, loudly. `~`, `+` and every filter but ours do not exist, so nothing can slip past. Position
comments (`%@ file:line:column`) lead from a TeX error back to the YAML line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import jinja2
from jinja2.ext import Extension
from jinja2.lexer import TokenStream
from markupsafe import Markup

from cvpress.errors import Problem, Spot, TemplateError
from cvpress.profile.markup import Break, Code, Link, Math, Str, Styled
from cvpress.typeset.template import MAIN, Template
from cvpress.typeset.tex import Tex, escape, tex
from cvpress.typeset.view import CvView, EntryView, SectionView

_INLINE = (Str, Styled, Code, Link, Math, Break)
# An empty line is a paragraph's end to TeX; the macros end their paragraphs themselves.
_BLANK_LINES = re.compile(r"\n\s*\n")
# Ends with a mark of its own, braces and closing quotes aside.
_ENDED = re.compile("[.?!][}\u201d)]*$")
_REFUSED = {"tilde": "~", "add": "+", "mod": "%"}


class _NoGluing(Extension):
    """Refuses operators that would glue raw text to Tex."""

    def filter_stream(self, stream: TokenStream) -> Iterator[jinja2.lexer.Token]:  # type: ignore[override]  # a plain iterator is allowed
        for token in stream:
            if token.type in _REFUSED:
                glue = _REFUSED[token.type]
                raise jinja2.TemplateSyntaxError(
                    f"'{glue}' is not allowed in a template; use join()", token.lineno, stream.name, stream.filename
                )
            yield token


def gate(value: object) -> Tex | Markup:
    """Let Tex pass, turn inline nodes into it, refuse everything else. Raises TemplateError."""
    if isinstance(value, (Tex, Markup)):
        return value
    if isinstance(value, tuple) and all(isinstance(node, _INLINE) for node in value):
        return tex(value)
    shown = "an undefined name" if isinstance(value, jinja2.Undefined) else f"a raw {type(value).__name__}"
    raise TemplateError(
        Problem(
            f"the template prints {shown}: {str(value)[:60]!r}",
            advice="print a field of the view, or join() of fields",
            rule="raw-value",
        )
    )


def _join(separator: str, *parts: object) -> Tex:
    """The parts that say something, with the template's own TeX between them; a list among them counts item by item."""
    flat: list[Tex | Markup] = []
    for part in parts:
        flat += [gate(item) for item in part] if _is_list(part) else [gate(part)]  # type: ignore[attr-defined]
    return Tex(separator.join(str(part) for part in flat if part.strip()))


def _is_list(part: object) -> bool:
    return isinstance(part, tuple) and not all(isinstance(node, _INLINE) for node in part)


def _wrapped(before: str, after: str) -> object:
    def apply(value: object) -> Tex:
        inner = _join(", ", value)
        return Tex(f"{before}{inner}{after}") if inner else inner

    return apply


def _sentences(*parts: object) -> Tex:
    """The parts that say something as sentences: a full stop between them, none behind the last, none doubled."""
    said = [text for part in parts if (text := str(_join(", ", part)).strip())]
    stopped = [text if _ENDED.search(text) else f"{text}." for text in said[:-1]]
    return Tex(" ".join((*stopped, *said[-1:])))


def _sentence(value: object) -> Tex:
    """`value` with a full stop, unless it ends with a mark of its own."""
    inner = str(_join(", ", value)).strip()
    return Tex(inner if not inner or _ENDED.search(inner) else f"{inner}.")


def _at(shown: EntryView | SectionView) -> Tex:
    return Tex(f"%@ {shown.spot}") if shown.spot else Tex("%@")


_FILTERS = {
    "strong": _wrapped(r"\cvstrong{", "}"),
    "emph": _wrapped(r"\cvemph{", "}"),
    "aside": _wrapped(r"\cvaside{", "}"),
    "label": _wrapped(r"\cvlabel{", "}"),
    "paren": _wrapped("(", ")"),
    "quoted": _wrapped("\u201c", "\u201d"),
    "sentence": _sentence,
}


def environment(template: Template, cache: Path | None = None) -> jinja2.Environment:
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
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        finalize=gate,
        extensions=[_NoGluing],
        bytecode_cache=jinja2.FileSystemBytecodeCache(str(cache)) if cache else None,
    )
    made.filters = dict(_FILTERS)
    made.globals = {"join": _join, "sentences": _sentences, "at": _at, "tex": escape}
    return made


def render(shown: CvView, template: Template, options: Mapping[str, str], cache: Path | None = None) -> str:
    """The .tex of one document. Raises TemplateError, with the template's file and line, for whatever the template does wrong."""
    jinja = environment(template, cache)
    try:
        made = jinja.get_template(MAIN).render(
            cv=shown,
            options={name: escape(value) for name, value in options.items()},
            language=escape(shown.language),
            full_name=escape(shown.full_name),
            photo=escape(shown.photo),
        )
        return _BLANK_LINES.sub("\n", made) + "\n"
    except jinja2.TemplateSyntaxError as error:
        raise TemplateError(
            Problem(error.message or "syntax error", _file_spot(error.filename, error.lineno), "", "template-syntax")
        ) from None
    except jinja2.TemplateNotFound as error:
        raise TemplateError(
            Problem(f"the template '{template.name}' includes {error.name}, which is not there", rule="missing-partial")
        ) from None
    except jinja2.UndefinedError as error:
        raise TemplateError(
            Problem(f"the template '{template.name}': {error.message}", _deepest(error, template), "", "undefined-name")
        ) from None
    except TemplateError as error:
        place = _deepest(error, template)
        raise TemplateError(
            *(problem if problem.spot else _placed(problem, place) for problem in error.problems)
        ) from None


def _placed(problem: Problem, spot: Spot | None) -> Problem:
    return Problem(problem.message, spot, problem.advice, problem.rule, problem.severity)


def _file_spot(file: str | None, line: int | None) -> Spot | None:
    return Spot(Path(file), line or 1) if file else None


def _deepest(error: BaseException, template: Template) -> Spot | None:
    """Where in the template's own files the error came from."""
    found: Spot | None = None
    trace = error.__traceback__
    folders = tuple(str(folder) for folder in template.folders)
    while trace:
        file = trace.tb_frame.f_code.co_filename
        if file.startswith(folders):
            found = Spot(Path(file), trace.tb_lineno)
        trace = trace.tb_next
    return found
