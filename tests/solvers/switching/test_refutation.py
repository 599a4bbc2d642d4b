"""Short beats the heuristic: every tied move of Cut is tried, drops in fractions."""

import numpy as np
import pytest
from switching_policies import compiled

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import FREE, Graph, Player, play, winner
from tafelwerk.solvers.switching.perfect import winning_moves
from tafelwerk.solvers.switching.potentials.exact import heuristic_moves
from tafelwerk.solvers.switching.refutation import Refutation, refute, winning_line


def check(graph: Graph, states: np.ndarray, found: Refutation) -> int:
    """Follow all replies to where Short wins under perfect play; how many moves of Short that takes at most."""
    if winning_moves(graph, states, Player.SHORT)[0] is Player.SHORT:
        return 0
    after = states.copy()
    after[found.replies[states.tobytes()]] = Player.SHORT.colour
    most = 0
    for edge in heuristic_moves(graph, after):
        then = after.copy()
        then[edge] = Player.CUT.colour
        assert winner(graph, then) is None
        most = max(most, check(graph, then, found))
    return most + 1


def after_opening(order: int, name: str) -> tuple[Graph, np.ndarray]:
    board = make_board(order)
    return board.graph, play(board.graph, [board.edge(name)])[0]


@compiled
@pytest.mark.parametrize(
    ("order", "openings", "depth"),
    [(3, "A1 E1 A5 E5", 2), (3, "C1 A3 C3 E3 C5", None), (4, "C3", 3)],
)
def test_openings(order: int, openings: str, depth: int | None) -> None:
    """Jena dissertation, figures 5.5 and 5.6: which openings lose; of order 4 all, of order 4 also A1, C1 and A3."""
    board = make_board(order)
    for name in openings.split():
        graph, states = after_opening(order, name)
        found = refute(graph, states)
        assert (found is None) == (depth is None)
        if found is not None:
            assert found.depth == check(graph, states, found) == depth
            full, _ = play(graph, [board.edge(name), *winning_line(graph, states, found)])
            assert winner(graph, full) is Player.SHORT


def test_won_from_the_start() -> None:
    """Short moves twice: it needs no lapse of the heuristic."""
    board, (graph, states) = make_board(3), after_opening(3, "C3")
    states[board.edge("C1")] = Player.SHORT.colour
    found = refute(graph, states)
    assert found is not None
    assert (found.depth, found.replies) == (0, {})
    for edge in winning_line(graph, states, found)[::2]:
        assert states[edge] == FREE


def test_misuse() -> None:
    with pytest.raises(InputError, match="up to 33 edges"):
        refute(make_board(5).graph, np.zeros(41, np.int8))
    with pytest.raises(InputError, match="cut has won"):
        refute(make_board(2).graph, np.ones(5, np.int8))
    graph, states = after_opening(3, "C1")
    with pytest.raises(InputError, match="no reply"):
        winning_line(graph, states, Refutation(1, {}))
