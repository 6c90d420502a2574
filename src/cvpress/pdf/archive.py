"""Make a PDF fit for archives (PDF/A-3, ISO 19005-3). In: a writer; out: the same, with what the standard asks for.

What colours mean (an output intent), links that print, a colour space for blending. Whether the file then conforms is
for a validator of others to say: the rule `pdf-a` asks it about every finished file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cvpress.errors import Problem, Severity
from cvpress.pdf.srgb import srgb
from cvpress.pdf.subject import Conformance, Limits, Subject, dictionary, entry, items, name

if TYPE_CHECKING:
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject

_FLATE = "/FlateDecode"
_PRINT = 4  # ISO 32000-1, 12.5.3
_TOLD = 3
Verdict = tuple[str, tuple[str, ...]]
"""Which PDF/A a file claims to be, and what belies it."""
# Computer Modern's Type 1 programs, which set math, write widths as quotients ("5656 10 div"): it takes them for 0.
_MISREAD = re.compile(r"width 0\.000 in its embedded Type1 program .*GLYPH-WIDTH")


def archive(writer: PdfWriter) -> None:
    """Give `writer` what PDF/A-3 asks for beyond metadata and identifier."""
    from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NameObject, NumberObject
    from pypdf.generic import TextStringObject as Text

    add = writer._add_object  # noqa: SLF001  # pypdf's own, and its only, way to add an object
    profile = DecodedStreamObject()
    profile.set_data(srgb())
    packed = profile.flate_encode()
    packed[NameObject("/N")] = NumberObject(3)
    intent = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/OutputIntent"),
            NameObject("/S"): NameObject("/GTS_PDFA1"),
            NameObject("/OutputConditionIdentifier"): Text("sRGB IEC61966-2.1"),
            NameObject("/Info"): Text("sRGB IEC61966-2.1"),
            NameObject("/DestOutputProfile"): add(packed),
        }
    )
    writer.root_object[NameObject("/OutputIntents")] = ArrayObject([add(intent)])
    group = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Group"),
            NameObject("/S"): NameObject("/Transparency"),
            NameObject("/CS"): NameObject("/DeviceRGB"),
        }
    )
    _end_streams(writer)
    for page in writer.pages:
        if _blends(page) and "/CS" not in dictionary(entry(page, "/Group")):
            page[NameObject("/Group")] = group
        for mark in items(entry(page, "/Annots")):
            flags = entry(dictionary(mark), "/F")
            value = int(flags) if isinstance(flags, NumberObject) else 0
            dictionary(mark)[NameObject("/F")] = NumberObject(value | _PRINT)


def _end_streams(writer: PdfWriter) -> None:
    """Put a line feed behind each packed stream that ends in a carriage return.

    With the line feed before "endstream" that would read as one end of a line, and readers that look at it instead of
    /Length take the stream for a byte too short. Packing it anew is no way: its last bytes are a sum of its content.
    Decoders stop where the packed data say that they end (RFC 1950).
    """
    from pypdf.generic import StreamObject

    # pypdf offers neither a walk over all objects nor a stream's bytes as they lie in the file: hence its own names
    for number in range(1, len(writer._objects) + 1):  # noqa: SLF001
        found = writer.get_object(number)
        if not isinstance(found, StreamObject) or name(found, "/Filter") != _FLATE:
            continue
        if found._data.endswith(b"\r"):  # noqa: SLF001
            found._data += b"\n"  # noqa: SLF001


def _blends(page: DictionaryObject) -> bool:
    """Whether something on `page` shines through: a picture with a mask, as every emoji is."""
    pictures = dictionary(entry(dictionary(entry(page, "/Resources")), "/XObject")).values()
    return any("/SMask" in dictionary(picture) for picture in pictures)


@contextmanager
def validating(pdf: Path, limits: Limits) -> Iterator[Callable[[], Verdict]]:
    """The validator at work on `pdf`, if `limits` need it, and how to learn what it says.

    It holds no lock of Python's while it works, so that on a machine with two cores a check needn't wait for it.
    """
    if limits.conformance == "":
        yield lambda: ("", ())
        return
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(_validated, pdf).result


def archive_problems(subject: Subject, verdict: Callable[[], Verdict]) -> Iterator[Problem]:
    """pdf-a: the file should be PDF/A, and claims nothing or what it does not keep. `verdict`: what `validating` gives.

    Of a file that nothing was asked of, it is told what it claims, and whether that is so.
    """
    wanted = subject.limits.conformance
    if wanted == "":
        return
    severity = Severity.INFO if subject.foreign else Severity.ERROR
    claimed, faults = verdict()
    if wanted is None and not faults:
        what = f"the PDF claims to be PDF/A-{claimed}, and is" if claimed else "the PDF does not claim to be PDF/A"
        yield Problem(what, None, "", "pdf-a", Severity.INFO)
    if wanted is not None and not claimed:
        advice = "an attached PDF is no archive file: save it as PDF/A" if subject.foreign else "build it again"
        yield Problem("the PDF does not claim to be PDF/A", None, advice, "pdf-a", severity)
    for fault in faults[:_TOLD]:
        advice = "a font or a picture breaks this: choose another"
        yield Problem(f"the PDF claims to be PDF/A-{claimed} and is not: {fault}", None, advice, "pdf-a", severity)


def conformance(pdf: Path) -> Conformance:
    """What a PDF/A-3 that holds the pages of `pdf` may claim: as much as `pdf` claims, if that is true."""
    claimed, faults = _validated(pdf)
    if not claimed or faults:
        return ""
    return "B" if claimed.endswith("b") else "U"  # level a demands more than u


def lowest(levels: Iterable[Conformance]) -> Conformance:
    """What a file bound of parts of such `levels` may claim: it is an archive file only if each of them is."""
    found = set(levels)
    return "" if "" in found else "B" if "B" in found else "U"


def _validated(pdf: Path) -> Verdict:
    """Which PDF/A `pdf` claims to be ("3u"; "" for none), and what belies it: the validator's words and rules."""
    import page  # 0.03 s, and 8 ms a file

    try:
        report = page.validate_pdf(pdf)
    except page.ProfileError:
        return "", ()
    except page.PageError as fault:  # damaged, or larger than it dares to read
        return "", (str(fault),)
    found = (f"{fault.message} ({fault.rule_id})" for fault in report.failures)
    return report.profile.value, tuple(told for told in found if not _MISREAD.search(told))
