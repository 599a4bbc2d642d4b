"""Mixtures of the game in which the codemaker chooses, too: what they prove of codes that are not chosen."""

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tafelwerk.proofs.claims import Faults
from tafelwerk.proofs.stored_trees import CodeClasses, HiddenCode, Replies, _mixture_faults, walk


def ask(query: str, *_: object) -> Replies:
    """Both codes are found, one after the other."""
    return Replies(np.zeros(2), np.ones(2, np.bool_), np.array([1, 2] if query == "a" else [2, 1]))


GAME = CodeClasses(np.array([0, 1]), ["a", "b"], HiddenCode(2, {"found": 0}, ask, is_named=True))
"""Two codes, guessed in either order."""


def stored(chance: str) -> tuple[float, str, str]:
    """A chance as tables hold it."""
    exact = Fraction(chance)
    return float(exact), str(exact.numerator), str(exact.denominator)


class Rows:
    """A book of this game, with the codemaker's chances of its codes, and the breaker's of strategies that guess a, b, a, ..."""

    def __init__(self, chances: str, shares: str) -> None:
        mixed = [(Fraction(share), [1 + index % 2, 2 - index % 2]) for index, share in enumerate(shares.split())]
        value = max(sum((share * totals[code] for share, totals in mixed), Fraction(0)) for code in (0, 1))
        self.tables: dict[str, list[tuple[Any, ...]]] = {
            "adversaries": [(2, *stored(str(value)), len(mixed))],
            "adversary_codes": [(k, "ab"[k], 1, *stored(chance)) for k, chance in enumerate(chances.split())],
            "adversary_trees": [(tree, *stored(str(share)), totals) for tree, (share, totals) in enumerate(mixed)],
            "adversary_nodes": [(tree, 0, None, None, "ab"[tree % 2]) for tree in range(len(mixed))],
        }

    def rows(self, family: str, sql: str, *_: object) -> list[tuple[Any, ...]]:
        named = re.search(rf"FROM {family}\.(\w+)", sql)
        assert named is not None
        return self.tables[named.group(1)]


@pytest.mark.parametrize(
    ("chances", "shares", "faults"),
    [
        ("1/2 1/2", "1/2 1/2", []),
        ("0 1", "2/3 1/3", []),
        (
            "1 0",
            "1/2 1/2",
            ["a code without a chance costs the mixture the value: it is open whether it is worth hiding"],
        ),
        ("1 0", "1/3 2/3", ["the breaker's chances do not sum to 1, or are not in order"]),
        ("1/2 1/2", "1/2 1/2 0", ["the breaker's chances do not sum to 1, or are not in order"]),
    ],
)
def test_chances_of_both_sides(chances: str, shares: str, faults: list[str]) -> None:
    """A code without a chance costs the mixture less; strategies have chances, the greatest first."""
    book: Any = Rows(chances, shares)
    assert list(_mixture_faults(book, "mastermind", "game", "two", GAME)) == [f"two: {fault}" for fault in faults]


def test_nothing_is_asked_after_the_end() -> None:
    faults = Faults()
    assert walk(GAME.rules, [(0, None, None, "a"), (1, 0, "found", "b")], faults) is None
    assert len(faults.texts) == 1
