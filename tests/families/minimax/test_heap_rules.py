"""Taking-and-breaking games: their names, and what a move can leave of a heap, against the definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_heaps import GAMES, lefts

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.games import MOST_HEAPS, MOST_PLAYED_HEAPS, MOST_TOKENS, game_of_two, read_heaps
from tafelwerk.families.minimax.rules.heaps import (
    GRUNDY,
    LARGEST_HEAP,
    LONGEST_CODE,
    MOST_NUMBERS,
    MOST_TAKEN,
    NOTHING_LEFT,
    OCTAL_HEAPS,
    ONE_LEFT,
    SUBTRACTION_HEAPS,
    TWO_LEFT,
    HeapGame,
    checked_heaps,
    heap_game,
    octal_game,
    subtraction_game,
    subtraction_games,
)


@given(GAMES, st.integers(0, 14))
def test_options_are_those_of_the_definition(game: HeapGame, heap: int) -> None:
    options = list(game.options(heap))
    assert len(options) == len(set(options))
    assert set(options) == lefts(game, heap)
    # fewest tokens taken first, then fewer heaps, then smaller parts
    assert options == sorted(options, key=lambda left: (-sum(left), len(left), left))
    assert game.breaks == any(digit >= 4 for digit in game.digits)


def test_digits_that_cannot_be() -> None:
    for digits in [(), (0,), (0, 7, 0), (0, 8), (0, -1), (1, 3), (2,), (6, 7), (0,) * (MOST_TAKEN + 1) + (3,)]:
        with pytest.raises(InputError, match="digits"):
            HeapGame("none", digits)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5, unique=True))
def test_a_set_has_one_name(numbers: list[int]) -> None:
    found = subtraction_game(numbers)
    assert found.name == f"subtraction {','.join(map(str, sorted(numbers)))}"
    assert [found.takes(kind) for kind in (NOTHING_LEFT, ONE_LEFT, TWO_LEFT)] == [sorted(numbers), sorted(numbers), []]
    assert subtraction_game(" , ".join(map(str, numbers))) == found == heap_game(found.name)


def test_limits_are_reached() -> None:
    assert octal_game("0." + "7" * LONGEST_CODE).most_taken == LONGEST_CODE
    assert subtraction_game([MOST_TAKEN]).most_taken == MOST_TAKEN
    assert len(subtraction_game(range(1, MOST_NUMBERS + 1)).takes(ONE_LEFT)) == MOST_NUMBERS
    with pytest.raises(InputError, match="at most 100 numbers, not 101"):
        subtraction_game(range(1, MOST_NUMBERS + 2))
    assert len(read_heaps("1 " * MOST_HEAPS)) == MOST_HEAPS
    with pytest.raises(InputError, match="at most 100 heaps, not 101"):
        read_heaps("1 " * (MOST_HEAPS + 1))
    for heaps in (f"{MOST_TOKENS - 1}+1", "+".join("1" * MOST_PLAYED_HEAPS)):
        assert isinstance(game_of_two(f"grundy:{heaps}"), tuple)
        with pytest.raises(InputError, match=r"at most (1,000 tokens together, not 1,001|12 heaps, not 13)"):
            game_of_two(f"grundy:{heaps}+1")


def test_what_a_period_needs() -> None:
    kayles, sets = octal_game("0.77"), subtraction_games(3)
    assert (kayles.most_taken, kayles.breaks, kayles.has_provable_period) == (2, True, True)
    assert (GRUNDY.takes(TWO_LEFT), GRUNDY.has_provable_period) == ([0], False)
    assert [game.code for game in sets] == ["1", "2", "3", "1,2", "1,3", "2,3", "1,2,3"]
    assert not any(game.breaks for game in sets)
    assert (kayles.searched_heaps, sets[0].searched_heaps) == (OCTAL_HEAPS, SUBTRACTION_HEAPS)


def test_what_is_no_heap() -> None:
    for heap in [-1, 0, LARGEST_HEAP + 1, 2.0, "3", True, None]:
        for misere in (False, True):
            with pytest.raises(InputError, match="a heap must have 1 to 10,000,000 tokens"):
                checked_heaps([3, heap], misere)
        if heap != 0:
            with pytest.raises(InputError, match="a heap must have 0 to"):
                list(GRUNDY.options(heap))
