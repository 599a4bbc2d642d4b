"""Hands played out: the same again from a seed, in every seat, and what is refused."""

import pytest

from benchmarks.skat_hands import HANDS, main
from tafelwerk.families.skat.rules.cards import read_cards


def test_hands_have_ten_cards() -> None:
    assert all(read_cards(text).bit_count() == 10 for text, _ in HANDS)


def test_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words, fault in (
        (("--game", "grand"), "go together"),
        (("--hand", "CJ SJ", "--game", "grand"), "a hand has 10 cards, not 2"),
    ):
        with pytest.raises(SystemExit):
            main(words)
        assert fault in capsys.readouterr().err
