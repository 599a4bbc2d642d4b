"""Mixtures of the game in which the codemaker chooses, too: what they prove of codes that are not chosen."""

import re
from typing import Any

import numpy as np
import pytest

from tafelwerk.proofs.mixtures import CodeClasses, _mixture_faults
from tafelwerk.proofs.stored_trees import HiddenCode, Replies


def ask(query: str, *_: object) -> Replies:
    """Both codes are found, one after the other."""
    return Replies(np.zeros(2), np.ones(2, np.bool_), np.array([1, 2] if query == "a" else [2, 1]))


GAME = CodeClasses(np.array([0, 1]), ["a", "b"], HiddenCode(2, {}, ask, is_named=True))
"""Two codes, guessed in either order."""


class Rows:
    """A book of this game, with the codemaker's chances of its codes in halves."""

    def __init__(self, *halves: int) -> None:
        chances = [("0", "1") if half == 0 else (str(half % 2 or 1), "2" if half == 1 else "1") for half in halves]
        self.tables: dict[str, list[tuple[Any, ...]]] = {
            "adversaries": [(2, 1.5, "3", "2", 2)],
            "adversary_codes": [(k, "ab"[k], 1, half / 2, *chances[k]) for k, half in enumerate(halves)],
            "adversary_trees": [(0, 0.5, "1", "2", [1, 2]), (1, 0.5, "1", "2", [2, 1])],
            "adversary_nodes": [(0, 0, None, None, "a"), (1, 0, None, None, "b")],
        }

    def rows(self, family: str, sql: str, *_: object) -> list[tuple[Any, ...]]:
        named = re.search(rf"FROM {family}\.(\w+)", sql)
        assert named is not None
        return self.tables[named.group(1)]


@pytest.mark.parametrize(
    ("halves", "faults"),
    [
        ((1, 1), []),
        ((2, 0), ["two: a code without a chance costs the mixture the value: it is open whether it is worth hiding"]),
    ],
)
def test_a_code_without_a_chance_costs_the_mixture_less(halves: tuple[int, int], faults: list[str]) -> None:
    book: Any = Rows(*halves)
    assert list(_mixture_faults(book, "mastermind", "game", "two", GAME)) == faults
