"""Contracts by the International Skat Order: the bidding word by word, values and scores, as a scorer at the table has them."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat_contracts as naive
from naive.skat_contracts import declarer_and_bid
from skat_rounds import CONTRACTS

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, Seat, mask_of, order, read_cards
from tafelwerk.families.skat.rules.contracts import (
    BASE,
    BIDS,
    Auction,
    Call,
    Contract,
    Word,
    dialogues,
    game_value,
    goal,
    matadors,
    ranges,
    run_auction,
    say_bid,
    score,
    value_counts,
)

F, M, R = Seat
limits = st.tuples(*[st.one_of(st.sampled_from([0, *BIDS[:12]]), st.integers(0, 300))] * 3)


def test_a_dialogue() -> None:
    """Forehand gives up at 24, and middlehand holds rearhand's 27."""
    auction = run_auction((23, 27, 27))
    bid, hold, leave = Word.BIDS, Word.HOLDS, Word.PASSES
    said = [(M, bid, 18), (F, hold, 18), (M, bid, 20), (F, hold, 20), (M, bid, 22), (F, hold, 22)]
    said += [(M, bid, 23), (F, hold, 23), (M, bid, 24), (F, leave, 24), (R, bid, 27), (M, hold, 27), (R, leave, 0)]
    assert auction.calls == tuple(Call(*call) for call in said)
    assert (auction.declarer, auction.bid) == (M, 27)


def test_all_small_limits() -> None:
    """Whoever wins the bidding by the dialogue does by the rule, and the dialogue is among those of its bids."""
    for bounds in product([0, *BIDS[:5]], repeat=3):
        auction = run_auction(bounds)
        assert (auction.declarer, auction.bid) == declarer_and_bid(bounds)
        if auction.declarer is not None:
            bids = [call.bid for call in auction.calls if call.word is Word.BIDS]
            assert auction in dialogues(bids, auction.declarer)


@given(st.data())
def test_any_dialogue_ends_well(data: st.DataObject) -> None:
    """Bids left out too: bids rise, whoever has passed is silent, all but the declarer pass."""
    auction = Auction()
    while not auction.over:
        assert auction.declarer is None
        auction = say_bid(auction, data.draw(st.sampled_from([0, *auction.offers])))
    made = [call.bid for call in auction.calls if call.word is Word.BIDS]
    assert made == sorted(set(made))
    assert auction.bid == (made[-1] if made else 0)
    passed: set[Seat] = set()
    for call in auction.calls:
        assert call.seat not in passed or (call.seat is F and not made)
        if call.word is Word.PASSES:
            passed.add(call.seat)
        if call.word is Word.HOLDS:
            assert call.bid in made
    assert passed == set(Seat) - {auction.declarer}
    if auction.declarer is None:
        assert [call.seat for call in auction.calls] == [M, R, F]
    with pytest.raises(InputError, match="the bidding is over"):
        say_bid(auction)


def test_forehand_alone_is_asked_for_18() -> None:
    auction = say_bid(say_bid(Auction()))
    assert (auction.to_speak, auction.offers, auction.over) == (F, (18,), False)
    plays = say_bid(auction, 18)
    assert (plays.declarer, plays.bid, plays.calls[-1]) == (F, 18, Call(F, Word.BIDS, 18))
    assert (say_bid(auction).over, say_bid(auction).declarer) == (True, None)


@given(limits)
def test_what_bids_alone_tell(bounds: tuple[int, int, int]) -> None:
    """The true dialogue is among those that agree with the bids and the declarer, and no limit is outside what was said."""
    auction = run_auction(bounds)
    assert (auction.declarer, auction.bid) == declarer_and_bid(bounds)
    assert all(call.bid <= bounds[call.seat] for call in auction.calls if call.word is not Word.PASSES)
    if auction.declarer is None:
        return
    bids = [call.bid for call in auction.calls if call.word is Word.BIDS]
    found = dialogues(bids, auction.declarer)
    assert auction in found
    assert len(found) == len(set(found))
    for one in found:
        assert one.over
        assert (one.declarer, one.bid) == (auction.declarer, bids[-1])
        assert [call.bid for call in one.calls if call.word is Word.BIDS] == bids
    told = ranges(auction)
    assert all(told[seat].least <= bounds[seat] < told[seat].below for seat in Seat)


