"""What was read from a source is kept, so that an unchanged file is not parsed again. In: bytes; out: a `Source`.

One file for each source, named by its path and replaced whole; it holds while the bytes of the source, this version and
the two libraries are what they were. A file that is damaged, foreign or of others is no reason to fail: it is read
anew.

Why JSON with a checksum and neither pickle nor marshal: it can say nothing but values, so that whoever could write in
the folder could still not run a program, a damaged one is an error and no crash, and 3,000 entries load in 40 ms.
"""

from __future__ import annotations

import importlib.util
import json
import os
import stat
from hashlib import sha256
from pathlib import Path
from typing import Any

from cvpress import __version__, paths
from cvpress.errors import ToolError
from cvpress.profile.bibnames import Named
from cvpress.profile.bibtex import Fault
from cvpress.profile.markup import Code, Inline, Link, Math, Nodes, Str, Styled
from cvpress.profile.sourced import Item, Row, Source, Value, Words
from cvpress.profile.values import NameParts

_LIBRARIES = ("bibtexparser", "pylatexenc")
_READERS = (
    *(
        "bibliography",
        "bibtex",
        "crossref",
        "bibfields",
        "bibdates",
        "bibnames",
        "identifiers",
        "latexnodes",
        "latexwords",
    ),
    *("latextext", "csljson", "htmlnodes", "sourced"),
)


def read(cache: Path | None, path: Path, raw: bytes) -> Source | None:
    """What was kept of the file at `path` while it held `raw`."""
    file = _file(cache, path)
    if file is None:
        return None
    try:
        state = file.stat()
        if state.st_uid != os.getuid() or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return None
        key, checksum, content = file.read_bytes().split(b"\n", 2)
        if key.decode() != _key(raw) or checksum.decode() != sha256(content).hexdigest():
            return None
        return _source(json.loads(content))
    except (OSError, ValueError, TypeError, KeyError, IndexError):
        return None


def write(cache: Path | None, path: Path, raw: bytes, source: Source) -> None:
    """Keep `source`; where the disk says no, it is not kept."""
    file = _file(cache, path)
    if file is None:
        return
    content = _content(source)
    try:
        paths.write(file, b"\n".join((_key(raw).encode(), sha256(content).hexdigest().encode(), content)))
        file.chmod(0o600)
    except (ToolError, OSError):
        return


def _file(cache: Path | None, path: Path) -> Path | None:
    return cache / f"{sha256(str(path).encode('utf-8', 'surrogateescape')).hexdigest()[:32]}.json" if cache else None


def _key(raw: bytes) -> str:
    """A hash of the bytes and of all that reads them: this version, and our modules and libraries by size and age."""
    made = sha256(raw)
    made.update(repr((__version__, *(_age(Path(__file__).with_name(f"{name}.py")) for name in _READERS))).encode())
    for name in _LIBRARIES:
        found = importlib.util.find_spec(name)  # finds it without importing it
        made.update(repr(_age(Path(found.origin)) if found and found.origin else None).encode())
    return made.hexdigest()


def _age(file: Path) -> tuple[int, int]:
    state = file.stat()
    return (state.st_size, state.st_mtime_ns)


def _content(source: Source) -> bytes:
    return json.dumps(_as_json(source), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _as_json(source: Source) -> object:
    rows = [
        [row.key, row.line, row.column, row.aside, [
            [item.name, item.line, item.column, item.listed, [_value_as_json(value) for value in item.values]]
            for item in row.items
        ]]
        for row in source.rows
    ]  # fmt: skip
    return [rows, [[one.message, one.line, one.column, one.advice, one.rule] for one in source.faults]]


def _value_as_json(value: Value) -> object:
    if isinstance(value, str):
        return value
    if isinstance(value, Words):
        return {"words": value.text}
    if isinstance(value, Named):
        parts = value.parts
        return {"name": value.plain, "parts": parts and [parts.given, parts.particle, parts.family, parts.suffix]}
    return _nodes_as_json(value)


def _nodes_as_json(nodes: Nodes) -> list[object]:
    return [_node_as_json(node) for node in nodes]


def _node_as_json(node: Inline) -> object:
    if isinstance(node, Str):
        return node.text
    if isinstance(node, Styled):
        return [node.style, _nodes_as_json(node.children)]
    if isinstance(node, Link):
        return {"link": node.target, "children": _nodes_as_json(node.children)}
    assert isinstance(node, (Math, Code))
    return {"math": node.source} if isinstance(node, Math) else {"code": node.text}


def _source(made: Any) -> Source:
    rows, faults = made
    return Source(tuple(_row(*row) for row in rows), tuple(Fault(*one) for one in faults))


def _row(key: str, line: int, column: int, aside: bool, items: list[Any]) -> Row:
    made = tuple(
        Item(name, at, place, tuple([_value(value) for value in values]), listed)
        for name, at, place, listed, values in items
    )
    return Row(key, line, column, made, aside)


def _value(made: Any) -> Value:
    if isinstance(made, str):
        return made
    if isinstance(made, list):
        return _nodes(made)
    if "words" in made:
        return Words(made["words"])
    parts = made["parts"]
    return Named(made["name"], NameParts(*parts) if parts else None)


def _nodes(made: list[Any]) -> Nodes:
    return tuple([_node(node) for node in made])


def _node(made: Any) -> Inline:
    if isinstance(made, str):
        return Str(made)
    if isinstance(made, list):
        return Styled(made[0], _nodes(made[1]))
    if "link" in made:
        return Link(_nodes(made["children"]), made["link"])
    return Math(made["math"]) if "math" in made else Code(made["code"])
