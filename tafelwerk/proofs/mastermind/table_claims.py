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
from tafelwerk.proofs.claims import Claim, Rows, near_and_far, proof, uncompiled
from tafelwerk.proofs.mastermind.entropy_play import Alpha, Chooser, Playout
from tafelwerk.proofs.mastermind.expected_rows import (
    BookContents,
    GameRows,
    Key,
    answer_rows,
    class_rows,
    divide,
    game_rows,
    label_rows,
    order_of,
    part_rows,
    query_rows,
    summary_rows,
)
from tafelwerk.proofs.mastermind.games_by_rules import (
    StoredGame,
    color_numbers,
    content_digest,
    pegs_answers,
    table_faults,
)
from tafelwerk.proofs.mastermind.least_totals import most_frequent
from tafelwerk.proofs.mastermind.stored_builds import read_game, read_strategy
from tafelwerk.proofs.stored_trees import WalkedTree
from tafelwerk.rules.deduction import Optimal
from tafelwerk.spelling import letters
from tafelwerk.tables.metadata import text


def game_claims(stored: BookContents) -> Iterator[Claim]:
    """Games, codes, queries, labels, answers and classes of first queries."""
    every, shown = stored.names, stored.games_shown
    answered = [name for name in shown if stores_answers(stored.game(name).pegs)]
    numbers = ("score", "pegs", "colors", "distinct", "codes", "queries", "answers", "goal")
    classes, by_rules = ("query", "alike", "answers", "largest", "squares"), "rules of the game"
    described: tuple[tuple[str, Sequence[str], str, tuple[str, ...], GameRows], ...] = (
        ("games", every, "names and answers", numbers, game_rows),
        ("codes", every, by_rules, ("code", "text"), lambda game: enumerate(game.codes)),
        ("queries", every, by_rules, ("query", "text", "code"), query_rows),
        ("labels", every, by_rules, ("answer", "text", "solved"), label_rows),
        ("answer_rows", answered, "answers letter by letter", ("query", "answers"), answer_rows),
        ("first_queries", shown, "classes and answers counted", classes, class_rows),
        ("first_parts", shown, "answers counted", ("query", "answer", "codes"), part_rows),
    )
    for table, names, method, columns, rows in described:
        yield from stored.of_games(table, method, columns, names, rows)
    pegs = [name for name in answered if stored.game(name).pegs]
    for name in sorted(pegs, key=lambda name: len(stored.game(name).codes))[:1]:
        queries = Rows(stored.book, f"{FAMILY}.answer_rows", ("query", "answers"), f"game = {text(name)}")
        faults = partial(_peg_faults, stored.game(name))
        of_queries = proof(queries.table, "answers peg by peg", (), queries, faults, noun="queries")
        yield uncompiled(of_queries, range(0, len(queries), len(queries) // 4 + 1))
    shannon = Rows(stored.book, f"{FAMILY}.first_queries", ("game", "query", "shannon"))
    prove = partial(_shannon, stored)
    yield proof(shannon.table, "entropies in balls", ("shannon",), shannon, prove, whole=True)
    others = [name for name in stored.names if not isinstance(read_game(name), Pegs)]
    if others:
        table = ", ".join(f"{FAMILY}.{table}" for table in ("games", "codes", "queries", "labels", "answer_rows"))
        columns, prove = ("score", "text", "code", "solved", "answers"), partial(_files, stored)
        yield proof(table, "games from files", columns, others, prove, "certificate", noun="games", whole=True)


def _peg_faults(game: StoredGame, rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    assert game.pegs is not None
    words = color_numbers(game.pegs)
    for query, answers in rows:
        if pegs_answers(words[query : query + 1], words)[0].tolist() != list(answers):
            yield f"{game.name}, query {query}: other answers by the rules"


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


FEW_SETS = 10
"""Number of sets of which the queries are chosen again without compiled code."""


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
    smallest = sorted(entropy, key=lambda key: len(stored.game(key[0]).queries))[:1]
    method, table = f"entropies of all queries at {FEW_SETS} small sets", f"{FAMILY}.trees"
    few = proof(table, method, (), smallest, lambda keys: _choice_faults(stored, keys[0], FEW_SETS), noun="strategies")
    yield uncompiled(few, range(len(smallest)))

    letters = [key for key in trees if isinstance(read_strategy(*key[1:]), Letter)]
    if letters:
        yield stored.tree_claim("letters of all words counted", ("query",), letters, partial(_letter_faults, stored))

    method, (near, far) = "mixed ties played out", divide(mixed, stored.is_played)
    yield from stored.sums(method, near, partial(_mixed_playout, stored, near))
    yield from stored.sums(f"{method}, far", far, partial(_mixed_playout, stored, far), long=True)
    yield from stored.sums("trees walked", trees, partial(_walked_playout, stored))
    yield from _curve_claims(stored)


def _walk_faults(stored: BookContents, key: Key) -> list[str]:
    return stored.walk(key)[1].texts


def _choice_faults(stored: BookContents, key: Key, most: int | None = None) -> Iterator[str]:
    """Queries of a tree that are not the first of greatest entropy; `most`: at that many of the sets of 3 to 12 codes only."""
    walked, _ = stored.walk(key)
    if walked is None:
        yield f"{' '.join(key)}: no tree to compare queries in"
        return
    game, chosen = stored.game(key[0]), read_strategy(*key[1:])
    assert isinstance(chosen, Entropy)
    chooser, nodes = Chooser(game, [chosen.alpha]), list(enumerate(zip(walked.sets, walked.queries, strict=True)))
    if most is not None:
        nodes = [(node, (codes, query)) for node, (codes, query) in nodes if 3 <= len(codes) <= 12][:most]
    for node, (codes, query) in nodes:
        best = chooser.only(codes)
        if query != game.queries[best]:
            yield f"{' '.join(key)}, node {node}: query {query} should be {game.queries[best]}"


def _letter_faults(stored: BookContents, key: Key) -> Iterator[str]:
    walked, _ = stored.walk(key)
    if walked is None:
        yield f"{' '.join(key)}: no tree to count letters in"
        return
    game = stored.game(key[0])
    for node, (codes, query) in enumerate(zip(walked.sets, walked.queries, strict=True)):
        best = most_frequent(game, codes)
        if query != game.queries[best]:
            yield f"{' '.join(key)}, node {node}: letter {query} should be {game.queries[best]}"


def _mixed_playout(stored: BookContents, keys: Sequence[Key], key: Key) -> Playout:
    """The cost of a strategy with mixed ties, played out together with the others of its game."""
    together = [other for other in keys if other[0] == key[0]]
    return stored.play(key[0], [order_of(other) for other in together], "mix", "")[together.index(key)]


def _walked_playout(stored: BookContents, key: Key) -> Playout:
    walked, _ = stored.walk(key)
    if walked is None:
        raise ValueError(f"{' '.join(key)}: no tree that finds every code")
    first = stored.game(key[0]).query_index[walked.queries[0]] if walked.queries else -1
    return Playout(first, tuple((queries, Fraction(codes)) for queries, codes in walked.histogram))


def _curve_claims(stored: BookContents) -> Iterator[Claim]:
    """Curves over the order of entropy."""
    names = ("game", "tie", "opening", "alpha_num", "alpha_den")

    def tie_and_opening() -> Iterator[tuple[Any, ...]]:
        return ((*key, *order.as_integer_ratio()) for key, orders in stored.curves.items() for order in orders)

    yield stored.complete("curves", names, tie_and_opening, "points")
    columns = ("alpha", *names[3:], "query", "total", "total_num", "total_den", "mean", "most")
    mixed = [key for key in stored.curves if key[1] == "mix"]
    lex = [key for key in stored.curves if key[1] == "lex"]

    rows = partial(_curve_rows, stored)
    yield stored.equal("curves", "first ties played out", columns, names[:3], lex, rows)
    method, (near, far) = "mixed ties played out", divide(mixed, stored.is_played)
    yield stored.equal("curves", method, columns, names[:3], near, rows)
    yield stored.equal("curves", f"{method}, far", columns, names[:3], far, rows, long=True)


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
    taken: dict[tuple[int, ...], list[int]] = {(): list(range(len(game.queries)))}
    node_at = {path: node for node, path in enumerate(walked.paths)}
    for node, (codes, query, path) in enumerate(zip(walked.sets, walked.queries, walked.paths, strict=True)):
        if path:
            earlier, answer = walked.queries[node_at[path[:-1]]], game.labels[path[-1]]
            taken[path] = [later for later in taken[path[:-1]] if takes(earlier, answer, game.queries[later])]
        if game.query_index[query] not in taken[path]:
            yield f"node {node}: query {query} is refused in hard mode"
        elif by_entropy:
            narrowed = replace(
                game, queries=tuple(game.queries[later] for later in taken[path]), answers=game.answers[taken[path]]
            )
            chooser = Chooser(narrowed, [alpha])
            best = chooser.only(codes)
            if query != narrowed.queries[best]:
                yield f"node {node}: query {query} should be {narrowed.queries[best]}"


def least_hard(game: StoredGame, codes: Iterable[int] | None = None, queries: Iterable[int] | None = None) -> int:
    """The least total in hard mode, by trying all queries at all sets of codes; n codes take at least 2 n - 1 queries.

    Args:
        game: a game of Wordle.
        codes, queries: the codes left and the queries allowed. Default: all.
    """

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

    every, all_queries = range(len(game.codes)), range(len(game.queries))
    return least(tuple(every if codes is None else codes), tuple(all_queries if queries is None else queries))


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
    near, far = divide(least, partial(_is_few, stored))
    far, table = [key for key in far if _is_few(stored, key, full=True)], f"{FAMILY}.strategies"
    method, prove = "least totals in hard mode", partial(_hard_totals, stored)
    more: dict[str, Any] = {"seconds": (0.5, 60.0), "noun": "strategies", "least": len(near)}
    yield from near_and_far(table, method, ("total",), (near, far), prove, **more)


def _is_few(stored: BookContents, key: Key, full: bool = False) -> bool:
    return len(stored.game(key[0]).codes) <= (MOST_CODES if full else QUICK_CODES)


def _hard_totals(stored: BookContents, keys: Sequence[Key]) -> Iterator[str]:
    for key in keys:
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
