"""Heaps under misere play: a player who cannot move wins.

There is no counterpart of Grundy values here. Under normal play a heap can be replaced, in any sum, by the Nim heap of its
value: a move that raises a value is answered by reversing it, and the parity of the start does not matter. Under misere play
it does. Two heaps with the same outcome, alone and beside every Nim heap, may differ beside a third. Hardly any game equals a
simpler one: among the games that end within five moves 4171780 are different, under normal play six (J. H. Conway, On Numbers
and Games, chapter 12; P. M. Grundy and C. A. B. Smith, Disjunctive games with the last player losing, Proc. Cambridge Philos.
Soc. 52 (1956)). So the outcome of a sum of heaps is found by enumerating the sums that it leads to. Three simplifications do
not change it:

- Heaps without a move are left out.
- Of several heaps with the same moves, the smallest represents all.
- Pairs of heaps whose only move leaves nothing are left out. The player who wins without the pair answers a move in one heap by
  the move in the other. If only the pair is left and it is the winner's turn, the pair is two moves; then the winner cannot
  move, and wins.
"""

from collections.abc import Sequence

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.heaps import LARGEST_MISERE, HeapGame, check_heap
from tafelwerk.solvers.minimax.heaps.sums import SumMove

Position = tuple[int, ...]
"""The heaps that are not left out, ascending."""


class MisereGame:
    """A taking-and-breaking game under misere play, with a cache of all outcomes found.

    Args:
        game: the rules.
    """

    def __init__(self, game: HeapGame) -> None:
        self.game = game
        # for heaps 0, 1, ...: the heap that represents it, or none
        self._stands: list[Position] = []
        # by heap: the distinct positions that its moves leave, the fewest tokens first
        self._lefts: dict[int, tuple[Position, ...]] = {}
        self._least: dict[tuple[Position, ...], int] = {}
        self._won: dict[Position, bool] = {(): True}

    def won(self, heaps: Sequence[int]) -> bool:
        """Whether the player to move wins a sum of heaps of this game.

        Raises:
            InputError: a heap has an invalid size, or the heaps have more than LARGEST_MISERE tokens together.
        """
        return self._outcome(self._position(self._checked(heaps)))

    def winning_moves(self, heaps: Sequence[int]) -> list[SumMove]:
        """All winning moves, by place, then in the order of HeapGame.options; none for a position without a move, which is won.

        Raises:
            InputError: a heap has an invalid size, or the heaps have more than LARGEST_MISERE tokens together.
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
        """Number of positions whose outcome is known."""
        return len(self._won)

    def _checked(self, heaps: Sequence[int]) -> Position:
        checked = tuple(check_heap(heap) for heap in heaps)
        if sum(checked) > LARGEST_MISERE:
            raise InputError(
                f"heaps: under misere play they must have at most {LARGEST_MISERE} tokens together, not {sum(checked)}"
            )
        for heap in range(len(self._stands), max(checked, default=0) + 1):
            self._learn(heap)
        return checked

    def _learn(self, heap: int) -> None:
        """Add the representative and the moves of the next heap; all smaller heaps are known."""
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
