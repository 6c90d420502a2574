"""citeproc-py at work. In: a CSL file, a language, items; out: marked text, one reference at a time.

The only module, with the corrections, that knows the library; it is imported when a reference is not in the cache.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from citeproc import LOCALES_PATH, PRIMARY_DIALECTS
from citeproc.source import Date, LiteralDate, VariableError
from lxml import etree

from cvpress.typeset.citation import marked
from cvpress.typeset.citation.basis import CSL
from cvpress.typeset.citation.corrections import ELEMENTS
from cvpress.typeset.citation.item import FIELDS, Item
from cvpress.typeset.citation.rules import put_right
from cvpress.typeset.citation.tidy import tidied

_LOCATION = FIELDS.index("location")
_DOI = marked.opener(FIELDS.index("doi"))


class StyleError(ValueError):
    """The style asks for what no processor can do; the message says what."""


class _Reference(dict[str, Any]):
    """What citeproc-py asks an entry for."""

    def __missing__(self, name: str) -> NoReturn:
        raise VariableError

    def __getattr__(self, name: str) -> Any:
        return self[name]


@dataclass(frozen=True, slots=True)
class _Cited:
    """One item of a list. It has no number: ours are printed by the template."""

    reference: _Reference
    own: tuple[int, ...]
    open: bool
    key: str = ""
    number: None = None
    has_locator: bool = False

    @property
    def locator(self) -> NoReturn:
        raise VariableError

    def __contains__(self, _name: object) -> bool:
        return False


class _Formatter:
    """citeproc-py's output format: marks instead of tags."""

    @staticmethod
    def preformat(text: str) -> str:
        return str(text)

    @staticmethod
    def Italic(text: str) -> str:  # noqa: N802
        return marked.styled("emph", text)

    Oblique = Italic

    @staticmethod
    def Bold(text: str) -> str:  # noqa: N802
        return marked.styled("strong", text)

    @staticmethod
    def Superscript(text: str) -> str:  # noqa: N802
        return marked.styled("sup", text)

    @staticmethod
    def Subscript(text: str) -> str:  # noqa: N802
        return marked.styled("sub", text)

    @staticmethod
    def Light(text: str) -> str:  # noqa: N802
        return marked.styled("plain", text)

    Underline = SmallCaps = Light


def _tree(path: Path) -> Any:
    lookup = etree.ElementNamespaceClassLookup()
    names = lookup.get_namespace(CSL.strip("{}"))
    names[None] = ELEMENTS.get("style", etree.ElementBase)
    names.update(ELEMENTS)
    parser = etree.XMLParser(
        remove_comments=True, remove_pis=True, resolve_entities=False, no_network=True, load_dtd=False
    )
    parser.set_element_class_lookup(lookup)
    try:
        return etree.parse(str(path), parser).getroot()
    except etree.XMLSyntaxError as error:
        raise StyleError(str(error)) from error


def _whole_address(made: str) -> str:
    """What a style writes in front of a DOI belongs to the link."""
    return re.sub(f"(https?://(?:dx\\.)?doi\\.org/|doi:){_DOI}", rf"{_DOI}\1", made)


class Processor:
    """One style in one language, ready to format."""

    def __init__(self, path: Path, language: str) -> None:
        self._name = path.stem
        self._root = root = _tree(path)
        # citeproc-py's elements keep what they looked up as long as something keeps them.
        self._kept: list[Any] = [*root.iter()]
        self._name_missing()
        root.formatter = _Formatter
        locale = root.get("default-locale") or language
        root.language = self._language = locale.partition("-")[0]
        root.locales = [*self._own_locales(locale), *self._shipped_locales(locale)]
        for one in root.locales:
            one.style, one.language = root, self._language
            self._kept += one.iter()
        self._layout = root.find(f"{CSL}bibliography/{CSL}layout")
        self._inside = str(root.get_locale_option("punctuation-in-quote")).lower() == "true"

    def _name_missing(self) -> None:
        """Names without a `name` get an empty one: citeproc-py would put in another for every reference."""
        for names in self._root.iter(f"{CSL}names"):
            parent = names.getparent()
            if names.find(f"{CSL}name") is None and parent.tag != f"{CSL}substitute":
                made = names.makeelement(f"{CSL}name")
                names.insert(0, made)
                self._kept.append(made)

    def _own_locales(self, locale: str) -> list[Any]:
        lang = "{http://www.w3.org/XML/1998/namespace}lang"
        found = {one.get(lang): one for one in self._root.iterchildren(f"{CSL}locale")}
        return [found[tag] for tag in (locale, locale.partition("-")[0], None) if tag in found]

    def _shipped_locales(self, locale: str) -> list[Any]:
        primary = PRIMARY_DIALECTS.get(locale.partition("-")[0])
        tags = (tag for tag in dict.fromkeys((locale, primary, "en-US")) if tag and tag.replace("-", "").isalnum())
        paths = (Path(LOCALES_PATH) / f"locales-{tag}.xml" for tag in tags)
        return [_tree(path) for path in paths if path.is_file()]

    def format(self, item: Item) -> str:
        """The reference of `item` as marked text. Raises StyleError."""
        made = self._format(item)
        if "event_place" in dict(item.variables) and not marked.says(made, _LOCATION):
            # Where a conference was is to most styles where its publisher is.
            variables = tuple((name.replace("event_place", "publisher_place"), said) for name, said in item.variables)
            made = self._format(replace(item, variables=variables))
        return put_right(self._name, _whole_address(made))

    def _format(self, item: Item) -> str:
        cited = _Cited(self._reference(item), item.own, item.open)
        self._layout.repressed = {}
        try:
            made = self._layout.format(self._layout.wrap(self._layout.render_children(cited)))
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            raise StyleError(f"{type(error).__name__}: {error}") from error
        return tidied(str(made or ""), inside_quotes=self._inside)

    def _reference(self, item: Item) -> _Reference:
        made = _Reference(item.variables)
        made |= {"type": item.type, "key": "", "language": self._language}
        made |= {name: people for name, people in (("author", item.authors), ("editor", item.editors)) if people}
        if isinstance(item.date, str):
            made["issued"] = LiteralDate(item.date)
        elif item.date:
            made["issued"] = Date(**dict(zip(("year", "month", "day"), item.date, strict=False)))
        return made
