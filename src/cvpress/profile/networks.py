"""Accounts that a CV lists: the name a reader knows, and how an account becomes an address. A network is a row."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic_core import PydanticCustomError

from cvpress.profile.base import Model
from cvpress.profile.nodes import Scalar
from cvpress.profile.reading import Reading
from cvpress.profile.values import Verbatim, as_text


@dataclass(frozen=True, slots=True)
class Network:
    """`label` is printed in front of the account: an icon alone would say nothing to a text reader."""

    label: str
    address: str


NETWORKS: dict[str, Network] = {
    "github": Network("GitHub", "https://github.com/{}"),
    "gitlab": Network("GitLab", "https://gitlab.com/{}"),
    "google_scholar": Network("Google Scholar", "https://scholar.google.com/citations?user={}"),
    "orcid": Network("ORCID", "https://orcid.org/{}"),
    "linkedin": Network("LinkedIn", "https://www.linkedin.com/in/{}"),
    "dblp": Network("DBLP", "https://dblp.org/pid/{}"),
    "researchgate": Network("ResearchGate", "https://www.researchgate.net/profile/{}"),
    "x": Network("X", "https://x.com/{}"),
    "bluesky": Network("Bluesky", "https://bsky.app/profile/{}"),
}


def orcid_checks(account: str) -> bool:
    """Whether an ORCID iD has its form and its last character is the check digit of ISO 7064 MOD 11-2."""
    if not re.fullmatch(r"(?:[0-9]{4}-){3}[0-9]{3}[0-9X]", account):
        return False
    total = 0
    for digit in account.replace("-", "")[:-1]:
        total = (total + int(digit)) * 2
    return "0123456789X"[(12 - total % 11) % 11] == account[-1]


def _account(value: object) -> Verbatim:
    account = as_text(value, "the name of an account").strip()
    if not re.fullmatch(
        r"[^\s@:?#][^\s:?#]*", account
    ):  # an address or an @handle: it would be put into an address once more
        context = {"account": account, "advice": "write the account alone, without its address and without @"}
        raise PydanticCustomError("account", "'{account}' is not the name of an account", context)
    return Verbatim(account, value.spot if isinstance(value, Scalar) else None)


def _orcid(value: object) -> Verbatim:
    account = _account(value)
    if not orcid_checks(account.plain):
        context = {"account": account.plain, "advice": "copy it from your ORCID page: 0000-0002-1825-0097 is one"}
        raise PydanticCustomError("account", "'{account}' is not an ORCID iD", context)
    return account


_TEXT = {"type": ["string", "number"]}
AccountField = Annotated[Verbatim, Reading(_account, _TEXT)]
OrcidField = Annotated[Verbatim, Reading(_orcid, _TEXT)]


class Accounts(Model):
    """One account a network; the fields are the keys of NETWORKS, in the order in which they print."""

    noun = "contact.profiles"
    github: AccountField | None = None
    gitlab: AccountField | None = None
    google_scholar: AccountField | None = None
    orcid: OrcidField | None = None
    linkedin: AccountField | None = None
    dblp: AccountField | None = None
    researchgate: AccountField | None = None
    x: AccountField | None = None
    bluesky: AccountField | None = None
