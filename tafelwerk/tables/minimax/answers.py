"""What the family's questions answer. Fields that are None by default are left out where they say nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.rules.minimax.heaps import Left
from tafelwerk.rules.minimax.memory import Plan
from tafelwerk.tables.question import Answer, answer


@dataclass(frozen=True, slots=True, kw_only=True)
class HeapAnswer(Answer):
    """The game that heaps are of: an octal code, a subtraction set, or neither in Grundy's game.

    Attributes:
        code: the octal code.
        set: the subtraction set.
    """

    code: str | None = None
    set: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap(HeapAnswer):
    """One heap: whether the player to move wins, and every winning move.

    Attributes:
        heap: tokens of the heap.
        misere: whether play is misere.
        grundy: Grundy value; None under misere play.
        won: whether the player to move wins.
        moves: what winning moves leave: fewest tokens taken first, then fewer heaps, then smaller parts.
    """

    heap: int
    misere: bool | None = None
    grundy: int | None = None
    won: bool
    moves: tuple[Left, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A move in a sum.

    Attributes:
        place: place of the heap in the sum, from 0.
        heap: its tokens.
        left: what is left of it.
    """

    place: int
    heap: int
    left: Left


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum(HeapAnswer):
    """Heaps of one game: whether the player to move wins, and every winning move.

    Attributes:
        heaps: tokens of each heap.
        values: Grundy value of each heap; None under misere play.
        misere: whether play is misere.
        grundy: Grundy value of the sum; None under misere play.
        won: whether the player to move wins.
        moves: winning moves, by place, then as of one heap.
    """

    heaps: tuple[int, ...]
    values: tuple[int, ...] | None = None
    misere: bool | None = None
    grundy: int | None = None
    won: bool
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Period(HeapAnswer):
    """Period of a game's Grundy values g(0), g(1), ..., as far as known.

    Attributes:
        period: the least p with g(n + p) = g(n) for all n beyond the last exception; None where none is proved.
        last_exception: the greatest n with g(n + p) other than g(n); -1 where there is none.
        proved: whether the period is proved to hold for all heaps.
        checked_to: the largest heap that the proof needs, or that was searched in vain.
    """

    period: int | None
    last_exception: int | None
    proved: bool
    checked_to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Answer):
    """Value of a position of Memory to the player to move, and all best turns.

    Attributes:
        pairs: pairs left.
        known: pairs of which one card is known.
        rule: pass or forced.
        objective: gain or win.
        lead: pairs that the player to move is ahead; None where the gain counts.
        value: mean gain, or chance to win less chance to lose.
        value_float: the double nearest to it.
        actions: best turns in words.
        plans: best turns by the first card and what follows.
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
    """Value of every second card of Memory to the player who has turned an unseen first one.

    Attributes:
        pairs: pairs left before the turn.
        known: pairs of which one card is known before the turn.
        rule: pass or forced.
        objective: gain or win.
        lead: pairs that the player to move is ahead; None where the gain counts.
        turned: what the first card is: new, or match to a known one.
        value: value of the best choices.
        value_float: the double nearest to it.
        best: best choices.
        choices: values by choice: unseen, known, take, decline.
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
    """A board of tic-tac-toe under perfect play.

    Attributes:
        board: the nine fields, row by row.
        to_move: X or O.
        value: 1, 0, -1 where X wins, draws, loses.
        distance: plies to the end.
        moves: fields of all moves that keep the value, from 0.
        decided: whether the game is over.
    """

    board: str
    to_move: str
    value: int
    distance: int
    moves: tuple[int, ...]
    decided: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """A move and where it leads.

    Attributes:
        move: the move.
        position: the position after it.
        value: value for the player who makes it.
        distance: distance left after it.
        best: whether it is among the best moves.
    """

    move: str
    position: str
    value: int
    distance: int
    best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution(Answer):
    """A position of a game or puzzle under perfect play.

    Attributes:
        game: the game.
        position: the position.
        stored_as: the position that stands for it in the book, where that is another.
        rank: its number in the book.
        value: 1, 0, -1 where the player to move wins, draws, loses; of a puzzle 1, or -1 at the goal.
        distance: plies to the end, None of a draw without end; of a puzzle moves to the goal.
        moves: moves that keep the value; of a puzzle those that come nearer to the goal.
        replies: every move and where it leads.
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
    """A token that may be moved.

    Attributes:
        move: its distance to home.
        chance: chance that the player to move wins by moving it.
    """

    move: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of the dice race.

    Attributes:
        roll: pips.
        chance: chance to win by the best moves.
        moves: best moves.
        choices: every token that may be moved.
    """

    roll: int
    chance: Fraction
    moves: list[int]
    choices: list[Choice]


@answer
class Race(Answer):
    """A position of the dice race; tokens are given by their distances to home, the greatest first.

    Attributes:
        length: fields of the track.
        tokens: tokens per player.
        sides: sides of the die.
        own: tokens of the player to move.
        other: tokens of the opponent.
        roll: the roll; None before it.
        chance: chance that the player to move wins.
        moves: best moves; None before the roll.
        rolls: every roll that may come, or the one that came; none where the race is over.
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
