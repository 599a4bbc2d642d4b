"""Proofs of the search family, by other methods than the solvers'.

claims            all claims about the family's tables
contents          what a build owes, from its parameters alone
huffman_total     free search by Huffman's algorithm, for one number of codes
plain_totals      the root model under perfect play, small parts as coins in any order, instead of smallest first
EntropyTotals     the root model under H_alpha, for all sizes at once, one query per number of parts

Root model under H_alpha: for each number of parts, the query that splits off the most codes. Moving one code from the rest of a
query to one of its smallest parts makes the parts more even, so the entropy grows. Among the queries with k small parts only the
one that uses the whole budget can be best, and one pass over k decides each size. Sums of doubles that are too close are compared
exactly.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.5; D. A. Huffman, A method for
the construction of minimum-redundancy codes, 1952.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import groupby
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.search.rules import FREE_WIDTHS, Parts, curve_orders, parse_strategy, read_parts, root_sizes
from tafelwerk.proofs.claims import Claim, Faults, Rows, divide_rows, proof
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.real_numbers import compare_entropies
from tafelwerk.rules.deduction import Entropy, Optimal
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.tables.book import Book
from tafelwerk.tables.metadata import Contents, text
from tafelwerk.tables.provenance import builds

FEW_CODES = 1000
"""Number of codes up to which all rows of free search are proved without --full."""

COIN_CODES = 1_000_000
"""Number of codes up to which perfect play in the root model is proved without --full; it takes m^1.5 steps."""

FREE, ROOT = "search.free_totals", "search.root_totals"


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about free search and the root model."""
    stored = [build.parameters for build in builds(book, "search")]
    proved: tuple[str, ...] = ("total", "even", "query")
    near, far = divide_rows(book, FREE, ("width", "codes", *proved), f"codes <= {FEW_CODES}")
    yield complete(book, FREE, lambda: _free_keys(stored))
    yield proof(FREE, "Huffman's algorithm", proved, near, _free, whole=True)
    yield proof(FREE, f"Huffman's algorithm beyond {FEW_CODES:,} codes", proved, far, _free)

    names = ("strategy", "size", "alpha", "total", "rest", "parts", "small")
    yield complete(book, ROOT, lambda: _root_keys(stored))
    every = Rows(book, ROOT, names)
    yield proof(ROOT, "legal queries", ("alpha", "rest", "parts", "small"), every, _legal, whole=True)
    proved = ("total", "rest", "small")
    near, far = divide_rows(book, ROOT, names, f"size <= {COIN_CODES}", "strategy = 'optimal'")
    yield proof(ROOT, "perfect play by coins", proved, near, _perfect, whole=True)
    yield proof(ROOT, f"perfect play by coins beyond {COIN_CODES:,} codes", proved, far, _perfect, long=True)
    entropies = Rows(book, ROOT, names, "strategy <> 'optimal'")
    yield proof(ROOT, "entropies of the longest even queries", proved, entropies, _check_play, whole=True)


