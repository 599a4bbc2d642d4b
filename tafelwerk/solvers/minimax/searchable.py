"""Whole games and heap games as games that the searches of this family take, and games with less to search.

Where a position does not say who is to move, a state does: the player who begins is Max.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import prod
from typing import Generic, cast

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import ChanceGame, Game, Move, State, Turn, Utility
from tafelwerk.solvers.minimax.heaps import TWO_LEFT, HeapGame, Heaps
from tafelwerk.solvers.minimax.ranked import DRAWN, WON, RankedGame

RankedState = tuple[int, Turn]
"""A rank, and who is to move."""

HeapState = tuple[Heaps, Turn]
"""The heaps that are left, ascending, and who is to move."""

HeapMove = tuple[int, Heaps]
"""A heap, and what is left of it."""

_REMEMBERED = 8192


class RankedRules:
    """A game over dense ranks; a move is a label.

    Raises:
        InputError: it is a puzzle.
    """

    def __init__(self, game: RankedGame) -> None:
        if game.is_puzzle:
            raise InputError(f"{game.name}: a puzzle is no game of two")
        self.game = game
        self.start = self.state(game.start)
        # a state is asked several times in a row
        self._successors = lru_cache(maxsize=_REMEMBERED)(game.successors)

    def state(self, rank: int) -> RankedState:
        """The state of a rank: where the game does not tell the players apart, Max is to move."""
        first = self.game.first_to_move
        return rank, Turn.MAX if first is None or first(rank) else Turn.MIN

    def to_move(self, state: RankedState) -> Turn:
        return state[1]

    def moves(self, state: RankedState) -> list[int]:
        return list(self._successors(state[0]))

    def after(self, state: RankedState, label: int) -> RankedState:
        return self._successors(state[0])[label], state[1].other

    def is_over(self, state: RankedState) -> bool:
        return not self._successors(state[0])

    def utility(self, state: RankedState) -> int:
        outcome = self.game.outcome(state[0])
        # who cannot move and is told nothing else has lost
        value = 1 if outcome == WON else 0 if outcome == DRAWN else -1
        return value if state[1] is Turn.MAX else -value


class HeapRules:
    """A heap game under normal play, on one heap or several: who cannot move has lost."""

    def __init__(self, game: HeapGame, heaps: Sequence[int]) -> None:
        self.game = game
        self.start: HeapState = tuple(sorted(heaps)), Turn.MAX
        # a heap is asked in every position that holds it
        self._options = cache(lambda heap: list(game.options(heap)))

    def to_move(self, state: HeapState) -> Turn:
        return state[1]

    def moves(self, state: HeapState) -> list[HeapMove]:
        """Heaps of one size are alike: a move is in the first of them."""
        return [(heap, left) for heap in sorted(set(state[0])) for left in self._options(heap)]

    def after(self, state: HeapState, move: HeapMove) -> HeapState:
        heaps, (heap, left) = list(state[0]), move
        heaps.remove(heap)
        return tuple(sorted([*heaps, *left])), state[1].other

    def is_over(self, state: HeapState) -> bool:
        return not any(map(self._options, state[0]))

    def utility(self, state: HeapState) -> int:
        return -1 if state[1] is Turn.MAX else 1

    @property
    def splits(self) -> bool:
        """Whether a move may leave two heaps of one."""
        return any(digit & TWO_LEFT for digit in self.game.digits)

    def most_states(self, state: HeapState) -> int:
        """No fewer than the states that play may come to: by the sizes of the heaps, or where heaps may be split by the
        partitions of the tokens."""
        heaps = state[0]
        if not self.splits:
            return 2 * prod(heap + 1 for heap in heaps)
        partitions = [1, *[0] * sum(heaps)]
        for part in range(1, len(partitions)):
            for whole in range(part, len(partitions)):
                partitions[whole] += partitions[whole - part]
        takes = any(self.game.digits[1:])
        return 2 * (sum(partitions) if takes else partitions[-1])


class Horizon(Generic[State, Move]):
    """A game that is broken off after some moves and judged by an evaluation; a state comes with the moves left to look.

    Args:
        game: the game.
        evaluation: what a state promises Max, ends included.
        depth: moves, at least 1.
        state: where to begin.

    Raises:
        InputError: the depth is less than 1.
    """

    def __init__(
        self, game: Game[State, Move], evaluation: Callable[[State], Utility], depth: int, state: State
    ) -> None:
        if depth < 1:
            raise InputError(f"a depth is at least 1, not {depth}")
        self.game = game
        self.evaluation = evaluation
        self.start = state, depth

    def to_move(self, state: tuple[State, int]) -> Turn:
        return self.game.to_move(state[0])

    def moves(self, state: tuple[State, int]) -> Sequence[Move]:
        return self.game.moves(state[0])

    def after(self, state: tuple[State, int], move: Move) -> tuple[State, int]:
        return self.game.after(state[0], move), state[1] - 1

    def is_over(self, state: tuple[State, int]) -> bool:
        return state[1] == 0 or self.game.is_over(state[0])

    def utility(self, state: tuple[State, int]) -> Utility:
        return self.evaluation(state[0])


class Limited(Generic[State, Move]):
    """A game whose search is given up when it comes to too many states.

    Args:
        game: the game.
        most: states that moves and chance may lead to.

    Attributes:
        met: states that they have led to so far.
    """

    def __init__(self, game: Game[State, Move], most: int) -> None:
        self.start = game.start
        self.to_move = game.to_move
        self.moves = game.moves
        self.is_over = game.is_over
        self.utility = game.utility
        self.most = most
        self.met = 0
        self._game = game

    def after(self, state: State, move: Move) -> State:
        """The state that a move leads to.

        Raises:
            InputError: it is one too many.
        """
        self._count(1)
        return self._game.after(state, move)

    def chances(self, state: State) -> Sequence[tuple[Fraction, State]]:
        """What chance can do, as in the game.

        Raises:
            InputError: there are too many.
        """
        found = cast(ChanceGame[State, Move], self._game).chances(state)
        self._count(len(found))
        return found

    def _count(self, more: int) -> None:
        self.met += more
        if self.met > self.most:
            raise InputError(f"the tree has more than {self.most:,} nodes to search")
