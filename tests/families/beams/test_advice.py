"""What a strategy costs from where a history leads, whichever colours were asked for: played by the rules, code by code."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from naive import beams as naive

from tafelwerk.families.beams.advice import _listed_game, next_of
from tafelwerk.families.beams.answers import Query
from tafelwerk.families.beams.hidden_codes import problem_of
from tafelwerk.families.beams.rules import (
    APPROXIMATIONS,
    TIES,
    VARIANTS,
    Approximate,
    Entropy,
    History,
    Improved,
    Strategy,
    Tie,
    query_text,
    read_history,
    variant_of,
)
from tafelwerk.solvers.beams.analysis_shares import share_ahead
from tafelwerk.solvers.beams.codes_left import Knowledge, ListSource

RULES = VARIANTS["3c6p"]
BOARD = naive.lines(3)
HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)


def advise(variant: str, history: History, strategy: Strategy) -> Query:
    found = next_of(Knowledge(problem_of(variant), history), strategy)
    assert isinstance(found, Query)
    return found


def cost(among: list[naive.Code], asked: list[naive.Query], measure: Fraction | str | None, tie: str) -> Fraction:
    """Queries and wrong fields from here on, summed over the codes."""
    if len(among) == 1:
        return Fraction(0)
    possible = naive.splits(among, asked, RULES.colours, BOARD)
    if not possible:
        guess = naive.guess(among)
        return Fraction(sum(naive.wrong_fields(guess, code) for code in among))
    best = naive.best(possible, measure, among, BOARD)
    if tie != "mix":
        best = [naive.first(best, tie)]
    sums = [cost(part, [*asked, query], measure, tie) for query in best for part in possible[query]]
    return len(among) + sum(sums, Fraction(0)) / len(best)


# colours that are and are not the first ones, a single one, and all
HISTORIES = ["2@1 1; 2@9 -", "3@5 -; 3@8 2,3", "1@2 1; 3@14 -", "3@2 1,2; 2@8 -", "1@4 -; 2@11 -; 3@7 -"]


RULED: list[Strategy] = [
    *(Entropy(alpha, tie) for alpha in (None, Fraction(0), HALF, ONE, TWO) for tie in TIES),
    *(Approximate(kind, tie) for kind in APPROXIMATIONS for tie in TIES[:2]),
]
"""Each order with each rule for ties; histories take turns."""


@pytest.mark.parametrize("text", HISTORIES)
def test_cost_from_here_on(text: str) -> None:
    history = read_history(text, RULES)
    among = naive.left_of(RULES, history)
    assert len(among) > 5
    asked = [(beam.colour, beam.diagonal) for beam in history]
    for strategy in RULED[HISTORIES.index(text) :: len(HISTORIES)]:
        measure = strategy.alpha if isinstance(strategy, Entropy) else strategy.name
        advice = advise("3c6p", history, strategy)
        assert advice.remaining == len(among)
        assert advice.total == cost(among, asked, measure, strategy.tie), strategy
        assert advice.expected == float(advice.total / len(among))
        possible = naive.splits(among, asked, RULES.colours, BOARD)
        best = naive.best(possible, measure, among, BOARD)
        query = naive.first(best, "lex-d" if strategy.tie == "lex-d" else "lex-c")
        assert advice.query == query_text(*query)
        assert sorted(advice.answers.values()) == sorted(map(len, possible[query]))
        if strategy.tie == "mix" and len(best) > 1:
            assert list(advice.tied) == [query_text(*one) for one in best]


@pytest.mark.parametrize(("tie", "query"), [("lex-c", "1@3"), ("lex-d", "2@1")])
def test_the_lowest_colour_or_the_lowest_diagonal(tie: Tie, query: str) -> None:
    rules = variant_of("4x4c4")
    assert advise(rules.name, read_history("1@2 -", rules), Entropy(Fraction(0), tie)).query == query


@pytest.mark.parametrize("wanted", [Entropy(ONE, "lex-d"), Approximate("h-prime"), Approximate("u", "lex-d")], ids=str)
def test_six_colours_of_which_any_were_asked_for(wanted: Strategy) -> None:
    """The cost of a set is one more than that of its parts, whichever colours the strategy goes on with."""
    rules = VARIANTS["6c3p"]
    history = "5@3 1,2; 3@9 1"
    found = advise("6c3p", read_history(history, rules), wanted)
    total = Fraction(found.remaining)
    for hits, size in found.answers.items():
        if size > 1:
            after = advise("6c3p", read_history(f"{history}; {found.query} {hits}", rules), wanted)
            assert after.total is not None
            total += after.total
    assert total == found.total


def test_many_ties_of_many_codes_are_not_played_out() -> None:
    for alpha in (None, Fraction(0), Fraction(100)):
        assert advise("6c3p", (), Entropy(alpha, "mix")).expected is None
    few = read_history("2@1 -; 3@4 1; 5@6 1", VARIANTS["6c3p"])
    assert advise("6c3p", few, Entropy(None, "mix")).expected is not None


@pytest.mark.parametrize("board", ["2x3c3", "3x3c3"])
def test_simulated_games_of_the_improved_strategy_cost_what_its_analysis_says(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game against every code, by lists of the codes left; the analysis counts them set by set."""
    problem = problem_of(board)
    every = [code for pattern in problem.patterns.tolist() for code in permutations(pattern)]
    assert len(every) == problem.codes
    monkeypatch.setattr(ListSource, "draw", lambda source, random: every[random])
    games = [_listed_game(problem, board, Improved(), game) for game in range(len(every))]  # type: ignore[arg-type]
    expected = share_ahead(problem, 1, 1)
    assert sum(map(sum, games)) == sum(sum(cost) * codes for cost, codes in expected.items())
    assert Counter(queries for queries, _ in games) == sum(
        (Counter({queries: codes}) for (queries, _), codes in expected.items()), Counter[int]()
    )
