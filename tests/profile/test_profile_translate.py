"""A text in several languages: each document prints one of them, and says where its own is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cvpress.errors import Severity
from cvpress.profile import model
from cvpress.profile.kinds import Award, Publication
from cvpress.profile.languages import LANGUAGES, is_several, nearest
from cvpress.profile.leaves import leaves
from cvpress.profile.model import Profile
from cvpress.profile.tailor import missing_translations, tailor
from cvpress.profile.translate import translated
from cvpress.profile.values import Text, Verbatim

YAML = """\
schema: 1
name: {given: {en: Ada, de: Adelheid}, family: Lovelace}
headline: {en-US: Color, en-GB: Colour, de: Farbe}
contact: {address: [{en: Munich, de: München}, Bayern]}
terms: {advisor: {en: Supervisor, de: Doktorvater}}
sections:
  prizes:
    kind: award
    title: {de: Preise, en: Prizes}
    entries:
      - {en: Medal, de: Medaille}
      - title: Cup
        summary: {de: "Ein *Pokal*", en: "A *cup*"}
        note: plain
  papers:
    kind: publication
    title: {fr: Articles, de: Artikel}
    entries:
      - {title: {de: Über, en: On}, authors: [Ada Lovelace], tags: [de]}
documents:
  us: {template: ruled}
  gb: {template: ruled, language: en-GB, sections: [prizes]}
  de: {template: ruled, language: de, title: {en: CV, de: Lebenslauf}}
  fr: {template: ruled, language: fr, sections: [{section: papers, title: {de: Auswahl, en: Chosen}}]}
"""


@pytest.fixture(scope="module")
def profile() -> Profile:
    return model.parse(YAML.encode(), Path("p.yaml"))


def texts(profile: Profile, document: str) -> list[str]:
    found = [leaf.value for leaf in leaves(tailor(profile, profile.documents[document]))]
    return [value.plain for value in found if isinstance(value, (Text, Verbatim))]


def test_each_document_has_the_texts_of_its_language_alone(profile: Profile) -> None:
    assert texts(profile, "us") == [
        "Ada", "Lovelace", "Color", "Munich", "Bayern", "Prizes", "Medal", "plain", "Cup", "A cup", "Articles", "On",
    ]  # fmt: skip
    assert texts(profile, "de") == [
        "Adelheid", "Lovelace", "Farbe", "München", "Bayern", "Preise", "Medaille", "plain", "Cup", "Ein Pokal",
        "Artikel", "Über",
    ]  # fmt: skip
    assert "Colour" in texts(profile, "gb")
    assert "Color" not in texts(profile, "gb")


def test_the_persons_terms_are_translated(profile: Profile) -> None:
    terms = [tailor(profile, profile.documents[name]).terms.advisor for name in ("us", "de")]
    assert [term.plain for term in terms if term] == ["Supervisor", "Doktorvater"]


def test_a_missing_translation_is_told_at_its_place_and_the_first_printed(profile: Profile) -> None:
    assert missing_translations(profile, profile.documents["de"]) == ()
    (problem,) = missing_translations(profile, profile.documents["us"])
    assert str(problem).startswith("p.yaml:17:12: there is no 'en-US' of this text; its 'fr' is printed: 'Articles'")
    assert (problem.rule, problem.severity) == ("missing-translation", Severity.WARNING)


def test_only_what_the_document_prints_is_asked_for(profile: Profile) -> None:
    assert missing_translations(profile, profile.documents["gb"]) == ()
    told = missing_translations(profile, profile.documents["fr"])
    lines = [problem.spot.line for problem in told if problem.spot]
    assert lines == [2, 3, 4, 5, 24, 19]
    assert "Auswahl" in texts(profile, "fr")


def test_a_document_is_translated_too(profile: Profile) -> None:
    title = translated(profile.documents["de"], "de").title
    assert title is not None
    assert title.plain == "Lebenslauf"


def test_a_model_without_translations_stays_the_same_object() -> None:
    plain = Award.model_validate({"title": "A"})
    assert translated(plain, "de") is plain


def test_the_place_of_an_entry_survives(profile: Profile) -> None:
    (paper,) = tailor(profile, profile.documents["us"]).sections["papers"].entries
    assert isinstance(paper, Publication)
    assert paper.spot is not None
    assert paper.spot.line == 19
    assert paper.title.translations == ()


@pytest.mark.parametrize(
    ("language", "given", "expected"),
    [
        ("en-GB", ("en", "en-US", "en-GB"), "en-GB"),
        ("en-GB", ("en-US", "en"), "en"),
        ("en-GB", ("de", "en-US"), "en-US"),
        ("zh", ("en", "zh-Hant"), "zh-Hant"),
        ("zh", ("en", "ja"), None),
        ("de", (), None),
    ],
)
def test_the_nearest_language(language: str, given: tuple[str, ...], expected: str | None) -> None:
    assert nearest(language, given) == expected


@pytest.mark.parametrize("keys", [("en",), ("en", "tip"), ("en", "xx"), ("title", "note"), ("EN", "DE"), ()])
def test_what_is_no_text_in_several_languages(keys: tuple[str, ...]) -> None:
    assert not is_several(keys)


def test_every_language_of_a_document_may_be_that_of_a_text() -> None:
    assert is_several(LANGUAGES)
