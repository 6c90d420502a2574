"""Contacts: their order, their words, their links."""

from __future__ import annotations

import pytest

from cvpress.profile.markup import Link, plain, targets
from cvpress.profile.model import Contact, Terms
from cvpress.profile.networks import NETWORKS, Accounts
from cvpress.typeset.header import ContactView, contacts, phone_target
from cvpress.typeset.words import AMERICAN, words

FULL = {
    "profiles": {"orcid": "0000-0002-1825-0097", "github": "ada"},
    "homepage": "https://example.org/~ada/",
    "emails": ["ada@example.org", "a_l@example.net"],
    "phone": ["+1 412 555 0100"],
    "address": ["1 Example Street", "Springfield"],
}


def made(**fields: object) -> tuple[ContactView, ...]:
    return contacts(Contact.model_validate(fields), AMERICAN)


def test_contacts_stand_in_print_order_whatever_the_order_of_the_yaml() -> None:
    kinds = [contact.kind for contact in made(**FULL)]
    assert kinds == ["address", "address", "phone", "email", "email", "homepage", "github", "orcid"]


def test_each_contact_but_an_address_carries_its_word() -> None:
    labels = [plain(contact.label) for contact in made(**FULL)]
    assert labels == ["", "", "Phone", "Email", "Email", "Homepage", "GitHub", "ORCID"]


def test_what_is_printed_and_where_it_leads() -> None:
    shown = [(plain(contact.value), *targets(contact.value)) for contact in made(**FULL)]
    assert shown == [
        ("1 Example Street",),
        ("Springfield",),
        ("+1\u00a0412\u00a0555\u00a00100", "tel:+14125550100"),
        ("ada@example.org", "mailto:ada@example.org"),
        ("a_l@example.net", "mailto:a_l@example.net"),
        ("example.org/~ada/", "https://example.org/~ada/"),
        ("ada", "https://github.com/ada"),
        ("0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097"),
    ]


def test_accounts_and_nothing_else_can_be_written_as_addresses_that_lead_there() -> None:
    written = [(plain(contact.written), *targets(contact.written)) for contact in made(**FULL) if contact.written]
    assert written == [
        ("github.com/ada", "https://github.com/ada"),
        ("orcid.org/0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097"),
    ]
    (linkedin,) = made(profiles={"linkedin": "ada"})
    assert plain(linkedin.written) == "linkedin.com/in/ada"


def test_no_contacts_are_nothing() -> None:
    assert made() == ()


def test_the_words_are_the_persons() -> None:
    own = contacts(Contact.model_validate({"phone": ["1"]}), words("en-US", Terms(phone="Telephone")))
    assert plain(own[0].label) == "Telephone"


@pytest.mark.parametrize("name", NETWORKS)
def test_every_network_of_the_model_is_printed_with_a_link(name: str) -> None:
    account = "0000-0002-1825-0097" if name == "orcid" else "someone"
    (contact,) = made(profiles={name: account})
    assert contact.kind == name
    assert plain(contact.label) == NETWORKS[name].label
    assert isinstance(contact.value[0], Link)
    assert contact.value[0].target == NETWORKS[name].address.format(account)


def test_networks_and_the_fields_of_the_model_are_the_same() -> None:
    assert list(NETWORKS) == list(Accounts.model_fields)


@pytest.mark.parametrize(
    ("printed", "target"),
    [
        ("(412) 555-0100", "tel:4125550100"),
        ("+1 412 555 0100", "tel:+14125550100"),
        ("+49 (0)30 555 0100", "tel:+49305550100"),
        ("(0)30 555 0100", "tel:0305550100"),
        ("+1 412 555 0100 ext. 12", "tel:+14125550100;ext=12"),
        ("412.555.0100 x7", "tel:4125550100;ext=7"),
        ("+1 412 555 0100 extension 3", "tel:+14125550100;ext=3"),
    ],
)
def test_a_phone_number_leads_to_what_is_dialled(printed: str, target: str) -> None:
    assert phone_target(printed) == target
