"""Shannon against Shannon, and what beats it: published rates and lost games, every line in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from marks import compiled
from naive import switching_heuristic as naive

from tafelwerk.proofs.switching.proved_drops import exact_drops
from tafelwerk.proofs.switching.small_boards import lay_out
from tafelwerk.solvers.switching import shannon_heuristic
from tafelwerk.solvers.switching.exact_drops import heuristic_moves
from tafelwerk.solvers.switching.perfect_switching import winning_moves
from tafelwerk.solvers.switching.resistor_network import make_network
from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, Graph, Player, make_board, play, winner


def test_every_line_in_fractions() -> None:
    board = make_board(3)
    plain = naive.SelfPlay(board.graph)
    for opening in shannon_heuristic.analyse(3).openings:
        for edge in opening.images:
            states = tuple(DELETED if other == edge else FREE for other in range(board.graph.edges))
            rate, shortest, longest = plain.value(states, Player.SHORT)
            assert (opening.rate, opening.shortest - 1, opening.longest - 1) == (rate, shortest, longest)


def test_closest_decisions_in_fractions() -> None:
    """Some are below a millionth of the voltage: Kirchhoff's equations of the whole board in fractions agree."""
    found, board = shannon_heuristic.analyse(16), lay_out(16)
    assert (found.rate, found.mixed) == (1 - Fraction(len(found.losing), 16**2), [])
    assert found.gap == min(opening.gap for opening in found.openings)
    network = make_network(make_board(16).graph)
    close = [opening for opening in found.openings if opening.gap < Fraction(1, 10**6)]
    for opening in close:
        expected = exact_drops(board, opening.gap_states)
        levels = sorted(set(expected.values()))
        assert opening.gap == levels[-1] - levels[-2] > 0
        greatest = [edge for edge, drop in expected.items() if drop == levels[-1]]
        assert shannon_heuristic.greatest_drops(network, opening.gap_states) == greatest
    assert close


@compiled
def test_near_ties_are_told_apart() -> None:
    """Drops that differ by less than the bound of doubles, in a game whose moves are all chosen by eliminations and fractions."""
    board = make_board(24)
    opening = shannon_heuristic.analyse_opening(24, board.edge("A13"))
    line = shannon_heuristic.play_line(24, board.edge("A13"))
    assert opening.gap < Fraction(1, 10**8)
    assert opening.shortest == opening.longest == len(line.moves)
    assert opening.rate == (line.winner is Player.CUT)
    network = make_network(board.graph)
    assert len(shannon_heuristic.greatest_drops(network, opening.gap_states)) == 1
    assert shannon_heuristic.drop_gap(network, opening.gap_states) == opening.gap


def check(graph: Graph, states: np.ndarray, found: shannon_heuristic.Refutation) -> int:
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
@pytest.mark.parametrize(("order", "opening", "depth"), [(3, "A1", 2), (3, "C1", None), (4, "C3", 3)])
def test_openings(order: int, opening: str, depth: int | None) -> None:
    """Jena dissertation, figures 5.5 and 5.6: which openings lose; of order 3 also E1, A5 and E5, of order 4 all."""
    graph, states = after_opening(order, opening)
    found = shannon_heuristic.refute(graph, states)
    assert (found is None) == (depth is None)
    if found is not None:
        assert found.depth == check(graph, states, found) == depth
        moves = [make_board(order).edge(opening), *shannon_heuristic.winning_line(graph, states, found)]
        assert winner(graph, play(graph, moves)[0]) is Player.SHORT


def test_won_from_the_start() -> None:
    """Short moves twice: it needs no lapse of the heuristic."""
    board, (graph, states) = make_board(3), after_opening(3, "C3")
    states[board.edge("C1")] = Player.SHORT.colour
    found = shannon_heuristic.refute(graph, states)
    assert found is not None
    assert (found.depth, found.replies) == (0, {})
    for edge in shannon_heuristic.winning_line(graph, states, found)[::2]:
        assert states[edge] == FREE
