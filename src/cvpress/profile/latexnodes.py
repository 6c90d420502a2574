r"""LaTeX of a bibliography -> inline nodes. In: one field; out: nodes, and the commands that nobody knows.

pylatexenc takes the LaTeX apart and knows the accents and symbols; what the commands of a bibliography mean is told
here. Own rules stand before its tables where those would lose something: a bare % is a percent sign and no comment,
`\href` keeps its address, `$...$` stays math where the list of safe commands allows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from cvpress.profile import latexwords
from cvpress.profile.address import target_fault
from cvpress.profile.latextext import check_math
from cvpress.profile.markup import Code, Inline, Link, Math, Nodes, Str, Styled, plain

_SPECIAL = re.compile(r"[\\{}$~%`]|--|''")
_SPACE = re.compile("[^\\S\u00a0]+")
_BARE_PERCENT = re.compile(r"(?<!\\)%(?!\n)|(?<=\d)%")
_SORTS_ONLY = re.compile(r"(?i)(?:no|sort)_?(?:op|nop|noop)?(?:sort|noop|key)|noop|printfirst")
"""Commands whose argument is for sorting alone; each .bib defines its own (`\\noopsort{1973b}1973`)."""


def nodes(latex: str, *, titled: bool = False) -> tuple[Nodes, tuple[str, ...]]:
    """The nodes of a field, and the commands in it that are not known, whose arguments stand without them.

    With `titled` what stands in braces is in style `nocase`: no citation style changes its capitals.
    """
    if not _SPECIAL.search(latex):
        bare = _SPACE.sub(" ", latex).strip()
        return ((Str(bare),) if bare else ()), ()
    reader = _Reader(titled)
    try:
        found = _trimmed(joined(reader.walk(_taken_apart(latex))))
    except RecursionError:  # nested deeper than anybody writes: its characters are what is left
        found = _trimmed(joined((Str(re.sub(r"\\[A-Za-z]+|[\\{}$]", " ", latex)),)))
    return found, tuple(dict.fromkeys(reader.unknown))


def characters(latex: str) -> str:
    """The characters of a field, without styles: names, numbers, identifiers."""
    return plain(nodes(latex)[0])


def address(latex: str) -> str:
    r"""A web address, of which only braces, `\_`, `\%` and the like are LaTeX."""
    bare = re.sub(r"\s+(?=\S)|\\-|\\allowbreak\b", lambda found: " " if found.group().isspace() else "", latex.strip())
    bare = re.sub(
        r"\$\\sim\$|\\textasciitilde(?:\{\}|\s)?|\{\\(?:~|sim)(?:\{\})?\}|\\(?:~|sim)(?:\{\})?|\\string~", "~", bare
    )
    bare = re.sub(r"\\textunderscore(?:\{\}|\s)?", "_", bare)
    if found := re.fullmatch(r"\{*\s*(?:\\(?:url|path|nolinkurl|href)\s*)?\{+([^{}]*)\}+", bare):
        bare = found[1]
    return re.sub(r"\\([_%&#${}~])", r"\1", bare.replace(" ", ""))


def _taken_apart(latex: str) -> list[Any]:
    from pylatexenc.latexwalker import LatexWalker

    walker = LatexWalker(_BARE_PERCENT.sub(r"\\%", latex), tolerant_parsing=True, latex_context=_commands())
    found: list[Any] = walker.get_latex_nodes()[0]
    return found


@cache
def _commands() -> Any:
    """pylatexenc's table of commands with their arguments; made once, since that takes longer than a field."""
    from pylatexenc.latexwalker import get_default_latex_context_db

    return get_default_latex_context_db()


_LOW_QUOTES = re.compile(r"(?<!\w),,(?=\w)")  # as German .bib files open a quotation


