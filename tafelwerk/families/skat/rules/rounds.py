"""A round of Skat from the deal to the score: bidding, the Skat or Hand, the announcement, play with hidden cards.

A `Round` is what is played at a table, what a log holds, and what the book's tables say of a game that was played. Rounds and the
game in them are immutable: each step makes a new one, so that any state can be kept and restored. Players see only what their
seat knows: their own ten cards, the bidding and, in play, `GameInPlay.known`.

Source: International Skat Order, sections 3.3 to 3.5 and 5."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules import contracts
from tafelwerk.families.skat.rules.cards import NAMES, Seat
from tafelwerk.families.skat.rules.deals import Deal, discard
from tafelwerk.families.skat.rules.knowledge import Knowledge, after, knowledge
from tafelwerk.families.skat.rules.play import OpenGame, Position, PricedGame, play, start
from tafelwerk.language import say


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


@dataclass(frozen=True, kw_only=True)
class GameInPlay(OpenGame):
    """The game of a round from the first card; `begin` makes one, `played` continues it.

    Attributes:
        contract: the contract.
        choices: for each card played the choice behind it; None if no program made one.
    """

    contract: contracts.Contract
    choices: tuple[Choice | None, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game is decided: all cards are played, or in Null the declarer has a trick."""
        return self.position.over or (self.null and self.position.declarer_tricks > 0)

    @property
    def to_move(self) -> Seat:
        """The seat to play the next card."""
        return self.position.to_move

    @property
    def known(self) -> tuple[Knowledge, Knowledge, Knowledge]:
        """Knowledge of each seat."""
        forehand, middlehand, rearhand = (
            _knowledge(self.deal, self.contract, self.declarer, seat, self.cards) for seat in Seat
        )
        return forehand, middlehand, rearhand

    @property
    def won(self) -> bool:
        """Whether the declarer has reached what the contract promises; during a Null, whether no trick has been taken."""
        position = self.position
        return contracts.announced_goal(self.contract).met(
            0 if self.null else position.declarer_points, position.declarer_tricks
        )

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
        return GameInPlay(
            deal=self.deal,
            game=self.game,
            declarer=self.declarer,
            cards=(*self.cards, card),
            positions=(*self.positions, play(self.position, card)),
            contract=self.contract,
            choices=(*self.choices, choice),
        )


def begin(deal: Deal, contract: contracts.Contract, declarer: Seat) -> GameInPlay:
    """A game before forehand leads.

    The declarer knows the Skat, except in a Hand game; in an Ouvert game all see the declarer's cards.

    Args:
        deal: the deal; the Skat of a Hand game is as dealt.
        contract: the contract.
        declarer: the declarer.
    """
    positions = (start(deal, contract.game, declarer),)
    return GameInPlay(
        deal=deal, game=contract.game, declarer=declarer, cards=(), positions=positions, contract=contract
    )


@lru_cache(maxsize=1024)
def _knowledge(
    deal: Deal, contract: contracts.Contract, declarer: Seat, seat: Seat, cards: tuple[int, ...]
) -> Knowledge:
    """Knowledge of a seat after some cards; kept, since each state follows from the one before it."""
    if cards:
        return after(_knowledge(deal, contract, declarer, seat, cards[:-1]), cards[-1])
    return knowledge(
        seat,
        deal.hands[seat],
        contract.game,
        declarer,
        skat=deal.skat if seat is declarer and not contract.hand else None,
        shown=deal.hands[declarer] if contract.ouvert else None,
        pack=deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat,
    )


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


class End(StrEnum):
    """End of a round."""

    COMPLETE = "complete"
    DECIDED = "decided"
    PASSED = "passed"
    RESIGN_DECLARER = "resign_declarer"
    RESIGN_DEFENDERS = "resign_defenders"
    TIMEOUT_DECLARER = "timeout_declarer"
    TIMEOUT_DEFENDER = "timeout_defender"
    LEFT_DECLARER = "left_declarer"
    LEFT_DEFENDER = "left_defender"
    TIMEOUT_PENALTY = "timeout_penalty"
    LEFT_PENALTY = "left_penalty"
    REST_DECLARER = "rest_declarer"
    REST_DEFENDERS = "rest_defenders"


