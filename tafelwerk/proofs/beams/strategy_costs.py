"""Proofs of the costs, trees and tops of strategies, by playing them; of large variants, part by part.

The top of an entropy strategy's tree of a large variant has the queries after up to two beams, and the codes that the third
leaves. One pass over all patterns per set after one beam counts, for all sets after two beams below it, in how many ways each
colour has each piece. What a query would answer follows from these counts alone.

Where the codemaker chooses, too: values and both mixtures; best replies by branch and bound.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams import rules
from tafelwerk.families.beams.rules import FAMILY
from tafelwerk.proofs.beams import beams_rules
from tafelwerk.proofs.beams.beams_rules import GAMES, Beams, Game, hits_text, piece_answers, pieces
from tafelwerk.proofs.beams.least_totals import FAR, LeastCost, least_images, least_total
from tafelwerk.proofs.beams.strategy_play import (
    ASKED,
    CODES,
    COST,
    LEVEL,
    TEXT,
    PlayResult,
    agrees,
    measure_of,
    measure_of_tree,
    play,
    text_marks,
)
from tafelwerk.proofs.beams.variant_counts import codes_of, list_covers, patterns_of, stored_patterns
from tafelwerk.proofs.claims import Claim, proof
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.real_numbers import compare_entropies
from tafelwerk.proofs.stored_trees import CodeClasses, Codes, HiddenCode, Replies, best_replies, mixtures_replayed
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.tables.book import Book

CLOSE = 1e-11
"""Relative distance of float sums below which entropies are compared exactly."""

Row = tuple[str, int, int | None, int | None, int]
"""A node: history, number of queries before, colour and diagonal of the query, from 1, number of codes."""


def top_rows(game: Game, patterns: NDArray[np.uint16], strategy: rules.Entropy) -> Iterator[Row]:
    """Nodes of a top: sets of two or more codes.

    Args:
        game: the variant.
        patterns: all patterns of the variant, uint16, shape (p, colours).
        strategy: a strategy that breaks ties by an order.
    """
    table = piece_answers(game)
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
        index_of = np.full(256, -1, np.int64)
        index_of[[hits for hits, _ in answers]] = np.arange(len(answers))
        below = np.zeros((len(answers), 3, len(table)), np.int64)
        set_of_piece = index_of[table[:, line]]
        if colour == 0:
            _count_kernel(patterns, np.where(first == 0, set_of_piece, -1), none, 0, below)
        else:
            _count_kernel(patterns, first, set_of_piece, 1, below)
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

    def __init__(self, game: Game, strategy: rules.Entropy, beams: Beams, counts: NDArray[np.int64]) -> None:
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
        _sizes_kernel(piece_answers(game), counts, np.array(weights), sizes)
        codes = int(sizes[used, 0].sum())
        open_lines = [line for line in range(game.lines) if line not in {line for _, line, _ in beams}]
        queries = [
            (colour, line) for colour in range(used + 1) for line in open_lines if (sizes[colour, line] > 0).sum() > 1
        ]
        self.query: tuple[int, int] | None = None
        if queries:
            tied = _best(strategy.alpha, [sizes[query] for query in queries])
            order = (lambda query: query[::-1]) if strategy.tie == "lex-d" else None
            self.query = min((queries[index] for index in tied), key=order)
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
    for index in np.flatnonzero(sums - sums.min() <= CLOSE * np.abs(sums).max()).tolist():
        own = sizes[index][sizes[index] > 0].tolist()
        order = compare_entropies(alpha, own, sizes[best[0]][sizes[best[0]] > 0].tolist()) if best else 1
        if order >= 0:
            best = [index] if order > 0 else [*best, index]
    return best


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
                    set_counts = counts[number]
                    set_counts[0, piece] += 1
                    set_counts[1, pattern[his]] += 1
                    for other in range(colours):
                        set_counts[2, pattern[other]] += 1
                    set_counts[2, piece] -= 1
                    set_counts[2, pattern[his]] -= 1


@kernel
def _sizes_kernel(
    table: NDArray[np.uint8], counts: NDArray[np.int64], weights: NDArray[np.int64], sizes: NDArray[np.int64]
) -> None:
    """Count codes by colour, diagonal and answer, from the counts of pieces."""
    for colour in range(sizes.shape[0]):
        for piece in range(counts.shape[1]):
            codes = counts[colour, piece] * weights[colour]
            if codes:
                for line in range(sizes.shape[1]):
                    sizes[colour, line, table[piece, line]] += codes


ROOM, MIX_ROOM = 1 << 22, 1 << 24
"""Number of elements to reserve for playing a strategy, and for MIX of six colours."""

Spent = dict[tuple[int, int], tuple[int, int, float]]
"""Number of codes by queries and wrong fields, see `PlayResult`."""


@dataclass(frozen=True, slots=True)
class StoredStrategy:
    """A stored strategy of a variant.

    Attributes:
        variant: the variant.
        strategy: the strategy.
        depth: number of queries before the deepest stored nodes; None if the whole tree is stored.
    """

    variant: str
    strategy: rules.Strategy
    depth: int | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Key of the strategy in the tables."""
        return self.variant, self.strategy.name, self.strategy.tie

    def __str__(self) -> str:
        return f"{self.variant}, {self.strategy.title}"


