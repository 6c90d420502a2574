"""DOI, arXiv id and address of .bib entries."""

from __future__ import annotations

import pytest
from bib_samples import entry, said, source


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ("doi={10.1000/a_b}", {"doi": "10.1000/a_b"}),
        ("doi={https://doi.org/10.1000/a\\_b}", {"doi": "10.1000/a_b"}),
        ("doi={http://dx.doi.org/10.1000/a}", {"doi": "10.1000/a"}),
        ("doi={doi:10.1000/a}, url={https://doi.org/10.1000/A}", {"doi": "10.1000/a"}),
        ("doi={10.1002/(SICI)1096:4<3::AID>3.0.CO;2-P}", {"doi": "10.1002/(SICI)1096:4<3::AID>3.0.CO;2-P"}),
        ("doi={10.48550/arXiv.2101.00001}", {"arxiv": "2101.00001"}),
        ("eprint={2101.00001v2}, archiveprefix={arXiv}, primaryclass={cs.LG}", {"arxiv": "2101.00001v2"}),
        ("eprint={math/0307200}, eprinttype={arxiv}", {"arxiv": "math/0307200"}),
        ("eprint={arXiv:2101.00001 [cs.LG]}", {"arxiv": "2101.00001"}),
        ("journal={arXiv preprint arXiv:2101.00001}", {"arxiv": "2101.00001"}),
        ("journal={arXiv e-prints}, eprint={2101.00001}", {"arxiv": "2101.00001"}),
        ("journal={CoRR}, volume={abs/2101.00001}", {"arxiv": "2101.00001"}),
        ("howpublished={arXiv:2101.00001}", {"arxiv": "2101.00001"}),
        ("url={https://arxiv.org/abs/2101.00001}", {"arxiv": "2101.00001"}),
        ("eprint={2101.00001}, url={http://arxiv.org/pdf/2101.00001v3.pdf}", {"arxiv": "2101.00001"}),
        ("url={https://example.org/~a\\_b}", {"url": "https://example.org/~a_b"}),
        ("url={www.example.org/a}", {"url": "https://www.example.org/a"}),
        ("howpublished={\\url{https://example.org/a%20b}}", {"url": "https://example.org/a%20b"}),
        ("note={Available at: \\url{https://example.org}}", {"url": "https://example.org"}),
        ("eprint={3170}, eprinttype={jstor}", {"url": "https://www.jstor.org/stable/3170"}),
        ("journal={J. of arXiv Studies}", {"venue": "J. of arXiv Studies"}),
    ],
)
def test_what_identifies_an_entry_is_found_once(fields: str, wanted: dict[str, str]) -> None:
    made = entry(f"@misc{{k, {fields}}}")
    assert {name: value for name, value in made.items() if name != "type"} == wanted


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("doi={see the web}", "'seetheweb' is not a DOI; it is left out"),
        ("url={ftp://example.org/a}", "'ftp://example.org/a' is not a web address; it is left out"),
    ],
)
def test_what_is_no_identifier_is_told_and_left_out(field: str, message: str) -> None:
    made = source(f"@misc{{k, {field}}}")
    assert [fault.message for fault in made.faults] == [message]
    assert said(made.rows[0]) == {"type": "other"}
