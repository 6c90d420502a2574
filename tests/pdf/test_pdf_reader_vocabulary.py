"""The words by which a reader knows heads, jobs, degrees and places."""

from __future__ import annotations

import pytest

from cvpress.pdf.reader.vocabulary import AROUND_HEADS, DEGREES, EMPLOYERS, SCHOOLS, SECTIONS, TITLES, section_of, words


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("Experience", "experience"),
        ("WORK EXPERIENCE", "experience"),
        ("Academic Appointments", "experience"),
        ("Education", "education"),
        ("Selected Publications", "publications"),
        ("Honors & Awards", "awards"),
        ("📝 Selected Publications", "publications"),
        ("2. Education", None),
        ("E D U C A T I O N", None),
        ("News", None),
        ("Experience with boats", None),
        ("Selected", None),
        ("Work and academic and other research experience", None),
        ("", None),
    ],
)
def test_a_head_is_made_of_common_words(head: str, kind: str | None) -> None:
    assert section_of(head) == kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ph.D. in Robotics", ("phd", "in", "robotics")),
        ("Harbor Robotics Inc.", ("harbor", "robotics", "inc")),
        ("C++/Rust_1", ("c", "rust", "1")),
        ("O'Brien-Żuk", ("o", "brien", "żuk")),
    ],
)
def test_words_are_bare_and_abbreviations_whole(text: str, expected: tuple[str, ...]) -> None:
    assert words(text) == expected


def test_the_vocabulary_is_written_as_it_is_looked_up() -> None:
    listed = (*SECTIONS, *AROUND_HEADS, *TITLES, *DEGREES, *EMPLOYERS, *SCHOOLS)
    assert [word for word in listed if words(word) != (word,)] == []
