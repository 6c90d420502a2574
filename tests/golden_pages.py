"""What a document looked like when somebody accepted it, and what is different now. In: a PDF and TeX's log; out: the
differences in words, and pictures of them.

A record is a folder below tests/golden/pages: `words.tsv` says what the pages were made with and where each word is,
so that git shows what moved; beside it lies a PNG of each page. The rules:

- Words are compared as text. A digit is 0.006 % of a page's ink, which no threshold on pixels would find.
- Each edge of a word may move by half a point.
- So may lines and pictures, but not change their size or colour: `golden_shapes`.
- All other ink (bullets, colours, weight) must be the same: `golden_picture.unlike`.
- TeX, its packages and the fonts must be those of the record. With others the pages may differ for no fault of ours,
  so that is told instead of being passed over, and whoever sees the pictures decides.
"""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from importlib.metadata import version
from itertools import zip_longest
from pathlib import Path

import golden_picture
import pytest
from golden_picture import SCALE, Box
from golden_shapes import shapes
from PIL import Image

from cvpress.pdf import picture
from cvpress.pdf.text import count
from cvpress.pdf.words import Word, words

ROOT = Path(__file__).parents[1]
RECORDS = Path("tests", "golden", "pages")
PICTURES = Path("build", "golden")
TOLERANCE = 5
"""Tenths of a point by which an edge of a word may move."""
_MOST_TOLD = 12
_HEAD = "page\tx0\ty0\tx1\ty1\tword"
_MADE_WITH = "# made with "


@dataclass(frozen=True, slots=True)
class Record:
    """`made_with`: one program, package or font each, with its version. `words`: behind them lines, areas and pictures,
    told as words by `golden_shapes`. `pages`: PNGs."""

    made_with: tuple[str, ...]
    words: tuple[Word, ...]
    pages: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A word that was, and the word that is in its place: None for one that is gone, or new."""

    old: Word | None
    new: Word | None

    @property
    def shift(self) -> int | None:
        """Tenths of a point by which the edge that moved most did so; None when it isn't the same word any more."""
        if self.old is None or self.new is None:
            return None
        if (self.old.page, self.old.text) != (self.new.page, self.new.text):
            return None
        return max(abs(now - was) for was, now in zip(_edges(self.old), _edges(self.new), strict=True))

    @property
    def changed(self) -> bool:
        return self.shift is None or self.shift > TOLERANCE

    def __str__(self) -> str:
        if self.old is None or self.new is None:
            word, now = (self.new, "new") if self.new else (self.old, "gone")
            assert word is not None
            return f"page {word.page + 1}: '{word.text}' is {now}"
        where = f"page {self.new.page + 1}"
        if self.old.text != self.new.text:
            return f"{where}: '{self.old.text}' is now '{self.new.text}'"
        if self.old.page != self.new.page:
            return f"{where}: '{self.new.text}' was on page {self.old.page + 1}"
        edges = zip(("left", "lower", "right", "upper"), _edges(self.old), _edges(self.new), strict=True)
        moved = [f"{edge} {(now - was) / 10:+.1f} pt" for edge, was, now in edges if was != now]
        return f"{where}: '{self.new.text}' moved: {', '.join(moved)}"


def seen(pdf: Path, log: Path) -> Record:
    """What `pdf` looks like; `log` is what TeX said while it made it."""
    pages = tuple(picture.render(pdf, index, SCALE) for index in range(count(pdf)))
    return Record(made_with(log), (*words(pdf), *shapes(pdf)), pages)


def made_with(log: Path) -> tuple[str, ...]:
    """PDFium, and what a log of LuaTeX tells: the engine, Lua modules, the class, packages, and the fonts it embedded,
    each with its version; a font's is a hash of its file. Our own packages have no version and are left out.

    The font of the colour emoji is not in the log, since TeX embeds pictures of it.
    """
    told = log.read_text(encoding="utf-8", errors="replace")
    engine = re.findall(r"^This is (.+?)\s+\(format=", told, flags=re.MULTILINE)
    modules = re.findall(r"^Lua module: (\S+ \S+ \S+)", told, flags=re.MULTILINE)
    packages = re.findall(r"^(?:Package|Document Class): (\S+ [\d/-]{10} v\d\S*)", told, flags=re.MULTILINE)
    fonts = {log.parent / font for font in re.findall(r"<([^<>]+\.(?:otf|ttf|ttc|pfb))>", told)}
    hashed = (f"{font.name} {sha256(font.read_bytes()).hexdigest()[:12]}" for font in fonts)
    return (f"pypdfium2 {version('pypdfium2')}", *engine, *modules, *packages, *sorted(hashed))


