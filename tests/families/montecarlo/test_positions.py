"""Positions are read as they are written, and refused where the game is over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import (
    Dsc,
    Dsr,
    Esr,
    Position,
    Subtraction,
    SubtractionRules,
    read_position,
    smaller_game,
)

HEAPS = Subtraction(SubtractionRules((2, 3)), 20)


def test_positions() -> None:
    for game, words, text, own, other in [
        (HEAPS, "12", "12", (12,), ()),
        (Dsc(10), " 2,3 ", "2 3", (2,), (3,)),
        (Dsr(10), "9 1", "9 1", (9,), (1,)),
        (Esr(7, 3, 2), "0,5,4/6,3,6", "5,4,0 / 6,6,3", (5, 4, 0), (6, 6, 3)),
    ]:
        found = read_position(game, words)
        assert found is not None
        assert (str(found), found.own, found.other) == (text, own, other)
        assert read_position(game, str(found)) == found


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.tuples(st.just(n), *[st.lists(st.integers(0, n), min_size=3, max_size=3)] * 2)
    )
)
def test_pieces_in_any_order(asked: tuple[int, list[int], list[int]]) -> None:
    n, own, other = asked
    game = Esr(n, 3, 3)
    words = " / ".join(",".join(map(str, pieces)) for pieces in (own, other))
    if max(own.count(n), other.count(n)) == 3:
        with pytest.raises(InputError, match="3 home, and 3 win"):
            read_position(game, words)
        return
    found = read_position(game, words)
    assert (found is None) == (sum(own) + sum(other) == 0)
    if found is not None:
        assert (sorted(found.own), sorted(found.other)) == (sorted(own), sorted(other))


def test_a_heap_is_the_start_of_a_smaller_game() -> None:
    at = read_position(HEAPS, "7")
    assert smaller_game(HEAPS, at) == (Subtraction(HEAPS.rules, 7), None)
    assert smaller_game(HEAPS, None) == (HEAPS, None)
    square = Position((2,), (3,), "2 3")
    assert smaller_game(Dsc(10), square) == (Dsc(10), square)
