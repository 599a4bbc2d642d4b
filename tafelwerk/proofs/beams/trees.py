"""Proofs of the costs, trees and tops of strategies, by playing them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules.board import FAMILY
from tafelwerk.families.beams.rules.strategies import Entropy, Improved, Strategy, stored_strategy, strategy
from tafelwerk.proofs.beams.board import GAMES, pieces
from tafelwerk.proofs.beams.covers import list_covers
from tafelwerk.proofs.beams.measures import given, measure_of
from tafelwerk.proofs.beams.play import ASKED, CODES, COST, LEVEL, TEXT, Played, agrees, play, text_marks
from tafelwerk.proofs.beams.rests import FAR
from tafelwerk.proofs.beams.search import SMALL, Search
from tafelwerk.proofs.beams.top import Row, top_rows
from tafelwerk.proofs.beams.variants import codes_of, patterns_of, stored_patterns
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.book import Book

ROOM, MIX_ROOM = 1 << 22, 1 << 24
"""Number of elements to reserve for playing a strategy, and for MIX of six colours."""

Spent = dict[tuple[int, int], tuple[int, int, float]]
"""Number of codes by queries and wrong fields, see `Played`."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored strategy of a variant.

    Attributes:
        variant: the variant.
        strategy: the strategy.
        depth: number of queries before the deepest stored nodes; None if the whole tree is stored.
    """

    variant: str
    strategy: Strategy
    depth: int | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Key of the strategy in the tables."""
        return self.variant, self.strategy.name, self.strategy.tie

    def __str__(self) -> str:
        return f"{self.variant}, {self.strategy.title}"


_KEY = "variant = ? AND strategy = ? AND tie = ?"


def read(variant: str, word: str, tie: str, depth: int | None = None) -> Stored:
    """Stored strategy from its words in the tables."""
    return Stored(variant, stored_strategy(word, tie), depth)


def tree_faults(book: Book, one: Stored) -> Iterator[str]:
    """Faults of the tree and the costs of a strategy of a small variant.

    Optimal and improved strategies are played along their trees, other strategies by their rules.
    """
    texts, nodes = _nodes(book, one)
    if isinstance(one.strategy, Optimal | Improved):
        game = GAMES[one.variant]
        played = play(game, given(nodes[:, TEXT], nodes[:, ASKED]))
    else:
        played = _play(one.variant, one.strategy)
        keep_spent(one.variant, one.strategy, played)
    expected = played.nodes if one.depth is None else played.nodes[played.nodes[:, LEVEL] <= one.depth]
    yield from (f"{one}: {fault}" for fault in _other_nodes(texts, nodes, expected))
    yield from cost_faults(book, one, played.spent)


def _nodes(book: Book, one: Stored) -> tuple[list[str], NDArray[np.int64]]:
    """Histories of stored nodes, and the nodes in the form of `Played`, without parents."""
    condition = f"FROM {FAMILY}.nodes WHERE {_KEY}"
    joined = book.one(FAMILY, f"SELECT string_agg(history, chr(10) ORDER BY rowid) {condition}", *one.key)
    found = book.arrays(FAMILY, f"SELECT depth, colour, diagonal, codes, cost {condition} ORDER BY rowid", *one.key)
    if joined is None or joined[0] is None:
        return [], np.zeros((0, 6), np.int64)
    columns = {name: np.asarray(np.ma.filled(column.astype(np.float64), -1)) for name, column in found.items()}
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


