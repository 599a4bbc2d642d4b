"""Games and rules are read as they are written."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import (
    MOST_MOVES,
    OVERSHOOTS,
    Dsc,
    Dsr,
    Esr,
    Subtraction,
    SubtractionRules,
    parse_game,
    parse_rules,
    perfect_share,
)

RULES = st.builds(
    SubtractionRules,
    st.lists(st.integers(1, 60), min_size=1, max_size=6, unique=True).map(lambda moves: tuple(sorted(moves))),
    st.sampled_from(OVERSHOOTS),
)
GAMES = st.one_of(
    st.builds(Dsc, st.integers(1, 2000)),
    st.builds(Dsr, st.integers(1, 2000)),
    st.tuples(st.integers(1, 9), st.integers(1, 5)).map(lambda sizes: Esr(*sizes, 1)),
    st.builds(Subtraction, RULES, st.integers(0, 10**5)),
)


@given(GAMES)
def test_games_are_read_as_they_are_written(game: Dsc | Esr | Subtraction) -> None:
    assert parse_game(str(game)) == game


@given(RULES)
def test_rules_are_read_as_they_are_written(rules: SubtractionRules) -> None:
    assert parse_rules(str(rules)) == parse_rules(f"{rules.text} --overshoot {rules.overshoot}") == rules


def test_shares_of_half_perfect_agents() -> None:
    assert (perfect_share("half-perfect"), perfect_share("half-perfect:1/10")) == (Fraction(1, 2), Fraction(1, 10))


def test_races_are_told_apart() -> None:
    assert Dsc(5) != Dsr(5)
    assert len({Dsc(5), Dsr(5), Dsr(5)}) == 2
    assert (Dsc(5).title, Dsr(5).title) == ("DSC(5)", "DSR(5)")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: SubtractionRules(()), "at least one move"),
        (lambda: SubtractionRules((2, 1)), "2,1"),
        (lambda: SubtractionRules(tuple(range(1, MOST_MOVES + 2))), "at most 100 moves, not 101"),
    ],
)
def test_games_that_cannot_be(make: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        make()
    assert len(SubtractionRules(tuple(range(1, MOST_MOVES + 1))).moves) == MOST_MOVES
