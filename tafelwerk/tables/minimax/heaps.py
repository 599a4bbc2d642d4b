"""Questions about heaps: Grundy's game, octal games and subtraction games under normal and misere play."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import (
    GRUNDY,
    LARGEST_HEAP,
    LARGEST_MISERE,
    NOTHING_LEFT,
    ONE_LEFT,
    TWO_LEFT,
    HeapGame,
    Left,
    checked_heaps,
    octal_game,
    subtraction_game,
)
from tafelwerk.rules.minimax.periodic import PeriodicValues
from tafelwerk.tables.minimax.answers import Heap, Move, Period, Sum
from tafelwerk.tables.minimax.builds import SEARCHED, heaps_build_line
from tafelwerk.tables.minimax.words import FAMILY
from tafelwerk.tables.question import Question, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

MOST_OPTIONS = 20_000_000
"""Greatest number of options, about, whose winning moves are all listed without their values being stored."""

P = ParamSpec("P")
A = TypeVar("A")

_SUM = f"""
WITH asked AS (SELECT unnest(?::BIGINT[]) AS heap, generate_subscripts(?::BIGINT[], 1) - 1 AS place),
known AS (SELECT heap::BIGINT AS heap, value, build FROM {FAMILY}.grundy WHERE game = ? AND heap <= ?),
valued AS (SELECT place, heap, value, build, xor(value, bit_xor(value) OVER ()) AS wanted FROM asked JOIN known USING (heap)),
splits AS MATERIALIZED (
    SELECT place, wanted, taken, part.heap AS smaller, part.value, valued.heap - taken - part.heap AS larger
    FROM valued, (SELECT unnest(?::BIGINT[]) AS taken), known AS part
    WHERE part.heap > 0 AND 2 * part.heap + ? <= valued.heap - taken),
moves AS (
    SELECT place, heap AS taken, 0 AS smaller, 0 AS larger FROM valued
    WHERE wanted = 0 AND list_contains(?::BIGINT[], heap)
    UNION ALL
    SELECT place, taken, 0, part.heap FROM valued, (SELECT unnest(?::BIGINT[]) AS taken), known AS part
    WHERE part.heap = valued.heap - taken AND part.heap > 0 AND part.value = wanted
    UNION ALL
    SELECT place, taken, smaller, larger FROM splits JOIN known AS part ON part.heap = larger
    WHERE part.value = xor(splits.value, wanted))
SELECT place, value, smaller, larger, build FROM valued LEFT JOIN moves USING (place)
ORDER BY place, taken, larger > 0, smaller > 0, smaller
"""


def _named(game: HeapGame) -> dict[str, Any]:
    """The fields that name the game in questions and answers."""
    if game == GRUNDY:
        return {}
    return {"code": game.code} if game.name.startswith("octal") else {"set": tuple(game.taken(ONE_LEFT))}


def _heap_phrase(game: HeapGame, heaps: Sequence[int], misere: bool) -> str:
    if not heaps:
        return f"the period of {game}"
    if misere:
        return f"misere play of {game}" if len(heaps) == 1 else f"this sum of {game} under misere play"
    return f"heap {max(heaps)} of {game}"


def _heap_line(game: HeapGame, heaps: Sequence[int], misere: bool) -> str:
    if misere and sum(heaps) > LARGEST_MISERE:
        return heaps_build_line(game)
    if not misere or len(heaps) == 1:
        heap = max(heaps) if heaps and max(heaps) <= LARGEST_HEAP else None
        return heaps_build_line(game, heap, misere)
    words = " ".join(f"{heap}" if game == GRUNDY else f"--heap {heap}" for heap in heaps)
    return f"tafelwerk minimax {game} {words} --misere --compute"


def _heap_question(
    game_of: Callable[..., HeapGame],
) -> "Callable[[Callable[Concatenate[Book, P], A | None]], Question[P, A]]":
    """Decorator of a question about the heaps of a game, which the question's own parameters name."""

    def resolve(asked: dict[str, Any]) -> None:
        game = game_of(**{name: value for name, value in asked.items() if name not in ("heaps", "misere")})
        asked.update(_named(game))
        if asked["misere"] and not asked["heaps"] and game != GRUNDY:
            raise InputError(
                "--misere needs a heap, as in --heap 20: under misere play there are no Grundy values and no period"
            )
        if asked["heaps"] or game == GRUNDY:
            is_enumerated = asked["misere"] and not game.is_subtraction
            asked["heaps"] = checked_heaps(asked["heaps"], is_enumerated, game.largest_asked)

    return question(
        lambda heaps, misere, **game: _heap_phrase(game_of(**game), heaps, misere),
        lambda heaps, misere, **game: _heap_line(game_of(**game), heaps, misere),
        stored=lambda heaps, misere, **game: not misere or len(heaps) == 1 or sum(heaps) > LARGEST_MISERE,
        resolve=resolve,
    )


