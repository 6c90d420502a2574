"""What a text says, for comparison with pages. In: attached files, metadata, pages; out: their words and contacts.

Of JSON, YAML and XML the values count, not the keys; what tells the form of a document (its schema, its kind, which
template sets it) is no statement about a person.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"'`)\]}]+", re.IGNORECASE)
_PHONE = re.compile(r"(?<![\w/.:-])\+?\(?\d[\d ().\-/\u2013\u00a0]{5,22}\d(?![\w-])")
_DATES = re.compile(r"(?:1[89]|20)\d\d(?:[-/.](?:\d\d?|(?:1[89]|20)\d\d)){0,3}|\d{1,4}\s*[-\u2013]\s*\d{1,4}")
_PHONE_DIGITS = range(7, 16)  # ITU-T E.164 ends at fifteen
_WORD = re.compile(r"[^\W\d_]{3,}")
_FORM = frozenset(
    (
        "$schema",
        "schema",
        "meta",
        "documents",
        "kind",
        "network",
        "terms",
        "style",
        "date_style",
        "number",
        "group_by",
        "sort",
        "select",
    )
)
_NEUTRAL = ("present", "true", "false", "null", "none")
_YAML_LINE = re.compile(
    r"^(?P<indent>[ ]*)(?P<items>(?:- +)*)(?:(?P<key>[\w$-]+):(?=\s|$))?(?P<value>.*)$", re.MULTILINE
)
_TAG = re.compile(r"<(?P<close>/?)(?P<name>[\w:.-]+)[^>]*?(?P<alone>/?)>|<[?!][^>]*>")
# What XMP says of the file itself (ISO 16684-1, ISO 19005-3), not of a person.
_OF_THE_FILE = re.compile(
    r"pdfaExtension:|pdfaSchema:|pdfaProperty:|pdfaid:|pdfuaid:|xmpMM:|st(?:Evt|Ref):|xmp:|dc:(?:format|language|date)"
    r"|pdf:(?:Producer|PDFVersion|Trapped)|cvpress:Attachments"
)


def stated(name: str, mime: str, content: bytes) -> Iterator[str]:
    """What the file of that name says in words; nothing for a form that isn't text."""
    ending = name.rpartition(".")[2].casefold()
    if ending == "json" or mime.endswith("json"):
        try:
            yield "\n".join(_values(json.loads(content)))
        except (ValueError, RecursionError):
            yield content.decode("utf-8", "replace")
    elif ending in ("yaml", "yml") or mime.endswith("yaml"):
        yield "\n".join(_yaml(content.decode("utf-8", "replace")))
    elif ending in ("xml", "xmp", "html", "svg") or mime.endswith(("xml", "html")):
        yield "\n".join(_xml(content.decode("utf-8", "replace")))
    elif mime.startswith("text/") or ending in ("txt", "md", "csv", "tsv", "bib", "ris", "vcf", "tex", "toml"):
        yield content.decode("utf-8", "replace")


def _values(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, held in value.items():
            if key not in _FORM:
                yield from _values(held)
    elif isinstance(value, list):
        for held in value:
            yield from _values(held)
    elif isinstance(value, str):
        yield value


def _yaml(text: str) -> Iterator[str]:
    """The values, line by line: a part that tells the form ends where a key stands as far left as its own."""
    closed: int | None = None
    for line in _YAML_LINE.finditer(text):
        at = len(line["indent"]) + len(line["items"])
        if closed is not None and line["value"].strip() + (line["key"] or "") and at <= closed:
            closed = None
        if closed is None and line["key"] in _FORM:
            closed = at
        if closed is None and not line["value"].lstrip().startswith("#"):
            yield line["value"].strip()


def _xml(text: str) -> Iterator[str]:
    """The text between tags, and none of elements that tell of the file."""
    inside: list[str] = []
    at = 0
    for tag in _TAG.finditer(text):
        said = text[at : tag.start()].strip()
        at = tag.end()
        if said and not any(_OF_THE_FILE.match(one) for one in inside):
            yield said.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
        if tag["name"] and tag["close"]:
            while inside and inside.pop() != tag["name"]:
                pass
        elif tag["name"] and not tag["alone"]:
            inside.append(tag["name"])


def contacts(text: str) -> tuple[str, ...]:
    """E-mail addresses, URLs and telephone numbers in `text`, each once."""
    rest = _URL.sub(" ", text)
    found = [one.rstrip(".,;:") for one in _URL.findall(text)] + _EMAIL.findall(rest)
    for one in _PHONE.findall(_EMAIL.sub(" ", rest)):
        if len(_digits(one)) in _PHONE_DIGITS and not _DATES.fullmatch(one.strip()):
            found.append(one.strip())
    return tuple(dict.fromkeys(found))


def words(text: str) -> tuple[str, ...]:
    """Words of three letters or more, each once, without what `contacts` finds."""
    rest = _EMAIL.sub(" ", _URL.sub(" ", _folded(text)))
    return tuple(word for word in dict.fromkeys(_WORD.findall(rest)) if word not in _NEUTRAL)


@dataclass(frozen=True, slots=True)
class Known:
    """What pages print and link: `text` folded and without white space, `digits` of it, and its `words`."""

    text: str
    digits: str
    words: frozenset[str]

    @classmethod
    def of(cls, pages: Iterable[str], links: Iterable[str]) -> Known:
        folded = _folded("\n".join((*pages, *links)))
        return cls(_solid(folded), _digits(folded), frozenset(_WORD.findall(folded)))

    def besides(self, text: str) -> Known:
        """The same, and what `text` says."""
        folded = _folded(text)
        return Known(self.text + _solid(folded), self.digits, self.words.union(_WORD.findall(folded)))

    def has_word(self, word: str) -> bool:
        return word in self.words or word in self.text  # a line's end may part it

    def has_contact(self, one: str) -> bool:
        if "@" in one or _URL.match(one):
            bare = re.sub(r"^(?:https?://)?(?:www\.)?", "", _solid(_folded(one))).rstrip("/")
            return bare in self.text
        return _digits(one).lstrip("0") in self.digits


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _solid(text: str) -> str:
    return re.sub(r"[\s\ufffe\u00ad\u200b]+|-\r?\n", "", text)


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)
