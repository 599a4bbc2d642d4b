"""The rules said once more, against the recursive ones."""

from fractions import Fraction

import pytest
from naive import games

from tafelwerk.errors import InputError
from tafelwerk.proofs.montecarlo.ball_play import exact_chances
from tafelwerk.proofs.montecarlo.plain_games import (
    LOST,
    PlainGame,
    heap_options,
    plain_lane,
    plain_race,
    plain_subtraction,
)

RULES = [((1, 2), "wins"), ((2, 5), "wins"), ((3, 5, 11), "loses"), ((2, 3), "illegal"), ((4,), "illegal")]

GAMES = [
    *[
        (plain_race(n, m, s), games.single_step_race(n, m, s))
        for n, m, s in ((2, 3, 1), (3, 2, 2), (1, 3, 3), (2, 3, 2))
    ],
    *[(plain_lane(n, crash=True), games.double_step_crash_race(n)) for n in range(1, 9)],
    *[(plain_lane(n, crash=False), games.double_step_race(n)) for n in range(1, 9)],
]


def chance(plain: PlainGame[object], number: int) -> Fraction:
    value = exact_chances(plain.options)[number]
    return Fraction(int(value.p), int(value.q))


@pytest.mark.parametrize(("plain", "game"), GAMES)
def test_races(plain: PlainGame[object], game: games.Game) -> None:
    assert chance(plain, len(plain.options) - 1) == games.win_chances(game)(game.start)


def test_double_step_positions() -> None:
    for n in range(1, 9):
        seen = {
            (own, n - other) if way == 1 else (n - own, other)
            for own, other, way in games.undecided(games.double_step_crash_race(n))  # type: ignore[misc]
        }
        assert set(plain_lane(n, crash=True).numbers) == seen
        assert set(plain_lane(n, crash=False).numbers) == games.undecided(games.double_step_race(n))


@pytest.mark.parametrize(("n", "m", "s"), [(2, 3, 1), (3, 2, 2), (2, 4, 3), (1, 1, 1)])
def test_race_positions(n: int, m: int, s: int) -> None:
    seen = games.undecided(games.single_step_race(n, m, s))
    assert set(plain_race(n, m, s).numbers) == seen


@pytest.mark.parametrize(("moves", "overshoot"), RULES)
def test_subtraction(moves: tuple[int, ...], overshoot: str) -> None:
    plain = plain_subtraction(moves, 25, overshoot)
    for heap in range(1, 26):
        game = games.subtraction(moves, heap, overshoot)
        assert chance(plain, plain.numbers[heap]) == games.win_chances(game)(heap)
        assert (plain.numbers[heap] == LOST) == (not heap_options(moves, heap, overshoot))


def test_unknown_rule() -> None:
    with pytest.raises(InputError, match="overshoot"):
        heap_options((1, 2), 3, "draws")
