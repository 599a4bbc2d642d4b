"""The rules said once more, against the recursive ones."""

from fractions import Fraction
from typing import Any

import pytest
from naive import games

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
    *[(plain_race(*sizes), games.single_step_race(*sizes)) for sizes in ((2, 3, 1), (3, 2, 2), (1, 3, 3), (2, 4, 3))],
    *[(plain_lane(n, crash=True), games.double_step_crash_race(n)) for n in (1, 2, 3, 8)],
    *[(plain_lane(n, crash=False), games.double_step_race(n)) for n in (1, 2, 3, 8)],
]


def chance(plain: PlainGame[object], number: int) -> Fraction:
    value = exact_chances(plain.options)[number]
    return Fraction(int(value.p), int(value.q))


@pytest.mark.parametrize(("plain", "game"), GAMES)
def test_races(plain: PlainGame[Any], game: games.Game) -> None:
    assert chance(plain, len(plain.options) - 1) == games.win_chances(game)(game.start)
    positions = games.undecided(game)
    if len(start := game.start) == 3:  # type: ignore[arg-type]
        # seen from either end
        n = start[1]  # type: ignore[index]
        positions = {(x, n - y) if way == 1 else (n - x, y) for x, y, way in positions}  # type: ignore[misc]
    assert set(plain.numbers) == positions


@pytest.mark.parametrize(("moves", "overshoot"), RULES)
def test_subtraction(moves: tuple[int, ...], overshoot: str) -> None:
    plain = plain_subtraction(moves, 25, overshoot)
    for heap in range(1, 26):
        game = games.subtraction(moves, heap, overshoot)
        assert chance(plain, plain.numbers[heap]) == games.win_chances(game)(heap)
        assert (plain.numbers[heap] == LOST) == (not heap_options(moves, heap, overshoot))
