"""PDFs that are broken on purpose: each row is a name, the rule that it breaks, and what breaks it.

`good` is a file without a fault; every other differs from it in one thing. Nothing here is kept as a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pdf_samples import (
    A4,
    LIMITS,
    METADATA,
    Change,
    annotate,
    as_dictionary,
    dictionary,
    name,
    numbers,
    sample,
    script_action,
    stream,
    uri_action,
)
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    Fit,
    NameObject,
    NumberObject,
    PdfObject,
    TextStringObject,
)

from cvpress.pdf.attach import Attachment
from cvpress.pdf.check import Limits
from cvpress.pdf.finish import Metadata, finish
from cvpress.pdf.wanted import Wanted

CLAIMING = replace(METADATA, conformance="U")
ASKING = replace(LIMITS, conformance="U")
FIRST = (
    "Ada Lovelace, CV",
    "ada@lovelace.example",
    "Analyst at the Analytical Society, 1842 to 1843",
    "+44 20 7946 0958",
)
SECOND = ("Notes on the engine, 1843", "https://lovelace.example/notes", "Wrote a program for Bernoulli numbers")
WANTED = tuple(Wanted(text, f"field[{n}]", anchor=n) for n, text in enumerate((*FIRST, *SECOND)))

Maker = Callable[[Path], Path]


@dataclass(frozen=True, slots=True)
class Case:
    """`told`: a word that the finding must say."""

    name: str
    rule: str
    make: Maker
    told: str = ""
    limits: Limits = ASKING
    wanted: tuple[Wanted, ...] = WANTED


def good(
    target: Path,
    change: Change | None = None,
    *,
    pages: Sequence[Sequence[str]] = (FIRST, SECOND),
    metadata: Metadata = CLAIMING,
    size: tuple[float, float] = A4,
) -> Path:
    return sample(target, *pages, change=change, metadata=metadata, size=size)


def made(change: Change) -> Maker:
    """Changed before it is finished."""
    return lambda target: good(target, change)


def printing(*pages: Sequence[str]) -> Maker:
    return lambda target: good(target, pages=pages)


def meddled(change: Change) -> Maker:
    """Changed behind the back of what finished it."""

    def make(target: Path) -> Path:
        writer = PdfWriter(clone_from=PdfReader(good(target)))
        change(writer)
        writer.write(target)
        identifier = b"/ID [ <%s> <%s> ]" % (b"0" * 32, b"0" * 32)
        target.write_bytes(re.sub(rb"/ID \[.*?\]", identifier, target.read_bytes(), flags=re.DOTALL))
        return target

    return make


def carrying(file: str, mime: str, content: str | bytes) -> Maker:
    """With an attached file."""
    raw = content.encode() if isinstance(content, str) else content
    return lambda target: _attached(good(target), Attachment(file, mime, raw, "Data", "what it is"))


def _attached(pdf: Path, attachment: Attachment) -> Path:
    finish(pdf, pdf, CLAIMING, (attachment,))
    return pdf


def titled(metadata: Metadata) -> Maker:
    return lambda target: good(target, metadata=metadata)


def painted(content: str, page: int = 0, before: str = "", **resources: DictionaryObject) -> Maker:
    """With more drawn after the text of a page, and `before` it."""

    def change(writer: PdfWriter) -> None:
        paint(writer, content, page, before)
        held = as_dictionary(writer.pages[page]["/Resources"])
        held.update({NameObject(f"/{key}"): value for key, value in resources.items()})

    return made(change)


def paint(writer: PdfWriter, content: str, page: int = 0, before: str = "") -> None:
    held = writer.pages[page]
    text = as_dictionary(held["/Contents"])
    data = text.get_data()  # type: ignore[attr-defined]
    whole = before.encode() + b"\n" + data + b"\n" + content.encode()
    held[NameObject("/Contents")] = writer._add_object(stream(whole))


def words(text: str, x: float = 60, y: float = 300, size: float = 10, more: str = "") -> str:
    """Operators that write `text`, of ASCII, with `more` before it."""
    digits = text.encode("ascii").hex()
    return f"q {more} BT /F1 {size} Tf {x} {y} Td <{digits}> Tj ET Q"


def linked(uri: str, **more: PdfObject) -> Change:
    return lambda writer: _link(writer, uri, more)


def _link(writer: PdfWriter, uri: str, more: dict[str, PdfObject]) -> None:
    annotate(writer, 0, A=uri_action(uri), **more)


def acting(action: DictionaryObject) -> Maker:
    def change(writer: PdfWriter) -> None:
        annotate(writer, 0, A=action)

    return made(change)


def opening(action: PdfObject) -> Maker:
    def change(writer: PdfWriter) -> None:
        writer.root_object[NameObject("/OpenAction")] = action

    return made(change)


def font(writer: PdfWriter) -> DictionaryObject:
    fonts = as_dictionary(as_dictionary(writer.pages[0]["/Resources"])["/Font"])
    return as_dictionary(fonts["/F1"])


def mapped(codes: dict[str, str]) -> Change:
    """The font says that the glyph of a character is something else."""

    def change(writer: PdfWriter) -> None:
        table = font(writer)["/ToUnicode"].get_object()
        data = table.get_data()  # type: ignore[union-attr]
        for char, text in codes.items():
            entry = f"<{ord(char):02X}> <{char.encode('utf-16-be').hex()}>".encode()
            assert entry in data
            data = data.replace(entry, f"<{ord(char):02X}> <{text.encode('utf-16-be').hex()}>".encode())
        table.set_data(data)  # type: ignore[union-attr]

    return change


def icon(text: str) -> Maker:
    """A tilde, which looks like an envelope and reads back as `text`."""
    return lambda target: good(target, mapped({"~": text}), pages=((*FIRST, "~ write to me"), SECOND))


def without_map(writer: PdfWriter) -> None:
    other = DictionaryObject(font(writer))
    del other["/ToUnicode"]
    fonts = as_dictionary(as_dictionary(writer.pages[0]["/Resources"])["/Font"])
    fonts[NameObject("/F2")] = writer._add_object(other)


def not_embedded(writer: PdfWriter) -> None:
    other = dictionary(
        Type=name("Font"), Subtype=name("Type1"), BaseFont=name("Helvetica"), Encoding=name("WinAnsiEncoding")
    )
    fonts = as_dictionary(as_dictionary(writer.pages[0]["/Resources"])["/Font"])
    fonts[NameObject("/F2")] = writer._add_object(other)


def type3(writer: PdfWriter) -> None:
    cmap = b"1 begincodespacerange\n<00> <FF>\nendcodespacerange\n1 beginbfchar\n<41> <0041>\nendbfchar"
    other = dictionary(
        Type=name("Font"),
        Subtype=name("Type3"),
        Name=name("Bitmaps"),
        FontBBox=numbers(0, 0, 10, 10),
        FontMatrix=numbers(0.1, 0, 0, 0.1, 0, 0),
        CharProcs=dictionary(a=writer._add_object(stream(b"10 0 0 0 10 10 d1 0 0 9 9 re f"))),
        Encoding=dictionary(Type=name("Encoding"), Differences=ArrayObject([NumberObject(65), name("a")])),
        FirstChar=NumberObject(65),
        LastChar=NumberObject(65),
        Widths=numbers(10),
        ToUnicode=writer._add_object(stream(cmap)),
    )
    fonts = as_dictionary(as_dictionary(writer.pages[0]["/Resources"])["/Font"])
    fonts[NameObject("/F2")] = writer._add_object(other)


def image(writer: PdfWriter) -> PdfObject:
    one = NumberObject(1)
    fixed = {"Width": one, "Height": one, "BitsPerComponent": NumberObject(8), "ColorSpace": name("DeviceGray")}
    return writer._add_object(stream(b"\x80", Type=name("XObject"), Subtype=name("Image"), **fixed))


def pictured(content: str, before: str = "") -> Maker:
    """With /Im1, a picture of one pixel, to be drawn by `content`."""

    def change(writer: PdfWriter) -> None:
        as_dictionary(writer.pages[0]["/Resources"])[NameObject("/XObject")] = dictionary(Im1=image(writer))
        paint(writer, content, before=before)

    return made(change)


def layered(writer: PdfWriter) -> None:
    layer = writer._add_object(dictionary(Type=name("OCG"), Name=TextStringObject("Keywords")))
    usual = dictionary(Name=TextStringObject("usual"), OFF=ArrayObject([layer]))
    writer.root_object[NameObject("/OCProperties")] = dictionary(OCGs=ArrayObject([layer]), D=usual)
    properties = as_dictionary(writer.pages[0]["/Resources"])
    properties[NameObject("/Properties")] = dictionary(L1=layer)
    paint(writer, f"/OC /L1 BDC {words('Python')} EMC")


def padded(writer: PdfWriter) -> None:
    noise = bytes(n * n * 7919 % 251 for n in range(5_200_000))
    writer.pages[0][NameObject("/PieceInfo")] = writer._add_object(stream(noise))


def encrypted(target: Path) -> Path:
    writer = PdfWriter(clone_from=PdfReader(good(target)))
    writer.encrypt("", "owner", algorithm="RC4-128")
    writer.write(target)
    return target


def cut(target: Path) -> Path:
    target.write_bytes(good(target).read_bytes()[:400])
    return target


def without(key: str) -> Change:
    def change(writer: PdfWriter) -> None:
        writer.root_object.pop(key, None)

    return change


def bookmarked(writer: PdfWriter) -> None:
    first = as_dictionary(as_dictionary(writer.root_object["/Outlines"])["/First"])
    first.pop("/A", None)
    first[NameObject("/Dest")] = TextStringObject("no.such.place")


def scripted_names(writer: PdfWriter) -> None:
    held = ArrayObject([TextStringObject("hello"), writer._add_object(script_action())])
    writer.root_object[NameObject("/Names")] = dictionary(JavaScript=dictionary(Names=held))


def turning(writer: PdfWriter) -> None:
    writer.pages[1][NameObject("/AA")] = dictionary(O=script_action())


def attached_mark(writer: PdfWriter) -> None:
    annotate(writer, 0, Subtype=name("FileAttachment"))


def columns(target: Path) -> Path:
    """Two columns whose lines stand at one height, drawn line by line: read across."""
    left = ("Analyst at the", "Analytical", "Society, 1842")
    right = ("Notes on the", "engine and its", "numbers")
    lines = [words(text, x, 500 - 14 * row) for row in range(3) for text, x in ((left[row], 60.0), (right[row], 140.0))]
    return painted("\n".join(lines))(target)


def beside(*texts: str) -> tuple[Wanted, ...]:
    return (*WANTED, *(Wanted(text, f"column[{n}]", anchor=90 + n) for n, text in enumerate(texts)))


DARK = "0 0 0 rg 50 290 200 20 re f"


def _goto(name_: str) -> DictionaryObject:
    return dictionary(S=name("GoTo"), D=TextStringObject(name_))


def _program(kind: str, **more: PdfObject) -> DictionaryObject:
    return dictionary(S=name(kind), **more)


def _plain_title(writer: PdfWriter) -> None:
    writer.root_object[NameObject("/ViewerPreferences")] = dictionary(DisplayDocTitle=BooleanObject(False))


def _wrong_widths(writer: PdfWriter) -> None:
    font(writer)["/Widths"].get_object()[ord("A")] = NumberObject(700)  # type: ignore[index]


def _hidden_link(writer: PdfWriter) -> None:
    annotate(writer, 0, A=uri_action("https://lovelace.example/"), F=NumberObject(2))


def _named_place(writer: PdfWriter) -> None:
    writer.add_named_destination("gone", 1, Fit.xyz(60, 700))
    del writer.root_object["/Names"]
    annotate(writer, 0, A=_goto("gone"))


FAINT = dictionary(G0=dictionary(Type=name("ExtGState"), ca=NumberObject(0)))
KEYWORDS = "Python Kubernetes Leadership"
RECORD = "name: Ada Lovelace\nphone: +44 20 7946 0000\n"

CASES = (
    # what must be there
    Case("a dropped last line", "lost-text", printing(FIRST, SECOND[:-1]), "Bernoulli"),
    Case("an accented letter lost", "lost-text", printing(FIRST, ("otes on the engine, 1843", *SECOND[1:])), "Notes"),
    Case(
        "one of two equal years dropped",
        "lost-text",
        good,
        "often enough (wanted 3 times, printed 2)",
        wanted=tuple(Wanted("1843", f"date[{n}]", anchor=n) for n in range(3)),
    ),
    Case(
        "two columns read across",
        "lost-text",
        columns,
        "column[0]",
        wanted=beside("Analyst at the Analytical Society, 1842"),
    ),
    Case("a hyphen that is the author's own is gone", "lost-text", good, wanted=beside("Bern-oulli numbers")),
    Case(
        "an address that no link leads to",
        "lost-link",
        made(linked("https://lovelace.example/note")),
        wanted=(*WANTED, Wanted("", "url", target="https://lovelace.example/notes")),
    ),
    Case("a URL off the page", "off-page", painted(words("https://lovelace.example/a/b/c", x=560))),
    Case("a line below the page", "off-page", painted(words("References", y=-30))),
    # what machines read
    Case("a replacement character", "replacement-character", icon("\ufffd"), "U+FFFD"),
    Case("an icon of a private code point", "private-use", icon("\uf0e0"), "U+F0E0"),
    Case("a ligature's code point", "ligature", made(mapped({"~": "\ufb03"}))),
    Case(
        "an e-mail address torn at a line's end",
        "hyphenated",
        printing((*FIRST, "to ada.love-", "lace@ada.example"), SECOND),
    ),
    Case(
        "a URL torn at a line's end",
        "hyphenated",
        printing((*FIRST, "at https://lovelace.example/pa-", "pers"), SECOND),
    ),
    Case(
        "one's own name torn", "hyphenated", printing((*FIRST, "by Ada Love-", "lace and others"), SECOND), "your name"
    ),
    Case("a head of letters far apart", "letter-spaced", printing((*FIRST, "E D U C A T I O N"), SECOND)),
    Case(
        "white keywords on white paper",
        "hidden-text",
        painted(words(KEYWORDS, more="1 1 1 rg")),
        "colour of its ground",
    ),
    Case("nearly white keywords", "hidden-text", painted(words(KEYWORDS, more="0.98 0.98 0.98 rg")), "colour"),
    Case("black keywords on a black bar", "hidden-text", painted(f"{DARK} {words(KEYWORDS)}"), "colour"),
    Case("keywords drawn by no pen", "hidden-text", painted(words(KEYWORDS, more="3 Tr")), "no pen"),
    Case("keywords half a point high", "hidden-text", painted(words(KEYWORDS, size=0.5)), "smaller than 1 pt"),
    Case(
        "keywords scaled to nothing",
        "hidden-text",
        painted(words(KEYWORDS, 600, 3000, more="0.1 0 0 0.05 0 0 cm")),
        "smaller",
    ),
    Case(
        "transparent keywords", "hidden-text", painted(words(KEYWORDS, more="/G0 gs"), ExtGState=FAINT), "transparent"
    ),
    Case(
        "keywords outside of their clip",
        "hidden-text",
        painted(words(KEYWORDS, more="300 600 9 9 re W n")),
        "let through",
    ),
    Case(
        "keywords under a picture",
        "hidden-text",
        pictured(f"{words(KEYWORDS)} q 300 0 0 40 50 290 cm /Im1 Do Q"),
        "under",
    ),
    Case(
        "keywords under a white area", "hidden-text", painted(f"{words(KEYWORDS)} 1 1 1 rg 50 290 300 30 re f"), "under"
    ),
    Case(
        "letters where an emoji's text should be",
        "hidden-text",
        pictured(f"{words('Python', more='3 Tr')} q 12 0 0 12 60 298 cm /Im1 Do Q"),
        "Python",
    ),
    Case("a hidden layer", "hidden-layer", made(layered), "Keywords"),
    # fonts
    Case("a font that is not embedded", "font-not-embedded", made(not_embedded)),
    Case("a font of bitmaps", "font-type3", made(type3)),
    Case("icons of a font without text", "font-without-tounicode", made(without_map)),
    # links and actions
    Case("a program started by run:", "link-scheme", made(linked("run:calc.exe"))),
    Case("a link with a script", "link-scheme", made(linked("javascript:alert(1)"))),
    Case("a link to a file", "link-scheme", made(linked("file:///home/ada/cv.tex"))),
    Case("an address that is not ASCII", "link-not-ascii", made(linked("https://lovelace.example/\u00e9t\u00e9"))),
    Case(
        "a link that says another host",
        "link-text",
        lambda target: good(
            target,
            linked("https://phish.example/", Rect=numbers(58, 736, 300, 748)),
            pages=((*FIRST[:3], "https://bank.example/ada"), SECOND),
        ),
        "phish.example",
        wanted=(),
    ),
    Case(
        "a link that says another mailbox",
        "link-text",
        made(linked("mailto:bob@lovelace.example", Rect=numbers(58, 764, 300, 776))),
        "ada@lovelace.example",
    ),
    Case("a link that anybody can listen to", "link-http", made(linked("http://lovelace.example/"))),
    Case("a link into nothing", "dangling-link", acting(_goto("section.9")), "section.9"),
    Case("a link whose place was removed", "dangling-link", made(_named_place), "gone"),
    Case("a bookmark to nothing", "dangling-link", made(bookmarked), "bookmark"),
    Case("a script on opening", "forbidden-action", opening(script_action()), "JavaScript"),
    Case("a script among the names", "forbidden-action", made(scripted_names), "JavaScript"),
    Case("a script on turning the page", "forbidden-action", made(turning), "/AA"),
    Case(
        "a link that starts a program",
        "forbidden-action",
        acting(_program("Launch", F=TextStringObject("a.exe"))),
        "Launch",
    ),
    Case("a link to another file", "forbidden-action", acting(_program("GoToR", F=TextStringObject("b.pdf"))), "GoToR"),
    Case("a form that is sent off", "forbidden-action", acting(_program("SubmitForm")), "SubmitForm"),
    Case("a file pinned to a page", "forbidden-action", made(attached_mark), "FileAttachment"),
    # pages
    Case("a page too many", "page-limit", good, limits=replace(ASKING, pages=1)),
    Case("paper of another size", "paper-size", lambda target: good(target, size=(612, 792))),
    Case("a blank page", "blank-page", printing(FIRST, SECOND, ()), limits=replace(ASKING, pages=3)),
    # the file
    Case("no title", "metadata-title", titled(replace(CLAIMING, title=""))),
    Case("somebody else's name", "metadata-author", titled(replace(CLAIMING, author="Ada")), "'Ada'"),
    Case("the wrong language", "metadata-language", titled(replace(CLAIMING, language="de-DE")), "de-DE"),
    Case("a title that no title bar shows", "display-title", meddled(_plain_title)),
    Case("no bookmarks", "no-bookmarks", meddled(without("/Outlines"))),
    Case("a packet without labels", "no-page-labels", good, limits=replace(ASKING, labelled=True)),
    Case("a file for no portal", "file-size", made(padded), "5"),
    Case("a file larger than its document allows", "file-size", made(padded), "3", limits=replace(ASKING, megabytes=3)),
    Case("a program inside", "embedded-executable", carrying("cv.exe", "application/octet-stream", b"no such thing")),
    Case("a program by another name", "embedded-executable", carrying("photo.dat", "image/jpeg", b"MZ\x90\x00\x03")),
    Case(
        "an attached phone number", "attachment-says-more", carrying("profile.yaml", "application/yaml", RECORD), "0000"
    ),
    Case(
        "an attached e-mail address",
        "attachment-says-more",
        carrying("a.json", "application/json", '{"email": "ada@home.example"}'),
        "home",
    ),
    Case(
        "an attached address of the web",
        "attachment-says-more",
        carrying("a.txt", "text/plain", "https://ada.example/x"),
        "ada.example",
    ),
    Case("an attached secret", "attachment-says-more", carrying("a.xml", "text/xml", "<a><b>Salary</b></a>"), "salary"),
    Case(
        "keywords in the metadata",
        "attachment-says-more",
        titled(replace(CLAIMING, keywords=("Kubernetes",))),
        "kubernetes",
    ),
    Case("no archive file", "pdf-a", lambda target: good(target, metadata=METADATA), "does not claim"),
    Case("colours that mean nothing", "pdf-a", meddled(without("/OutputIntents")), "colour space"),
    Case("widths that belie the font", "pdf-a", meddled(_wrong_widths), "width"),
    Case("a link that does not print", "pdf-a", meddled(_hidden_link), "annotation"),
    Case("an encrypted file", "encrypted-pdf", encrypted),
    Case("half a file", "unreadable-pdf", cut),
)
