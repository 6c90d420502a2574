"""Bind documents into one PDF: readers go in one by one, the writer that holds them all is what comes out.

pypdf's append() keeps only the first of equal destination names, and every hyperref file has section.1, so later links
would land in the first part. Here pages are taken over bare; names, links, outline and labels are made anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from cvpress.pdf.graft import Graft, plain
from cvpress.pdf.links import Landings, bookmarks, marks
from cvpress.pdf.subject import dictionary, entry, name

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader, PdfWriter
    from pypdf.generic import Fit, IndirectObject, PdfObject

# What makes up a page's face. Left behind: scripts (/AA), tags, thumbnails, article beads, private and embedded files.
_BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
_FACE = frozenset((*_BOXES, "/Type", "/Rotate", "/UserUnit", "/Resources", "/Contents", "/Group"))


@dataclass(slots=True)
class Binder:
    """The packet under way: what was written so far, its named destinations and its layers (all, and the hidden)."""

    writer: PdfWriter
    named: dict[str, PdfObject] = field(default_factory=dict)
    layers: list[PdfObject] = field(default_factory=list)
    hidden: list[PdfObject] = field(default_factory=list)

    def bind(self, title: str, prefix: str, reader: PdfReader) -> Sequence[tuple[str, int]]:
        """Add the document of `reader` under `title`, with `prefix` before each of its destination names.

        Returns the kinds of what was left out, counted.
        """
        from pypdf.generic import ArrayObject, NameObject

        first = len(self.writer.pages)
        landings = Landings.of(reader)
        labels = reader.page_labels
        annotations = [marks(page) for page in reader.pages]
        scripts = sum("/AA" in page for page in reader.pages)
        pages = [self._add(page) for page in reader.pages]
        graft = Graft(self.writer, landings, tuple(_reference(page) for page in pages), prefix)
        graft.left.update({"/AA": scripts} if scripts else {})
        for page, found in zip(pages, annotations, strict=True):
            # ISO 32000-2, 12.5.2 wants annotations to be indirect, and pypdf has no public way to make an object so.
            kept = [self.writer._add_object(mark) for mark in graft.marks(found)]  # noqa: SLF001
            if kept:
                page[NameObject("/Annots")] = ArrayObject(kept)
        for destination in landings.named:
            landing = landings.landing(landings.named[destination])
            if landing is not None:
                self.named[graft.renamed(destination)] = graft.place(landing)
        self._outline(title, first, reader, landings)
        self._label(f"{title} ", first, labels)
        self._keep_layers(reader)
        graft.count_catalog(reader)
        return sorted(graft.left.items())

    def _add(self, page: PageObject) -> PageObject:
        # The keys go before the page is copied: excluded_keys of add_page() would strip them at every depth, and with
        # them a font or an image that a resource dictionary happens to call /B.
        for key in [key for key in page if key not in _FACE]:
            del page[key]
        return self.writer.add_page(page)

    def _outline(self, title: str, first: int, reader: PdfReader, landings: Landings) -> None:
        """An item for the part, closed, so that a packet opens on a short list of its parts; theirs beneath."""
        parents = [self.writer.add_outline_item(title=title, page_number=first, is_open=False)]
        for item in bookmarks(reader):
            del parents[item.depth + 1 :]
            landing = landings.landing(item.link.inside)
            if landing is not None:
                page, fit = first + landing.page, _fit(landing.view)
                made = self.writer.add_outline_item(
                    title=item.title, page_number=page, parent=parents[-1], fit=fit, is_open=False
                )
                parents.append(made)

    def _label(self, prefix: str, first: int, labels: Sequence[str]) -> None:
        """Label the pages from `first` on as their part does, after `prefix`."""
        from pypdf.constants import PageLabelStyle

        for start, end in _runs(labels):
            label = labels[start]
            pages = first + start, first + end - 1
            if label.isascii() and label.isdecimal() and not label.startswith("0"):
                self.writer.set_page_label(*pages, PageLabelStyle.DECIMAL, prefix=prefix, start=int(label))
            else:
                self.writer.set_page_label(*pages, prefix=prefix + label)

    def _keep_layers(self, reader: PdfReader) -> None:
        """Note the layers of `reader`: without the catalog's word for them a viewer would show the hidden ones."""
        properties = dictionary(entry(reader.root_object, "/OCProperties"))
        default = dictionary(entry(properties, "/D"))
        groups, hidden = _references(entry(properties, "/OCGs")), _references(entry(default, "/OFF"))
        if name(default, "/BaseState") == "/OFF":
            shown = _references(entry(default, "/ON"))
            hidden = tuple(group for group in groups if group not in shown)
        self.layers.extend(group.clone(self.writer) for group in groups)
        self.hidden.extend(group.clone(self.writer) for group in hidden)

    def close(self) -> None:
        """Write what belongs to the whole: destination names, layers, and that the outline is shown on opening."""
        from pypdf.generic import ArrayObject, DictionaryObject, NameObject, TextStringObject

        root = self.writer.root_object
        pairs = [item for title in sorted(self.named) for item in (TextStringObject(title), self.named[title])]
        tree = DictionaryObject({NameObject("/Names"): ArrayObject(pairs)})
        root[NameObject("/Names")] = DictionaryObject({NameObject("/Dests"): tree})
        root[NameObject("/PageMode")] = NameObject("/UseOutlines")
        if self.layers:
            default = DictionaryObject({NameObject("/OFF"): ArrayObject(self.hidden)})
            properties = {NameObject("/OCGs"): ArrayObject(self.layers), NameObject("/D"): default}
            root[NameObject("/OCProperties")] = DictionaryObject(properties)


def _reference(page: PageObject) -> IndirectObject:
    return cast("IndirectObject", page.indirect_reference)  # a page in a writer always has one


def _references(value: PdfObject | None) -> tuple[IndirectObject, ...]:
    from pypdf.generic import IndirectObject

    return tuple(item for item in value if isinstance(item, IndirectObject)) if isinstance(value, list) else ()


def _fit(view: Sequence[PdfObject]) -> Fit:
    from pypdf.generic import Fit, NameObject, NumberObject

    kind = view[0] if view and isinstance(view[0], NameObject) else "/Fit"
    copies = [plain(item) for item in view[1:]]
    numbers = [copy if isinstance(copy, (float, NumberObject)) else None for copy in copies]
    return Fit(str(kind), numbers)


def _runs(labels: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The stretches of `labels` that count up by one, as the first index and one past the last."""
    start = 0
    for index in range(1, len(labels) + 1):
        before = labels[index - 1]
        if index == len(labels) or not before.isdecimal() or labels[index] != str(int(before) + 1):
            yield start, index
            start = index
