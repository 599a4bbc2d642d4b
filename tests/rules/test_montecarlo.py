"""Games and rules are read as they are written."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.rules.montecarlo import (
    OVERSHOOTS,
    Dsc,
    Dsr,
    Esr,
    Subtraction,
    SubtractionRules,
    parse_game,
    parse_rules,
    perfect_share,
    read_agent,
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a game is one of esr N M S"),
        ("chess", "unknown game 'chess'"),
        ("dsc", "dsc is written dsc N"),
        ("dsc 10 --moves 1,2", "dsc takes neither --moves"),
        ("dsr 2001", "must be 1 to 2,000, not 2,001"),
        ("subtraction 5", "a subtraction game needs --moves"),
        ("subtraction 5 --moves", "--moves: a move must be a whole number"),
    ],
)
def test_texts_that_are_no_game(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_game(text)


@pytest.mark.parametrize("text", ["", "1,2 3", "1,2 --moves 1,2", "--overshoot wins"])
def test_texts_that_are_no_rules(text: str) -> None:
    with pytest.raises(InputError, match="rules are written"):
        parse_rules(text)


def test_agents() -> None:
    assert [read_agent(word) for word in ("mc:7", "mc:inf", "careful")] == ["mc:7", "mc:inf", "careful"]
    with pytest.raises(InputError, match="an agent is"):
        read_agent("clever")


@pytest.mark.parametrize(
    ("word", "agent", "share"),
    [
        ("half-perfect", "half-perfect", Fraction(1, 2)),
        ("half-perfect:0.5", "half-perfect", Fraction(1, 2)),
        ("half-perfect:0.1", "half-perfect:1/10", Fraction(1, 10)),
        ("half-perfect:6/8", "half-perfect:3/4", Fraction(3, 4)),
        ("half-perfect:1", "half-perfect:1", Fraction(1)),
        ("half-perfect:0", "half-perfect:0", Fraction(0)),
    ],
)
def test_half_perfect_agents(word: str, agent: str, share: Fraction) -> None:
    assert read_agent(word) == read_agent(agent) == agent
    assert perfect_share(agent) == share


@pytest.mark.parametrize("word", ["half-perfect:", "half-perfect:2", "half-perfect:-1/2", "half-perfect:x"])
def test_shares_that_cannot_be(word: str) -> None:
    with pytest.raises(InputError, match="P of half-perfect:P must be an integer, a decimal or p/q, 0 to 1"):
        read_agent(word)


def test_races_are_told_apart() -> None:
    assert Dsc(5) != Dsr(5)
    assert len({Dsc(5), Dsr(5), Dsr(5)}) == 2
    assert (Dsc(5).title, Dsr(5).title) == ("DSC(5)", "DSR(5)")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Esr(0, 2, 1), "not 0"),
        (lambda: Esr(2, 0, 1), "not 0"),
        (lambda: Esr(2, 2, 3), "not 3"),
        (lambda: Dsc(0), "not 0"),
        (lambda: Subtraction(SubtractionRules((1, 2)), -1), "not -1"),
        (lambda: SubtractionRules(()), "at least one move"),
        (lambda: SubtractionRules((0, 1)), "not 0"),
        (lambda: SubtractionRules((2, 1)), "2,1"),
        (lambda: SubtractionRules((1, 1)), "1,1"),
        (lambda: SubtractionRules((1,), "maybe"), "maybe"),
    ],
)
def test_games_that_cannot_be(make: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        make()