AGREED = frozenset((End.REST_DECLARER, End.REST_DEFENDERS))
BY_DECLARER = frozenset((End.RESIGN_DECLARER, End.TIMEOUT_DECLARER, End.LEFT_DECLARER, End.REST_DEFENDERS))
BY_DEFENDERS = frozenset((End.RESIGN_DEFENDERS, End.TIMEOUT_DEFENDER, End.LEFT_DEFENDER, End.REST_DECLARER))
PENALTIES = frozenset((End.TIMEOUT_PENALTY, End.LEFT_PENALTY))
"""Ends by agreement on who has the tricks that are left; those brought about by the declarer, by defenders, and by anyone before
the game began."""

PENALTY_POINTS = -100
"""Tournament points of a player who ends a round before it began."""

UNNAMED = (Seat.FOREHAND.word, Seat.MIDDLEHAND.word, Seat.REARHAND.word)
"""Players of whom only the seats are known."""


class Announcement(NamedTuple):
    """A declarer's announcement.

    Attributes:
        contract: the contract.
        skat: mask of the two cards discarded; 0 in a Hand game, whose Skat stays as dealt.
    """

    contract: contracts.Contract
    skat: int = 0


class Bidder(Protocol):
    """Bids and announces from the player's own cards only."""

    def limit(self, hand: int, seat: Seat) -> int:
        """The highest bid that ten cards are worth making or holding; 0 for none."""

    def hand_contract(self, hand: int, seat: Seat, bid: int) -> contracts.Contract | None:
        """The Hand contract to announce with ten cards at a bid; None: the Skat is taken up."""

    def announce(self, cards: int, seat: Seat, bid: int, seed: int = 0) -> Announcement:
        """The discard from twelve cards and the announcement at a bid, with a random seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round, from the deal to its end; `begin_round` makes one.

    Attributes:
        dealt: the cards as dealt.
        auction: the bidding so far; without calls if they are not recorded.
        taken: whether the declarer has taken up the Skat.
        game: the game from the announcement; None before it.
        ended: how the round ended before the game was over: players gave up, or none was left to be decided.
        culprit: seat that ran out of time or left.
        agreed_points: the declarer's card points as the players agreed; None where all that were left went to one side.
        name: its name.
        players: names at forehand, middlehand and rearhand.
        source: the program that played or recorded it.
        seed: random seed of the players; None if unknown.
        line: its first line in the log from which it was read, from 1.
        warnings: inconsistencies in its record, one word each.
        prices: the game with its cards priced, where that was asked for.
    """

    dealt: Deal
    auction: contracts.Auction = contracts.BEGINNING
    taken: bool = False
    game: GameInPlay | None = None
    ended: End | None = None
    culprit: Seat | None = None
    agreed_points: int | None = None
    name: str = ""
    players: tuple[str, str, str] = UNNAMED
    source: str = ""
    seed: int | None = None
    line: int | None = field(default=None, compare=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)
    prices: PricedGame | None = field(default=None, compare=False)

    @property
    def end(self) -> End | None:
        """How the round ended; None while it goes on."""
        if self.ended is not None:
            return self.ended
        if self.auction.over and self.declarer is None:
            return End.PASSED
        if self.game is None or not self.game.over:
            return None
        return End.COMPLETE if self.game.position.over else End.DECIDED

    @property
    def is_settled(self) -> bool:
        """Whether the game was given up, so that its score is not by the Skat Order."""
        return self.ended in BY_DECLARER | BY_DEFENDERS

    @property
    def fined_seats(self) -> tuple[Seat, ...]:
        """Seats fined if no game was announced: the one that failed or, after the bidding, both defenders for one of them."""
        if self.ended not in PENALTIES or self.culprit is None:
            return ()
        if self.declarer is None or self.culprit is self.declarer:
            return (self.culprit,)
        return tuple(seat for seat in Seat if seat is not self.declarer)

    @property
    def stage(self) -> Stage:
        """The current stage."""
        if self.end is not None:
            return Stage.OVER
        if not self.auction.over:
            return Stage.BIDDING
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
    def points(self) -> int:
        """The declarer's card points with the Skat, in Null too; if the defenders gave up, with all that they have not won."""
        game = self._played_game()
        if self.agreed_points is not None:
            return self.agreed_points
        if self.ended in BY_DEFENDERS and not game.null:
            return 120 - game.position.defender_points
        return game.position.declarer_points

    @property
    def tricks(self) -> int:
        """The declarer's tricks, counted likewise."""
        game = self._played_game()
        if self.ended in BY_DEFENDERS and not game.null:
            return 10 - len(game.cards) // 3 + game.position.declarer_tricks
        return game.position.declarer_tricks

    @property
    def score(self) -> contracts.Score | None:
        """The score of the game, by the Skat Order unless it was given up; None if none was announced.

        Raises:
            InputError: the round is not over.
        """
        if self.end is None:
            raise InputError("the round is not over")
        game = self.game
        if game is None:
            return None
        points, tricks = self.points, self.tricks
        schneider, schwarz = contracts.is_schneider(points), tricks in (0, 10) and self.agreed_points is None
        if self.ended is End.DECIDED:
            # tricks that were not played count for neither side
            schneider = schwarz = False
        elif self.ended in BY_DECLARER:
            if game.null:
                tricks = 1
            if len(game.cards) < 3:
                schneider, schwarz = points >= 90, False
        cards = game.deal.hands[game.declarer] | game.deal.skat
        return contracts.settle(game.contract, cards, points, tricks, self.bid, schneider=schneider, schwarz=schwarz)

    def tournament(self, seat: Seat) -> int:
        """Tournament points of a seat, after Seeger and Fabian at a table of three."""
        return PENALTY_POINTS if seat in self.fined_seats else contracts.tournament_points(self, seat)

    def with_record(self, name: str, players: tuple[str, str, str], source: str, seed: int | None = None) -> "Round":
        """The round with its name, its players, who recorded it, and the random seed of the players."""
        return replace(self, name=name, players=players, source=source, seed=seed)

    def said(self, bid: int = 0) -> "Round":
        """The round after a call of the bidding: a bid made or held, or 0 for a pass.

        Raises:
            InputError: the bidding is over, or the call is not possible.
        """
        return replace(self, auction=contracts.say_bid(self.auction, bid))

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
            if self.taken:
                raise InputError(say("Hand cannot be announced after the Skat was taken up"))
            raise InputError(say("only a Hand game can be announced with the Skat left"))
        if contract.game not in contracts.BASE and (value := contracts.game_value(contract, 0)) < self.bid:
            raise InputError(contracts.null_refusal(value, self.bid))
        if contract.hand and skat:
            raise InputError(say("no cards can be discarded in a Hand game"))
        declarer = self._declarer()
        deal = discard(self.dealt, declarer, skat) if self.taken else self.dealt
        return replace(self, game=begin(deal, contract, declarer))

    def played(self, card: int, choice: Choice | None = None) -> "Round":
        """The round after the next card; `choice` is the choice behind it, if a program made it.

        Raises:
            InputError: the card is not legal, or no game is announced yet.
        """
        if self.game is None:
            raise InputError("no card can be played before a game is announced")
        return replace(self, game=self.game.played(card, choice))

    def without_choices(self) -> "Round":
        """The round without the choices of programs behind its cards."""
        game = self.game
        return self if game is None else replace(self, game=replace(game, choices=(None,) * len(game.cards)))

    def _declarer(self) -> Seat:
        if self.declarer is None:
            raise InputError("nobody plays alone")
        return self.declarer

    def _played_game(self) -> GameInPlay:
        if self.game is None:
            raise InputError("no game was announced")
        return self.game