@_heap_question(lambda: GRUNDY)
def grundy(book: "Book", heaps: Sequence[int], misere: bool = False) -> Heap | Sum | None:
    """Grundy's game, in which a move splits a heap into two of different sizes: Grundy value and winning splits of heaps.

    Args:
        book: the book.
        heaps: number of tokens in each heap.
        misere: whether a player who cannot move wins.

    Raises:
        InputError: a heap has an invalid size; or, under misere play, the heaps have too many tokens together.
    """
    return (_misere if misere else _sum)(book, GRUNDY, heaps)


@_heap_question(lambda code: octal_game(code))
def octal(
    book: "Book", code: str, heaps: Sequence[int] | None = None, misere: bool = False
) -> Heap | Sum | Period | None:
    """An octal game: the period of its Grundy values, or value and winning moves of heaps.

    Args:
        book: the book.
        code: octal code, such as 0.77.
        heaps: number of tokens in each heap. Default: no heaps, and the answer is the period.
        misere: as for `grundy`.

    Raises:
        InputError: there is no such game, misere play is asked for without a heap, and as for `grundy`.
    """
    return _heap_or_period(book, octal_game(code), heaps, misere)


@_heap_question(lambda set: subtraction_game(set))
def subtraction(
    book: "Book", set: str | Sequence[int], heaps: Sequence[int] | None = None, misere: bool = False
) -> Heap | Sum | Period | None:
    """A subtraction game: the period of its Grundy values, or value and winning moves of heaps.

    Args:
        book: the book.
        set: numbers of tokens that a move may take.
        heaps, misere: as for `octal`, with the same errors.
    """
    return _heap_or_period(book, subtraction_game(set), heaps, misere)


def _heap_or_period(
    book: "Book", game: HeapGame, heaps: Sequence[int] | None, misere: bool
) -> Heap | Sum | Period | None:
    if not heaps:
        return _period(book, game)
    return (_misere if misere else _sum)(book, game, heaps)


def _sum(book: "Book", game: HeapGame, heaps: Sequence[int]) -> Heap | Sum | None:
    """Value and winning moves of heaps; None if the book does not hold the values of all of them."""
    if max(heaps) > LARGEST_HEAP:
        return _periodic_sum(book, game, heaps)
    asked = list(heaps)
    rows = book.rows(
        FAMILY,
        _SUM,
        asked,
        asked,
        game.name,
        max(asked),
        game.taken(TWO_LEFT),
        0 if game.equal_parts else 1,
        game.taken(NOTHING_LEFT),
        game.taken(ONE_LEFT),
    )
    values = {place: value for place, value, _, _ in rows}
    if len(values) < len(asked):
        has_many = sum(heaps) * (1 + len(game.taken(TWO_LEFT))) > MOST_OPTIONS
        return _periodic_sum(book, game, heaps) if has_many else None
    moves = [(place, tuple(filter(None, parts))) for place, _, *parts in rows if parts[0] is not None]
    return heap_values(game, asked, [values[place] for place in range(len(asked))], moves)


