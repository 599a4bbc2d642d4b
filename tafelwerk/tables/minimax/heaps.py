"""Look-ups of heap games: values and winning moves of sums, periods, misere play."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tafelwerk.errors import MissingTableError
from tafelwerk.tables.layers import layered
from tafelwerk.tables.minimax.faults import damaged, found
from tafelwerk.tables.minimax.rules import (
    NOTHING_LEFT,
    ONE_LEFT,
    TWO_LEFT,
    Rules,
    checked_heaps,
    checked_misere,
)
from tafelwerk.tables.minimax.words import FAMILY

if TYPE_CHECKING:
    from pathlib import Path

    from tafelwerk.tables.book import Book

GRUNDY_HEAP = 100_000
"""Heaps of Grundy's game that are built where nothing else is asked for."""

SEARCHED = 50_000
"""A search for a period that went so far without one is an answer."""

LEAST_STORED = 1000
"""Heaps that are stored of every game, also where its period is proved by fewer."""

OCTAL_HEAPS, SUBTRACTION_HEAPS = 200_000, 1_000_000
"""Heaps within which a period is looked for unless something else is asked for."""

_LEFT = re.compile(r"[0-9]+(\+[0-9]+)?", re.ASCII)

_SUM = f"""
WITH asked AS (SELECT unnest(?::BIGINT[]) AS heap, generate_subscripts(?::BIGINT[], 1) - 1 AS place),
known AS (SELECT heap::BIGINT AS heap, value FROM {FAMILY}.grundy WHERE game = ? AND heap <= ?),
valued AS (SELECT place, heap, value, xor(value, bit_xor(value) OVER ()) AS wanted FROM asked JOIN known USING (heap)),
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
SELECT place, value, smaller, larger FROM valued LEFT JOIN moves USING (place)
ORDER BY place, taken, larger > 0, smaller > 0, smaller
"""


@dataclass(frozen=True, slots=True)
class Move:
    """A move in a sum: the place of the heap, from 0, and what is left of it: nothing, one heap, or two, the smaller first."""

    place: int
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """Heaps of one game under normal play. Exact.

    `values`: Grundy value of each heap; `value`: of all together; `won`: whether the player to move wins; `moves`: all winning
    moves, by place, then fewest tokens taken first, then fewer heaps, then smaller parts.
    """

    rules: Rules
    heaps: tuple[int, ...]
    values: tuple[int, ...]
    moves: tuple[Move, ...]

    @property
    def value(self) -> int:
        total = 0
        for value in self.values:
            total ^= value
        return total

    @property
    def won(self) -> bool:
        return self.value != 0


@dataclass(frozen=True, slots=True)
class Period:
    """What is known of the period of a game's Grundy values g(0), g(1), ... Exact.

    `period`: the least p with g(n + p) = g(n) for all n beyond the last exception; None where none is proved;
    `last_exception`: the greatest n with g(n + p) other than g(n), -1 where there is none;
    `checked_to`: the largest heap that the proof needs, or that was looked at in vain; `proved`: whether it holds for ever.
    """

    rules: Rules
    period: int | None
    last_exception: int | None
    checked_to: int
    proved: bool


@dataclass(frozen=True, slots=True)
class Misere:
    """Heaps of one game under misere play: whether the player to move wins, and all winning moves, as in a Sum. Exact."""

    rules: Rules
    heaps: tuple[int, ...]
    won: bool
    moves: tuple[Move, ...]


def search_limit(rules: Rules) -> int:
    """Heaps within which the period of a game is looked for unless something else is asked for."""
    return SUBTRACTION_HEAPS if rules.name.startswith("subtraction") else OCTAL_HEAPS


def heaps_build_line(rules: Rules, heap: int | None = None) -> str:
    """The command line that puts a game's values into the book; `heap`: up to there, else as far as its period needs."""
    if rules.name == "grundy" and heap is None:
        heap = GRUNDY_HEAP
    return f"tafelwerk build {FAMILY} {rules}" + ("" if heap is None else f" --heap {heap}")


def misere_build_line(rules: Rules, heap: int) -> str:
    """The command line that puts single heaps under misere play into the book, up to `heap`."""
    return f"{heaps_build_line(rules, heap)} --misere"


