"""Hands played out: the same again from a seed, in every seat, and what is refused."""

import pytest

from benchmarks.skat_hands import HANDS, Task, main, measured
from tafelwerk.rules.skat.cards import Game, read_cards
from tafelwerk.solvers.machine.jit import INTERPRETED

STRONG = read_cards("CJ SJ HJ DJ CA CT CK SA ST HA")

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")


@compiled
@pytest.mark.slow
def test_what_cannot_be_lost_is_won_in_every_seat() -> None:
    for number in range(3):
        told, won = measured(Task(STRONG, Game.GRAND, number, 1))
        assert told > 0.95
        assert won
    assert measured(Task(STRONG, Game.GRAND, number, 1)) == (told, won)


def test_hands_have_ten_cards() -> None:
    assert all(read_cards(text).bit_count() == 10 for text, _ in HANDS)


@pytest.mark.parametrize(
    ("words", "fault"),
    [(("--game", "grand"), "go together"), (("--hand", "CJ SJ", "--game", "grand"), "a hand has 10 cards, not 2")],
)
def test_what_is_refused(words: tuple[str, ...], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert fault in capsys.readouterr().err
