"""Web addresses without encryption."""

from __future__ import annotations

from review_samples import found, listed


def test_an_address_without_encryption_is_told_once_with_its_places() -> None:
    text = listed(
        "award",
        "{title: A, url: 'http://example.org/a'}",
        "{title: B, url: 'https://example.org/b', links: [{label: l, url: 'http://example.org/l'}]}",
        "'[words](http://example.org/a) and [safe](https://example.org/a)'",
    )
    assert found(text) == [
        "7:25 plain-http: the address 'http://example.org/a' is not https (also line 9)",
        "8:74 plain-http: the address 'http://example.org/l' is not https",
    ]


def test_encrypted_addresses_and_other_schemes_are_not_told() -> None:
    assert (
        found(listed("award", "{title: A, url: 'https://example.org/http://x'}", "'[m](mailto:a@example.org)'")) == []
    )
