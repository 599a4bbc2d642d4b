"""The bidding, call by call, which decides the declarer and the bid.

Middlehand bids, and forehand holds each bid or passes, until one of the two has passed. Then rearhand bids in the same way to
the player left, starting above the last bid. The player left at the end is declarer at the last bid made. If middlehand
and rearhand pass without a bid, forehand may play at 18; if forehand passes too, the deal is not played and scores nothing. A
bid is any value that a game can have, and higher than the previous bid; values may be skipped.

So a holder only has to equal a bid: among equal limits forehand wins over middlehand, and middlehand over rearhand.

Source: International Skat Order, section 3.3.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.scoring import BIDS, check_bid
from tafelwerk.families.skat.rules.words import term
from tafelwerk.language import say


class Word(StrEnum):
    """Word of a call."""

    BIDS = "bids"
    HOLDS = "holds"
    PASSES = "passes"


class Call(NamedTuple):
    """One call of the bidding.

    Attributes:
        seat: the caller.
        word: the word.
        bid: the bid that is made, held or not held; 0 if a player passes instead of bidding.
    """

    seat: Seat
    word: Word
    bid: int


@dataclass(frozen=True, slots=True)
class Auction:
    """State of the bidding; the default is its start.

    Attributes:
        bid: the last bid made; 0 before the first.
        holder: seat that answers bids; at the end the declarer, unless all passed.
        bidder: seat that makes bids; None once nobody bids any more.
        answering: whether it is the holder's turn.
        calls: calls so far.
        is_recorded: whether the bid is known; if not, the declarer is taken to play at 18.
    """

    bid: int = 0
    holder: Seat = Seat.FOREHAND
    bidder: Seat | None = Seat.MIDDLEHAND
    answering: bool = False
    calls: tuple[Call, ...] = ()
    is_recorded: bool = True

    @property
    def to_speak(self) -> Seat | None:
        """The seat to call; None when the bidding is over."""
        return self.holder if self.answering else self.bidder

    @property
    def over(self) -> bool:
        """Whether the bidding is over."""
        return self.to_speak is None

    @property
    def declarer(self) -> Seat | None:
        """The declarer, at the last bid; None if all passed, and while the bidding goes on."""
        return self.holder if self.over and self.bid else None

    @property
    def offers(self) -> tuple[int, ...]:
        """Bids that the caller may make, lowest first, or the one bid to hold; passing is always possible."""
        if self.over:
            return ()
        if self.answering:
            return (self.bid or BIDS[0],)
        return tuple(bid for bid in BIDS if bid > self.bid)


BEGINNING = Auction()
"""The bidding before the first call."""


def say_bid(auction: Auction, bid: int = 0) -> Auction:
    """The bidding after the next call.

    Args:
        auction: the bidding so far.
        bid: the bid made or held, one of `auction.offers`; 0 for a pass.

    Raises:
        InputError: the bidding is over, or this bid is not possible now.
    """
    seat = auction.to_speak
    if seat is None:
        raise InputError(say("the bidding is over"))
    if bid and bid not in auction.offers:
        raise InputError(_refusal(auction, seat, bid))
    return advance(auction, bid)


def advance(auction: Auction, bid: int = 0) -> Auction:
    """The bidding, which is not over, after the next call as in `say_bid`; the bid may be any number."""
    seat = auction.to_speak
    assert seat is not None
    answered = auction.answering
    if bid:
        # forehand, called last after two passes, has no bid to hold
        call = Call(seat, Word.HOLDS if answered and auction.bid else Word.BIDS, bid)
        after = replace(auction, bid=bid, answering=not answered)
    else:
        call = Call(seat, Word.PASSES, auction.bid if answered else 0)
        after = _after_pass(auction)
    return replace(after, calls=(*auction.calls, call))


def unheard(bid: int | None, declarer: Seat | None) -> Auction:
    """The end of a bidding of which only the outcome is known.

    Args:
        bid: the last bid made; 0 if all passed; None if it is not known.
        declarer: the declarer; None if all passed.

    Raises:
        InputError: impossible bid, a bid without declarer, or a declarer without bid.
    """
    if (declarer is None) != (bid == 0):
        raise InputError("a bid needs a declarer, and a declarer needs a bid")
    if bid:
        check_bid(bid)
    return Auction(BIDS[0] if bid is None else bid, declarer or Seat.FOREHAND, None, is_recorded=bid is not None)


def run_auction(limits: Sequence[int], auction: Auction | None = None) -> Auction:
    """The complete bidding of three players who each go up to a limit and raise by the smallest step.

    Args:
        limits: the highest bid that forehand, middlehand and rearhand make or hold; 0 for none. A limit that is not a possible
            bid stands for the next lower bid.
        auction: the bidding so far. Default: its start.

    Returns:
        The end of the bidding, with `declarer`, `bid`, `calls`.

    Raises:
        InputError: not three limits, or a negative one.
    """
    if len(limits) != 3 or min(limits) < 0:
        raise InputError(f"limits must be three numbers of 0 or more, not {list(limits)}")
    auction = auction or BEGINNING
    while (seat := auction.to_speak) is not None:
        lowest = min(auction.offers, default=limits[seat] + 1)
        auction = advance(auction, lowest if lowest <= limits[seat] else 0)
    return auction


def read_bids(text: str) -> list[int]:
    """Bids in the order written, separated by blanks or commas.

    Raises:
        InputError: not a number, a value that no game has, bids that do not rise, or no bids.
    """
    words = text.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            least, most, given = BIDS[0], BIDS[-1], quoted(word)
            raise InputError(
                say("a bid must be a number from {least} to {most}, not {given}", least=least, most=most, given=given)
            )
    bids = list(map(int, words))
    if not bids:
        raise InputError(say("give at least one bid: the declarer has made or held {lowest} or more", lowest=BIDS[0]))
    for place, bid in enumerate(bids):
        check_bid(bid)
        if place and bid <= bids[place - 1]:
            before = bids[place - 1]
            raise InputError(say("bids must rise, but {bid} follows {before}", bid=bid, before=before))
    return bids


class Range(NamedTuple):
    """Limits of a player's highest bid as shown by the calls: at least `least`, and less than `below`."""

    least: int
    below: float