_KEY = "variant = ? AND strategy = ? AND tie = ?"


def _rows(
    book: Book, stored: StoredStrategy, table: str, columns: str, condition: str = "true", *values: object
) -> list[tuple[Any, ...]]:
    """Columns of a strategy's rows in a table, in its order."""
    sql = f"SELECT {columns} FROM {rules.FAMILY}.{table} WHERE {_KEY} AND {condition} ORDER BY rowid"
    return book.rows(rules.FAMILY, sql, *stored.key, *values)


def read_strategy(variant: str, word: str, tie: str, depth: int | None = None) -> StoredStrategy:
    """Stored strategy from its words in the tables."""
    return StoredStrategy(variant, rules.stored_strategy(word, tie), depth)


def tree_faults(book: Book, stored: StoredStrategy) -> Iterator[str]:
    """Faults of the tree and the costs of a strategy of a small variant.

    Optimal and improved strategies are played along their trees, other strategies by their rules.
    """
    texts, nodes = _nodes(book, stored)
    if isinstance(stored.strategy, Optimal | rules.Improved):
        game = GAMES[stored.variant]
        replay = play(game, measure_of_tree(nodes[:, TEXT], nodes[:, ASKED]))
    else:
        replay = _play(stored.variant, stored.strategy)
    expected = replay.nodes if stored.depth is None else replay.nodes[replay.nodes[:, LEVEL] <= stored.depth]
    yield from (f"{stored}: {fault}" for fault in _other_nodes(texts, nodes, expected))
    yield from cost_faults(book, stored, replay.spent)


def _nodes(book: Book, stored: StoredStrategy) -> tuple[list[str], NDArray[np.int64]]:
    """Histories of stored nodes, and the nodes in the form of `PlayResult`, without parents."""
    condition = f"FROM {rules.FAMILY}.nodes WHERE {_KEY}"
    joined = book.one(rules.FAMILY, f"SELECT string_agg(history, chr(10) ORDER BY rowid) {condition}", *stored.key)
    arrays = book.arrays(
        rules.FAMILY, f"SELECT depth, colour, diagonal, codes, cost {condition} ORDER BY rowid", *stored.key
    )
    if joined is None or joined[0] is None:
        return [], np.zeros((0, 6), np.int64)
    columns = {name: np.asarray(np.ma.filled(column.astype(np.float64), -1)) for name, column in arrays.items()}
    nodes = np.zeros((len(columns["depth"]), 6), np.int64)
    nodes[:, TEXT] = text_marks((joined[0] + "\n").encode(), len(nodes))
    nodes[:, CODES], nodes[:, COST], nodes[:, LEVEL] = columns["codes"], columns["cost"], columns["depth"]
    colour, diagonal = columns["colour"].astype(np.int64), columns["diagonal"].astype(np.int64)
    # -9: one of the two is missing
    asks, halves = (colour >= 0) & (diagonal >= 0), (colour >= 0) != (diagonal >= 0)
    nodes[:, ASKED] = np.where(asks, (colour - 1) * 256 + diagonal - 1, np.where(halves, -9, -1))
    return joined[0].split("\n"), nodes


