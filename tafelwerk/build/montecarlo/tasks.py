"""The tasks of the Monte-Carlo family: each makes rows of one table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from multiprocessing import parent_process
from typing import Any, ClassVar

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.build.executors import cores
from tafelwerk.solvers.core.curve import duels, operations
from tafelwerk.solvers.core.duel import duel
from tafelwerk.solvers.core.exact_play import exact_random
from tafelwerk.solvers.core.game_graph import UNDECIDED, GameGraph
from tafelwerk.solvers.core.limit_agent import limit_policy
from tafelwerk.solvers.core.perfect_play import perfect_values
from tafelwerk.solvers.core.policy import Policy, monte_carlo_policy
from tafelwerk.solvers.core.random_play import RandomPlay, random_play
from tafelwerk.solvers.montecarlo.races import dsc_graph, esr_graph, esr_size
from tafelwerk.solvers.montecarlo.subtraction import heap_position, subtraction_graph
from tafelwerk.tables.montecarlo import Dsc, Esr, Game, Subtraction

Columns = Mapping[str, Any]

EXACT_RANDOM_EDGES = 120_000
"""Edges of a game up to which its random play is computed in fractions."""

THREADED_EDGES = 200_000
"""Edges of a game from which on threads are worth their while."""


@lru_cache(maxsize=2)
def graph_of(game: Game) -> GameGraph:
    """The game as a graph; its root is the game's start. A heap of 0 shares the graph of heap 1, see `start_of`."""
    match game:
        case Esr(n, m, s):
            return esr_graph(n, m, s)
        case Dsc(n):
            return dsc_graph(n)
        case Subtraction(rules, heap):
            return subtraction_graph(rules.moves, max(heap, 1), rules.overshoot)


def start_of(game: Game) -> int:
    """The position the game starts from, in `graph_of(game)`."""
    return heap_position(game.heap) if isinstance(game, Subtraction) else graph_of(game).root


@lru_cache(maxsize=2)
def random_of(game: Game) -> RandomPlay:
    """Random play in `graph_of(game)`."""
    return random_play(graph_of(game))


def graph_edges(game: Game) -> int:
    """Edges of the game's graph, or a bound on them, without building it."""
    match game:
        case Esr(n, m, s):
            return esr_size(n, m, s)[1]
        case Dsc(n):
            return n * n
        case Subtraction(rules, heap):
            return heap * len(rules.moves)


def policy(game: Game, playouts: int) -> Policy:
    """MC(playouts) at every position; 0 stands for MC(inf)."""
    graph, play = graph_of(game), random_of(game)
    return limit_policy(graph, play) if playouts == 0 else monte_carlo_policy(graph, play, playouts)


def _threads(game: Game) -> int:
    """Threads for one duel: every core for a large race asked for on its own, one in a worker beside others."""
    alone = parent_process() is None
    return cores() if alone and graph_edges(game) > THREADED_EDGES else 1


def duel_values(
    game: Game, ks: tuple[int, ...], rivals: tuple[int, ...], positions: NDArray[np.int64]
) -> dict[str, NDArray[np.float64]]:
    """first, second, mean, error of MC(ks[i]) against MC(rivals[i]) from each position, shape (len(ks), positions)."""
    shape = (len(ks), len(positions))
    first, second, error = np.empty(shape), np.empty(shape), np.empty(shape)
    finite = np.array([bool(k and rival) for k, rival in zip(ks, rivals, strict=True)])
    if finite.any():
        chosen = np.flatnonzero(finite)
        found = duels(
            graph_of(game),
            random_of(game),
            np.array(ks, np.uint64)[chosen],
            np.array(rivals, np.uint64)[chosen],
            positions,
            threads=_threads(game),
        )
        first[chosen], second[chosen], error[chosen] = found.first, found.second, found.error
    for i in np.flatnonzero(~finite):
        met = duel(graph_of(game), policy(game, ks[i]), policy(game, rivals[i]))
        first[i], second[i] = met.win[0, positions], met.loss[1, positions]
        error[i] = np.maximum(met.error[0, positions], met.error[1, positions])
    total = first + second
    # the mean is rounded once more, unless the sum is exact; larger minus smaller is, so the rest tells
    rounded = np.minimum(first, second) != total - np.maximum(first, second)
    bound = np.where(rounded, np.nextafter(error + 2.0**-53, 1), error)
    return {"first": first, "second": second, "mean": total / 2, "error": bound}


def most_candidates(game: Game) -> int:
    """Candidate moves that a position has at most."""
    match game:
        case Esr(_, m, _):
            return m
        case Dsc():
            return 2
        case Subtraction(rules, _):
            return len(rules.moves)


def duel_operations(game: Game, ks: Sequence[int], rivals: Sequence[int]) -> float:
    """Estimated work of the duels MC(ks[i]) against MC(rivals[i]); MC(inf), 0, counts as the largest of the others."""
    largest = max((*ks, *rivals, 1))
    finite, other = ([k or largest for k in numbers] for numbers in (ks, rivals))
    return operations(graph_edges(game), finite, other, pairs=most_candidates(game) <= 2)


