"""The dice race against expectiminimax, and where there is no choice against the law of the number of rolls."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import minimax_trees as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.dice_race import DiceRace, RaceState
from tafelwerk.rules.minimax.game import Turn
from tafelwerk.solvers.minimax.dice_race import solve_race
from tafelwerk.solvers.minimax.search.alpha_beta import Search


@pytest.mark.parametrize("race", [DiceRace(1, 1, 1), DiceRace(4, 2, 3), DiceRace(2, 3, 2)])
def test_every_position(race: DiceRace) -> None:
    table, values = solve_race(race), naive.values(race)
    assert Search(race).root().value == values[race.start]
    asked = 0
    for state, value in values.items():
        own, other = (state.of_max, state.of_min) if state.player is Turn.MAX else (state.of_min, state.of_max)
        if state.roll == 0:
            chance = table.chance(own, other)
        else:
            chance, distances = table.choices(own, other, state.roll)
            assert distances == [move for move in race.moves(state) if values[race.after(state, move)] == value]
            asked += 1
        assert value == (chance if state.player is Turn.MAX else 1 - chance)
    assert asked > 0
    assert len(table.numerators) == (len({tokens for tokens, _ in table.numerators})) ** 2


@settings(max_examples=25)
@given(st.integers(1, 12), st.integers(1, 6))
def test_one_token_each(length: int, sides: int) -> None:
    """With one token there is no choice: the player to roll wins when the own rolls needed are at most the other's."""
    table = solve_race(DiceRace(length, 1, sides))

    @cache
    def still(distance: int, rolls: int) -> Fraction:
        """The chance that a token is not home after that many rolls."""
        if not distance or not rolls:
            return Fraction(distance > 0)
        return Fraction(sum(still(max(0, distance - roll), rolls - 1) for roll in range(1, sides + 1)), sides)

    for own, other in product(range(1, length + 1), repeat=2):
        home = [still(own, rolls - 1) - still(own, rolls) for rolls in range(1, length + 1)]
        assert table.chance([own], [other]) == sum(chance * still(other, r) for r, chance in enumerate(home))


def test_the_choice_depends_on_the_other_player() -> None:
    """The tokens at 12 and 11, a 6 rolled: against one token close to home 12 must move, against another 11."""
    table = solve_race(DiceRace(12, 2, 6))
    choices = {}
    for (own, other), numerator in table.numerators.items():
        assert 0 <= numerator <= 6 ** (sum(own) + sum(other))
        if own == (12, 11):
            choices[other] = tuple(table.choices(own, other, 6)[1])
    assert set(choices.values()) == {(12,), (11,), (12, 11)}
    assert choices[5, 0] == (11,)
    assert choices[4, 2] == (12,)


def test_rules() -> None:
    race = DiceRace(4, 2, 3)
    rolled = RaceState(Turn.MIN, 3, (4, 1), (4, 2))
    assert race.to_move(rolled) is Turn.MIN
    assert race.moves(rolled) == [4, 2]
    assert race.after(rolled, 2) == RaceState(Turn.MAX, 0, (4, 1), (4, 0))
    assert race.to_move(race.start) is Turn.CHANCE
    assert [chance for chance, _ in race.chances(race.start)] == [Fraction(1, 3)] * 3


def test_bad_input() -> None:
    for length, tokens, sides, reason in (
        (0, 1, 6, "squares"),
        (3, 0, 6, "tokens"),
        (3, 2, 0, "die"),
        (3, 2, 101, "die"),
    ):
        with pytest.raises(InputError, match=reason):
            DiceRace(length, tokens, sides)
    with pytest.raises(InputError, match="positions"):
        solve_race(DiceRace(40, 3, 6))
    table = solve_race(DiceRace(3, 2, 6))
    assert table.chance((0, 0), (0, 2)) == 1
    assert table.chance((1, 0), (0, 0)) == 0
    for own, other, reason in (
        ((1,), (1, 1), "2 tokens"),
        ((4, 1), (1, 1), "distances"),
        ((0, 0), (0, 0), "one player"),
    ):
        with pytest.raises(InputError, match=reason):
            table.chance(own, other)
    with pytest.raises(InputError, match="roll"):
        table.choices((1, 1), (1, 1), 7)
    with pytest.raises(InputError, match="over"):
        table.choices((0, 0), (1, 1), 1)
