"""Where citeproc-py falls short of CSL 1.0.2, done right. In: its classes; out: ELEMENTS, classes to be used instead.

Each class says what it corrects; docs/styles.md lists what that means for each style. Strings are plain `str` with the
marks of `marked.py` in them, never citeproc's own string classes, which lose marks at their seams.
"""

from __future__ import annotations

from typing import Any

from citeproc import model
from citeproc.source import VariableError

from cvpress.typeset.citation.basis import Cased, Quick
from cvpress.typeset.citation.marked import quoted
from cvpress.typeset.citation.namelist import Name, Name_Part


class Locale(Quick, model.Locale):
    """Has a term or says so by an error, which is how the next locale comes to be asked."""

    get_term = model.Locale.get_term


class Counted(Quick):
    """Counts the variables asked for and those that said something, by which a group knows whether to be there."""

    def render(self, *given: Any, **how: Any) -> Any:
        counts = self.get_root().__dict__.setdefault("counts", [0, 0])
        counts[0] += 1
        made = super().render(*given, **how)  # type: ignore[misc]
        counts[1] += bool(made)
        return made


class Ranged:
    """A range of pages is shortened only where both numbers are as long: citeproc-py makes "7-12" "7-2"."""

    def _format_last_page(self, first: str, last: str) -> str:
        if len(first) != len(last) or len(first) == 1 or not (first + last).isdigit():
            return last
        return str(super()._format_last_page(first, last))  # type: ignore[misc]


class Text(Ranged, Cased, Counted, model.Text):
    """Quotes inside quotes become single ones; what a style quotes is marked, so that punctuation can move inside."""

    def render(self, *given: Any, **how: Any) -> Any:
        return super().render(*given, **how) if "variable" in self.attrib else model.Text.render(self, *given, **how)

    def quote(self, string: str) -> str:
        if self.get("quotes", "false").lower() != "true":
            return string
        outer = self.get_single_term("open-quote"), self.get_single_term("close-quote")
        inner = self.get_single_term("open-inner-quote"), self.get_single_term("close-inner-quote")
        own = outer if outer[0] in string else ("\u201c", "\u201d")
        for old, new in zip(own, inner, strict=True):
            string = string.replace(old, new)
        return quoted(f"{outer[0]}{string}{outer[1]}")


class Number(Ranged, Cased, Counted, model.Number):
    """Variables with a hyphen in their names (number-of-volumes) are found too."""

    def process(self, item: Any, **_: Any) -> str:
        variable = self.get("variable")
        if variable == "page-first":
            return str(self._process(item.reference["page"], variable))
        return str(self._process(item.reference[variable.replace("-", "_")], variable))


class Label(Cased, Quick, model.Label):
    """A count is plural when it is more than one, not an error."""

    def _is_plural(self, item: Any) -> bool:
        variable = self.get("variable")
        if variable.startswith("number-of"):
            value = str(item.reference.get(variable.replace("-", "_"), ""))
            return value.isdigit() and int(value) > 1
        return bool(super()._is_plural(item))

    def markup(self, text: str) -> str | None:
        return super().markup(text) if text else None


class Date(Counted, model.Date):
    """A date of the locale has its own delimiter; what stood before a part left out does not stay ("May 5, ")."""

    def is_locale_date(self) -> bool:
        return bool(self.remembered("in locale", super().is_locale_date))

    def render_single_date(self, date: Any, show_parts: Any = None, context: Any = None) -> str | None:
        parts = self.parts(date, show_parts, None if context is self else context)
        outer = context.get("delimiter") if self.is_locale_date() and context is not None else None
        return (self.get("delimiter") or outer or "").join(parts).rstrip(" ,") or None


class Date_Part(Cased, Quick, model.Date_Part):  # noqa: N801  # named as the class it takes the place of
    """What one date of a style sets is forgotten behind it: citeproc-py writes it into the locale for good."""

    def render(self, date: Any, context: Any = None) -> str | None:
        kept = dict(self.attrib)
        try:
            return super().render(date, context)  # type: ignore[no-any-return]
        finally:
            self.attrib.clear()
            self.attrib.update(kept)


class Group(Quick, model.Group):
    """A group is there when a variable in it says something, or when it asks for none; words alone don't count."""

    def calls_variable(self) -> bool:
        return bool(self.remembered("calls", lambda: any(child.calls_variable() for child in self.iterchildren())))

    def process(self, item: Any, context: Any = None, **how: Any) -> Any:
        counts = self.get_root().__dict__.setdefault("counts", [0, 0])
        asked, said = counts
        made = self.render_children(item, self.get("delimiter", ""), context=context, **how)
        if not made or (counts[0] > asked and counts[1] == said):
            raise VariableError
        counts[1] += 1  # to the group around it this one is a variable that says something
        return made


class If(Quick, model.If):
    """Nothing of a CV needs to be told apart from a namesake: `disambiguate` never holds."""

    def render(self, item: Any, context: Any = None, delimiter: str = "", **how: Any) -> Any:
        if self.get("disambiguate") == "true" and self.get("match") != "any":
            raise model.ConditionFailed
        return super().render(item, context=context, delimiter=delimiter, **how)


class Else_If(If):  # noqa: N801
    pass


class Names(Counted, model.Names):
    """Names that stood in for missing ones are not printed a second time."""

    def process(self, item: Any, names_context: Any = None, context: Any = None, **how: Any) -> Any:
        layout = (context if context is not None else self).get_layout()
        if self.get("variable") in layout.repressed.get(self.tag, ()):
            raise VariableError
        return super().process(item, names_context, context, **how)


_CORRECTED: tuple[type[Any], ...] = (
    Locale, Text, Number, Label, Date, Date_Part, Group, If, Else_If, Names, Name, Name_Part,
)  # fmt: skip


def _elements() -> dict[str, type[Any]]:
    """The class of each element of CSL, by its tag; what needs no correction looks things up quickly all the same."""
    own = {one.__name__: one for one in _CORRECTED}
    stock = [one for one in model.CitationStylesElement.__subclasses__() if one.__module__ == model.__name__]
    made = {one.__name__: own.get(one.__name__) or type(one.__name__, (Quick, one), {}) for one in stock}
    return {name.replace("_", "-").lower(): one for name, one in made.items()}


ELEMENTS = _elements()
