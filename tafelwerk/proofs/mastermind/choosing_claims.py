"""Claims about the games in which the codemaker chooses, too: values and both mixtures."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil, lcm
from typing import Any

import numpy as np

from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.mastermind.games import StoredGame, color_numbers
from tafelwerk.proofs.mastermind.least import least_totals
from tafelwerk.proofs.mastermind.stored import Stored
from tafelwerk.rules.mastermind.games import FAMILY
from tafelwerk.tables.builds.mastermind import optimum_evidence

QUICK_CODES = 1700
"""Codes of games of pegs whose best replies are found again by every proof, not only full ones."""

FEW_CHOSEN = 20
"""Codes of other games for which all strategies are tried against the codemaker."""

Finder = Callable[[StoredGame, Sequence[int], int], int]
"""Finds the least weighted total of a game, given the weights of its codes and a limit."""

TABLES = ("adversaries", "adversary_codes", "adversary_trees", "adversary_nodes")


def claims(stored: Stored) -> Iterator[Claim]:
    """Every strategy of a mixture is replayed, and a best reply to the codemaker's chances is found again."""
    names = sorted({build["game"] for build in stored.builds if "codemaker" in build})
    for table in TABLES:
        yield stored.complete(table, ("game",), lambda: [(name,) for name in names], "games")
    if not names:
        return
    columns: tuple[str, ...] = ("codes", "value", "value_num", "value_den", "trees")
    columns += (
        "class",
        "code",
        "chance",
        "chance_num",
        "chance_den",
        "totals",
        "tree",
        "node",
        "parent",
        "answer",
        "query",
    )

    def certified(places: Sequence[int]) -> Iterator[str]:
        for place in places:
            yield from _mixture_faults(stored, names[place])

    yield Claim(
        ", ".join(f"{FAMILY}.{table}" for table in TABLES),
        "mixtures replayed code by code",
        columns,
        "certificate",
        len(names),
        certified,
        "games",
        least=len(names),
        seconds=1.0,
    )
    pegs = [name for name in names if _is_searched(stored.game(name))]
    quick = [name for name in pegs if len(stored.game(name).codes) <= QUICK_CODES]
    others = [name for name in names if _is_tried(stored.game(name))]
    more = [name for name in pegs if name not in quick]
    for some, method, find, seconds in (
        (quick, "best replies by branch and bound", _least_searched, 0.5),
        (more, "best replies by branch and bound in larger games", _least_searched, 60.0),
        (others, "best replies among all strategies", _least_tried, 5.0),
    ):
        if some:
            yield Claim(
                f"{FAMILY}.adversaries",
                method,
                ("value", "value_num", "value_den"),
                "recomputed",
                len(some),
                partial(_reply_faults, stored, some, find),
                "games",
                least=len(some),
                seconds=seconds,
                long=some is more,
            )


def _is_searched(game: StoredGame) -> bool:
    return game.pegs is not None and optimum_evidence(game.pegs) == "recomputed"


def _is_tried(game: StoredGame) -> bool:
    return game.pegs is None and len(game.codes) <= FEW_CHOSEN


def _mixture_faults(stored: Stored, name: str) -> Iterator[str]:
    """That chances sum to 1, classes and totals are right, and the mixture takes at most the value for every code."""
    game, where = stored.game(name), "game = ?"
    rows = stored.rows("adversaries", "codes, value, value_num, value_den, trees", "rowid", where, name)
    if len(rows) != 1:
        yield f"{name}: {len(rows)} values"
        return
    codes, value, num, den, count = rows[0]
    exact = Fraction(int(num), int(den))
    classes = _classes(game)
    first = list(classes)
    sizes = [len(some) for some in classes.values()]
    columns = "class, code, codes, chance, chance_num, chance_den"
    held = stored.rows("adversary_codes", columns, "class", where, name)
    if [row[:3] for row in held] != [
        (k, game.codes[code], size) for k, (code, size) in enumerate(zip(first, sizes, strict=True))
    ]:
        yield f"{name}: the classes are not those of the game"
        return
    chances = [Fraction(int(row[4]), int(row[5])) for row in held]
    trees = stored.rows("adversary_trees", "tree, chance, chance_num, chance_den, totals", "tree", where, name)
    shares = [Fraction(int(row[2]), int(row[3])) for row in trees]
    written = [
        ((num, den), value, exact),
        *((row[4:6], row[3], chance) for row, chance in zip(held, chances, strict=True)),
    ]
    written += [(row[2:4], row[1], share) for row, share in zip(trees, shares, strict=True)]
    for digits, rounded, fraction in written:
        if tuple(digits) != (str(fraction.numerator), str(fraction.denominator)) or rounded != float(fraction):
            yield f"{name}: {'/'.join(digits)} is not reduced, or its double is not {float(fraction)!r}"
    if codes != len(game.codes) or count != len(trees) or [row[0] for row in trees] != list(range(count)):
        yield f"{name}: numbers of codes or strategies are wrong"
        return
    if min(chances) < 0 or sum(size * chance for size, chance in zip(sizes, chances, strict=True)) != 1:
        yield f"{name}: the codemaker's chances do not sum to 1"
    if min(shares) <= 0 or sum(shares) != 1 or shares != sorted(shares, reverse=True):
        yield f"{name}: the breaker's chances do not sum to 1, or are not in order"
    means = [Fraction(0)] * len(sizes)
    for (tree, *_, totals), share in zip(trees, shares, strict=True):
        nodes = stored.rows(
            "adversary_nodes", 'node, parent, answer, "query"', "node", f"{where} AND tree = ?", name, tree
        )
        spent = _replayed(game, nodes)
        if spent is None:
            yield f"{name}, strategy {tree}: not a strategy that finds every code"
            return
        found = [int(spent[some].sum()) for some in classes.values()]
        if found != list(totals):
            yield f"{name}, strategy {tree}: totals {totals} should be {found}"
        means = [mean + share * Fraction(total, size) for mean, total, size in zip(means, found, sizes, strict=True)]
    if max(means) != exact:
        yield f"{name}: the mixture takes {max(means)} queries for some code, the value is {exact}"
    if any(chance and mean != exact for chance, mean in zip(chances, means, strict=True)):
        yield f"{name}: the codemaker chooses a code that the mixture finds faster"