def cost_faults(book: Book, one: Stored, spent: Spent) -> Iterator[str]:
    """Faults of the stored costs of a strategy of a small variant.

    For optimal and improved strategies any of several equally good guesses is accepted.
    """
    rows = book.rows(
        FAMILY,
        f"SELECT queries, wrong, codes_num, codes_den, codes, parts, part FROM {FAMILY}.costs WHERE {_KEY}"
        " ORDER BY rowid",
        *one.key,
    )
    held: dict[tuple[int, int], tuple[int, int]] = {}
    for queries, wrong, above, below, codes, parts, part in rows:
        value = int(above), int(below)
        if (parts, part) != (1, 1) or (queries, wrong) in held:
            yield f"{one}: part {part} of {parts}, {queries} queries, {wrong} wrong: too many rows"
        if codes != value[0] / value[1]:
            yield f"{one}: {codes!r} codes are not the double of {above}/{below}"
        held[queries, wrong] = value
    if isinstance(one.strategy, Optimal | Improved):
        if _by_queries({key: Fraction(*value) for key, value in held.items()}) != _by_queries(
            {key: Fraction(value[0]) for key, value in spent.items()}
        ):
            yield f"{one}: wrong numbers of codes or of wrong fields"
        return
    for queries, wrong in held.keys() | spent.keys():
        key = queries, wrong
        if key not in held or key not in spent or not agrees(*held[key], spent[key]):
            yield f"{one}: {queries} queries, {wrong} wrong: {held.get(key)} is the wrong number of codes"


def _by_queries(codes: dict[tuple[int, int], Fraction]) -> dict[int, tuple[Fraction, Fraction]]:
    """Number of codes and sum of their wrong fields, by number of queries."""
    found: dict[int, tuple[Fraction, Fraction]] = {}
    for (queries, wrong), number in codes.items():
        before = found.get(queries, (Fraction(0), Fraction(0)))
        found[queries] = before[0] + number, before[1] + wrong * number
    return found


def mix_faults(book: Book, one: Stored) -> Iterator[str]:
    """Faults of the costs of MIX on a small variant, with all choices played out."""
    yield from cost_faults(book, one, spent_of(one.variant, one.strategy))


def _play(variant: str, chosen: Strategy) -> Played:
    assert not isinstance(chosen, Optimal | Improved)
    game = GAMES[variant]
    alpha = chosen.alpha if isinstance(chosen, Entropy) else None
    measure = measure_of(chosen, codes_of(game), game.colours)
    return play(game, measure, alpha, MIX_ROOM if (variant, chosen.tie) == ("6c3p", "mix") else ROOM)


_KEPT: dict[tuple[str, Strategy], Spent] = {}


def keep_spent(variant: str, chosen: Strategy, played: Played) -> None:
    """Cache the costs of a strategy, which its own rows and those of a curve need."""
    _KEPT[variant, chosen] = played.spent


def spent_of(variant: str, chosen: Strategy) -> Spent:
    """Costs of a strategy of a small variant."""
    if (variant, chosen) not in _KEPT:
        keep_spent(variant, chosen, _play(variant, chosen))
    return _KEPT[variant, chosen]


def curve_faults(rows: Sequence[tuple[str, str, str, float, str, str, int, float]]) -> Iterator[str]:
    """Faults of points of curves: variant, tie, strategy, alpha, total_num, total_den, codes, mean."""
    for variant, tie, word, alpha, above, below, codes, mean in rows:
        chosen = strategy(word, tie)
        row = f"{variant}, {chosen}"
        if not isinstance(chosen, Entropy) or chosen.name != word:
            yield f"{row}: not an order of an entropy"
            continue
        order = float("inf") if chosen.alpha is None else float(chosen.alpha)
        if alpha != order:
            yield f"{row}: alpha {alpha!r} should be {order!r}"
        spent = spent_of(variant, chosen)
        if codes != codes_of(GAMES[variant]):
            yield f"{row}: not {codes:,} codes"
        elif mean != float(Fraction(int(above), int(below)) / codes):
            yield f"{row}: {mean!r} is not the double of the mean"
        if not agrees(int(above), int(below), Played(np.zeros((0, 6), np.int64), spent).total):
            yield f"{row}: {above}/{below} is the wrong total"


def optimal_faults(book: Book, one: Stored) -> Iterator[str]:
    """Fault if some strategy has a smaller total than the one stored as optimal; or, of the shallowest, asks fewer queries."""
    ((total, most),) = book.rows(
        FAMILY,
        f"SELECT sum((queries + wrong) * codes_num::UBIGINT)::BIGINT, max(queries) FROM {FAMILY}.costs WHERE {_KEY}",
        *one.key,
    )
    limit = most if one.strategy == Optimal(shallowest=True) else FAR
    found = Search(GAMES[one.variant], SMALL, SMALL, limit).total(total)
    if found < total:
        yield f"{one}: {total:,} is not the least total, which is {found:,}"
    if limit < FAR and Search(GAMES[one.variant], SMALL, SMALL, limit - 1).total() < FAR:
        yield f"{one}: {most - 1} queries are enough for every code"


