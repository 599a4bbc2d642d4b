"""Samples games of two agents, for the questions and for the tasks of simulations."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from math import inf
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from tafelwerk.build.task import columns
from tafelwerk.families.montecarlo.estimates import simulation_operations
from tafelwerk.families.montecarlo.graphs import duel_values, graph_of, policy, start_of
from tafelwerk.families.montecarlo.rules.games import Game, Playouts, sampled, stored
from tafelwerk.solvers.montecarlo.agents import agent_policy
from tafelwerk.solvers.playouts.agent_duels import simulate
from tafelwerk.solvers.playouts.policy import Policy

if TYPE_CHECKING:
    from tafelwerk.families.montecarlo.tasks import Simulations

STRETCH_OPERATIONS = 5e8
"""Work of the games that are simulated in one stretch."""


def simulated_wins(game: Game, first: str, second: str, games: int, seed: int) -> int:
    """Number of games won by the agent that moves first.

    Each game and pair of agents has its own random streams, so that samples of different games are independent.
    """
    one, other = (_agent(game, agent) for agent in (first, second))
    graph, start, streams = graph_of(game), start_of(game), stream_seed(game, first, second, seed)
    # a long run can be interrupted between two stretches
    stretch = max(1, int(STRETCH_OPERATIONS * games / simulation_operations(game, first, second, games)))
    stretches = ((begin, min(stretch, games - begin)) for begin in range(0, games, stretch))
    return sum(simulate(graph, start, one, other, count, streams, begin).wins for begin, count in stretches)


def _agent(game: Game, agent: str) -> Policy | int:
    """An agent in the form of a simulation: k for MC(k), and a chance per edge for any other agent."""
    playouts = sampled(agent)
    if playouts is None:
        return agent_policy(graph_of(game), agent)
    return policy(game, 0) if playouts == inf else int(playouts)


def stream_seed(game: Game, first: str, second: str, seed: int) -> int:
    """Seed of the random streams of a game and two agents."""
    digest = blake2b(f"{seed} {game} {first} {second}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def simulation_rows(task: "Simulations") -> Mapping[str, Any]:
    """Rows of simulated games."""
    rows: list[Sequence[Any]] = []
    for start in task.starts:
        for first, second in task.pairs:
            if not rows:
                # the first game may compile kernels
                simulated_wins(start, first, second, 1, task.seed)
            begin = process_time()
            wins = simulated_wins(start, first, second, task.games, task.seed)
            seconds = process_time() - begin
            exact = _exact_seconds(start, first, second)
            rows.append((str(start), first, second, task.games, task.seed, wins, seconds, exact))
    names = ("game", "first", "second", "games", "seed", "wins", "seconds", "exact_seconds")
    return columns(names, rows)


def _exact_seconds(game: Game, first: str, second: str) -> float | None:
    """Seconds for the certified chance of the same duel; None if an agent has no playouts."""
    agents: list[Playouts] = [playouts for agent in (first, second) if (playouts := sampled(agent)) is not None]
    if len(agents) < 2:
        return None
    ks, rivals = ((stored(playouts),) for playouts in agents)
    start = np.array([start_of(game)])
    # the first run may compile kernels
    duel_values(game, ks, rivals, start)
    begin = process_time()
    duel_values(game, ks, rivals, start)
    return process_time() - begin
