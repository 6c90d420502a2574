"""One bibliography with everything that is hard, in every style that has a name, compared as text.

`tests/golden/references/<style>.txt` has a line for each entry: **own name and strong**, *emphasis*, ^marks^, <address>
behind what leads there. When a change is meant: `pytest tests/typeset/test_typeset_references.py --accept-golden`, and
commit the diff.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cvpress.cited import cited, is_cited, references
from cvpress.profile import model, styles
from cvpress.profile.leaves import leaves
from cvpress.profile.markup import Break, Inline, Link, Nodes, Styled, plain
from cvpress.profile.model import Profile
from cvpress.profile.tailor import tailor
from cvpress.typeset.view import CvView, view
from cvpress.typeset.words import AMERICAN

GOLDEN = Path(__file__).parents[1] / "golden" / "references"
_SIGNS = {"self": "**", "strong": "**", "emph": "*", "sup": "^", "sub": "~", "underline": "_"}
KEYS = (
    *("particles", "suffixes", "corporate", "crossref", "arxiv", "journalarxiv", "thesis", "book", "chapter"),
    *("forthcoming", "online", "data"),
)


@cache
def profile() -> Profile:
    return model.load(GOLDEN / "profile.yaml", Path("profile.yaml"))


def marked(nodes: Nodes) -> str:
    """Text with signs for what a template sets in another way."""
    return "".join(map(_marked, nodes)).replace("\u00a0", " ").replace("\u2002", " ")


def _marked(node: Inline) -> str:
    if isinstance(node, Styled):
        sign = _SIGNS.get(node.style, "")
        return f"{sign}{marked(node.children)}{sign}"
    if isinstance(node, Link):
        return f"{marked(node.children)}<{node.target}>"
    return " | " if isinstance(node, Break) else plain((node,))


@cache
def shown(style: str) -> tuple[Profile, CvView]:
    """The profile with this style, and its view."""
    (section,) = profile().sections.values()
    own = section.model_copy(update={"style": styles.named(style)})
    made = tailor(profile().model_copy(update={"sections": {"papers": own}}), profile().documents["cv"])
    return made, view(made, profile().documents["cv"], AMERICAN, "short")


def printed(style: str) -> str:
    """The list, a line for each entry behind its key."""
    _, whole = shown(style)
    (group,) = whole.sections[0].groups
    lines = []
    for key, entry in zip(KEYS, group.entries, strict=True):
        reference = entry["reference"]
        assert isinstance(reference, tuple)
        lines.append(f"{key}: {marked(reference)}\n")
    return "".join(lines)


def test_the_bibliography_is_read_whole_and_says_what_is_not_listed() -> None:
    (section,) = profile().sections.values()
    assert tuple(entry.key for entry in section.entries) == KEYS
    assert [(one.rule, one.message) for one in profile().findings] == [
        ("crossref-parent", "1 entry is not listed, since others only refer to it by crossref: conf2018")
    ]


@pytest.mark.parametrize("style", styles.NAMES)
def test_the_references_are_the_accepted_ones(style: str, request: pytest.FixtureRequest) -> None:
    golden = GOLDEN / f"{style}.txt"
    if request.config.getoption("--accept-golden"):
        golden.write_text(printed(style), encoding="utf-8")
    assert printed(style) == golden.read_text(encoding="utf-8"), "when the change is meant: --accept-golden"


def test_each_style_has_its_list_and_each_list_its_style() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(styles.NAMES)


@pytest.mark.parametrize("style", styles.NAMES)
def test_every_entry_names_the_owner_once_and_nobody_else(style: str) -> None:
    for line in printed(style).splitlines():
        names = [part for part in line.split("**")[1::2] if "Zhao" in part or "赵" in part]
        assert len(names) == 1, line
        assert "Tian" not in names[0]


@pytest.mark.parametrize("style", styles.NAMES)
def test_no_reference_shows_latex_or_lacks_its_title_and_year(style: str) -> None:
    made, whole = shown(style)
    text = printed(style).replace("A_B", "").replace("a_b%20c", "")
    assert [sign for sign in ("\\", "{", "}", "``", "''", "$O", "--") if sign in text] == []
    assert cited([leaf for leaf in leaves(made) if is_cited(leaf)], references(made, whole)).missing == ()
