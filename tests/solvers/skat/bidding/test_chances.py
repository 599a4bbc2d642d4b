"""Chances over discards and over Skats: against every one of them in turn by names of cards, and by laws."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import skat_bidding as naive
from naive.skat_contracts import some_cards

from tafelwerk.build.skat.weights import shipped_weights
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, Game, Seat, bits, cards_text, mask_of, read_cards
from tafelwerk.rules.skat.deals import Deal, discards
from tafelwerk.rules.skat.knowledge import knowledge
from tafelwerk.rules.skat.play import start
from tafelwerk.rules.skat.scoring import Contract, matadors
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.skat.bidding.chances import Chances, Step, Weights, logistic
from tafelwerk.solvers.skat.bidding.features import KINDS, OWN, Kind, game_number
from tafelwerk.solvers.skat.hidden.worlds import draw_worlds
from tafelwerk.solvers.skat.open.null import NullSolver

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")
seeds = st.integers(0, 2**32)
games = st.sampled_from(list(Game))
seats = st.sampled_from(list(Seat))
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


def by_name(weights: Weights, game: Game, seat: Seat) -> dict[str, float]:
    kind = KINDS[game]
    return dict(zip(OWN[kind], weights.open[kind, seat], strict=True))


def mask(names: set[str]) -> int:
    return read_cards(" ".join(names))


@given(seeds, seats)
@settings(max_examples=8)
def test_all_ways_to_discard(seed: int, seat: Seat) -> None:
    names = some_cards(seed, 12)
    found, skats = Chances(SOME).over_discards(mask(names), seat)
    assert skats.tolist() == [way.skat for way in discards(mask(names))]
    for row, skat in enumerate(skats.tolist()):
        laid = set(cards_text(skat).split())
        for game in Game:
            expected = naive.total(str(game), names - laid, laid, by_name(SOME, game, seat))
            assert found[row, game_number(game)] == pytest.approx(expected, abs=1e-9)


@compiled
@given(seeds, seats)
@settings(max_examples=6)
def test_all_skats(seed: int, seat: Seat) -> None:
    """Some of the 231 Skats by every discard in turn, matadors of all of them; those that stay count as they are."""
    held = some_cards(seed, 10)
    hand = mask(held)
    found = Chances(SOME).over_skats(hand, seat)
    skats = list(combinations(bits(ALL_CARDS ^ hand), 2))
    assert (
        found.open.shape
        == found.trumps.shape
        == found.as_dealt.shape
        == found.lengths.shape
        == (len(skats), 6)
        == (231, 6)
    )
    for row, skat in enumerate(skats):
        cards = hand | mask_of(skat)
        lengths = [abs(matadors(game, cards)) for game in Game]
        assert found.lengths[row].tolist() == lengths
    for row in Random(seed).sample(range(231), 4):
        laid = set(cards_text(mask_of(skats[row])).split())
        for game in Game:
            weights = by_name(SOME, game, seat)
            best, dealt = found.open[row, game_number(game)], found.as_dealt[row, game_number(game)]
            assert best == pytest.approx(naive.best(str(game), held | laid, weights), abs=1e-9)
            assert dealt == pytest.approx(naive.total(str(game), held, laid, weights), abs=1e-9)
            kept = {
                naive.trumps(str(game), hand)
                for hand, skat in naive.ways(held | laid)
                if naive.total(str(game), hand, skat, weights) == pytest.approx(best, abs=1e-9)
            }
            assert found.trumps[row, game_number(game)] in kept
    # to lay away what was dealt is one way to discard
    assert (found.open >= found.as_dealt).all()


@given(odds, odds, games, seats, st.integers(0, 11), st.booleans())
def test_chances_rise_with_the_sum(one: float, other: float, game: Game, seat: Seat, kept: int, ouvert: bool) -> None:
    contract = Contract(game, ouvert=ouvert and game is Game.NULL)
    chances = Chances(SOME)
    low, high = chances.of(contract, seat, np.array(sorted((one, other))), kept)
    assert 0 <= low <= high <= 1
    if abs(one - other) > 1e-6 and max(abs(one), abs(other)) < 10:
        assert low < high
    assert float(chances.of(contract, seat, one, kept)) == pytest.approx(
        naive.hidden("null ouvert" if contract.ouvert else str(game), one, kept, SOME.hidden[KINDS[game], seat])
    )


def test_an_ouvert_game_is_one_with_open_cards() -> None:
    chances = Chances(SOME)
    for seat in Seat:
        for contract in (Contract(Game.NULL, ouvert=True), Contract(Game.GRAND, True, True, True, True)):
            assert float(chances.of(contract, seat, 0.3, 4)) == pytest.approx(logistic(0.3))


def test_shipped_weights() -> None:
    """Every kind and seat has all its weights; the hidden step never turns better into worse."""
    weights = shipped_weights()
    fits = {(kind, seat) for kind in Kind for seat in Seat}
    assert set(weights.open) == set(weights.hidden) == fits
    for kind, seat in fits:
        assert len(weights.open[kind, seat]) == len(OWN[kind])
        assert np.isfinite(weights.open[kind, seat]).all()
        assert np.isfinite(weights.hidden[kind, seat]).all()
        assert weights.hidden[kind, seat].slope > 0
        assert weights.hidden[kind, seat].gain > 0
        assert weights.hidden[kind, seat].trump > 0 or kind is Kind.NULL


@pytest.mark.parametrize("seat", list(Seat))
def test_more_is_better_by_the_shipped_weights(seat: Seat) -> None:
    """A card that is better in every way never lowers the chance."""
    chances = Chances(shipped_weights())

    def best(cards: str, game: Game) -> float:
        return float(chances.over_discards(read_cards(cards), seat)[0][:, game_number(game)].max())

    assert best("CJ SJ CA CT CK C9 DA DT HA H7 S8 S7", Game.CLUBS) > best(
        "HJ DJ CA CT CK C9 DA DT HA H7 S8 S7", Game.CLUBS
    )
    assert best("CJ SJ CA CT CK C9 DA DT HA H7 S8 S7", Game.CLUBS) > best(
        "CJ SJ CA CT CK C9 DA DT H8 H7 S8 S7", Game.CLUBS
    )
    assert best("CJ SJ CA CT CK C9 DA DT HA H7 S8 S7", Game.CLUBS) > best(
        "CJ SJ CA CT D8 D9 DA DT HA H7 S8 S7", Game.CLUBS
    )
    assert best("CJ SJ HJ CA CT CK DA DT HA H7 S8 S7", Game.GRAND) > best(
        "CJ CA CT CK CQ DA DT HA H8 H7 S8 S7", Game.GRAND
    )
    assert best("C7 C8 C9 S7 S9 H7 H8 HT D7 D9 D8 DK", Game.NULL) > best(
        "C7 C8 CA S7 SA H7 H8 HT D7 D9 DA DK", Game.NULL
    )


def test_what_is_refused() -> None:
    weights = shipped_weights()
    short = {fit: own[1:] for fit, own in weights.open.items()}
    falling = dict.fromkeys(weights.hidden, Step(0.0, -1.0, 1.0, 0.0))
    for bad, fault in (
        (Weights({}, weights.hidden), "weights of suit, forehand: .* are needed, not 0"),
        (Weights(short, weights.hidden), "weights of suit, forehand: .* are needed, not "),
        (Weights(weights.open, {}), "suit, forehand: the second step multiplies by more than 0"),
        (Weights(weights.open, falling), "multiplies by more than 0"),
    ):
        with pytest.raises(InputError, match=fault):
            Chances(bad)
    chances = Chances(weights)
    for cards in (0, 2**13 - 1, -1):
        with pytest.raises(InputError, match="a declarer discards from 12 cards"):
            chances.over_discards(cards, Seat.FOREHAND)
        with pytest.raises(InputError, match="a hand has 10 cards"):
            chances.over_skats(cards, Seat.FOREHAND)


SURE = ["C7 C8 C9 S7 S8 S9 H7 H8 H9 D7", "C7 C9 CJ S7 S9 SJ H7 H9 D7 D9", "C7 C8 C9 CT S7 S8 S9 H7 H8 H9"]


@pytest.mark.parametrize("text", SURE)
@pytest.mark.parametrize("seat", list(Seat))
def test_sure_null(text: str, seat: Seat) -> None:
    """Hands that no play can beat: certain, with open cards too; and so it is in random deals."""
    hand, chances = read_cards(text), Chances(shipped_weights())
    odds = chances.over_skats(hand, seat).as_dealt[:, game_number(Game.NULL)]
    for contract in (Contract(Game.NULL, hand=True), Contract(Game.NULL, hand=True, ouvert=True)):
        assert chances.of(contract, seat, odds, 0).min() > 1 - 1e-9
    for world in draw_worlds(knowledge(seat, hand, Game.NULL, seat), 40, 1):
        hands = [hand if one is seat else world.hands[one] for one in Seat]
        assert NullSolver().won(start(Deal((hands[0], hands[1], hands[2]), world.skat), Game.NULL, seat))