@dataclass(frozen=True, slots=True)
class Duels:
    """MC(ks[i]) against MC(rivals[i]); 0 stands for infinitely many playouts.

    In a subtraction game from every heap from `lowest` up to the game's; races start where they start, whatever `lowest`.
    """

    game: Game
    ks: tuple[int, ...]
    rivals: tuple[int, ...]
    lowest: int

    @property
    def table(self) -> str:
        match self.game:
            case Esr():
                return "esr_duels"
            case Dsc():
                return "dsc_duels"
            case Subtraction():
                return "subtraction_duels"

    def run(self) -> Columns:
        rows = self.expected_rows()
        starts = np.array([start_of(self.game)])
        keys: dict[str, Any]
        match self.game:
            case Esr(n, m, s):
                keys = {name: np.full(rows, size, np.uint16) for name, size in (("n", n), ("m", m), ("s", s))}
            case Dsc(n):
                keys = {"n": np.full(rows, n, np.uint16)}
            case Subtraction(rules, heap):
                heaps = np.arange(self.lowest, heap + 1)
                starts = heap_position(0) + heaps
                keys = {
                    "moves": [rules.text] * rows,
                    "overshoot": [rules.overshoot] * rows,
                    "heap": np.repeat(heaps.astype(np.uint32), len(self.ks)),
                }
        values = duel_values(self.game, self.ks, self.rivals, starts)
        return (
            keys
            | {
                "k": np.tile(np.array(self.ks, np.uint64), len(starts)),
                "rival": np.tile(np.array(self.rivals, np.uint64), len(starts)),
            }
            | {name: column.T.ravel() for name, column in values.items()}
        )

    def operations(self) -> float:
        return duel_operations(self.game, self.ks, self.rivals)

    def expected_rows(self) -> int:
        starts = self.game.heap - self.lowest + 1 if isinstance(self.game, Subtraction) else 1
        return starts * len(self.ks)


@dataclass(frozen=True, slots=True)
class EsrStarts:
    """Random play from the start of one single-step race."""

    game: Esr
    table: ClassVar[str] = "esr_starts"

    def values(self) -> tuple[Fraction | None, float, float]:
        """The chance to win exactly (None where fractions grow past reason), as a double, and a bound on its error."""
        graph = graph_of(self.game)
        if graph.edges <= EXACT_RANDOM_EDGES:
            exact = fraction(exact_random(graph)[0][graph.root])
            return exact, float(exact), 2.0**-54
        play = random_of(self.game)
        return None, float(0.5 + play.win_hi[graph.root]), play.error + 2.0**-53

    def run(self) -> Columns:
        exact, chance, error = self.values()
        return {
            "n": np.array([self.game.n], np.uint16),
            "m": np.array([self.game.m], np.uint16),
            "s": np.array([self.game.s], np.uint16),
            "chance": np.array([chance]),
            "numerator": [None if exact is None else str(exact.numerator)],
            "denominator": [None if exact is None else str(exact.denominator)],
            "error": np.array([error]),
        }

    def operations(self) -> float:
        edges = graph_edges(self.game)
        return edges * (5e3 if edges <= EXACT_RANDOM_EDGES else 100.0)

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate move: its name, whether it wins under perfect play, whether MC(inf) may play it, its chance at random
    play. Exact."""

    move: int
    wins: bool
    best: bool
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Position:
    """A position: its number in the graph, perfect play, random play, candidates. Exact."""

    number: int
    won: bool
    chance: Fraction
    candidates: tuple[Candidate, ...]


def fraction(value: fmpq) -> Fraction:
    """python-flint's fraction as Python's."""
    return Fraction(int(value.p), int(value.q))


def positions_of(game: Dsc | Subtraction) -> Iterator[Position]:
    """Every position with candidates, in the graph's order, in fractions."""
    graph = graph_of(game)
    win, loss = exact_random(graph)
    values = perfect_values(graph)
    for number in np.flatnonzero(graph.payoff == UNDECIDED).tolist():
        edges = graph.edges_of(number)
        best = max(loss[graph.successors[edge]] for edge in edges)
        candidates = []
        for edge in edges:
            after = int(graph.successors[edge])
            for move in moves_on(game, int(graph.labels[edge]), int(graph.multiplicities[edge])):
                chance = loss[after]
                candidates.append(Candidate(move, bool(values[after] < 0), bool(chance == best), fraction(chance)))
        yield Position(number, bool(values[number] > 0), fraction(win[number]), tuple(candidates))


def moves_on(game: Dsc | Subtraction, label: int, count: int) -> tuple[int, ...]:
    """The moves that an edge bundles: from its label on, as many as it counts."""
    moves = (1, 2) if isinstance(game, Dsc) else game.rules.moves
    begin = moves.index(label)
    return moves[begin : begin + count]