def _other_nodes(texts: list[str], nodes: NDArray[np.int64], expected: NDArray[np.int64]) -> Iterator[str]:
    """Differences between stored and expected nodes."""
    columns = [TEXT, ASKED, CODES, COST, LEVEL]
    stored = np.argsort(nodes[:, TEXT], kind="stable")
    wanted = np.argsort(expected[:, TEXT], kind="stable")
    if len(nodes) == len(expected) and (nodes[stored][:, columns] == expected[wanted][:, columns]).all():
        return
    by_text = {int(row[TEXT]): row[columns].tolist() for row in expected}
    for text, row in zip(texts, nodes, strict=False):
        own = by_text.pop(int(row[TEXT]), None)
        if own is None:
            yield f"history {text!r}: the strategy does not reach it, or it is stored twice"
        elif own != row[columns].tolist():
            yield f"history {text!r}: asks {own[1]}, codes {own[2]}, cost {own[3]}, depth {own[4]} expected"
    if by_text or len(texts) != len(nodes):
        yield f"{len(by_text)} nodes are missing"


def cost_faults(book: Book, stored: StoredStrategy, spent: Spent) -> Iterator[str]:
    """Faults of the stored costs of a strategy of a small variant.

    For optimal and improved strategies any of several equally good guesses is accepted.
    """
    rows = _rows(book, stored, "costs", "queries, wrong, codes_num, codes_den, codes, parts, part")
    held: dict[tuple[int, int], tuple[int, int]] = {}
    for queries, wrong, above, below, codes, parts, part in rows:
        value = int(above), int(below)
        if (parts, part) != (1, 1) or (queries, wrong) in held:
            yield f"{stored}: part {part} of {parts}, {queries} queries, {wrong} wrong: too many rows"
        if codes != value[0] / value[1]:
            yield f"{stored}: {codes!r} codes are not the double of {above}/{below}"
        held[queries, wrong] = value
    if isinstance(stored.strategy, Optimal | rules.Improved):
        if _by_queries({key: Fraction(*value) for key, value in held.items()}) != _by_queries(
            {key: Fraction(value[0]) for key, value in spent.items()}
        ):
            yield f"{stored}: wrong numbers of codes or of wrong fields"
        return
    for queries, wrong in held.keys() | spent.keys():
        key = queries, wrong
        if key not in held or key not in spent or not agrees(*held[key], spent[key]):
            yield f"{stored}: {queries} queries, {wrong} wrong: {held.get(key)} is the wrong number of codes"


def _by_queries(codes: dict[tuple[int, int], Fraction]) -> dict[int, tuple[Fraction, Fraction]]:
    """Number of codes and sum of their wrong fields, by number of queries."""
    sums: dict[int, tuple[Fraction, Fraction]] = {}
    for (queries, wrong), number in codes.items():
        before = sums.get(queries, (Fraction(0), Fraction(0)))
        sums[queries] = before[0] + number, before[1] + wrong * number
    return sums


def mix_faults(book: Book, stored: StoredStrategy) -> Iterator[str]:
    """Faults of the costs of MIX on a small variant, with all choices played out."""
    yield from cost_faults(book, stored, _play(stored.variant, stored.strategy).spent)


