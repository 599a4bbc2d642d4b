"""A person and two programs at a table, round after round: whose turn it is, the programs' actions, taking back.

Independent of terminal and wording. A program's action depends only on the seed, the round and what its seat knows, so that the
same answers after an undo lead to the same round.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.auction import unheard
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.knowledge import Knowledge
from tafelwerk.families.skat.rules.rounds import (
    Agent,
    Announcement,
    Choice,
    Round,
    Stage,
    announce_by,
    begin_round,
    seat_seed,
)
from tafelwerk.families.skat.rules.scoring import BIDS, Contract


class Ask(StrEnum):
    """Question to the person."""

    BID = "bid"
    HOLD = "hold"
    SKAT = "skat"
    DISCARD = "discard"
    ANNOUNCE = "announce"
    CARD = "card"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Fixed:
    """A contract that is played without bidding, at the lowest bid.

    Attributes:
        contract: the contract.
        declarer: seat of the declarer.
        lay_away: A program's discard, as a mask, for twelve cards, a contract and a seat.
    """

    contract: Contract
    declarer: Seat
    lay_away: Callable[[int, Contract, Seat], int]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which the person is asked; immutable, so that it can be restored.

    Attributes:
        round: state of the round.
        left: whether the person leaves the Skat and has not announced yet.
        laid: mask of the two cards that the person has discarded; 0 before that.
    """

    round: Round
    left: bool = False
    laid: int = 0


