"""Games of the user's own, as slow as is wanted: values by recursion or by repeating until nothing changes."""

from collections.abc import Iterator
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


def by_repeating(table: TableGame) -> dict[int, Fraction]:
    """Values of a game without chance: who can force how much, by least fixpoints; 0 where nobody can force anything."""
    positions = reached(table)
    sizes = {abs(Fraction(table.ends[one])) for one in positions if table.ends[one] is not None} - {0}
    values = dict.fromkeys(positions, Fraction(0))
    for size in sorted(sizes):
        gains: set[int] = set()
        loses: set[int] = set()
        while True:
            before = len(gains) + len(loses)
            for one in positions:
                end = table.ends[one]
                if end is not None:
                    gains |= {one} if end >= size else set()
                    loses |= {one} if end <= -size else set()
                    continue
                told = [(table.sign(one, after) > 0, after) for after in table.after[one]]
                if any(after in (gains if same else loses) for same, after in told):
                    gains.add(one)
                if all(after in (loses if same else gains) for same, after in told):
                    loses.add(one)
            if len(gains) + len(loses) == before:
                break
        values |= dict.fromkeys(gains, size) | dict.fromkeys(loses, -size)
    return values


def plies(table: TableGame, values: dict[int, Fraction]) -> dict[int, int | None]:
    """Distances, round by round, by the moves that keep the value."""
    found: dict[int, int | None] = {one: 0 if table.ends[one] is not None else None for one in values}
    for number in range(1, len(values) + 1):
        now = []
        for one in values:
            if found[one] is not None:
                continue
            kept = [found[after] for after in kept_by(table, values, one)]
            if values[one] < 0:
                if all(distance is not None and distance < number for distance in kept):
                    now.append(one)
            elif number - 1 in kept:
                now.append(one)
        found |= dict.fromkeys(now, number)
    return found


def kept_by(table: TableGame, values: dict[int, Fraction], one: int) -> Iterator[int]:
    """What the moves lead to that keep the value of a position."""
    for after in table.after[one]:
        if table.sign(one, after) * values[after] == values[one]:
            yield after


def best(table: TableGame, values: dict[int, Fraction], distances: dict[int, int | None], one: int) -> list[str]:
    """The moves that keep value and distance; of value 0 all that keep the value."""
    return [
        f"m{place}"
        for place, after in enumerate(table.after[one])
        if table.sign(one, after) * values[after] == values[one]
        and (not values[one] or distances[one] is None or distances[after] == distances[one] - 1)  # type: ignore[operator]
    ]
