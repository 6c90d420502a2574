"""Lists of names by the letter of CSL, in place of citeproc-py's. In: names of an `Item`; out: marked text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from citeproc import model

from cvpress.typeset.citation.basis import Cased, Quick
from cvpress.typeset.citation.marked import person


class Name_Part(Cased, Quick, model.Name_Part):  # noqa: N801
    pass


class Name(Quick, model.Name):
    """Lists of names by the letter of CSL, each name a span, and the owner's never behind an "et al."."""

    def option(self, name: str, context: Any) -> Any:
        return self.remembered(f"option {name}", lambda: self.get_option(name, context, None))

    def process(self, item: Any, variable: str, context: Any = None, **_: Any) -> Any:
        names = item.reference.get(variable, ())
        most, first = self.option("et-al-min", context), self.option("et-al-use-first", context)
        cut = len(names) > 1 and 0 < most <= len(names)
        if self.option("form", context) == "count":
            return min(len(names), first) if cut else len(names)
        use_last = cut and self.option("et-al-use-last", context) and first <= len(names) - 2
        kept = range(first) if cut else range(len(names))
        shown = [person(names[at].index, self._worded(names[at], at, context)) for at in kept]
        if use_last:
            last = self._worded(names[-1], len(names) - 1, context)
            return self._before_last(shown, names, kept, item, context) + person(names[-1].index, last)
        if cut:
            shown += [*self._hidden_owner(names, kept, item, context)]
        if cut or (item.open and variable == "author"):
            return self._with_et_al(shown, context)
        return self._joined(shown, context)

    def _hidden_owner(self, names: Any, kept: range, item: Any, context: Any) -> Iterator[str]:
        """The owner's name where the style would leave it out, behind a gap if there is one."""
        at = next((at for at, name in enumerate(names) if name.index in item.own), -1)
        if at >= len(kept):
            if at > len(kept):
                yield "\u2026"
            yield person(names[at].index, self._worded(names[at], at, context))

    def _before_last(self, shown: list[str], names: Any, kept: range, item: Any, context: Any) -> str:
        delimiter = self.option("delimiter", context)
        hidden = [*self._hidden_owner(names[:-1], kept, item, context)]
        return str(delimiter.join([*shown, *hidden])) + f"{delimiter}\u2026 "

    def _with_et_al(self, shown: list[str], context: Any) -> str:
        term = str(self.et_al() or "")
        if not term:
            return self._joined(shown, context)
        delimiter = self.option("delimiter", context)
        rule = self.option("delimiter-precedes-et-al", context)
        apart = rule == "always" or (rule == "contextual" and len(shown) > 1) or self._inverted(rule, shown, context)
        return str(delimiter.join(shown)) + (delimiter if apart else " ") + term

    def _joined(self, shown: list[str], context: Any) -> str:
        delimiter, and_ = self.option("delimiter", context), self.option("and", context)
        if and_ is None or len(shown) < 2:
            return str(delimiter.join(shown))
        rule = self.option("delimiter-precedes-last", context)
        apart = rule == "always" or (rule == "contextual" and len(shown) > 2) or self._inverted(rule, shown, context)
        word = "&" if and_ == "symbol" else self.get_single_term("and")
        return str(delimiter.join(shown[:-1])) + (delimiter if apart else " ") + f"{word} {shown[-1]}"

    def _inverted(self, rule: str, shown: list[str], context: Any) -> bool:
        """Whether the name before the delimiter has its family name first, where that decides."""
        order = self.option("name-as-sort-order", context)
        return rule == "after-inverted-name" and (order == "all" or (order == "first" and len(shown) == 2))

    def _worded(self, name: Any, at: int, context: Any) -> str:
        """One name in the form and order of the style."""
        mark = self.option("initialize-with", context)
        given, family, particle = name.given, name.family, name.particle
        if given and mark is not None:
            given = initials(given, mark, self.option("initialize-with-hyphen", context), self.get("initialize"))
        order = self.option("name-as-sort-order", context)
        if self.option("form", context) == "short":
            return self._formatted("", _spaced(particle, family))[1]
        if not given or not (order == "all" or (order == "first" and at == 0)):
            given, family = self._formatted(given, _spaced(particle, family))
            return _spaced(given, family, name.suffix)
        if self.option("demote-non-dropping-particle", context) == "display-and-sort":
            given, family = self._formatted(_spaced(given, particle), family)
        else:
            given, family = self._formatted(given, _spaced(particle, family))
        return str(self.option("sort-separator", context).join(part for part in (family, given, name.suffix) if part))

    def _formatted(self, given: str, family: str) -> tuple[str, str]:
        for part in self.findall("cs:name-part", self.nsmap):
            name = part.get("name")
            if name == "given" and given:
                given, _ = part.format_part(given, family)
            elif name == "family" and family:
                _, family = part.format_part(given, family)
        return given, family


def _spaced(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def initials(given: str, mark: str, with_hyphen: bool, initialize: str | None = None) -> str:
    """Given names cut to initials, each followed by `mark`; names of scripts without capitals are left whole."""
    if initialize == "false":
        return given
    made = ""
    for word in given.replace(".-", "-").replace(".", ". ").split():
        if not word[0].isupper():
            made = f"{made.rstrip()} {word} "
        elif with_hyphen:
            letters = (part[0] + mark.rstrip() for part in word.rstrip(".").split("-") if part)
            made += "-".join(letters) + mark[len(mark.rstrip()) :]
        else:
            made += "".join(part[0] + mark for part in word.rstrip(".").split("-") if part)
    return " ".join(made.split())
