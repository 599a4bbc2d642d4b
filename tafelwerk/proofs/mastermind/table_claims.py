"""Claims about what tables hold of games and of strategies.

Of games: codes, queries, answers, classes of first queries. Of strategies: trees, totals, histograms, curves over the order of
entropy. Of hard mode: its trees ask what it takes, found letter by letter, and its optimal totals are the least.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np

from tafelwerk.families.mastermind.rules import FAMILY, Entropy, Hard, Letter, Pegs, stores_answers
from tafelwerk.proofs.claims import Claim, Rows
from tafelwerk.proofs.mastermind.contents import read_game, read_strategy
from tafelwerk.proofs.mastermind.entropy_play import Alpha, Chooser, Playout
from tafelwerk.proofs.mastermind.expected_rows import (
    BookContents,
    Expected,
    GameRows,
    Key,
    answer_rows,
    by_size,
    class_rows,
    code_rows,
    game_rows,
    label_rows,
    order_of,
    part_rows,
    query_rows,
    summary_rows,
)
from tafelwerk.proofs.mastermind.games_by_rules import StoredGame, WalkedTree, content_digest, table_faults
from tafelwerk.proofs.mastermind.least_totals import most_frequent
from tafelwerk.rules.deduction import Optimal
from tafelwerk.spelling import letters


def game_claims(stored: BookContents) -> Iterator[Claim]:
    """Games, codes, queries, labels, answers and classes of first queries."""
    described: tuple[tuple[str, str, tuple[str, ...], GameRows], ...] = (
        (
            "games",
            "names and answers",
            ("score", "pegs", "colors", "distinct", "codes", "queries", "answers", "goal"),
            game_rows,
        ),
        ("codes", "rules of the game", ("code", "text"), code_rows),
        ("queries", "rules of the game", ("query", "text", "code"), query_rows),
        ("labels", "rules of the game", ("answer", "text", "solved"), label_rows),
        ("answer_rows", "answers letter by letter", ("query", "answers"), answer_rows),
        (
            "first_queries",
            "classes and answers counted",
            ("query", "alike", "answers", "largest", "squares"),
            class_rows,
        ),
        ("first_parts", "answers counted", ("query", "answer", "codes"), part_rows),
    )
    for table, method, columns, rows in described:
        names = stored.names if rows in (game_rows, code_rows, query_rows, label_rows) else stored.games_shown
        if rows is answer_rows:
            names = [name for name in names if stores_answers(stored.game(name).pegs)]
        yield from stored.of_games(table, method, columns, names, rows)
    shannon = Rows(stored.book, f"{FAMILY}.first_queries", ("game", "query", "shannon"))
    yield Claim(
        shannon.table,
        "entropies in balls",
        ("shannon",),
        "recomputed",
        len(shannon),
        lambda at: _shannon(stored, shannon.at(at)),
        whole=True,
    )
    others = [name for name in stored.names if not isinstance(read_game(name), Pegs)]
    if others:
        table = ", ".join(f"{FAMILY}.{table}" for table in ("games", "codes", "queries", "labels", "answer_rows"))
        columns = ("score", "text", "code", "solved", "answers")
        yield Claim(
            table,
            "games from files",
            columns,
            "certificate",
            len(others),
            lambda at: _files(stored, others),
            "games",
            whole=True,
        )


def _files(stored: BookContents, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        game = stored.game(name)
        yield from table_faults(game)
        recorded = {build["rules"] for build in stored.builds if build["game"] == name and "rules" in build}
        digest = content_digest(game)
        if digest is not None and recorded != {digest}:
            yield f"{name}: its content is not that of its builds"


def _shannon(stored: BookContents, rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    from flint import arb, ctx

    from tafelwerk.proofs.real_numbers import PRECISION, is_nearest

    for name, query, shannon in rows:
        game = stored.game(name)
        sizes = [n for n in np.bincount(game.answers[game.query_index[query]]).tolist() if n]
        with ctx.workprec(PRECISION):
            total = sum((arb(n) * arb(n).log() for n in sizes), arb(0))
            exact = (arb(len(game.codes)).log() - total / len(game.codes)) / arb(2).log()
            if len(sizes) == 1:
                exact = arb(0)
            if not is_nearest(shannon, exact):
                yield f"{name} {query}: entropy {shannon} should be {exact.str(17, radius=False)}"


def strategy_claims(stored: BookContents) -> Iterator[Claim]:
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

    for strategies, more in by_size(mixed, stored.is_played):
        beyond = " in larger games" if more else ""
        yield from stored.sums(
            f"mixed ties played out{beyond}", strategies, partial(_mixed_playouts, stored, strategies), **more
        )
    yield from stored.sums("trees walked", trees, partial(_walked_sums, stored, trees))
    yield from _curve_claims(stored)


def _walk_faults(stored: BookContents, key: Key) -> list[str]:
    return stored.walk(key)[1].texts


def _choice_faults(stored: BookContents, key: Key) -> Iterator[str]:
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


def _letter_faults(stored: BookContents, key: Key) -> Iterator[str]:
    walked, _ = stored.walk(key)
    if walked is None:
        yield f"{' '.join(key)}: no tree to count letters in"
        return
    game = stored.game(key[0])
    for node, (codes, query) in enumerate(zip(walked.sets, walked.queries, strict=True)):
        best = most_frequent(game, codes)
        if query != best:
            yield f"{' '.join(key)}, node {node}: letter {game.queries[query]} should be {game.queries[best]}"


def _mixed_playouts(stored: BookContents, keys: Sequence[Key]) -> Iterator[tuple[Key, Playout]]:
    for name in sorted({key[0] for key in keys}):
        own = [key for key in keys if key[0] == name]
        yield from zip(own, stored.play(name, [order_of(key) for key in own], "mix", ""), strict=True)


def _walked_sums(stored: BookContents, keys: Sequence[Key]) -> Iterator[tuple[Key, Playout]]:
    for key in keys:
        walked, _ = stored.walk(key)
        if walked is None:
            raise ValueError(f"{' '.join(key)}: no tree that finds every code")
        first = walked.queries[0] if walked.queries else -1
        yield key, Playout(first, tuple((queries, Fraction(codes)) for queries, codes in walked.histogram))


def _curve_claims(stored: BookContents) -> Iterator[Claim]:
    """Curves over the order of entropy."""
    names = ("game", "tie", "opening", "alpha_num", "alpha_den")

    def tie_and_opening() -> Iterator[tuple[Any, ...]]:
        return ((*key, *order.as_integer_ratio()) for key, orders in stored.curves.items() for order in orders)

    yield stored.complete("curves", names, tie_and_opening, "points")
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
    for curves, more in by_size(mixed, stored.is_played):
        method = "mixed ties played out" + (" in larger games" if more else "")
        yield stored.equal("curves", method, columns, names[:3], curves, points(curves), **more)


def _curve_rows(stored: BookContents, key: Key) -> Iterator[tuple[Any, ...]]:
    name, tie, opening = key
    game, orders = stored.game(name), stored.curves[key]
    for order, playout in zip(orders, stored.play(name, orders, tie, opening), strict=True):
        _, total, above, below, mean, most = summary_rows(game, playout)[0]
        first = game.queries[playout.first]
        yield float(order), order.numerator, order.denominator, first, total, above, below, mean, most


def takes(asked: str, answer: str, query: str) -> bool:
    """Whether a query keeps the letters in their right places, and has each letter at least as often as the answer marked it."""
    known, later = letters(asked), letters(query)
    marked = [letter for letter, sign in zip(known, answer, strict=True) if sign != "-"]
    if any(later.count(letter) < marked.count(letter) for letter in marked):
        return False
    return all(sign != "G" or later[position] == known[position] for position, sign in enumerate(answer))


def hard_faults(game: StoredGame, walked: WalkedTree, alpha: Alpha = None, *, by_entropy: bool = True) -> Iterator[str]:
    """Faults of the queries of a tree in hard mode.

    Args:
        game: a game of Wordle.
        walked: the tree.
        alpha: the order of the entropy, None for infinity.
        by_entropy: whether each query should be the first of greatest entropy; otherwise hard mode should allow it.
    """
    only = np.zeros(1, np.int64)
    taken: dict[tuple[int, ...], list[int]] = {(): list(range(len(game.queries)))}
    node_at = {path: node for node, path in enumerate(walked.paths)}
    for node, (codes, query, path) in enumerate(zip(walked.sets, walked.queries, walked.paths, strict=True)):
        if path:
            earlier, answer = game.queries[walked.queries[node_at[path[:-1]]]], game.labels[path[-1]]
            taken[path] = [later for later in taken[path[:-1]] if takes(earlier, answer, game.queries[later])]
        if query not in taken[path]:
            yield f"node {node}: query {game.queries[query]} is refused in hard mode"
        elif by_entropy:
            narrowed = replace(
                game, queries=tuple(game.queries[later] for later in taken[path]), answers=game.answers[taken[path]]
            )
            chooser = Chooser(narrowed, [alpha])
            best = chooser.splitting(codes)
            if best < 0:
                kinds = chooser.kinds(codes)
                ((_, ways),) = chooser.best(kinds, only)
                best = chooser.first(kinds, ways)
            if query != taken[path][best]:
                yield f"node {node}: query {game.queries[query]} should be {narrowed.queries[best]}"


def least_hard(game: StoredGame) -> int:
    """The least total in hard mode, by trying all queries at all sets of codes; n codes take at least 2 n - 1 queries."""

    @cache
    def least(codes: tuple[int, ...], taken: tuple[int, ...]) -> int:
        size = len(codes)
        best = size * (size + 1) // 2
        for query in taken:
            parts: dict[int, list[int]] = {}
            for code in codes:
                parts.setdefault(int(game.answers[query, code]), []).append(code)
            if len(parts) == 1:
                continue
            parts.pop(game.solved, None)
            total = size + sum(2 * len(part) - 1 for part in parts.values())
            for label, part in parts.items():
                if total >= best:
                    break
                if len(part) > 2:
                    earlier, answer = game.queries[query], game.labels[label]
                    narrowed = tuple(later for later in taken if takes(earlier, answer, game.queries[later]))
                    total += least(tuple(part), narrowed) - (2 * len(part) - 1)
            best = min(best, total)
        return best

    return least(tuple(range(len(game.codes))), tuple(range(len(game.queries))))


QUICK_CODES, MOST_CODES = 60, 150
"""Codes of games whose least totals are found again by every proof, and by full ones."""


def hard_claims(stored: BookContents) -> Iterator[Claim]:
    """Queries and totals of trees in hard mode."""
    hard = [key for key in stored.trees if isinstance(read_strategy(*key[1:]), Hard)]
    if hard:
        yield stored.tree_claim(
            "queries of hard mode, letter by letter", ("query",), hard, partial(_hard_faults, stored)
        )
    least = [key for key in hard if not isinstance(_hard_rule(key), Entropy)]
    for strategies, more in by_size(least, partial(_is_few, stored)):
        if not more or any(_is_few(stored, key, full=True) for key in strategies):
            proved = [key for key in strategies if _is_few(stored, key, full=True)]
            yield Claim(
                f"{FAMILY}.strategies",
                "least totals in hard mode" + (" in larger games" if more else ""),
                ("total",),
                "recomputed",
                len(proved),
                partial(_hard_totals, stored, proved),
                "strategies",
                least=len(proved),
                seconds=60.0 if more else 0.5,
                **more,
            )


def _is_few(stored: BookContents, key: Key, full: bool = False) -> bool:
    return len(stored.game(key[0]).codes) <= (MOST_CODES if full else QUICK_CODES)


def _hard_totals(stored: BookContents, keys: Sequence[Key], places: Sequence[int]) -> Iterator[str]:
    for key in (keys[unit] for unit in places):
        walked, _ = stored.walk(key)
        least = least_hard(stored.game(key[0]))
        if walked is None or walked.total != least:
            yield f"{' '.join(key)}: the least total is {least}"


def _hard_faults(stored: BookContents, key: Key) -> Iterator[str]:
    walked, _ = stored.walk(key)
    rule = _hard_rule(key)
    if walked is None:
        yield f"{' '.join(key)}: no tree to compare queries in"
        return
    alpha = rule.alpha if isinstance(rule, Entropy) else None
    for fault in hard_faults(stored.game(key[0]), walked, alpha, by_entropy=isinstance(rule, Entropy)):
        yield f"{' '.join(key)}, {fault}"


def _hard_rule(key: Key) -> Optimal | Entropy:
    chosen = read_strategy(*key[1:])
    assert isinstance(chosen, Hard)
    return chosen.rule
