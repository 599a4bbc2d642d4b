"""What the family's questions answer. Fields that are None by default are left out where they say nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.rules.minimax.heaps import Left
from tafelwerk.rules.minimax.memory import Plan
from tafelwerk.tables.question import Answer, answer


@dataclass(frozen=True, slots=True, kw_only=True)
class HeapAnswer(Answer):
    """The game that heaps are of: an octal code, a subtraction set, or neither in Grundy's game."""

    code: str | None = None
    set: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap(HeapAnswer):
    """One heap: whether the player to move wins, and what all winning moves leave, fewest tokens taken first, then fewer heaps,
    then smaller parts.

    `misere`: under misere play, where there is no Grundy value.
    """

    heap: int
    misere: bool | None = None
    grundy: int | None = None
    won: bool
    moves: tuple[Left, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A move in a sum: the place of the heap, from 0, its tokens, and what is left of it."""

    place: int
    heap: int
    left: Left


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum(HeapAnswer):
    """Heaps of one game: whether the player to move wins, and all winning moves, by place, then as of one heap.

    `values`: Grundy value of each heap; `grundy`: of all together. Both are None under misere play.
    """

    heaps: tuple[int, ...]
    values: tuple[int, ...] | None = None
    misere: bool | None = None
    grundy: int | None = None
    won: bool
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Period(HeapAnswer):
    """What is known of the period of a game's Grundy values g(0), g(1), ...

    `period`: the least p with g(n + p) = g(n) for all n beyond the last exception; None where none is proved;
    `last_exception`: the greatest n with g(n + p) other than g(n), -1 where there is none;
    `checked_to`: the largest heap that the proof needs, or that was looked at in vain; `proved`: whether it holds for ever.
    """

    period: int | None
    last_exception: int | None
    proved: bool
    checked_to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Answer):
    """What a position of Memory is worth to the player to move, and all best turns: in words, and by the first card.

    `lead`: pairs that the mover is ahead, None where the gain counts.
    """

    pairs: int
    known: int
    rule: str
    objective: str
    lead: int | None = None
    value: Fraction
    value_float: float
    actions: tuple[str, ...]
    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfTurn(Answer):
    """What every second card of Memory is worth to the player who has turned an unseen first one, and the best of them.

    `turned`: new or match; `choices`: values by choice: unseen, known, take, decline; the position is that before the turn.
    """

    pairs: int
    known: int
    rule: str
    objective: str
    lead: int | None = None
    turned: str
    value: Fraction
    value_float: float
    best: tuple[str, ...]
    choices: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Answer):
    """A board of tic-tac-toe: value from X's side, plies to the end, the fields of all moves that keep the value.

    `decided`: whether the game is over.
    """

    board: str
    to_move: str
    value: int
    distance: int
    moves: tuple[int, ...]
    decided: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """What a move leads to: `value` for the one who moves, `distance` left after it, whether it is among the best."""

    move: str
    position: str
    value: int
    distance: int
    best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution(Answer):
    """A position of a game: `value` 1, 0, -1 where the player to move wins, draws, loses; of a puzzle 1, -1 at the goal.

    `stored_as`: the position that stands for it in the book, where that is another; `rank`: its number; `distance`: plies to
    the end, None of a draw without one; of a puzzle moves to the goal; `moves`: those that keep the value, of a puzzle those
    that come nearer to the goal; `replies`: what every move leads to.
    """

    game: str
    position: str
    stored_as: str | None = None
    rank: int
    value: int
    distance: int | None
    moves: tuple[str, ...]
    replies: tuple[Reply, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A token by its distance to home, and the chance that the mover wins by moving it."""

    move: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Roll:
    """What to do after a roll: the chance to win by the best moves, these, and every choice."""

    roll: int
    chance: Fraction
    moves: list[int]
    choices: list[Choice]


@answer
class Race(Answer):
    """A dice race: tokens by their distances to home, the greatest first, and the chance that who is to move wins.

    `roll`, `moves`: what was rolled, and the best moves; None before the roll. `rolls`: every roll that may come, or the one
    that came; none where the race is over.
    """

    length: int
    tokens: int
    sides: int
    own: tuple[int, ...]
    other: tuple[int, ...]
    roll: int | None
    chance: Fraction
    moves: list[int] | None
    rolls: list[Roll]