def dialogues(bids: Sequence[int], declarer: Seat) -> list[Auction]:
    """All possible courses of the bidding.

    Args:
        bids: the bids made, in order, as read by `read_bids`.
        declarer: the declarer, at the last of them.
    """
    return [auction for auction in _dialogues(BEGINNING, tuple(bids)) if auction.declarer is declarer]


def ranges(auction: Auction) -> dict[Seat, Range]:
    """The range of each seat's highest bid, as shown by the calls."""
    found = {}
    for seat in Seat:
        own = [call for call in auction.calls if call.seat is seat]
        least = max((call.bid for call in own if call.word is not Word.PASSES), default=0)
        below = float("inf")
        if own and own[-1].word is Word.PASSES:
            # with no bid to hold, the player would have had to go above the last one
            before = auction.calls[: auction.calls.index(own[-1])]
            last = max((call.bid for call in before), default=0)
            below = own[-1].bid or min((bid for bid in BIDS if bid > last), default=below)
        found[seat] = Range(least, below)
    return found


def _dialogues(auction: Auction, bids: tuple[int, ...]) -> Iterator[Auction]:
    """All completed biddings in which these bids are still to be made."""
    seat = auction.to_speak
    if seat is None:
        if not bids:
            yield auction
        return
    yield from _dialogues(advance(auction), bids)
    if auction.answering and auction.bid:
        yield from _dialogues(advance(auction, auction.bid), bids)
    elif bids and bids[0] in auction.offers:
        yield from _dialogues(advance(auction, bids[0]), bids[1:])


def _after_pass(auction: Auction) -> Auction:
    if auction.bidder is None:
        return replace(auction, answering=False)
    left = auction.bidder if auction.answering else auction.holder
    if auction.bidder is Seat.MIDDLEHAND:
        return replace(auction, holder=left, bidder=Seat.REARHAND, answering=False)
    return replace(auction, holder=left, bidder=None, answering=not auction.bid)


def _refusal(auction: Auction, seat: Seat, bid: int) -> str:
    who = term(seat.word)
    if auction.answering:
        least = auction.offers[0]
        word = say("hold") if auction.bid else say("play at")
        return say("{who} may {word} {least} or pass, not bid {bid}", who=who, word=word, least=least, bid=bid)
    if not auction.offers:
        return say("{who} cannot bid {bid}: {highest} is the highest bid of all", who=who, bid=bid, highest=auction.bid)
    if bid in BIDS:
        least = auction.offers[0]
        return say("{who} cannot bid {bid}: the next bid is {least} or higher", who=who, bid=bid, least=least)
    near = min(auction.offers, key=lambda value: abs(value - bid))
    return say(
        "{bid} cannot be bid: no game has this value; the nearest possible bid for {who} is {near}",
        bid=bid,
        who=who,
        near=near,
    )
