"""Tasks done by worker processes: in order, by whom, and what becomes of those that fail. No TeX, no documents."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from cvpress import pool
from cvpress.errors import Problem, ProfileError, Spot
from cvpress.pool import Method, Tasks, working
from cvpress.profile.nodes import Made, Scalar


@dataclass(frozen=True, slots=True)
class Piece:
    number: int
    process: int
    parts: tuple[int, ...] = ()


@pytest.fixture(params=["fork", "spawn"])
def method(request: pytest.FixtureRequest) -> Method:
    if request.param == "fork" and pool.safe_method() != "fork":
        pytest.skip("this process has threads: it must not fork")
    chosen: Method = request.param
    return chosen


def tasks(
    work: Callable[[int, tuple[Piece, ...]], Piece], *needs: tuple[int, ...], begun: list[int] | None = None
) -> Tasks[Piece]:
    def lost(number: int, end: str) -> Piece:
        return Piece(number, -int(end.removeprefix("signal ")))

    return Tasks(needs, work, begun.append if begun is not None else lambda _number: None, lost)


def simply(number: int, parts: tuple[Piece, ...]) -> Piece:
    return Piece(number, os.getpid(), tuple(part.number for part in parts))


@dataclass(frozen=True, slots=True)
class Meeting:
    """Each task waits until the file of the other one is there: one after the other they would wait for ever."""

    folder: Path

    def __call__(self, number: int, _parts: tuple[Piece, ...]) -> Piece:
        (self.folder / str(number)).touch()
        await_(self.folder / str(1 - number))
        return Piece(number, os.getpid())


@dataclass(frozen=True, slots=True)
class Backwards:
    """A task is done when the next one is."""

    folder: Path
    last: int

    def __call__(self, number: int, _parts: tuple[Piece, ...]) -> Piece:
        if number < self.last:
            await_(self.folder / str(number + 1))
        (self.folder / str(number)).touch()
        return Piece(number, os.getpid())


@dataclass(frozen=True, slots=True)
class Held:
    """The first task is done at once, others when they may."""

    folder: Path

    def __call__(self, number: int, _parts: tuple[Piece, ...]) -> Piece:
        if number:
            await_(self.folder / "go")
        return Piece(number, os.getpid())


def await_(path: Path) -> None:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline, f"{path.name} never came"
        time.sleep(0.005)


def badly(number: int, parts: tuple[Piece, ...]) -> Piece:
    if number == 1:
        raise ZeroDivisionError("so it is")
    return simply(number, parts)


class OddError(Exception):
    """Pickle can make none of it."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def oddly(_number: int, _parts: tuple[Piece, ...]) -> Piece:
    raise OddError(1, 2)


def killed(number: int, parts: tuple[Piece, ...]) -> Piece:
    if number % 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return simply(number, parts)


def test_two_tasks_are_done_at_the_same_time(tmp_path: Path, method: Method) -> None:
    with working(tasks(Meeting(tmp_path), (), ()), 2, method) as results:
        made = list(results)
    assert [one.number for one in made] == [0, 1]
    assert len({os.getpid(), *(one.process for one in made)}) == 3


def test_results_come_in_order_whichever_is_done_first(tmp_path: Path, method: Method) -> None:
    with working(tasks(Backwards(tmp_path, 2), (), (), ()), 3, method) as results:
        assert [one.number for one in results] == [0, 1, 2]


def test_a_result_comes_while_later_ones_are_at_work(tmp_path: Path, method: Method) -> None:
    with working(tasks(Held(tmp_path), (), ()), 2, method) as results:
        assert next(results).number == 0
        (tmp_path / "go").touch()
        assert next(results).number == 1


def test_a_task_gets_the_results_that_it_needs(method: Method) -> None:
    begun: list[int] = []
    with working(tasks(simply, (), (), (0, 1), (2,), begun=begun), 2, method) as results:
        assert [one.parts for one in results] == [(), (), (0, 1), (2,)]
    assert begun == [0, 1, 2, 3]


