"""Chances over discards and over Skats: against every one of them in turn by names of cards, and by laws."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import skat_bidding as naive
from naive.skat_contracts import matadors, some_cards
from skat_hands import CHANCES, WEIGHTS, by_name, compiled, every_seat, games, mask, seats, seeds

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, NAMES, Game, Seat, bits, cards_text, read_cards
from tafelwerk.rules.skat.deals import Deal, discards
from tafelwerk.rules.skat.knowledge import knowledge
from tafelwerk.rules.skat.play import start
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.solvers.skat.bidding.chances import Chances, Step, Weights, logistic
from tafelwerk.solvers.skat.bidding.features import KINDS, OWN, Kind, game_number
from tafelwerk.solvers.skat.hidden.worlds import draw_worlds
from tafelwerk.solvers.skat.open.null import NullSolver

odds = st.floats(-30, 30)


def some_weights(seed: int) -> Weights:
    random = Random(seed)
    fits = [(kind, seat) for kind in Kind for seat in Seat]
    return Weights(
        {(kind, seat): tuple(random.gauss(0, 1) for _ in OWN[kind]) for kind, seat in fits},
        {
            fit: Step(random.gauss(0, 1), random.uniform(0.2, 2), random.uniform(0, 2), random.gauss(0, 0.3))
            for fit in fits
        },
    )


SOME = some_weights(1)
SOME_CHANCES = Chances(SOME)


@given(seeds, seats, games)
def test_all_ways_to_discard(seed: int, seat: Seat, game: Game) -> None:
    names, weights = some_cards(seed, 12), by_name(SOME, game, seat)
    found, skats = SOME_CHANCES.over_discards(mask(names), seat)
    assert skats.tolist() == discards(mask(names))
    laid = [set(cards_text(skat).split()) for skat in skats.tolist()]
    expected = [naive.total(str(game), names - two, two, weights) for two in laid]
    assert found[:, game_number(game)] == pytest.approx(expected, abs=1e-9)


@compiled
@given(seeds, seats)
@settings(max_examples=6)
def test_all_skats(seed: int, seat: Seat) -> None:
    """Some of the 231 Skats by every discard in turn, matadors of all of them; those that stay count as they are."""
    held = some_cards(seed, 10)
    found, skats = SOME_CHANCES.over_skats(mask(held), seat), list(combinations(bits(ALL_CARDS ^ mask(held)), 2))
    assert {array.shape for array in found} == {(len(skats), 6)} == {(231, 6)}
    for row in Random(seed).sample(range(231), 4):
        laid = {NAMES[card] for card in skats[row]}
        assert found.lengths[row].tolist() == [*(matadors(game, held | laid) for game in naive.GAMES[:5]), 0]
        for game in Game:
            weights = by_name(SOME, game, seat)
            best, trumps, dealt = (array[row, game_number(game)] for array in found[:3])
            ways = [
                (naive.total(str(game), *way, weights), naive.trumps(str(game), way[0]))
                for way in naive.ways(held | laid)
            ]
            assert best == pytest.approx(max(total for total, _ in ways), abs=1e-9)
            assert dealt == pytest.approx(naive.total(str(game), held, laid, weights), abs=1e-9)
            assert trumps in {kept for total, kept in ways if total == pytest.approx(best, abs=1e-9)}
    # to discard what was dealt is one way to discard
    assert (found.open >= found.as_dealt).all()


@given(odds, odds, games, seats, st.integers(0, 11), st.booleans())
def test_chances_rise_with_the_sum(one: float, other: float, game: Game, seat: Seat, kept: int, ouvert: bool) -> None:
    contract = Contract(game, ouvert=ouvert and game is Game.NULL)
    low, high = SOME_CHANCES.of(contract, seat, np.array(sorted((one, other))), kept)
    assert 0 <= low <= high <= 1
    if abs(one - other) > 1e-6 and max(abs(one), abs(other)) < 10:
        assert low < high
    assert float(SOME_CHANCES.of(contract, seat, one, kept)) == pytest.approx(
        naive.hidden("null ouvert" if contract.ouvert else str(game), one, kept, SOME.hidden[KINDS[game], seat])
    )


def test_an_ouvert_game_is_one_with_open_cards() -> None:
    for seat in Seat:
        for contract in (Contract(Game.NULL, ouvert=True), Contract(Game.GRAND, True, True, True, True)):
            assert float(SOME_CHANCES.of(contract, seat, 0.3, 4)) == pytest.approx(logistic(0.3))


def test_shipped_weights() -> None:
    """Every kind and seat has all its weights; the hidden step never turns better into worse."""
    weights = WEIGHTS
    assert set(weights.open) == set(weights.hidden) == {(kind, seat) for kind in Kind for seat in Seat}
    for (kind, seat), own in weights.open.items():
        step = weights.hidden[kind, seat]
        assert len(own) == len(OWN[kind])
        assert np.isfinite([*own, *step]).all()
        assert min(step.slope, step.gain) > 0
        assert step.trump > 0 or kind is Kind.NULL


CLUBS = "CJ SJ CA CT CK C9 DA DT HA H7 S8 S7"


def test_more_is_better_by_the_shipped_weights() -> None:
    """A card that is better in every way never lowers the chance."""

    def best(game: Game, cards: str, seat: Seat) -> float:
        return float(CHANCES.over_discards(read_cards(cards), seat)[0][:, game_number(game)].max())

    for game, better, worse in (
        (Game.CLUBS, CLUBS, CLUBS.replace("CJ SJ", "HJ DJ")),
        (Game.GRAND, "CJ SJ HJ CA CT CK DA DT HA H7 S8 S7", "CJ CA CT CK CQ DA DT HA H8 H7 S8 S7"),
        (Game.NULL, "C7 C8 C9 S7 S9 H7 H8 HT D7 D9 D8 DK", "C7 C8 CA S7 SA H7 H8 HT D7 D9 DA DK"),
    ):
        assert all(best(game, better, seat) > best(game, worse, seat) for seat in Seat)


def test_what_is_refused() -> None:
    for weights, fault in (
        (Weights({}, WEIGHTS.hidden), "weights of suit, forehand: .* are needed, not 0"),
        (Weights({fit: own[1:] for fit, own in WEIGHTS.open.items()}, WEIGHTS.hidden), "suit, forehand: .* are needed"),
        (Weights(dict.fromkeys(WEIGHTS.open, (np.nan,) * 38), WEIGHTS.hidden), "each is -256 to 256"),
        (Weights(WEIGHTS.open, {}), "suit, forehand: the second step multiplies by more than 0"),
        (Weights(WEIGHTS.open, dict.fromkeys(WEIGHTS.hidden, Step(0.0, 0.0, 1.0, 0.0))), "multiplies by more than 0"),
    ):
        with pytest.raises(InputError, match=fault):
            Chances(weights)
    for cards in (0, 2**13 - 1, -1):
        with pytest.raises(InputError, match="a declarer discards from 12 cards"):
            CHANCES.over_discards(cards, Seat.FOREHAND)
        with pytest.raises(InputError, match="a hand has 10 cards"):
            CHANCES.over_skats(cards, Seat.FOREHAND)


@every_seat
def test_sure_null(seat: Seat) -> None:
    """A hand that no play can beat: certain, with open cards too; and so it is in random deals."""
    hand = read_cards("C7 C9 CJ S7 S9 SJ H7 H9 D7 D9")
    odds = CHANCES.log_odds(Game.NULL, seat, np.array([hand]), np.array([0]))
    for contract in (Contract(Game.NULL, hand=True), Contract(Game.NULL, hand=True, ouvert=True)):
        assert CHANCES.of(contract, seat, odds, 0).min() > 1 - 1e-9
    for world in draw_worlds(knowledge(seat, hand, Game.NULL, seat), 20, 1):
        hands = [hand if one is seat else world.hands[one] for one in Seat]
        assert NullSolver().won(start(Deal((hands[0], hands[1], hands[2]), world.skat), Game.NULL, seat))
