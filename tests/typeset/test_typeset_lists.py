"""Whole lists of invented papers as they are printed, compared as text: order, heads, numbers, authors, legends.

When a change is meant: `pytest tests/typeset/test_typeset_lists.py --accept-golden`, and commit the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress.profile import model
from cvpress.profile.markup import Inline, Link, Nodes, Styled, plain
from cvpress.profile.tailor import tailor
from cvpress.typeset.view import view
from cvpress.typeset.words import words

GOLDEN = Path(__file__).parents[1] / "golden"
PROFILE = model.load(GOLDEN / "lists.yaml", Path("lists.yaml"))
_SIGNS = {"self": "**", "underline": "_", "sup": "^"}


def marked(nodes: Nodes) -> str:
    """Text with signs around the names that are set apart: **own**, _underlined_, ^marks^."""
    return "".join(map(_marked, nodes)).replace("\u00a0", " ")


def _marked(node: Inline) -> str:
    if isinstance(node, Styled):
        sign = _SIGNS.get(node.style, "")
        return f"{sign}{marked(node.children)}{sign}"
    return marked(node.children) if isinstance(node, Link) else plain((node,))


def printed(name: str) -> str:
    document = PROFILE.documents[name]
    shown = view(tailor(PROFILE, document), document, words(document.language, PROFILE.terms), "short")
    (section,) = shown.sections
    lines = [f"counts: {marked(section.counts)}"] if section.counts else []
    for group in section.groups:
        lines.append(f"# {marked(group.title)}")
        for at, entry in enumerate(group.entries):
            label = f"{plain(group.labels[at])} " if group.labels else ""
            reference = entry["reference"]
            assert isinstance(reference, tuple)
            lines.append(label + marked(reference))
    return "\n".join([*lines, f"legend: {marked(section.legend)}", ""])


@pytest.mark.parametrize("name", PROFILE.documents)
def test_the_list_is_the_accepted_one(name: str, request: pytest.FixtureRequest) -> None:
    golden = GOLDEN / "lists" / f"{name}.txt"
    if request.config.getoption("--accept-golden"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(printed(name), encoding="utf-8")
    assert printed(name) == golden.read_text(encoding="utf-8"), "when the change is meant: --accept-golden"


def test_there_is_no_golden_list_of_a_document_that_is_gone() -> None:
    assert {path.stem for path in (GOLDEN / "lists").iterdir()} == set(PROFILE.documents)


@pytest.mark.parametrize(
    ("language", "grouping", "heads"),
    [
        ("en-US", "year", ["Forthcoming", "2020", "Undated"]),
        ("de", "year", ["Im Erscheinen", "2020", "Ohne Jahr"]),
        ("en-GB", "tag", ["sea", "Other"]),
        ("fr", "tag", ["sea", "Autres"]),
        ("en-US", "type", ["Books", "Other Publications"]),
        ("ja", "type", ["著書", "その他の業績"]),
    ],
)
def test_what_is_no_word_of_the_person_is_headed_in_the_language(
    language: str, grouping: str, heads: list[str]
) -> None:
    papers = "{title: A, authors: [X], date: 2020, tags: [sea], type: book}, {title: B, authors: [X]}"
    entries = f"[{papers}, {{title: C, authors: [X], status: in press}}]"
    text = (
        "schema: 1\nname: {given: Ada}\nsections:\n"
        f"  p: {{kind: publication, group_by: {grouping}, entries: {entries}}}\n"
        f"documents: {{cv: {{template: ruled, language: {language}}}}}\n"
    )
    profile = model.parse(text.encode(), Path("p.yaml"))
    document = profile.documents["cv"]
    shown = view(tailor(profile, document), document, words(language, profile.terms), "short")
    assert [plain(group.title) for group in shown.sections[0].groups] == heads


def test_entries_that_all_lack_a_tag_have_no_head() -> None:
    text = (
        "schema: 1\nname: {given: Ada}\nsections:\n  p: {kind: award, group_by: tag, entries: [Prize]}\n"
        "documents: {cv: {template: ruled}}\n"
    )
    profile = model.parse(text.encode(), Path("p.yaml"))
    document = profile.documents["cv"]
    shown = view(tailor(profile, document), document, words("en-US", profile.terms), "short")
    assert [plain(group.title) for group in shown.sections[0].groups] == [""]
