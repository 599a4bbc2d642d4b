"""Claims about hard mode: its trees ask what it takes, and its optimal totals are the least."""

from collections.abc import Iterator, Sequence
from functools import partial

from tafelwerk.families.mastermind.rules.games import FAMILY
from tafelwerk.families.mastermind.rules.strategies import Entropy, Hard
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.mastermind.contents import read_strategy
from tafelwerk.proofs.mastermind.hard import hard_faults, least_hard
from tafelwerk.proofs.mastermind.stored import Key, Stored, by_size
from tafelwerk.rules.deduction import Optimal

QUICK_CODES, MOST_CODES = 60, 150
"""Codes of games whose least totals are found again by every proof, and by full ones."""


def claims(stored: Stored) -> Iterator[Claim]:
    """Queries and totals of trees in hard mode."""
    hard = [key for key in stored.trees if isinstance(read_strategy(*key[1:]), Hard)]
    if hard:
        yield stored.tree_claim(
            "queries of hard mode, letter by letter", ("query",), hard, partial(_hard_faults, stored)
        )
    least = [key for key in hard if not isinstance(_hard_rule(key), Entropy)]
    for some, more in by_size(least, partial(_is_few, stored)):
        if not more or any(_is_few(stored, key, full=True) for key in some):
            rest = [key for key in some if _is_few(stored, key, full=True)]
            yield Claim(
                f"{FAMILY}.strategies",
                "least totals in hard mode" + (" in larger games" if more else ""),
                ("total",),
                "recomputed",
                len(rest),
                partial(_hard_totals, stored, rest),
                "strategies",
                least=len(rest),
                seconds=60.0 if more else 0.5,
                **more,
            )


def _is_few(stored: Stored, key: Key, full: bool = False) -> bool:
    return len(stored.game(key[0]).codes) <= (MOST_CODES if full else QUICK_CODES)


def _hard_totals(stored: Stored, keys: Sequence[Key], places: Sequence[int]) -> Iterator[str]:
    for key in (keys[place] for place in places):
        walked, _ = stored.walk(key)
        least = least_hard(stored.game(key[0]))
        if walked is None or walked.total != least:
            yield f"{' '.join(key)}: the least total is {least}"


def _hard_faults(stored: Stored, key: Key) -> Iterator[str]:
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
