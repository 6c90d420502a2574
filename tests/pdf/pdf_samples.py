"""PDFs made by the tests, without TeX: texts and changes go in, files come out that keep or break one rule each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    Fit,
    FloatObject,
    NameObject,
    NumberObject,
    PdfObject,
    StreamObject,
    TextStringObject,
)

from cvpress.pdf.check import Limits
from cvpress.pdf.finish import Metadata, seal
from cvpress.pdf.links import Landings, marks, read_link
from cvpress.pdf.subject import open_reader

A4 = (595.276, 841.89)
METADATA = Metadata("Ada Lovelace, CV", "Ada Lovelace", "en-GB", creator="cvpress test", epoch=1_700_000_000)
LIMITS = Limits(pages=2, paper=A4, title=METADATA.title, author=METADATA.author, language=METADATA.language)

Change = Callable[[PdfWriter], None]


def sample(
    target: Path,
    *pages: Sequence[str],
    change: Change | None = None,
    size: tuple[float, float] = A4,
    metadata: Metadata = METADATA,
) -> Path:
    """Write a PDF whose pages print the given lines, finished and without a fault unless `change` brings one in."""
    writer = PdfWriter()
    codes = _codes("".join(line for page in pages for line in page))
    font = font_for(writer, codes)
    reference = writer._add_object(font)
    for lines in pages:
        page = writer.add_blank_page(*size)
        page[NameObject("/Resources")] = dictionary(Font=dictionary(F1=reference))
        page[NameObject("/Contents")] = writer._add_object(stream(_lines(lines, size[1], codes)))
    if len(pages) > 1:
        writer.add_outline_item(title="First", page_number=0)
        writer.add_outline_item(title="Last", page_number=len(pages) - 1)
    if change is not None:
        change(writer)
    seal(writer, target, metadata)
    return target


def drawn(target: Path, *contents: str, size: tuple[float, float] = A4) -> Path:
    """Write a PDF with a page for each content stream, in which /F1 is Helvetica."""
    writer = PdfWriter()
    helvetica = dictionary(Type=name("Font"), Subtype=name("Type1"), BaseFont=name("Helvetica"))
    font = dictionary(F1=writer._add_object(helvetica))
    for content in contents:
        page = writer.add_blank_page(*size)
        page[NameObject("/Resources")] = dictionary(Font=font)
        page[NameObject("/Contents")] = writer._add_object(stream(content.encode()))
    writer.write(target)
    return target


def dictionary(**entries: PdfObject) -> DictionaryObject:
    """A PDF dictionary: dictionary(Type=name("Font")) is << /Type /Font >>."""
    return DictionaryObject({NameObject(f"/{key}"): value for key, value in entries.items()})


def as_dictionary(value: object) -> DictionaryObject:
    value = value.get_object() if isinstance(value, PdfObject) else value
    assert isinstance(value, DictionaryObject)
    return value


def name(text: str) -> NameObject:
    return NameObject(f"/{text}")


def numbers(*values: float) -> ArrayObject:
    return ArrayObject(FloatObject(value) for value in values)


def stream(content: bytes, **entries: PdfObject) -> StreamObject:
    made = StreamObject()
    made.set_data(content)
    made.update({NameObject(f"/{key}"): value for key, value in entries.items()})
    return made


def font_for(writer: PdfWriter, chars: Mapping[str, int]) -> DictionaryObject:
    """A symbolic TrueType font with a glyph and a ToUnicode entry for each of `chars` (to its code)."""
    pairs = "\n".join(f"<{code:02X}> <{char.encode('utf-16-be').hex()}>" for char, code in chars.items())
    cmap = f"1 begincodespacerange\n<00> <FF>\nendcodespacerange\n{len(chars)} beginbfchar\n{pairs}\nendbfchar"
    program = _font_program()
    descriptor = dictionary(
        Type=name("FontDescriptor"),
        FontName=name("ABCDEF+Sample"),
        Flags=NumberObject(4),
        FontBBox=numbers(0, -200, 600, 800),
        ItalicAngle=NumberObject(0),
        Ascent=NumberObject(800),
        Descent=NumberObject(-200),
        CapHeight=NumberObject(700),
        StemV=NumberObject(80),
        FontFile2=writer._add_object(stream(program, Length1=NumberObject(len(program)))),
    )
    return dictionary(
        Type=name("Font"),
        Subtype=name("TrueType"),
        BaseFont=name("ABCDEF+Sample"),
        FirstChar=NumberObject(0),
        LastChar=NumberObject(255),
        Widths=ArrayObject(NumberObject(_width(code)) for code in range(256)),
        FontDescriptor=writer._add_object(descriptor),
        ToUnicode=writer._add_object(stream(cmap.encode())),
    )


def _width(code: int) -> int:
    return 250 if code == 32 else 500


@cache
def _font_program() -> bytes:
    """A box for each of 256 codes, as a TrueType font of 1000 units."""
    pen = TTGlyphPen(None)
    for corner, point in enumerate(((50, -200), (50, 800), (450, 800), (450, -200))):
        (pen.lineTo if corner else pen.moveTo)(point)
    pen.closePath()
    box, blank = pen.glyph(), TTGlyphPen(None).glyph()
    names = {code: f"g{code}" for code in range(256)}
    order = [".notdef", *names.values()]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({0xF000 + code: glyph for code, glyph in names.items()})
    builder.setupGlyf({glyph: blank if glyph in ("g32", ".notdef") else box for glyph in order})
    widths = {names[code]: _width(code) for code in names} | {".notdef": 500}
    builder.setupHorizontalMetrics({glyph: (width, 0) for glyph, width in widths.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Sample", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    for table in builder.font["cmap"].tables:
        table.platformID, table.platEncID = 3, 0  # a symbol font
    builder.font["cmap"].tables = builder.font["cmap"].tables[:1]
    made = BytesIO()
    builder.save(made)
    return made.getvalue()


def _codes(text: str) -> dict[str, int]:
    """ASCII keeps its codes (PDFium takes code 32 for a space), other characters get free ones from 128."""
    others = sorted({char for char in text if not " " <= char <= "~"})
    assert len(others) < 128
    return {char: ord(char) for char in map(chr, range(32, 127))} | {c: 128 + i for i, c in enumerate(others)}


def _lines(lines: Sequence[str], height: float, codes: Mapping[str, int]) -> bytes:
    shown = []
    for row, line in enumerate(lines):
        digits = "".join(f"{codes[char]:02X}" for char in line)
        shown.append(f"BT /F1 10 Tf 60 {height - 60 - 14 * row:.2f} Td <{digits}> Tj ET")
    return "\n".join(shown).encode()


def annotate(writer: PdfWriter, page: int, **entries: PdfObject) -> DictionaryObject:
    """Put an annotation on `page` (a link unless told otherwise)."""
    made = dictionary(Type=name("Annot"), Subtype=name("Link"), Rect=numbers(60, 700, 200, 712))
    made.update({NameObject(f"/{key}"): value for key, value in entries.items()})
    held = writer.pages[page]
    marks = held.setdefault(NameObject("/Annots"), ArrayObject())
    marks.append(writer._add_object(made))
    return made


def uri_action(uri: str) -> DictionaryObject:
    return dictionary(S=name("URI"), URI=TextStringObject(uri))


def script_action() -> DictionaryObject:
    return dictionary(S=name("JavaScript"), JS=TextStringObject("app.alert(1)"))


ADDRESS = "https://example.org/a%20b?c=d#e"


def like_hyperref(writer: PdfWriter) -> None:
    """Names that every hyperref file has, a link to each on the first page, and an address."""
    for index in range(len(writer.pages)):
        writer.add_named_destination(f"section.{index + 1}", index, Fit.xyz(60, 700 - index))
        annotate(writer, 0, A=dictionary(S=name("GoTo"), D=TextStringObject(f"section.{index + 1}")))
    annotate(writer, 0, A=uri_action(ADDRESS), Border=numbers(0, 0, 0), C=numbers(0, 1, 0))


def landings(pdf: Path) -> list[list[int | str | None]]:
    """Where each link of each page leads: a page's index, or an address."""
    reader = open_reader(pdf)
    places = Landings.of(reader)

    def goal(mark: DictionaryObject) -> int | str | None:
        link = read_link(mark)
        if link.uri is not None:
            return link.uri
        landing = places.landing(link.inside)
        return landing.page if landing else None

    return [[goal(mark) for mark in marks(page)] for page in reader.pages]


def picture(writer: PdfWriter) -> PdfObject:
    return writer._add_object(
        stream(b"0 0 140 12 re f", Type=name("XObject"), Subtype=name("Form"), BBox=numbers(0, 0, 140, 12))
    )
