"""Limits of optimal searches: an exact answer, a weaker one, or the wait told first."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tafelwerk.book import open_book
from tafelwerk.errors import MissingTableError
from tafelwerk.families.mastermind import next_query, questions, searches
from tafelwerk.families.mastermind.answers import Next, UnprovedNext
from tafelwerk.families.mastermind.next_query import codes_left, history_indices
from tafelwerk.families.mastermind.rows import strategy_tree
from tafelwerk.families.mastermind.rules import Pegs
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.deduction.optimal_tree import optimal_tree
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind.scoring import mastermind

compiled = pytest.mark.skipif(INTERPRETED, reason="too many sets of codes without compilation")


@compiled
def test_a_game_without_a_matrix_keeps_its_symmetries() -> None:
    problem, history = mastermind(4, 12), (("ABCC", "1,2"), ("ACDE", "1,1"))
    codes, asked = codes_left(problem, history), history_indices(problem, history)
    assert problem.on_demand is not None
    part = replace(problem.restrict(codes), symmetry=None)
    total = optimal_tree(part, tree=False).total
    found = strategy_tree(problem, Optimal(), codes=codes, history=asked)
    assert (int(found.codes[0]), int(found.total[0])) == (len(codes), total)
    within = strategy_tree(problem, Optimal(within=3), codes=codes, history=asked)
    part = replace(problem.restrict(codes), symmetry=None)
    assert int(within.total[0]) == optimal_tree(part, within=1).total


@compiled
def test_next_query_is_not_proved_if_the_search_takes_more_than_a_look_up_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = questions.Next(Pegs(4, 8), Optimal(), (("ABBC", "2,0"),))
    said: list[str] = []
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
        again = book.ask(asked, compute=True, note=said.append)
    assert isinstance(again, Next)
    assert (again.guess, again.total) == (exact.guess, exact.total)
    assert said == ["computing: at most 16 min 40 s"]


@compiled
def test_a_summary_is_refused_if_its_search_takes_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "BUDGET", 1e6)
    monkeypatch.setattr(searches, "estimate_work", lambda *_: 1.0)
    with open_book(tmp_path, pocket=False) as book, pytest.raises(MissingTableError):
        book.ask(questions.Summary(Pegs(4, 5), Optimal()))


@compiled
def test_gamma_of_many_colours_begins_at_a_possible_depth(tmp_path: Path) -> None:
    with open_book(tmp_path, pocket=False) as book:
        found = book.ask(questions.Gamma(Pegs(1, 200)))
    assert found.codes == 200
    assert np.isclose(found.gamma, 1.0)
