"""The games by their rules alone: plain Python, memory of what was seen, fractions. To be believed at sight.

A game says where it starts, which candidates a position has, and who has won: `moves(position)` lists (label, position
after the move, from the other player's side), one entry a candidate; `result(position)` is +1, -1 or None from the
mover's side.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any


@dataclass(frozen=True)
class Game:
    start: Hashable
    moves: Callable[[Any], list[tuple[int, Hashable]]]
    result: Callable[[Any], int | None]


def single_step_race(n: int, m: int, s: int) -> Game:
    """A position: the mover's pieces and the opponent's, each a sorted tuple of squares."""

    def moves(position: Any) -> list[tuple[int, Hashable]]:
        own, other = position
        return [
            (square, (other, tuple(sorted((*own[:i], square + 1, *own[i + 1 :])))))
            for i, square in enumerate(own)
            if square < n
        ]

    def result(position: Any) -> int | None:
        own, other = position
        if other.count(n) >= s:
            return -1
        return 1 if own.count(n) >= s else None

    return Game(((0,) * m, (0,) * m), moves, result)


def double_step_crash_race(n: int) -> Game:
    """A position: the squares of the mover and of the opponent, and the mover's direction."""

    def moves(position: Any) -> list[tuple[int, Hashable]]:
        own, other, way = position
        return [(step, (other, own + way * step, -way)) for step in (1, 2) if 0 <= own + way * step <= n]

    def result(position: Any) -> int | None:
        own, other, way = position
        # the opponent has just moved: it is home, or on the mover's square
        return -1 if other in (own, 0 if way == 1 else n) else None

    return Game((0, n, 1), moves, result)


def double_step_race(n: int) -> Game:
    """A position: the squares of the mover and of the opponent, each on a lane of its own."""

    def moves(position: Any) -> list[tuple[int, Hashable]]:
        own, other = position
        return [(step, (other, own + step)) for step in (1, 2) if own + step <= n]

    def result(position: Any) -> int | None:
        return -1 if position[1] == n else None

    return Game((0, 0), moves, result)


def subtraction(moves_: tuple[int, ...], heap: int, overshoot: str) -> Game:
    """A position: what is left, negative after an overshoot."""

    def moves(position: Any) -> list[tuple[int, Hashable]]:
        return [(a, position - a) for a in moves_ if a <= position or overshoot != "illegal"]

    def result(position: Any) -> int | None:
        if position < 0:
            return 1 if overshoot == "loses" else -1
        return -1 if position == 0 or not moves(position) else None

    return Game(heap, moves, result)


def win_chances(
    game: Game, weight: Callable[[int, Any], int] = lambda label, after: 1
) -> Callable[[Hashable], Fraction]:
    """Under random play, for the player to move; candidates are drawn in proportion to their weights."""

    @cache
    def win(position: Hashable) -> Fraction:
        result = game.result(position)
        if result is not None:
            return Fraction(result == 1)
        weights = [weight(*candidate) for candidate in game.moves(position)]
        parts = zip(weights, game.moves(position), strict=True)
        return sum((x * (1 - win(after)) for x, (_, after) in parts), Fraction(0)) / sum(weights)

    return win


def winners(game: Game) -> Callable[[Hashable], bool]:
    """Whether the player to move wins under perfect play."""

    @cache
    def wins(position: Hashable) -> bool:
        result = game.result(position)
        if result is not None:
            return result == 1
        return any(not wins(after) for _, after in game.moves(position))

    return wins


def limit_candidates(game: Game, position: Hashable) -> list[tuple[int, Hashable]]:
    """The candidates of MC(inf)."""
    win = win_chances(game)
    least = min(win(after) for _, after in game.moves(position))
    return [(label, after) for label, after in game.moves(position) if win(after) == least]


def undecided(game: Game) -> set[Hashable]:
    """Every undecided position that can be reached."""
    seen: set[Hashable] = set()
    todo = {game.start}
    while todo:
        seen |= todo
        after = {there for position in todo for _, there in game.moves(position)}
        todo = {there for there in after - seen if game.result(there) is None}
    return seen
