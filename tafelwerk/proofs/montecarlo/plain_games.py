"""A second implementation of the games, straight from their rules, for proofs: plain Python, position after position, without
arrays or kernels, sharing nothing with the game graphs that the tables are made from.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, definitions 2.1, 2.3 and 2.4, and the
note after definition 2.1.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from tafelwerk.errors import InputError

LOST, WON = 0, 1
"""Numbers of the two finished positions: the player to move has lost, or has won."""

State = TypeVar("State", bound=Hashable)


class Ending(Enum):
    """A move that ends the game: it wins or loses immediately."""

    WINS = "wins"
    LOSES = "loses"


@dataclass(frozen=True, slots=True, eq=False)
class PlainGame(Generic[State]):
    """A game as a list of positions, successors first.

    Attributes:
        options: one entry per position: (number of the successor, number of candidate moves that lead to it) for each successor;
            empty for LOST and WON. A player who cannot move has lost: such a position is LOST.
        numbers: number of every reachable position, by state.
    """

    options: tuple[tuple[tuple[int, int], ...], ...]
    numbers: dict[State, int]


def plain_game(starts: list[State], moves: Callable[[State], list[State | Ending]]) -> PlainGame[State]:
    """Every position reachable from `starts`.

    Args:
        starts: initial states.
        moves: candidates of a state, one entry per candidate: the state left to the opponent, or an ending.
    """
    options: list[tuple[tuple[int, int], ...]] = [(), ()]
    # an immediate win leaves the opponent a lost position
    numbers: dict[State | Ending, int] = {Ending.WINS: LOST, Ending.LOSES: WON}
    for start in starts:
        stack: list[State | Ending] = [start]
        while stack:
            state = stack[-1]
            if state in numbers or isinstance(state, Ending):
                stack.pop()
                continue
            after = Counter(moves(state))
            missing = [successor for successor in after if successor not in numbers]
            if missing:
                stack += missing
                continue
            stack.pop()
            if not after:
                numbers[state] = LOST
                continue
            numbers[state] = len(options)
            options.append(tuple(sorted((numbers[successor], count) for successor, count in after.items())))
    return PlainGame(
        tuple(options), {state: number for state, number in numbers.items() if not isinstance(state, Ending)}
    )


def heap_options(moves: Sequence[int], heap: int, overshoot: str) -> list[tuple[int, int | Ending]]:
    """The candidates at a heap: number taken, and the heap left.

    Raises:
        InputError: overshoot is not "wins", "loses" or "illegal".
    """
    if overshoot not in ("wins", "loses", "illegal"):
        raise InputError(f"overshoot must be wins, loses or illegal, not {overshoot!r}")
    found: list[tuple[int, int | Ending]] = []
    for move in moves:
        if move < heap:
            found.append((move, heap - move))
        elif move == heap:
            found.append((move, Ending.WINS))
        elif overshoot != "illegal":
            found.append((move, Ending(overshoot)))
    return found


def plain_subtraction(moves: Sequence[int], heap: int, overshoot: str) -> PlainGame[int]:
    """S_moves with the heaps from 1 to `heap`; a state is the heap.

    Raises:
        InputError: overshoot is not "wins", "loses" or "illegal".
    """
    return plain_game(
        list(range(1, heap + 1)), lambda left: [after for _, after in heap_options(moves, left, overshoot)]
    )


Square = tuple[int, int]


def lane_options(n: int, crash: bool, state: Square) -> list[tuple[int, Square | Ending]]:
    """The candidates in a double-step race, DSC(n) if pieces crash and DSR(n) if not: steps, and the state that each leaves.
    The player to move has gone state[0] fields, the opponent state[1]."""
    own, other = state
    ends = (n, n - other) if crash else (n,)
    reached = [(step, own + step) for step in (1, 2) if own + step <= n]
    return [(step, Ending.WINS if field in ends else (other, field)) for step, field in reached]


def plain_lane(n: int, crash: bool) -> PlainGame[Square]:
    """DSC(n) or DSR(n); a state is the numbers of fields gone by the player to move and by the opponent."""
    return plain_game([(0, 0)], lambda state: [after for _, after in lane_options(n, crash, state)])


Pieces = tuple[int, ...]
"""A player's pieces: their squares, ascending."""


def plain_race(n: int, m: int, s: int) -> PlainGame[tuple[Pieces, Pieces]]:
    """ESR(n, m, s); a state is the pieces of the player to move and of the opponent."""
    steps = race_steps(n, m, s)

    def after(state: tuple[Pieces, Pieces]) -> list[tuple[Pieces, Pieces] | Ending]:
        own, other = state
        return [Ending.WINS if moved is None else (other, moved) for moved in steps[own]]

    return plain_game([((0,) * m, (0,) * m)], after)


def race_steps(n: int, m: int, s: int) -> dict[Pieces, tuple[Pieces | None, ...]]:
    """The moves of one player in ESR(n, m, s) alone: for every state before the end, the state after a step of each piece that is
    not home, or None if it brings the s-th piece home. States are ordered by the steps gone."""
    steps: dict[Pieces, tuple[Pieces | None, ...]] = {}
    level: dict[Pieces, None] = {(0,) * m: None}
    while level:
        reached: dict[Pieces, None] = {}
        for state in level:
            found: list[Pieces | None] = []
            for i, square in enumerate(state):
                if square == n:
                    continue
                moved = tuple(sorted((*state[:i], square + 1, *state[i + 1 :])))
                found.append(None if moved.count(n) >= s else moved)
            steps[state] = tuple(found)
            reached |= dict.fromkeys(moved for moved in found if moved is not None)
        level = reached
    return steps
