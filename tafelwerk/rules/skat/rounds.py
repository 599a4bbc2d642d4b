"""A round of Skat from the deal to the score: bidding, the Skat or Hand, the announcement, play with hidden cards.

A round and the game in it are values: each step makes the next one, so that any state can be kept and gone back to. Players see
nothing but what their seat knows: their own ten cards, the bidding and, in play, what `GameInPlay.known` has.

Source: International Skat Order, sections 3.3 to 3.5 and 5."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, Protocol

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.auction import Auction, run_auction, say
from tafelwerk.rules.skat.cards import NAMES, Game, Seat
from tafelwerk.rules.skat.deals import Deal, discard
from tafelwerk.rules.skat.knowledge import Knowledge, after, knowledge
from tafelwerk.rules.skat.play import Position, play, start
from tafelwerk.rules.skat.scoring import BASE, BIDS, Contract, Score, announced_goal, game_value, null_refusal, score
from tafelwerk.rules.skat.words import worded


@dataclass(frozen=True, slots=True)
class CardOutcomes:
    """What came out for one card.

    Attributes:
        card: the card.
        worlds: in how many worlds it was looked at; fewer than for others once it could no longer come out first.
        wins: in how many of them the side of who plays it wins.
        points_worlds: in how many worlds its points were found; 0 unless it ties.
        points: the declarer's points at the end, added over these.
    """

    card: int
    worlds: int
    wins: int
    points_worlds: int = 0
    points: int = 0

    @property
    def mean_points(self) -> float | None:
        """The declarer's points at the end, in the mean; None where they were not looked for."""
        return self.points / self.points_worlds if self.points_worlds else None


@dataclass(frozen=True, slots=True)
class Choice:
    """A card, and why it was chosen.

    Attributes:
        card: the card to play.
        cards: what came out for each card that may be played, the highest first; nothing where there was no choice.
        worlds: how many worlds were looked at.
        nodes: positions searched; choices that differ in them alone are equal.
        stopped: whether time ran out.
    """

    card: int
    cards: tuple[CardOutcomes, ...] = ()
    worlds: int = 0
    nodes: int = field(default=0, compare=False)
    stopped: bool = False


Player = Callable[[Knowledge], Choice]
"""Chooses a card from what the player to move knows."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A card that was played.

    Attributes:
        seat: who played it.
        card: the card.
        choice: why, where a program chose it.
    """

    seat: Seat
    card: int
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class GameInPlay:
    """A game from the first card on; `begin` makes one, `played` goes on.

    Attributes:
        deal: who held what when play began.
        contract: what is played.
        declarer: who plays alone.
        position: how the game stands, with open cards.
        known: what each seat knows.
        decisions: the cards played, in their order.
    """

    deal: Deal
    contract: Contract
    declarer: Seat
    position: Position
    known: tuple[Knowledge, Knowledge, Knowledge]
    decisions: tuple[Decision, ...] = ()

    @property
    def over(self) -> bool:
        """Whether nothing is left to play for: all cards are played, or in Null the declarer has a trick."""
        lost = self.contract.game is Game.NULL and self.position.declarer_tricks > 0
        return lost or self.position.over

    @property
    def to_move(self) -> Seat:
        """Who plays the next card."""
        return self.position.to_move

    @property
    def won(self) -> bool:
        """Whether the declarer has what the contract promises; before the end of a Null, whether no trick has been taken."""
        position = self.position
        points = 0 if self.contract.game is Game.NULL else position.declarer_points
        return announced_goal(self.contract).met(points, position.declarer_tricks)

    def score(self, bid: int = BIDS[0]) -> Score:
        """What the finished game scores.

        Args:
            bid: the bid that was made or held.

        Raises:
            InputError: the game is not over, hands had fewer than ten cards, or this cannot be bid.
        """
        if not self.over:
            raise InputError("the game is not over")
        cards, position = self.deal.hands[self.declarer] | self.deal.skat, self.position
        return score(self.contract, cards, position.declarer_points, position.declarer_tricks, bid)

    def played(self, card: int, choice: Choice | None = None) -> "GameInPlay":
        """The game after the next card.

        Args:
            card: the card.
            choice: why it was chosen.

        Raises:
            InputError: it may not be played, or the game is over.
        """
        if self.over:
            raise InputError(f"{NAMES[card]} cannot be played: the game is over")
        position = play(self.position, card)
        forehand, middlehand, rearhand = (after(known, card) for known in self.known)
        return replace(
            self,
            position=position,
            known=(forehand, middlehand, rearhand),
            decisions=(*self.decisions, Decision(self.to_move, card, choice)),
        )


