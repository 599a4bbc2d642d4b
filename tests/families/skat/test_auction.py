"""The bidding: dialogues word by word, and who becomes declarer, against a rule that needs no dialogue."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.skat_contracts import declarer_and_bid

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.contracts import BIDS, Auction, Call, Word, dialogues, ranges, run_auction, say_bid

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


def test_what_is_refused() -> None:
    """Nothing is higher than 264."""
    bid, highest = say_bid(Auction(), 20), say_bid(say_bid(Auction(), 264), 264)
    assert (highest.to_speak, highest.offers, say_bid(say_bid(highest)).declarer) == (M, (), F)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: say_bid(Auction(), 19), "no game has this value; the nearest possible bid for middlehand is 18"),
        (lambda: say_bid(bid, 22), "forehand may hold 20 or pass, not bid 22"),
        (lambda: say_bid(say_bid(bid, 20), 20), "middlehand cannot bid 20: the next bid is 22 or higher"),
        (lambda: say_bid(highest, 264), "middlehand cannot bid 264: 264 is the highest bid of all"),
        (lambda: run_auction((18, 20)), r"limits must be three numbers of 0 or more, not \[18, 20\]"),
        (lambda: run_auction((18, -1, 20)), r"not \[18, -1, 20\]"),
    ]
    for call, fault in calls:
        with pytest.raises(InputError, match=fault):
            call()


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
