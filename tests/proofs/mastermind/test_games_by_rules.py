"""Games said once more: the books of test_planted.py are games that are solved; here, what they do not show."""

import numpy as np
import pytest

from tafelwerk.families.mastermind.problems import problem_from
from tafelwerk.families.mastermind.rules import Pegs
from tafelwerk.proofs.mastermind.games_by_rules import pegs_game, table_faults, table_game
from tafelwerk.solvers.deduction.symmetry import orbits


@pytest.mark.parametrize("pegs", [Pegs(4, 4), Pegs(5, 3)], ids=str)
def test_classes_after_a_history_are_orbits(pegs: Pegs) -> None:
    game, problem = pegs_game(pegs), problem_from(pegs)
    for history in ((), (1,), (5, 1), (5, 40), (7, 11, 30)):
        first = np.unique(orbits(problem.symmetry, history))
        assert game.representatives(history).tolist() == first.tolist()


def test_faults_of_tables() -> None:
    endless = table_game("t", ("x", "y"), ("x", "y"), ("1", "!"), np.array([[1, 0], [1, 1]]))
    assert any("ends the game" in fault for fault in table_faults(endless))
    unordered = table_game("t", ("y", "x"), ("a",), ("1", "2"), np.array([[0, 1]]))
    assert any("order" in fault for fault in table_faults(unordered))
