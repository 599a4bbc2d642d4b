"""Limits of optimal searches: an exact answer, a weaker one, or the wait told first."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tafelwerk.book import open_book
from tafelwerk.errors import MissingTableError
from tafelwerk.families.mastermind import next_query, questions, rows, searches
from tafelwerk.families.mastermind.answers import Next, UnprovedNext
from tafelwerk.families.mastermind.rules import Pegs
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.deduction.optimal_tree import optimal_tree
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind import scoring
from tafelwerk.solvers.mastermind.scoring import mastermind

compiled = pytest.mark.skipif(INTERPRETED, reason="too many sets of codes without compilation")


@compiled
def test_a_game_without_a_matrix_keeps_its_symmetries(monkeypatch: pytest.MonkeyPatch) -> None:
    history, plain = (("ABCC", "1,2"), ("ACDE", "1,1")), replace(mastermind(4, 6), symmetry=None)
    bounds = lower_bounds()
    assert [columns["codes"] for columns in bounds[1:]] == [[3], []]
    monkeypatch.setattr(scoring, "MOST_SEARCHED", 0)
    problem = mastermind(4, 6)
    assert problem.on_demand is not None
    codes, asked = next_query.codes_left(problem, history), next_query.history_indices(problem, history)
    tree = rows.strategy_tree(problem, Optimal(), codes=codes, history=asked)
    least = optimal_tree(plain, codes=codes, tree=False).total
    assert (int(tree.codes[0]), int(tree.total[0])) == (len(codes), least)
    within = rows.strategy_tree(problem, Optimal(within=3), codes=codes, history=asked)
    assert int(within.total[0]) == optimal_tree(plain, codes=codes, within=1).total
    monkeypatch.setattr(rows, "problem_from", lambda game: mastermind(game.pegs, game.colors))
    assert lower_bounds() == bounds


def lower_bounds() -> list[rows.Columns]:
    return [rows.bound_columns(Pegs(3, 4), "ABC", answer, 1000) for answer in ("1,1", "1,2", "3,0")]


@compiled
def test_next_query_is_not_proved_if_the_search_takes_more_than_a_look_up_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = questions.Next(Pegs(4, 8), Optimal(), (("ABBC", "2,0"),))
    notes: list[str] = []
    with open_book(tmp_path, pocket=False) as book:
        exact = book.ask(asked)
        assert isinstance(exact, Next)
        for module in (next_query, searches):
            monkeypatch.setattr(module, "BUDGET", 2e7)
            monkeypatch.setattr(module, "estimate_work", lambda *_: 1.0)
        weaker = book.ask(asked)
        assert isinstance(weaker, UnprovedNext)
        assert weaker.asked_by == "h1"
        assert (weaker.total or 0) >= (exact.total or 0)
        again = book.ask(asked, compute=True, note=notes.append)
        assert isinstance(again, Next)
        assert (again.guess, again.total) == (exact.guess, exact.total)
        assert notes == ["computing: at most 16 min 40 s"]
        monkeypatch.setattr(searches, "BUDGET", 1e6)
        with pytest.raises(MissingTableError):
            book.ask(questions.Summary(Pegs(4, 5), Optimal()))


@compiled
def test_gamma_of_many_colours_begins_at_a_possible_depth(tmp_path: Path) -> None:
    with open_book(tmp_path, pocket=False) as book:
        constants = book.ask(questions.Gamma(Pegs(1, 200)))
    assert constants.codes == 200
    assert np.isclose(constants.gamma, 1.0)