def _periodic_sum(book: "Book", game: HeapGame, heaps: Sequence[int], misere: bool = False) -> Heap | Sum | None:
    """Outcome and winning moves of heaps by the game's period; None if the book holds no proved period with its values."""
    row = book.one(
        FAMILY,
        f"SELECT period, last_exception, build FROM {FAMILY}.periods WHERE game = ? AND proved ORDER BY checked_to LIMIT 1",
        game.name,
    )
    if row is None:
        return None
    period, last = row
    values = book.rows(
        FAMILY,
        f"SELECT value, build FROM {FAMILY}.grundy WHERE game = ? AND heap <= ? ORDER BY heap",
        game.name,
        last + period,
    )
    if len(values) != last + period + 1:
        return None
    return periodic_sum(PeriodicValues(game, [value for (value,) in values], period, last), heaps, misere)


def periodic_sum(known: PeriodicValues, heaps: Sequence[int], misere: bool = False) -> Heap | Sum:
    """The answer about heaps of any size, with the first winning moves and the number of all; see `PeriodicValues.winning`."""
    winning = known.winning(heaps, misere)
    if misere:
        return heap_outcome(known.game, heaps, known.won(heaps, misere), winning.moves, winning_moves=winning.count)
    values = [known.value(heap) for heap in heaps]
    return heap_values(known.game, heaps, values, winning.moves, winning_moves=winning.count)


def heap_values(
    game: HeapGame,
    heaps: Sequence[int],
    values: Sequence[int],
    moves: Iterable[tuple[int, Left]],
    winning_moves: int | None = None,
) -> Heap | Sum:
    """The answer about heaps under normal play, with their Grundy values."""
    grundy = reduce(xor, values)
    said: dict[str, Any] = {"values": tuple(values)} if len(heaps) > 1 else {}
    return heap_outcome(
        game, heaps, grundy != 0, moves, misere=None, grundy=grundy, winning_moves=winning_moves, **said
    )


def heap_outcome(
    game: HeapGame,
    heaps: Sequence[int],
    won: bool,
    moves: Iterable[tuple[int, Left]],
    misere: bool | None = True,
    **found: Any,
) -> Heap | Sum:
    """The answer about heaps, with all winning moves. Default: under misere play."""
    found |= _named(game) | {"won": won, "misere": misere}
    if len(heaps) == 1:
        return Heap(heap=heaps[0], moves=tuple(left for _, left in moves), **found)
    places = tuple(Move(place, heaps[place], left) for place, left in moves)
    return Sum(heaps=tuple(heaps), moves=places, **found)


def _misere(book: "Book", game: HeapGame, heaps: Sequence[int]) -> Heap | Sum | None:
    """Winning moves under misere play; of more tokens than can be enumerated, by the period; None for several heaps below."""
    if sum(heaps) > LARGEST_MISERE:
        return _periodic_sum(book, game, heaps, misere=True)
    if len(heaps) > 1:
        return None
    row = book.one(
        FAMILY, f"SELECT won, moves, build FROM {FAMILY}.misere WHERE game = ? AND heap = ?", game.name, heaps[0]
    )
    return None if row is None else heap_outcome(game, heaps, row[0], ((0, tuple(left)) for left in row[1]))


def _period(book: "Book", game: HeapGame) -> Period | None:
    """The proved period; if there is none, the longest search without a period that reached SEARCHED."""
    sparse = f"SELECT period, last_exception, checked_to, true, build FROM {FAMILY}.sparse_periods WHERE game = ?"
    row = book.one(
        FAMILY,
        f"SELECT period, last_exception, checked_to, proved, build FROM {FAMILY}.periods "
        "WHERE game = ? AND (proved OR checked_to >= ?) ORDER BY proved DESC, checked_to DESC LIMIT 1",
        game.name,
        SEARCHED,
    )
    if row is None or not row[3]:
        row = book.one(FAMILY, sparse, game.name) or row
    return None if row is None else heap_period(game, *row)


def heap_period(game: HeapGame, period: int | None, last: int | None, checked_to: int, proved: bool) -> Period:
    """The answer about the period of a game."""
    return Period(**_named(game), period=period, last_exception=last, proved=proved, checked_to=checked_to)
