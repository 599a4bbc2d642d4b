"""Claims about optimal totals: no strategy has a smaller one."""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from tafelwerk.families.mastermind.rules.games import FAMILY
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.mastermind.contents import optimum_evidence, read_strategy
from tafelwerk.proofs.mastermind.games import StoredGame
from tafelwerk.proofs.mastermind.least import Codes, least_totals
from tafelwerk.proofs.mastermind.misses import MOST_WORDS, least_misses
from tafelwerk.proofs.mastermind.stored import Key, Stored, by_size
from tafelwerk.proofs.mastermind.trees import Walked
from tafelwerk.rules.deduction import Optimal

QUICK_CODES, MOST_CODES = (1700, 60), (4100, 150)
"""Codes of games of pegs, and of others, whose optimal totals are found again by every proof, and by full ones."""

SMALL_SET = 40
"""Codes of the nodes of optimal trees that are proved where the whole tree is not."""


def claims(stored: Stored) -> Iterator[Claim]:
    """Totals of optimal trees, and how deep they are."""
    optimal = [key for key in stored.trees if isinstance(read_strategy(*key[1:]), Optimal)]
    for some, more in by_size(optimal, partial(_is_bounded, stored)):
        beyond = " in larger games" if more else ""
        rest = [key for key in some if _is_bounded(stored, key, full=True)]
        if rest:
            yield Claim(
                f"{FAMILY}.strategies",
                f"lower bounds by branch and bound{beyond}",
                ("total", "most"),
                "recomputed",
                len(rest),
                partial(_bounds, stored, rest),
                "strategies",
                least=len(rest),
                seconds=60.0 if more else 0.5,
                **more,
            )
        if more:
            yield _small_sets(stored, some)


def _is_bounded(stored: Stored, key: Key, full: bool = False) -> bool:
    game = stored.game(key[0])
    if game.miss >= 0:
        return len(game.codes) <= MOST_WORDS
    if len(game.codes) > (MOST_CODES if full else QUICK_CODES)[game.pegs is None]:
        return False
    return game.pegs is None or optimum_evidence(game.pegs) == "recomputed"


def _bounds(stored: Stored, keys: Sequence[Key], places: Sequence[int]) -> Iterator[str]:
    for key in (keys[place] for place in places):
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


def _late_faults(stored: Stored, key: Key, within: int, walked: Walked) -> Iterator[str]:
    """That no strategy finds more codes in time, nor as many with a smaller total.

    A late code costs more than all queries of a strategy that goes on by the stored tree after the queries in time.
    """
    late = within * len(stored.game(key[0]).codes) + walked.total + 1
    cost = walked.total + late * sum(codes for queries, codes in walked.histogram if queries > within)
    yield from _least_faults(stored, f"{' '.join(key)}, {late} more per late code", key[0], within, cost, late)


def _least_faults(stored: Stored, row: str, name: str, depth: int | None, total: int, late: int = 0) -> Iterator[str]:
    game = stored.game(name)
    least = least_totals(game, depth, late).at_least(np.arange(len(game.codes), dtype=np.int32), total)
    if least < total:
        yield f"{row}: the least total is {least}"


def _small_sets(stored: Stored, keys: Sequence[Key]) -> Claim:
    """Nodes of few codes of trees that are too large as a whole; none of strategies that let codes be late."""
    places = [
        (key, node)
        for key in keys
        if " within " not in key[1]
        for (node,) in stored.rows(
            "trees",
            "node",
            "node",
            "game = ? AND strategy = ? AND tie = ? AND codes BETWEEN 3 AND ?",
            *key,
            SMALL_SET if stored.game(key[0]).miss < 0 else MOST_WORDS,
        )
    ]

    def prove(at: Sequence[int]) -> Iterator[str]:
        for key, node in (places[place] for place in at):
            walked, _ = stored.walk(key)
            chosen = read_strategy(*key[1:])
            assert isinstance(chosen, Optimal)
            if walked is None or node >= len(walked.sets):
                yield f"{' '.join(key)}, node {node}: no node of a strategy"
                continue
            if stored.game(key[0]).miss >= 0:
                row = f"{' '.join(key)}, node {node}"
                yield from _miss_faults(row, stored.game(key[0]), walked.sets[node], walked.totals[node])
                continue
            depth = walked.histogram[-1][0] if chosen.shallowest else chosen.max_depth
            left = None if depth is None else depth + 1 - walked.depths[node]
            total = walked.totals[node]
            least = least_totals(stored.game(key[0]), depth).at_least(walked.sets[node], total, None, left)
            if least < total:
                yield f"{' '.join(key)}, node {node}: the least total is {least}"

    return Claim(
        f"{FAMILY}.trees",
        f"least totals of sets of at most {SMALL_SET} codes",
        ("total", "query"),
        "recomputed",
        len(places),
        prove,
        "nodes",
        seconds=0.01,
    )
