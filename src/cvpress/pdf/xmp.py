"""Write XMP: the entries of an information dictionary go in, the packet that says the same comes out (ISO 16684-1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

_PACKET_ID = "W5M0MpCehiHzreSzNTczkc9d"  # the constant that the standard prescribes
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_NAMESPACE = "urn:cvpress:attachments:1:"
# PDF/A wants a property that no standard knows to be described in the file itself (ISO 19005-3, 6.6.2.3.3).
_EXTENSION = f"""
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>What cvpress puts into a CV</pdfaSchema:schema>
<pdfaSchema:namespaceURI>{_NAMESPACE}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>cvpress</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>Attachments</pdfaProperty:name>
<pdfaProperty:valueType>bag Text</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Names of the attached files that say what the pages say</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>"""


def packet(
    stated: Mapping[str, str], language: str, moment: datetime, conformance: str = "", attachments: Sequence[str] = ()
) -> bytes:
    """The XMP for `stated` (/Title, /Author, /Subject, /Keywords, /Creator, /Producer), dated `moment`, in UTF-8.

    `conformance` is the level of PDF/A-3 that it claims (ISO 19005-3, 6.6.4), if any; `attachments` names the
    files inside the PDF. Characters that XML can't hold are left out.
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
        _members("cvpress:Attachments", attachments),
    )
    body = "\n".join(entry for entry in entries if entry) + (_EXTENSION if attachments else "")
    return f"""<?xpacket begin="\ufeff" id="{_PACKET_ID}"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:cvpress="{_NAMESPACE}">
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


def _members(name: str, texts: Sequence[str]) -> str:
    found = "".join(f"<rdf:li>{_escaped(text)}</rdf:li>" for text in texts)
    return f"<{name}><rdf:Bag>{found}</rdf:Bag></{name}>" if found else ""


def _escaped(text: str) -> str:
    # xml.sax.saxutils.escape() does the same, but imports urllib.request and with it 15 ms.
    return _NOT_XML.sub("", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
