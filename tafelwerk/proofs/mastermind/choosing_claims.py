"""Claims about the games in which the codemaker chooses, too: values and both mixtures."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from tafelwerk.families.mastermind.rules.games import FAMILY
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.mastermind.contents import optimum_evidence
from tafelwerk.proofs.mastermind.games import StoredGame, color_numbers
from tafelwerk.proofs.mastermind.least import least_totals
from tafelwerk.proofs.mastermind.stored import Stored
from tafelwerk.proofs.mixtures import TABLES, HiddenCode, best_replies, mixtures_replayed

QUICK_CODES = 1700
"""Codes of games of pegs whose best replies are found again by every proof, not only full ones."""

FEW_CHOSEN = 20
"""Codes of other games for which all strategies are tried against the codemaker."""


def claims(stored: Stored) -> Iterator[Claim]:
    """Every strategy of a mixture is replayed, and a best reply to the codemaker's chances is found again."""
    names = sorted({build["game"] for build in stored.builds if "codemaker" in build})
    for table in TABLES:
        yield stored.complete(table, ("game",), lambda: [(name,) for name in names], "games")
    if not names:
        return
    game_of = partial(_hidden_code, stored)
    yield mixtures_replayed(stored.book, FAMILY, "game", names, game_of, 1.0)
    pegs = [name for name in names if _is_searched(stored.game(name))]
    quick = [name for name in pegs if len(stored.game(name).codes) <= QUICK_CODES]
    others = [name for name in names if _is_tried(stored.game(name))]
    more = [name for name in pegs if name not in quick]
    searched, tried = partial(_least_searched, stored), partial(_least_tried, stored)
    for some, method, find, seconds in (
        (quick, "best replies by branch and bound", searched, 0.5),
        (more, "best replies by branch and bound in larger games", searched, 60.0),
        (others, "best replies among all strategies", tried, 5.0),
    ):
        if some:
            yield best_replies(stored.book, FAMILY, "game", some, game_of, find, method, seconds, long=some is more)


def _is_searched(game: StoredGame) -> bool:
    return game.pegs is not None and optimum_evidence(game.pegs) == "recomputed"


def _is_tried(game: StoredGame) -> bool:
    return game.pegs is None and len(game.codes) <= FEW_CHOSEN


def _hidden_code(stored: Stored, name: str) -> HiddenCode:
    game = stored.game(name)
    classes, of = _classes(game), np.zeros(len(game.codes), np.int64)
    for place, some in enumerate(classes.values()):
        of[some] = place
    return HiddenCode(of, [game.codes[code] for code in classes], partial(_replayed, game))


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


def _least_searched(stored: Stored, name: str, weights: Sequence[int], limit: int) -> int:
    """The least weighted total of all strategies by branch and bound, or the limit if it is not below."""
    return least_totals(stored.game(name), weights=tuple(weights)).at_least(
        np.arange(len(weights), dtype=np.int32), limit
    )


def _least_tried(stored: Stored, name: str, weights: Sequence[int], _: int) -> int:
    """The least weighted total of all strategies, set by set: sets are words of bits."""
    game, parts = stored.game(name), []
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
