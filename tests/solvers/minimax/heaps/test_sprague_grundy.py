"""Grundy values against plain recursion, and those published."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_heaps as naive
from numpy.typing import NDArray
from published import HEAP_SEQUENCES

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import GRUNDY, TWO_LEFT, HeapGame, heap_game, octal_game
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.minimax.heaps.sprague_grundy import (
    FIRST_HEAPS,
    Coset,
    Steps,
    _grundy_values,
    best_coset,
    cosets,
    grundy_values,
    most_steps,
)

GAMES = st.builds(
    lambda first, middle, last, equal: HeapGame("random", (first, *middle, last), equal),
    st.sampled_from([0, 4]),
    st.lists(st.integers(0, 7), max_size=4),
    st.integers(1, 7),
    st.booleans(),
)


def test_published() -> None:
    for name, sequence in HEAP_SEQUENCES.items():
        expected = [int(word) for word in sequence.split()]
        assert grundy_values(heap_game(name), len(expected) - 1).tolist() == expected


@given(GAMES, st.integers(0, 60))
def test_plain_recursion(game: HeapGame, heaps: int) -> None:
    values = grundy_values(game, heaps)
    assert values.dtype == np.uint16
    assert values.tolist() == naive.grundy_values(game, heaps)


def plain(game: HeapGame, values: NDArray[np.uint16], heap: int) -> int:
    """The value of a heap from all its options and the values below it."""
    found = set()
    for taken, digit in enumerate(game.digits[: heap + 1]):
        rest = heap - taken
        if digit & 1 and rest == 0:
            found.add(0)
        if digit & 2 and rest:
            found.add(int(values[rest]))
        if digit & TWO_LEFT and rest > 1:
            sums = values[1:rest] ^ values[1:rest][::-1]
            if not game.equal_parts and rest % 2 == 0:
                sums = np.delete(sums, rest // 2 - 1)
            found |= set(np.unique(sums).tolist())
    return naive.mex(found)


@pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")
@pytest.mark.parametrize(
    ("heaps", "name"),
    [(20_000, "grundy"), (10_000, "0.007"), (3000, "4.7"), (3000, "0.3333")],
)
def test_large_heaps_with_changing_masks(heaps: int, name: str) -> None:
    game = GRUNDY if name == "grundy" else octal_game(name)
    values = grundy_values(game, heaps)
    sample = [*range(FIRST_HEAPS - 3, FIRST_HEAPS + 4), *range(7, heaps, heaps // 150), heaps]
    assert [int(values[heap]) for heap in sample] == [plain(game, values, heap) for heap in sample]


@given(GAMES, st.integers(0, 40), st.integers(0, 60))
def test_known_values_are_kept(game: HeapGame, known: int, heaps: int) -> None:
    assert np.array_equal(grundy_values(game, heaps, grundy_values(game, known)), grundy_values(game, heaps))


def test_the_rare_values_of_grundys_game() -> None:
    """A. Flammenkamp, Sprague-Grundy Values of Grundy's Game (Bielefeld): rare are the values with an even number of ones
    without the lowest digit; the first of them belong to the heaps below."""
    values = grundy_values(GRUNDY, 200)
    rare = np.flatnonzero(~Coset(0b11110, (True, True)).common(1 << 8)[0, values])
    published = (
        "0 1 2 3 4 6 7 9 10 12 15 20 23 26 28 31 34 37 40 43 46 49 50 52 53 55 58 61 87 90 93 146 149 152 158 161 "
    )
    published += "164 167 176 179 181 182 185 188 190 193 196"
    assert rare.tolist() == [int(word) for word in published.split()]


@given(st.lists(st.integers(0, 40), min_size=1, max_size=80), st.sampled_from(["0.77", "0.104", "0.0404"]))
def test_the_best_coset_leaves_fewest_rare(values: list[int], code: str) -> None:
    game = octal_game(code)
    found = best_coset(game, np.array(values, dtype=np.uint16))
    rare = {
        (place, mask): sum((v & mask).bit_count() % 2 != odd[heap % 2] for heap, v in enumerate(values))
        for place, odd in enumerate(cosets(game))
        for mask in range(1, 64)
    }
    place, mask = min(rare, key=lambda key: (rare[key], key))
    assert found == Coset(mask, cosets(game)[place])
    common = found.common(64)
    assert common.tolist() == [[((v & mask).bit_count() % 2 == 1) == odd for v in range(64)] for odd in found.odd]


@given(GAMES)
def test_two_common_parts_leave_a_rare_value(game: HeapGame) -> None:
    """For any values at all, as far as the numbers of tokens taken decide it."""
    values = np.random.default_rng(1).integers(0, 64, 40)
    for odd in cosets(game):
        common = Coset(0b110101, odd).common(64)
        for heap, taken in product(range(40), game.taken(TWO_LEFT)):
            for a in range(1, heap - taken):
                b = heap - taken - a
                if common[a % 2, values[a]] and common[b % 2, values[b]]:
                    assert not common[heap % 2, values[a] ^ values[b]]


def test_common_values_that_alternate() -> None:
    """0.104 and 0.106 have few rare heaps only if the parity of the heap counts."""
    for code, expected in (("0.104", 20), ("0.106", 15)):
        values = grundy_values(octal_game(code), 10_000)
        coset = best_coset(octal_game(code), values)
        rare = ~coset.common()[np.arange(10_001) % 2, values]
        assert (coset.odd, int(rare[1:].sum())) == ((False, True), expected)


def test_values_that_do_not_fit() -> None:
    values = np.zeros(30, dtype=np.uint16)
    # in Kayles heap 5 is the first of value 4
    assert _grundy_values(octal_game("0.77"), values, 1, 4, Steps()) == 5
    assert _grundy_values(octal_game("0.77"), values, 1, 16, Steps()) == 30
    # a subtraction set 1..t gives values up to t
    assert _grundy_values(octal_game("0." + "3" * 20), values, 1, 16, Steps()) == 16


def test_steps() -> None:
    for game, heaps in ((GRUNDY, 3000), (octal_game("0.77"), 500), (octal_game("0.007"), 3000)):
        steps = Steps()
        whole = grundy_values(game, heaps, steps=steps)
        assert 0 < steps.taken <= most_steps(game, heaps)
        enough = Steps(steps.taken)
        assert grundy_values(game, heaps, steps=enough).tolist() == whole.tolist()
        few = Steps(steps.taken // 3)
        stopped = grundy_values(game, heaps, steps=few)
        # the heap that was begun is finished
        assert steps.taken // 3 < few.taken < steps.taken
        assert 0 < len(stopped) <= heaps
        assert stopped.tolist() == whole[: len(stopped)].tolist()


def test_most_steps() -> None:
    assert most_steps(octal_game("0.33"), 1000) == 3000
    assert most_steps(octal_game("0.77"), 1000) == 2 * 750_000 + 3000
    for heap in (-1, 2.5):
        with pytest.raises(InputError, match="heap"):
            most_steps(GRUNDY, heap)  # type: ignore[arg-type]
        with pytest.raises(InputError, match="heap"):
            grundy_values(GRUNDY, heap)  # type: ignore[arg-type]