def _free_keys(stored: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    most: dict[int, int] = {}
    for build in stored:
        for width in build.get("widths", ()):
            most[width] = max(most.get(width, 0), build["free"])
    keys = [(width, codes) for width in most for codes in range(1, most[width] + 1)]
    for build in stored:
        if "codes" in build:
            keys += [(width, build["codes"]) for width in range(2, build["most"] + 1)]
    return keys


def _root_keys(stored: Sequence[Mapping[str, Any]]) -> list[tuple[str, int]]:
    keys: list[tuple[str, int]] = []
    for build in stored:
        if "root" in build:
            keys += [(build["root"], size) for size in root_sizes(build["size"], build["points"])]
        elif "curve" in build:
            keys += [(name, build["curve"]) for name in curve_orders(build["alpha_max"], build["points"])]
    return keys


def _free(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """Faults of rows of free search."""
    faults = Faults()
    for width, group in groupby(rows, key=lambda row: row[0]):
        least_total = cache(partial(huffman_total, width=width))
        even = {0: 0, 1: 0}
        for _, codes, total, even_total, query in group:
            row = f"width {width}, {codes} codes"
            faults.unless(total == least_total(codes), row, f"total {total} should be {least_total(codes)}")
            own_even = _even(codes, width, even)
            faults.unless(even_total == own_even, row, f"even {even_total} should be {own_even}")
            faults.unless(_is_best(read_parts(query), codes, width, least_total), row, f"no best query: {query}")
    return faults.texts


def _even(codes: int, width: int, known: dict[int, int]) -> int:
    if codes not in known:
        size, larger = divmod(codes, width)
        below = larger * _even(size + 1, width, known) if larger else 0
        known[codes] = codes + below + (width - larger) * _even(size, width, known)
    return known[codes]


def _is_best(query: Parts, codes: int, width: int, total: Callable[[int], int]) -> bool:
    if codes == 1:
        return query == ()
    legal = sum(size * count for size, count in query) == codes and 2 <= sum(count for _, count in query) <= width
    return legal and _descends(query) and codes + sum(count * total(size) for size, count in query) == total(codes)


def _descends(parts: Parts) -> bool:
    """Whether parts are listed by descending size, each size once."""
    sizes = [size for size, count in parts if size >= 1 and count >= 1]
    return len(sizes) == len(parts) and sizes == sorted(set(sizes), reverse=True)


def _legal(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """Faults of rows with an illegal query, or with columns that disagree."""
    faults = Faults()
    for name, group in groupby(rows, key=lambda row: row[0]):
        chosen = parse_strategy(name)
        wanted = None if isinstance(chosen, Optimal) else float("inf" if chosen.alpha is None else chosen.alpha)
        for _, size, alpha, _, rest, parts, small in group:
            row = f"{name}, {size} codes"
            faults.unless(alpha == wanted, row, f"alpha {alpha} should be {wanted}")
            if size == 1:
                faults.unless((rest, parts, small) == (None, None, None), row, "asks about one code")
                continue
            pieces = read_parts(small)
            count = sum(count for _, count in pieces)
            split = sum(piece * count for piece, count in pieces)
            faults.unless(parts == count, row, f"{parts} parts should be {count}")
            holds = bool(pieces) and rest is not None and rest >= 1 and rest + split == size
            holds = holds and _descends(pieces) and (split + count - 1) ** 2 < size
            faults.unless(holds, row, f"no query: {rest} | {small}")
    return faults.texts


def _perfect(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    totals = plain_totals(max((row[1] for row in rows), default=1)).tolist()
    for _, size, _, total, rest, _, small in rows:
        row = f"{size} codes"
        faults.unless(total == totals[size], row, f"total {total} should be {totals[size]}")
        if size > 1 and rest is not None and rest < size:
            pieces = [(rest, 1), *read_parts(small)]
            after = sum(count * totals[piece] for piece, count in pieces if piece < size)
            faults.unless(size + after == totals[size], row, f"no best query: {rest} | {small}")
    return faults.texts


def _check_play(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """Faults of rows of the root model under H_alpha."""
    faults = Faults()
    for name, group in groupby(rows, key=lambda row: row[0]):
        stored = list(group)
        chosen = parse_strategy(name)
        assert isinstance(chosen, Entropy)
        play = EntropyTotals(chosen.alpha, max(row[1] for row in stored))
        for _, size, _, total, rest, _, small in stored:
            row = f"{name}, {size} codes"
            own_total = play.total(size)
            faults.unless(total == own_total, row, f"total {total} should be {own_total}")
            if size > 1:
                removed, parts = play.query(size)
                part, more = divmod(removed, parts)
                even = tuple(pair for pair in ((part + 1, more), (part, parts - more)) if pair[1])
                holds = (rest, read_parts(small)) == (size - removed, even)
                faults.unless(holds, row, f"{rest} | {small} has less entropy or loses a tie")
    return faults.texts


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Contents of the build with these parameters."""
    match dict(parameters):
        case {"free": int(codes), "widths": [*widths], **none} if not none:
            if len(widths) != 1 and widths != list(FREE_WIDTHS):
                raise ValueError("a build has one width or those of the standard set")
            name = f"free --codes {codes}" + ("" if widths == list(FREE_WIDTHS) else f" --width {widths[0]}")
            return _contents_of(name, "free_totals", f"width IN ({_numbers(widths)}) AND codes BETWEEN 1 AND {codes}")
        case {"codes": int(codes), "most": int(most), **none} if not none:
            name = f"widths --codes {codes}" + ("" if most == 1000 else f" --width {most}")
            return _contents_of(name, "free_totals", f"codes = {codes} AND width BETWEEN 2 AND {most}")
        case {"root": str(strategy), "size": int(size), "points": None | int() as points, **none} if not none:
            name = f"root --size {size}" + ("" if strategy == "optimal" else f" --strategy {strategy}")
            name += "" if points is None else f" --points {points}"
            sizes = f"BETWEEN 1 AND {size}" if points is None else f"IN ({_numbers(root_sizes(size, points))})"
            return _contents_of(name, "root_totals", f"strategy = {text(strategy)} AND size {sizes}")
        case {"curve": int(size), "alpha_max": int(most), "points": int(points), **none} if not none:
            names = ", ".join(text(order) for order in curve_orders(most, points))
            name = f"curve --size {size} --alpha-max {most} --points {points}"
            return _contents_of(name, "root_totals", f"size = {size} AND strategy IN ({names})")
    raise ValueError("no such build")


def _contents_of(name: str, table: str, rows: str) -> Contents:
    return Contents(f"search {name}", "exact", "recomputed", {table: rows})


def _numbers(values: Iterable[int]) -> str:
    return ", ".join(map(str, map(int, values)))


def huffman_total(codes: int, width: int) -> int:
    """Least total for one number of codes: the smallest sets of equally likely codes are joined repeatedly.

    Empty sets are added so that the last join is complete. Sets of the least size are joined with one another while there are
    enough of them: what comes out is no smaller.
    """
    sets = Counter({0: (1 - codes) % (width - 1), 1: codes})
    total = 0
    while sets.total() > 1:
        least = min(size for size, count in sets.items() if count)
        joins, joined, lacking = sets[least] // width, least * width, width
        sets[least] -= joins * width
        if not joins:
            joins = 1
            joined = 0
            for size in sorted(sets):
                taken = min(lacking, sets[size])
                joined += taken * size
                lacking -= taken
                sets[size] -= taken
        sets[joined] += joins
        total += joins * joined
    return total


NEAR = 1e-11
"""Relative difference up to which two sums of doubles are compared exactly."""

_FAR = np.int64(2**61)


def plain_totals(most: int) -> NDArray[np.int64]:
    """T(1) to T(most) of the root model under perfect play; int64, shape (most + 1,), in queries."""
    totals = np.zeros(most + 1, np.int64)
    widest = budget(most)
    # small[b, r]: least sum of T over r codes in small parts that together cost at most b
    small = np.full((widest + 1, widest + 1), _FAR)
    small[:, 0] = 0
    _choose_coins(small, totals)
    return totals


@kernel
def _choose_coins(small: NDArray[np.int64], totals: NDArray[np.int64]) -> None:
    most = totals.shape[0] - 1
    for limit in range(2, small.shape[0]):
        for removed in range(1, limit):
            small[limit, removed] = small[limit - 1, removed]
        for size in range(1, limit):
            for removed in range(size, limit):
                least = totals[size] + small[limit - 1 - size, removed - size]
                small[limit, removed] = min(small[limit, removed], least)
        for m in range((limit - 1) ** 2 + 1, min(limit * limit, most) + 1):
            least = totals[m - 1] + small[limit, 1]
            for removed in range(2, limit):
                least = min(least, totals[m - removed] + small[limit, removed])
            totals[m] = m + least


def budget(m: int) -> int:
    """Largest cost of the small parts of a query about m codes: the square root of m, rounded up."""
    return isqrt(m - 1) + 1


_SUM, _COUNT, _LARGEST = (
    0,
    1,
    2,
)  # minimised for the greatest entropy: sum of weights, minus the number of parts, largest part


class EntropyTotals:
    """H_alpha in the root model, for all sizes up to `most`.

    Attributes:
        totals: queries summed over all codes; int64, shape (most + 1,).
        parts: number of small parts of the query at each size, 0 for one code; int64, shape (most + 1,).
    """

    def __init__(self, alpha: Fraction | None, most: int) -> None:
        weights = np.zeros(most + 1)
        codes = np.arange(most + 1)
        kind = _LARGEST if alpha is None else _COUNT if alpha == 0 else _SUM
        if alpha == 1:
            weights = np.asarray(codes * np.log(np.maximum(codes, 1)))
        elif alpha:
            weights = np.asarray((codes / most) ** float(alpha) * (1 if alpha > 1 else -1))
        self.parts = np.zeros(most + 1, np.int64)
        undecided = np.zeros(most + 1, np.bool_)
        sums = np.empty((3, budget(most) // 2 + 1))
        _choose(weights, kind, NEAR if kind == _SUM else 0.0, self.parts, undecided, sums)
        if kind == _SUM:
            for size in np.flatnonzero(undecided).tolist():
                self.parts[size] = _exactly(alpha, weights, size)
        self.totals = np.zeros(most + 1, np.int64)
        _add_up(self.parts, self.totals)

    def total(self, size: int) -> int:
        """Queries summed over all codes, at one size."""
        return int(self.totals[size])

    def query(self, size: int) -> tuple[int, int]:
        """Number of codes that the query at a size, at least 2, splits off, and number of its even parts."""
        parts = int(self.parts[size])
        return isqrt(size - 1) + 1 - parts, parts


def _exactly(alpha: Fraction | None, weights: NDArray[np.float64], size: int) -> int:
    """Least number of parts of a query of greatest entropy; queries whose sums are near the least are compared exactly."""
    limit = isqrt(size - 1) + 1
    sums = {}
    for k in range(1, limit // 2 + 1):
        part, more = divmod(limit - k, k)
        sums[k] = weights[size - limit + k] + (k - more) * weights[part] + more * weights[part + 1]
    least = min(sums.values())
    near = [k for k, total in sums.items() if total - least <= NEAR * abs(least)]
    best = near[0]
    for k in near[1:]:
        if compare_entropies(alpha, _parts(size, limit, k), _parts(size, limit, best)) > 0:
            best = k
    return best


def _parts(size: int, limit: int, k: int) -> list[int]:
    part, more = divmod(limit - k, k)
    return [size - limit + k, *[part + 1] * more, *[part] * (k - more)]


@kernel
def _choose(
    weights: NDArray[np.float64],
    kind: int,
    near: float,
    parts: NDArray[np.int64],
    undecided: NDArray[np.bool_],
    sums: NDArray[np.float64],
) -> None:
    """`sums`, shape (3, parts): scratch for what the even parts of a query add, by their number: smaller ones, larger ones, the
    largest."""
    limit = 1
    for size in range(2, parts.shape[0]):
        if size > limit * limit:
            limit += 1
            for k in range(1, limit // 2 + 1):
                part = (limit - k) // k
                more = limit - k - part * k
                sums[0, k], sums[1, k] = (k - more) * weights[part], more * weights[part + 1]
                sums[2, k] = float(part + (more > 0))
        best, least, second = 0, np.inf, np.inf
        for k in range(1, limit // 2 + 1):
            largest = size - limit + k
            if kind == 1:
                total = -float(k)
            elif kind == 2:
                total = max(float(largest), sums[2, k])
            else:
                total = weights[largest] + sums[0, k] + sums[1, k]
            if total < least:
                best, second, least = k, least, total
            elif total < second:
                second = total
        parts[size] = best
        undecided[size] = second - least <= near * abs(least)


@kernel
def _add_up(parts: NDArray[np.int64], totals: NDArray[np.int64]) -> None:
    limit = 1
    for size in range(2, parts.shape[0]):
        if size > limit * limit:
            limit += 1
        k = parts[size]
        part = (limit - k) // k
        more = limit - k - part * k
        totals[size] = size + totals[size - limit + k] + (k - more) * totals[part] + more * totals[part + 1]
