"""The other way to least totals, of two pegs in closed form; that sound books pass and wrong ones do not, test_planted.py.
Games said once more: the books of test_planted.py are games that are solved; here, what they do not show.
"""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.mastermind.problems import problem_from
from tafelwerk.families.mastermind.rules import Pegs
from tafelwerk.proofs.mastermind.games_by_rules import StoredGame, pegs_game
from tafelwerk.proofs.mastermind.least_totals import LeastTotals
from tafelwerk.proofs.mastermind.optimal_claims import two_peg_claims, two_peg_total
from tafelwerk.solvers.deduction.symmetry import orbits

NO_LIMIT = 10**6


def every(game: StoredGame) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.arange(len(game.codes), dtype=np.int32)


def test_weights_too_large_for_63_bits_are_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        LeastTotals(pegs_game(Pegs(2, 3)), weights=[1 << 40] * 9)


@pytest.mark.parametrize("colors", range(3, 10))
def test_two_pegs_in_closed_form(colors: int) -> None:
    game = pegs_game(Pegs(2, colors))
    assert LeastTotals(game).at_least(every(game), NO_LIMIT) == two_peg_total(colors)


class TwoPegs:
    """Rows of 2x8 whose least total and value are said to be `more` above the closed form."""

    def __init__(self, more: int) -> None:
        self.names, self.trees = ["2x8", "4x6"], [("2x8", "optimal", "none"), ("4x6", "optimal", "none")]
        self.builds = [{"game": "2x8", "codemaker": "mixed"}]
        self.tables = {
            "strategies": [(str(284 + more),)],
            "adversaries": [(str(284 + more), "64")],
            "adversary_codes": [("1", "64"), ("1", "64")],
        }

    def rows(self, table: str, *_: object) -> list[tuple[str, ...]]:
        return self.tables[table]


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_two_pegs_above_or_below_their_closed_form(more: int) -> None:
    stored_rows: Any = TwoPegs(more)
    faults = [fault for claim in two_peg_claims(stored_rows) for fault in claim.prove(range(claim.units))]
    wrong = ["2x8: the least total is 284, not {}", "2x8: with equal chances the value is 71/16, not {}"]
    assert faults == ([] if more == 0 else [wrong[0].format(284 + more), wrong[1].format(Fraction(284 + more, 64))])


GAMES = [Pegs(4, 4), Pegs(5, 3), Pegs(2, 3), Pegs(3, 4, True), Pegs(4, 3), Pegs(5, 2), Pegs(1, 5)]


@given(st.sampled_from(GAMES), st.data())
def test_classes_after_a_history_are_orbits(pegs: Pegs, data: st.DataObject) -> None:
    game, problem = pegs_game(pegs), problem_from(pegs)
    every = np.arange(len(game.queries))
    history = data.draw(st.lists(st.sampled_from(every.tolist()), max_size=3))
    _, first, kinds = np.unique(game.images(history, every), return_index=True, return_inverse=True)
    assert orbits(problem.symmetry, history).tolist() == first[kinds].tolist()
    assert game.representatives(history).tolist() == sorted(first.tolist())
