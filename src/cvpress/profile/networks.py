"""Accounts that a CV lists: the name a reader knows, and how an account becomes an address. A network is a row."""

from __future__ import annotations

from dataclasses import dataclass

from cvpress.profile.base import Model
from cvpress.profile.values import VerbatimField


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


class Accounts(Model):
    """One account a network; the fields are the keys of NETWORKS, in the order in which they print."""

    noun = "contact.profiles"
    github: VerbatimField | None = None
    gitlab: VerbatimField | None = None
    google_scholar: VerbatimField | None = None
    orcid: VerbatimField | None = None
    linkedin: VerbatimField | None = None
    dblp: VerbatimField | None = None
    researchgate: VerbatimField | None = None
    x: VerbatimField | None = None
    bluesky: VerbatimField | None = None
