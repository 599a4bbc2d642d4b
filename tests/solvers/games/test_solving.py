"""Games of the user's own: Nim, symmetries, a puzzle; any game is solved and proved in tests/proofs/games."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.own_games import TableGame

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import Rules
from tafelwerk.solvers.games import solve_own_game

OUTCOMES = st.sampled_from([-2, -1, -1, 0, 1, 1, 2, Fraction(1, 2), Fraction(-5, 3)])


@st.composite
def tables(draw: st.DrawFn, *, loops: bool, chance: bool = False) -> TableGame:
    size = draw(st.integers(1, 12))
    tells = draw(st.booleans())
    after: list[tuple[int, ...]] = []
    ends: list[Any] = []
    chances: list[tuple[Fraction, ...]] = []
    for place in range(size):
        first = 0 if loops else place + 1
        if first >= size or draw(st.integers(0, 3)) == 0:
            after.append(())
            ends.append(draw(OUTCOMES))
            chances.append(())
            continue
        found = draw(st.lists(st.integers(first, size - 1), min_size=1, max_size=4))
        after.append(tuple(found))
        ends.append(None)
        weights = draw(st.lists(st.integers(1, 6), min_size=len(found), max_size=len(found)))
        is_drawn = chance and draw(st.booleans())
        chances.append(tuple(Fraction(one, sum(weights)) for one in weights) if is_drawn else ())
    movers = tuple(draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))) if tells else ()
    return TableGame(tuple(after), tuple(ends), movers, tuple(chances) if chance else ())


class Nim:
    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps

    def start(self) -> tuple[int, ...]:
        return self.heaps

    def moves(self, heaps: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(heap, taken) for heap, size in enumerate(heaps) for taken in range(1, size + 1)]

    def after(self, heaps: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        heap, taken = move
        return (*heaps[:heap], heaps[heap] - taken, *heaps[heap + 1 :])

    def outcome(self, heaps: tuple[int, ...]) -> int | None:
        return None if any(heaps) else -1


class SortedNim(Nim):
    def key(self, heaps: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(heaps))


class TurnedNim(Nim):
    def symmetry(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        a, b, c = heaps
        return [(a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]


@given(st.tuples(*[st.integers(0, 4)] * 3))
def test_nim_is_won_by_the_exclusive_or_and_symmetries_change_no_value(heaps: tuple[int, int, int]) -> None:
    plain = solve_own_game(Rules(Nim(*heaps)), 1000)
    a, b, c = heaps
    assert plain.values[0] == (1 if a ^ b ^ c else -1)
    of_plain = dict(zip(plain.graph.texts, zip(plain.values, plain.distances, strict=True), strict=True))
    for kind in (SortedNim, TurnedNim):
        fewer = solve_own_game(Rules(kind(*heaps)), 1000)
        assert len(fewer.graph) <= len(plain.graph)
        values = sorted(zip(fewer.values, fewer.distances, strict=True))
        assert values[0] == min(of_plain.values())
        assert (fewer.values[0], fewer.distances[0]) == (plain.values[0], plain.distances[0])
        for text, value, distance in zip(fewer.graph.texts, fewer.values, fewer.distances, strict=True):
            if text in of_plain:
                assert of_plain[text] == (value, distance)


class Steps:
    """A puzzle: from 1 by doubling or subtracting 3 to the goal."""

    players = 1

    def start(self) -> int:
        return 1

    def moves(self, number: int) -> list[str]:
        return [*(["double"] if number < 40 else []), *(["subtract"] if number >= 3 else [])] or ["stay"]

    def after(self, number: int, move: str) -> int:
        return {"double": 2 * number, "subtract": number - 3, "stay": number}[move]

    def outcome(self, number: int) -> int | None:
        return 1 if number == 10 else None


def test_a_puzzle_is_solved_with_the_fewest_moves() -> None:
    """1 2 4 8 5 10, found by hand; a game beyond its limit is refused."""
    solution = solve_own_game(Rules(Steps()), 1000)
    assert (solution.values[0], solution.distances[0]) == (1, 5)
    endless = type("Endless", (Steps,), {"after": lambda self, number, move: number + 100})
    with pytest.raises(InputError, match=r"endless has more than 500 positions, .*--positions N"):
        solve_own_game(Rules(endless()), 500)
