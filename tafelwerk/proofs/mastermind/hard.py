"""Second program for the hard mode of Wordle: allowed queries, letter by letter, and which of them has the greatest entropy."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

from tafelwerk.proofs.mastermind.entropy_play import Alpha, Chooser
from tafelwerk.proofs.mastermind.games import StoredGame
from tafelwerk.proofs.mastermind.trees import Walked
from tafelwerk.spelling import letters


def takes(asked: str, answer: str, query: str) -> bool:
    """Whether a query keeps the letters in their right places, and has each letter at least as often as the answer marked it."""
    known, later = letters(asked), letters(query)
    marked = [letter for letter, sign in zip(known, answer, strict=True) if sign != "-"]
    if any(later.count(letter) < marked.count(letter) for letter in marked):
        return False
    return all(sign != "G" or later[place] == known[place] for place, sign in enumerate(answer))


def hard_faults(game: StoredGame, walked: Walked, alpha: Alpha = None, *, by_entropy: bool = True) -> Iterator[str]:
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
            asked, answer = game.queries[walked.queries[node_at[path[:-1]]]], game.labels[path[-1]]
            taken[path] = [one for one in taken[path[:-1]] if takes(asked, answer, game.queries[one])]
        if query not in taken[path]:
            yield f"node {node}: query {game.queries[query]} is refused in hard mode"
        elif by_entropy:
            narrowed = replace(
                game, queries=tuple(game.queries[one] for one in taken[path]), answers=game.answers[taken[path]]
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
                    asked, answer = game.queries[query], game.labels[label]
                    narrowed = tuple(one for one in taken if takes(asked, answer, game.queries[one]))
                    total += least(tuple(part), narrowed) - (2 * len(part) - 1)
            best = min(best, total)
        return best

    return least(tuple(range(len(game.codes))), tuple(range(len(game.queries))))
