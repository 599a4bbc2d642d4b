"""Claims about what is optimal: least totals, lower bounds after a first query, and the game in which the codemaker chooses."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from tafelwerk.families.mastermind.rules import FAMILY, Pegs
from tafelwerk.proofs.claims import Claim, near_and_far, proof
from tafelwerk.proofs.mastermind.expected_rows import BookContents, Key, divide
from tafelwerk.proofs.mastermind.games_by_rules import StoredGame, color_numbers, query_classes
from tafelwerk.proofs.mastermind.least_totals import MOST_WORDS, Codes, LeastTotals, least_misses, least_totals
from tafelwerk.proofs.mastermind.stored_builds import bounds_evidence, optimum_evidence, read_game, read_strategy
from tafelwerk.proofs.stored_trees import TABLES, CodeClasses, WalkedTree, best_replies, mixtures_replayed
from tafelwerk.rules.deduction import Optimal

QUICK_CODES, MOST_CODES = (1700, 60), (4100, 150)
"""Codes of games of pegs, and of others, whose optimal totals are found again by every proof, and by full ones."""

SMALL_SET = 40
"""Codes of the nodes of optimal trees that are proved where the whole tree is not."""


def optimal_claims(stored: BookContents) -> Iterator[Claim]:
    """Totals of optimal trees, and how deep they are."""
    optimal = [key for key in stored.trees if isinstance(read_strategy(*key[1:]), Optimal)]
    near, far = divide(optimal, partial(_is_bounded, stored))
    proved, table = [key for key in far if _is_bounded(stored, key, full=True)], f"{FAMILY}.strategies"
    method, columns, prove = "lower bounds by branch and bound", ("total", "most"), partial(_bounds, stored)
    more: dict[str, Any] = {"seconds": (0.5, 60.0), "noun": "strategies", "least": len(near)}
    yield from near_and_far(table, method, columns, (near, proved), prove, **more)
    if far:
        nodes, columns = _small_sets(stored, far), ("total", "query")
        method, more = f"least totals of sets of at most {SMALL_SET} codes", {"noun": "nodes", "seconds": 0.01}
        yield proof(f"{FAMILY}.trees", method, columns, nodes, partial(_small_set_faults, stored), **more)


def _is_bounded(stored: BookContents, key: Key, full: bool = False) -> bool:
    game = stored.game(key[0])
    if game.miss >= 0:
        return len(game.codes) <= MOST_WORDS
    if len(game.codes) > (MOST_CODES if full else QUICK_CODES)[game.pegs is None]:
        return False
    return game.pegs is None or optimum_evidence(game.pegs) == "recomputed"


def _bounds(stored: BookContents, keys: Sequence[Key]) -> Iterator[str]:
    for key in keys:
        chosen = read_strategy(*key[1:])
        assert isinstance(chosen, Optimal)
        walked, _ = stored.walk(key)
        if walked is None:
            yield f"{' '.join(key)}: no tree to compare with bounds"
            continue
        most = walked.histogram[-1][0]
        if stored.game(key[0]).miss >= 0:
            yield from _miss_faults(" ".join(key), stored.game(key[0]), walked.sets[0], walked.total)
            continue
        if chosen.within is not None:
            yield from _late_faults(stored, key, chosen.within, walked)
            continue
        depth = most if chosen.shallowest else chosen.max_depth
        yield from _least_faults(stored, " ".join(key), key[0], depth, walked.total)
        if chosen.shallowest and most > 1:
            # a strategy of fewer queries at most would have a smaller total than all codes with that many
            shallower = f"{' '.join(key)}, at most {most - 1} queries"
            yield from _least_faults(stored, shallower, key[0], most - 1, most * len(stored.game(key[0]).codes))
        if chosen.max_depth is not None and most > chosen.max_depth:
            yield f"{' '.join(key)}: some code takes {most} queries"
        if chosen.least_depth and most > 1:
            shallower = f"{' '.join(key)}, at most {most - 1} queries"
            yield from _least_faults(stored, shallower, key[0], most - 1, walked.total + 1)


def _miss_faults(row: str, game: StoredGame, codes: Codes, total: int) -> Iterator[str]:
    least = least_misses(game, codes)
    if least < total:
        yield f"{row}: the least total is {least}"


def _late_faults(stored: BookContents, key: Key, within: int, walked: WalkedTree) -> Iterator[str]:
    """That no strategy finds more codes in time, nor as many with a smaller total.

    A late code costs more than all queries of a strategy that goes on by the stored tree after the queries in time.
    """
    late = within * len(stored.game(key[0]).codes) + walked.total + 1
    cost = walked.total + late * sum(codes for queries, codes in walked.histogram if queries > within)
    yield from _least_faults(stored, f"{' '.join(key)}, {late} more per late code", key[0], within, cost, late)


def _least_faults(
    stored: BookContents, row: str, name: str, depth: int | None, total: int, late: int = 0
) -> Iterator[str]:
    game = stored.game(name)
    least = least_totals(game, depth, late).at_least(np.arange(len(game.codes), dtype=np.int32), total)
    if least < total:
        yield f"{row}: the least total is {least}"


def _small_sets(stored: BookContents, keys: Sequence[Key]) -> list[tuple[Key, int]]:
    """Nodes of few codes of trees that are too large as a whole; none of strategies that let codes be late."""
    condition = "game = ? AND strategy = ? AND tie = ? AND codes BETWEEN 3 AND ?"
    nodes = []
    for key in keys:
        if " within " not in key[1]:
            most = SMALL_SET if stored.game(key[0]).miss < 0 else MOST_WORDS
            nodes += [(key, node) for (node,) in stored.rows("trees", "node", "node", condition, *key, most)]
    return nodes


def _small_set_faults(stored: BookContents, nodes: Sequence[tuple[Key, int]]) -> Iterator[str]:
    for key, node in nodes:
        walked, _ = stored.walk(key)
        game, chosen, row = stored.game(key[0]), read_strategy(*key[1:]), f"{' '.join(key)}, node {node}"
        assert isinstance(chosen, Optimal)
        if walked is None or node >= len(walked.sets):
            yield f"{row}: no node of a strategy"
            continue
        codes, total = walked.sets[node], walked.totals[node]
        if game.miss >= 0:
            yield from _miss_faults(row, game, codes, total)
            continue
        depth = walked.histogram[-1][0] if chosen.shallowest else chosen.max_depth
        left = None if depth is None else depth - len(walked.paths[node])
        least = least_totals(game, depth).at_least(codes, total, None, left)
        if least < total:
            yield f"{row}: the least total is {least}"


TABLE = "lower_bounds"
KEYS = ("game", "tries", "query", "answer")

Part = tuple[str, int, str, str]


def bound_claims(stored: BookContents) -> Iterator[Claim]:
    """Every first query and answer has a bound, and the bounds are right."""
    yield stored.complete(TABLE, KEYS, partial(_parts, stored), "parts")
    if not stored.games_bounded:
        return
    held = stored.rows(TABLE, "game, tries, query, answer, codes, lower, exact", ", ".join(KEYS))
    table = f"{FAMILY}.{TABLE}"
    more: dict[str, Any] = {"noun": "parts", "seconds": 0.01}
    yield proof(table, "codes left, counted", ("codes",), held, partial(_count_faults, stored), **more)
    few = [row for row in held if bounds_evidence(read_game(row[0])) == "recomputed"]
    if few:
        prove, more = partial(_bound_faults, stored), {"noun": "parts", "seconds": 0.2}
        yield proof(table, "lower bounds by branch and bound", ("lower", "exact"), few, prove, **more)


def _parts(stored: BookContents) -> Iterator[Part]:
    for name, tries in stored.games_bounded:
        game = stored.game(name)
        for query, _ in query_classes(game):
            for answer in np.unique(game.answers[query]).tolist():
                if answer != game.solved:
                    yield name, tries, game.queries[query], game.labels[answer]


def _codes_left(game: StoredGame, query: str, answer: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    if query not in game.query_index or answer not in game.label_index:
        return np.zeros(0, np.int64)
    return np.flatnonzero(game.answers[game.query_index[query]] == game.label_index[answer])


def _count_faults(stored: BookContents, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    for name, tries, query, answer, codes, *_ in rows:
        left = len(_codes_left(stored.game(name), query, answer))
        if left != codes:
            yield f"{name}, {tries} tries, {query} {answer}: {left} codes are left, not {codes}"


def _bound_faults(stored: BookContents, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """That no strategy for the codes left has a total below the bound, and one attains a bound that is called exact."""
    for name, tries, query, answer, _, lower, exact in rows:
        game = stored.game(name)
        assert isinstance(game.pegs, Pegs)
        left = _codes_left(game, query, answer)
        if len(left) == 0:
            continue
        texts = [game.codes[code] for code in left.tolist()]
        part = StoredGame(
            game.name, game.pegs, game.score, texts, game.queries, game.labels, game.solved, game.answers[:, left]
        )
        # the part's own numbers of codes; queries are those of the game, and so are its symmetries
        limit = lower + exact
        least = LeastTotals(part).at_least(np.arange(len(left), dtype=np.int32), limit, [game.query_index[query]])
        if least < lower or (exact and least != lower):
            yield f"{name}, {tries} tries, {query} {answer}: the least total is {'' if least < limit else 'at least '}{least}"


def two_peg_total(colors: int) -> Fraction:
    """The least total of two pegs and three colours or more in closed form.

    S.-T. Chen and S.-S. Lin; proof completed by M. Peczarski, Algorithm to prove formulas for the expected number of questions in
    Mastermind games, 2018.
    """
    linear, constant = (80, 69) if colors % 2 else (74, 48)
    return Fraction(8 * colors**3 + 51 * colors**2 - linear * colors + constant, 24)


def two_peg_claims(stored: BookContents) -> Iterator[Claim]:
    """Least totals of two pegs in closed form; values of the game in which the codemaker chooses are not below them."""
    games = {name: read_game(name) for name in stored.names}
    colors = {
        name: game.colors
        for name, game in games.items()
        if isinstance(game, Pegs) and game.pegs == 2 and not game.distinct and game.colors > 2
    }
    trees = [key[0] for key in stored.trees if key[0] in colors and key[1] == Optimal().name]
    chosen = sorted({build["game"] for build in stored.builds if "codemaker" in build and build["game"] in colors})

    def total_faults(names: Sequence[str]) -> Iterator[str]:
        for name in names:
            (total,) = stored.rows("strategies", "total_num", "rowid", "game = ? AND strategy = 'optimal'", name)[0]
            if int(total) != two_peg_total(colors[name]):
                yield f"{name}: the least total is {two_peg_total(colors[name])}, not {total}"

    def value_faults(names: Sequence[str]) -> Iterator[str]:
        for name in names:
            num, den = stored.rows("adversaries", "value_num, value_den", "rowid", "game = ?", name)[0]
            rows = stored.rows("adversary_codes", "chance_num, chance_den", "class", "game = ?", name)
            value, least = Fraction(int(num), int(den)), two_peg_total(colors[name]) / colors[name] ** 2
            if value < least or (len(set(rows)) == 1 and value > least):
                yield f"{name}: with equal chances the value is {least}, not {value}"

    for table, columns, names, faults in (
        ("strategies", ("total", "total_num"), trees, total_faults),
        ("adversaries", ("value", "value_num", "value_den"), chosen, value_faults),
    ):
        if names:
            more: dict[str, Any] = {"noun": "games", "least": len(names), "seconds": 0.01}
            yield proof(f"{FAMILY}.{table}", "two pegs in closed form", columns, names, faults, **more)


QUICK_CHOSEN = 1700
"""Codes of games of pegs whose best replies are found again by every proof, not only full ones."""

FEW_CHOSEN = 20
"""Codes of other games for which best replies are found again."""


def choosing_claims(stored: BookContents) -> Iterator[Claim]:
    """Every strategy of a mixture is replayed, and a best reply to the codemaker's chances is found again."""
    names = sorted({build["game"] for build in stored.builds if "codemaker" in build})
    for table in TABLES:
        yield stored.complete(table, ("game",), lambda: [(name,) for name in names], "games")
    if not names:
        return
    game_of = partial(_code_classes, stored)
    yield mixtures_replayed(stored.book, FAMILY, "game", names, game_of, 1.0)
    pegs = [name for name in names if _is_searched(stored.game(name))]
    quick = [name for name in pegs if len(stored.game(name).codes) <= QUICK_CHOSEN]
    others = [name for name in names if _is_tried(stored.game(name))]
    more = [name for name in pegs if name not in quick]
    find = partial(_least_searched, stored)
    for games, method, seconds in (
        (quick, "best replies by branch and bound", 0.5),
        (more, "best replies by branch and bound in larger games", 60.0),
        (others, "best replies by branch and bound in games of few codes", 0.5),
    ):
        if games:
            yield best_replies(stored.book, FAMILY, "game", games, game_of, find, method, seconds, long=games is more)


