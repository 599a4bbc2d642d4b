"""Which games are built together, and that a game's rows depend on nothing but its number."""

import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from loose_builds import LooseBuild

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.families.dresher.builds import (
    FULL,
    QUICK,
    SECTION,
    STANDARD,
    GameRows,
    RunRows,
    Runs,
    block_size,
    full,
    games_builds,
    missing_builds,
    quick,
    standard,
)
from tafelwerk.families.dresher.questions import stored_numbers
from tafelwerk.families.dresher.rules import MOST_NUMBERS


def games_of(builds: list[Build]) -> list[int]:
    return [
        n
        for build in builds
        for task in build.tasks
        if isinstance(task, GameRows)
        for n in range(task.first, task.last + 1)
    ]


@pytest.mark.parametrize(("first", "last"), [(1, 256), (1, 1), (16, 17), (60, 70), (485, 485), (1, 1024)])
def test_games_come_in_blocks(first: int, last: int) -> None:
    builds = list(games_builds(first, last))
    assert games_of(builds) == list(range(first, last + 1))
    assert len(builds) <= (last - first) // SECTION + 2
    for build in builds:
        for task in build.tasks:
            assert isinstance(task, GameRows)
            assert (task.begin - 1) % block_size(task.begin) == 0
            assert task.begin <= task.first <= task.last < task.begin + block_size(task.begin)


@pytest.mark.parametrize(("n", "size"), [(1, 16), (256, 16), (257, 32), (512, 32), (513, 32), (1024, 32), (4096, 32)])
def test_block_sizes(n: int, size: int) -> None:
    assert block_size(n) == size


def test_what_is_there_already_is_not_built_again() -> None:
    small, large = list(games_builds(1, 256)), list(games_builds(1, 512))
    assert [build.digest for build in large[: len(small)]] == [build.digest for build in small]


def test_only_what_is_missing_is_built(tmp_path: Path) -> None:
    assert games_of(list(missing_builds(1, 40, frozenset()))) == list(range(1, 41))
    assert games_of(list(missing_builds(1, 40, frozenset(range(10, 21))))) == [*range(1, 10), *range(21, 41)]
    assert list(missing_builds(12, 18, frozenset(range(10, 21)))) == []
    with pytest.raises(InputError):
        list(missing_builds(3, 2, frozenset()))
    run(tmp_path, list(games_builds(3, 5)), executor="inline")
    with open_book(tmp_path) as opened:
        assert stored_numbers(opened) == {3, 4, 5}


def test_standard_and_quick_set() -> None:
    for builds, last in ((quick(), QUICK), (standard(), STANDARD), (full(), FULL)):
        made = list(builds)
        assert games_of(made) == list(range(1, last + 1))
        assert len({build.digest for build in made}) == len({build.name for build in made}) == len(made)
        assert all(build.name.startswith("dresher ") for build in made)


def test_a_larger_set_holds_the_smaller_ones() -> None:
    held = {build.digest for build in full()}
    assert all(build.is_held(held) for build in standard())
    held = {build.digest for build in standard()}
    assert all(build.is_held(held) for build in quick() if build.parameters.get("runs") is None)
    (part,), (section,) = games_builds(70, 80), games_builds(SECTION + 1, 2 * SECTION)
    assert part.is_held({section.digest})
    assert not section.is_held({part.digest})


def test_bad_ranges() -> None:
    for first, last in [(0, 4), (-1, 4), (5, 4), (1, MOST_NUMBERS + 1)]:
        with pytest.raises(InputError):
            list(games_builds(first, last))


def test_larger_games_are_expected_to_take_longer() -> None:
    sections = [sum(task.operations() for task in build.tasks) for build in games_builds(1, 1024)]
    assert all(after > before for before, after in zip(sections[:4], sections[4:8], strict=True))
    assert all(after > before / 20 for before, after in pairwise(sections))


def rows(book: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All that is stored of games but how long they took, table by table."""
    statement = "SELECT COLUMNS(lambda c: c <> 'seconds') FROM dresher.{} ORDER BY ALL"
    with open_book(book) as opened:
        return {table: opened.rows("dresher", statement.format(table)) for table in ("games", "hider", "searcher")}


def test_rows_do_not_depend_on_what_was_asked_for(tmp_path: Path) -> None:
    """Within a block, and over its end at 16."""
    run(tmp_path / "parts", [*games_builds(19, 22), *games_builds(1, 18)], executor="inline")
    run(tmp_path / "met", list(games_builds(10, 20)), executor="inline")
    run(tmp_path / "met", list(games_builds(1, 22)), executor="inline")
    assert rows(tmp_path / "parts") == rows(tmp_path / "met")


def test_where_builds_meet_a_game_comes_from_one_of_them(tmp_path: Path) -> None:
    """Two ways to the same games end with other strategies; half of each would prove nothing."""

    def build(task: GameRows) -> Build:
        return LooseBuild("dresher", f"{task.first}", {"from": task.first, "to": task.last}, (task,), "exact")

    # begun from nothing at 17, or on the way from 1: other trees
    one, other = build(GameRows(17, 17, 24)), build(GameRows(1, 20, 28))
    run(tmp_path / "one", [one], executor="inline")
    run(tmp_path / "other", [other], executor="inline")
    shutil.copytree(tmp_path / "one", tmp_path / "both")
    run(tmp_path / "both", [other], executor="inline")
    one_alone, other_alone = rows(tmp_path / "one"), rows(tmp_path / "other")
    assert one_alone["searcher"][-1] not in other_alone["searcher"]
    for table, found in rows(tmp_path / "both").items():
        assert found == sorted(one_alone[table] + [row for row in other_alone[table] if row[0] > 24])
    run(tmp_path / "both", [other], executor="inline", force=True)
    for table, found in rows(tmp_path / "both").items():
        assert found == sorted([row for row in one_alone[table] if row[0] < 20] + other_alone[table])


def test_runs_come_in_blocks_and_watched_games_beyond_alone() -> None:
    build = Runs(20, (11, 18, 30))
    assert [(task.first, task.last, task.watched) for task in build.tasks if isinstance(task, RunRows)] == [
        (1, 16, (11,)),
        (17, 20, (18,)),
        (30, 30, (30,)),
    ]
    assert build.name == "dresher runs --to 20 --watch 11 --watch 18 --watch 30"
    with pytest.raises(InputError, match="--watch must be"):
        Runs(20, ("4097",))  # type: ignore[arg-type]


def test_forecasts_are_near_what_was_measured() -> None:
    """Computing time on the machine that the constants are from."""
    for task, seconds in [
        (GameRows(1, 1, 16), 0.009),
        (GameRows(49, 49, 64), 0.07),
        (GameRows(113, 113, 128), 0.30),
        (GameRows(145, 145, 160), 0.29),
        (GameRows(193, 193, 208), 0.45),
        (GameRows(241, 241, 256), 1.86),
        (GameRows(257, 257, 261), 0.82),
        (GameRows(385, 385, 389), 0.65),
        (GameRows(449, 449, 453), 1.02),
        (GameRows(481, 481, 485), 3.9),
        (GameRows(840, 840, 840), 1.35),
        (GameRows(1000, 1000, 1000), 36.0),
        (RunRows(17, 32, ()), 0.4),
        (RunRows(49, 64, ()), 2.6),
        (RunRows(100, 100, (100,)), 0.5),
    ]:
        assert seconds / 1.8 < task.operations() / task.SPEED < 1.8 * seconds
