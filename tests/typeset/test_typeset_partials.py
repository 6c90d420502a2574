"""The partials of every kind: whatever subset of its fields an entry has, all are printed and no mark stands alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cvpress import paths
from cvpress.profile.base import Model
from cvpress.profile.dates import Date
from cvpress.profile.kinds import KINDS, Highlight, NamedLink, Role
from cvpress.profile.model import Contact, Document, Name, Profile, Terms
from cvpress.profile.section import Section
from cvpress.profile.values import Email, Person, Text, Url, Verbatim
from cvpress.typeset.citation.parts import tag_has_date
from cvpress.typeset.render import render
from cvpress.typeset.template import Template, load
from cvpress.typeset.tex import normal_uri
from cvpress.typeset.view import view
from cvpress.typeset.words import words

WORDS = words("en-US", Terms())
# No value is part of another, so that the occurrences of each can be counted; some end with a mark of their own.
TEXTS = ("Alpha", "Beta Inc.", "Why?", 'a "quoted" word', "Delta (in brackets)", "*Zeta*", "50% & 1_a #2", "[Eta]")
NUMBERS = ("3-9/TR", "77", "x12")
NAMES = ("Ann Author", "B. C. Writer", "Kim Jr.")
DATES = ("2019", "2020-02", "2021-03-04", "present")
APART = {"key", "tags", "private", "date", "start_date", "end_date"}
URLS = ("https://example.org/u", "https://example.net/v_1?a=b&c")


@cache
def ruled() -> Template:
    return load("ruled", (paths.bundled_templates(),))


def leaf_values(kind: Any) -> st.SearchStrategy[object] | None:
    """Values of a field of this annotation; None for a field that is no content."""
    pools = {Text: TEXTS, Verbatim: NUMBERS, Person: NAMES, Url: URLS, Email: ("a_b@example.org",)}
    found = next((pools[part] for part in pools if part is kind), None)
    if found:
        return st.sampled_from(found)
    if get_origin(kind) is tuple:
        inner = leaf_values(get_args(kind)[0])
        return st.lists(inner, min_size=1, max_size=3) if inner is not None else None
    if isinstance(kind, type) and issubclass(kind, Model):
        return entries_of(kind)
    options = [option for option in get_args(kind) if option is not type(None)]
    return leaf_values(options[0]) if options else None


def entries_of(model: type[Model]) -> st.SearchStrategy[dict[str, Any]]:
    """Mappings that validate as `model`, with any subset of its optional fields, under the names of the YAML."""
    if model is Highlight:
        nested = st.lists(st.sampled_from(TEXTS), max_size=2)
        return st.fixed_dictionaries({"text": st.sampled_from(TEXTS)}, optional={"highlights": nested.map(bulleted)})
    needed: dict[str, st.SearchStrategy[Any]] = {}
    optional: dict[str, st.SearchStrategy[Any]] = {}
    for name, info in model.model_fields.items():
        tag = name in ("label", "venue_short") and model is KINDS["publication"]
        values = None if tag or name in APART else leaf_values(info.annotation)
        if values is not None:
            (needed if info.is_required() else optional)[info.alias or name] = values
    made = st.fixed_dictionaries(needed, optional=optional)
    return st.builds(lambda one, dates: {**one, **dates}, made, date_fields()) if "date" in model.model_fields else made


def bulleted(texts: list[str]) -> list[dict[str, str]]:
    return [{"text": text} for text in texts]


def date_fields() -> st.SearchStrategy[dict[str, str]]:
    single = st.sampled_from(DATES).map(lambda date: {"date": date})
    ranges = st.sampled_from(DATES).map(lambda date: {"start_date": "2018", "end_date": date})
    return st.one_of(st.just({}), single, ranges)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where compiled partials are kept: else each example would compile them anew."""
    return tmp_path_factory.mktemp("jinja")


def tex_of(kind: Any, entry: Any, kept: Path, number: Any = "none") -> str:
    """The body of a document that holds one entry."""
    section = Section.model_construct(kind=kind, entries=(entry,), number=number, untitled=True)
    document = Document.model_validate({"template": "ruled"})
    name = Name.model_validate({"given": "Owner"})
    profile = Profile.model_construct(
        version="1", name=name, contact=Contact(), terms=Terms(), sections={"s": section}, documents={"cv": document}
    )
    options, _ = ruled().settle({})
    return render(view(profile, document, WORDS, "short"), ruled(), options, kept).partition(r"\cvmakeheader")[2]


_BLOCKS = re.compile(r"\\(cventryhead|cvrolehead|cvdetail|cvpara|cvdated|cvdayed|cvlabelled|cvcard)(?=\{)")
_ESCAPED = {r"\textbackslash": "\\", r"\textasciitilde": "~", r"\textasciicircum": "^", r"\\": "\n"}


def printed(line: str) -> Iterator[str]:
    """The plain texts of one line of the .tex: of a block macro each argument, of other lines the rest."""
    if line.startswith(("%@", r"\begin", r"\end", r"\cvlast", r"\cvlineitem", r"\cvitemlabel")):
        return
    block = _BLOCKS.match(line)
    if not block:
        yield plain(line.removeprefix(r"\cvbullet"))
        return
    rest = line[block.end() :]
    while rest.startswith("{"):
        inner, rest = argument(rest)
        yield plain(inner)
    assert not rest.strip(), f"{rest!r} stands outside of {block.group()}"


def argument(text: str) -> tuple[str, str]:
    """The braced group that `text` begins with, and what follows it."""
    depth = 0
    for found in re.finditer(r"\\.|[{}]", text):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if not depth:
            return text[1 : found.start()], text[found.end() :]
    raise AssertionError(f"{text!r} is not closed")


