"""Splits of a search without a board and their costs: explanations, computed. It imports solvers: import it inside a function."""

from collections import Counter
from collections.abc import Iterable
from decimal import Context
from fractions import Fraction
from math import fsum, log2

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.search.builds import search_root
from tafelwerk.families.search.questions import FreeExplanation, RootExplanation, Split, parts_text
from tafelwerk.families.search.rules import Parts
from tafelwerk.rules.deduction import Alpha, Entropy, Optimal, order_name, renyi
from tafelwerk.solvers.deduction.partition_entropy import entropy_ranks
from tafelwerk.solvers.search import RootSearch, best_split, budget, even_parts, even_split, free_total

SHANNON = Fraction(1)
"""Order of the entropies that are shown for strategies without one."""


def explain_free(codes: int, width: int, most: int) -> FreeExplanation:
    """Explanation of free search; lists `most` splits."""
    total = free_total(codes, width)
    splits = dict.fromkeys(_splits(codes, width)) if codes > 1 else {}
    moves = [_split(parts_text(parts), parts, _total_after(codes, parts, width), total, codes) for parts in splits]
    moves.sort(key=lambda split: split.total)
    depth, power = 0, 1
    while power * width <= codes:
        depth, power = depth + 1, power * width
    shallow = (power * width - codes) // (width - 1)
    depths = {level: count for level, count in ((depth, shallow), (depth + 1, codes - shallow)) if count}
    digits = Context(prec=40)
    return FreeExplanation(
        codes=codes,
        total=Fraction(total),
        mean=total / codes,
        bound=float(digits.divide(digits.ln(codes), digits.ln(width))),
        query=parts_text(best_split(codes, width)) if codes > 1 else None,
        order=order_name(SHANNON)[1:],
        moves=tuple(moves[:most]),
        width=width,
        depths={str(level): count for level, count in depths.items()},
        kraft=sum((Fraction(count, width**level) for level, count in depths.items()), Fraction()),
    )


def _splits(codes: int, width: int) -> Iterable[Parts]:
    """The best split, the even split, even splits into fewer parts, and single codes with a rest."""
    yield best_split(codes, width)
    for parts in sorted({min(width, codes), max(2, min(width, codes) - 1), max(2, min(width, codes) // 2), 2}):
        yield even_split(codes, parts)
    singles = min(width, codes) - 1
    for count in (singles, 1):
        yield _parts([1] * count + [codes - count]) if count < 1000 else even_split(codes, width)


def _parts(sizes: Iterable[int]) -> Parts:
    return tuple(sorted(Counter(sizes).items(), reverse=True))


def _total_after(codes: int, parts: Parts, width: int) -> int:
    """Total if a query with these parts is asked."""
    return codes + sum(count * free_total(size, width) for size, count in parts)


def _split(
    name: str, parts: Parts, total: int, least: int, codes: int, alpha: Alpha = SHANNON, best: bool | None = None
) -> Split:
    """A split. Default: it is best if its total is the least."""
    return Split(
        move=name,
        best=total == least if best is None else best,
        total=Fraction(total),
        mean=total / codes,
        entropy=_entropy(alpha, parts),
    )


def _entropy(alpha: Alpha, parts: Parts) -> float:
    """Entropy in bits; with very many parts, summed by size."""
    if sum(count for _, count in parts) <= 100_000:
        return renyi(alpha, [size for size, count in parts for _ in range(count)])
    total = sum(size * count for size, count in parts)
    # Python takes logarithms of integers of any size; the quotient may not fit a double
    return fsum(size * count / total * (log2(total) - log2(size)) for size, count in parts)


def explain_root(codes: int, strategy: Optimal | Entropy, most: int) -> RootExplanation:
    """Explanation of the root model; lists `most` splits."""
    play = search_root(codes, strategy)
    total, limit = int(play.totals[codes]), budget(codes)
    moves: list[Split] = []
    alpha: Alpha = strategy.alpha if isinstance(strategy, Entropy) else SHANNON
    if codes > 1 and isinstance(play, RootSearch):
        removed = np.arange(1, limit)
        totals = codes + play.totals[codes - removed] + _smallest(play, limit, removed)
        order = np.argsort(totals, kind="stable")[:most]
        for r in removed[order].tolist():
            small = _small_parts(play, r, limit - r)
            moves.append(_root_split(codes, r, small, int(totals[r - 1]), total, alpha))
        moves.sort(key=lambda one: one.total)
    elif codes > 1:
        queries = {r: even_parts(r, limit - r) for r in range(1, limit)}
        sizes = [_sizes(codes - r, small) for r, small in queries.items()]
        ranks = dict(zip(queries, entropy_ranks(alpha, sizes, most), strict=True))
        chosen = play.query(codes)
        for r in sorted(queries, key=lambda one: (ranks[one], one != codes - chosen.rest, one))[:most]:
            small = queries[r]
            cost = codes + int(play.totals[codes - r]) + sum(count * int(play.totals[size]) for size, count in small)
            moves.append(_root_split(codes, r, small, cost, total, alpha, best=ranks[r] == 0))
    return RootExplanation(
        codes=codes,
        total=Fraction(total),
        mean=total / codes,
        bound=2 / 3 * (codes**0.5 - 1),
        query=str(play.query(codes)) if codes > 1 else None,
        order=order_name(alpha)[1:],
        moves=tuple(moves),
        strategy=str(strategy),
        budget=limit,
    )


def _sizes(rest: int, small: Parts) -> list[int]:
    """Sizes of all parts of a query."""
    return [rest, *(size for size, count in small for _ in range(count))]


def _root_split(
    codes: int, removed: int, small: Parts, cost: int, least: int, alpha: Alpha, best: bool | None = None
) -> Split:
    parts = tuple(sorted([(codes - removed, 1), *small], reverse=True))
    return _split(f"{codes - removed} | {parts_text(small)}", parts, cost, least, codes, alpha, best)


def _smallest(played: RootSearch, limit: int, removed: NDArray[np.int64]) -> NDArray[np.int64]:
    """Least sum of the small parts' totals, by number of codes split off; single codes cost nothing."""
    return np.array([played.splits[limit - r, r] for r in removed.tolist()], np.int64)


def _small_parts(played: RootSearch, removed: int, count: int) -> Parts:
    """Small parts of a best query that splits off `removed` codes in at most `count` parts, with the fewest parts."""
    totals, splits = played.totals, played.splits
    if count >= removed:
        return ((1, removed),)
    wanted, left, sizes = int(splits[count, removed]), removed, list[int]()
    while count > 1 and splits[count - 1, left] == wanted:
        count -= 1
    while count > 1:
        size = next(
            f for f in range(left // count, 0, -1) if int(totals[f] + _sum(splits, left - f, count - 1)) == wanted
        )
        sizes.append(size)
        left, count, wanted = left - size, count - 1, wanted - int(totals[size])
    return _parts([*sizes, left])


def _sum(splits: NDArray[np.int32], codes: int, parts: int) -> int:
    """S(codes, parts): least sum of totals; 0 if every code can be a separate part."""
    return 0 if parts >= codes else int(splits[parts, codes])
