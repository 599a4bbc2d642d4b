"""Stored rows of the search family, proved anew by other methods than those that made them.

What is left out for its length is counted in a check's detail, never claimed.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import isqrt
from random import Random
from typing import Any

from tafelwerk.build.claims import Claims
from tafelwerk.errors import InputError
from tafelwerk.solvers.search.free_recursion import huffman_total, recursion_totals
from tafelwerk.solvers.search.plain_root import PlainPlay, plain_totals
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.search import DENSE, FAMILY, Entropy, Optimal, Parts, Strategy, read_parts, strategy

SECONDS = 10.0
"""What the rows that are only sampled may take together, unless a number is asked for."""

ROW_SECONDS = 5.0
"""What a row may take to be within reach."""

RECURSION_CODES = 1000
"""Codes of free search up to which every row is proved by the recursion of theorem 4.5; it takes m^2 steps and more."""

ROOT_CODES = 1_000_000
"""Codes of the root model up to which perfect play is computed again."""

_SEED = 4_16


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """A check a table and method.

    Args:
        book: the book.
        sample: rows to draw where not all are gone through; None: as many as take some ten seconds.
    """
    yield from free_checks(book, sample)
    yield from root_checks(book, sample)


def free_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """Free search: perfect play by the recursion, beyond its reach by Huffman's algorithm; even splits by themselves."""
    rows = book.rows(FAMILY, f"SELECT width, codes, total, even, query FROM {FAMILY}.free_totals ORDER BY width, codes")
    if not rows:
        return
    claims = Claims()
    for width, group in groupby(rows, key=lambda row: row[0]):
        near = [row for row in group if row[1] <= RECURSION_CODES]
        totals = recursion_totals(max((row[1] for row in near), default=1), width).tolist()
        even = {0: 0, 1: 0}
        for _, codes, total, even_total, query in near:
            row = f"width {width}, {codes} codes"
            claims.rows += 1
            claims.claim(row, f"total {total} should be {totals[codes]}", total == totals[codes])
            found = _even(codes, width, even)
            claims.claim(row, f"even {even_total} should be {found}", even_total == found)
            claims.claim(row, f"no best query: {query}", _is_best(_parts(query), codes, width, totals))
    yield claims.check(f"{FAMILY}.free_totals: recursion", f"{claims.rows} of {len(rows)} rows proved")
    far = [row for row in rows if row[1] > RECURSION_CODES]
    if far:
        huffman = Claims()
        for width, codes, total, *_ in _drawn(far, [1e-6 * row[1] for row in far], sample):
            huffman.rows += 1
            huffman.claim(f"width {width}, {codes} codes", f"not {total}", total == huffman_total(codes, width))
        yield huffman.check(f"{FAMILY}.free_totals: Huffman", f"{huffman.rows} of {len(far)} larger rows proved")


def root_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """The root model: perfect play by coins, H_alpha by looking at every even query."""
    rows = book.rows(
        FAMILY,
        f"SELECT strategy, size, alpha, total, rest, parts, small FROM {FAMILY}.root_totals ORDER BY strategy, size",
    )
    if not rows:
        return
    legal, perfect, played = Claims(), Claims(), Claims()
    perfect_rows, far = 0, []
    for name, group in groupby(rows, key=lambda row: row[0]):
        stored = list(group)
        chosen = _strategy(name, legal)
        if chosen is None:
            continue
        for row in stored:
            _legal(row, chosen, legal)
        if isinstance(chosen, Optimal):
            perfect_rows += len(stored)
            _perfect([row for row in stored if row[1] <= ROOT_CODES], perfect)
        else:
            far += [row for row in stored if row[1] > DENSE]
            _played(chosen, [row for row in stored if row[1] <= DENSE], played)
    yield legal.check(f"{FAMILY}.root_totals: queries", f"{legal.rows} rows with queries that may be asked")
    if perfect_rows:
        yield perfect.check(
            f"{FAMILY}.root_totals: perfect play by coins", f"{perfect.rows} of {perfect_rows} rows proved"
        )
    drawn = _drawn(far, [1e-8 * isqrt(row[1]) ** 3 for row in far], sample)
    for name, group in groupby(sorted(drawn), key=lambda row: row[0]):
        chosen = strategy(name)
        assert isinstance(chosen, Entropy)
        _played(chosen, list(group), played)
    if perfect_rows < len(rows):
        yield played.check(
            f"{FAMILY}.root_totals: entropies of all even queries",
            f"{played.rows} of {len(rows) - perfect_rows} rows proved",
        )