def begin_round(dealt: Deal) -> Round:
    """A round before the first bid.

    Raises:
        InputError: hands have fewer than ten cards.
    """
    if dealt.cards_each != 10:
        raise InputError(
            say("a round is played with ten cards per hand, not {cards_each}", cards_each=dealt.cards_each)
        )
    return Round(dealt=dealt)


def out_of_reach(contract: contracts.Contract, position: Position) -> bool:
    """Whether a game with trumps is decided between two tricks, since what was announced can no longer be made."""
    if position.table:
        return False
    if contract.schwarz:
        return 3 * position.declarer_tricks < 30 - sum(hand.bit_count() for hand in position.hands)
    return contract.schneider and position.defender_points > 30


def game_alone(deal: Deal, contract: contracts.Contract, declarer: Seat) -> Round:
    """A round before the first card of which neither the bidding nor the Skat as dealt is known; hands may be small.

    Args:
        deal: the deal when play began.
        contract: the contract.
        declarer: the declarer.
    """
    game = begin(deal, contract, declarer)
    return Round(dealt=deal, auction=contracts.unheard(None, declarer), taken=not contract.hand, game=game)


def bid_out(round_: Round, limits: Sequence[int]) -> Round:
    """The round after its bidding, which may have begun, with each player going up to a limit as in `run_auction`."""
    return replace(round_, auction=contracts.run_auction(limits, round_.auction))


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

    def __call__(self, game: GameInPlay, seed: int, bid: int = contracts.BIDS[0], /) -> Player:
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
