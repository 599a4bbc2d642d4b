"""Claims about lower bounds of least totals after a first query and its answer."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from tafelwerk.families.mastermind.rules.games import FAMILY, Pegs
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.mastermind.contents import bounds_evidence, read_game
from tafelwerk.proofs.mastermind.games import StoredGame, query_classes
from tafelwerk.proofs.mastermind.least import LeastTotals
from tafelwerk.proofs.mastermind.stored import Stored

TABLE = "lower_bounds"
KEYS = ("game", "tries", "query", "answer")

Part = tuple[str, int, str, str]


def claims(stored: Stored) -> Iterator[Claim]:
    """Every first query and answer has a bound, and the bounds are right."""
    yield stored.complete(TABLE, KEYS, partial(_parts, stored), "parts")
    if not stored.bounded:
        return
    held = stored.rows(TABLE, "game, tries, query, answer, codes, lower, exact", ", ".join(KEYS))
    yield Claim(
        f"{FAMILY}.{TABLE}",
        "codes left, counted",
        ("codes",),
        "recomputed",
        len(held),
        lambda places: _count_faults(stored, [held[place] for place in places]),
        "parts",
        seconds=0.01,
    )
    few = [row for row in held if bounds_evidence(read_game(row[0])) == "recomputed"]
    if few:
        yield Claim(
            f"{FAMILY}.{TABLE}",
            "lower bounds by branch and bound",
            ("lower", "exact"),
            "recomputed",
            len(few),
            lambda places: _bound_faults(stored, [few[place] for place in places]),
            "parts",
            seconds=0.2,
        )


def _parts(stored: Stored) -> Iterator[Part]:
    for name, tries in stored.bounded:
        game = stored.game(name)
        for query, _ in query_classes(game):
            for answer in np.unique(game.answers[query]).tolist():
                if answer != game.solved:
                    yield name, tries, game.queries[query], game.labels[answer]


def _left(game: StoredGame, query: str, answer: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    if query not in game.query_index or answer not in game.label_index:
        return np.zeros(0, np.int64)
    return np.flatnonzero(game.answers[game.query_index[query]] == game.label_index[answer])


def _count_faults(stored: Stored, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    for name, tries, query, answer, codes, *_ in rows:
        left = len(_left(stored.game(name), query, answer))
        if left != codes:
            yield f"{name}, {tries} tries, {query} {answer}: {left} codes are left, not {codes}"


def _bound_faults(stored: Stored, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """That no strategy for the codes left has a total below the bound, and one attains a bound that is called exact."""
    for name, tries, query, answer, _, lower, exact in rows:
        game = stored.game(name)
        assert isinstance(game.pegs, Pegs)
        left = _left(game, query, answer)
        if len(left) == 0:
            continue
        texts = [game.codes[code] for code in left.tolist()]
        part = StoredGame(
            game.name, game.pegs, game.score, texts, game.queries, game.labels, game.solved, game.answers[:, left]
        )
        # the part's own numbers of codes; queries are those of the game, and so are its symmetries
        limit = lower + exact
        found = LeastTotals(part).at_least(np.arange(len(left), dtype=np.int32), limit, [game.query_index[query]])
        if found < lower or (exact and found != lower):
            yield f"{name}, {tries} tries, {query} {answer}: the least total is {'' if found < limit else 'at least '}{found}"
