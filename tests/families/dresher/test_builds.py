"""Which games are built together, that a game's rows depend on nothing but its number, and how a task goes on."""

import json
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tafelwerk.book import open_book
from tafelwerk.build.task import Build
from tafelwerk.families.dresher import builds as dresher
from tafelwerk.families.dresher import solving
from tafelwerk.families.dresher.questions import stored_numbers


def games_of(builds: list[Build]) -> list[int]:
    return [
        n
        for build in builds
        for task in build.tasks
        if isinstance(task, dresher.GameRows)
        for n in range(task.first, task.last + 1)
    ]


@given(st.integers(1, 1024), st.integers(0, 1024))
@example(1, 255)
@example(485, 0)
def test_games_come_in_blocks(first: int, more: int) -> None:
    last = first + more
    builds = list(dresher.games_builds(first, last))
    assert games_of(builds) == list(range(first, last + 1))
    assert len(builds) <= (last - first) // dresher.SECTION + 2
    for task in (task for build in builds for task in build.tasks):
        assert isinstance(task, dresher.GameRows)
        assert dresher.block_size(task.begin) == (16 if task.begin <= 256 else 32)
        assert (task.begin - 1) % dresher.block_size(task.begin) == 0
        assert task.begin <= task.first <= task.last < task.begin + dresher.block_size(task.begin)


def test_only_what_is_missing_is_built(quick_book: Path) -> None:
    assert games_of(list(dresher.missing_builds(1, 40, frozenset()))) == list(range(1, 41))
    assert games_of(list(dresher.missing_builds(1, 40, frozenset(range(10, 21))))) == [*range(1, 10), *range(21, 41)]
    assert list(dresher.missing_builds(12, 18, frozenset(range(10, 21)))) == []
    with open_book(quick_book) as opened:
        assert stored_numbers(opened) == {*range(1, dresher.QUICK + 1)}


def test_sets_hold_smaller_ones() -> None:
    sets = [list(builds) for builds in (dresher.quick(), dresher.standard(), dresher.full())]
    for builds, last in zip(sets, (dresher.QUICK, dresher.STANDARD, dresher.FULL), strict=True):
        assert games_of(builds) == list(range(1, last + 1))
        assert len({build.digest for build in builds}) == len({build.name for build in builds}) == len(builds)
    for smaller, larger in pairwise(sets):
        held = {build.digest for build in larger}
        assert all(build.is_held(held) for build in smaller if build.parameters.get("runs") is None)
    (part,), (section,) = dresher.games_builds(70, 80), dresher.games_builds(dresher.SECTION + 1, 2 * dresher.SECTION)
    assert part.is_held({section.digest})
    assert not section.is_held({part.digest})


def columns(builds: Iterable[Build]) -> dict[str, list[tuple[Any, ...]]]:
    """The rows that builds make, in order, but how long they took, table by table."""
    rows: dict[str, list[tuple[Any, ...]]] = {}
    for task in (task for build in builds for task in build.tasks):
        for table, values in task.run().items():
            kept = [column for name, column in values.items() if name != "seconds"]
            rows.setdefault(table, []).extend(zip(*kept, strict=True))
    return {table: sorted(rows[table], key=repr) for table in rows}


def test_rows_do_not_depend_on_what_was_asked_for() -> None:
    """Within a block, and over its end at 16."""
    parts = [*dresher.games_builds(19, 20), *dresher.games_builds(9, 18)]
    assert columns(parts) == columns(dresher.games_builds(9, 20))
    for task in (dresher.GameRows(17, 17, 32), dresher.GameRows(1, 1, 16)):
        made = sum(len(table["n"]) for table in task.run().values())
        assert made <= task.expected_rows() <= 1.2 * made


def test_goes_on_behind_the_last_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint in memory, by way of JSON, stops the task after five saves."""
    states: list[str] = []

    def save(state: Any, status: str) -> None:
        states.append(json.dumps(state))
        if len(states) == 5:
            raise KeyboardInterrupt(status)

    task = dresher.GameRows(17, 20, 28)
    kept = SimpleNamespace(load=lambda: json.loads(states[-1]) if states else None, save=save)
    with pytest.raises(KeyboardInterrupt, match=r"^N = 21 proved, value 3\."):
        task.resume(kept)
    solved: list[int] = []
    solve = solving.solve
    monkeypatch.setattr(solving, "solve", lambda n, *words, **named: (solved.append(n), solve(n, *words, **named))[1])
    resumed, whole = task.resume(kept), task.run()
    assert solved == [*range(22, 29), *range(17, 29)]
    for table, values in whole.items():
        for name in values.keys() - {"seconds"}:
            assert list(resumed[table][name]) == list(values[name])


def test_forecasts() -> None:
    """Larger games are expected to take longer; computing time on the machine that the constants are from."""
    sections = [sum(task.operations() for task in build.tasks) for build in dresher.games_builds(1, 1024)]
    assert all(after > before for before, after in zip(sections[:4], sections[4:8], strict=True))
    assert all(after > before / 20 for before, after in pairwise(sections))
    measured = {
        dresher.GameRows(1, 1, 16): 0.009,
        dresher.GameRows(113, 113, 128): 0.30,
        dresher.GameRows(257, 257, 261): 0.82,
        dresher.GameRows(481, 481, 485): 3.9,
        dresher.GameRows(840, 840, 840): 1.35,
        dresher.GameRows(1000, 1000, 1000): 36.0,
        dresher.RunRows(17, 32, ()): 0.4,
        dresher.RunRows(49, 64, ()): 2.6,
    }
    for task, seconds in measured.items():
        assert seconds / 1.8 < task.operations() / task.SPEED < 1.8 * seconds
