"""Positions are read as they are written, and refused where the game is over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.rules.montecarlo import Dsc, Dsr, Esr, Subtraction, SubtractionRules, parse_game
from tafelwerk.rules.montecarlo_positions import Position, placed, read_position

HEAPS = Subtraction(SubtractionRules((2, 3)), 20)


@pytest.mark.parametrize(
    ("game", "words", "text", "own", "other"),
    [
        (HEAPS, "12", "12", (12,), ()),
        (Dsc(10), "2 3", "2 3", (2,), (3,)),
        (Dsc(10), " 2,3 ", "2 3", (2,), (3,)),
        (Dsr(10), "9 1", "9 1", (9,), (1,)),
        (Esr(7, 3, 2), "0,5,4/6,3,6", "5,4,0 / 6,6,3", (5, 4, 0), (6, 6, 3)),
        (Esr(6, 3, 3), "5,4,0 / 6,6,3", "5,4,0 / 6,6,3", (5, 4, 0), (6, 6, 3)),
        (Esr(3, 1, 1), "2 / 0", "2 / 0", (2,), (0,)),
    ],
)
def test_positions(game: Dsc | Esr | Subtraction, words: str, text: str, own: object, other: object) -> None:
    found = read_position(game, words)
    assert found is not None
    assert (str(found), found.own, found.other) == (text, own, other)
    assert read_position(game, str(found)) == found


@pytest.mark.parametrize(
    ("game", "words"), [(HEAPS, "20"), (Dsc(10), "0 0"), (Dsr(1), "0,0"), (Esr(5, 2, 1), "0,0 / 0,0")]
)
def test_the_start_is_none(game: Dsc | Esr | Subtraction, words: str) -> None:
    assert read_position(game, words) is None


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


@pytest.mark.parametrize(
    ("game", "words", "said"),
    [
        ("subtraction 20 --moves 2,3", "0", "is over at '0': no move is left at heap 0"),
        ("subtraction 20 --moves 2,3 --overshoot illegal", "1", "no move is left at heap 1"),
        ("subtraction 20 --moves 2,3", "21", "the heap must be 0 to 20, not 21"),
        ("subtraction 20 --moves 2,3", "2 3", "must be a whole number"),
        ("dsc 10", "3", "two numbers"),
        ("dsc 10", "10 1", "gone all 10 fields"),
        ("dsc 10", "11 1", "must be 0 to 10"),
        ("dsc 10", "4 6", "one piece has landed on the other"),
        ("dsr 10", "1 10", "gone all 10 fields"),
        ("dsr 10", "a b", "must be a whole number"),
        ("esr 5 3 2", "1,2,3", "a slash"),
        ("esr 5 3 2", "1,2 / 1,2,3", "has 3 pieces, not the 2"),
        ("esr 5 3 2", "1,2,6 / 1,2,3", "must be 0 to 5, not 6"),
        ("esr 5 3 2", "5,5,0 / 1,2,3", "2 home, and 2 win"),
        ("esr 5 3 2", "1,2,3 / 5,5,5", "3 home, and 2 win"),
    ],
)
def test_words_that_are_no_position(game: str, words: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_position(parse_game(game), words)


def test_a_heap_is_the_start_of_a_smaller_game() -> None:
    at = read_position(HEAPS, "7")
    assert placed(HEAPS, at) == (Subtraction(HEAPS.rules, 7), None)
    assert placed(HEAPS, None) == (HEAPS, None)
    square = Position((2,), (3,), "2 3")
    assert placed(Dsc(10), square) == (Dsc(10), square)
