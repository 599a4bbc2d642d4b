"""Short beats the heuristic: every tied move of Cut is tried, drops in fractions."""

import numpy as np
import pytest

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import FREE, Graph, Player, play, winner
from tafelwerk.solvers.switching.perfect import winning_moves
from tafelwerk.solvers.switching.potentials.exact import heuristic_moves
from tafelwerk.solvers.switching.refutation import Refutation, refute, winning_line

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")


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
def test_order_3() -> None:
    """Jena dissertation, figure 5.5."""
    board = make_board(3)
    for name in ("A1", "C1", "E1", "A3", "C3", "E3", "A5", "C5", "E5"):
        graph, states = after_opening(3, name)
        found = refute(graph, states)
        assert (found is not None) == (name in ("A1", "E1", "A5", "E5"))
        if found is not None:
            assert found.depth == check(graph, states, found) == 2
            full, _ = play(graph, [board.edge(name), *winning_line(graph, states, found)])
            assert winner(graph, full) is Player.SHORT


@compiled
@pytest.mark.parametrize(("name", "depth"), [("A1", 2), ("C1", 3), ("A3", 3), ("C3", 3)])
def test_order_4(name: str, depth: int) -> None:
    """Jena dissertation, figure 5.6: all openings of the heuristic lose, up to symmetry these four."""
    graph, states = after_opening(4, name)
    found = refute(graph, states)
    assert found is not None
    assert found.depth == check(graph, states, found) == depth
    full, _ = play(graph, [make_board(4).edge(name), *winning_line(graph, states, found)])
    assert winner(graph, full) is Player.SHORT


@compiled
def test_openings_of_order_4() -> None:
    board = make_board(4)
    first = heuristic_moves(board.graph, np.zeros(25, np.int8))
    assert sorted(board.names(first)) == sorted(f"{column}{row}" for column in "ACEG" for row in (1, 3, 5, 7))


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", [f"{column}{row}" for column in "ACEG" for row in (1, 3, 5, 7)])
def test_all_openings_of_order_4(name: str) -> None:
    assert refute(*after_opening(4, name)) is not None


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
