"""Positions of races and subtraction games as text, seen by the player to move.

A heap:                 "12"
A double-step race:     "3 5", the fields gone by the player to move and by the opponent
A single-step race:     "5,4,0 / 6,6,3", the squares of each player's pieces, 0 to n; n is home

A position replaces a game's start. It must be on the board, and nobody may have won; it need not be reachable from the start.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.montecarlo.rules.games import DoubleStep, Esr, Game, Subtraction
from tafelwerk.rules.numbers import whole


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game.

    Attributes:
        own: the player to move: the heap; the fields gone; or the squares of the pieces, descending.
        other: the same for the opponent; empty for a heap.
        text: the position in canonical form.
    """

    own: tuple[int, ...]
    other: tuple[int, ...]
    text: str = field(compare=False)

    def __str__(self) -> str:
        return self.text


def read_position(game: Game, words: str) -> Position | None:
    """The position that a text names; None if it is the start of the game.

    Raises:
        InputError: the text is not a position of the game, or the game is over there.
    """
    match game:
        case Subtraction():
            found = _heap(game, words)
        case DoubleStep():
            found = _fields(game, words)
        case Esr():
            found = _squares(game, words)
    return None if found == _start(game) else found


def placed(game: Game, at: Position | None) -> tuple[Game, Position | None]:
    """The game and the position to start from: a heap becomes the start of a smaller game."""
    if at is None or not isinstance(game, Subtraction):
        return game, at
    return Subtraction(game.rules, at.own[0]), None


def _start(game: Game) -> Position:
    match game:
        case Subtraction(_, heap):
            return Position((heap,), (), "")
        case DoubleStep():
            return Position((0,), (0,), "")
        case Esr(_, m, _):
            return Position((0,) * m, (0,) * m, "")


def _heap(game: Subtraction, words: str) -> Position:
    heap = whole("--at: the heap", words, 0, game.heap)
    least = game.rules.moves[0] if game.rules.overshoot == "illegal" else 1
    if heap < least:
        _is_over(game, words, f"no move is left at heap {heap}")
    return Position((heap,), (), str(heap))


def _fields(game: DoubleStep, words: str) -> Position:
    fields = words.replace(",", " ").split()
    if len(fields) != 2:
        raise InputError(
            f'--at: a position of {game.title} is two numbers, as in "2 3", the fields gone by the player to move and by '
            f"the opponent, not {quoted(words)}"
        )
    own, other = (whole("--at: the fields gone", one, 0, game.n) for one in fields)
    if game.n in (own, other):
        _is_over(game, words, f"a player has gone all {game.n} fields")
    if game.crash and own + other == game.n:
        _is_over(game, words, "one piece has landed on the other")
    return Position((own,), (other,), f"{own} {other}")


def _squares(game: Esr, words: str) -> Position:
    sides = words.split("/")
    if len(sides) != 2:
        raise InputError(
            f"--at: a position of {game.title} is the squares of the player to move, a slash, and those of the opponent, "
            f'as in "{_side([0] * game.m)} / {_side([0] * game.m)}", not {quoted(words)}'
        )
    own, other = (_pieces(game, side) for side in sides)
    for pieces in (own, other):
        if pieces.count(game.n) >= game.s:
            _is_over(game, words, f"a player has {pieces.count(game.n)} home, and {game.s} win")
    return Position(own, other, f"{_side(own)} / {_side(other)}")


def _pieces(game: Esr, words: str) -> tuple[int, ...]:
    squares = words.replace(",", " ").split()
    if len(squares) != game.m:
        raise InputError(
            f"--at: a player of {game.title} has {game.m} pieces, not the {len(squares)} of {quoted(words)}"
        )
    return tuple(sorted((whole("--at: a square", one, 0, game.n) for one in squares), reverse=True))


def _side(pieces: Sequence[int]) -> str:
    return ",".join(map(str, pieces))


def _is_over(game: Game, words: str, why: str) -> NoReturn:
    raise InputError(f"--at: {game.title} is over at {quoted(words)}: {why}; name a position before the end")
