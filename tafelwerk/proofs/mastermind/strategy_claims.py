"""Claims about strategies, their histograms and trees, and about curves over the order of entropy."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from tafelwerk.families.mastermind.rules.strategies import Entropy, Letter
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.mastermind.contents import read_strategy
from tafelwerk.proofs.mastermind.entropy_play import Chooser, Played
from tafelwerk.proofs.mastermind.misses import most_frequent
from tafelwerk.proofs.mastermind.rows import summary_rows
from tafelwerk.proofs.mastermind.stored import Expected, Key, Stored, by_size, order_of


def claims(stored: Stored) -> Iterator[Claim]:
    """Strategies and curves."""
    every, trees = stored.strategies, stored.trees
    mixed = [key for key in every if key[2] == "mix"]
    keys = ("game", "strategy", "tie")

    def grown() -> list[Key]:
        return [key for key in trees if len(stored.game(key[0]).codes) > 1 or stored.game(key[0]).solved >= 0]

    for table in ("strategies", "histograms", "trees"):
        yield stored.complete(table, keys, grown if table == "trees" else lambda: every, "strategies")

    yield stored.tree_claim(
        "all codes walked",
        ("node", "parent", "answer", "depth", "possible", "codes", "total"),
        trees,
        partial(_walk_faults, stored),
    )
    entropy = [key for key in trees if isinstance(read_strategy(*key[1:]), Entropy)]
    yield stored.tree_claim("entropies of all queries", ("query",), entropy, partial(_choice_faults, stored))

    letters = [key for key in trees if isinstance(read_strategy(*key[1:]), Letter)]
    if letters:
        yield stored.tree_claim("letters of all words counted", ("query",), letters, partial(_letter_faults, stored))

    for some, more in by_size(mixed, stored.is_played):
        beyond = " in larger games" if more else ""
        yield from stored.sums(f"mixed ties played out{beyond}", some, partial(_mixed, stored, some), **more)
    yield from stored.sums("trees walked", trees, partial(_walked_sums, stored, trees))
    yield from _curve_claims(stored)


def _walk_faults(stored: Stored, key: Key) -> list[str]:
    return stored.walk(key)[1].texts


def _choice_faults(stored: Stored, key: Key) -> Iterator[str]:
    walked, _ = stored.walk(key)
    if walked is None:
        yield f"{' '.join(key)}: no tree to compare queries in"
        return
    game, chosen = stored.game(key[0]), read_strategy(*key[1:])
    assert isinstance(chosen, Entropy)
    chooser, only = Chooser(game, [chosen.alpha]), np.zeros(1, np.int64)
    for node, (codes, query) in enumerate(zip(walked.sets, walked.queries, strict=True)):
        best = chooser.splitting(codes)
        if best < 0:
            kinds = chooser.kinds(codes)
            ((_, ways),) = chooser.best(kinds, only)
            best = chooser.first(kinds, ways)
        if query != best:
            yield f"{' '.join(key)}, node {node}: query {game.queries[query]} should be {game.queries[best]}"


def _letter_faults(stored: Stored, key: Key) -> Iterator[str]:
    walked, _ = stored.walk(key)
    if walked is None:
        yield f"{' '.join(key)}: no tree to count letters in"
        return
    game = stored.game(key[0])
    for node, (codes, query) in enumerate(zip(walked.sets, walked.queries, strict=True)):
        best = most_frequent(game, codes)
        if query != best:
            yield f"{' '.join(key)}, node {node}: letter {game.queries[query]} should be {game.queries[best]}"


def _mixed(stored: Stored, keys: Sequence[Key]) -> Iterator[tuple[Key, Played]]:
    for name in sorted({key[0] for key in keys}):
        own = [key for key in keys if key[0] == name]
        yield from zip(own, stored.play(name, [order_of(key) for key in own], "mix", ""), strict=True)


def _walked_sums(stored: Stored, keys: Sequence[Key]) -> Iterator[tuple[Key, Played]]:
    for key in keys:
        walked, _ = stored.walk(key)
        if walked is None:
            raise ValueError(f"{' '.join(key)}: no tree that finds every code")
        first = walked.queries[0] if walked.queries else -1
        yield key, Played(first, tuple((queries, Fraction(codes)) for queries, codes in walked.histogram))


def _curve_claims(stored: Stored) -> Iterator[Claim]:
    """Curves over the order of entropy."""
    names = ("game", "tie", "opening", "alpha_num", "alpha_den")

    def expected() -> Iterator[tuple[Any, ...]]:
        return ((*key, *order.as_integer_ratio()) for key, orders in stored.curves.items() for order in orders)

    yield stored.complete("curves", names, expected, "points")
    columns = (
        "alpha",
        "alpha_num",
        "alpha_den",
        "query",
        "total",
        "total_num",
        "total_den",
        "mean",
        "most",
    )
    mixed = [key for key in stored.curves if key[1] == "mix"]
    lex = [key for key in stored.curves if key[1] == "lex"]

    def points(keys: Sequence[Key]) -> Expected:
        return lambda: ((key, partial(_curve_rows, stored, key)) for key in keys)

    if lex:
        yield stored.equal("curves", "first ties played out", columns, names[:3], lex, points(lex))
    for some, more in by_size(mixed, stored.is_played):
        method = "mixed ties played out" + (" in larger games" if more else "")
        yield stored.equal("curves", method, columns, names[:3], some, points(some), **more)


def _curve_rows(stored: Stored, key: Key) -> Iterator[tuple[Any, ...]]:
    name, tie, opening = key
    game, orders = stored.game(name), stored.curves[key]
    for order, found in zip(orders, stored.play(name, orders, tie, opening), strict=True):
        _, total, above, below, mean, most = summary_rows(game, found)[0]
        first = game.queries[found.first]
        yield float(order), order.numerator, order.denominator, first, total, above, below, mean, most
