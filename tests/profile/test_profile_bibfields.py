"""What the fields of a .bib entry become."""

from __future__ import annotations

import pytest
from bib_samples import entry, said, source


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("@article{k, journal={J}}", "journal"),
        ("@inproceedings{k, booktitle={Proc. of X}}", "conference"),
        ("@conference{k, booktitle={Proc. of X}}", "conference"),
        ("@inproceedings{k, booktitle={Third Workshop on X}}", "workshop"),
        ("@incollection{k}", "chapter"),
        ("@inbook{k}", "chapter"),
        ("@book{k}", "book"),
        ("@proceedings{k}", "book"),
        ("@phdthesis{k}", "thesis"),
        ("@mastersthesis{k}", "thesis"),
        ("@thesis{k, type={phdthesis}}", "thesis"),
        ("@techreport{k}", "report"),
        ("@report{k}", "report"),
        ("@dataset{k}", "dataset"),
        ("@software{k}", "software"),
        ("@misc{k}", "other"),
        ("@unpublished{k}", "other"),
        ("@misc{k, eprint={2101.00001}, archiveprefix={arXiv}}", "preprint"),
        ("@online{k, eprint={2101.00001}, eprinttype={arxiv}}", "preprint"),
        ("@article{k, journal={arXiv preprint arXiv:2101.00001}}", "preprint"),
        ("@article{k, journal={J}, eprint={2101.00001}}", "journal"),
        ("@artwork{k}", "other"),
    ],
)
def test_the_type_comes_from_the_entry(written: str, kind: str) -> None:
    assert entry(written)["type"] == kind


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ("title={A}, subtitle={B}", {"title": "A: B"}),
        ("title={A?}, subtitle={B}", {"title": "A? B"}),
        ("journal={J}, journaltitle={K}", {"venue": "K"}),
        ("booktitle={B}, address={Oslo}, venue={Bergen}", {"venue": "B", "location": "Bergen"}),
        ("pages={10--12, 14 -- 15}", {"pages": "10-12, 14-15"}),
        ("pages={S1-S9}", {"pages": "S1-S9"}),
        ("eid={041}", {"pages": "041"}),
        ("number={}, issue=4", {"number": "4"}),
        ("keywords={a, b c; d,, a}", {"tags": ["a", "b c", "d"]}),
        ("note={To appear}", {"status": "To appear"}),
        ("note={(in press)}", {"status": "(in press)"}),
        ("note={Accepted for publication in June}", {"status": "Accepted for publication in June"}),
        ("note={Best Paper Award}", {"note": "Best Paper Award"}),
        ("pubstate={inpress}", {"status": "in press"}),
        ("pubstate={under review}", {"status": "under review"}),
        ("howpublished={Talk at X}", {"venue": "Talk at X"}),
        ("selected={true}", {"selected": "true"}),
        ("editor={Ann Lee and B. Roe}", {"editors": ["Ann Lee", "B. Roe"]}),
    ],
)
def test_a_field_becomes_one_of_a_publication(fields: str, wanted: dict[str, object]) -> None:
    made = entry(f"@misc{{k, {fields}}}")
    assert {name: value for name, value in made.items() if name != "type"} == wanted


def test_a_thesis_and_a_report_say_what_they_are_and_where_from() -> None:
    thesis = entry("@phdthesis{k, school={MIT}}")
    assert (thesis["genre"], thesis["institution"]) == ("Ph.D. thesis", ["MIT"])
    assert entry("@thesis{k, type={mathesis}, institution={MIT}}")["genre"] == "Master’s thesis"
    assert entry("@mastersthesis{k, type={Diploma thesis}}")["genre"] == "Diploma thesis"
    report = entry("@techreport{k, author={A}, institution={INRIA}, number={RR-1}}")
    assert (report["institution"], report["report_number"]) == (["INRIA"], "RR-1")
    assert "number" not in report


def test_the_organization_of_a_paper_is_its_publisher_when_there_is_none() -> None:
    assert entry("@inproceedings{k, organization={PMLR}}")["publisher"] == "PMLR"
    both = entry("@inproceedings{k, organization={ACM SIGPLAN}, publisher={ACM}}")
    assert (both["publisher"], both["institution"]) == ("ACM", ["ACM SIGPLAN"])


def test_what_nobody_wrote_may_be_by_an_organization() -> None:
    assert entry("@manual{k, organization={Tide Group}}") == {"type": "report", "authors": ["Tide Group"]}
    both = entry("@manual{k, organization={Tide Group}, author={Ann Lee}}")
    assert (both["authors"], both["institution"]) == (["Ann Lee"], ["Tide Group"])


def test_an_unknown_command_is_told_at_its_field_and_its_text_kept() -> None:
    made = source("@misc{k,\n  title = {A \\foo{b} c}}")
    assert said(made.rows[0])["title"] == "A b c"
    (fault,) = made.faults
    assert (fault.rule, fault.line, fault.column) == ("unknown-command", 2, 11)
    assert fault.message.startswith("the command \\foo in 'title' is not known")


def test_what_is_not_read_is_not_there() -> None:
    assert entry("@misc{k, abstract={x}, file={y}, isbn={1}, annote={z}, foo={w}}") == {"type": "other"}