def begin(deal: Deal, contract: Contract, declarer: Seat) -> GameInPlay:
    """A game before forehand leads.

    The declarer knows the Skat, except in a Hand game; in an Ouvert game all see the declarer's cards.

    Args:
        deal: who holds what; a Hand game's Skat is as it was dealt.
        contract: what is played.
        declarer: who plays alone.
    """
    pack = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat

    def known(seat: Seat) -> Knowledge:
        return knowledge(
            seat,
            deal.hands[seat],
            contract.game,
            declarer,
            skat=deal.skat if seat is declarer and not contract.hand else None,
            shown=deal.hands[declarer] if contract.ouvert else None,
            pack=pack,
        )

    forehand, middlehand, rearhand = (known(seat) for seat in Seat)
    return GameInPlay(deal, contract, declarer, start(deal, contract.game, declarer), (forehand, middlehand, rearhand))


def play_out(game: GameInPlay, players: Sequence[Player]) -> GameInPlay:
    """The game played to its end.

    Args:
        game: where it begins.
        players: those of forehand, middlehand and rearhand.

    Raises:
        InputError: there are not three players, or one chose a card that may not be played.
    """
    if len(players) != 3:
        raise InputError(f"three players play Skat, not {len(players)}")
    while not game.over:
        choice = players[game.to_move](game.known[game.to_move])
        game = game.played(choice.card, choice)
    return game


class Stage(StrEnum):
    """How far a round has come."""

    BIDDING = "bidding"
    SKAT = "skat"
    DISCARDING = "discarding"
    PLAY = "play"
    OVER = "over"


class Announcement(NamedTuple):
    """What a declarer announces.

    Attributes:
        contract: what is played.
        skat: mask of the two cards laid away; 0 in a Hand game, whose Skat stays as it was dealt.
    """

    contract: Contract
    skat: int = 0


class Bidder(Protocol):
    """Bids and announces, from the player's own cards alone."""

    def limit(self, hand: int, seat: Seat) -> int:
        """The highest bid that ten cards are worth making or holding; 0 for none."""

    def hand_contract(self, hand: int, seat: Seat, bid: int) -> Contract | None:
        """The Hand contract to announce with ten cards at a bid; None: the Skat is taken up."""

    def announce(self, cards: int, seat: Seat, bid: int, seed: int = 0) -> Announcement:
        """What to lay away of twelve cards and to announce at a bid; chance begins at the seed."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round; `begin_round` makes one.

    Attributes:
        dealt: who was dealt what.
        auction: the bidding so far.
        taken: whether the declarer has taken up the Skat.
        announcement: what the declarer announced; None before that.
        game: the game from the announcement on; None before that.
    """

    dealt: Deal
    auction: Auction
    taken: bool = False
    announcement: Announcement | None = None
    game: GameInPlay | None = None

    @property
    def stage(self) -> Stage:
        """What is to be done next."""
        if not self.auction.over:
            return Stage.BIDDING
        if self.declarer is None or (self.game is not None and self.game.over):
            return Stage.OVER
        if self.game is not None:
            return Stage.PLAY
        return Stage.DISCARDING if self.taken else Stage.SKAT

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is; None when the round is over."""
        match self.stage:
            case Stage.OVER:
                return None
            case Stage.BIDDING:
                return self.auction.to_speak
            case Stage.PLAY:
                return self.game.to_move if self.game else None
            case _:
                return self.declarer

    @property
    def declarer(self) -> Seat | None:
        """Who plays alone; None before the bidding is over and where all passed."""
        return self.auction.declarer

    @property
    def bid(self) -> int:
        """The last bid made, 0 before the first."""
        return self.auction.bid

    @property
    def cards(self) -> int:
        """Mask of the declarer's cards, once the bidding is over: ten, or twelve with the Skat taken up and not yet laid away."""
        declarer = self._declarer()
        if self.game is not None:
            return self.game.deal.hands[declarer]
        return self.dealt.hands[declarer] | (self.dealt.skat if self.taken else 0)

    @property
    def score(self) -> Score | None:
        """What the finished game scores; None where all passed.

        Raises:
            InputError: the round is not over.
        """
        if self.stage is not Stage.OVER:
            raise InputError("the round is not over")
        return None if self.game is None else self.game.score(self.bid)

    def said(self, bid: int = 0) -> "Round":
        """The round after a word of the bidding: a bid made or held, or 0 for a pass.

        Raises:
            InputError: the bidding is over, or this cannot be said.
        """
        return replace(self, auction=say(self.auction, bid))

    def took(self) -> "Round":
        """The round after the declarer has taken up the Skat.

        Raises:
            InputError: it is not the moment for that.
        """
        if self.stage is not Stage.SKAT:
            raise InputError("the Skat cannot be taken up now")
        return replace(self, taken=True)

    def announced(self, announcement: Announcement) -> "Round":
        """The round after the announcement.

        Raises:
            InputError: it is not the moment for that; Hand after the Skat was taken up, or no Hand before; two cards that cannot
                be laid away; or a Null game worth less than the bid.
        """
        if self.stage not in (Stage.SKAT, Stage.DISCARDING):
            raise InputError("nothing can be announced now")
        contract, skat = announcement
        if contract.hand == self.taken:
            raise InputError(
                "a Hand game is announced before the Skat is taken up"
                if self.taken
                else "without the Skat taken up only a Hand game can be announced"
            )
        if contract.game not in BASE and (value := game_value(contract, 0)) < self.bid:
            raise InputError(null_refusal(value, self.bid))
        if contract.hand and skat:
            raise InputError("in a Hand game no card is laid away")
        declarer = self._declarer()
        deal = discard(self.dealt, declarer, skat) if self.taken else self.dealt
        return replace(self, announcement=announcement, game=begin(deal, contract, declarer))

    def played(self, card: int, choice: Choice | None = None) -> "Round":
        """The round after the next card; `choice` says why, where a program chose it.

        Raises:
            InputError: it may not be played, or it is not the moment for that.
        """
        if self.game is None:
            raise InputError("no card can be played before a game is announced")
        return replace(self, game=self.game.played(card, choice))

    def _declarer(self) -> Seat:
        if self.declarer is None:
            raise InputError("nobody plays alone")
        return self.declarer


