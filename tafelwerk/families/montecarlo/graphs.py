"""The family's games as graphs: Monte-Carlo agents and sampled games on them, and every position of a game in fractions.

It imports solvers: import it inside a function.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import inf
from multiprocessing import parent_process
from operator import itemgetter
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.build.executors import cores
from tafelwerk.build.task import columns
from tafelwerk.families.montecarlo.estimates import EXACT_RANDOM_EDGES, graph_edges, simulation_operations
from tafelwerk.families.montecarlo.rules import (
    ROUNDED_START,
    DoubleStep,
    Esr,
    Game,
    Playouts,
    Position,
    Subtraction,
    playouts_key,
    playouts_of,
    resolution,
)
from tafelwerk.solvers.montecarlo import races_and_heaps
from tafelwerk.solvers.montecarlo.simple_agents import agent_policy
from tafelwerk.solvers.playouts.agent_duels import duel, duels, simulate
from tafelwerk.solvers.playouts.exact_play import exact_random
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph, RandomPlay, perfect_values, random_play
from tafelwerk.solvers.playouts.policy import Policy, limit_policy, monte_carlo_policy

if TYPE_CHECKING:
    from tafelwerk.families.montecarlo.builds import Simulations


THREADED_EDGES = 200_000
"""Edges of a game from which threads pay."""


@lru_cache(maxsize=2)
def graph_of(game: Game, at: Position | None = None) -> GameGraph:
    """The game as a graph; its root is the game's start, or position `at` of a race.

    A heap of 0 shares the graph of heap 1, see `start_of`; a position of a heap is the start of a smaller game, see `placed`.
    """
    own, other = (at.own, at.other) if at else ((), ())
    match game:
        case Esr(n, m, s):
            return races_and_heaps.esr_graph(n, m, s, own, other)
        case DoubleStep(n):
            graph = races_and_heaps.dsc_graph if game.crash else races_and_heaps.dsr_graph
            return graph(n, *own, *other)
        case Subtraction(rules, heap):
            return races_and_heaps.subtraction_graph(rules.moves, max(heap, 1), rules.overshoot)


def start_of(game: Game, at: Position | None = None) -> int:
    """The position from which the game starts, in `graph_of(game, at)`."""
    return races_and_heaps.heap_position(game.heap) if isinstance(game, Subtraction) else graph_of(game, at).root


@lru_cache(maxsize=2)
def random_of(game: Game, at: Position | None = None) -> RandomPlay:
    """Random play in `graph_of(game, at)`."""
    return random_play(graph_of(game, at))


def policy(game: Game, playouts: int, at: Position | None = None) -> Policy:
    """MC(playouts) in every position; 0 stands for MC(inf)."""
    graph, play = graph_of(game, at), random_of(game, at)
    return limit_policy(graph, play) if playouts == 0 else monte_carlo_policy(graph, play, playouts)


def _threads(game: Game) -> int:
    """Threads for one duel: all cores for a large race in a process of its own, one in a worker beside others."""
    alone = parent_process() is None
    return cores() if alone and graph_edges(game) > THREADED_EDGES else 1


def duel_values(
    game: Game,
    ks: tuple[int, ...],
    rivals: tuple[int, ...],
    positions: NDArray[np.int64],
    at: Position | None = None,
) -> dict[str, NDArray[np.float64]]:
    """first, second, mean and error of MC(ks[i]) against MC(rivals[i]), shape (len(ks), positions).

    Args:
        game: the game.
        ks, rivals: playouts per candidate; 0 stands for infinitely many.
        positions: positions to start from, in `graph_of(game, at)`.
        at: position at the root of the graph.
    """
    shape = (len(ks), len(positions))
    first, second, error = np.empty(shape), np.empty(shape), np.empty(shape)
    finite = np.array([bool(k and rival) for k, rival in zip(ks, rivals, strict=True)])
    if finite.any():
        chosen = np.flatnonzero(finite)
        curve = duels(
            graph_of(game, at),
            random_of(game, at),
            np.array(ks, np.uint64)[chosen],
            np.array(rivals, np.uint64)[chosen],
            positions,
            threads=_threads(game),
        )
        first[chosen], second[chosen], error[chosen] = curve.first, curve.second, curve.error
    for i in np.flatnonzero(~finite):
        result = duel(graph_of(game, at), policy(game, ks[i], at), policy(game, rivals[i], at))
        first[i], second[i] = result.win[0, positions], result.loss[1, positions]
        error[i] = np.maximum(result.error[0, positions], result.error[1, positions])
    total = first + second
    # the mean is rounded once more unless the sum is exact; larger minus smaller is exact, so the remainder tells
    rounded = np.minimum(first, second) != total - np.maximum(first, second)
    bound = np.where(rounded, np.nextafter(error + 2.0**-53, 1), error)
    return {"first": first, "second": second, "mean": total / 2, "error": bound}


def stated_errors(game: Game, errors: NDArray[np.float64], heaps: Sequence[int] = ()) -> NDArray[np.float64]:
    """Errors to be stated of duels: never less than a second program resolves.

    Args:
        game: the game.
        errors: own bounds, shape (..., starts).
        heaps: the starts of a subtraction game, if they are not the game's own.
    """
    games = [Subtraction(game.rules, heap) for heap in heaps] if isinstance(game, Subtraction) and heaps else [game]
    return np.maximum(errors, [resolution(start) for start in games])


def start_chance(game: Esr) -> tuple[Fraction | None, float, float]:
    """Winning chance from the start at random play: exact (None where the fraction would be too large), as a double, and a
    bound on the error of the double."""
    graph = graph_of(game)
    if graph.edges <= EXACT_RANDOM_EDGES:
        exact = fraction(exact_random(graph)[0][graph.root])
        return exact, float(exact), 2.0**-54
    play = random_of(game)
    return None, float(0.5 + play.win_hi[graph.root]), max(play.error + 2.0**-53, ROUNDED_START)


class Candidate(NamedTuple):
    """A candidate move: its name, whether it wins under perfect play, whether MC(inf) may play it, and its chance at
    random play. Exact."""

    move: int
    wins: bool
    best: bool
    chance: Fraction


class SolvedPosition(NamedTuple):
    """A position: its place, perfect play, random play, candidates. Exact.

    Attributes:
        state: the heap, or in a race the fields gone by the player to move and by the opponent.
    """

    state: tuple[int, ...]
    won: bool
    chance: Fraction
    candidates: tuple[Candidate, ...]


def fraction(value: fmpq) -> Fraction:
    """A fraction of python-flint as a fraction of Python."""
    return Fraction(int(value.p), int(value.q))


def positions_of(game: DoubleStep | Subtraction) -> Iterator[SolvedPosition]:
    """Every undecided position of a race, the start first, or every heap from 1 on; as fractions."""
    graph = graph_of(game)
    win, loss = exact_random(graph)
    values = perfect_values(graph)
    for number, state in sorted(_states(game).items(), key=itemgetter(1)):
        edges = graph.edges_of(number)
        best = max((loss[graph.successors[edge]] for edge in edges), default=None)
        candidates = []
        for edge in edges:
            after = int(graph.successors[edge])
            for move in moves_on(game, int(graph.labels[edge]), int(graph.multiplicities[edge])):
                chance = loss[after]
                candidates.append(Candidate(move, bool(values[after] < 0), bool(chance == best), fraction(chance)))
        yield SolvedPosition(state, bool(values[number] > 0), fraction(win[number]), tuple(candidates))


def _states(game: DoubleStep | Subtraction) -> dict[int, tuple[int, ...]]:
    """Places of the positions, by their numbers in the graph."""
    if isinstance(game, Subtraction):
        return {races_and_heaps.heap_position(heap): (heap,) for heap in range(1, game.heap + 1)}
    graph = graph_of(game)
    squares: dict[int, tuple[int, ...]] = {graph.root: (0, 0)}
    for number in range(graph.root, 0, -1):
        own, other = squares[number]
        for edge in graph.edges_of(number):
            after = int(graph.successors[edge])
            if graph.payoff[after] == UNDECIDED:
                squares[after] = (other, own + int(graph.labels[edge]))
    return squares


def moves_on(game: DoubleStep | Subtraction, label: int, count: int) -> tuple[int, ...]:
    """The moves that an edge bundles: `count` moves from `label` on."""
    moves = (1, 2) if isinstance(game, DoubleStep) else game.rules.moves
    begin = moves.index(label)
    return moves[begin : begin + count]


STRETCH_OPERATIONS = 5e8
"""Work of the games that are simulated in one stretch."""


def simulated_wins(game: Game, first: str, second: str, games: int, seed: int) -> int:
    """Number of games won by the agent that moves first.

    Each game and pair of agents has its own random streams, so that samples of different games are independent.
    """
    mover, opponent = (_agent(game, agent) for agent in (first, second))
    graph, start, streams = graph_of(game), start_of(game), stream_seed(game, first, second, seed)
    # a long run can be interrupted between two stretches
    stretch = max(1, int(STRETCH_OPERATIONS * games / simulation_operations(game, first, second, games)))
    stretches = ((begin, min(stretch, games - begin)) for begin in range(0, games, stretch))
    return sum(simulate(graph, start, mover, opponent, count, streams, begin).wins for begin, count in stretches)


def _agent(game: Game, agent: str) -> Policy | int:
    """An agent in the form of a simulation: k for MC(k), and a chance per edge for any other agent."""
    playouts = playouts_of(agent)
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
    agents: list[Playouts] = [playouts for agent in (first, second) if (playouts := playouts_of(agent)) is not None]
    if len(agents) < 2:
        return None
    ks, rivals = ((playouts_key(playouts),) for playouts in agents)
    start = np.array([start_of(game)])
    # the first run may compile kernels
    duel_values(game, ks, rivals, start)
    begin = process_time()
    duel_values(game, ks, rivals, start)
    return process_time() - begin
