"""Potentials with proven errors against fractions, and walks where fractions alone decide."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from tafelwerk.proofs.switching import network, walk
from tafelwerk.proofs.switching.board import DELETED, MARKED, lay_out
from tafelwerk.proofs.switching.network import (
    CUT_WINS,
    SHORT_WINS,
    UNSURE,
    States,
    exact_drops,
    is_prime,
    make_desk,
    measure,
    position_key,
    residue_drop,
    residue_potentials,
)
from tafelwerk.proofs.switching.walk import Walker
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import winner
from tafelwerk.solvers.switching.potentials import drops
from tafelwerk.solvers.switching.shannon import analyse_opening


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


@pytest.mark.parametrize("order", [2, 3, 5, 7])
def test_a_position_in_doubles_modulo_primes_and_in_fractions(order: int) -> None:
    board, desk = lay_out(order), make_desk(lay_out(order), Random(1))
    for states in _positions(order, 25):
        exact = exact_drops(board, states)
        assert exact == drops(make_board(order).graph, states)
        for careful in (False, True):
            found, best, below, error, settled = measure(desk, states, careful)
            levels = sorted(set(exact.values()))
            assert settled
            assert desk.tied[:found].tolist() == [edge for edge, drop in exact.items() if drop == levels[-1]]
            assert exact[best] == levels[-1]
            assert abs(below - (float(levels[-2]) if len(levels) > 1 else -1)) <= error < 1e-9
        for number, prime in enumerate(desk.primes.tolist()):
            assert residue_potentials(desk, states, prime, desk.rests[number])
            for edge, drop in exact.items():
                rest = drop.numerator * pow(drop.denominator, -1, prime) % prime
                assert residue_drop(desk, edge, number) == rest


def test_images_of_a_position_share_a_key() -> None:
    board, desk = lay_out(4), make_desk(lay_out(4), Random(1))
    keys = set()
    for states in _positions(4, 10):
        assert len({position_key(desk, states[image]) for image in board.images}) == 1
        keys.add(position_key(desk, states))
    assert len(keys) == 10


def test_primes() -> None:
    assert [n for n in range(11, 60, 2) if is_prime(n)] == [11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]
    assert is_prime(2**31 - 1)
    assert not is_prime(25326001)  # passes as a prime to the bases 2, 3, 5


@pytest.mark.parametrize(("order", "edge"), [(4, 1), (5, 2), (7, 3)])
def test_a_walk_in_fractions_alone(order: int, edge: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no double settles a move, fractions do, with the same outcome."""
    expected = analyse_opening(order, edge)
    text = "".join(map(str, expected.gap_states.tolist()))

    def unsure(desk, states, colour, most, gap, met):  # type: ignore[no-untyped-def]
        status, plies, found, met = walk_run(desk, states.copy(), colour, 1, gap, met)
        if status in (CUT_WINS, SHORT_WINS):
            return status, plies, found, met
        measure(desk, states, False)
        return UNSURE, 0, found, met

    walk_run = network.run
    monkeypatch.setattr(walk, "run", unsure)
    found = Walker(lay_out(order), Random(2)).outcome(edge, expected.gap, text)
    assert (found.rate, found.shortest, found.longest) == (expected.rate, expected.shortest, expected.longest)
    assert found.branches == expected.branches
    assert found.faults == ()
    wrong = Walker(lay_out(order), Random(2)).outcome(edge, expected.gap + Fraction(1, 10**9), text)
    assert wrong.faults


def test_a_closer_decision_is_named() -> None:
    expected = analyse_opening(5, 2)
    states = np.zeros(lay_out(5).edges, np.int8)
    states[2] = DELETED
    levels = sorted(set(exact_drops(lay_out(5), states).values()))
    text = "".join(map(str, states.tolist()))
    (fault,) = Walker(lay_out(5), Random(3)).outcome(2, levels[-1] - levels[-2], text).faults
    assert levels[-1] - levels[-2] > expected.gap
    assert "closer" in fault
