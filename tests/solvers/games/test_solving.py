"""Games of the user's own against naive twins: by recursion, by repeating, in fractions."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive import own_games
from naive.own_games import TableGame

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import Rules
from tafelwerk.solvers.games.game_graphs import Solution, solve_own_game

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


def solved(table: TableGame) -> tuple[Solution, dict[int, int]]:
    solution = solve_own_game(Rules(table.game()), 100)
    return solution, {int(text): place for place, text in enumerate(solution.graph.texts)}


@given(st.booleans().flatmap(lambda loops: tables(loops=loops)))
def test_games_without_chance(table: TableGame) -> None:
    """Every row by those of its successors: distances that fall prove what is won, and whoever draws never need leave that."""
    solution, places = solved(table)
    assert sorted(places) == sorted(own_games.reached(table))
    rows = {position: (solution.values[place], solution.distances[place]) for position, place in places.items()}
    for position, (value, distance) in rows.items():
        after = [(table.sign(position, other) * rows[other][0], rows[other][1]) for other in table.after[position]]
        kept = [plies for other, plies in after if other == value]
        finite = [plies for plies in kept if plies is not None]
        if not after:
            assert (value, distance) == (table.ends[position], 0)
            continue
        assert value == max(other for other, _ in after)
        if value:
            assert distance == 1 + (max(kept) if value < 0 else min(finite))  # type: ignore[type-var]
        else:
            assert distance == (1 + min(finite) if finite else None)
        best = [value == other and (not value or plies == distance - 1) for other, plies in after]  # type: ignore[operator]
        assert solution.best[places[position]] == [f"m{move}" for move, is_best in enumerate(best) if is_best]


TRIES = TableGame(((1, 2), (0, 3), (), ()), (None, None, 0, 1), (0, 0, 0, 0), ((), (Fraction(1, 2),) * 2, (), ()))
"""A player who may try as often as is wanted: positions whose values depend on each other."""


@given(st.booleans().flatmap(lambda loops: tables(loops=loops, chance=True)))
@example(TRIES)
def test_games_of_chance(table: TableGame) -> None:
    """Every value is right by its successors; where chance ends every play, no other values are. Else the game is refused."""
    if not any(table.chances[position] for position in own_games.reached(table)):
        return
    if not own_games.stops(table):
        with pytest.raises(InputError, match="the players can play on for ever"):
            solved(table)
        return
    solution, places = solved(table)
    for position, place in places.items():
        value = solution.values[place]
        assert solution.distances[place] is None
        after = [table.sign(position, other) * solution.values[places[other]] for other in table.after[position]]
        if table.chances[position]:
            assert value == sum(p * each for p, each in zip(table.chances[position], after, strict=True))
            assert solution.best[place] == []
        elif after:
            assert value == max(after)
            assert solution.best[place] == [f"m{move}" for move, each in enumerate(after) if each == value]
        else:
            assert value == table.ends[position]


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
