"""Benchmarks of the switching game: the heuristic against itself, perfect play with its proof, agents on all positions, games."""

from collections.abc import Iterable
from functools import cache, partial
from math import fsum
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks.counts import Count, Numbers, checksum, fractions_checksum
from benchmarks.harness import Benchmark
from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.solvers.playouts.game_graph import random_play
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.switching.exact_drops import drops
from tafelwerk.solvers.switching.perfect_switching import solve
from tafelwerk.solvers.switching.shannon_heuristic import analyse
from tafelwerk.solvers.switching.switching_agents import agent_policy
from tafelwerk.solvers.switching.switching_duels import pair, simulate
from tafelwerk.solvers.switching.switching_graph import DELETED, MARKED, Player, make_board, winner
from tafelwerk.solvers.switching.switching_positions import (
    all_drops,
    board_positions,
    graph_positions,
    perfect_outcomes,
)

DIFFERENCES, CHANCES = ", potential differences given", ", chances of random play given"
AGENTS = (
    ("heuristic", DIFFERENCES),
    ("temperature:0.1", DIFFERENCES),
    ("mc:100", CHANCES),
    ("mc:1000", CHANCES),
    ("gauss-seidel:4", ""),
)
"""Agents, and what is kept from the call that is not counted."""

LARGE, TAKEN = 30, 400
"""Order of the board that perfect play is measured on, and moves of the game there that has begun."""

States = NDArray[np.int8]


@cache
def _start(order: int) -> States:
    return np.zeros(make_board(order).graph.edges, np.int8)


@cache
def _begun() -> States:
    """An open position after TAKEN drawn moves."""
    graph = make_board(LARGE).graph
    draw = Random(1)
    while True:
        states = _start(LARGE).copy()
        taken = draw.sample(range(graph.edges), TAKEN)
        states[taken[::2]], states[taken[1::2]] = DELETED, MARKED
        if winner(graph, states) is None:
            return states


def _perfect(states: States) -> None:
    solve(make_board(LARGE).graph, states, Player.CUT)


def _outcomes() -> None:
    perfect_outcomes(graph_positions(make_board(3).graph))


def _policy(agent: str) -> Policy:
    return agent_policy(board_positions(3), parse_agent(agent))


_known = cache(_policy)


def _pairing() -> None:
    pair(board_positions(3), _known("heuristic"), _known("mc:100"))


def _games() -> None:
    simulate(make_board(4).graph, parse_agent("heuristic"), parse_agent("temperature:0.1"), 1000, 1)


BENCHMARKS = (
    Benchmark("heuristic against heuristic, order 16", lambda: analyse(16), None, 3),
    Benchmark("heuristic against heuristic, order 20", lambda: analyse(20), 60.0, 3),
    Benchmark(f"heuristic against heuristic, order {LARGE}", lambda: analyse(LARGE), None, 1),
    Benchmark(
        f"perfect play with its proof, order {LARGE}, before the first move", lambda: _perfect(_start(LARGE)), 1.0
    ),
    Benchmark(f"perfect play with its proof, order {LARGE}, after {TAKEN} moves", lambda: _perfect(_begun()), 1.0),
    Benchmark("all positions of order 3, perfect outcomes", _outcomes),
    Benchmark("all positions of order 3, exact potential differences", lambda: all_drops(board_positions(3)), None, 3),
    Benchmark(
        "all positions of order 3, chances of random play", lambda: random_play(board_positions(3).game), None, 3
    ),
    *(
        Benchmark(f"{agent} in all positions of order 3{given}", partial(_policy, agent), None, 3)
        for agent, given in AGENTS
    ),
    Benchmark("two agents of order 3, policies given", _pairing, 1.0),
    Benchmark("1000 games of order 4, heuristic against temperature:0.1", _games),
    Benchmark(
        "potential differences in fractions, order 20, before the first move",
        lambda: drops(make_board(20).graph, _start(20)),
    ),
)


def _opening_counts(order: int) -> Numbers:
    found = analyse(order)
    return {
        "rate": str(found.rate),
        "rates": fractions_checksum([opening.rate for opening in found.openings]),
        "positions": sum(opening.positions for opening in found.openings),
        "branches": sum(opening.branches for opening in found.openings),
        "plies": checksum([(opening.shortest, opening.longest) for opening in found.openings]),
        "gap": str(found.gap),
    }


def _perfect_counts(states: States) -> Numbers:
    found = solve(make_board(LARGE).graph, states, Player.CUT)
    proof = found.trees or found.forests
    assert proof is not None
    return {
        "winner": str(found.winner),
        "moves": checksum(found.moves),
        "proof": checksum(*(sorted(part) for part in proof)),
    }


def _position_counts() -> Numbers:
    positions = board_positions(3)
    outcomes = perfect_outcomes(positions)
    return {
        "positions": positions.game.positions,
        "edges": positions.game.edges,
        "winners": checksum(outcomes.winner),
        "moves": checksum(outcomes.moves),
    }


def _drop_counts() -> Numbers:
    found = all_drops(board_positions(3))
    return {"drops": checksum(found.numerators, found.denominators, found.greatest)}


def _weighed(values: Iterable[float]) -> float:
    """Sum of floats, weighed, so that two of them cannot be exchanged."""
    return fsum(value * (1 + place % 97) for place, value in enumerate(values))


def _pair_counts() -> Numbers:
    found = {agent: _known(agent) for agent in ("heuristic", "mc:100", "temperature:0.1", "gauss-seidel:4")}
    chances = {f"{agent}, chances": _weighed(policy.chances.tolist()) for agent, policy in found.items()}
    pairings = {
        f"{cut} against {short}": pair(board_positions(3), found[cut], found[short]).short
        for cut in found
        for short in found
    }
    return chances | pairings


def _game_counts(games: int) -> Numbers:
    names = ("heuristic", "temperature:0.1", "mc:3", "gauss-seidel:2")
    graph = make_board(4).graph
    return {
        f"{cut} against {short}": simulate(graph, parse_agent(cut), parse_agent(short), games, 1).short
        for cut in names
        for short in names
    }


COUNTS = (
    *(Count(f"heuristic against heuristic, order {order}", partial(_opening_counts, order)) for order in (4, 8, 11)),
    Count("heuristic against heuristic, order 16", lambda: _opening_counts(16), slow=True),
    Count("heuristic against heuristic, order 20", lambda: _opening_counts(20), slow=True),
    Count(f"perfect play, order {LARGE}, before the first move", lambda: _perfect_counts(_start(LARGE))),
    Count(f"perfect play, order {LARGE}, after {TAKEN} moves", lambda: _perfect_counts(_begun())),
    Count("all positions of order 3", _position_counts),
    Count("all positions of order 3, potential differences", _drop_counts, slow=True),
    Count("agents of order 3", _pair_counts, slow=True),
    Count("50 games of order 4", lambda: _game_counts(50)),
    Count("1000 games of order 4", lambda: _game_counts(1000), slow=True),
)
