"""Builds and sets: what they hold, as their parameters say, and which hold others."""

from typing import Any

import pytest

from tafelwerk.build import minimax
from tafelwerk.build.minimax.builds import game_build, heaps_build, memory_build, misere_build, sets_build, sparse_build
from tafelwerk.build.minimax.sets import OPEN
from tafelwerk.build.task import tables_of, task_digest
from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.games import GAMES
from tafelwerk.rules.minimax.heaps import GRUNDY, octal_game, subtraction_game
from tafelwerk.rules.minimax.memory import Objective, Rule
from tafelwerk.tables.builds import contents
from tafelwerk.tables.layout import layout
from tafelwerk.tables.minimax.builds import SEARCHED

KAYLES = octal_game("0.77")
SETS = [minimax.standard, minimax.quick, minimax.pocket, minimax.full]


@pytest.mark.parametrize("made", SETS)
def test_every_build_is_described(made: Any) -> None:
    builds = [*made(), sets_build(12)]
    for build in builds:
        found = contents("minimax", build.parameters)
        assert found is not None
        assert (found.name, found.certainty, found.evidence) == (build.name, "exact", "recomputed")
        assert set(found.rows) == {table for task in build.tasks for table in tables_of(task)}
        assert build.operations() > 0
        assert build.expected_rows() > 0
    assert len({build.digest for build in builds}) == len({build.name for build in builds}) == len(builds)
    tasks = [task_digest(task) for build in builds for task in build.tasks]
    assert len(set(tasks)) == len(tasks)


def test_the_types_of_the_schema_are_those_of_the_rules() -> None:
    types = {(table.name, column.name): column.type for table in layout("minimax") for column in table.columns}
    for column, words in ((("games", "game"), GAMES), (("memory", "rule"), Rule), (("memory", "objective"), Objective)):
        assert types[column] == f"ENUM({', '.join(repr(str(word)) for word in words)})"


def test_builds_are_called_what_their_command_lines_say() -> None:
    names = [
        (game_build(" Tictactoe "), "tictactoe"),
        (game_build("notakto"), "game notakto"),
        (heaps_build(GRUNDY), "grundy --heap 100000"),
        (heaps_build(KAYLES), "octal 0.77"),
        (heaps_build(subtraction_game([2, 1]), 77), "subtraction 1,2 --heap 77"),
        (misere_build(GRUNDY, 12), "grundy --heap 12 --misere"),
        (sparse_build(octal_game("0.16")), "octal 0.16 --sparse"),
        (sets_build(3), "subtraction --largest 3"),
        (memory_build(5), "memory --pairs 5"),
        (memory_build(5, "forced", "win"), "memory --pairs 5 --rule forced --objective win"),
    ]
    assert [build.name for build, _ in names] == [f"minimax {name}" for _, name in names]
    assert [len(game_build(name).tasks) for name in ("tictactoe", "tictactoe-misere")] == [3, 1]


def test_smaller_builds_are_covered() -> None:
    held = {build.digest for build in minimax.standard()}
    smaller = [heaps_build(GRUNDY, 5000), sets_build(4), misere_build(KAYLES, 20), memory_build(5, "forced", "win")]
    larger = [heaps_build(GRUNDY, 100_001), sets_build(7), misere_build(KAYLES, 60), memory_build(60)]
    assert [build.is_held(held) for build in (*smaller, *larger)] == [True] * 4 + [False] * 4
    assert not held & {build.digest for build in smaller}
    held = {build.digest for build in minimax.full()}
    assert {build.name for build in minimax.standard() if not build.is_held(held)} == {
        # their rows come from other searches
        f"minimax octal {code} --heap {SEARCHED}"
        for code in OPEN
    }


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"game": "go"},
        {"game": 1},
        {"game": "tictactoe", "heap": 5},
        {"game": "grundy", "heap": None},
        {"game": "octal 0.770", "heap": 5},
        {"game": "octal 0.77", "heap": 0},
        {"game": "octal 0.77", "heap": True},
        {"game": "octal 0.77", "heap": 61, "play": "misere"},
        {"game": "octal 0.77", "heap": 5, "play": "normal"},
        {"subtraction sets": 13},
        {"subtraction sets": True},
        {"game": "memory", "pairs": 101, "rule": "pass", "objective": "gain"},
        {"game": "memory", "pairs": 5, "rule": "none", "objective": "gain"},
    ],
)
def test_no_such_build(parameters: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        contents("minimax", parameters)


@pytest.mark.parametrize(
    ("build", "told"),
    [
        (lambda: game_build("go"), "unknown game 'go'"),
        (lambda: sets_build(0), "--largest must be 1 to 12"),
        (lambda: sets_build(13), "--largest must be 1 to 12"),
        (lambda: memory_build(0), "not 0"),
        (lambda: memory_build(5, "none"), "rule cannot be 'none'"),
        (lambda: memory_build(31, "pass", "win"), "not 31"),
        (lambda: misere_build(KAYLES, 61), "up to 60 tokens"),
    ],
)
def test_what_cannot_be_built(build: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        build()
