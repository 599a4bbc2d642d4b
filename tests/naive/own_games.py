"""Games of the user's own, written out as tables."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class TableGame:
    """A game written out: positions are numbers, the start is 0.

    Attributes:
        after: by position, what its moves lead to; of an end ().
        ends: by position, what an end is worth to the player to move; None where play goes on.
        movers: by position, who is to move; () where the turn passes with each move.
        chances: by position, the probability of each successor; () where a player moves.
    """

    after: tuple[tuple[int, ...], ...]
    ends: tuple[Any, ...]
    movers: tuple[int, ...] = ()
    chances: tuple[tuple[Fraction, ...], ...] = ()

    def start(self) -> int:
        return 0

    def outcome(self, position: int) -> Any:
        return self.ends[position]

    def moves(self, position: int) -> list[str]:
        return [f"m{place}" for place in range(len(self.after[position]))]

    def sign(self, position: int, after: int) -> int:
        if self.movers:
            return 1 if self.movers[position] == self.movers[after] else -1
        return 1 if self.chances and self.chances[position] else -1

    def game(self) -> Any:
        """The game with no more methods than it needs."""
        table = self

        class Plain:
            name = "table"

            def start(self) -> int:
                return 0

            def moves(self, position: int) -> list[str]:
                return table.moves(position)

            def after(self, position: int, move: str) -> int:
                return table.after[position][int(move[1:])]

            def outcome(self, position: int) -> Any:
                return table.ends[position]

        if self.movers:
            Plain.player = lambda self, position: table.movers[position]  # type: ignore[attr-defined]
        if self.chances:
            Plain.chance = lambda self, position: list(  # type: ignore[attr-defined]
                zip(table.chances[position], table.after[position], strict=False)
            )
        return Plain()


def reached(table: TableGame) -> list[int]:
    """The positions that the start leads to."""
    found = [0]
    for position in found:
        found += [one for one in dict.fromkeys(table.after[position]) if one not in found]
    return found


def stops(table: TableGame) -> bool:
    """Whether chance ends every play, whatever the players do."""
    left = set(reached(table))
    while True:
        kept = set()
        for one in left:
            after = [successor in left for successor in table.after[one]]
            if after and (all(after) if table.chances[one] else any(after)):
                kept.add(one)
        if kept == left:
            return not left
        left = kept