def keep(record: Record, folder: Path) -> None:
    """Accept `record`: from now on pages are compared with it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rows = (
        "\t".join((str(word.page + 1), *(f"{edge / 10:.1f}" for edge in _edges(word)), word.text))
        for word in record.words
    )
    lines = (*(_MADE_WITH + line for line in record.made_with), _HEAD, *rows)
    (folder / "words.tsv").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for number, page in enumerate(record.pages, start=1):
        (folder / f"{number}.png").write_bytes(page)


def kept(folder: Path) -> Record:
    """The record that was accepted."""
    lines = (folder / "words.tsv").read_text(encoding="utf-8").split("\n")
    start = lines.index(_HEAD)
    fields = (line.split("\t") for line in lines[start + 1 : -1])
    return Record(
        tuple(line.removeprefix(_MADE_WITH) for line in lines[:start]),
        tuple(_word(*row) for row in fields),
        tuple(path.read_bytes() for path in sorted(folder.glob("*.png"), key=lambda path: int(path.stem))),
    )


def _word(page: str, x0: str, y0: str, x1: str, y1: str, text: str) -> Word:
    return Word(int(page) - 1, float(x0), float(y0), float(x1), float(y1), text)


def problems(old: Record, new: Record, pictures: Path) -> tuple[str, ...]:
    """What is to be told of `new`: nothing when it is as `old`. Pictures of the pages that changed go to `pictures`."""
    shutil.rmtree(pictures, ignore_errors=True)
    pairs = paired(old.words, new.words)
    told = [str(pair) for pair in pairs if pair.changed]
    for index, (was, now) in enumerate(zip_longest(old.pages, new.pages)):
        told += _page(index, was, now, pairs, pictures)
    more = [f"and {len(told) - _MOST_TOLD} changes more"] if len(told) > _MOST_TOLD else []
    return (*told[:_MOST_TOLD], *more, *_other_programs(old.made_with, new.made_with))


def paired(old: Iterable[Word], new: Iterable[Word]) -> tuple[Pair, ...]:
    """Each word that was, with the one that is in its place: that of the same text, as far as the order allows."""
    was, now = tuple(old), tuple(new)
    matcher = SequenceMatcher(None, [word.text for word in was], [word.text for word in now], autojunk=False)
    return tuple(
        Pair(*pair)
        for _, from_old, to_old, from_new, to_new in matcher.get_opcodes()
        for pair in zip_longest(was[from_old:to_old], now[from_new:to_new])
    )


def _page(index: int, was: bytes | None, now: bytes | None, pairs: tuple[Pair, ...], pictures: Path) -> list[str]:
    """What is to be told of one page beyond changed words. Draws it when anything of it changed."""
    old, new = (_opened(png) if png else _blank(was or now) for png in (was, now))
    olds = [(_box(pair.old, old), pair) for pair in pairs if pair.old and pair.old.page == index]
    news = [(_box(pair.new, new), pair) for pair in pairs if pair.new and pair.new.page == index]
    removed = [box for box, pair in olds if pair.changed]
    added = [box for box, pair in news if pair.changed]
    told = []
    if was is None or now is None:
        told.append(f"page {index + 1} is {'gone' if was else 'new'}")
    else:
        nudged = [box for box, pair in (*olds, *news) if pair.shift and not pair.changed]
        mask = golden_picture.beside(golden_picture.unlike(old, new, nudged), (*removed, *added))
        other = [(box, str(pair.new and pair.new.text)) for box, pair in news if golden_picture.within(mask, box)]
        told += [f"page {index + 1}: '{text}' is drawn otherwise" for _, text in other]
        frames = [box for box, _ in other]
        if rest := golden_picture.beside(mask, frames).getbbox():
            x0, y0, x1, y1 = (round(edge / SCALE) for edge in rest)
            told.append(f"page {index + 1}: other ink, {x0}–{x1} pt from the left, {y0}–{y1} from the top")
            frames.append(rest)
        removed, added = [*removed, *frames], [*added, *frames]
    if told or removed or added:
        pictures.mkdir(parents=True, exist_ok=True)
        golden_picture.compared(old, new, removed, added).save(pictures / f"{index + 1}.png")
    return told


def _blank(png: bytes | None) -> Image.Image:
    return Image.new("RGB", _opened(png).size, "white")


def _other_programs(old: tuple[str, ...], new: tuple[str, ...]) -> list[str]:
    was, now = ([line for line in one if line not in other] for one, other in ((old, new), (new, old)))
    if not was and not now:
        return []
    return [
        f"the record was made with {', '.join(was) or 'less'}; this machine has {', '.join(now) or 'nothing of it'}"
    ]


def _edges(word: Word) -> tuple[int, int, int, int]:
    """In tenths of a point, as the record has them."""
    left, lower, right, upper = (round(10 * edge) for edge in (word.x0, word.y0, word.x1, word.y1))
    return left, lower, right, upper


def _box(word: Word, page: Image.Image) -> Box:
    return word.x0 * SCALE, page.height - word.y1 * SCALE, word.x1 * SCALE, page.height - word.y0 * SCALE


def _opened(png: bytes | None) -> Image.Image:
    assert png is not None
    return Image.open(io.BytesIO(png)).convert("RGB")


def check(name: str, pdf: Path, log: Path, *, accept: bool) -> None:
    """Fail unless a document looks as the record `name` says; `accept` makes that record first."""
    folder, pictures = RECORDS / name, PICTURES / name
    new = seen(pdf, log)
    if accept:
        keep(new, ROOT / folder)
    if not (ROOT / folder / "words.tsv").is_file():
        pytest.fail(f"there is no {folder}; look at {pdf}, then accept it with --accept-golden", pytrace=False)
    told = problems(kept(ROOT / folder), new, ROOT / pictures)
    if told:
        look = f"see {ROOT / pictures}" if (ROOT / pictures).is_dir() else "the pages are the same"
        told = (f"{name} is not as it was accepted in {folder}:", *told, f"{look}; to accept it: --accept-golden")
        pytest.fail("\n".join(told), pytrace=False)
