"""Stored rows of heap games proved anew, by another method than the one that made them.

Grundy values were found by way of rare values: here a sample is the least number that no option has, of all options, as
the definition says. Periods were found by one pass over all lengths: here each is compared heap by heap, and where none was
found every length is tried. Misere outcomes were found with heaps left out that make no difference: here all are kept.
"""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.claims import Claims, drawn
from tafelwerk.errors import InputError
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.minimax.rules import NOTHING_LEFT, ONE_LEFT, TWO_LEFT, Rules, rules_of
from tafelwerk.tables.minimax.words import FAMILY

FIRST_HEAPS = 60
"""Heaps of every game whose values are looked at in any case."""

HEAPS_DRAWN = 10_000
"""Heaps beyond, of all games together, unless a number is asked for."""

MISERE_HEAP = 30
"""Heaps up to which misere play is gone through with nothing left out."""

_Position = tuple[int, ...]


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """A check a table.

    Args:
        book: the book.
        sample: heaps to draw; None: as many as take some seconds.
    """
    values: dict[str, NDArray[np.int64]] = {}
    if book.one(FAMILY, f"SELECT 1 FROM {FAMILY}.grundy LIMIT 1"):
        yield _read(book, values)
        yield _values(values, HEAPS_DRAWN if sample is None else sample)
    if book.one(FAMILY, f"SELECT 1 FROM {FAMILY}.periods LIMIT 1"):
        yield _periods(book, values)
    if book.one(FAMILY, f"SELECT 1 FROM {FAMILY}.misere LIMIT 1"):
        yield _misere(book)


def _read(book: Book, values: dict[str, NDArray[np.int64]]) -> Check:
    """All values by game, as far as its rows are whole."""
    claims = Claims()
    games = book.rows(
        FAMILY, f"SELECT game, count(*), min(heap), max(heap) FROM {FAMILY}.grundy GROUP BY ALL ORDER BY ALL"
    )
    for name, count, least, most in games:
        claims.rows += 1
        whole = (least, most) == (0, count - 1)
        claims.claim(name, f"{count} heaps from {least} to {most}", whole)
        claims.claim(name, "no name of a heap game", _rules(name) is not None)
        if whole and _rules(name) is not None:
            rows = book.rows(FAMILY, f"SELECT value FROM {FAMILY}.grundy WHERE game = ? ORDER BY heap", name)
            values[name] = np.fromiter((row[0] for row in rows), np.int64, count)
    return claims.check(f"{FAMILY}.grundy: games", f"{claims.rows} games, every heap from 0 on")