def test_dialogues_of_one_bid() -> None:
    """At 18 forehand has held middlehand's or rearhand's bid, or was asked last."""
    ends = {seat: {tuple(call[:2] for call in one.calls) for one in dialogues([18], seat)} for seat in Seat}
    bid, hold, leave = Word.BIDS, Word.HOLDS, Word.PASSES
    assert ends[F] == {
        ((M, bid), (F, hold), (M, leave), (R, leave)),
        ((M, leave), (R, bid), (F, hold), (R, leave)),
        ((M, leave), (R, leave), (F, bid)),
    }
    assert ends[M] == {((M, bid), (F, leave), (R, leave))}
    assert ends[R] == {((M, leave), (R, bid), (F, leave))}
    assert dialogues([20], F)[0].bid == 20


EDGES = (0, 30, 31, 60, 61, 89, 90, 120)
trump_games = st.sampled_from([game for game in Game if game is not Game.NULL])
steps = st.integers(0, 4)
twelve = st.sets(st.integers(0, 31), min_size=12, max_size=12).map(mask_of)


def contract_of(game: Game, step: int) -> Contract:
    return Contract(game, step > 0, step > 1, step > 2, step > 3)


def test_what_can_be_bid() -> None:
    assert tuple(naive.ladder()) == BIDS


@given(st.integers(0, 2**32), trump_games)
def test_scores_as_at_the_table(seed: int, game: Game) -> None:
    """Points at both sides of every edge; bids at the value, just below and just above it, and others."""
    held = naive.some_cards(seed, 12)
    cards = read_cards(" ".join(held))
    assert abs(matadors(game, cards)) == naive.matadors(str(game), held)
    for step, (points, tricks) in product(range(5), (*product(EDGES, [5]), (0, 0), (22, 0), (120, 9), (120, 10))):
        contract = contract_of(game, step)
        reached = game_value(contract, cards, schneider=not 30 < points < 90, schwarz=tricks in (0, 10))
        below = [bid for bid in BIDS if bid <= reached]
        for bid in {18, *below[-2:], *BIDS[len(below) : len(below) + 2], BIDS[seed % len(BIDS)]}:
            result, wanted = score(contract, cards, points, tricks, bid), goal(contract, cards, bid)
            assert result.score == naive.result(str(game), step, held, points, tricks, bid)
            assert result.won == (result.score > 0) == (wanted is not None and wanted.met(points, tricks))
            assert result.overbid == (reached < bid)
            assert result.value == max(reached, -(-bid // BASE[game]) * BASE[game])


@given(twelve, trump_games)
def test_with_and_without_are_mirror_images(cards: int, game: Game) -> None:
    """What one party has from the top down the rest of the pack lacks."""
    count = matadors(game, cards)
    assert matadors(game, ALL_CARDS ^ cards) == -count
    own = order(game)
    top = [own.card[bit] for bit in range(31, 31 - abs(count), -1)]
    assert all(cards >> card & 1 == (count > 0) for card in top)
    if abs(count) < own.trumps.bit_count():
        assert cards >> own.card[31 - abs(count)] & 1 == (count < 0)


def test_all_contracts() -> None:
    assert len(set(CONTRACTS)) == len(CONTRACTS) == 5 * 5 + 4
    possible = set()
    for game in Game:
        for flags in product([False, True], repeat=4):
            try:
                possible.add(Contract(game, *flags))
            except InputError:
                continue
    assert set(CONTRACTS) == possible


@given(st.integers(0, 2**32), trump_games, steps)
def test_values_over_all_skats(seed: int, game: Game, step: int) -> None:
    held = naive.some_cards(seed, 10)
    contract, hand = contract_of(game, step), read_cards(" ".join(held))
    expected = naive.values_over_skats(str(game), step, held)
    counts = value_counts(contract, hand)
    assert counts == expected
    assert list(counts) == sorted(counts)
    assert set(counts) <= set(BIDS)
    # with the jack of clubs nothing is at risk, without it all but one matador is
    least = max(matadors(game, hand), 1)
    assert min(counts) == game_value(contract, hand) - BASE[game] * (abs(matadors(game, hand)) - least)
