"""Codes as they are written: letters, and digits where there are at most ten colours."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.mastermind.rules import (
    Pegs,
    answer_texts,
    code,
    colors_of,
    first_alike,
    first_codes,
    write_code,
)


@given(st.integers(1, 10), st.lists(st.integers(0, 9), min_size=1, max_size=6))
def test_digits_are_letters(colors: int, pegs: list[int]) -> None:
    chosen = [peg % colors for peg in pegs]
    game = Pegs(len(chosen), colors)
    letters = write_code(game, chosen)
    digits = "".join(str(color if colors == 10 else color + 1) for color in chosen)
    assert code(game, digits) == code(game, letters.lower()) == letters
    assert colors_of(game, digits) == chosen


@pytest.mark.parametrize(
    "game", [Pegs(1, 1), Pegs(4, 2), Pegs(4, 6), Pegs(5, 3), Pegs(3, 5, True), Pegs(2, 70)], ids=str
)
def test_first_codes_and_answers(game: Pegs) -> None:
    words = (
        permutations(range(game.colors), game.pegs) if game.distinct else product(range(game.colors), repeat=game.pegs)
    )
    codes = [write_code(game, word) for word in words]
    assert first_codes(game) == list(dict.fromkeys(first_alike(game, text) for text in codes))
    answers = answer_texts(game)
    assert len(answers) == game.answers
    assert answers[-1] == f"{game.pegs},0"
