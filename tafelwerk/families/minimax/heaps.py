"""Questions about heaps: Grundy's game, octal games and subtraction games under normal and misere play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial, reduce
from operator import xor
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.minimax.answers import Heap, Move, Period, Sum
from tafelwerk.families.minimax.parameters import CODES, Code, Heaps, Misere, Numbers, read_sum
from tafelwerk.families.minimax.rules.heaps import (
    GRUNDY,
    LARGEST_HEAP,
    LARGEST_MISERE,
    NOTHING_LEFT,
    ONE_LEFT,
    SEARCHED,
    TWO_LEFT,
    HeapGame,
    Left,
    PeriodicValues,
    checked_heaps,
    octal_game,
    subtraction_game,
)
from tafelwerk.parameters import Parameter, Parsed
from tafelwerk.tables.questions import A, Question
from tafelwerk.wording import join_words

if TYPE_CHECKING:
    from tafelwerk.families.minimax.builds import HeapBuild
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.questions import Computation


def game_fields(game: HeapGame | None) -> dict[str, Any]:
    """The fields that name the game in questions and answers; none of Nim, which has no digits."""
    if game in (None, GRUNDY):
        return {}
    return {"code": game.code} if game.name.startswith("octal") else {"set": tuple(game.takes(ONE_LEFT))}


def periodic_answer(known: PeriodicValues, heaps: Sequence[int], misere: bool = False) -> Heap | Sum:
    """The answer about heaps of any size, with the first winning moves and the number of all; see `PeriodicValues.winning`."""
    winning = known.winning(heaps, misere)
    if misere:
        return outcome_answer(known.game, heaps, known.wins(heaps, misere), winning.moves, winning_moves=winning.count)
    values = [known.value(heap) for heap in heaps]
    return heap_answer(known.game, heaps, values, winning.moves, winning_moves=winning.count)


def heap_answer(
    game: HeapGame | None,
    heaps: Sequence[int],
    values: Sequence[int],
    moves: Iterable[tuple[int, Left]],
    winning_moves: int | None = None,
) -> Heap | Sum:
    """The answer about heaps under normal play, with their Grundy values."""
    grundy = reduce(xor, values)
    value_fields: dict[str, Any] = {"values": tuple(values)} if len(heaps) > 1 else {}
    return outcome_answer(
        game, heaps, grundy != 0, moves, misere=None, grundy=grundy, winning_moves=winning_moves, **value_fields
    )


def outcome_answer(
    game: HeapGame | None,
    heaps: Sequence[int],
    won: bool,
    moves: Iterable[tuple[int, Left]],
    misere: bool | None = True,
    **fields: Any,
) -> Heap | Sum:
    """The answer about heaps, with all winning moves. Default: under misere play."""
    fields |= game_fields(game) | {"won": won, "misere": misere}
    if len(heaps) == 1:
        return Heap(heap=heaps[0], moves=tuple(left for _, left in moves), **fields)
    places = tuple(Move(index, heaps[index], left) for index, left in moves)
    return Sum(heaps=tuple(heaps), moves=places, **fields)


def period_answer(game: HeapGame, period: int | None, last: int | None, checked_to: int, proved: bool) -> Period:
    """The answer about the period of a game."""
    return Period(**game_fields(game), period=period, last_exception=last, proved=proved, checked_to=checked_to)


MOST_OPTIONS = 20_000_000
"""Greatest number of options, about, whose winning moves are all listed without their values being stored."""

LARGEST_OVERSHOT = 200_000
"""Largest heap that the command of the other convention takes with any subtraction set."""

MOVES_SHOWN = 12
"""Winning moves that are shown of a heap that has more than an answer lists."""

TITLES = {"grundy": "Grundy's game"} | {f"octal {code}": f"{name} (octal {code})" for name, code in CODES.items()}
"""Titles of the heap games that have a name of their own."""

_SUM = """
WITH asked AS (SELECT unnest(?::BIGINT[]) AS heap, generate_subscripts(?::BIGINT[], 1) - 1 AS place),
known AS (SELECT heap::BIGINT AS heap, value, build FROM minimax.grundy WHERE game = ? AND heap <= ?),
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


