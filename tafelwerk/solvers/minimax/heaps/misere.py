"""Heaps under misere play: who cannot move has won.

There is no counterpart of Grundy values here. Under normal play a heap can be replaced, in any sum, by the Nim heap of its
value: a move that raises a value is answered by taking it back, and the parity of the start does not matter. Under misere play
it does. Two heaps with the same outcome, alone and beside every Nim heap, may differ beside a third, and hardly any game
equals a simpler one: among those that end within five moves 4171780 are different, under normal play six (J. H. Conway, On
Numbers and Games, chapter 12; P. M. Grundy and C. A. B. Smith, Disjunctive games with the last player losing, Proc. Cambridge
Philos. Soc. 52 (1956)). So the outcome of a sum of heaps is found by going through the sums that can come of it. Only three
things are left out, all of them safely:

- heaps that allow no move;
- which of several heaps with the same moves it is: the smallest stands for all;
- pairs of heaps whose only move leaves nothing: whoever wins without the pair answers a move in one by the move in the other.
  If only the pair is left and it is the winner's turn, the pair is two moves; then the winner has no move, and has won.
"""

from collections.abc import Sequence

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import LARGEST_MISERE, HeapGame, check_heap
from tafelwerk.solvers.minimax.heaps.sums import SumMove

Position = tuple[int, ...]
"""The heaps that matter, ascending."""


class MisereGame:
    """A taking-and-breaking game under misere play, with a memory of all outcomes found.

    Args:
        game: the rules.
    """

    def __init__(self, game: HeapGame) -> None:
        self.game = game
        # of every heap from 0 on: what it stands for, nothing or a heap with the same moves
        self._stands: list[Position] = []
        # what the moves in a heap leave, each once, the fewest tokens first
        self._lefts: dict[int, tuple[Position, ...]] = {}
        self._least: dict[tuple[Position, ...], int] = {}
        self._won: dict[Position, bool] = {(): True}

    def won(self, heaps: Sequence[int]) -> bool:
        """Whether the player to move wins a sum of heaps of this game.

        Raises:
            InputError: a heap cannot be, or together they are more than LARGEST_MISERE.
        """
        return self._outcome(self._position(self._checked(heaps)))

    def winning_moves(self, heaps: Sequence[int]) -> list[SumMove]:
        """All winning moves, by place, then as HeapGame.options has them. A position without a move is won, and has none.

        Raises:
            InputError: a heap cannot be, or together they are more than LARGEST_MISERE.
        """
        checked = self._checked(heaps)
        return [
            SumMove(place, left)
            for place, heap in enumerate(checked)
            for left in self.game.options(heap)
            if not self._outcome(self._position((*checked[:place], *left, *checked[place + 1 :])))
        ]

    @property
    def positions(self) -> int:
        """Positions whose outcome is known."""
        return len(self._won)

    def _checked(self, heaps: Sequence[int]) -> Position:
        checked = tuple(check_heap(heap) for heap in heaps)
        if sum(checked) > LARGEST_MISERE:
            raise InputError(
                f"heaps: together they are {sum(checked)}; under misere play it may be {LARGEST_MISERE} at most"
            )
        for heap in range(len(self._stands), max(checked, default=0) + 1):
            self._learn(heap)
        return checked

    def _learn(self, heap: int) -> None:
        """What the next heap stands for; all smaller ones are known."""
        found = {self._position(left) for left in self.game.options(heap)}
        lefts = tuple(sorted(found, key=lambda left: (sum(left), left)))
        least = self._least.setdefault(lefts, heap)
        self._stands.append((least,) if lefts else ())
        self._lefts[least] = lefts

    def _position(self, heaps: Position) -> Position:
        return self._joined((), tuple(least for heap in heaps for least in self._stands[heap]))

    def _joined(self, some: Position, others: Position) -> Position:
        heaps = sorted(some + others)
        single = self._least.get(((),))
        if single is not None and (number := heaps.count(single)) > 1:
            first = heaps.index(single)
            del heaps[first : first + number - number % 2]
        return tuple(heaps)

    def _outcome(self, position: Position) -> bool:
        won = self._won.get(position)
        if won is None:
            won = self._won[position] = self._can_win(position)
        return won

    def _can_win(self, position: Position) -> bool:
        for place, heap in enumerate(position):
            if place and heap == position[place - 1]:
                continue
            rest = position[:place] + position[place + 1 :]
            for left in self._lefts[heap]:
                if not self._outcome(self._joined(rest, left)):
                    return True
        return False