def _classes(game: StoredGame) -> Mapping[int, Any]:
    """The codes of each class, by its first code: as many colours once, twice, and so on; other games have single codes."""
    if game.pegs is None:
        return {code: np.array([code]) for code in range(len(game.codes))}
    shapes: dict[tuple[int, ...], list[int]] = {}
    for code, word in enumerate(color_numbers(game.pegs).tolist()):
        shapes.setdefault(tuple(sorted(Counter(word).values())), []).append(code)
    return {some[0]: np.array(some) for some in shapes.values()}


def _replayed(game: StoredGame, nodes: Sequence[tuple[Any, ...]]) -> Any:
    """Queries of a stored strategy for each code; None if the nodes are no strategy."""
    spent = np.zeros(len(game.codes), np.int64)
    if not nodes:
        return spent if len(game.codes) == 1 and game.solved < 0 else None
    sets: list[Any] = []
    queries: list[int] = []
    left = np.ones(len(game.codes), np.bool_)
    for place, (node, parent, answer, query) in enumerate(nodes):
        index = game.query_index.get(query)
        if (
            node != place
            or index is None
            or (parent is None) != (place == 0)
            or (parent is not None and parent >= place)
        ):
            return None
        here = np.arange(len(game.codes))
        if parent is not None:
            label = game.label_index.get(answer, -1)
            here = sets[parent][game.answers[queries[parent], sets[parent]] == label]
            if label == game.solved or not len(here):
                return None
        sets.append(here)
        queries.append(index)
        spent[here] += 1
        told = game.answers[index, here]
        ends = told == game.solved if game.solved >= 0 else np.isin(told, np.flatnonzero(np.bincount(told) == 1))
        left[here[ends]] = False
    children = {(parent, answer) for _, parent, answer, _ in nodes[1:]}
    return None if left.any() or len(children) != len(nodes) - 1 else spent


def _reply_faults(stored: Stored, names: Sequence[str], find: Finder, places: Sequence[int]) -> Iterator[str]:
    """That the least mean of all strategies against the codemaker's chances is the value."""
    for name in (names[place] for place in places):
        game = stored.game(name)
        classes = _classes(game)
        held = stored.rows("adversary_codes", "chance_num, chance_den", "class", "game = ?", name)
        rows = stored.rows("adversaries", "value_num, value_den", "rowid", "game = ?", name)
        if len(held) != len(classes) or len(rows) != 1:
            yield f"{name}: no chances, or no value"
            continue
        value, *chances = (Fraction(int(num), int(den)) for num, den in (*rows, *held))
        common = lcm(*(chance.denominator for chance in chances))
        weights = [0] * len(game.codes)
        for some, chance in zip(classes.values(), chances, strict=True):
            for code in some.tolist():
                weights[code] = int(chance * common)
        if min(weights) < 0 or sum(weights) != common:
            yield f"{name}: the codemaker's chances do not sum to 1"
            continue
        least = find(game, weights, ceil(value * common) + 1)
        if least != value * common:
            yield f"{name}: the least mean against the codemaker is not {value}, but {Fraction(least, common)} or more"


def _least_searched(game: StoredGame, weights: Sequence[int], limit: int) -> int:
    """The least weighted total of all strategies by branch and bound, or the limit if it is not below."""
    return least_totals(game, weights=tuple(weights)).at_least(np.arange(len(weights), dtype=np.int32), limit)


def _least_tried(game: StoredGame, weights: Sequence[int], _: int) -> int:
    """The least weighted total of all strategies, set by set: sets are words of bits."""
    parts = []
    for row in game.answers.tolist():
        masks: dict[int, int] = {}
        for code, answer in enumerate(row):
            masks[answer] = masks.get(answer, 0) | 1 << code
        masks.pop(game.solved, None)
        parts.append(tuple(masks.values()))
    parts = sorted(set(parts), key=len, reverse=True)
    known = {0: 0}
    single = int(game.solved >= 0)

    def best(left: int) -> int:
        if left not in known:
            codes = [code for code in range(left.bit_length()) if left >> code & 1]
            weight = sum(weights[code] for code in codes)
            if len(codes) == 1:
                known[left] = weight * single
            else:
                splits = {tuple(sorted(filter(None, (left & mask for mask in masks)))) for masks in parts}
                known[left] = weight + min(sum(map(best, split)) for split in splits if left not in split)
        return known[left]

    return best((1 << len(game.codes)) - 1)