class Sitting:
    """A person and two programs, round after round; everyone moves on by one seat from round to round."""

    def __init__(
        self,
        deals: Callable[[int], Deal],
        seat: Seat,
        programs: tuple[Agent, Agent],
        seed: int,
        fixed: Fixed | None = None,
        first: int = 0,
    ) -> None:
        """Set up the table; `begin` deals the first round.

        Args:
            deals: the deal of a round, by its number from 0.
            seat: seat of the person in the first round.
            programs: programs to the person's left and right.
            seed: random seed of the programs.
            fixed: contract played without bidding. Default: with bidding.
            first: number of the first round.
        """
        self._deals, self._begins, self.seed, self.programs, self.fixed = deals, seat, seed, programs, fixed
        self.first = first
        self.number = first - 1
        self.moments: list[Moment] = []
        self._limits: dict[Seat, int] = {}
        self._choices: dict[object, Choice] = {}

    @property
    def seat(self) -> Seat:
        """The person's seat: middlehand is forehand of the next round."""
        return Seat((self._begins + self.first - self.number) % 3)

    @property
    def left(self) -> Seat:
        """Seat of the program to the person's left."""
        return self.seat.left

    @property
    def moment(self) -> Moment:
        """The current moment."""
        return self.moments[-1]

    @property
    def round(self) -> Round:
        """State of the round, without choices that are not announced yet."""
        return self.moment.round

    @property
    def chance(self) -> int:
        """Random seed of the programs in this round."""
        return (self.seed << 32) + self.number

    @property
    def ask(self) -> Ask:
        """The current question to the person."""
        moment = self.moment
        match moment.round.stage:
            case Stage.OVER:
                return Ask.OVER
            case Stage.BIDDING:
                return Ask.HOLD if moment.round.auction.answering else Ask.BID
            case Stage.SKAT:
                return Ask.ANNOUNCE if moment.left else Ask.SKAT
            case Stage.DISCARDING:
                return Ask.ANNOUNCE if moment.laid else Ask.DISCARD
            case _:
                return Ask.CARD

    @property
    def cards(self) -> int:
        """Mask of the cards in the person's hand: twelve with the Skat taken up, ten after discarding."""
        round_, moment = self.round, self.moment
        if round_.game is not None:
            return self.known.hand
        if self.ask is not Ask.OVER and round_.declarer is self.seat:
            return round_.cards & ~moment.laid
        return round_.dealt.hands[self.seat]

    @property
    def known(self) -> Knowledge:
        """The person's knowledge of the game in play."""
        assert self.round.game is not None
        return self.round.game.known[self.seat]

    @property
    def game(self) -> Game | None:
        """The game by which the person's hand is sorted; None before it is known."""
        if self.round.game is not None:
            return self.round.game.contract.game
        return None if self.fixed is None else self.fixed.contract.game

    def agent(self, seat: Seat) -> Agent:
        """The program at a seat.

        Raises:
            InputError: the person sits there.
        """
        if seat is self.seat:
            raise InputError(f"no program sits at {seat.word}")
        return self.programs[seat is not self.left]

    def names(self, person: str) -> tuple[str, str, str]:
        """Names of the players at forehand, middlehand and rearhand."""
        forehand, middlehand, rearhand = (person if seat is self.seat else self.agent(seat).name for seat in Seat)
        return forehand, middlehand, rearhand

    def begin(self) -> Round:
        """Deal the next round, and return its state before any program acted."""
        self.number += 1
        self.moments, self._limits, self._choices = [], {}, {}
        dealt = self._deals(self.number)
        round_ = begin_round(dealt)
        if self.fixed is not None:
            round_ = replace(round_, auction=unheard(BIDS[0], self.fixed.declarer))
        self.moments = [Moment(self._advanced(round_))]
        return round_

    def say(self, bid: int) -> None:
        """Make or hold a bid, or pass with 0.

        Raises:
            InputError: the bid is not possible. As with the methods below, the state does not change then.
        """
        self._go_on(self.round.said(bid))

    def take(self) -> None:
        """Take up the Skat."""
        self._go_on(self.round.took())

    def leave_skat(self) -> None:
        """Play without the Skat."""
        self.moments.append(replace(self.moment, left=True))

    def lay_away(self, skat: int) -> None:
        """Discard two of twelve cards."""
        if self.fixed is not None:
            self._go_on(self.round.announced(Announcement(self.fixed.contract, skat)))
        else:
            self.moments.append(replace(self.moment, laid=skat))

    def announce(self, contract: Contract) -> None:
        """Announce a contract."""
        self._go_on(self.round.announced(Announcement(contract, self.moment.laid)))

    def play(self, card: int) -> None:
        """Play a card."""
        self._go_on(self.round.played(card))

    def undo(self) -> bool:
        """Take back the person's last answer in this round; False if there is none."""
        if len(self.moments) < 2:
            return False
        self.moments.pop()
        return True

    def _go_on(self, round_: Round) -> None:
        # append only after all programs have acted: on an error nothing changes
        self.moments.append(Moment(self._advanced(round_)))

    def _advanced(self, round_: Round) -> Round:
        """The round after all actions of the programs up to the next question to the person."""
        while (seat := round_.to_act) is not None:
            if round_.stage is Stage.SKAT and self.fixed is not None:
                round_ = self._fixed(round_, self.fixed)
            elif seat is self.seat:
                break
            elif round_.stage is Stage.BIDDING:
                round_ = round_.said(self._bid(round_, seat))
            elif round_.stage is Stage.PLAY:
                choice = self._choice(round_, seat)
                round_ = round_.played(choice.card, choice)
            else:
                round_ = announce_by(round_, self.agent(seat).bidder, seat_seed(self.chance, seat))
        return round_

    def _fixed(self, round_: Round, fixed: Fixed) -> Round:
        """The round after the fixed part: no bidding, the Skat taken up and, if a program declares, two cards discarded."""
        if fixed.contract.hand:
            return round_.announced(Announcement(fixed.contract))
        round_ = round_.took()
        if fixed.declarer is self.seat:
            return round_
        skat = fixed.lay_away(round_.cards, fixed.contract, fixed.declarer)
        return round_.announced(Announcement(fixed.contract, skat))

    def _bid(self, round_: Round, seat: Seat) -> int:
        """A program's bid: the lowest possible one up to its limit, or 0."""
        if seat not in self._limits:
            self._limits[seat] = self.agent(seat).bidder.limit(round_.dealt.hands[seat], seat)
        lowest = min(round_.auction.offers, default=self._limits[seat] + 1)
        return lowest if lowest <= self._limits[seat] else 0

    def _choice(self, round_: Round, seat: Seat) -> Choice:
        """A program's card, remembered, since under a time limit it might differ when computed again."""
        assert round_.game is not None
        known = round_.game.known[seat]
        key = (round_.game.contract, round_.game.deal.skat, known)
        if key not in self._choices:
            player = self.agent(seat).program(round_.game, seat_seed(self.chance, seat), round_.bid)
            self._choices[key] = player(known)
        return self._choices[key]
