"""Contacts -> what a template prints in its header, in order: address, phones, e-mails, homepage, accounts.

Every contact carries its word ("Phone", "GitHub"): an icon alone says nothing to a text reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cvpress.profile.markup import Link, Nodes, styled, text
from cvpress.profile.model import Contact
from cvpress.profile.networks import NETWORKS
from cvpress.typeset.typography import unbreakable
from cvpress.typeset.words import Words


@dataclass(frozen=True, slots=True)
class ContactView:
    """`kind` is address, phone, email, homepage or the key of a network; `label` its word; `value` what is printed.

    `written` is an account as its web address, which parsers take for a link; empty for all else.
    """

    kind: str
    label: Nodes
    value: Nodes
    written: Nodes = ()


def contacts(contact: Contact, words: Words) -> tuple[ContactView, ...]:
    """All contacts in print order."""
    return tuple(_contacts(contact, words))


def _contacts(contact: Contact, words: Words) -> Iterator[ContactView]:
    for line in contact.address:
        yield ContactView("address", (), line.nodes)
    for phone in contact.phones:
        number = styled("nobreak", text(unbreakable(phone.plain)))
        yield ContactView("phone", text(words.terms["phone"]), (Link(number, phone_target(phone.plain)),))
    for email in contact.emails:
        address = styled("nobreak", email.nodes)
        yield ContactView("email", text(words.terms["email"]), (Link(address, email.target),))
    if contact.homepage:
        shown = styled("url", text(contact.homepage.shown))
        yield ContactView("homepage", text(words.terms["homepage"]), (Link(shown, contact.homepage.target),))
    for name, network in NETWORKS.items():
        account = getattr(contact.profiles, name) if contact.profiles else None
        if account:
            target = network.address.format(account.plain)
            account_link = Link(styled("nobreak", account.nodes), target)
            written = Link(styled("url", text(re.sub(r"^https://(www\.)?", "", target))), target)
            yield ContactView(name, text(network.label), (account_link,), (written,))


def phone_target(number: str) -> str:
    """The tel: URI of a printed number (RFC 3966: digits, a leading plus, an extension).

    The zero of "+49 (0)30" is dialled only without the country's code.
    """
    main, _, extension = re.sub(r"(?i)\s*(?:extension|ext\.?|x)\s*(?=\d)", ";", number).partition(";")
    plus = "+" if main.strip().startswith("+") else ""
    digits = re.sub("[^0-9]", "", main.replace("(0)", "") if plus else main)
    inner = re.sub("[^0-9]", "", extension)
    return f"tel:{plus}{digits};ext={inner}" if inner else f"tel:{plus}{digits}"