@dataclass(slots=True)
class _Reader:
    """Goes through pylatexenc's nodes; `titled` holds outside of braces only."""

    titled: bool
    unknown: list[str] = field(default_factory=list)

    def walk(self, found: Iterable[Any]) -> Iterator[Inline]:
        waiting = [node for node in found if node is not None]
        while waiting:
            node = waiting.pop(0)
            kind = type(node).__name__
            if kind == "LatexCharsNode":
                yield Str(_LOW_QUOTES.sub("\u201e", node.chars.replace("`", "\u2018")))
            elif kind == "LatexSpecialsNode":
                yield Str(latexwords.SPECIALS.get(node.specials_chars, node.specials_chars))
            elif kind == "LatexGroupNode":
                yield from self._group(node)
            elif kind == "LatexMathNode":
                yield from self._math(node.latex_verbatim().strip("$").removeprefix("\\(").removesuffix("\\)"))
            elif kind == "LatexEnvironmentNode":
                yield from self.walk(node.nodelist)
            elif kind == "LatexMacroNode":
                if node.macroname in latexwords.SWITCHES or node.macroname in latexwords.PLAIN_SWITCHES:
                    rest = tuple(self.walk(waiting))
                    style = latexwords.SWITCHES.get(node.macroname)
                    yield from (_styled(style, rest) if style else rest)
                    return
                yield from self._macro(node, waiting)

    def _group(self, node: Any) -> Iterator[Inline]:
        inner = [one for one in node.nodelist if one is not None]
        first = type(inner[0]).__name__ if inner else ""
        titled, self.titled = self.titled, False
        made = tuple(self.walk(inner))
        self.titled = titled
        if node.delimiters[0] == "[":
            yield from (Str("["), *made, Str("]"))
        elif titled and first != "LatexMacroNode":  # {\"o} is what BibTeX calls a special character, and no protection
            yield from _styled("nocase", made)
        else:
            yield from made

    def _macro(self, node: Any, waiting: list[Any]) -> Iterator[Inline]:
        name = node.macroname
        arguments = [one for one in (node.nodeargd.argnlist or () if node.nodeargd else ()) if one is not None]
        if name in latexwords.ACCENTS and (arguments or waiting):
            yield Str(_accented(latexwords.ACCENTS[name], self._text(arguments or [waiting.pop(0)])))
        elif name in latexwords.SYMBOLS:
            yield Str(latexwords.SYMBOLS[name])
            yield from self.walk(arguments)
        elif _SORTS_ONLY.fullmatch(name):
            _argument(arguments, waiting)
        elif name in ("url", "path", "nolinkurl", "href"):
            yield from self._link(name, arguments, waiting)
        elif name == "ensuremath":
            yield from self._math("".join(_source(one) for one in _argument(arguments, waiting)))
        elif name in ("texttt", "verb", "code"):
            shown = self._text(_argument(arguments, waiting))
            yield from ((Code(shown),) if shown else ())
        else:
            yield from self._worded(node, name, arguments, waiting)

    def _worded(self, node: Any, name: str, arguments: list[Any], waiting: list[Any]) -> Iterator[Inline]:
        if name in latexwords.STYLES:
            yield from _styled(latexwords.STYLES[name], self.walk(_argument(arguments, waiting)))
        elif name in latexwords.QUOTED:
            opened, closed = latexwords.QUOTED[name]
            yield from (Str(opened), *self.walk(_argument(arguments, waiting)), Str(closed))
        elif name in latexwords.TRANSPARENT:
            inner = tuple(self.walk(_argument(arguments, waiting)))
            yield from (Str(plain(inner).upper()),) if name.lower().endswith("uppercase") else inner
        elif (symbol := _symbol(name)) and not arguments:
            yield Str(symbol)
        else:
            self.unknown.append(f"\\{name}")
            inner = tuple(self.walk(_argument(arguments, waiting)))
            yield from inner or (Str(f"{name}{node.macro_post_space}"),)  # \UNIX: its name says most

    def _link(self, name: str, arguments: list[Any], waiting: list[Any]) -> Iterator[Inline]:
        target = address("".join(_source(one) for one in _argument(arguments, waiting)))
        if name == "href" and (shown := tuple(self.walk(_argument(arguments[1:], waiting)))) and plain(shown).strip():
            yield from shown if target_fault(target) else (Link(shown, target),)
        elif target:
            yield Str(target) if target_fault(target) else Link((Styled("url", (Str(target),)),), target)

    def _math(self, source: str) -> Iterator[Inline]:
        inner = " ".join(source.split())
        if found := re.fullmatch(
            r"([_^])\s*(?:\{\s*(?:\\(?:rm|mathrm|text|textrm|it|sf)\b\s*)?\{?([\w\s+-]*)\}?\s*\}|(\w))", inner
        ):
            yield from _styled("sup" if found[1] == "^" else "sub", (Str(found[2] or found[3]),))
        elif inner and not check_math(inner):
            yield Math(inner)
        elif inner:
            yield Str(_math_characters(inner))

    def _text(self, found: Iterable[Any]) -> str:
        return plain(self.walk(found))


def _argument(arguments: list[Any], waiting: list[Any]) -> list[Any]:
    """The argument of a command: that which pylatexenc found, or the group that follows."""
    if arguments:
        return [arguments[0]] if type(arguments[0]).__name__ != "LatexGroupNode" else _inside(arguments[0])
    while waiting and type(waiting[0]).__name__ == "LatexCharsNode" and not waiting[0].chars.strip():
        waiting.pop(0)
    if waiting and type(waiting[0]).__name__ == "LatexGroupNode":
        return _inside(waiting.pop(0))
    return []


def _inside(group: Any) -> list[Any]:
    return [one for one in group.nodelist if one is not None]


def _source(node: Any) -> str:
    return str(node.latex_verbatim())


def _accented(mark: str, letters: str) -> str:
    import unicodedata

    letters = {"\u0131": "i", "\u0237": "j"}.get(letters, letters)
    if not letters:
        return ""
    return unicodedata.normalize("NFC", letters[0] + mark) + letters[1:]


@cache
def _symbol(name: str) -> str:
    """What pylatexenc's table knows a command without arguments to be."""
    from pylatexenc.latex2text import get_default_latex_context_db

    spec = get_default_latex_context_db().get_macro_spec(name)
    shown = getattr(spec, "simplify_repl", None)
    return shown if isinstance(shown, str) and "%" not in shown else ""


def _math_characters(source: str) -> str:
    """Math that is not on the safe list, as characters."""
    from pylatexenc.latex2text import LatexNodes2Text

    try:
        return str(LatexNodes2Text(math_mode="text").latex_to_text(source))
    except (ValueError, IndexError, TypeError, AttributeError):  # pylatexenc's own faults on half a command
        return re.sub(r"[\\{}]", "", source)


def _styled(style: str, inner: Iterable[Inline]) -> Nodes:
    made = joined(inner)
    return (Styled(style, made),) if made else ()


def joined(found: Iterable[Inline]) -> Nodes:
    """Texts side by side as one, with runs of white space as one space."""
    made: list[Inline] = []
    for node in found:
        if isinstance(node, Str) and made and isinstance(made[-1], Str):
            made[-1] = Str(made[-1].text + node.text)
        elif not (isinstance(node, Str) and not node.text):
            made.append(node)
    return tuple(Str(_SPACE.sub(" ", node.text)) if isinstance(node, Str) else node for node in made)


def _trimmed(found: Nodes) -> Nodes:
    made = list(found)
    if made and isinstance(made[0], Str):
        made[0] = Str(made[0].text.lstrip(" "))
    if made and isinstance(made[-1], Str):
        made[-1] = Str(made[-1].text.rstrip(" "))
    return tuple(node for node in made if node != Str(""))
