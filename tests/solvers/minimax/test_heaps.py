"""What a move can leave of a heap, against the definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_heaps import lefts

from tafelwerk.errors import InputError
from tafelwerk.solvers.minimax.grundy import GRUNDYS_GAME
from tafelwerk.solvers.minimax.heaps import LARGEST_HEAP, MOST_TAKEN, HeapGame, check_heap

GAMES = st.builds(
    lambda first, middle, last, equal: HeapGame("random", (first, *middle, last), equal),
    st.sampled_from([0, 4]),
    st.lists(st.integers(0, 7), max_size=3),
    st.integers(1, 7),
    st.booleans(),
)


@given(GAMES, st.integers(0, 14))
def test_options_are_those_of_the_definition(game: HeapGame, heap: int) -> None:
    options = list(game.options(heap))
    assert len(options) == len(set(options))
    assert set(options) == lefts(game, heap)
    # fewest tokens taken first, then fewer heaps, then smaller parts
    assert options == sorted(options, key=lambda left: (-sum(left), len(left), left))
    assert game.breaks == any(digit >= 4 for digit in game.digits)


def test_small_games_by_hand() -> None:
    kayles = HeapGame("Kayles", (0, 7, 7))
    assert list(kayles.options(0)) == []
    assert list(kayles.options(1)) == [()]
    assert list(kayles.options(5)) == [(4,), (1, 3), (2, 2), (3,), (1, 2)]
    assert list(GRUNDYS_GAME.options(2)) == []
    assert list(GRUNDYS_GAME.options(8)) == [(1, 7), (2, 6), (3, 5)]


@pytest.mark.parametrize(
    "digits", [(), (0,), (0, 7, 0), (0, 8), (0, -1), (1, 3), (2,), (6, 7), (0,) * (MOST_TAKEN + 1) + (3,)]
)
def test_digits_that_cannot_be(digits: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="digits"):
        HeapGame("none", digits)


@pytest.mark.parametrize("heap", [-1, LARGEST_HEAP + 1, 2.0, "3", True, None])
def test_heaps_that_cannot_be(heap: object) -> None:
    with pytest.raises(InputError, match="heap"):
        check_heap(heap)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="heap"):
        list(GRUNDYS_GAME.options(heap))  # type: ignore[arg-type]
