"""Potentials with proven errors against fractions, and walks where fractions alone decide.
The proofs' own agents against the solvers', and their games against each other.
"""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.proofs.switching import proved_drops, replayed_games
from tafelwerk.proofs.switching.proved_drops import States
from tafelwerk.proofs.switching.replayed_games import Walker, can_play, play
from tafelwerk.proofs.switching.small_boards import DELETED, MARKED, lay_out
from tafelwerk.solvers.switching.exact_drops import drops
from tafelwerk.solvers.switching.shannon_heuristic import analyse_opening
from tafelwerk.solvers.switching.switching_duels import simulate
from tafelwerk.solvers.switching.switching_graph import make_board, winner


def _positions(order: int, count: int) -> list[States]:
    """Open positions with any edges taken."""
    draw, graph = Random(order), make_board(order).graph
    found: list[States] = []
    while len(found) < count:
        taken = draw.randrange(graph.edges)
        states = np.zeros(graph.edges, np.int8)
        for edge in draw.sample(range(graph.edges), taken):
            states[edge] = draw.choice((DELETED, MARKED))
        if winner(graph, states) is None:
            found.append(states)
    return found


@pytest.mark.parametrize("order", [2, 3, 7])
def test_a_position_in_doubles_and_in_fractions(order: int) -> None:
    board, space = lay_out(order), proved_drops.make_workspace(lay_out(order), Random(1))
    for states in _positions(order, 25):
        exact = proved_drops.exact_drops(board, states)
        assert exact == drops(make_board(order).graph, states)
        found, best, below, error, settled = proved_drops.measure(space, states)
        levels = sorted(set(exact.values()))
        tied = [edge for edge, drop in exact.items() if drop == levels[-1]]
        assert space.tied[:found].tolist() == tied
        # of equal drops, only those of parallel edges are settled by doubles
        alike = [proved_drops.is_alike(space, best, edge) for edge in tied]
        assert settled == all(alike)
        assert exact[best] == levels[-1]
        assert abs(below - (float(levels[-2]) if len(levels) > 1 else -1)) <= error < 1e-9


def test_images_of_a_position_share_a_key() -> None:
    board, space = lay_out(4), proved_drops.make_workspace(lay_out(4), Random(1))
    keys = set()
    for states in _positions(4, 10):
        assert len({proved_drops.position_key(space, states[image]) for image in board.images}) == 1
        keys.add(proved_drops.position_key(space, states))
    assert len(keys) == 10


def test_a_walk_in_fractions_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no double settles a move, fractions do, with the same outcome."""
    order, edge = 5, 2
    expected = analyse_opening(order, edge)

    def unsure(space, states, colour, most, gap, met):  # type: ignore[no-untyped-def]
        status, plies, found, met = walk_run(space, states.copy(), colour, 1, gap, met)
        if status in (proved_drops.CUT_WINS, proved_drops.SHORT_WINS):
            return status, plies, found, met
        proved_drops.measure(space, states)
        return proved_drops.UNSURE, 0, found, met

    walk_run = proved_drops.run
    monkeypatch.setattr(replayed_games, "run", unsure)
    found = Walker(lay_out(order), Random(2)).outcome(edge, expected.gap, expected.gap_states.tolist())
    assert (found.rate, found.shortest, found.longest) == (expected.rate, expected.shortest, expected.longest)
    assert found.branches == expected.branches
    assert found.faults == ()
    wrong = Walker(lay_out(order), Random(2)).outcome(
        edge, expected.gap + Fraction(1, 10**9), expected.gap_states.tolist()
    )
    assert wrong.faults


@pytest.mark.parametrize("short", ["gauss-seidel:2:0.3:warm", "gauss-seidel:1:random", "gauss-seidel:5:0.2:1.6:warm"])
def test_sampled_chances(short: str) -> None:
    """Other games of sweeps that start elsewhere."""
    agents, games = (parse_agent("random"), parse_agent(short)), 3000
    assert can_play(agents[1])
    one = simulate(make_board(3).graph, *agents, games, seed=2).short
    other = play(3, *agents, games, seed=3)
    assert abs(one - other) < 4.5 * (games / 2) ** 0.5


def test_what_is_not_played_again() -> None:
    for name in ("perfect", "mc:inf", "edge-count", "k-best:2:2", "shortest-path:0.1", "gauss-seidel:30", "mc:2000"):
        assert not can_play(parse_agent(name))
    assert can_play(parse_agent("gauss-seidel:40:0.1"))
