"""Accounts: a row and a field for each network, and nothing that would not become an address."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profile_samples import SMALLEST, problems, profile

from cvpress.profile.address import web_fault
from cvpress.profile.networks import NETWORKS, Accounts, orcid_checks


def of(network: str, account: str) -> str:
    return SMALLEST.replace("sections:", f"contact: {{profiles: {{{network}: '{account}'}}}}\nsections:")


def test_every_network_is_a_field_and_every_field_a_network() -> None:
    assert tuple(Accounts.model_fields) == tuple(NETWORKS)


@pytest.mark.parametrize("network", NETWORKS)
def test_an_account_becomes_a_web_address(tmp_path: Path, network: str) -> None:
    account = "0000-0002-1825-0097" if network == "orcid" else "12/ada-lovelace_1.x"
    accounts = profile(tmp_path, of(network, account)).contact.profiles
    assert getattr(accounts, network).plain == account
    assert web_fault(NETWORKS[network].address.format(account)) == ""


@pytest.mark.parametrize(
    "account", ["https://github.com/ada", "github.com/ada?x", "@ada", "ada lovelace", "ada#x", " "]
)
@pytest.mark.parametrize("network", ["github", "x", "orcid"])
def test_what_is_no_account_is_refused(tmp_path: Path, network: str, account: str) -> None:
    assert len(problems(tmp_path, of(network, account))) == 1


@pytest.mark.parametrize("account", ["0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X"])
def test_published_orcid_ids_check(account: str) -> None:
    assert orcid_checks(account)


@given(st.from_regex(r"([0-9]{4}-){3}[0-9]{3}", fullmatch=True), st.integers(0, 17), st.integers(1, 9))
def test_one_wrong_digit_of_an_orcid_is_found(digits: str, at: int, step: int) -> None:
    (right,) = [digits + last for last in "0123456789X" if orcid_checks(digits + last)]
    if digits[at] != "-":
        wrong = f"{digits[:at]}{(int(digits[at]) + step) % 10}{digits[at + 1 :]}{right[-1]}"
        assert not orcid_checks(wrong)
