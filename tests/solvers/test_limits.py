"""Limits at their exact value: what is as large as a limit is answered, and refused where the limit is one less."""

from collections.abc import Callable
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import Rules
from tafelwerk.families.minimax.rules.dice_race import DiceRace
from tafelwerk.families.minimax.rules.heaps import GRUNDY
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import start
from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.solvers.games.game_graphs import solve_own_game
from tafelwerk.solvers.minimax import dice_race, game_search, heap_games
from tafelwerk.solvers.montecarlo import heap_play, large_heaps, races_and_heaps
from tafelwerk.solvers.playouts import agent_duels, exact_play, policy, selection
from tafelwerk.solvers.skat.thesis_ladder import Step, climb
from tafelwerk.solvers.switching import (
    exact_drops,
    gauss_seidel,
    planar_dual,
    shannon_heuristic,
    switching_duels,
    switching_positions,
)
from tafelwerk.solvers.switching.switching_graph import make_board, make_graph, play

BOARD = make_board(2).graph
"""Five edges."""

HEAPS = races_and_heaps.subtraction_graph((1, 2), 6)
RANDOM = parse_agent("random")
WEIGHTS = [Fraction(edge + 1) for edge in range(5)]


def switching_games(games: int = 1) -> object:
    return switching_duels.simulate(BOARD, RANDOM, RANDOM, games, 1)


LIMITS: list[tuple[ModuleType, str, int, Callable[[], object]]] = [
    (switching_duels, "MOST_GAME_EDGES", 5, switching_games),
    (switching_duels, "MOST_GAMES", 3, lambda: switching_games(3)),
    (shannon_heuristic, "MOST_REFUTED_EDGES", 5, lambda: shannon_heuristic.refute(BOARD, play(BOARD, [0])[0])),
    (switching_duels, "MOST_FREE", 4, lambda: switching_duels.winning_splits(BOARD, play(BOARD, [0])[0])),
    (gauss_seidel, "MOST_SWEEPS", 3, lambda: gauss_seidel.swept_drops(switching_positions.board_positions(2), 3)),
    (exact_drops, "MOST_NODES", 4, lambda: exact_drops.conductance_drops(BOARD, [0] * 5, WEIGHTS)),
    (
        switching_positions,
        "MOST_POSITION_EDGES",
        2,
        lambda: switching_positions.graph_positions(make_graph(2, [(0, 1), (0, 1)])),
    ),
    (planar_dual, "MOST_DUAL_EDGES", 5, lambda: planar_dual.dual(BOARD)),
    (dice_race, "MOST_POSITIONS", 4, lambda: dice_race.solve_race(DiceRace(2, 1, 2))),
    (heap_games, "LARGEST_MISERE", 7, lambda: heap_games.MisereGame(GRUNDY).wins([3, 4])),
    (game_search, "MOST_CHANCES", 2, lambda: game_search.make_tree({"chance": [["1/2", 1], ["1/2", 2]]})),
    (large_heaps, "LARGEST_LIMIT_MOVE", 4, lambda: large_heaps.random_play_limits((1, 4))),
    (large_heaps, "LARGEST_LASTING_MOVE", 4, lambda: large_heaps.lasting((1, 4))),
    (races_and_heaps, "LONGEST_LANE", 5, lambda: races_and_heaps.dsc_graph(5)),
    (heap_play, "LONGEST_LANE", 5, lambda: heap_play.race_blunder(5, crash=True)),
    (races_and_heaps, "LARGEST_MOVE", 4, lambda: races_and_heaps.subtraction_graph((1, 4), 5)),
    (agent_duels, "MOST_CANDIDATES", 2, lambda: agent_duels.simulate(HEAPS, HEAPS.root, 1, 1, 1, 0)),
    (agent_duels, "MOST_GAMES", 3, lambda: agent_duels.simulate(HEAPS, HEAPS.root, 1, 1, 2, 0, 1)),
    (policy, "MOST_SHARES", 2, lambda: policy.share_policy(HEAPS, policy.random_shares(HEAPS))),
    (exact_play, "MOST_PLAYOUTS", 3, lambda: exact_play.exact_policy_monte_carlo(HEAPS, 3)),
    (selection, "MOST_PLAYOUTS", 5, lambda: selection.selection_law([0.1], [0.0], [1], 5)),
    (selection, "MOST_CANDIDATES", 3, lambda: selection.selection_law([0.1, 0.2], [0.0, 0.0], [1, 2], 5)),
]


@pytest.mark.parametrize(("module", "name", "size", "call"), LIMITS, ids=[f"{m.__name__}.{n}" for m, n, *_ in LIMITS])
def test_a_limit_is_the_last_that_is_answered(
    module: ModuleType, name: str, size: int, call: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, size)
    call()
    monkeypatch.setattr(module, name, size - 1)
    with pytest.raises(InputError, match=str(size - 1)):
        call()


class Countdown:
    """From 3 to 0 by one or two: four positions."""

    def start(self) -> int:
        return 3

    def moves(self, number: int) -> list[int]:
        return [taken for taken in (1, 2) if taken <= number]

    def after(self, number: int, taken: int) -> int:
        return number - taken

    def outcome(self, number: int) -> int | None:
        return None if number else -1


def test_limits_that_are_given() -> None:
    assert len(solve_own_game(Rules(Countdown()), 4).values) == 4
    with pytest.raises(InputError, match="more than 3 positions"):
        solve_own_game(Rules(Countdown()), 3)
    position = start(Deal((1, 2, 4)), Game.GRAND, Seat.FOREHAND)
    arguments: list[dict[str, Any]] = [{"target": 0}, {"target": 121}, {"guess": 0}, {"guess": 120}, {"limit": 1}]
    assert {climb(position, Step.MTD_F, **each).nodes >= 0 for each in arguments} == {True}
    assert selection.selection_law([0.5, -0.5], [0.0, 0.0], [1, 1], 1)[0].tolist() == [1.0, 0.0]
