"""Questions about one position: the law of MC(k)'s move there, and the number of positions of a race."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.biases import Shares
from tafelwerk.rules.montecarlo import (
    FAMILY,
    DoubleStep,
    Esr,
    Game,
    Key,
    Playouts,
    Subtraction,
    parse_game,
    read_playouts,
)
from tafelwerk.rules.montecarlo_positions import Position, placed, read_position
from tafelwerk.rules.numbers import fraction
from tafelwerk.tables.montecarlo.answers import Choice, Size
from tafelwerk.tables.question import question
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

MOST_CHANCES = 1000
"""Most candidates whose chances can be given."""


def read_chances(words: str) -> Shares:
    """Chances from a text that joins them with commas.

    Raises:
        InputError: there are too many, or one is not a number from 0 to 1.
    """
    chances = words.split(",")
    if len(chances) > MOST_CHANCES:
        raise InputError(f"at most {MOST_CHANCES:,} chances can be given, not {len(chances):,}")
    return Shares(tuple(fraction("a chance", word, 0, 1) for word in chances))


PARSERS = {"game": parse_game, "k": read_playouts, "chances": read_chances}


def select(
    book: Book, columns: str, table: str, key: Mapping[str, object], more: str = "", *arguments: object
) -> list[tuple[Any, ...]]:
    """Columns of the rows of a table with a key; `more` continues the condition."""
    same = " AND ".join(f"{name} = ?" for name in key)
    sql = f"SELECT {columns} FROM {FAMILY}.{table} WHERE {same} {more}"
    return book.rows(FAMILY, sql, *key.values(), *arguments)


def resolve_position(asked: dict[str, Any]) -> None:
    """Reads the position `at` of a game; None is the start."""
    if isinstance(asked["at"], str):
        asked["at"] = read_position(asked["game"], asked["at"])


def at_words(at: Position | None) -> str:
    """The option that names a position."""
    return "" if at is None else f' --at "{at}"'


def title_at(game: Game, at: Position | None) -> str:
    """The game and the position to start from, for display."""
    return game.title + ("" if at is None else f" from {at}")


def place(game: DoubleStep | Subtraction, at: Position | None) -> tuple[str, Key]:
    """Name of a candidate's column, and key of the game's start or of another position of a race."""
    if isinstance(game, Subtraction):
        return "move", game.key
    (own,), (other,) = (at.own, at.other) if at else ((0,), (0,))
    return "step", game.key | {"own": own, "other": other}


@question(
    lambda game, k, at: f"{title_at(game, at)}, the choice of MC({k})",
    lambda game, k, at: f"tafelwerk montecarlo choice {game}{at_words(at)} --k {k} --compute",
    resolve=resolve_position,
    stored=False,
)
def choice(book: Book, game: Game, k: Playouts | str, at: Position | str | None = None) -> Choice | None:
    """The chance with which MC(k) plays each move.

    Args:
        book: the book, which holds the moves of MC(inf).
        game: the game.
        k: playouts per candidate, or inf.
        at: the position. Default: the start of the game.
    """
    if isinstance(at, str) or k != float("inf"):  # text was parsed before
        return None
    game, at = placed(game, at)
    if isinstance(game, Esr):
        return None
    move, key = place(game, at)
    same = " AND ".join(f"{name} = ?" for name in key)
    rows = book.rows(
        FAMILY,
        f"SELECT {move}, best, chance_num, chance_den, build FROM {FAMILY}.{game.name}_moves WHERE {same} ORDER BY {move}",
        *key.values(),
    )
    chances = [(str(move), Fraction(int(above), int(below))) for move, _, above, below in rows]
    return limit_choice([(*one, 1) for one in chances]) if chances else None


def limit_choice(chances: Iterable[tuple[str, Fraction, int]]) -> Choice:
    """The law of MC(inf)'s move, exact, from names of moves, chances after them and numbers of candidates."""
    found = list(chances)
    most = max(chance for _, chance, _ in found)
    best = sum(count for _, chance, count in found if chance == most)
    moves = {name: count / best if chance == most else 0.0 for name, chance, count in found}
    wins = {name: chance for name, chance, _ in found}
    return Choice(moves, wins, {name: float(chance) for name, chance in wins.items()})


@question(
    lambda chances, k: f"the choice of MC({k}) among {counted(len(chances.values), 'candidate')}",
    "tafelwerk montecarlo law {chances} --k {k} --compute",
    stored=False,
)
def law(book: Book, chances: Shares, k: Playouts) -> Choice | None:
    """The chance that MC(k) plays each of some candidates, named 1, 2, ..., given only their chances of winning a playout.

    Args:
        book: the book, which holds no such answers.
        chances: chance of winning a playout after each candidate.
        k: playouts per candidate, or inf.
    """
    return None


@question("the number of positions of {game.title}", "tafelwerk montecarlo size {game} --compute", stored=False)
def size(book: Book, game: Game) -> Size | None:
    """Number of positions of a race.

    Raises:
        InputError: the game is not a race.
    """
    if isinstance(game, Subtraction):
        raise InputError(f"size counts positions of races, not of {quoted(str(game))}: its positions are its heaps")
    return None
