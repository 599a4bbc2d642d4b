"""The dice race as a game: a position is the tokens of the player to move, the other's, and the roll, 0 before it."""

from fractions import Fraction

Position = tuple[tuple[int, ...], tuple[int, ...], int]


class Race:
    def __init__(self, length: int, tokens: int, sides: int) -> None:
        self.length, self.tokens, self.sides = length, tokens, sides

    def start(self) -> Position:
        return (self.length,) * self.tokens, (self.length,) * self.tokens, 0

    def chance(self, position: Position) -> list[tuple[Fraction, Position]]:
        own, other, roll = position
        rolls = [] if roll else range(1, self.sides + 1)
        return [(Fraction(1, self.sides), (own, other, each)) for each in rolls]

    def moves(self, position: Position) -> list[int]:
        return sorted({distance for distance in position[0] if distance}, reverse=True)

    def after(self, position: Position, distance: int) -> Position:
        own, other, roll = position
        left = list(own)
        left[left.index(distance)] = max(0, distance - roll)
        return other, tuple(sorted(left, reverse=True)), 0

    def outcome(self, position: Position) -> int | None:
        own, other, _ = position
        return None if any(own) and any(other) else 1 if any(other) else -1