def fraction_columns(chances: list[Fraction]) -> dict[str, Any]:
    """Chances as doubles and as reduced fractions in decimal digits."""
    return {
        "chance": np.array([float(chance) for chance in chances]),
        "numerator": [str(chance.numerator) for chance in chances],
        "denominator": [str(chance.denominator) for chance in chances],
    }


def crash_squares(graph: GameGraph) -> dict[int, tuple[int, int]]:
    """Fields gone by the player to move and by the other, for every undecided position of a double-step crash race."""
    squares = {graph.root: (0, 0)}
    for number in range(graph.root, 0, -1):
        own, other = squares[number]
        for edge in graph.edges_of(number):
            after = int(graph.successors[edge])
            if graph.payoff[after] == UNDECIDED:
                squares[after] = (other, own + int(graph.labels[edge]))
    return squares


def _crash_rows(game: Dsc) -> list[tuple[int, int, Position]]:
    squares = crash_squares(graph_of(game))
    rows = [(*squares[position.number], position) for position in positions_of(game)]
    return sorted(rows, key=lambda row: row[:2])


@dataclass(frozen=True, slots=True)
class DscPositions:
    """Perfect and random play in every undecided position of one double-step crash race."""

    game: Dsc
    table: ClassVar[str] = "dsc_positions"

    def run(self) -> Columns:
        rows = _crash_rows(self.game)
        return {
            "n": np.full(len(rows), self.game.n, np.uint16),
            "own": np.array([own for own, _, _ in rows], np.uint16),
            "other": np.array([other for _, other, _ in rows], np.uint16),
            "won": np.array([position.won for _, _, position in rows]),
        } | fraction_columns([position.chance for _, _, position in rows])

    def operations(self) -> float:
        return graph_edges(self.game) * 3e3

    def expected_rows(self) -> int:
        return self.game.n**2 // 2


@dataclass(frozen=True, slots=True)
class DscMoves:
    """The candidates of every undecided position of one double-step crash race."""

    game: Dsc
    table: ClassVar[str] = "dsc_moves"

    def run(self) -> Columns:
        rows = [
            (own, other, candidate)
            for own, other, position in _crash_rows(self.game)
            for candidate in position.candidates
        ]
        return {
            "n": np.full(len(rows), self.game.n, np.uint16),
            "own": np.array([own for own, _, _ in rows], np.uint16),
            "other": np.array([other for _, other, _ in rows], np.uint16),
            "step": np.array([candidate.move for _, _, candidate in rows], np.uint8),
            "wins": np.array([candidate.wins for _, _, candidate in rows]),
            "best": np.array([candidate.best for _, _, candidate in rows]),
        } | fraction_columns([candidate.chance for _, _, candidate in rows])

    def operations(self) -> float:
        return graph_edges(self.game) * 3e3

    def expected_rows(self) -> int:
        return self.game.n**2


@dataclass(frozen=True, slots=True)
class SubtractionPositions:
    """Perfect and random play at every heap from 1 on of one subtraction game."""

    game: Subtraction
    table: ClassVar[str] = "subtraction_positions"

    def run(self) -> Columns:
        graph = graph_of(self.game)
        win, _ = exact_random(graph)
        values = perfect_values(graph)
        heaps = range(1, self.game.heap + 1)
        rows = len(heaps)
        return {
            "moves": [self.game.rules.text] * rows,
            "overshoot": [self.game.rules.overshoot] * rows,
            "heap": np.array(heaps, np.uint32),
            "won": np.array([bool(values[heap_position(heap)] > 0) for heap in heaps]),
        } | fraction_columns([fraction(win[heap_position(heap)]) for heap in heaps])

    def operations(self) -> float:
        return graph_edges(self.game) * (1e4 + 10.0 * self.game.heap)

    def expected_rows(self) -> int:
        return self.game.heap


@dataclass(frozen=True, slots=True)
class SubtractionMoves:
    """The candidates at every heap from 1 on of one subtraction game."""

    game: Subtraction
    table: ClassVar[str] = "subtraction_moves"

    def run(self) -> Columns:
        rows = [
            (position.number - heap_position(0), candidate)
            for position in positions_of(self.game)
            for candidate in position.candidates
        ]
        return {
            "moves": [self.game.rules.text] * len(rows),
            "overshoot": [self.game.rules.overshoot] * len(rows),
            "heap": np.array([heap for heap, _ in rows], np.uint32),
            "move": np.array([candidate.move for _, candidate in rows], np.uint32),
            "wins": np.array([candidate.wins for _, candidate in rows]),
            "best": np.array([candidate.best for _, candidate in rows]),
        } | fraction_columns([candidate.chance for _, candidate in rows])

    def operations(self) -> float:
        return graph_edges(self.game) * (1e4 + 10.0 * self.game.heap)

    def expected_rows(self) -> int:
        return self.game.heap * len(self.game.rules.moves)
