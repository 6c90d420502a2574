"""What is kept of a person is read back as it was, and written only when it is another."""

from __future__ import annotations

from pathlib import Path

from cvpress import recalled
from cvpress.plan import Item, Plan
from cvpress.recalled import Known

PLAN = Plan(
    (Item("cv", "Ünal_CV.pdf", "ruled"), Item("short", "short.pdf", "refs")), (Item("all", "all.pdf", "", ("cv",)),)
)
KNOWN = Known(
    "2026-11-20",
    "2027-01-01",
    {"epoch": None, "roots": ["/templates"]},
    {"profile.yaml": "1", "letters/\udce4.md": "2"},
    {"/templates/ruled": {"ruled.sty": "3"}, "/templates/none": {}},
    PLAN,
    {"cv": "4", "all": "5"},
    {"all": {"cv": "6"}},
)


def test_it_is_read_back_as_it_was(tmp_path: Path) -> None:
    recalled.write(tmp_path, "ada", KNOWN)
    assert recalled.read(tmp_path, "ada") == KNOWN
    assert recalled.read(tmp_path, "bob") is None


def test_the_same_is_not_written_again(tmp_path: Path) -> None:
    recalled.write(tmp_path, "ada", KNOWN)
    (file,) = tmp_path.rglob("ada.json")
    before = file.stat().st_ino
    recalled.write(tmp_path, "ada", KNOWN)
    assert file.stat().st_ino == before


def test_a_packet_hangs_on_the_templates_of_its_documents() -> None:
    cv, short, both = *PLAN.documents, Item("both", "both.pdf", "", ("cv", "short", "other.pdf"))
    assert [PLAN.templates(one) for one in (cv, short, both)] == [("ruled",), ("refs",), ("ruled", "refs")]
    assert PLAN.parts(both) == (cv, short)
    assert PLAN.parts(cv) == ()
