"""YAML text -> nodes: scalars stay text, each knows its place, and what a CV does not need is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profile_samples import PEOPLE, ROOT, tree

from cvpress.errors import Problem, ProfileError
from cvpress.profile import model, yamlfile
from cvpress.profile.nodes import Mapping, Node, Scalar, Sequence
from cvpress.profile.yamltext import CONTROL

TRICKY = [
    "no", "Yes", "on", "true", "Null", "null", "01234", "0x1F", "0o17", "1e3", "1.10", "1_000",
    ".inf", "-.NaN", "12:30:45",
    "2024-05-01", "2024-05-01T10:00:00Z", "+49 30 1234567",
    "=", "~/x", "a#b", "a:b", "C# and F#", "10-708", "München", "张昊", "🔥",
]  # fmt: skip

line_of_text = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\ufeff").filter(lambda c: not CONTROL.search(c))
)


def only(text: str) -> Node:
    """The value of the key `a`."""
    return tree(text)["a"]


@pytest.mark.parametrize("text", TRICKY)
def test_an_unquoted_value_is_the_text_that_stands_there(text: str) -> None:
    assert only(f"a: {text}\n") == text
    assert tree(f"{text}: a\n" if ":" not in text and "#" not in text else f"'{text}': a\n") == {text: "a"}


@given(line_of_text)
def test_every_text_survives_between_single_quotes(text: str) -> None:
    quoted = text.replace("'", "''")
    read = only(f"a: '{quoted}'\n")
    assert isinstance(read, Scalar)
    assert (str(read), read.plain) == (text, False)


@given(st.lists(line_of_text.filter(lambda text: text == text.strip() != ""), min_size=1))
def test_lines_of_a_literal_block_survive(lines: list[str]) -> None:
    block = "".join(f"  {line}\n" for line in lines)
    assert only(f"a: |-\n{block}") == "\n".join(lines)


@given(st.recursive(line_of_text, lambda inner: st.lists(inner) | st.dictionaries(line_of_text, inner), max_leaves=20))
def test_every_tree_survives(value: object) -> None:
    def written(node: object) -> str:
        if isinstance(node, str):
            return "'" + node.replace("'", "''") + "'"
        if isinstance(node, list):
            return "[" + ", ".join(map(written, node)) + "]"
        assert isinstance(node, dict)
        return "{" + ", ".join(f"? {written(key)} : {written(inner)}" for key, inner in node.items()) + "}"

    assert only(f"a: {written(value)}\n") == value


def test_every_node_knows_its_place() -> None:
    top = tree("a: x\nb:\n  - ä y\n  - {c: 'z'}\n")
    assert str(top.key_spot("b")) == "p.yaml:2:1"
    inner = top["b"]
    assert isinstance(inner, Sequence)
    assert [str(node.spot) for node in inner] == ["p.yaml:3:5", "p.yaml:4:5"]
    mapping = inner[1]
    assert isinstance(mapping, Mapping)
    assert (str(mapping.key_spot("c")), str(mapping["c"].spot)) == ("p.yaml:4:6", "p.yaml:4:9")
    assert str(mapping.key_spot("absent")) == "p.yaml:4:5"


def test_columns_count_characters_and_lines_end_in_three_ways() -> None:
    top = tree("\ufeffä: 1\r\n智源: x\ry: 2\n")
    assert [str(node.spot) for node in top.values()] == ["p.yaml:1:4", "p.yaml:2:5", "p.yaml:3:4"]


def test_a_byte_order_mark_moves_no_place() -> None:
    with pytest.raises(ProfileError) as caught:
        tree("\ufeffa: x\x07\n")
    assert str(caught.value.problems[0].spot) == "p.yaml:1:5"


@pytest.mark.parametrize("anchored", ["[" * 30 + "]" * 30, "[" + "[" * 29 + "]" * 29 + ", x]"])
def test_aliases_cannot_pile_up_a_depth(anchored: str) -> None:
    tower = f"a: &a {anchored}\nb: " + "{}*a{}\n"
    assert tree(tower.format("[" * 8, "]" * 8))
    with pytest.raises(ProfileError, match="deeper than 40 levels, counted with what aliases repeat"):
        tree(tower.format("[" * 20, "]" * 20))


def test_an_alias_is_the_node_of_its_anchor() -> None:
    top = tree("a: &x {b: c}\nd: [*x, *x]\n")
    assert top["d"] == [{"b": "c"}, {"b": "c"}]


@pytest.mark.parametrize("text", ["a:\n", "a: ~\n", "a: [~]\n", "a:\n  -\n"])
def test_a_value_left_out_is_refused_but_an_empty_quoted_text_is_a_text(text: str) -> None:
    with pytest.raises(ProfileError) as caught:
        tree(text)
    assert [problem.rule for problem in caught.value.problems] == ["empty-value"]
    assert tree("a: ''\nb: '~'\n") == {"a": "", "b": "~"}


@pytest.mark.parametrize(
    "text", ["['" + "x" * 100_000 + "', *a]", "{k: *a}", "[*a, *a]"], ids=["text", "mapping", "list"]
)
def test_anchors_that_repeat_each_other_are_stopped_before_they_cost_memory(text: str) -> None:
    lines = [f"k{number}: &a {text}\n" for number in range(60)]
    with pytest.raises(ProfileError) as caught:
        tree("k: &a [x]\n" + "".join(lines))
    assert caught.value.problems[-1].rule == "yaml-limit"


def test_a_long_text_under_many_aliases_is_stopped() -> None:
    aliases = "".join("- *a\n" for _ in range(1000))
    with pytest.raises(ProfileError) as caught:
        tree(f"a: &a {'x' * 100_000}\nb:\n{aliases}")
    assert caught.value.problems[0].rule == "yaml-limit"


@pytest.mark.parametrize("opening", ["[", "{", "- ", "? ", "[{a: "])
def test_any_depth_ends_in_one_message(opening: str) -> None:
    with pytest.raises(ProfileError) as caught:
        tree(opening * 20_000)
    assert [problem.rule for problem in caught.value.problems] == ["yaml-limit"]


def test_a_large_honest_file_is_read() -> None:
    entry = "- title: A title of usual length\n  authors: [A B, C D, E F]\n  date: 2020\n"
    assert len(tree("a:\n" + entry * 5_000)["a"]) == 5_000


def test_too_many_bytes_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_bytes(b"#" * (yamlfile.MAX_BYTES + 1))
    with pytest.raises(ProfileError, match="longer than 8000000 bytes"):
        yamlfile.read(path)
    path.write_bytes(b"a: b\n" + b"#" * (yamlfile.MAX_BYTES - 5))
    assert yamlfile.read(path) == {"a": "b"}


@pytest.mark.parametrize(("name", "why"), [("absent.yaml", "No such file"), (".", "Is a directory")])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(ProfileError) as caught:
        yamlfile.read(tmp_path / name, Path("shown") / name)
    (problem,) = caught.value.problems
    assert problem.message.startswith(f"cannot read {Path('shown') / name}: {why}")


def test_what_was_refused_does_not_hide_the_rest() -> None:
    top, refused = yamlfile.collect(b"a: !x 1\nb: &b {c: 2}\nd: {<<: *b, e: 3}\ne: 4\ne: 5\nf:\n", Path("p.yaml"))
    assert [problem.rule for problem in refused] == ["yaml-tag", "yaml-merge", "duplicate-key", "empty-value"]
    assert top == {"a": "1", "b": {"c": "2"}, "d": {"e": "3", "c": "2"}, "e": "4", "f": ""}


SNIPPETS = [
    "\t",
    "\n",
    " ",
    ":",
    "- ",
    "'",
    '"',
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "!t ",
    "|\n",
    ">",
    "#",
    "%",
    "<<: ",
    "\x00",
    "~",
    "\u2028",
]


@given(st.sampled_from(PEOPLE), st.integers(0, 60_000), st.integers(0, 40), st.sampled_from(SNIPPETS))
def test_a_damaged_profile_is_read_or_refused_never_a_crash(person: str, at: int, cut: int, put: str) -> None:
    raw = (ROOT / "profiles" / person / "profile.yaml").read_bytes()
    at %= len(raw)
    path = Path("p.yaml")
    told: tuple[Problem, ...] = ()
    try:
        model.parse(raw[:at] + put.encode() + raw[at + cut :], path)
    except ProfileError as error:
        told = error.problems
    assert all(problem.spot and problem.spot.file == path for problem in told)