def _is_searched(game: StoredGame) -> bool:
    return game.pegs is not None and optimum_evidence(game.pegs) == "recomputed"


def _is_tried(game: StoredGame) -> bool:
    return game.pegs is None and len(game.codes) <= FEW_CHOSEN


def _code_classes(stored: BookContents, name: str) -> CodeClasses:
    game = stored.game(name)
    classes, of = _classes(game), np.zeros(len(game.codes), np.int64)
    for number, members in enumerate(classes.values()):
        of[members] = number
    return CodeClasses(of, [game.codes[code] for code in classes], game.rules)


def _classes(game: StoredGame) -> Mapping[int, Any]:
    """The codes of each class, by its first code: as many colours once, twice, and so on; other games have single codes."""
    if game.pegs is None:
        return {code: np.array([code]) for code in range(len(game.codes))}
    shapes: dict[tuple[int, ...], list[int]] = {}
    for code, word in enumerate(color_numbers(game.pegs).tolist()):
        shapes.setdefault(tuple(sorted(Counter(word).values())), []).append(code)
    return {codes[0]: np.array(codes) for codes in shapes.values()}


def _least_searched(stored: BookContents, name: str, weights: Sequence[int], limit: int) -> int:
    """The least weighted total of all strategies by branch and bound, or the limit if it is not below."""
    return least_totals(stored.game(name), weights=tuple(weights)).at_least(
        np.arange(len(weights), dtype=np.int32), limit
    )
