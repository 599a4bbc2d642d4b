"""Features of hands against the plain reckoning by names of cards, and what may not matter to them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat_bidding as naive
from naive.skat_contracts import some_cards
from skat_hands import games, seeds

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import NAMES, Game, bits, cards_text, read_cards
from tafelwerk.solvers.skat.bidding.features import (
    KINDS,
    OWN,
    features,
    trump_counts,
)

SUITS = dict(zip("CSHD", Game, strict=False))


def split(seed: int) -> tuple[int, int]:
    """Ten cards kept and two laid away."""
    cards = bits(read_cards(" ".join(some_cards(seed, 12))))
    first = seed % 11
    skat = 1 << cards[first] | 1 << cards[first + 1]
    return sum(1 << card for card in cards) ^ skat, skat


def named(game: Game, hand: int, skat: int = 0) -> dict[str, float]:
    """The features that are not 0."""
    row = features(game, np.array([hand]), np.array([skat]))[0]
    return {name: float(number) for name, number in zip(OWN[KINDS[game]], row, strict=True) if number}


def swapped(cards: int, one: str, other: str, jacks: bool) -> int:
    """The cards with the names of two suits exchanged, those of jacks too or not."""
    swap = str.maketrans(one + other, other + one)
    names = [NAMES[card] for card in bits(cards)]
    return read_cards(" ".join(name.translate(swap) if jacks or name[1] != "J" else name for name in names))


@given(seeds, games)
def test_against_names_of_cards(seed: int, game: Game) -> None:
    rows = [split(seed + place) for place in range(4)]
    hands, skats = (np.array(column) for column in zip(*rows, strict=True))
    names = [[set(cards_text(cards).split()) for cards in row] for row in rows]
    assert [named(game, *row) for row in rows] == [naive.features(str(game), *row) for row in names]
    found = features(game, hands, skats)
    assert found.tolist() == [features(game, hands[[row]], skats[[row]])[0].tolist() for row in range(4)]
    assert features(game, hands[:0], skats[:0]).shape == (0, found.shape[1]) == (0, len(OWN[KINDS[game]]))
    counts = [naive.trumps(str(game), hand) for hand, _ in names]
    assert trump_counts(game, hands).tolist() == [int(trump_counts(game, hand)) for hand, _ in rows] == counts


def test_a_hand_by_eye() -> None:
    hand, skat = read_cards("CJ SJ CA CT C9 C8 DA DT HK H7"), read_cards("S7 HT")
    trumps = ["CJ and SJ", "5 trumps or more", "6 trumps or more", "trump A", "trump T", "trump A and T"]
    sides = ["suit AT with no lower", "suit K with one lower"]
    both = {"one": 1, "points laid away": 10}
    assert named(Game.CLUBS, hand, skat) == both | {"trumps": 6} | dict.fromkeys(["CJ", "SJ", *trumps, *sides], 1)
    assert named(Game.GRAND, hand, skat) == both | dict.fromkeys(["CJ SJ", "suit AT with more lower", *sides], 1)
    # clubs 8 9 T J A: the jack is the fourth of a suit in which three cards lie under it that are not held
    null = ["suit of 5 or more, 1", "suit of 2, 0", "suit of 2, 2", "suit of 1, 4 or more"]
    found = named(Game.NULL, read_cards("C8 C9 CT CJ CA S7 S9 H7 HJ DA"))
    assert found == {"one": 1} | {f"{name} too high": 1 for name in null}


@given(seeds, games, st.permutations("CSHD"))
def test_suits_differ_by_name_alone(seed: int, game: Game, suits: list[str]) -> None:
    """Two suits exchanged, and the game with them; jacks stay what they are, but in Null."""
    one, other = suits[:2]
    moved = {SUITS[one]: SUITS[other], SUITS[other]: SUITS[one]}.get(game, game)
    exchanged = [swapped(cards, one, other, game is Game.NULL) for cards in split(seed)]
    assert named(moved, *exchanged) == named(game, *split(seed))


ONE = np.array([1023])


def test_what_is_refused() -> None:
    for hands, skats, message in (
        (ONE, np.array([0, 0]), r"hands and skats are of one length, not \(1,\) and \(2,\)"),
        (ONE.reshape(1, 1), ONE.reshape(1, 1), "of one length"),
        (np.array([-1]), ONE, "hands are masks of 32 bits"),
        (ONE, np.array([2**32]), "skats are masks of 32 bits"),
    ):
        with pytest.raises(InputError, match=message):
            features(Game.GRAND, hands, skats)