class OfHeaps(Question[A]):
    """A question about heaps of a game, or about the game itself."""

    @property
    def game(self) -> HeapGame:
        """The game."""
        raise NotImplementedError

    @property
    def play(self) -> tuple[Sequence[int], bool]:
        """The heaps, none if the question is about the game itself; and whether play is misere."""
        raise NotImplementedError

    def check(self) -> None:
        heaps, misere = self.play
        if misere and not heaps:
            raise InputError(
                "--misere needs a heap, as in --heap 20: under misere play there are no Grundy values and no period"
            )
        if misere and not self.game.is_subtraction:
            checked_heaps(heaps, misere=True, most=self.game.largest_asked)

    @property
    def phrase(self) -> str:
        heaps, misere = self.play
        if not heaps:
            return f"the period of {self.game}"
        if misere:
            return f"misere play of {self.game}" if len(heaps) == 1 else f"this sum of {self.game} under misere play"
        return f"heap {max(heaps)} of {self.game}"

    def look_up(self, book: Book) -> Any:
        heaps, misere = self.play
        if not heaps:
            return _period(book, self.game)
        return (_misere if misere else _sum)(book, self.game, heaps)

    def build(self) -> HeapBuild | None:
        from tafelwerk.families.minimax.builds import heap_build

        heaps, misere = self.play
        if not heaps or (misere and sum(heaps) > LARGEST_MISERE):
            return heap_build(self.game)
        if misere:
            return heap_build(self.game, heaps[0], misere=True) if len(heaps) == 1 else None
        return heap_build(self.game, max(heaps) if max(heaps) <= LARGEST_HEAP else None)

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        error = super().missing(book)
        heaps, _ = self.play
        if heaps or not isinstance(error, MissingTableError):
            return error
        return MissingTableError(f"{error.what} (--heap 20 asks about a heap, not the period)", error.build, book.path)

    def computation(self, book: Book) -> Computation[Any]:
        from tafelwerk.families.minimax import rows

        heaps, misere = self.play
        if not heaps:
            return rows.heap_period(self.game, self.build())
        return (rows.misere if misere else rows.heap_sum)(self.game, heaps, self.build())

    def text(self, answer: Any) -> str:
        return heap_text(self.game, answer)


HEAPS = Parameter(
    "HEAP...", "Number of tokens; several heaps make a sum.", parse=partial(read_sum, most=LARGEST_HEAP), several=True
)


class Nim(Question[Heap | Sum], title="Nim"):
    """Nim, in which a move takes any number of tokens from one heap: value and winning moves of a heap or a sum.

    The value of a heap is its number of tokens.

    Example: tafelwerk minimax nim 3 5 7

    Example: tafelwerk minimax nim 3 5 7 --misere
    """

    heaps: Annotated[Sequence[int], HEAPS]
    misere: Misere = False

    at_once = True

    def solve(self) -> Heap | Sum:
        heaps = self.heaps
        moves = [
            (index, (left,) if left else ()) for index, heap in enumerate(heaps) if (left := self._losing(index)) < heap
        ]
        return (
            outcome_answer(None, heaps, bool(moves), moves) if self.misere else heap_answer(None, heaps, heaps, moves)
        )

    def _losing(self, place: int) -> int:
        """The size that a heap must have, beside the others, for the player to move to lose."""
        others = [heap for other, heap in enumerate(self.heaps) if other != place]
        # under misere play an odd number of single tokens is lost; before, play is the same
        return reduce(xor, others, 0) ^ int(self.misere and max(others, default=0) <= 1)

    def text(self, answer: Heap | Sum) -> str:
        return f"Nim, {_heap_words(answer)}"


class Grundy(OfHeaps[Heap | Sum]):
    """Grundy's game, in which a move splits a heap into two of different sizes: value and winning splits of a heap or a sum.

    Example: tafelwerk minimax grundy 8

    Example: tafelwerk minimax grundy 8 13 20

    Example: tafelwerk minimax grundy 20 --misere
    """

    heaps: Annotated[Sequence[int], HEAPS]
    misere: Misere = False

    @property
    def game(self) -> HeapGame:
        return GRUNDY

    @property
    def play(self) -> tuple[Sequence[int], bool]:
        return self.heaps, self.misere


