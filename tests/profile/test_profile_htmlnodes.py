"""The marks of CSL-JSON."""

from __future__ import annotations

import pytest

from cvpress.profile.htmlnodes import nodes
from cvpress.profile.markup import Nodes, Str, Styled


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("plain", (Str("plain"),)),
        ("", ()),
        ("a <i>b <b>c</b></i>", (Str("a "), Styled("emph", (Str("b "), Styled("strong", (Str("c"),)))))),
        ("x<sup>2</sup><sub>i</sub>", (Str("x"), Styled("sup", (Str("2"),)), Styled("sub", (Str("i"),)))),
        ('<span class="nocase">DNA</span>', (Styled("nocase", (Str("DNA"),)),)),
        ('<span style="font-variant: small-caps;">a</span>', (Str("a"),)),
        ("a < b & c > d", (Str("a < b & c > d"),)),
        ("R&amp;D &lt;x&gt;", (Str("R&D <x>"),)),
        ("<i>open", (Str("<i>open"),)),
        ("closed</i>", (Str("closed</i>"),)),
        ("<i>a<b>b</i>", (Str("<i>a<b>b</i>"),)),
    ],
)
def test_marks_become_styles_and_half_a_mark_stays_text(source: str, wanted: Nodes) -> None:
    assert nodes(source) == wanted
