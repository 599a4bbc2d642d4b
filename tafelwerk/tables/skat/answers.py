"""What the family's questions answer. Cards, games and seats are words; points are the declarer's, the Skat's included."""

from collections.abc import Mapping
from dataclasses import dataclass

from tafelwerk.tables.question import Answer, answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution(Answer):
    """What a position is worth under best play by all.

    Attributes:
        points: at the end, those already won included; None in Null, or where not asked for.
        won: whether the declarer makes 61 points, in Null takes no trick.
        cards: the same after each card that may be played: points, in Null whether it is won; None where not asked for.
        to_move: who plays next; None when all cards are played.
        deal: the deal's number: it may have more digits than a double holds.
        nodes: positions searched, 0 where stored rows were read.
        seconds: what that took.
    """

    points: int | None = None
    won: bool
    cards: Mapping[str, int | bool] | None = None
    to_move: str | None
    deal: str
    nodes: int
    seconds: float


@answer
class Sure(Answer):
    """What the side on lead is sure of without search: it plays from the top, and the other side gives as little as it can.

    Attributes:
        leader: who leads to the next trick.
        side: declarer or defenders: whose points these are.
        sure: points of the tricks to come that this side can force.
        to_come: points of all cards still held.
        least, most: the declarer's points at the end, the Skat's and those already won included, lie between these.
        deal: as for `Solution`.
    """

    leader: str
    side: str
    sure: int
    to_come: int
    least: int
    most: int
    deal: str


@dataclass(frozen=True, slots=True)
class PricedCard:
    """A card that was played, what the game was worth before and after it, what that cost its side, and the best card there."""

    trick: int
    card: str
    seat: str
    before: int | bool
    after: int | bool
    cost: int
    best: str


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick; `winner` is None while it runs."""

    trick: int
    leader: str
    cards: list[str]
    winner: str | None


@dataclass(frozen=True, slots=True)
class CountedTrick(Trick):
    """A trick where points count: its points, and those that both sides have after it, without the Skat's."""

    points: int
    declarer: int
    defenders: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation(Answer):
    """A game, its played cards priced, and how it goes on under best play.

    Attributes:
        points: at the end, under best play from the last played card on; None in Null.
        won: whether the declarer wins then.
        start: what it was worth before the first card: points, in Null whether it was won.
        cards: the cards that were played.
        costs: what each seat's cards gave away, in Null how often.
        line: the cards to come, each the highest of the best.
        tricks: those played and those to come.
        deal, nodes, seconds: as for `Solution`.
    """

    points: int | None = None
    won: bool
    start: int | bool
    cards: list[PricedCard]
    costs: Mapping[str, int]
    line: list[str]
    tricks: list[Trick | CountedTrick]
    deal: str
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame(Explanation):
    """A stored game card by card; `recorded`: where it is recorded."""

    name: str
    game: str
    declarer: str
    recorded: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedNull:
    """A stored game of Null: who won, what best play would have brought, how often each seat gave it away."""

    name: str
    game: str
    declarer: str
    won: bool
    start: int | bool
    costs: Mapping[str, int]
    deal: str
    recorded: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPoints(PlayedNull):
    """A stored game in which points count; `points` were made."""

    points: int


@answer
class Games(Answer):
    """The stored games, by name."""

    games: list[PlayedNull | PlayedPoints]


@dataclass(frozen=True, slots=True)
class Weights:
    """A classifier: the weights of its features."""

    model: str
    game: str
    declarer: str
    features: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Validation:
    """How a classifier does on games held back.

    `model`: thesis, open or hidden; `game`, `declarer`: as words; `true_positives` to `true_negatives`: numbers of games,
    positive being half a chance or more; `loss`: mean squared difference of chance and outcome, None without games.
    """

    model: str
    game: str
    declarer: str
    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int
    loss: float | None

    @property
    def games(self) -> int:
        """How many games were held back."""
        return self.true_positives + self.false_positives + self.false_negatives + self.true_negatives


@answer
class Models(Answer):
    """The classifiers fitted to most deals: `seed`, `deals`, `played` as in table models."""

    seed: int
    deals: int
    played: int
    validations: list[Validation]
    weights: list[Weights]