def plain(tex: str) -> str:
    made = ""
    while tex:
        if found := re.match(r"\\cvlink(?=\{)", tex):
            _, tex = argument(tex[found.end() :])
        elif found := re.match(r"\\text\w+|\\\\", tex):
            made, tex = made + _ESCAPED[found.group()], tex[found.end() :].removeprefix("{}")
        elif found := re.match(r"\\(?:small|color\{\w+\})", tex):
            tex = tex[found.end() :]
        elif found := re.match(r"\\cvnewline ", tex):
            made, tex = made + "\n", tex[found.end() :]
        elif found := re.match(r"\\cv\w+(?=\{)|\\(?=[{}$&#%_])", tex):
            bare = found.group() == "\\"
            made, tex = made + (tex[1] if bare else ""), tex[found.end() + bare :]
        else:
            assert tex[0] not in "\\$&#%_^", f"{tex!r} is not plain text"
            made, tex = made + {"~": " ", "{": "", "}": ""}.get(tex[0], tex[0]), tex[1:]
    return made.strip()


def told(text: str) -> str:
    return text.translate(str.maketrans("“”‘’\u00a0", "\"\"'' "))


def leaves_of(value: object) -> Iterator[Text | Verbatim | Person | Url | Date]:
    if isinstance(value, (Text, Verbatim, Person, Url, Date)):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from leaves_of(item)
    elif isinstance(value, Model):
        for name in type(value).model_fields:
            yield from leaves_of(getattr(value, name))


@st.composite
def drawn(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    fields = draw(entries_of(KINDS[kind]))
    if kind == "talk" and not fields.keys() & {"title", "topic", "event"}:
        fields["topic"] = draw(st.sampled_from(TEXTS))
    if kind == "publication":
        label = draw(st.sampled_from(["", "label", "venue_short"]))
        fields |= {label: draw(st.sampled_from(["SIG", "SIG 2019"]))} if label else {}
    return fields


def lost(kind: str, entry: Any, texts: Sequence[str]) -> dict[str, int]:
    """Every leaf of the entry that the texts hold less often than the entry, and how often it has it."""
    page = told("\n".join(texts))
    wanted: Counter[str] = Counter()
    for leaf in leaves_of(entry):
        if isinstance(leaf, Date):
            worded = WORDS.date(leaf, "short")
            if not (kind == "publication" and tag_has_date(entry, worded)):
                wanted[told(worded)] += 1
        elif not isinstance(leaf, Url):
            wanted[told(leaf.plain)] += 1
    return {text: count for text, count in wanted.items() if page.count(text) < count}


_LONE = re.compile(
    r",,|\.\.|[?!]\.| [,.;:?!)]|\( |\(\)|  |,\)|, *\.|: *[,.;]|^[,.;:)]|(?:[,;(]| in| with| by)$", re.MULTILINE
)


def lone(texts: Sequence[str]) -> list[str]:
    """Texts in which a mark is doubled, or stands where nothing stands beside it."""
    return [text for text in texts if _LONE.search(text) or text.count("(") != text.count(")")]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60)
@given(data=st.data())
def test_everything_is_printed_and_no_mark_stands_alone(kind: str, kept: Path, data: st.DataObject) -> None:
    entry = KINDS[kind].model_validate(data.draw(drawn(kind)))
    tex = tex_of(kind, entry, kept, data.draw(st.sampled_from(["none", "up"])))
    texts = [text for line in tex.splitlines() for text in printed(line)]
    assert lost(kind, entry, texts) == {}
    assert lone(texts) == []


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=20)
@given(data=st.data())
def test_every_address_is_a_link(kind: str, kept: Path, data: st.DataObject) -> None:
    entry = KINDS[kind].model_validate(data.draw(drawn(kind)))
    found = Counter(re.findall(r"\\cvlink\{(.*?)\}\{", tex_of(kind, entry, kept).replace(r"\&", "&")))
    assert Counter(normal_uri(leaf.target) for leaf in leaves_of(entry) if isinstance(leaf, (Url, Email))) <= found


def test_the_checks_notice_what_is_wrong() -> None:
    award = KINDS["award"].model_validate({"title": "Alpha", "awarder": "Alpha", "date": "2019"})
    assert lost("award", award, ["Alpha, Alpha", "2019"]) == {}
    assert lost("award", award, ["Alpha", "2019"]) == {"Alpha": 2}
    assert lost("award", award, ["Alpha, Alpha"]) == {"2019": 1}
    wrong = ["a, , b", "a..", "a?.", ", a", "a (b", "a ()", "a,", "( a)", "a  b", "Ph.D. in", "role: , x", "a ."]
    assert lone(wrong) == wrong
    assert lone(["a, b. c? (d) e: f", "", "a.\nb"]) == []
    with pytest.raises(AssertionError, match="outside of"):
        list(printed(r"\cvdated{a}{b} stray"))
    with pytest.raises(AssertionError, match="is not plain text"):
        list(printed(r"\cvpara{50% bare}"))


def test_the_strategy_reaches_every_field_of_every_kind() -> None:
    """A field of a new type must be drawn too: else the tests above would not look at it."""
    models: dict[str, type[Model]] = {**KINDS, "role": Role, "highlight": Highlight, "link": NamedLink}
    missed = {
        name
        for model in models.values()
        for name, info in model.model_fields.items()
        if leaf_values(info.annotation) is None
    }
    assert missed == APART | {"type", "selected"}  # switches of a publication; the `type` of a talk is drawn
