"""A round of Skat from the deal to the score: bidding, the Skat or Hand, the announcement, play with hidden cards.

A round and the game in it are immutable: each step makes a new one, so that any state can be kept and restored. Players see
only what their seat knows: their own ten cards, the bidding and, in play, `GameInPlay.known`.

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
    """Evaluation of one card.

    Attributes:
        card: the card.
        worlds: number of worlds examined; fewer than for others once the card could no longer come first.
        wins: number of these in which the side of its player wins.
        points_worlds: number of worlds in which its points were computed; 0 unless it ties.
        points: the declarer's final points, summed over these.
    """

    card: int
    worlds: int
    wins: int
    points_worlds: int = 0
    points: int = 0

    @property
    def mean_points(self) -> float | None:
        """The declarer's mean final points; None if they were not computed."""
        return self.points / self.points_worlds if self.points_worlds else None


@dataclass(frozen=True, slots=True)
class Choice:
    """A card, and the evaluation behind it.

    Attributes:
        card: the card to play.
        cards: evaluation of each legal card, highest card first; empty if there was no choice.
        worlds: number of worlds examined.
        nodes: positions searched; ignored when choices are compared.
        stopped: whether time ran out.
    """

    card: int
    cards: tuple[CardOutcomes, ...] = ()
    worlds: int = 0
    nodes: int = field(default=0, compare=False)
    stopped: bool = False


