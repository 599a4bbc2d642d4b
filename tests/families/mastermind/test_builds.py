"""The orders of curves, and which optima a second program finds again.
What the family's tasks make comes back from a book; where nothing is stored there is no answer.
What the tasks make is what is in print.
Limits of optimal searches: an exact answer, a weaker one, or the wait told first.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from published import OPTIMAL_TOTALS, TABLE_4_5
from sharing import made_once

from tafelwerk.book import Book, open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import MissingTableError
from tafelwerk.families.mastermind import next_query, questions, rows
from tafelwerk.families.mastermind.answers import Next, UnprovedNext
from tafelwerk.families.mastermind.builds import GameBuild, StrategyBuild, StrategyTables
from tafelwerk.families.mastermind.problems import probe_matrix, problem_from, problem_of, stored_rules
from tafelwerk.families.mastermind.rows import solve_choosing
from tafelwerk.families.mastermind.rules import (
    AnswerTable,
    Entropy,
    Named,
    Pegs,
    WordList,
    answer_table,
    strategy,
    word_list,
)
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.deduction.entropy_strategies import alpha_curve
from tafelwerk.solvers.deduction.optimal_tree import most_within, optimal_tree
from tafelwerk.solvers.deduction.search_problem import walk
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind import scoring
from tafelwerk.solvers.mastermind.scoring import mastermind

GAME = Pegs(3, 4)
LISTED_WORDS = WordList(Named("words"), "wordle", ("abc", "abd", "bca", "cab", "dab"), ("xyz", "aad"))
LETTERS = AnswerTable(
    Named("weights"), ("1", "2", "3", "4"), ("a", "b"), (("low", "low", "high", "high"), ("=", "<", "=", "<"))
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    builds = [GameBuild(GAME), StrategyBuild(GAME, Optimal()), StrategyBuild(GAME, Entropy(None, "mix"))]
    for rules in (LISTED_WORDS, LETTERS):
        builds += [GameBuild(rules), StrategyBuild(rules, Optimal())]
    path = made_once(
        tmp_path_factory, "mastermind-tasks", lambda path: run(path, builds, executor="inline"), "mastermind"
    )
    with open_book(path) as opened:
        yield opened


def test_off_the_tree_there_is_no_answer(book: Book) -> None:
    first = questions.Next(GAME, Optimal()).stored(book)
    assert questions.Next(GAME, Optimal(), [("AAA", "3,0")]).stored(book) is None
    assert questions.Next(GAME, Optimal(), [(first.guess, "0,3")]).stored(book) is None
    assert questions.Next(GAME, Entropy(None, "mix")).stored(book) is None, "mixed ties make no tree"
    assert questions.Next(Pegs(2, 2), Optimal()).stored(book) is None
    with pytest.raises(MissingTableError, match="build mastermind --pegs 3 --colors 4 --strategy h2 --tie mix"):
        questions.Summary(GAME, Entropy(Fraction(2), "mix")).probe(book)
    with pytest.raises(MissingTableError, match="build mastermind --pegs 3 --colors 4 --curve --tie lex --opening ABC"):
        questions.Curve(GAME, opening="ABC").probe(book)
    missing = questions.Next(Named("x"), Optimal(), [("a", "b")]).missing(book)
    assert "tafelwerk build mastermind --name x --strategy optimal" in str(missing)


@pytest.mark.parametrize("rules", [LISTED_WORDS, LETTERS])
def test_games_from_files_come_back_whole(book: Book, rules: WordList | AnswerTable) -> None:
    """What the book holds of a game makes the same builds as the files did, whatever order they were in."""
    made, stored = problem_from(rules), problem_of(rules.game, book)
    for name in ("codes", "queries", "labels", "solved"):
        assert getattr(stored, name) == getattr(made, name)
    assert (stored.answers == made.answers).all()
    assert (stored.code_of == made.code_of).all()
    assert probe_matrix(book, rules.game).score == ("wordle" if rules is LISTED_WORDS else "matrix")
    again = stored_rules(rules.game, book.path)
    if isinstance(rules, WordList):
        same: WordList | AnswerTable = word_list(rules.game, rules.score, rules.codes[::-1], (*rules.queries, "abc"))
    else:
        same = answer_table(rules.game, rules.codes[::-1], rules.queries, [row[::-1] for row in rules.cells])
    assert again == same
    assert StrategyBuild(again, Optimal()).digest == StrategyBuild(same, Optimal()).digest
    for read in (lambda: stored_rules(Named("nothing"), book.path), lambda: problem_of(Named("nothing"), book)):
        with pytest.raises(MissingTableError, match="nothing"):
            read()


def test_lone_codes_are_answers_too(book: Book) -> None:
    """Where codes are not named a tree has no nodes for them; the matrix of answers has them all the same."""
    first = questions.Next(LETTERS.game, Optimal()).stored(book)
    assert first.answers in ({"high": 2, "low": 2}, {"<": 2, "=": 2})
    after = questions.Next(LETTERS.game, Optimal(), [(first.guess, next(iter(first.answers)))]).stored(book)
    assert (after.remaining, list(after.answers.values()), after.expected) == (2, [1, 1], 1)
    summary = questions.Summary(LETTERS.game, Optimal()).probe(book)
    assert (summary.total, summary.histogram) == (8, {2: 4})


GAMES = (Pegs(4, 6), Pegs(4, 6, True))


@pytest.mark.parametrize(("word", "tie"), TABLE_4_5)
def test_every_row_of_table_4_5(word: str, tie: str) -> None:
    for game, printed in zip(GAMES, TABLE_4_5[word, tie], strict=True):
        rows = StrategyTables(game, strategy(word, None if tie == "none" else tie)).run()["strategies"]
        total = Fraction(int(rows["total_num"][0]), int(rows["total_den"][0]))
        if "." in printed:
            assert f"{float(total):.2f}" == printed
        else:
            assert total == Fraction(printed)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if total > 8_000 else ()) for game, total in OPTIMAL_TOTALS.items()],
    ids=str,
)
def test_optimal_totals(game: tuple[int, int, bool]) -> None:
    problem = mastermind(*game)
    optimum = optimal_tree(problem)
    assert (optimum.total, optimum.lower, optimum.proved) == (OPTIMAL_TOTALS[game], OPTIMAL_TOTALS[game], True)
    assert walk(problem, optimum.tree).sum() == optimum.total


def test_a_colour_more_costs_one_query_in_one_more_than_the_pegs() -> None:
    """As docs/deduction.md argues: with p pegs and many colours H_1 takes c / (p + 1) queries and a constant."""
    means = {}
    for game in (Pegs(1, 9), Pegs(2, 8), Pegs(2, 16), Pegs(2, 32)):
        rows = StrategyTables(game, strategy("h1", "lex")).run()["strategies"]
        means[game.pegs, game.colors] = Fraction(int(rows["total_num"][0]), game.size[0])
    assert means[1, 9] == Fraction(9 + 1, 2)
    early, late = ((means[2, 2 * c] - means[2, c]) / c - Fraction(1, 3) for c in (8, 16))
    assert 0 < late < early / 3 < Fraction(1, 100)


@pytest.mark.slow
def test_the_best_order_on_a_grid() -> None:
    points = alpha_curve(mastermind(4, 6), [Fraction(i, 50) for i in range(1, 301)])
    assert min(point.total for point in points) == 5680


@pytest.mark.slow
def test_value_if_the_codemaker_chooses_too() -> None:
    """Wikipedia, Mastermind (board game), section "Optimal strategies for the codemaker": 5600 / 1290."""
    assert solve_choosing(mastermind(4, 6)).solution.value == Fraction(5600, 1290)


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
    least = optimal_tree(plain, codes=codes).total
    assert (int(tree.codes[0]), int(tree.total[0])) == (len(codes), least)
    within = rows.strategy_tree(problem, Optimal(within=3), codes=codes, history=asked)
    assert int(within.total[0]) == most_within(plain, 1, codes=codes).total
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
        monkeypatch.setattr(next_query, "BUDGET", 2e7)
        monkeypatch.setattr(next_query, "estimate_work", lambda *_: 1.0)
        weaker = book.ask(asked)
        assert isinstance(weaker, UnprovedNext)
        assert weaker.asked_by == "h1"
        assert (weaker.total or 0) >= (exact.total or 0)
        again = book.ask(asked, compute=True, note=notes.append)
        assert isinstance(again, Next)
        assert (again.guess, again.total) == (exact.guess, exact.total)
        assert notes == ["computing: at most 16 min 40 s"]
        monkeypatch.setattr(next_query, "BUDGET", 1e6)
        with pytest.raises(MissingTableError):
            book.ask(questions.Summary(Pegs(4, 5), Optimal()))


@compiled
def test_gamma_of_many_colours_begins_at_a_possible_depth(tmp_path: Path) -> None:
    with open_book(tmp_path, pocket=False) as book:
        constants = book.ask(questions.Gamma(Pegs(1, 200)))
    assert constants.codes == 200
    assert np.isclose(constants.gamma, 1.0)
