"""Games said once more: the books of test_planted.py are games that are solved; here, what they do not show."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.mastermind.problems import problem_from
from tafelwerk.families.mastermind.rules import Pegs
from tafelwerk.proofs.mastermind.games_by_rules import pegs_game, table_faults, table_game
from tafelwerk.solvers.deduction.symmetry import orbits

GAMES = [Pegs(4, 4), Pegs(5, 3), Pegs(2, 3), Pegs(3, 4, True), Pegs(4, 3), Pegs(5, 2), Pegs(1, 5)]


@given(st.sampled_from(GAMES), st.data())
def test_classes_after_a_history_are_orbits(pegs: Pegs, data: st.DataObject) -> None:
    game, problem = pegs_game(pegs), problem_from(pegs)
    every = np.arange(len(game.queries))
    history = data.draw(st.lists(st.sampled_from(every.tolist()), max_size=3))
    _, first, kinds = np.unique(game.images(history, every), return_index=True, return_inverse=True)
    assert orbits(problem.symmetry, history).tolist() == first[kinds].tolist()
    assert game.representatives(history).tolist() == sorted(first.tolist())


def test_faults_of_tables() -> None:
    endless = table_game("t", ("x", "y"), ("x", "y"), ("1", "!"), np.array([[1, 0], [1, 1]]))
    assert any("ends the game" in fault for fault in table_faults(endless))
    unordered = table_game("t", ("y", "x"), ("a",), ("1", "2"), np.array([[0, 1]]))
    assert any("order" in fault for fault in table_faults(unordered))
