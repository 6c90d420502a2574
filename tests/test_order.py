"""What was asked for becomes jobs, or one clear refusal that lists what there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress import order, paths
from cvpress.errors import ProfileError
from cvpress.order import Order

ROOTS = (paths.bundled_templates(),)
PROFILE = """\
schema: 1
name: {{given: {given}}}
sections:
  work: {{kind: item, entries: [Something]}}
documents:
{documents}
"""


@pytest.fixture
def profiles(tmp_path: Path) -> Path:
    """Ada with a cv, a statement and a packet; Bob with a cv."""
    write(tmp_path, "ada", "  cv: {template: ruled}\n  statement: {template: ruled}\npackets: {all: [statement, cv]}")
    write(tmp_path, "bob", "  cv: {template: moderncv-classic}")
    return tmp_path / "profiles"


def write(folder: Path, person: str, documents: str) -> Path:
    path = folder / "profiles" / person / "profile.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(PROFILE.format(given=person.title(), documents=documents), encoding="utf-8")
    return path


def names(ordered: Order) -> list[str]:
    jobs = [f"{job.person}/{job.name} {job.template_name}" for job in ordered.jobs]
    return [*jobs, *(f"{binding.person}/{binding.name}" for binding in ordered.bindings)]


def asked(
    profiles: Path,
    *persons: str,
    document: str | None = None,
    template: str | None = None,
    packets_only: bool = False,
) -> Order:
    return order.order(profiles, ROOTS, persons, document, template, packets_only=packets_only)


def refused(
    profiles: Path,
    *persons: str,
    document: str | None = None,
    template: str | None = None,
    packets_only: bool = False,
) -> list[str]:
    with pytest.raises(ProfileError) as caught:
        asked(profiles, *persons, document=document, template=template, packets_only=packets_only)
    return [str(problem) for problem in caught.value.problems]


def test_without_names_it_is_everything_of_everybody(profiles: Path) -> None:
    assert names(asked(profiles)) == ["ada/cv ruled", "ada/statement ruled", "bob/cv moderncv-classic", "ada/all"]


def test_names_choose(profiles: Path) -> None:
    assert names(asked(profiles, "bob")) == ["bob/cv moderncv-classic"]
    assert names(asked(profiles, "bob", "ada", "bob", document="cv")) == ["bob/cv moderncv-classic", "ada/cv ruled"]
    assert names(asked(profiles, document="all")) == ["ada/all"]
    assert names(asked(profiles, document="statement")) == ["ada/statement ruled"]


def test_a_template_asked_for_wins(profiles: Path) -> None:
    assert names(asked(profiles, "bob", template="ruled")) == ["bob/cv ruled"]
    (binding,) = asked(profiles, template="moderncv-banking").bindings
    assert [job.template_name for job in binding.jobs] == ["moderncv-banking"] * 2


def test_for_merging_only_packets_count(profiles: Path) -> None:
    assert names(asked(profiles, packets_only=True)) == ["ada/all"]
    assert refused(profiles, document="cv", packets_only=True) == ["nobody has a packet 'cv'; the packets are: all"]
    assert refused(profiles, "bob", document="all", packets_only=True) == ["bob has no packet 'all'; none is defined"]


def test_an_unknown_person_is_refused_with_those_there_are(profiles: Path) -> None:
    assert refused(profiles, "bib", "xyz") == [
        f"there is no profile of 'bib' in {profiles}; did you mean 'bob'?",
        f"there is no profile of 'xyz' in {profiles}; there are: ada, bob",
    ]


def test_an_unknown_document_is_refused_with_those_there_are(profiles: Path) -> None:
    assert refused(profiles, document="xyz") == ["nobody has a document 'xyz'; the documents are: cv, statement, all"]
    assert refused(profiles, "bob", "ada", document="statement") == [
        "bob has no document 'statement'; the documents are: cv"
    ]


def test_an_unknown_template_is_refused_with_those_there_are(profiles: Path) -> None:
    (told,) = refused(profiles, template="xyz")
    assert "there is no template 'xyz'" in told
    assert "homepage, ledger, margin-years, moderncv-banking, moderncv-classic, onepage, refs, ruled" in told


def test_a_folder_without_profiles_says_how_to_begin(tmp_path: Path) -> None:
    assert refused(tmp_path / "profiles") == [
        f"there is no folder {tmp_path}/profiles; "
        "run this where that folder is, name it with --profiles, or begin with 'new'"
    ]
    (tmp_path / "profiles" / "ada").mkdir(parents=True)
    assert refused(tmp_path / "profiles") == [
        f"{tmp_path}/profiles holds no profile; write {tmp_path}/profiles/<person>/profile.yaml, or let 'new' write one"
    ]


def test_a_missing_profile_is_an_unknown_person(profiles: Path) -> None:
    (profiles / "cyd").mkdir()
    assert refused(profiles, "cyd") == [f"there is no profile of 'cyd' in {profiles}; there are: ada, bob"]


@pytest.mark.parametrize("name", [".work", "a\nb", "a\x1bb"])
def test_a_folder_that_cannot_name_a_person_is_refused(profiles: Path, tmp_path: Path, name: str) -> None:
    write(tmp_path, name, "  cv: {template: ruled}")
    assert refused(profiles) == [
        f"{name!r} cannot name a person; rename the folder: letters, digits and hyphens do best"
    ]


def test_a_broken_profile_is_a_failed_result_and_the_others_stand(profiles: Path, tmp_path: Path) -> None:
    write(tmp_path, "ada", "  cv: {template: ruled, colour: red}")
    ordered = asked(profiles)
    assert names(ordered) == ["bob/cv moderncv-classic"]
    (broken,) = ordered.broken
    assert (broken.name, broken.exit_code) == ("ada/*", 2)
    assert "'colour' is not a field of a document" in str(broken.problems[0])
    assert asked(profiles, document="statement").broken  # who knows what ada would have


def test_two_documents_that_become_one_file_by_the_template_asked_for_are_refused(
    profiles: Path, tmp_path: Path
) -> None:
    documents = (
        '  cv: {template: ruled, filename: "{template}"}\n  brief: {template: moderncv-classic, filename: "{template}"}'
    )
    write(tmp_path, "ada", documents)
    assert not asked(profiles, "ada").broken
    (broken,) = asked(profiles, "ada", template="moderncv-banking").broken
    assert broken.problems[0].message == "'brief' and 'cv' would both be written to moderncv-banking.pdf"
    assert broken.problems[0].spot is not None
    assert broken.problems[0].spot.line == 7


def test_nothing_but_what_was_asked_for_is_read(profiles: Path, tmp_path: Path) -> None:
    write(tmp_path, "ada", "  : :")
    assert asked(profiles, "bob").broken == ()


def test_messages_name_a_profile_below_as_seen_from_here(
    profiles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "ada", "  cv: {template: ruled, colour: red}")

    def place() -> str:
        spot = asked(profiles, "ada").broken[0].problems[0].spot
        assert spot
        return str(spot.file)

    monkeypatch.chdir(tmp_path)
    assert place() == "profiles/ada/profile.yaml"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert place() == f"{profiles}/ada/profile.yaml"
