"""Games, rules, positions and biases are read as they are written."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo import rules

RULES = st.builds(
    rules.SubtractionRules,
    st.lists(st.integers(1, 60), min_size=1, max_size=6, unique=True).map(lambda moves: tuple(sorted(moves))),
    st.sampled_from(rules.OVERSHOOTS),
)
GAMES = st.one_of(
    st.builds(rules.Dsc, st.integers(1, 2000)),
    st.builds(rules.Dsr, st.integers(1, 2000)),
    st.tuples(st.integers(1, 9), st.integers(1, 5)).map(lambda sizes: rules.Esr(*sizes, 1)),
    st.builds(rules.Subtraction, RULES, st.integers(0, 10**5)),
)
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
THREE = rules.Shares((HALF, QUARTER, QUARTER))


@given(GAMES, RULES)
def test_games_and_rules_are_read_as_they_are_written(game: rules.Game, heaps: rules.SubtractionRules) -> None:
    assert rules.parse_game(str(game)) == game
    text = f"{heaps.text} --overshoot {heaps.overshoot}"
    assert rules.parse_rules(str(heaps)) == rules.parse_rules(text) == heaps


def test_limits() -> None:
    most = rules.MOST_MOVES
    assert len(rules.SubtractionRules(tuple(range(1, most + 1))).moves) == most
    assert len(rules.read_shares(",".join(["0"] * rules.MOST_SHARES)).values) == rules.MOST_SHARES


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.tuples(st.just(n), *[st.lists(st.integers(0, n), min_size=3, max_size=3)] * 2)
    )
)
def test_pieces_in_any_order(asked: tuple[int, list[int], list[int]]) -> None:
    n, own, other = asked
    game = rules.Esr(n, 3, 3)
    words = " / ".join(",".join(map(str, pieces)) for pieces in (own, other))
    if max(own.count(n), other.count(n)) == 3:
        with pytest.raises(InputError, match="3 home, and 3 win"):
            rules.read_position(game, words)
        return
    found = rules.read_position(game, words)
    assert (found is None) == (sum(own) + sum(other) == 0)
    if found is not None:
        assert (sorted(found.own), sorted(found.other)) == (sorted(own), sorted(other))
