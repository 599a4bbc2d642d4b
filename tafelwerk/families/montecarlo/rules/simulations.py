"""Simulated games of two agents in races and subtraction games: limits, and the samples in the tables."""

from math import sqrt

from tafelwerk.families.montecarlo.rules.games import AGENTS, Game, Subtraction, sampled

MOST_SIMULATED = 1_000_000_000
"""Most games in one sample."""


def is_kept(game: Game, first: str, second: str) -> bool:
    """Whether the tables hold samples of two agents: those whose exact chance a second program can compute as well.

    That is, both agents sample, or both play a subtraction game and do not sample.
    """
    if sampled(first) is None or sampled(second) is None:
        return isinstance(game, Subtraction) and first in AGENTS and second in AGENTS
    return True


def simulated_starts(game: Game, lowest: int) -> list[Game]:
    """Starts of the games: a race's start, or every heap from `lowest` up to the game's.

    Raises:
        ValueError: there is no such heap.
    """
    if not isinstance(game, Subtraction):
        return [game]
    if not 0 <= lowest <= game.heap:
        raise ValueError("heaps go up")
    return [Subtraction(game.rules, heap) for heap in range(lowest, game.heap + 1)]


def standard_error(wins: int, games: int) -> float:
    """Standard error of the share of games won: sqrt(p (1 - p) / n), where p is the share after one more win and one more
    loss."""
    p = (wins + 1) / (games + 2)
    return sqrt(p * (1.0 - p) / games)