def _values(values: dict[str, NDArray[np.int64]], sample: int) -> Check:
    """Values by their definition: of the first heaps, and of a sample of the others."""
    claims = Claims()
    asked = [(name, heap) for name, known in values.items() for heap in range(min(FIRST_HEAPS, len(known)))]
    if sample:
        beyond = [(name, FIRST_HEAPS, len(known)) for name, known in values.items() if len(known) > FIRST_HEAPS]
        each = -(-sample // max(1, len(beyond)))
        asked += [(name, heap) for name, first, end in beyond for heap in drawn(range(first, end), each)]
    for name, heap in asked:
        claims.rows += 1
        stored = int(values[name][heap])
        claims.claim(
            f"{name}, heap {heap}", f"value {stored}", stored == least_missing(rules_of(name), values[name], heap)
        )
    total = sum(len(known) for known in values.values())
    return claims.check(f"{FAMILY}.grundy: values", f"{claims.rows} of {total} heaps by all their options")


def least_missing(rules: Rules, values: NDArray[np.int64], heap: int) -> int:
    """The least number that is not the value of an option of the heap.

    Args:
        rules: the game.
        values: of all smaller heaps, from 0 on.
        heap: its tokens.
    """
    found = {0} if heap in rules.taken(NOTHING_LEFT) else set()
    found.update(int(values[heap - taken]) for taken in rules.taken(ONE_LEFT) if taken < heap)
    for taken in rules.taken(TWO_LEFT):
        rest = heap - taken
        smaller = np.arange(1, (rest if rules.equal_parts else rest - 1) // 2 + 1)
        found.update(np.unique(values[smaller] ^ values[rest - smaller]).tolist())
    return next(number for number in range(len(found) + 1) if number not in found)


def _periods(book: Book, values: dict[str, NDArray[np.int64]]) -> Check:
    """Periods heap by heap, and that the proof has what it needs."""
    claims = Claims()
    rows = book.rows(
        FAMILY,
        f"SELECT game, period, last_exception, checked_to, proved FROM {FAMILY}.periods ORDER BY game, checked_to",
    )
    for name, period, last, checked_to, proved in rows:
        claims.rows += 1
        rules, known = _rules(name), values.get(name)
        if rules is None or known is None or len(known) <= checked_to:
            claims.claim(name, f"its values do not reach heap {checked_to}", False)
            continue
        if not rules.has_provable_period:
            claims.claim(name, "no proof of a period holds for it", False)
        elif proved:
            holds = period is not None and last is not None and _is_proved(rules, known, period, last, checked_to)
            claims.claim(name, f"period {period} after {last}, proved by heap {checked_to}", holds)
        else:
            claims.claim(name, f"a period {period} that is not proved", period is None and last is None)
            length = _shortest(rules, known[: checked_to + 1])
            claims.claim(name, f"the period {length} is not found by heap {checked_to}", length is None)
    return claims.check(f"{FAMILY}.periods: heap by heap", f"{claims.rows} searches")


def _is_proved(rules: Rules, values: NDArray[np.int64], period: int, last: int, checked_to: int) -> bool:
    """Whether the values prove the period, it is the least, and its last exception and what the proof needs are as stored."""
    end = max(last, 0)
    needed = (end + period) * (2 if rules.breaks else 1) + rules.most_taken
    if period < 1 or last < -1 or checked_to != needed:
        return False
    known = values[: checked_to + 1]
    exceptions = np.flatnonzero(known[period:] != known[:-period])
    if (int(exceptions[-1]) if len(exceptions) else -1) != last:
        return False
    cycle = known[last + 1 : last + 1 + period]
    divisors = (length for length in range(1, period) if period % length == 0)
    return all(bool((np.roll(cycle, -length) != cycle).any()) for length in divisors)


def _shortest(rules: Rules, values: NDArray[np.int64]) -> int | None:
    """The shortest period that the values prove: all lengths are compared at once, from the last heap down."""
    heaps = len(values) - 1
    lengths = np.arange(1, heaps + 1)
    # beyond this heap a period of that length must hold
    last = (heaps - rules.most_taken) // (2 if rules.breaks else 1) - lengths
    lengths, last = lengths[last >= 0], last[last >= 0]
    for heap in range(heaps, 0, -1):
        compared = heap - lengths > last
        done = lengths[~compared]
        if len(done):
            return int(done[0])
        same = values[heap - lengths] == values[heap]
        lengths, last = lengths[same], last[same]
        if not len(lengths):
            return None
    return None


def _misere(book: Book) -> Check:
    """Outcomes and winning moves under misere play, all heaps kept."""
    claims = Claims()
    rows = book.rows(FAMILY, f"SELECT game, heap, won, moves FROM {FAMILY}.misere ORDER BY game, heap")
    for name, heap, won, moves in rows:
        rules = _rules(name)
        if rules is None:
            claims.claim(name, "no name of a heap game", False)
        elif heap <= MISERE_HEAP:
            claims.rows += 1
            winning = [left for left in _options(rules, heap) if not _wins(rules, left)]
            words = "; ".join("+".join(map(str, left)) or "0" for left in winning)
            claims.claim(f"{name}, heap {heap}", f"moves {moves!r}", moves == words)
            claims.claim(f"{name}, heap {heap}", f"won {won}", won == _wins(rules, (heap,)))
        else:
            claims.claim(
                f"{name}, heap {heap}", f"won {won} by {moves!r}", won == (bool(moves) or not _options(rules, heap))
            )
    detail = f"{claims.rows} of {len(rows)} heaps, those up to {MISERE_HEAP}, by going through all sums"
    return claims.check(f"{FAMILY}.misere: outcomes", detail)


@cache
def _wins(rules: Rules, heaps: _Position) -> bool:
    """Whether the player to move wins a sum, heaps ascending, under misere play."""
    after = [
        tuple(sorted((*heaps[:place], *left, *heaps[place + 1 :])))
        for place, heap in enumerate(heaps)
        for left in _options(rules, heap)
    ]
    return not after or any(not _wins(rules, rest) for rest in after)


@cache
def _options(rules: Rules, heap: int) -> Sequence[_Position]:
    """What a move may leave of a heap."""
    found: list[_Position] = []
    for taken, digit in enumerate(rules.digits[: heap + 1]):
        rest = heap - taken
        if digit & NOTHING_LEFT and not rest:
            found.append(())
        if digit & ONE_LEFT and rest:
            found.append((rest,))
        if digit & TWO_LEFT:
            found += [(part, rest - part) for part in range(1, rest) if 2 * part < rest + rules.equal_parts]
    return found


def _rules(name: str) -> Rules | None:
    """The game of a name in its normal form."""
    try:
        rules = rules_of(name)
    except InputError:
        return None
    return rules if rules.name == name else None
