"""Who of an author list is a known person: every form a source gives, and nobody else of the same family name."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvpress.profile import model
from cvpress.profile.matching import Identity, fold, identity
from cvpress.profile.model import Name
from cvpress.profile.nodes import Scalar
from cvpress.profile.tailor import tailor
from cvpress.profile.values import NameParts, Person


def name(**parts: str | list[str]) -> Identity:
    return Name.model_validate(parts).identity


TONG = name(given="Tong", family="Zhao", native="赵彤")
JUNHO = name(given="Jun-Ho", family="Kim")
LUDWIG = name(given="Ludwig", family="van der Berg")
MAEVE = name(given="Maeve", family="O'Brien-Żuk", suffix="Ph.D.")
GABRIEL = name(given="Gabriel", family="García Márquez")
ERIC = name(given="Eric P.", family="Xing")
JUNIOR = name(given="Tong", family="Zhao", suffix="Jr.")


@pytest.mark.parametrize(
    ("person", "written"),
    [
        (TONG, "Tong Zhao"), (TONG, "T. Zhao"), (TONG, "T Zhao"), (TONG, "Zhao, Tong"), (TONG, "Zhao, T."),
        (TONG, "Tong Zhao†"), (TONG, "Zhao T"), (TONG, "TONG ZHAO"), (TONG, "tong zhao"), (TONG, "Tong Q. Zhao"),
        (TONG, "T. Q. Zhao"), (TONG, "Zhao, Tong Q."), (TONG, "赵彤"), (TONG, "赵 彤"), (TONG, "Tong Zhao (赵彤)"),
        (TONG, "赵彤 (Tong Zhao)"), (TONG, "Dr. Tong Zhao"),
        (JUNHO, "Jun-Ho Kim"), (JUNHO, "J.-H. Kim"), (JUNHO, "J. H. Kim"), (JUNHO, "J.H. Kim"), (JUNHO, "JH Kim"),
        (JUNHO, "Kim JH"), (JUNHO, "Jun Ho Kim"), (JUNHO, "Junho Kim"), (JUNHO, "Jun-ho Kim"), (JUNHO, "J. Kim"),
        (JUNHO, "Jun H. Kim"), (JUNHO, "Kim, Jun-Ho"), (JUNHO, "Jun\u2010Ho Kim"),
        (LUDWIG, "Ludwig van der Berg"), (LUDWIG, "L. van der Berg"), (LUDWIG, "van der Berg, Ludwig"),
        (LUDWIG, "Berg, Ludwig van der"), (LUDWIG, "L. Van Der Berg"), (LUDWIG, "L. Berg"), (LUDWIG, "van der Berg L"),
        (MAEVE, "M. O’Brien-Żuk"), (MAEVE, "Maeve O'Brien Zuk"), (MAEVE, "O'Brien-Z\u0307uk, M."),
        (GABRIEL, "G. García Márquez"), (GABRIEL, "García-Márquez, Gabriel"), (GABRIEL, "Gabriel J. Garcia Marquez"),
        (ERIC, "Eric Xing"), (ERIC, "Eric P Xing"), (ERIC, "E. P. Xing"), (ERIC, "E. Xing"), (ERIC, "Eric Poe Xing"),
        (JUNIOR, "Tong Zhao, Jr."), (JUNIOR, "Zhao, Jr., Tong"), (JUNIOR, "Tong Zhao Jr."), (JUNIOR, "Tong Zhao"),
        (name(given="Xiaodan", family="Liang"), "X.-D. Liang"),
        (name(given="Plato"), "Plato"),
        (name(given="云", family="白"), "白云"),
        (name(given="Ann", family="Lee", aliases=["Anna Roe", "Liz Lee"]), "A. Roe"),
        (name(given="Ann", family="Lee", aliases=["Liz Lee"]), "Lee, Liz"),
    ],
)  # fmt: skip
def test_a_person_is_found_in_every_form(person: Identity, written: str) -> None:
    assert person.score(Person(written)) > 0


@pytest.mark.parametrize(
    ("person", "written"),
    [
        (TONG, "Tian Zhao"), (TONG, "Zhao, Tian"), (TONG, "Tong Zhang"), (TONG, "Zhao"), (TONG, "Tong"),
        (TONG, "Zhao Tong"), (TONG, "W. Zhao"), (TONG, "Q. T. Zhao"), (TONG, "T.-Q. Zhao"), (TONG, "Tong-Yu Zhao"),
        (TONG, "Tongyu Zhao"), (TONG, "T. Zhao-Lee"), (TONG, "T. Lee Zhao Roe"), (TONG, "赵铜"), (TONG, "et al."),
        (JUNHO, "J.-K. Kim"), (JUNHO, "Jun Kim"), (JUNHO, "Jin-Ho Kim"), (JUNHO, "Jun-Hee Kim"), (JUNHO, "JK Kim"),
        (LUDWIG, "L. van Berg"), (LUDWIG, "Lukas van der Berg"), (LUDWIG, "K. Berg"),
        (ERIC, "Eric Q. Xing"), (ERIC, "E. Q. Xing"),
        (JUNIOR, "Tong Zhao Sr."),
        (name(given="Hao", family="Zhang", aliases=["H. Zhang"]), "Hang Zhang"),
    ],
)  # fmt: skip
def test_nobody_else_is(person: Identity, written: str) -> None:
    assert person.score(Person(written)) == 0


@pytest.mark.parametrize(
    ("authors", "place"),
    [
        (["T. Zhao", "Tong Zhao"], 1),
        (["Tong Zhao", "T. Zhao"], 0),
        (["Tian Zhao", "T. Zhao"], 1),
        (["T. Zhao", "Tong Q. Zhao"], 1),
        (["T. Q. Zhao", "T. Zhao"], 1),
        (["T. Zhao", "A. B", "T. Zhao"], None),
        (["Tian Zhao", "A. B"], None),
        ([], None),
    ],
)
def test_of_a_list_at_most_one_is_the_person_the_one_named_most_fully(authors: list[str], place: int | None) -> None:
    assert TONG.among([Person(author) for author in authors]) == place


def test_a_listed_alias_is_certain_but_no_match_for_the_full_name() -> None:
    listed = name(given="Tong", family="Zhao", aliases=["T. Zhao"])
    assert listed.among([Person("T. Zhao"), Person("Tong Zhao")]) == 1
    assert listed.among([Person("T. Zhao"), Person("T. Zhao")]) == 0


def test_parts_that_the_source_gave_win_over_the_printed_form() -> None:
    group = Person("Tong Zhao", parts=NameParts("", "", "Tong Zhao Laboratory"))
    inverted = Person("Zhao Tong", parts=NameParts("Tong", "", "Zhao"))
    assert TONG.among([inverted]) == 0
    assert identity(NameParts("Zhao", "", "Tong")).among([inverted]) is None
    assert TONG.score(Person("T. Laboratory", parts=group.parts)) == 0


def test_a_name_given_in_several_languages_is_found_in_each_whatever_the_document() -> None:
    text = (
        "schema: 1\nname: {given: {en: Catherine, de: Katharina, zh: 雪云}, family: {en: Bai, de: Bai, zh: 白}}\n"
        "sections: {}\ndocuments: {cv: {template: ruled}, lebenslauf: {template: ruled, language: de}}\n"
    )
    profile = model.parse(text.encode(), Path("p.yaml"))
    tailored = [tailor(profile, document) for document in profile.documents.values()]
    for found in (one.name.identity for one in (profile, *tailored)):
        scores = [found.score(Person(written)) for written in ("Catherine Bai", "K. Bai", "白雪云", "Doris Bai")]
        assert [score > 0 for score in scores] == [True, True, True, False]


@given(st.text(max_size=30))
def test_any_text_can_be_asked_for(text: str) -> None:
    assert TONG.score(Person(Scalar(text, None))) >= 0  # type: ignore[arg-type]  # the place is not looked at


@given(st.sampled_from("ÀÉÖŻçñøłåőİßđ"))
def test_accents_are_the_same_composed_and_decomposed(letter: str) -> None:
    assert fold(letter) == fold(unicodedata.normalize("NFD", letter))
    assert fold(letter).isascii()
