"""The top of an entropy strategy's tree of a large variant: queries after up to two beams, and the codes that the third leaves.

One pass over all patterns per set after one beam counts, for all sets after two beams below it, in how many ways each colour has
each piece. What a query would answer follows from these counts alone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import factorial

import numpy as np
from flint import arb, ctx, fmpz
from numpy.typing import NDArray

from tafelwerk.families.beams.rules.strategies import Entropy
from tafelwerk.proofs.beams.board import Game, hits_text, shown
from tafelwerk.proofs.entropy import PRECISIONS, compare_entropies
from tafelwerk.solvers.machine.jit import kernel

CLOSE = 1e-11
"""Relative distance of float sums below which entropies are compared exactly."""

Row = tuple[str, int, int | None, int | None, int]
"""A node: history, number of queries before, colour and diagonal of the query, from 1, number of codes."""

Beams = tuple[tuple[int, int, int], ...]
"""Colours, diagonals and hits, from 0."""


def top_rows(game: Game, patterns: NDArray[np.uint16], strategy: Entropy) -> Iterator[Row]:
    """Nodes of a top: sets of two or more codes.

    Args:
        game: the variant.
        patterns: all patterns of the variant, uint16, shape (p, colours).
        strategy: a strategy that breaks ties by an order.
    """
    table = shown(game)
    none = np.full(len(table), -1, np.int64)
    counts = np.zeros((1, 3, len(table)), np.int64)
    # no colour is used: every piece may be that of the first colour
    counts[0, 0] = np.bincount(patterns.ravel(), minlength=len(table))
    root = _Set(game, strategy, (), counts[0])
    yield root.row
    for hits, codes in root.parts():
        after = ((*root.query, hits),) if root.query else ()
        if codes == 1 or not after:
            continue
        first = np.where(table[:, after[0][1]] == hits, 0, -1)
        counts[:] = 0
        _count_kernel(patterns, first, none, 0, counts)
        node = _Set(game, strategy, after, counts[0])
        yield node.row
        if node.query is None:
            continue
        colour, line = node.query
        answers = sorted(node.parts())
        place = np.full(256, -1, np.int64)
        place[[hits for hits, _ in answers]] = np.arange(len(answers))
        below = np.zeros((len(answers), 3, len(table)), np.int64)
        asked = place[table[:, line]]
        if colour == 0:
            _count_kernel(patterns, np.where(first == 0, asked, -1), none, 0, below)
        else:
            _count_kernel(patterns, first, asked, 1, below)
        for number, (hits, codes) in enumerate(answers):
            if codes > 1:
                last = _Set(game, strategy, (*after, (colour, line, hits)), below[number])
                yield last.row
                for hits, codes in last.parts():
                    if codes > 1 and last.query is not None:
                        yield _text((*last.beams, (*last.query, hits))), 3, None, None, codes


def _text(beams: Beams) -> str:
    return "; ".join(f"{colour + 1}@{line + 1} {hits_text(hits)}" for colour, line, hits in beams)


class _Set:
    """The set that beams leave, with what the next query depends on.

    Attributes:
        beams: the beams.
        query: colour and diagonal of the query; None where no query splits the set.
        row: the node.
    """

    def __init__(self, game: Game, strategy: Entropy, beams: Beams, counts: NDArray[np.int64]) -> None:
        """Choose the query.

        Args:
            game: the variant.
            strategy: the strategy.
            beams: the beams.
            counts: int64, shape (3, m): number of elements in which each used colour, then one of the others, has each piece.
        """
        used = len({colour for colour, _, _ in beams})
        self.beams = beams
        sizes = np.zeros((used + 1, game.lines, 256), np.int64)
        weights = [factorial(game.colours - used)] * used + [factorial(game.colours - used - 1)]
        _sizes_kernel(shown(game), counts, np.array(weights), sizes)
        codes = int(sizes[used, 0].sum())
        open_lines = [line for line in range(game.lines) if line not in {line for _, line, _ in beams}]
        queries = [
            (colour, line) for colour in range(used + 1) for line in open_lines if (sizes[colour, line] > 0).sum() > 1
        ]
        self.query: tuple[int, int] | None = None
        if queries:
            tied = _best(strategy.alpha, [sizes[query] for query in queries])
            order = (lambda query: query[::-1]) if strategy.tie == "lex-d" else None
            self.query = min((queries[place] for place in tied), key=order)
        self._sizes = sizes
        colour_line = (None, None) if self.query is None else (self.query[0] + 1, self.query[1] + 1)
        self.row: Row = (_text(beams), len(beams), *colour_line, codes)

    def parts(self) -> Iterator[tuple[int, int]]:
        """Answers to the query, with the number of codes that give them."""
        if self.query is not None:
            row = self._sizes[self.query]
            for hits in np.flatnonzero(row).tolist():
                yield hits, int(row[hits])


def _best(alpha: Fraction | None, sizes: list[NDArray[np.int64]]) -> list[int]:
    """Places of the partitions of greatest entropy."""
    parts = np.array(sizes, np.float64)
    shares = parts / parts[0].sum()
    if alpha is None:
        sums = shares.max(axis=1)
    elif alpha == 1:
        # the sum of n log n over the sum of n; with one code as unit it is not small compared with its terms
        sums = (shares * np.log(np.maximum(parts, 1))).sum(axis=1)
    else:
        powers = np.where(parts > 0, np.maximum(shares, 1e-300) ** float(alpha), 0).sum(axis=1)
        sums = powers if alpha > 1 else -powers
    best: list[int] = []
    for place in np.flatnonzero(sums - sums.min() <= CLOSE * np.abs(sums).max()).tolist():
        own = sizes[place][sizes[place] > 0].tolist()
        order = compare_sizes(alpha, own, sizes[best[0]][sizes[best[0]] > 0].tolist()) if best else 1
        if order >= 0:
            best = [place] if order > 0 else [*best, place]
    return best


def compare_sizes(alpha: Fraction | None, one: Iterable[int], other: Iterable[int]) -> int:
    """As `compare_entropies`, for parts of any size: n^n is not computed."""
    if alpha != 1:
        return compare_entropies(alpha, one, other)
    excess = Counter(one)
    excess.subtract(other)
    terms = {size: count for size, count in excess.items() if count}
    exponents: Counter[int] = Counter()
    for size, count in terms.items():
        for prime, exponent in fmpz(size).factor():
            exponents[int(prime)] += int(exponent) * size * count
    if not any(exponents.values()):
        return 0
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            total = sum((arb(size * count) * arb(size).log() for size, count in terms.items()), arb(0))
            if total > 0 or total < 0:
                return -1 if total > 0 else 1
    raise ArithmeticError(f"{PRECISIONS[-1]} bits do not separate two sums of n log n")


@kernel
def _count_kernel(
    patterns: NDArray[np.uint16],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    seconds: int,
    counts: NDArray[np.int64],
) -> None:
    """Count the pieces of colours in sets of elements.

    Args:
        patterns: all patterns.
        first: int64, shape (m,): set by the first colour's piece, -1 for none.
        second: int64, shape (m,): set by the second colour's piece, if the second colour was asked for.
        seconds: 1 if the second colour was asked for, otherwise 0.
        counts: int64, shape (sets, 3, m), zeroed: row c for colour c, the row after the used colours for the other colours.
    """
    colours = patterns.shape[1]
    for row in range(patterns.shape[0]):
        pattern = patterns[row]
        for mine in range(colours):
            piece = pattern[mine]
            number = first[piece]
            if number < 0:
                continue
            if seconds == 0:
                counts[number, 0, piece] += 1
                for other in range(colours):
                    counts[number, 1, pattern[other]] += 1
                counts[number, 1, piece] -= 1
                continue
            for his in range(colours):
                number = second[pattern[his]]
                if his != mine and number >= 0:
                    some = counts[number]
                    some[0, piece] += 1
                    some[1, pattern[his]] += 1
                    for other in range(colours):
                        some[2, pattern[other]] += 1
                    some[2, piece] -= 1
                    some[2, pattern[his]] -= 1


@kernel
def _sizes_kernel(
    table: NDArray[np.uint8], counts: NDArray[np.int64], weights: NDArray[np.int64], sizes: NDArray[np.int64]
) -> None:
    """Count codes by colour, diagonal and answer, from the counts of pieces."""
    for colour in range(sizes.shape[0]):
        for piece in range(counts.shape[1]):
            some = counts[colour, piece] * weights[colour]
            if some:
                for line in range(sizes.shape[1]):
                    sizes[colour, line, table[piece, line]] += some