def test_no_more_workers_than_tasks_or_than_asked_for_and_none_for_one(method: Method) -> None:
    for count, most, expected in ((5, 2, 2), (2, 5, 2)):
        with working(tasks(simply, *[()] * count), most, method) as results:
            processes = {one.process for one in results}
        assert os.getpid() not in processes
        assert len(processes) <= expected
    for count, most in ((1, 5), (3, 1)):
        with working(tasks(simply, *[()] * count), most, method) as results:
            assert {one.process for one in results} == {os.getpid()}


def test_what_a_task_raises_is_raised_when_its_turn_comes(method: Method) -> None:
    with working(tasks(badly, (), (), (1,), ()), 2, method) as results:
        assert next(results).number == 0
        with pytest.raises(ZeroDivisionError, match="so it is") as raised:
            next(results)
    assert 'raise ZeroDivisionError("so it is")' in "".join(raised.value.__notes__)  # where it happened


def test_an_exception_that_cannot_travel_is_told_in_words(method: Method) -> None:
    with working(tasks(oddly, (), ()), 2, method) as results, pytest.raises(RuntimeError, match="OddError: 1 and 2"):
        list(results)


def test_a_killed_worker_costs_its_task_alone(method: Method) -> None:
    with working(tasks(killed, *[()] * 6), 2, method) as results:
        made = list(results)
    assert [one.number for one in made] == list(range(6))
    assert [one.process for one in made if one.number % 2] == [-9, -9, -9]
    assert min(one.process for one in made if not one.number % 2) > 0


def test_no_worker_outlives_the_block(tmp_path: Path, method: Method) -> None:
    with working(tasks(simply, (), ()), 2, method) as results:
        ended = {one.process for one in results}
    with suppress(KeyboardInterrupt), working(tasks(Held(tmp_path), (), ()), 2, method) as results:
        ended.add(next(results).process)
        raise KeyboardInterrupt
    assert len(ended) >= 2
    for process in ended:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


# -- how many, and how ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("quota", "expected"), [("max 100000", 4), ("150000 100000", 2), ("1000 100000", 1), ("", 4)])
def test_the_cores_are_those_that_this_process_may_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quota: str, expected: int
) -> None:
    (tmp_path / "cpu.max").write_text(f"{quota}\n")
    monkeypatch.setattr(pool, "_QUOTA", tmp_path / "cpu.max")
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: {0, 1, 5, 6}, raising=False)
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    assert pool.cores() == expected
    assert pool.size("") == expected
    assert pool.size("3") == 3


@pytest.mark.parametrize("asked", ["0", "-1", "two", "1.5", "٣", "99999"])
def test_a_number_of_jobs_that_is_none_is_refused(asked: str) -> None:
    with pytest.raises(ProfileError, match=f"the number of jobs is '{asked}'; give how many"):
        pool.size(asked)


def test_a_process_with_threads_or_without_proc_is_not_forked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_THREADS", tmp_path)
    (tmp_path / "1").mkdir()
    assert pool.safe_method() == "fork"
    (tmp_path / "2").mkdir()
    assert pool.safe_method() == "spawn"
    monkeypatch.setattr(pool, "_THREADS", tmp_path / "none")
    assert pool.safe_method() == "spawn"


def test_the_texts_of_a_profile_survive_a_pickle_with_their_places() -> None:
    text = Scalar("text", Spot(Path("p.yaml"), 3, 4), plain=True)
    made = Made("made", Spot(Path("p.yaml"), 5))
    made.value = ("a", 1)
    first, second = pickle.loads(pickle.dumps((text, made)))
    assert (first, first.spot, first.plain, type(first)) == (text, text.spot, True, Scalar)
    assert (second, second.spot, second.value) == (made, made.spot, ("a", 1))
    assert Problem("x", text.spot) == Problem("x", first.spot)