@lru_cache(maxsize=32)
def _play(variant: str, chosen: rules.Strategy) -> PlayResult:
    """A strategy played by its rules, cached: its own rows and those of a curve need it."""
    assert not isinstance(chosen, Optimal | rules.Improved)
    game = GAMES[variant]
    alpha = chosen.alpha if isinstance(chosen, rules.Entropy) else None
    measure = measure_of(chosen, codes_of(game), game.colours)
    return play(game, measure, alpha, MIX_ROOM if (variant, chosen.tie) == ("6c3p", "mix") else ROOM)


def curve_faults(rows: Sequence[tuple[str, str, str, float, str, str, int, float]]) -> Iterator[str]:
    """Faults of points of curves: variant, tie, strategy, alpha, total_num, total_den, codes, mean."""
    for variant, tie, word, alpha, above, below, codes, mean in rows:
        chosen = rules.strategy(word, tie)
        row = f"{variant}, {chosen}"
        if not isinstance(chosen, rules.Entropy) or chosen.name != word:
            yield f"{row}: not an order of an entropy"
            continue
        order = float("inf") if chosen.alpha is None else float(chosen.alpha)
        if alpha != order:
            yield f"{row}: alpha {alpha!r} should be {order!r}"
        if codes != codes_of(GAMES[variant]):
            yield f"{row}: not {codes:,} codes"
        elif mean != float(Fraction(int(above), int(below)) / codes):
            yield f"{row}: {mean!r} is not the double of the mean"
        if not agrees(int(above), int(below), _play(variant, chosen).total):
            yield f"{row}: {above}/{below} is the wrong total"


def optimal_faults(book: Book, stored: StoredStrategy) -> Iterator[str]:
    """Faults if some strategy has a smaller total than the one stored as optimal, within its limit of queries; or asks fewer
    queries: of the shallowest at any total, of the least deep at the same one; or finds more codes within some queries."""
    game, aim = GAMES[stored.variant], stored.strategy
    assert isinstance(aim, Optimal)
    rows, within = _rows(book, stored, "costs", "queries, wrong, codes_num::BIGINT"), aim.within or FAR
    total, most = sum((queries + wrong) * codes for queries, wrong, codes in rows), max(row[0] for row in rows)
    late = sum(codes for queries, wrong, codes in rows if queries > within or wrong)
    if aim.within is not None:
        # a code more in time outweighs any total
        each = 1 + codes_of(game) * (game.lines + game.fields)
        least = least_total(game, late * each + total + 1, most=aim.within, late=each)
        if least != late * each + total:
            yield f"{stored}: a strategy misses {least // each:,} codes at {least % each:,} in all, not {late:,} at {total:,}"
        return
    limit = most if aim.shallowest else aim.max_depth or FAR
    if most > limit:
        yield f"{stored}: some code takes {most} queries"
    least = least_total(game, total, most=limit)
    if least < total:
        yield f"{stored}: {total:,} is not the least total, which is {least:,}"
    if aim.shallowest and least_total(game, most=most - 1) < FAR:
        yield f"{stored}: {most - 1} queries are enough for every code"
    if aim.least_depth and least_total(game, total + 1, most=most - 1) <= total:
        yield f"{stored}: {most - 1} queries are enough for every code at the same total"


def bound_faults(rows: Sequence[tuple[str, int, int, int]]) -> Iterator[str]:
    """Faults of bounds, recomputed from their definition: variant, above, exact, total."""
    for variant, above, exact, total in rows:
        least = least_total(GAMES[variant], total + 1, above, exact)
        if least != total:
            yield f"{variant}, above {above}: {total:,} is {'more' if least < total else 'less'} than the bound"