class Octal(OfHeaps[Heap | Sum | Period]):
    """Octal game: the period of its Grundy values, or with --heap the value and every winning move of a heap.

    Digit k after the point says what a move that takes k tokens may leave: 1 nothing, 2 one heap, 4 two heaps, or a
    sum of these. Kayles is 0.77, Dawson's Kayles 0.07; their names are understood, too. The search for a period ends at heap
    200,000; `tafelwerk build minimax octal --help` says how to go further. A proved period answers for heaps of any size.

    Example: tafelwerk minimax octal 0.77

    Example: tafelwerk minimax octal kayles --heap 10 --heap 4

    Example: tafelwerk minimax octal 0.77 --heap 1000000000000000
    """

    code: Code
    heaps: Heaps | None = None
    misere: Misere = False

    @property
    def game(self) -> HeapGame:
        return octal_game(self.code)

    @property
    def play(self) -> tuple[Sequence[int], bool]:
        return self.heaps or (), self.misere


class Subtraction(OfHeaps[Heap | Sum | Period]):
    """Subtraction game: the period of its Grundy values, or with --heap the value and every winning move of a heap.

    Example: tafelwerk minimax subtraction 1,2,5

    Example: tafelwerk minimax subtraction 1,2,5 --heap 100
    """

    set: Parsed[Numbers]
    heaps: Heaps | None = None
    misere: Misere = False

    @property
    def game(self) -> HeapGame:
        return subtraction_game(self.set)

    @property
    def play(self) -> tuple[Sequence[int], bool]:
        return self.heaps or (), self.misere

    def text(self, answer: Heap | Sum | Period) -> str:
        return super().text(answer) + self._convention()

    def _convention(self) -> str:
        """What a move larger than the heap does, with the command of the other convention; "" where both answer the same."""
        numbers, heaps = self.set, self.heaps or ()
        # with the moves 1 to k every heap below k is won under both conventions, so that they agree from heap k on
        if self.misere or (len(heaps) == 1 and heaps[0] >= numbers[-1] == len(numbers)):
            return ""
        text = " Here a move takes no more than is left, and whoever cannot move loses"
        if len(heaps) != 1 or heaps[0] > LARGEST_OVERSHOT:
            return f"{text}."
        other = f"tafelwerk montecarlo perfect subtraction {heaps[0]} --moves {self.game.code}"
        return f"{text}; where a move larger than the heap wins: {other}"


def _sum(book: Book, game: HeapGame, heaps: Sequence[int]) -> Heap | Sum | None:
    """Value and winning moves of heaps; None if the book does not hold the values of all of them."""
    if max(heaps) > LARGEST_HEAP:
        return _periodic_sum(book, game, heaps)
    sizes = list(heaps)
    rows = book.rows(
        "minimax",
        _SUM,
        sizes,
        sizes,
        game.name,
        max(sizes),
        game.takes(TWO_LEFT),
        0 if game.equal_parts else 1,
        game.takes(NOTHING_LEFT),
        game.takes(ONE_LEFT),
    )
    values = {index: value for index, value, _, _ in rows}
    if len(values) < len(sizes):
        has_many = sum(heaps) * (1 + len(game.takes(TWO_LEFT))) > MOST_OPTIONS
        return _periodic_sum(book, game, heaps) if has_many else None
    moves = [(index, tuple(filter(None, parts))) for index, _, *parts in rows if parts[0] is not None]
    return heap_answer(game, sizes, [values[index] for index in range(len(sizes))], moves)


