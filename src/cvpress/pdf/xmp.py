"""Write XMP: the entries of an information dictionary go in, the packet that says the same comes out (ISO 16684-1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

_PACKET_ID = "W5M0MpCehiHzreSzNTczkc9d"  # the constant that the standard prescribes
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def packet(stated: Mapping[str, str], language: str, moment: datetime, conformance: str = "") -> bytes:
    """The XMP for `stated` (/Title, /Author, /Subject, /Keywords, /Creator, /Producer), dated `moment`, in UTF-8.

    `conformance` is the level of PDF/A-3 that it claims (ISO 19005-3, 6.6.4), if any. Characters that XML can't hold
    are left out.
    """
    date = f"{moment:%Y-%m-%dT%H:%M:%SZ}"
    entries = (
        "<dc:format>application/pdf</dc:format>",
        _member("dc:title", "Alt", stated["/Title"], ' xml:lang="x-default"'),
        _member("dc:creator", "Seq", stated["/Author"]),
        _member("dc:description", "Alt", stated["/Subject"], ' xml:lang="x-default"'),
        _member("dc:language", "Bag", language),
        _plain("pdf:Keywords", stated["/Keywords"]),
        _plain("pdf:Producer", stated["/Producer"]),
        _plain("xmp:CreatorTool", stated["/Creator"]),
        _plain("xmp:CreateDate", date),
        _plain("xmp:ModifyDate", date),
        _plain("xmp:MetadataDate", date),
        _plain("pdfaid:part", "3" if conformance else ""),
        _plain("pdfaid:conformance", conformance),
    )
    body = "\n".join(entry for entry in entries if entry)
    return f"""<?xpacket begin="\ufeff" id="{_PACKET_ID}"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
{body}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>""".encode()


def _plain(name: str, text: str) -> str:
    return f"<{name}>{_escaped(text)}</{name}>" if text else ""


def _member(name: str, container: str, text: str, attribute: str = "") -> str:
    item = f"<rdf:li{attribute}>{_escaped(text)}</rdf:li>"
    return f"<{name}><rdf:{container}>{item}</rdf:{container}></{name}>" if text else ""


def _escaped(text: str) -> str:
    # xml.sax.saxutils.escape() does the same, but imports urllib.request and with it 15 ms.
    return _NOT_XML.sub("", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
