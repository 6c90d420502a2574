"""References that were formatted once are kept. In: a style, an item; out: its marked text, from the cache or made now.

The key of a reference is all that the processor is told of it; one file for each style, language and state of the
programs holds them, in the user's cache. citeproc-py, its XML parser and the style are loaded when one is missing.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress import paths
from cvpress.errors import ToolError

if TYPE_CHECKING:
    from cvpress.typeset.citation.item import Item
    from cvpress.typeset.citation.processor import Processor

_MOST = 20_000
"""References kept for one style and language: those used last."""


@dataclass(slots=True)
class _Drawer:
    """The references of one style in one language; `used` are those of this run, `new` says that one was made."""

    path: Path | None
    kept: dict[str, str]
    used: dict[str, str] = field(default_factory=dict)
    processor: Processor | None = None
    new: bool = False


@dataclass(slots=True)
class Shelf:
    """`folder` is where references are kept between runs; without one they are kept for this run."""

    folder: Path | None = None
    _drawers: dict[tuple[Path, str], _Drawer] = field(default_factory=dict)

    def reference(self, style: Path, item: Item) -> str:
        """The marked text of `item`. Raises the processor's StyleError."""
        drawer = self._drawer(style, item.language)
        key = hashlib.blake2b(repr(item).encode(), digest_size=12).hexdigest()
        found = drawer.used.get(key) or drawer.kept.get(key)
        if found is None:
            from cvpress.typeset.citation.processor import Processor

            drawer.processor = drawer.processor or Processor(style, item.language)
            found = drawer.processor.format(item)
            drawer.new = True
        drawer.used[key] = found
        return found

    def save(self) -> None:
        """Keep what was made; a machine that offers no place for it makes it again."""
        for drawer in self._drawers.values():
            if drawer.new and drawer.path:
                # Read anew: another process may have kept its own meanwhile.
                together = [*({**drawer.kept, **_read(drawer.path), **drawer.used}).items()][-_MOST:]
                content = json.dumps(dict(together), ensure_ascii=False, separators=(",", ":"))
                try:
                    paths.write(drawer.path, content.encode())
                except ToolError:
                    continue
                drawer.new = False

    def _drawer(self, style: Path, language: str) -> _Drawer:
        if (style, language) not in self._drawers:
            path = self.folder / f"{_state(style, language)}.json" if self.folder else None
            self._drawers[style, language] = _Drawer(path, _read(path) if path else {})
        return self._drawers[style, language]


def _read(path: Path) -> dict[str, str]:
    """What is kept there; nothing where it cannot be read."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    whole = isinstance(found, dict) and all(isinstance(one, str) for one in found.values())
    return found if whole else {}


def _state(style: Path, language: str) -> str:
    """A name for all that decides over a reference besides its item."""
    told = hashlib.blake2b(_programs(), digest_size=12)
    told.update(style.read_bytes())
    told.update(language.encode())
    return told.hexdigest()


@cache
def _programs() -> bytes:
    """Our own modules by their text; the library, which is large, by place and age."""
    own = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    found = find_spec("citeproc")
    library = Path(found.origin).with_name("model.py") if found and found.origin else None
    state = library.stat() if library else None
    return own + repr((str(library), state and (state.st_mtime_ns, state.st_size))).encode()
