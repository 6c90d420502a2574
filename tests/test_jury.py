"""`--jury`: other readers are asked only then, what they say is a warning, and too few of them are an error."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from workshop import Workshop, with_fakes

from cvpress import jury, order
from cvpress.build import build
from cvpress.errors import ToolError
from cvpress.order import Order
from cvpress.pdf import readers as module
from cvpress.pdf.readers import Reader
from cvpress.prepare import Press
from cvpress.report import Result
from cvpress.run import check_all, press


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    made = with_fakes(tmp_path)
    made.profile()
    made.prints()
    return made


def pressed(shop: Workshop, asked: bool) -> tuple[Press, Order]:
    made = press(shop.root / "profiles", shop.root / "build", shop.environment, 1_700_000_000)
    made = replace(made, jury=asked)
    return made, order.order(made.profiles, made.roots, [], None, None)


def rules(result: Result) -> list[str]:
    return [problem.rule for problem in result.problems if problem.rule in ("jury", "lost-text")]


def test_a_build_asks_only_when_it_is_told_to_and_keeps_no_verdict(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "readers", lambda _env: (Reader("blind", lambda _pdf: ("Ada Lovelace",)),))
    quiet, ordered = pressed(shop, asked=False)
    loud = replace(quiet, jury=True)
    (job,) = ordered.jobs
    first = build(loud, job)
    assert (first.state, first.exit_code) == ("built", 0)
    assert set(rules(first)) == {"jury"}
    assert rules(build(quiet, job)) == []
    again = build(loud, job)
    assert again.state == "unchanged"
    assert rules(again) == rules(first)


def test_a_check_asks_them_too(shop: Workshop) -> None:
    asked, ordered = pressed(shop, asked=True)
    assert rules(build(asked, ordered.jobs[0])) == []
    (checked,) = check_all(asked, ordered)
    assert (checked.state, rules(checked)) == ("checked", [])


def test_a_jury_of_one_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    jury.summon({"PATH": str(tmp_path)})  # pdfminer.six is a requirement of the tests
    monkeypatch.setattr(module, "find_spec", lambda _name: None)
    with pytest.raises(ToolError, match="only pypdf") as caught:
        jury.summon({"PATH": str(tmp_path)})
    assert "cvpress[jury]" in str(caught.value)
    assert "poppler-utils" in str(caught.value)
