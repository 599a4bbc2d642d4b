"""Kinds of error in a book of the switching game."""

from pathlib import Path

import numpy as np
from mutations import Planted, lies

from tafelwerk.build.runner import run
from tafelwerk.families.switching import builds
from tafelwerk.proofs.switching.proved_drops import exact_drops
from tafelwerk.proofs.switching.small_boards import DELETED, lay_out

AWAY = "chance + CASE WHEN chance > 0.5 THEN -1 ELSE 1 END * 1.01 * error"
"""A chance beyond its error; nearer ones are legitimately right, too."""

OWN = {
    # all are 1
    "openings.rate_den": "'3'",
    "pairings.chance": AWAY,
    "agents.chance": AWAY,
}


def _first_decision(m: int) -> str:
    """SQL: the decision right after the first move of an order's edge 0, which is not the closest."""
    board = lay_out(m)
    states = np.zeros(board.edges, np.int8)
    states[0] = DELETED
    levels = sorted(set(exact_drops(board, states).values()))
    gap = levels[-1] - levels[-2]
    return (
        f"gap_num = '{gap.numerator}', gap_den = '{gap.denominator}', gap = {gap.numerator / gap.denominator!r},"
        f" gap_states = {states.tolist()}"
    )


LIES = lies("switching", decision=_first_decision(4))

PAIRS = (
    ("heuristic", "mc:20"),
    ("random", "perfect"),
    ("temperature:0.1", "gauss-seidel:3"),
    ("mc:inf", "temperature:0.1"),
    ("random", "temperature:inf"),
    ("mc:1", "gauss-seidel:1:0.2"),
    ("annealing:0.5", "gauss-seidel:3:0.2:1.5"),
    ("perfect", "heuristic"),
    ("heuristic", "temperature:0.5"),
    ("temperature:0.5", "mc:2"),
    ("mc:2", "gauss-seidel:2"),
    ("gauss-seidel:2", "random"),
)

AGENTS = (
    *("random", "perfect", "heuristic", "mc:1", "mc:2", "mc:3", "mc:7"),
    *(f"temperature:{heat}" for heat in ("inf", "1", "0.5", "1/3", "0.1")),
    *(f"gauss-seidel:{sweeps}" for sweeps in (1, 2, 3, 8, 30)),
    *(
        f"gauss-seidel:{sweeps}"
        for sweeps in ("2:0.3", "2:0.5", "1:inf", "2:0:1.5", "5:0:1.7", "3:0.5:0.5", "4:inf:5/3")
    ),
)


def make(folder: Path) -> None:
    made = [
        *(builds.Board(order) for order in (2, 4, 9)),
        *(builds.Pairing(2, cut, short) for cut, short in PAIRS),
        builds.Pairing(4, "temperature:0.3", "temperature:0.1", 400, 3),
        builds.Pairing(4, "heuristic", "mc:1", 300),
        builds.Pairing(2, "random", "gauss-seidel:2:warm", 400, 2),
        *(builds.AgentMoves(2, agent) for agent in AGENTS),
    ]
    run(folder, made, executor="inline")


PLANTED = Planted("switching", make, LIES, own=OWN, sound={})