Player = Callable[[Knowledge], Choice]
"""Chooses a card from the knowledge of the player to move."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A card that was played.

    Attributes:
        seat: its player.
        card: the card.
        choice: the choice behind it, if a program made it.
    """

    seat: Seat
    card: int
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class GameInPlay:
    """A game from the first card; `begin` makes one, `played` continues it.

    Attributes:
        deal: the deal when play began.
        contract: the contract.
        declarer: the declarer.
        position: the current position, with open cards.
        known: knowledge of each seat.
        decisions: the cards played, in order.
    """

    deal: Deal
    contract: Contract
    declarer: Seat
    position: Position
    known: tuple[Knowledge, Knowledge, Knowledge]
    decisions: tuple[Decision, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game is decided: all cards are played, or in Null the declarer has a trick."""
        lost = self.contract.game is Game.NULL and self.position.declarer_tricks > 0
        return lost or self.position.over

    @property
    def to_move(self) -> Seat:
        """The seat to play the next card."""
        return self.position.to_move

    @property
    def won(self) -> bool:
        """Whether the declarer has reached what the contract promises; during a Null, whether no trick has been taken."""
        position = self.position
        points = 0 if self.contract.game is Game.NULL else position.declarer_points
        return announced_goal(self.contract).met(points, position.declarer_tricks)

    def score(self, bid: int = BIDS[0]) -> Score:
        """The score of the finished game.

        Args:
            bid: the declarer's last bid, made or held.

        Raises:
            InputError: the game is not over, hands had fewer than ten cards, or the bid is impossible.
        """
        if not self.over:
            raise InputError("the game is not over")
        cards, position = self.deal.hands[self.declarer] | self.deal.skat, self.position
        return score(self.contract, cards, position.declarer_points, position.declarer_tricks, bid)

    def played(self, card: int, choice: Choice | None = None) -> "GameInPlay":
        """The game after the next card.

        Args:
            card: the card.
            choice: the choice behind it.

        Raises:
            InputError: the card is not legal, or the game is over.
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
        deal: the deal; the Skat of a Hand game is as dealt.
        contract: the contract.
        declarer: the declarer.
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
        game: the game to continue.
        players: players at forehand, middlehand and rearhand.

    Raises:
        InputError: there are not three players, or one chose an illegal card.
    """
    if len(players) != 3:
        raise InputError(f"players must be three, not {len(players)}")
    while not game.over:
        choice = players[game.to_move](game.known[game.to_move])
        game = game.played(choice.card, choice)
    return game


class Stage(StrEnum):
    """Stage of a round."""

    BIDDING = "bidding"
    SKAT = "skat"
    DISCARDING = "discarding"
    PLAY = "play"
    OVER = "over"


class Announcement(NamedTuple):
    """A declarer's announcement.

    Attributes:
        contract: the contract.
        skat: mask of the two cards discarded; 0 in a Hand game, whose Skat stays as dealt.
    """

    contract: Contract
    skat: int = 0


class Bidder(Protocol):
    """Bids and announces from the player's own cards only."""

    def limit(self, hand: int, seat: Seat) -> int:
        """The highest bid that ten cards are worth making or holding; 0 for none."""

    def hand_contract(self, hand: int, seat: Seat, bid: int) -> Contract | None:
        """The Hand contract to announce with ten cards at a bid; None: the Skat is taken up."""

    def announce(self, cards: int, seat: Seat, bid: int, seed: int = 0) -> Announcement:
        """The discard from twelve cards and the announcement at a bid, with a random seed."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round; `begin_round` makes one.

    Attributes:
        dealt: the cards as dealt.
        auction: the bidding so far.
        taken: whether the declarer has taken up the Skat.
        announcement: the declarer's announcement; None before it.
        game: the game from the announcement; None before it.
    """

    dealt: Deal
    auction: Auction
    taken: bool = False
    announcement: Announcement | None = None
    game: GameInPlay | None = None

    @property
    def stage(self) -> Stage:
        """The current stage."""
        if not self.auction.over:
            return Stage.BIDDING
        if self.declarer is None or (self.game is not None and self.game.over):
            return Stage.OVER
        if self.game is not None:
            return Stage.PLAY
        return Stage.DISCARDING if self.taken else Stage.SKAT

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; None when the round is over."""
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
        """The declarer; None before the end of the bidding and if all passed."""
        return self.auction.declarer

    @property
    def bid(self) -> int:
        """The last bid made, 0 before the first."""
        return self.auction.bid

    @property
    def cards(self) -> int:
        """Mask of the declarer's cards after the bidding: ten, or twelve between taking up the Skat and discarding."""
        declarer = self._declarer()
        if self.game is not None:
            return self.game.deal.hands[declarer]
        return self.dealt.hands[declarer] | (self.dealt.skat if self.taken else 0)

    @property
    def score(self) -> Score | None:
        """The score of the finished game; None if all passed.

        Raises:
            InputError: the round is not over.
        """
        if self.stage is not Stage.OVER:
            raise InputError("the round is not over")
        return None if self.game is None else self.game.score(self.bid)

    def said(self, bid: int = 0) -> "Round":
        """The round after a call of the bidding: a bid made or held, or 0 for a pass.

        Raises:
            InputError: the bidding is over, or the call is not possible.
        """
        return replace(self, auction=say(self.auction, bid))

    def took(self) -> "Round":
        """The round after the declarer has taken up the Skat.

        Raises:
            InputError: the Skat cannot be taken up at this stage.
        """
        if self.stage is not Stage.SKAT:
            raise InputError("the Skat cannot be taken up now")
        return replace(self, taken=True)

    def announced(self, announcement: Announcement) -> "Round":
        """The round after the announcement.

        Raises:
            InputError: wrong stage; Hand after the Skat was taken up, or not Hand before; invalid discard; or a Null game worth
                less than the bid.
        """
        if self.stage not in (Stage.SKAT, Stage.DISCARDING):
            raise InputError("nothing can be announced now")
        contract, skat = announcement
        if contract.hand == self.taken:
            raise InputError(
                "Hand cannot be announced after the Skat was taken up"
                if self.taken
                else "only a Hand game can be announced with the Skat left"
            )
        if contract.game not in BASE and (value := game_value(contract, 0)) < self.bid:
            raise InputError(null_refusal(value, self.bid))
        if contract.hand and skat:
            raise InputError("no cards can be discarded in a Hand game")
        declarer = self._declarer()
        deal = discard(self.dealt, declarer, skat) if self.taken else self.dealt
        return replace(self, announcement=announcement, game=begin(deal, contract, declarer))

    def played(self, card: int, choice: Choice | None = None) -> "Round":
        """The round after the next card; `choice` is the choice behind it, if a program made it.

        Raises:
            InputError: the card is not legal, or no game is announced yet.
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
                f"a round is played with ten cards per hand, not {dealt.cards_each}",
                f"eine Runde wird mit zehn Karten je Blatt gespielt, nicht mit {dealt.cards_each}",
            )
        )
    return Round(dealt, Auction())


def bid_out(round_: Round, limits: Sequence[int]) -> Round:
    """The round after its bidding, which may have begun, with each player going up to a limit as in `run_auction`."""
    return replace(round_, auction=run_auction(limits, round_.auction))


def announce_by(round_: Round, bidder: Bidder, seed: int = 0) -> Round:
    """The round after the declarer's bidder has chosen Hand or the Skat, and announced."""
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
    """The round after play by the players at forehand, middlehand and rearhand; unchanged if all passed.

    Raises:
        InputError: no game is announced yet.
    """
    if round_.game is None:
        if round_.stage is Stage.OVER:
            return round_
        raise InputError("no card can be played before a game is announced")
    return replace(round_, game=play_out(round_.game, players))


class Program(Protocol):
    """Makes players for games."""

    def __call__(self, game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        """A player for a game, from a random seed and the bid, which affects the declarer's goal. It can play any seat.

        Except for agents that see all cards, a program uses only the knowledge of the seat to move.
        """


@dataclass(frozen=True, slots=True)
class Agent:
    """Plays all parts of a round.

    Attributes:
        name: its name.
        bidder: bids and announces.
        program: plays the cards.
    """

    name: str
    bidder: Bidder
    program: Program


def seat_seed(seed: int, seat: Seat) -> int:
    """The random seed of a seat in a round, for card play and announcement."""
    return 3 * seed + seat