def bound_faults(rows: Sequence[tuple[str, int, int, int]]) -> Iterator[str]:
    """Faults of bounds, recomputed from their definition: variant, above, exact, total."""
    for variant, above, exact, total in rows:
        found = Search(GAMES[variant], above, exact).total(total + 1)
        if found != total:
            yield f"{variant}, above {above}: {total:,} is {'more' if found < total else 'less'} than the bound"


def query_bound_faults(rows: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Faults of proofs that some queries are not enough: a strategy takes no more."""
    for variant, queries in rows:
        if Search(GAMES[variant], SMALL, SMALL, queries).total() < FAR:
            yield f"{variant}: {queries} queries are enough for every code"


def most_faults(book: Book) -> Iterator[str]:
    """Faults of proofs that some queries are not enough: a strategy in the book takes no more for any code."""
    rows = book.rows(
        FAMILY,
        "SELECT bound.variant::VARCHAR, bound.queries, cost.strategy, cost.tie::VARCHAR"
        f" FROM {FAMILY}.query_bounds AS bound JOIN {FAMILY}.costs AS cost USING (variant) WHERE parts = 1"
        " GROUP BY ALL HAVING max(cost.queries) <= bound.queries ORDER BY ALL",
    )
    yield from (f"{variant}: {queries} queries are enough for {one}, ties {tie}" for variant, queries, one, tie in rows)


def top_faults(book: Book, one: Stored) -> Iterator[str]:
    """Faults of the top of an entropy strategy's tree of a large variant."""
    rows: list[tuple[object, ...]] = book.rows(
        FAMILY,
        f"SELECT history, depth, colour, diagonal, codes, cost FROM {FAMILY}.nodes WHERE {_KEY} ORDER BY rowid",
        *one.key,
    )
    expected = {(*row, None) for row in _top(book, one.variant, one.strategy)}
    for row in rows:
        if row not in expected:
            yield f"{one}: {row} is not a node, or is stored twice"
        expected.discard(row)
    if expected:
        yield f"{one}: {len(expected)} nodes are missing"


def _top(book: Book, variant: str, chosen: Strategy) -> Iterator[Row]:
    assert isinstance(chosen, Entropy)
    game = GAMES[variant]
    _, found = stored_patterns(book, variant)
    if found is None or len(found) != patterns_of(game):
        found = list_covers(game)
    return top_rows(game, np.minimum(found, len(pieces(game)) - 1), chosen)


def order_faults(book: Book) -> Iterator[str]:
    """Faults of bounds above the total of a strategy, or above a bound that searches more."""
    rows = book.rows(
        FAMILY, f"SELECT variant::VARCHAR, above, exact, total FROM {FAMILY}.bounds ORDER BY variant, exact, above"
    )
    for (variant, above, exact, total), (other, _, same, weaker) in pairwise(rows):
        if (variant, exact) == (other, same) and total < weaker:
            yield f"{variant}, above {above}: {total:,} is less than a bound that searches less"
    for variant, above, _, total in rows:
        least = book.rows(
            FAMILY,
            "SELECT min(total) FROM (SELECT total_num::DOUBLE / total_den::DOUBLE AS total"
            f" FROM {FAMILY}.curves WHERE variant = $1 UNION ALL SELECT"
            f" sum((queries + wrong) * (codes_num::DOUBLE / codes_den::DOUBLE)) FROM {FAMILY}.costs"
            " WHERE variant = $1 AND parts = 1 GROUP BY strategy, tie)",
            variant,
        )[0][0]
        if least is not None and total > least * (1 + 1e-9):
            yield f"{variant}, above {above}: {total:,} is more than the total {least:,} of a strategy"
