"""Codes of Mastermind by number and by name, without their answers."""

import pytest

from tafelwerk.rules.mastermind.codes import LETTERS, MOST_CODES, code_count, is_code
from tafelwerk.solvers.mastermind.scoring import mastermind


def test_counts_need_no_matrix() -> None:
    assert code_count(4, 10, True) == 5040
    assert code_count(7, 4) == 16_384 <= MOST_CODES


@pytest.mark.parametrize("game", [(2, 3, False), (3, 3, True), (1, 63, False), (2, 64, True)])
def test_codes_are_known_by_their_text(game: tuple[int, int, bool]) -> None:
    codes = mastermind(*game).codes
    assert all(is_code(text, *game) for text in codes)
    assert len({text for text in codes if is_code(text, *game)}) == code_count(*game)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("", (2, 3, False)),
        ("A", (2, 3, False)),
        ("AAA", (2, 3, False)),
        ("AD", (2, 3, False)),
        ("ab", (2, 3, False)),
        ("AA", (2, 3, True)),
        ("A", (1, len(LETTERS) + 1, False)),
        ("0", (1, 63, False)),
        ("01", (1, 63, False)),
        ("64", (1, 63, False)),
        ("1.1", (2, 64, True)),
        ("1..2", (2, 64, False)),
    ],
)
def test_other_texts_are_no_codes(text: str, game: tuple[int, int, bool]) -> None:
    assert not is_code(text, *game)