def _periodic_sum(book: Book, game: HeapGame, heaps: Sequence[int], misere: bool = False) -> Heap | Sum | None:
    """Outcome and winning moves of heaps by the game's period; None if the book holds no proved period with its values."""
    row = book.one(
        "minimax",
        "SELECT period, last_exception, build FROM minimax.periods WHERE game = ? AND proved ORDER BY checked_to LIMIT 1",
        game.name,
    )
    if row is None:
        return None
    period, last = row
    values = book.rows(
        "minimax",
        "SELECT value, build FROM minimax.grundy WHERE game = ? AND heap <= ? ORDER BY heap",
        game.name,
        last + period,
    )
    if len(values) != last + period + 1:
        return None
    return periodic_answer(PeriodicValues(game, [value for (value,) in values], period, last), heaps, misere)


def _misere(book: Book, game: HeapGame, heaps: Sequence[int]) -> Heap | Sum | None:
    """Winning moves under misere play; of more tokens than can be enumerated, by the period; None for several heaps below."""
    if sum(heaps) > LARGEST_MISERE:
        return _periodic_sum(book, game, heaps, misere=True)
    if len(heaps) > 1:
        return None
    row = book.one(
        "minimax", "SELECT won, moves, build FROM minimax.misere WHERE game = ? AND heap = ?", game.name, heaps[0]
    )
    return None if row is None else outcome_answer(game, heaps, row[0], ((0, tuple(left)) for left in row[1]))


def _period(book: Book, game: HeapGame) -> Period | None:
    """The proved period; if there is none, the longest search without a period that reached SEARCHED."""
    sparse = "SELECT period, last_exception, checked_to, true, build FROM minimax.sparse_periods WHERE game = ?"
    row = book.one(
        "minimax",
        "SELECT period, last_exception, checked_to, proved, build FROM minimax.periods "
        "WHERE game = ? AND (proved OR checked_to >= ?) ORDER BY proved DESC, checked_to DESC LIMIT 1",
        game.name,
        SEARCHED,
    )
    if row is None or not row[3]:
        row = book.one("minimax", sparse, game.name) or row
    return None if row is None else period_answer(game, *row)


def heap_text(game: HeapGame, answer: Heap | Sum | Period) -> str:
    """The answer about heaps of a game, or about its period."""
    title = TITLES.get(game.name, game.name.capitalize())
    if not isinstance(answer, Period):
        return f"{title}, {_heap_words(answer)}"
    if not answer.proved or answer.last_exception is None:
        from tafelwerk.families.minimax.builds import heap_build

        further = f"tafelwerk build {heap_build(game, min(2 * answer.checked_to, LARGEST_HEAP)).name}"
        sparse = ", or --sparse in place of --heap" if game.is_octal else ""
        return (
            f"{title}: the values up to heap {answer.checked_to:,} prove no period ({answer.source}). "
            f"A longer search: {further}{sparse}"
        )
    heap = f"heap {answer.last_exception:,}" if answer.last_exception else "the empty heap"
    after = f"after {heap}, the last exception" if answer.last_exception >= 0 else "from the empty heap on"
    return (
        f"{title}: period {answer.period} {after}; "
        f"proved by the values up to heap {answer.checked_to:,} ({answer.source})."
    )


def _heap_words(answer: Heap | Sum) -> str:
    value = ", misere play" if answer.misere else f", value {answer.grundy}"
    if isinstance(answer, Heap):
        what = f"heap {answer.heap:,}"
        moves = [_left_text(left) for left in answer.moves]
    else:
        what = f"heaps {join_words([f'{heap:,}' for heap in answer.heaps])}"
        moves = [f"{move.heap:,} to {_left_text(move.left)}" for move in answer.moves]
        value += "" if answer.values is None else f" = {' xor '.join(map(str, answer.values))}"
    text = f"{what}{value}: {'won' if answer.won else 'lost'} for the player to move ({answer.source})."
    if not moves:
        return text + (" There is no move, so the player to move wins." if answer.won else "")
    words = join_words(moves, last="or")
    if answer.winning_moves is not None and answer.winning_moves > len(moves):
        first = moves[:MOVES_SHOWN]
        words = f"{', '.join(first)} and {answer.winning_moves - len(first):,} more"
    return f"{text} A winning move leaves {words}." if isinstance(answer, Heap) else f"{text} Winning moves: {words}."


def _left_text(left: Left) -> str:
    return " + ".join(f"{size:,}" for size in left) or "nothing"
