"""What all corrected elements of citeproc-py share: quick look-ups, and case by word. In and out: marked text."""

from __future__ import annotations

import re
from typing import Any

from cvpress.typeset.citation.casing import capital_first, sentence_case, title_case

CSL = "{http://purl.org/net/xbiblio/csl}"


# Both classes are mixed into elements of citeproc-py, which has no types: mypy sees no `super()` and no `get` here.
class Quick:
    """Looks up macros, terms and options once: citeproc-py searches the whole file by XPath each time."""

    def remembered(self, name: str, found: Any) -> Any:
        memory = self.__dict__.setdefault("memory", {})
        if name not in memory:
            memory[name] = found()
        return memory[name]

    def get_root(self) -> Any:
        return self.remembered("root", super().get_root)  # type: ignore[misc]

    def get_macro(self, name: str) -> Any:
        return self.get_root().remembered(f"macro {name}", lambda: super(Quick, self).get_macro(name))  # type: ignore[misc]

    def get_layout(self) -> Any:
        return self.remembered("layout", super().get_layout)  # type: ignore[misc]

    def calls_variable(self) -> bool:
        return bool(self.remembered("calls", super().calls_variable))  # type: ignore[misc]

    def get_term(self, name: str, form: str | None = None, **how: Any) -> Any:
        """A term in the form asked for, else in the forms that CSL falls back on."""
        key = f"term {name} {form} {sorted(how.items())}"
        return self.get_root().remembered(key, lambda: self._in_any_form(name, form, how))

    def _in_any_form(self, name: str, form: str | None, how: dict[str, Any]) -> Any:
        while True:
            try:
                found = super().get_term(name, form, **how)  # type: ignore[misc]
            except IndexError:
                found = None
            if found is not None or form is None:
                return found
            form = _FALLBACK.get(form)

    def get_plural_term(self, name: str, *forms: Any, **how: Any) -> str:
        return str(super().get_plural_term(name, *forms, **how))  # type: ignore[misc]

    def get_single_term(self, name: str, *forms: Any, **how: Any) -> str:
        return str(super().get_single_term(name, *forms, **how))  # type: ignore[misc]


_FALLBACK = {"verb-short": "verb", "symbol": "short"}


class Cased:
    """Case is changed by word, marks and stand-ins of code and math aside; white space stays as it is."""

    def case(self, text: str, language: str | None = None) -> str:
        how = self.get("text-case")  # type: ignore[attr-defined]
        if how == "title":
            return title_case(text) if (language or self.get_root().language) == "en" else text  # type: ignore[attr-defined]
        change = {
            "lowercase": str.lower,
            "uppercase": str.upper,
            "capitalize-first": capital_first,
            "capitalize-all": lambda whole: re.sub(r"\S+", lambda found: capital_first(found[0]), whole),
            "sentence": sentence_case,
        }.get(how)
        return change(text) if change else text

    def strip_periods(self, text: Any) -> str:
        return str(text).replace(".", "") if self.get("strip-periods") == "true" else str(text)  # type: ignore[attr-defined]