def query_bound_faults(rows: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Faults of proofs that some queries are not enough: a strategy takes no more."""
    for variant, queries in rows:
        if least_total(GAMES[variant], most=queries) < FAR:
            yield f"{variant}: {queries} queries are enough for every code"


def most_faults(book: Book) -> Iterator[str]:
    """Faults of proofs that some queries are not enough: a strategy in the book takes no more for any code."""
    rows = book.rows(
        rules.FAMILY,
        "SELECT bound.variant::VARCHAR, bound.queries, cost.strategy, cost.tie::VARCHAR"
        f" FROM {rules.FAMILY}.query_bounds AS bound JOIN {rules.FAMILY}.costs AS cost USING (variant) WHERE parts = 1"
        " GROUP BY ALL HAVING max(cost.queries) <= bound.queries ORDER BY ALL",
    )
    yield from (
        f"{variant}: {queries} queries are enough for {name}, ties {tie}" for variant, queries, name, tie in rows
    )


def top_faults(book: Book, stored: StoredStrategy) -> Iterator[str]:
    """Faults of the top of an entropy strategy's tree of a large variant."""
    rows = _rows(book, stored, "nodes", "history, depth, colour, diagonal, codes, cost")
    expected = {(*row, None) for row in _top(book, stored.variant, stored.strategy)}
    for row in rows:
        if row not in expected:
            yield f"{stored}: {row} is not a node, or is stored twice"
        expected.discard(row)
    if expected:
        yield f"{stored}: {len(expected)} nodes are missing"


def _top(book: Book, variant: str, chosen: rules.Strategy) -> Iterator[Row]:
    assert isinstance(chosen, rules.Entropy)
    game = GAMES[variant]
    _, patterns = stored_patterns(book, variant)
    if patterns is None or len(patterns) != patterns_of(game):
        patterns = list_covers(game)
    return top_rows(game, np.minimum(patterns, len(pieces(game)) - 1), chosen)


def order_faults(book: Book) -> Iterator[str]:
    """Faults of bounds above the total of a strategy, or above a bound that searches more."""
    rows = book.rows(
        rules.FAMILY,
        f"SELECT variant::VARCHAR, above, exact, total FROM {rules.FAMILY}.bounds ORDER BY variant, exact, above",
    )
    for (variant, above, exact, total), (other, _, same, weaker) in pairwise(rows):
        if (variant, exact) == (other, same) and total < weaker:
            yield f"{variant}, above {above}: {total:,} is less than a bound that searches less"
    for variant, above, _, total in rows:
        least = book.rows(
            rules.FAMILY,
            "SELECT min(total) FROM (SELECT total_num::DOUBLE / total_den::DOUBLE AS total"
            f" FROM {rules.FAMILY}.curves WHERE variant = $1 UNION ALL SELECT"
            f" sum((queries + wrong) * (codes_num::DOUBLE / codes_den::DOUBLE)) FROM {rules.FAMILY}.costs"
            " WHERE variant = $1 AND parts = 1 GROUP BY strategy, tie)",
            variant,
        )[0][0]
        if least is not None and total > least * (1 + 1e-9):
            yield f"{variant}, above {above}: {total:,} is more than the total {least:,} of a strategy"


class Division(NamedTuple):
    """Stored parts of a strategy."""

    stored: StoredStrategy
    parts: int
    held: frozenset[int]

    def __str__(self) -> str:
        return f"{self.stored}, {self.parts} parts"


def divisions(parameters: Sequence[Mapping[str, Any]]) -> list[Division]:
    """Divisions with parts in the builds."""
    parts_by_key: dict[tuple[str, str, str, int], set[int]] = {}
    for build in parameters:
        if "strategy" in build and "top" not in build and build["variant"] not in rules.LISTED:
            parts = build.get("parts", rules.PARTS)
            held = {build["part"]} if "part" in build else set(range(1, parts + 1))
            parts_by_key.setdefault((build["variant"], build["strategy"], build["tie"], parts), set()).update(held)
        for order in build["curve"] if "curve" in build and build["variant"] not in rules.LISTED else ():
            if order not in build.get("without", ()):
                parts_by_key[build["variant"], order, build["tie"], rules.CURVE_PARTS] = set(
                    range(1, rules.CURVE_PARTS + 1)
                )
    return [Division(read_strategy(*key[:3]), key[3], frozenset(held)) for key, held in parts_by_key.items()]


def claims(book: Book, divided: Sequence[Division], tops: Sequence[StoredStrategy]) -> Iterator[Claim]:
    """The claims about costs and node_costs of large variants."""
    held = {stored.key for stored in tops}

    def prove(chosen: Sequence[Division]) -> Iterator[str]:
        for division in chosen:
            yield from division_faults(book, division, division.stored.key in held)

    tables = f"{rules.FAMILY}.costs, {rules.FAMILY}.node_costs"
    columns: tuple[str, ...] = ("parts", "part", "codes", "history")
    more: dict[str, Any] = {"noun": "divisions"}
    yield proof(tables, "sums of parts and of nodes", columns, divided, prove, "single", whole=True, **more)
    columns = ("queries", "wrong", "codes_num", "codes_den", "cost")
    unproved = "they are not played again, which takes hours"
    yield proof(tables, "costs of whole strategies", columns, divided, prove, "single", unproved=unproved, **more)


def division_faults(book: Book, division: Division, has_nodes: bool) -> Iterator[str]:
    """Faults of the costs of a division and of the nodes of a stored top."""
    stored, of_parts = division.stored, ("parts = ?", division.parts)
    costs = _rows(book, stored, "costs", "part, queries, wrong, codes_num, codes_den, codes", *of_parts)
    if {row[0] for row in costs} != division.held:
        yield f"{division}: parts are missing, or belong to no build"
    spent = dict.fromkeys(division.held, 0)
    codes = 0.0
    for part, queries, wrong, above, below, double in costs:
        if double != int(above) / int(below):
            yield f"{division}, part {part}: {double!r} codes are not the double of {above}/{below}"
        if stored.strategy.tie != "mix" and (below != "1" or int(above) < 1):
            yield f"{division}, part {part}: {above}/{below} is not a number of codes"
        spent[part] = spent.get(part, 0) + (queries + wrong) * int(above)
        codes += double
    every = codes_of(GAMES[stored.variant])
    is_complete = len(division.held) == division.parts
    if is_complete and abs(codes - every) > 1e-9 * every:
        yield f"{division}: costs of {codes:,} codes, not {every:,}"
    if not rules.has_top(stored.strategy):
        return
    rows = _rows(book, stored, "node_costs", "part, history, cost", *of_parts)
    if {part: cost for part, history, cost in rows if not history} != spent:
        yield f"{division}: costs of the start differ from the sums of costs"
    if has_nodes and is_complete:
        yield from _sum_faults(book, division, rows)


def _sum_faults(book: Book, division: Division, rows: Sequence[tuple[int, str, int]]) -> Iterator[str]:
    """Faults of nodes whose cost, over all parts, differs from the sum over the nodes below."""
    costs: dict[str, int] = {}
    for _, history, cost in rows:
        costs[history] = costs.get(history, 0) + cost
    nodes = _rows(book, division.stored, "nodes", "history, depth, colour, codes")
    if costs.keys() != {history for history, *_ in nodes}:
        yield f"{division}: nodes without a cost, or costs without a node"
    below, alone = dict.fromkeys(costs, 0), {history: codes for history, _, _, codes in nodes}
    for history, _, _, codes in nodes:
        if history:
            parent = history.rpartition("; ")[0]
            below[parent] = below.get(parent, 0) + costs.get(history, 0)
            alone[parent] = alone.get(parent, 0) - codes
    for history, depth, colour, _ in nodes:
        if colour is not None and costs.get(history) != below[history] + alone[history] * (depth + 1):
            yield f"{division}, history {history!r}: its cost is not the sum over the nodes below"


SECONDS = 10.0
"""CPU time of a best reply in 3c6p."""


def mixture_claims(book: Book, stored: Sequence[Mapping[str, Any]]) -> Iterator[Claim]:
    """Every strategy of a mixture is replayed, and a best reply to the codemaker's chances is found again."""
    names = sorted({build["variant"] for build in stored if "codemaker" in build})
    yield complete(book, f"{FAMILY}.adversaries", lambda: ((name,) for name in names))
    yield mixtures_replayed(book, FAMILY, "variant", names, code_classes, 2.0)
    if names:
        method = "best replies by branch and bound"
        yield best_replies(book, FAMILY, "variant", names, code_classes, least_cost, method, SECONDS)


def least_cost(name: str, weights: Sequence[int], limit: int, *, early: bool = False) -> int:
    """The least weighted cost of all strategies if it is below the limit, otherwise a number that is not below it.

    Args:
        name: the variant.
        weights: weight of each code, the same within a class.
        limit: the limit.
        early: whether any filling may be laid at any time.
    """
    game = beams_rules.GAMES[name]
    # the codes of a pattern have one weight: the chance of their class
    own = tuple(weights[:: len(weights) // len(beams_rules.patterns(game))])
    return LeastCost(game, weights=own, early=early).total(limit)


@cache
def code_classes(name: str, *, early: bool = False) -> CodeClasses:
    """Classes of the codes of a variant, and its rules, with or without early finishing."""
    game = beams_rules.GAMES[name]
    return CodeClasses(*_classes(game), hidden_code(game, early))


def _classes(game: beams_rules.Game) -> tuple[NDArray[np.int64], list[str]]:
    """Class of each code, in the order of the first codes; first code of each class."""
    first, of = np.unique(least_images(game), axis=0, return_inverse=True)
    every = np.repeat(of.reshape(-1), factorial(game.colours))
    return every, [_code_text(game, cover) for cover in first.tolist()]


def _code_text(game: beams_rules.Game, code: Sequence[int]) -> str:
    """The colours of a code's fields."""
    masks = [beams_rules.pieces(game)[piece] for piece in code]
    return "".join(
        str(1 + next(colour for colour, mask in enumerate(masks) if mask >> field & 1)) for field in range(game.fields)
    )


def hidden_code(game: beams_rules.Game, early: bool = False) -> HiddenCode:
    """The rules of a small variant, by which stored strategies are walked; with `early` any filling may be laid at any set."""
    code_pieces, answers = beams_rules.codes(game), beams_rules.piece_answers(game)
    masks = np.array(beams_rules.pieces(game), np.int64)[code_pieces]
    colours = [str(colour + 1) for colour in range(game.colours)]
    filled = sorted(colours * game.size)
    number = {_code_text(game, code): index for index, code in enumerate(code_pieces)}
    beams = {f"{colour + 1}@{line + 1}": (colour, line) for colour in range(game.colours) for line in range(game.lines)}

    def ask(query: str, here: Codes, earlier: Sequence[str]) -> Replies | None:
        free = sorted({*range(game.lines)} - {beams[beam][1] for beam in earlier})
        if sorted(query) == filled:
            # by the rules a code left is guessed where no unused diagonal distinguishes the codes left
            if not early and (
                number.get(query) not in here or np.ptp(answers[code_pieces[here]][:, :, free], axis=0).any()
            ):
                return None
            laid = np.array([sum(1 << f for f in range(game.fields) if query[f] == colour) for colour in colours])
            wrong = np.bitwise_count(laid & ~masks[here]).sum(axis=1, dtype=np.int64)
            return Replies(np.zeros(len(here)), np.ones(len(here), np.bool_), wrong)
        colour, line = beams.get(query, (0, -1))
        replies = answers[code_pieces[here, colour], line]
        if line not in free or not np.ptp(replies):
            return None
        return Replies(replies, (np.bincount(replies) == 1)[replies], 1)

    return HiddenCode(len(code_pieces), {beams_rules.hits_text(hits): hits for hits in range(256)}, ask, False)