@dataclass(frozen=True, kw_only=True)
class CardAdvice(Answer):
    """Which card to play, the other hands hidden.

    Attributes:
        card: it wins with open cards in most worlds; of several the one that brings the side to move most points, summed over
            as many worlds as a fixed amount of search allows, then the one of least value.
        open_card_share: for each card that may be played the share of the worlds looked at that the side to move wins after it,
            with all cards open and best play by all from there. No chance of winning with hidden cards.
        intervals: for each card where 95 % of such samples have that share; the share itself where all worlds were looked at.
        worlds: how many deals agree with the own cards, the cards played and the suits not followed, bids not counted.
        needs: card points that the declarer wins with, 120 for all tricks, 0 in Null.
        samples: how many worlds were looked at.
        standard_error: the largest of the shares, of the sampling alone.
        interval: of the card to play.
        seconds: what it took.
    """

    card: str
    open_card_share: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    worlds: int
    needs: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Announced:
    """What is announced."""

    game: str
    hand: bool
    schneider: bool
    schwarz: bool
    ouvert: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedBid(Announced):
    """What is announced up to a bid."""

    bid: int


@dataclass(frozen=True, slots=True)
class Range:
    """What a game counts over all Skats, with neither party Schneider."""

    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedGame(Announced):
    """What would be announced at the lowest bid, tried over random deals of the cards not seen.

    Attributes:
        worlds: number of deals; in each two cards are laid away by their features, unless it is a Hand game.
        wins: how many of them are won with all cards open.
        share: the same as a share.
        chance: the chance to win with hidden cards that follows, in the mean over the deals. No way to discard and no game is
            chosen by these deals, so that unlike `chances` it is not raised by the choice.
    """

    worlds: int
    wins: int
    share: float
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid(Answer):
    """How high to bid with ten cards.

    Attributes:
        game: what would be announced after most Skats; None: pass.
        bid: the highest bid to make or hold; 0: pass.
        chances, hand_chances: for each game the chance to win it, with the Skat taken up and left.
        values: for each game what it counts.
        hand: what to announce at the lowest bid where the Skat is left; None: it is taken up.
        plan: what to announce up to which bid, the lowest first.
        alone: whether forehand plays at the lowest bid where both others pass.
        expected: tournament points that playing at the lowest bid brings.
        tried: what would be announced, or the likeliest game where the hand passes, over deals drawn at random; None where none
            are. `samples`, `standard_error` and `interval` are of its share of deals won with all cards open.
        cards, position: the hand, and where its player sits.
        seconds: what it took.
    """

    game: str | None
    bid: int
    chances: Mapping[str, float]
    hand_chances: Mapping[str, float]
    values: Mapping[str, Range]
    hand: Announced | None
    plan: list[PlannedBid]
    alone: bool
    expected: float
    tried: TriedGame | None
    cards: list[str]
    position: str
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """Two cards to lay away, and what to announce.

    Attributes:
        skat: the two cards.
        game: what is played.
        chance: the chance to win it with hidden cards.
        contract: what is announced.
        value: what it counts.
        overbid: whether it is worth less than the bid.
        needs: card points that win it, 120 for all tricks, 0 in Null; None where nothing wins.
        expected: what it brings in tournament points.
        worlds, wins: deals looked at, and how many are won with all cards open; None where none were.
        standard_error, interval: of the share of deals won; no interval where none were looked at.
        fresh: whether these deals had no part in the choice. Those of others are the deals of the race in which the first was
            chosen.
    """

    skat: list[str]
    game: str
    chance: float
    contract: Announced
    value: int
    overbid: bool
    needs: int | None
    expected: float
    worlds: int
    wins: int | None
    standard_error: float | None
    interval: tuple[float, float] | None = None
    fresh: bool


@dataclass(frozen=True, kw_only=True)
class Discard(Candidate, Answer):
    """What to lay away of twelve cards and to announce: the best candidate, and others, in the order of the race.

    Attributes:
        race_worlds, race_wins: deals of the race that the best one was solved in, and how many it won: more than it would in
            others, since the first of several is mostly a lucky one, too. Its own numbers are of fresh deals, as many.
    """

    candidates: list[Candidate]
    race_worlds: int
    race_wins: int | None
    cards: list[str]
    position: str
    bid: int
    seed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class NumberedDeal:
    """A deal, its number as text since it may have more digits than a double holds, and the cards in a hand."""

    number: str
    deal: str
    cards_each: int


@dataclass(frozen=True, kw_only=True)
class Deals(Answer):
    """Deals; `seed`: of random ones."""

    seed: int | None = None
    deals: list[NumberedDeal]
