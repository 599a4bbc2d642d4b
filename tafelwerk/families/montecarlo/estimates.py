"""Estimated work of this family's tasks, in plain Python: known before a game is built and before anything is compiled."""

from collections.abc import Sequence
from math import inf, log10, sqrt

from tafelwerk.families.montecarlo.rules import (
    Bias,
    DoubleStep,
    Esr,
    Game,
    Playouts,
    Subtraction,
    SubtractionRules,
    esr_size,
    growth,
    playouts_key,
    playouts_of,
)

EXACT_RANDOM_EDGES = 120_000
"""Most edges of a game whose random play is computed as fractions."""

EXACT_HEAP_WORK = 5e8
"""Largest work for which the chances at a heap are computed as fractions."""

MOST_DIGITS = 4000
"""Most digits of a denominator at a heap for which fractions are given; Python writes no more than 4300."""

WAVE_OPERATIONS = 5e7
"""Upper bound on the work of finding the wave of biased playouts."""

LONGEST_LINE = 200
"""Most moves of a line of an explanation."""

OPERATIONS_PER_DRAW = 8.0
"""Work per move of a playout."""


def graph_edges(game: Game) -> int:
    """Edges of the game's graph, or a bound on them, without building it."""
    match game:
        case Esr(n, m, s):
            return esr_size(n, m, s)[1]
        case DoubleStep(n):
            return n * n
        case Subtraction(rules, heap):
            return heap * len(rules.moves)


def most_candidates(game: Game) -> int:
    """Most candidate moves in a position."""
    match game:
        case Esr(_, m, _):
            return m
        case DoubleStep():
            return 2
        case Subtraction(rules, _):
            return len(rules.moves)


def duel_operations(game: Game, ks: Sequence[int], rivals: Sequence[int]) -> float:
    """Estimated work of the duels MC(ks[i]) against MC(rivals[i]); MC(inf), 0, counts as the largest of the others."""
    from tafelwerk.solvers.playouts.playout_runs import operations

    edges = graph_edges(game)
    if isinstance(game, Esr) and game.s == game.m:
        # every piece must come home: the length of the game is fixed, and all candidates tie
        return edges * 50.0 * len(ks) + 1e5
    largest = max((*ks, *rivals, 1))
    finite, other = ([k or largest for k in numbers] for numbers in (ks, rivals))
    return operations(edges, finite, other, pairs=most_candidates(game) <= 2)


def ties_operations(game: Game, ks: Sequence[int]) -> float:
    """Work of the duels of MC(k) against MC(2k) without ties."""
    return graph_edges(game) * sum(4e4 + 60.0 * sqrt(k) for k in ks)


def exact_duel_operations(game: Game, *agents: str) -> float:
    """Work of a duel of two agents in fractions."""
    ks = [playouts_key(playouts_of(agent) or 1) or 1 for agent in agents]
    return graph_edges(game) * sum(2e4 + 2e3 * k + 20.0 * k * k for k in ks)


def law_operations(candidates: int, k: int) -> float:
    """Work of the law of MC(k) at one position."""
    return 1e5 + (1e4 if candidates <= 2 else 30.0 * candidates**2 * sqrt(k))


def blunder_operations(rules: SubtractionRules, limit: int) -> float:
    """Work of examining every heap up to `limit` in exact arithmetic."""
    return limit * len(rules.moves) * (2e3 + limit)


def is_exact(game: Game) -> bool:
    """Whether the chances of the candidates in a position are computed as fractions."""
    if isinstance(game, Subtraction):
        moves = game.rules.moves
        digits = game.heap / moves[0] * log10(len(moves))
        return digits <= MOST_DIGITS and blunder_operations(game.rules, game.heap) <= EXACT_HEAP_WORK
    return graph_edges(game) <= EXACT_RANDOM_EDGES


def candidate_operations(game: Game) -> float:
    """Work of the chances of the candidates in a position."""
    if isinstance(game, Subtraction) and is_exact(game):
        return blunder_operations(game.rules, game.heap)
    return graph_edges(game) * (6e3 if is_exact(game) else 60.0) + 1e5


def choice_operations(game: Game, k: Playouts) -> float:
    """Work of the law of MC(k) in a position, with the chances of its candidates."""
    return candidate_operations(game) + law_operations(most_candidates(game), playouts_key(k))


def explain_operations(game: Game, k: Playouts) -> float:
    """Work of an explanation: one law per move of the likely line."""
    laws = min(LONGEST_LINE, _longest(game)) * law_operations(most_candidates(game), playouts_key(k))
    return choice_operations(game, k) + candidate_operations(game) + 100.0 * graph_edges(game) + laws


def _longest(game: Game) -> int:
    """Most moves of a game."""
    match game:
        case Esr(n, m, _):
            return 2 * n * m
        case Subtraction(rules, heap):
            return heap // rules.moves[0] + 1
        case DoubleStep(n):
            return 2 * n


def bias_operations(rules: SubtractionRules, bias: Bias, heaps: int) -> float:
    """Work of examining every heap up to `heaps`, in integers that grow with the heap."""
    return heaps * len(rules.moves) * (3e3 + 0.05 * heaps * growth(bias))


def value_operations(rules: SubtractionRules, bias: Bias, heaps: int) -> float:
    """Work of reducing the fractions of every heap up to `heaps`."""
    return heaps * len(rules.moves) * (5e3 + 2.0 * heaps * growth(bias))


def plies(game: Game) -> float:
    """Approximate number of moves by both players in a random game."""
    match game:
        case Esr(n, m, s):
            return float(n * (m + s))
        case DoubleStep(n):
            return 4 * n / 3 + 1
        case Subtraction(rules, heap):
            return heap * len(rules.moves) / sum(rules.moves) + 1


def simulation_operations(game: Game, first: str, second: str, games: int) -> float:
    """Work of simulating games, including the playouts of agents that have them."""
    length = plies(game)
    playouts = sum(playouts_key(playouts_of(agent) or 0) for agent in (first, second))
    draws = length * (2 + playouts * most_candidates(game) * length / 4)
    graph = 200.0 * graph_edges(game) * (1 + sum(playouts_of(agent) in (None, inf) for agent in (first, second)))
    return 1e6 + graph + games * (100 + OPERATIONS_PER_DRAW * draws)