def _parts(text: str | None) -> Parts:
    """Parts as stored; none where the text says nothing of the kind."""
    try:
        return read_parts(text)
    except ValueError:
        return ()


def _even(codes: int, width: int, known: dict[int, int]) -> int:
    if codes not in known:
        size, larger = divmod(codes, width)
        below = larger * _even(size + 1, width, known) if larger else 0
        known[codes] = codes + below + (width - larger) * _even(size, width, known)
    return known[codes]


def _is_best(query: Parts, codes: int, width: int, totals: Sequence[int]) -> bool:
    if codes == 1:
        return query == ()
    legal = sum(size * count for size, count in query) == codes and 2 <= sum(count for _, count in query) <= width
    return legal and codes + sum(count * totals[size] for size, count in query) == totals[codes]


def _strategy(name: str, claims: Claims) -> Strategy | None:
    try:
        return strategy(name)
    except InputError:
        claims.claim(name, "no such strategy", False)
        return None


def _legal(row: tuple[Any, ...], chosen: Strategy, claims: Claims) -> None:
    """Whether the query may be asked, and the columns agree."""
    name, size, alpha, _, rest, parts, small = row
    label = f"{name}, {size} codes"
    claims.rows += 1
    order = None if isinstance(chosen, Optimal) else chosen.alpha
    wanted = None if isinstance(chosen, Optimal) else float("inf") if order is None else float(order)
    claims.claim(label, f"alpha {alpha} should be {wanted}", alpha == wanted)
    if size == 1:
        claims.claim(label, "asks about one code", (rest, parts, small) == (None, None, None))
        return
    pieces = _parts(small)
    count = sum(count for _, count in pieces)
    split = sum(size * count for size, count in pieces)
    claims.claim(label, f"{parts} parts should be {count}", parts == count)
    holds = bool(pieces) and rest is not None and rest >= 1 and rest + split == size
    holds = holds and min(piece for piece, _ in pieces) >= 1 and (split + count - 1) ** 2 < size
    claims.claim(label, f"no query: {rest} | {small}", holds)


def _perfect(stored: list[tuple[Any, ...]], claims: Claims) -> None:
    totals = plain_totals(max((row[1] for row in stored), default=1)).tolist()
    for _, size, _, total, rest, _, small in stored:
        claims.rows += 1
        claims.claim(f"{size} codes", f"total {total} should be {totals[size]}", total == totals[size])
        if size > 1 and rest is not None and rest < size:
            pieces = [(rest, 1), *_parts(small)]
            after = sum(count * totals[piece] for piece, count in pieces if piece < size)
            claims.claim(f"{size} codes", f"no best query: {rest} | {small}", size + after == totals[size])


def _played(chosen: Entropy, stored: list[tuple[Any, ...]], claims: Claims) -> None:
    if not stored:
        return
    play = PlainPlay(chosen.alpha, max(row[1] for row in stored))
    for name, size, _, total, rest, _, small in stored:
        row = f"{name}, {size} codes"
        claims.rows += 1
        found = play.total(size)
        claims.claim(row, f"total {total} should be {found}", total == found)
        if size > 1:
            removed, parts = play.query(size)
            part, more = divmod(removed, parts)
            even = tuple(pair for pair in ((part + 1, more), (part, parts - more)) if pair[1])
            claims.claim(
                row,
                f"{rest} | {small} has less entropy or loses a tie",
                (rest, _parts(small)) == (size - removed, even),
            )


def _drawn(rows: list[tuple[Any, ...]], seconds: list[float], sample: int | None) -> list[tuple[Any, ...]]:
    """Rows within reach, as many as asked for or as SECONDS are enough for, in an order that is always the same."""
    order = [i for i in range(len(rows)) if seconds[i] <= ROW_SECONDS]
    Random(_SEED).shuffle(order)
    if sample is not None:
        return [rows[i] for i in order[:sample]]
    found: list[tuple[Any, ...]] = []
    spent = 0.0
    for i in order:
        spent += seconds[i]
        if found and spent > SECONDS:
            break
        found.append(rows[i])
    return found
