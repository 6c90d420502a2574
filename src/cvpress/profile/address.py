"""Web addresses, e-mail addresses and telephone URIs. In: one as written; out: what is wrong with it, or ''.

Checked by what the later stages do with an address: the host must survive IDNA (RFC 3490), the scheme must be one that
a reader may follow from a CV.
"""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

ARXIV = "https://arxiv.org/abs/"
SCHEMES = ("https://", "http://", "mailto:", "tel:")
_EMAIL = re.compile(r"[^@\s<>\",;:]+@[^@\s<>\",;:.]+(\.[^@\s<>\",;:.]+)+")
_NUMBER = re.compile(r"\+?[0-9().-]*[0-9][0-9().-]*")


def is_email(address: str) -> bool:
    """Whether it can be one: something, an at sign, a host with a dot."""
    return _EMAIL.fullmatch(address) is not None


def web_fault(address: str) -> str:
    """What keeps `address` from being one of the web."""
    if not address.startswith(("https://", "http://")):
        return "it does not begin with https://"
    if found := re.search(r"[\s<>\"]", address):
        return "it holds a space" if found.group().isspace() else f"it holds {found.group()}"
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
        (host or ".").removesuffix(".").encode("idna")
    except ValueError:  # UnicodeError is one too
        return "its host or port is impossible"
    if "@" in parts.netloc:
        return "it holds a user's name"
    return "" if host and "%" not in host else "it has no host"


def target_fault(target: str) -> str:
    """The same for the target of a link in a text, which may be an e-mail address or a telephone number too."""
    if not target.startswith(SCHEMES):
        return f"it does not begin with one of {', '.join(SCHEMES)}"
    scheme, _, rest = target.partition(":")
    if scheme == "mailto":
        return "" if is_email(rest.partition("?")[0]) else f"'{rest}' is not an e-mail address"
    if scheme == "tel":
        return "" if _NUMBER.fullmatch(rest) else f"'{rest}' is not a telephone number"
    return web_fault(target)


def doi_address(doi: str) -> str:
    """Where a DOI leads; a # or ? in it belongs to its name."""
    return f"https://doi.org/{quote(doi, safe='/:;()._-')}"
