"""What a strategy costs from where a history leads, whichever colours were asked for: played by the rules, code by code."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from naive import beams as naive

from tafelwerk.families.beams.advice import next_of
from tafelwerk.families.beams.answers import Query
from tafelwerk.families.beams.hidden_codes import problem_of
from tafelwerk.families.beams.rules import VARIANTS, Approximate, Entropy, History, Strategy, query_text, read_history
from tafelwerk.solvers.beams.codes_left import Knowledge

RULES = VARIANTS["3c6p"]
BOARD = naive.lines(3)
HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)


def advised(variant: str, history: History, strategy: Strategy) -> Query:
    found = next_of(Knowledge(problem_of(variant), history), strategy)
    assert isinstance(found, Query)
    return found


@cache
def codes() -> list[naive.Code]:
    return naive.codes(RULES)


def left(history: History) -> list[naive.Code]:
    beams = []
    for colour, diagonal, hits in history:
        line = BOARD[diagonal]
        beams.append((colour, diagonal, frozenset(field for place, field in enumerate(line) if hits >> place & 1)))
    return naive.left_over(codes(), BOARD, beams)


def cost(among: list[naive.Code], asked: list[naive.Query], alpha: Fraction | None, tie: str) -> Fraction:
    """Queries and wrong fields from here on, summed over the codes."""
    if len(among) == 1:
        return Fraction(0)
    possible = naive.splits(among, asked, RULES.colours, BOARD)
    if not possible:
        guess = naive.guess(among)
        return Fraction(sum(naive.wrong_fields(guess, code) for code in among))
    best = naive.best(possible, alpha)
    if tie != "mix":
        best = [naive.first(best, tie)]
    sums = [cost(part, [*asked, query], alpha, tie) for query in best for part in possible[query]]
    return len(among) + sum(sums, Fraction(0)) / len(best)


# colours that are and are not the first ones, a single one, and all
HISTORIES = ["2@1 1; 2@9 -", "3@5 -; 3@8 2,3", "1@2 1; 3@14 -", "3@2 1,2; 2@8 -", "1@4 -; 2@11 -; 3@7 -"]


# each order with each rule for ties; histories take turns
GRID = list(enumerate(product([None, Fraction(0), HALF, ONE, TWO], ["lex-c", "lex-d", "mix"])))


@pytest.mark.parametrize("text", HISTORIES)
def test_cost_from_here_on(text: str) -> None:
    history = read_history(text, RULES)
    among = left(history)
    assert len(among) > 5
    asked = [(beam.colour, beam.diagonal) for beam in history]
    for place, (alpha, tie) in GRID:
        if place % len(HISTORIES) == HISTORIES.index(text):
            advice = advised("3c6p", history, Entropy(alpha, tie))
            assert advice.remaining == len(among)
            assert advice.total == cost(among, asked, alpha, tie), (alpha, tie)
            assert advice.expected == float(advice.total / len(among))
            possible = naive.splits(among, asked, RULES.colours, BOARD)
            best = naive.best(possible, alpha)
            query = naive.first(best, "lex-d" if tie == "lex-d" else "lex-c")
            assert advice.query == query_text(*query)
            assert sorted(advice.answers.values()) == sorted(map(len, possible[query]))
            if tie == "mix" and len(best) > 1:
                assert list(advice.tied) == [query_text(*one) for one in best]


def test_mix_from_the_start() -> None:
    for alpha, total in (
        (None, Fraction(8784304093681, 1102701600)),
        (Fraction(0), Fraction(275668321, 36960)),
        (ONE, Fraction(44479, 6)),
        (TWO, Fraction(7475)),
    ):
        assert advised("3c6p", (), Entropy(alpha, "mix")).total == total


@pytest.mark.parametrize("wanted", [Entropy(ONE, "lex-d"), Approximate("h-prime"), Approximate("u", "lex-d")], ids=str)
def test_six_colours_of_which_any_were_asked_for(wanted: Strategy) -> None:
    """The cost of a set is one more than that of its parts, whichever colours the strategy goes on with."""
    rules = VARIANTS["6c3p"]
    history = "5@3 1,2; 3@9 1"
    found = advised("6c3p", read_history(history, rules), wanted)
    total = Fraction(found.remaining)
    for hits, size in found.answers.items():
        if size > 1:
            after = advised("6c3p", read_history(f"{history}; {found.query} {hits}", rules), wanted)
            assert after.total is not None
            total += after.total
    assert total == found.total


def test_many_ties_of_many_codes_are_not_played_out() -> None:
    for alpha in (None, Fraction(0), Fraction(100)):
        assert advised("6c3p", (), Entropy(alpha, "mix")).expected is None
    few = read_history("2@1 -; 3@4 1; 5@6 1", VARIANTS["6c3p"])
    assert advised("6c3p", few, Entropy(None, "mix")).expected is not None