def begin_round(dealt: Deal) -> Round:
    """A round before the first bid.

    Raises:
        InputError: hands have fewer than ten cards.
    """
    if dealt.cards_each != 10:
        raise InputError(
            worded(
                f"a round is played with ten cards in a hand, not {dealt.cards_each}",
                f"eine Runde wird mit zehn Karten je Blatt gespielt, nicht mit {dealt.cards_each}",
            )
        )
    return Round(dealt, Auction())


def bid_out(round_: Round, limits: Sequence[int]) -> Round:
    """The round after its bidding, which may have begun, where every player goes up to a limit; as `run_auction`."""
    return replace(round_, auction=run_auction(limits, round_.auction))


def announce_by(round_: Round, bidder: Bidder, seed: int = 0) -> Round:
    """The round after its declarer's bidder has decided on Hand or the Skat, and announced."""
    declarer = round_.declarer
    if declarer is None:
        raise InputError("nobody plays alone")
    if not round_.taken:
        contract = bidder.hand_contract(round_.dealt.hands[declarer], declarer, round_.bid)
        if contract is not None:
            return round_.announced(Announcement(contract))
        round_ = round_.took()
    return round_.announced(bidder.announce(round_.cards, declarer, round_.bid, seed))


def play_by(round_: Round, players: Sequence[Player]) -> Round:
    """The round after play by those of forehand, middlehand and rearhand; where all passed there is none.

    Raises:
        InputError: the game is not announced yet.
    """
    if round_.game is None:
        if round_.stage is Stage.OVER:
            return round_
        raise InputError("no card can be played before a game is announced")
    return replace(round_, game=play_out(round_.game, players))


class Program(Protocol):
    """Makes players for games."""

    def __call__(self, game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        """A player for a game that begins, from a seed; the bid moves what its declarer needs. The player may sit at any seat.

        A program that does not cheat looks at no cards but those that the seat whose turn it is knows.
        """


@dataclass(frozen=True, slots=True)
class Agent:
    """Plays all parts of a round.

    Attributes:
        name: what it is called.
        bidder: bids and announces.
        program: plays the cards.
    """

    name: str
    bidder: Bidder
    program: Program


def seat_seed(seed: int, seat: Seat) -> int:
    """The seed of a seat in a round: of the player's cards, and of what it announces."""
    return 3 * seed + seat
