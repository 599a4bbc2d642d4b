"""Contracts: the bidding that leads to one, possible announcements, values of games, and scores of finished games.

The value of a suit game or Grand is its base value times a sum: the matadors, one for the game, and one each for Hand, Schneider,
Schneider announced, Schwarz, Schwarz announced and Ouvert. Null games have fixed values. A game won scores its value, a game
lost minus twice its value.

An overbid game is worth less than the bid and is lost whatever tricks were taken; its value is then the lowest multiple of the
base value that reaches the bid. Schneider or Schwarz can save it. Null has no multiples: a Null game worth less than the bid
cannot be announced. A deal on which all passed has no contract and scores nothing.

The Skat counts with the declarer's cards, so that it can change the value of a game after the bidding; a hand of ten cards can
meet 231 Skats. A declarer with the jack of clubs can only gain. A declarer without the two highest jacks may find the jack of
spades in the Skat, is then only without one, and may have overbid.

Source: International Skat Order of the Deutscher Skatverband and the International Skat Players Association, sections 2.4
(matadors), 3.4 (announcements) and 5 (values, overbid games).

Bidding: middlehand bids, and forehand holds each bid or passes, until one of the two has passed. Then rearhand bids in the same
way to the player left, starting above the last bid. The player left at the end is declarer at the last bid made. If middlehand
and rearhand pass without a bid, forehand may play at 18; if forehand passes too, the deal is not played and scores nothing. A
bid is any value that a game can have, and higher than the previous bid; values may be skipped. So a holder only has to equal a
bid: among equal limits forehand wins over middlehand, and middlehand over rearhand (International Skat Order, section 3.3).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple, Protocol

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat.rules.cards import ALL_CARDS, WIN, Game, Seat, bits, mask_of, order, term
from tafelwerk.language import join_words, say

BASE = {Game.DIAMONDS: 9, Game.HEARTS: 10, Game.SPADES: 11, Game.CLUBS: 12, Game.GRAND: 24}
"""Base values of the games with trumps."""

NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""Values of Null by (Hand, Ouvert)."""

GAME_POINTS, OPPONENT_POINTS = 50, 40
"""Tournament points added for a game won and subtracted for a game lost, and points of each opponent of a lost game
at a table of three (after Seeger and Fabian)."""

OTHERS_POINTS = {3: OPPONENT_POINTS, 4: 30}
"""Tournament points of each other player for a lost game, by players at the table; at a table of four the dealer has them too."""

BIDS = tuple(
    sorted(
        {*NULL_VALUES.values()}
        | {base * factor for game, base in BASE.items() for factor in range(2, 12 if game is Game.GRAND else 19)}
    )
)
"""All values that a game can have, and so all possible bids: 18 to 264."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract announced by the declarer.

    Attributes:
        game: suit game, Grand or Null.
        hand: the Skat stays untouched.
        schneider: 90 points are promised; only with Hand.
        schwarz: all tricks are promised; only with Schneider announced.
        ouvert: the declarer's cards lie open; always possible in Null, otherwise only with Schwarz announced.

    Raises:
        InputError: A level lacks the one that it requires, or Schneider or Schwarz is announced in Null.
    """

    game: Game
    hand: bool = False
    schneider: bool = False
    schwarz: bool = False
    ouvert: bool = False

    def __post_init__(self) -> None:
        null = self.game is Game.NULL
        if null and (self.schneider or self.schwarz):
            raise InputError(say("Null has no Schneider and no Schwarz; only Hand and Ouvert can be added"))
        for wanted, name, holds, needed in (
            (self.schneider, "Schneider announced", self.hand, "Hand"),
            (self.schwarz, "Schwarz announced", self.schneider, "Schneider announced"),
            (self.ouvert and not null, "Ouvert", self.schwarz, "Schwarz announced"),
        ):
            if wanted and not holds:
                game, step, rests = term(self.game), term(name), term(needed)
                raise InputError(say("{game} {step} is possible only with {rests}", game=game, step=step, rests=rests))


class Score(NamedTuple):
    """Result of a game.

    Attributes:
        won: whether the declarer won.
        overbid: whether the game was worth less than the bid.
        matadors: trumps from the highest down that the declarer had (positive) or lacked (negative); 0 in Null.
        value: value of the game; if overbid, the lowest multiple of its base value that reaches the bid.
        score: the declarer's score: the value, or minus twice the value.
    """

    won: bool
    overbid: bool
    matadors: int
    value: int
    score: int


class Goal(NamedTuple):
    """Goal that wins a game for the declarer.

    Attributes:
        points: smallest number of card points, including the Skat: 61, 90 or, for all tricks, 120; 0 in Null.
        least_tricks: smallest number of tricks: 10 for Schwarz, since nine tricks can have 120 points; otherwise 0.
        most_tricks: largest number of tricks: 0 in Null, otherwise 10.
    """

    points: int
    least_tricks: int
    most_tricks: int

    def met(self, points: int, tricks: int) -> bool:
        """Whether card points and tricks reach the goal."""
        return points >= self.points and self.least_tricks <= tricks <= self.most_tricks


