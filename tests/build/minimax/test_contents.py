"""What builds hold, as their parameters say."""

from typing import Any

import pytest

from tafelwerk.build import minimax
from tafelwerk.build.minimax import heaps
from tafelwerk.build.task import tables_of
from tafelwerk.errors import InputError
from tafelwerk.solvers.minimax.games import GAMES
from tafelwerk.tables.builds import contents
from tafelwerk.tables.minimax.positions import NUMBERS
from tafelwerk.rules.minimax.heaps import GRUNDY


def test_every_build_is_described() -> None:
    builds = [*minimax.standard(), *minimax.quick(), *minimax.pocket(), *minimax.full(), heaps.sets_build(12)]
    for build in builds:
        found = contents("minimax", build.parameters)
        assert found is not None
        assert (found.name, found.certainty, found.evidence) == (build.name, "exact", "recomputed")
        assert set(found.rows) == {table for task in build.tasks for table in tables_of(task)}


def test_numbers_of_games() -> None:
    assert {name: entry.number for name, entry in GAMES.items()} == NUMBERS


def test_the_game_without_a_period_has_a_last_heap() -> None:
    assert heaps.heaps_build(GRUNDY).parameters["heap"] is not None


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
