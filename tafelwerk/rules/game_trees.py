"""What a game is, the user's and the program's own: a start, moves, the position after a move, an outcome; and its two sides.

A class with the four methods of `Game` is a game. A position holds everything play depends on, but for the player to move, who
changes with every move; values are those of the player to move. An example is the lecture's "Nim": a move splits a heap into two
of different sizes, and a player who cannot move loses:

    class Splitting:
        def __init__(self, heap: int) -> None:
            self.heap = heap

        def start(self) -> tuple[int, ...]:
            return (self.heap,)

        def moves(self, heaps: tuple[int, ...]) -> list[tuple[int, int]]:
            return [(heap, part) for heap in heaps for part in range(1, (heap + 1) // 2)]

        def after(self, heaps: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
            remaining, (heap, part) = list(heaps), move
            remaining.remove(heap)
            return tuple(sorted([*remaining, part, heap - part]))

        def outcome(self, heaps: tuple[int, ...]) -> int | None:
            return None if self.moves(heaps) else LOSS

Searches and games in play name the players: Max maximises the value, Min minimises it. `Sides` is a game as they see it.

The best moves are those with the greatest value and, among these, the fastest wins and the longest defences: the one definition
for listed games, games of the user's own, play, figures and pages. Draws are equally good, however long they last. Where
distances are not known, all moves with the greatest value are best.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Beschreibung eines Spiels" and
"Kombinatorische Spiele mit Zufallselementen".
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from tafelwerk.errors import InputError

WIN, DRAW, LOSS = 1, 0, -1
"""Outcomes, from the side of the player to move."""

Outcome = int | Fraction
"""Exact value of an end for the player to move."""

Utility = int | Fraction
"""Value of a final state to Max. Exact."""

Bound = int | Fraction | float
"""An end of a window: a utility, or an infinity."""


MOST_LEVELS = 200
"""Most levels of a tree that is written out, and most moves that a search looks ahead."""


class Turn(StrEnum):
    """Who moves."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"

    @property
    def other(self) -> "Turn":
        """The other player; for chance, chance itself."""
        return {Turn.MAX: Turn.MIN, Turn.MIN: Turn.MAX}.get(self, self)


_MAX, _MIN = Turn.MAX, Turn.MIN  # members of an enumeration are slow to look up

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")


class Game(Protocol[P, M]):
    """A game: its start, the moves, the position after a move, and the outcome."""

    def start(self) -> P:
        """The first position."""
        ...

    def moves(self, position: P, /) -> Iterable[M]:
        """The moves of the player to move; called if the game is not over and chance does not decide."""
        ...

    def after(self, position: P, move: M, /) -> P:
        """The position after a move, with the other player to move."""
        ...

    def outcome(self, position: P, /) -> Outcome | None:
        """None while the game continues; at the end, the result for the player whose turn it would be."""
        ...


class Sides(Generic[P, M]):
    """A game as Max, who begins, and Min see it; a state is a position and the player to move.

    Args:
        game: the game, also with the optional `players`, `player`, where 0 is Max, and `chance`.
    """

    def __init__(self, game: Game[P, M]) -> None:
        self.game = game
        self._player, self._chance = getattr(game, "player", None), getattr(game, "chance", None)
        self._next = {Turn.MAX: Turn.MIN, Turn.MIN: Turn.MAX}
        if getattr(game, "players", 2) == 1:
            self._next = {Turn.MAX: Turn.MAX}
        self.start = self.state(game.start())

    def state(self, position: P, turn: Turn = _MAX) -> tuple[P, Turn]:
        """The state of a position, with this player to move unless the game tells who is."""
        if self._player is not None:
            turn = _MIN if self._player(position) else _MAX
        return position, turn

    def to_move(self, state: tuple[P, Turn]) -> Turn:
        """The player to move, or chance; asked only while the game is not over."""
        return Turn.CHANCE if self._chance is not None and self._chance(state[0]) else state[1]

    def moves(self, state: tuple[P, Turn]) -> Sequence[M]:
        """The moves; at least one while a player is to move."""
        moves = self.game.moves(state[0])
        return moves if type(moves) is list else list(moves)

    def after(self, state: tuple[P, Turn], move: M) -> tuple[P, Turn]:
        """The state that a move leads to."""
        after = self.game.after(state[0], move)
        if self._player is None:
            return after, self._next[state[1]]
        return after, _MIN if self._player(after) else _MAX

    def chances(self, state: tuple[P, Turn]) -> Sequence[tuple[Fraction, tuple[P, Turn]]]:
        """Probabilities and successors of a state where chance decides."""
        pairs: Iterable[tuple[Fraction, P]] = self._chance(state[0]) if self._chance is not None else ()
        return [(probability, self.state(position, state[1])) for probability, position in pairs]

    def is_over(self, state: tuple[P, Turn]) -> bool:
        """Whether the game is over."""
        return self.game.outcome(state[0]) is not None

    def value(self, state: tuple[P, Turn]) -> Utility | None:
        """Value of a final state to Max; None while the game continues."""
        value = self.game.outcome(state[0])
        return value if value is None or state[1] is _MAX else -value

    def utility(self, state: tuple[P, Turn]) -> Utility:
        """Value of a final state to Max; asked only when the game is over."""
        value = self.value(state)
        assert value is not None, "the game is over"
        return value


def check_decision(turn: Turn) -> Turn:
    """The turn itself, if a player moves.

    Raises:
        InputError: chance moves.
    """
    if turn is Turn.CHANCE:
        raise InputError("a game with chance nodes has no minimax value; use expectiminimax")
    return turn


ALSO_WINS, LOSES_SOONER = "also wins", "loses sooner"
SAME_LATER, SAME_SOONER = "the same, later", "the same, sooner"


def preference(value: Outcome, distance: int | None) -> tuple[Outcome, float]:
    """Sort key of a move, the best first.

    Args:
        value: its value for the player who makes it.
        distance: plies to the end after it; None if not known.
    """
    plies = float("inf") if distance is None else float(distance)
    return -value, plies if value > 0 else -plies if value < 0 else 0.0


def best_moves(outcomes: Mapping[M, tuple[Outcome, int | None]]) -> list[M]:
    """The best of some moves, in their order; `outcomes`: value and distance of each, as in `preference`."""
    keys = {move: preference(value, distance) for move, (value, distance) in outcomes.items()}
    least = min(keys.values(), default=None)
    return [move for move, key in keys.items() if key == least]


def mark(best: bool, value: Outcome, of: Outcome) -> str:
    """The word for a move in a table: "best", another word if it keeps the value of the position all the same, or "".

    Args:
        best: whether it is one of the best moves.
        value: its value.
        of: the value of the position, for the same player.
    """
    if best or value != of or not value:
        return "best" if best else ""
    if abs(value) == 1:
        return ALSO_WINS if value > 0 else LOSES_SOONER
    return SAME_LATER if value > 0 else SAME_SOONER