@layered
def get_sum(book: "Book", rules: Rules, heaps: Sequence[int]) -> Sum | None:
    """Value and winning moves of a heap or of several, or None where the book does not hold the values of all of them.

    Raises:
        InputError: a heap cannot be.
    """
    asked = list(checked_heaps(heaps))
    rows = book.rows(
        FAMILY,
        _SUM,
        asked,
        asked,
        rules.name,
        max(asked),
        rules.taken(TWO_LEFT),
        0 if rules.equal_parts else 1,
        rules.taken(NOTHING_LEFT),
        rules.taken(ONE_LEFT),
    )
    values = {place: value for place, value, _, _ in rows}
    if len(values) < len(asked):
        return None
    moves = [Move(place, tuple(filter(None, parts))) for place, _, *parts in rows if parts[0] is not None]
    return Sum(rules, tuple(asked), tuple(values[place] for place in range(len(asked))), tuple(moves))


def probe_sum(book: "Book", rules: Rules, heaps: Sequence[int]) -> Sum:
    """Value and winning moves of a heap or of several.

    Raises:
        InputError: a heap cannot be.
        MissingTableError: not built; its message names what would make it.
    """
    return found(get_sum(book, rules, heaps), missing_sum(book.path, rules, heaps))


def missing_sum(book: "Path", rules: Rules, heaps: Sequence[int]) -> MissingTableError:
    """The error of a heap whose value the book in a folder lacks."""
    largest = max(heaps)
    return MissingTableError(f"heap {largest} of {rules}", heaps_build_line(rules, largest), book)


@layered
def get_period(book: "Book", rules: Rules, least: int = 0) -> Period | None:
    """The period of a game's values: the proved one, else what the longest search says; None where the book holds neither.

    Args:
        book: the book.
        rules: the game.
        least: how far a search that found nothing must have gone.

    Raises:
        BookError: what is stored cannot be.
    """
    row = book.one(
        FAMILY,
        f"SELECT period, last_exception, checked_to, proved FROM {FAMILY}.periods "
        "WHERE game = ? AND (proved OR checked_to >= ?) ORDER BY proved DESC, checked_to DESC LIMIT 1",
        rules.name,
        least,
    )
    if row is None:
        return None
    period, last, _, proved = row
    if (period is None or last is None) if proved else (period is not None or last is not None):
        raise damaged("periods", f"the period {period} after {last} for {rules}, proved {proved}")
    return Period(rules, *row)


def probe_period(book: "Book", rules: Rules, least: int = 0) -> Period:
    """The period of a game's values, as `get_period`.

    Raises:
        MissingTableError: not built; its message names what would make it.
        BookError: what is stored cannot be.
    """
    return found(get_period(book, rules, least), missing_period(book.path, rules))


def missing_period(book: "Path", rules: Rules) -> MissingTableError:
    """The error of a game whose period the book in a folder lacks."""
    return MissingTableError(f"the period of {rules}", heaps_build_line(rules), book)


@layered
def get_misere(book: "Book", rules: Rules, heap: int) -> Misere | None:
    """A single heap under misere play, or None where the book does not hold it.

    Raises:
        InputError: the heap cannot be, or is too large.
        BookError: what is stored cannot be.
    """
    heaps = checked_misere([heap])
    row = book.one(FAMILY, f"SELECT won, moves FROM {FAMILY}.misere WHERE game = ? AND heap = ?", rules.name, heap)
    if row is None:
        return None
    won, text = row
    words = text.split("; ") if text else []
    if not all(_LEFT.fullmatch(word) for word in words):
        raise damaged("misere", f"the moves {text!r} of heap {heap} of {rules}")
    moves = (Move(0, tuple(int(part) for part in word.split("+") if int(part))) for word in words)
    return Misere(rules, heaps, won, tuple(moves))


def probe_misere(book: "Book", rules: Rules, heap: int) -> Misere:
    """A single heap under misere play.

    Raises:
        InputError: the heap cannot be, or is too large.
        MissingTableError: not built; its message names what would make it.
        BookError: what is stored cannot be.
    """
    return found(get_misere(book, rules, heap), missing_misere(book.path, rules, [heap]))


def missing_misere(book: "Path", rules: Rules, heaps: Sequence[int]) -> MissingTableError:
    """The error of heaps under misere play that the book in a folder lacks."""
    return MissingTableError(f"misere play of {rules}", misere_build_line(rules, max(heaps)), book)