_SCHNEIDER, _SCHWARZ = Goal(90, 0, 10), Goal(120, 10, 10)


def matadors(game: Game, cards: int) -> int:
    """Number of trumps, from the jack of clubs down without a gap, held (positive) or lacked (negative); 0 in Null.

    Args:
        game: the game, which determines the trumps.
        cards: mask of the declarer's hand and, once it is known, the Skat, whether it was taken up or not.
    """
    own = order(game)
    held = own.to_game(cards) & own.trumps
    has_first = held >> 31
    # trumps are the highest bits: the first gap is the highest bit of the missing trumps, or of those held
    gap = own.trumps & ~held if has_first else held
    length = min(32 - gap.bit_length(), own.trumps.bit_count())
    return length if has_first else -length


def is_schneider(points: int) -> bool:
    """Whether either party has 30 card points or fewer, given the declarer's."""
    return not 30 < points < 90


def overbid_value(game: Game, bid: int) -> int:
    """Value of an overbid game with trumps: the lowest multiple of its base value that reaches the bid."""
    return -(-bid // BASE[game]) * BASE[game]


def game_value(contract: Contract, cards: int, *, schneider: bool = False, schwarz: bool = False) -> int:
    """Value of a game, before comparison with the bid; with neither party Schneider it is the highest safe bid.

    Args:
        contract: the contract.
        cards: mask of the declarer's hand and, once it is known, the Skat.
        schneider: whether either party has 30 points or fewer. If announced it counts even if not made.
        schwarz: whether either party has no trick, which implies Schneider. If announced it counts even if not made.
    """
    if contract.game is Game.NULL:
        return NULL_VALUES[contract.hand, contract.ouvert]
    schwarz = schwarz or contract.schwarz
    schneider = schneider or schwarz or contract.schneider
    steps = (contract.hand, schneider, contract.schneider, schwarz, contract.schwarz, contract.ouvert)
    return BASE[contract.game] * (abs(matadors(contract.game, cards)) + 1 + sum(steps))


def announced_goal(contract: Contract) -> Goal:
    """The public goal of a contract, without the bid: the goal set by the bid depends on the declarer's hidden cards."""
    if contract.game is Game.NULL:
        return Goal(0, 0, 0)
    if contract.schwarz:
        return _SCHWARZ
    return _SCHNEIDER if contract.schneider else Goal(WIN, 0, 10)


def goal(contract: Contract, cards: int, bid: int = BIDS[0]) -> Goal | None:
    """The goal that wins a game, or None if not even Schwarz makes it worth the bid.

    A game that is worth the bid only with Schneider needs 90 points, one that needs Schwarz needs all tricks.

    Args:
        contract: the contract.
        cards: mask of the declarer's twelve cards, hand and Skat.
        bid: the declarer's last bid, made or held.

    Raises:
        InputError: invalid cards or bid, or a Null game below the bid.
    """
    _check(contract, cards, bid)
    return _goal(contract, cards, bid)


def _goal(contract: Contract, cards: int, bid: int) -> Goal | None:
    if contract.game is not Game.NULL:
        if game_value(contract, cards, schwarz=True) < bid:
            return None
        if game_value(contract, cards, schneider=True) < bid:
            return _SCHWARZ
        if game_value(contract, cards) < bid:
            return _SCHNEIDER
    return announced_goal(contract)


def score(contract: Contract, cards: int, points: int, tricks: int, bid: int = BIDS[0]) -> Score:
    """The score of a finished game of ten tricks.

    Args:
        contract: the contract.
        cards: mask of the declarer's twelve cards, hand and Skat.
        points: card points of the declarer's tricks and of the Skat; ignored in Null.
        tricks: number of the declarer's tricks.
        bid: the declarer's last bid, made or held.

    Raises:
        InputError: invalid cards, points, tricks or bid, points that are impossible with the tricks, or a Null game below the
        bid.
    """
    _check(contract, cards, bid)
    _check_play(contract, points, tricks)
    return settle(contract, cards, points, tricks, bid, schneider=is_schneider(points), schwarz=tricks in (0, 10))


def settle(
    contract: Contract, cards: int, points: int, tricks: int, bid: int, *, schneider: bool, schwarz: bool
) -> Score:
    """The score of a game, however it ended.

    Args:
        contract, cards, points, tricks: as for `score`; tricks and points are those counted for the declarer.
        bid: the last number called, which need not be the value of a game.
        schneider, schwarz: as for `game_value`.
    """
    wanted = _goal(contract, cards, bid)
    won = wanted is not None and wanted.met(0 if contract.game is Game.NULL else points, tricks)
    value = game_value(contract, cards, schneider=schneider, schwarz=schwarz)
    overbid = value < bid
    if overbid:
        value = overbid_value(contract.game, bid)
    return Score(won, overbid, matadors(contract.game, cards), value, value if won else -2 * value)


def check_bid(bid: int) -> None:
    """Refuse an impossible bid.

    Raises:
        InputError: no game has this value.
    """
    if bid not in BIDS:
        away = min(abs(value - bid) for value in BIDS)
        near = [str(value) for value in BIDS if abs(value - bid) == away]
        nearest = join_words(near)
        raise InputError(
            say("{bid} cannot be bid: no game has this value; nearest possible: {nearest}", bid=bid, nearest=nearest)
        )


def null_refusal(value: int, bid: int) -> str:
    """Why a Null game cannot be announced at a bid."""
    return say("this Null game is worth {value} and cannot be announced at a bid of {bid}", value=value, bid=bid)


def _check(contract: Contract, cards: int, bid: int) -> None:
    if not 0 <= cards <= ALL_CARDS or cards.bit_count() != 12:
        raise InputError(f"the declarer's hand and Skat must have 12 cards, not {cards.bit_count()}")
    check_bid(bid)
    if contract.game is Game.NULL and bid > game_value(contract, cards):
        raise InputError(null_refusal(game_value(contract, cards), bid))


def _check_play(contract: Contract, points: int, tricks: int) -> None:
    if not 0 <= tricks <= 10:
        raise InputError(f"tricks must be from 0 to 10, not {tricks}")
    least, most = 120 if tricks == 10 else 0, 120 if tricks else 22
    if contract.game is not Game.NULL and not least <= points <= most:
        raise InputError(
            say(
                "points with {tricks} tricks must be from {least} to {most}, not {points}",
                tricks=tricks,
                least=least,
                most=most,
                points=points,
            )
        )


SKATS = comb(22, 2)
"""Number of Skats that a hand of ten cards can meet: 231."""


def value_counts(contract: Contract, hand: int) -> dict[int, int]:
    """Values of a contract over the 231 Skats that a hand can meet: number of Skats by value, lowest value first.

    Args:
        contract: the contract; neither party is Schneider unless that is announced.
        hand: mask of ten cards.

    Raises:
        InputError: another number of cards.
    """
    if not 0 <= hand <= ALL_CARDS or hand.bit_count() != 10:
        raise InputError(f"a hand has 10 cards, not {hand.bit_count()}")
    value = game_value(contract, hand)
    if contract.game is Game.NULL:
        return {value: SKATS}
    base, length = BASE[contract.game], abs(matadors(contract.game, hand))
    return {value + base * (other - length): count for other, count in sorted(_lengths(contract.game, hand).items())}


@lru_cache(maxsize=4096)
def _lengths(game: Game, hand: int) -> dict[int, int]:
    """Number of Skats by number of matadors, with or without, for a hand."""
    others = ALL_CARDS ^ hand
    trumps = bits(others & order(game).from_game(order(game).trumps))
    plain = others.bit_count() - len(trumps)
    counts: dict[int, int] = {}
    # only the trumps of a Skat matter
    for trump_count in range(3):
        for skat in combinations(trumps, trump_count):
            length = abs(matadors(game, hand | mask_of(skat)))
            counts[length] = counts.get(length, 0) + comb(plain, 2 - trump_count)
    return counts


class FinishedRound(Protocol):
    """A finished round, or a record of it."""

    @property
    def declarer(self) -> Seat | None:
        """The declarer; None if all passed."""

    @property
    def score(self) -> Score | None:
        """The score of the game; None if all passed."""


def tournament_points(round_: FinishedRound, seat: Seat) -> int:
    """Tournament points of a seat for a finished round, after Seeger and Fabian at a table of three; 0 if all passed.

    Raises:
        InputError: the round is not over.
    """
    return 0 if round_.score is None else side_points(round_.score, alone=seat is round_.declarer)


def side_points(score: Score, *, alone: bool, players: int = 3) -> int:
    """Tournament points of the declarer (`alone`) or of each other player, after Seeger and Fabian at a table of 3 or 4."""
    if alone:
        return score.score + (GAME_POINTS if score.won else -GAME_POINTS)
    return 0 if score.won else OTHERS_POINTS[players]


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
        bid: the bid made or held, one of `Auction.offers`; 0 for a pass.

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
        raise InputError(say("a bid needs a declarer, and a declarer needs a bid"))
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
            least, most, quoted_word = BIDS[0], BIDS[-1], in_quotes(word)
            raise InputError(
                say(
                    "a bid must be a number from {least} to {most}, not {given}",
                    least=least,
                    most=most,
                    given=quoted_word,
                )
            )
    bids = list(map(int, words))
    if not bids:
        raise InputError(say("give at least one bid: the declarer has made or held {lowest} or more", lowest=BIDS[0]))
    for number, bid in enumerate(bids):
        check_bid(bid)
        if number and bid <= bids[number - 1]:
            before = bids[number - 1]
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
    limits = {}
    for seat in Seat:
        own = [call for call in auction.calls if call.seat is seat]
        least = max((call.bid for call in own if call.word is not Word.PASSES), default=0)
        below = float("inf")
        if own and own[-1].word is Word.PASSES:
            # with no bid to hold, the player would have had to go above the last one
            before = auction.calls[: auction.calls.index(own[-1])]
            last = max((call.bid for call in before), default=0)
            below = own[-1].bid or min((bid for bid in BIDS if bid > last), default=below)
        limits[seat] = Range(least, below)
    return limits


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
