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
    """A card that was played, and its price.

    Attributes:
        trick: number of the trick, from 1.
        card: the card.
        seat: who played it.
        before: worth of the game before it: the declarer's points, in Null whether the game is won.
        after: worth of the game after it.
        cost: what it cost its side: points, in Null 1 where it gave the game away.
        best: best card there.
    """

    trick: int
    card: str
    seat: str
    before: int | bool
    after: int | bool
    cost: int
    best: str


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick.

    Attributes:
        trick: its number, from 1.
        leader: who led to it.
        cards: its cards in the order of play.
        winner: who took it; None while it runs.
    """

    trick: int
    leader: str
    cards: list[str]
    winner: str | None


@dataclass(frozen=True, slots=True)
class CountedTrick(Trick):
    """A trick where points count.

    Attributes:
        points: card points of the trick.
        declarer: the declarer's card points after it, without the Skat's.
        defenders: the defenders' card points after it.
    """

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
    """A stored game card by card.

    Attributes:
        name: its name.
        game: what was announced.
        declarer: who played alone.
        recorded: where it is recorded.
    """

    name: str
    game: str
    declarer: str
    recorded: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedNull:
    """A stored game of Null.

    Attributes:
        name: its name.
        game: what was announced.
        declarer: who played alone.
        won: whether the declarer won.
        start: worth before the first card under best play by all: points, in Null whether it was won.
        costs: what each seat's cards gave away: points, in Null how often.
        deal: number of the deal.
        recorded: where it is recorded.
    """

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
    """A stored game in which points count.

    Attributes:
        points: the declarer's card points.
    """

    points: int


@answer
class Games(Answer):
    """The stored games.

    Attributes:
        games: by name.
    """

    games: list[PlayedNull | PlayedPoints]


@dataclass(frozen=True, slots=True)
class Weights:
    """A classifier.

    Attributes:
        model: thesis, open or hidden.
        game: the game it is for.
        declarer: the declarer's seat it is for.
        features: weights of its features.
    """

    model: str
    game: str
    declarer: str
    features: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Validation:
    """Results of a classifier on games held back; positive is a chance of half or more.

    Attributes:
        model: thesis, open or hidden.
        game: the game it is for.
        declarer: the declarer's seat it is for.
        true_positives: games won that it calls won.
        false_positives: games lost that it calls won.
        false_negatives: games won that it calls lost.
        true_negatives: games lost that it calls lost.
        loss: mean squared difference of chance and outcome; None without games.
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
    """The classifiers fitted to most deals.

    Attributes:
        seed: random seed of the deals.
        deals: deals that they are fitted to.
        played: deals whose games were played out with hidden cards.
        validations: results on games held back.
        weights: the classifiers.
    """

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
    """An announcement.

    Attributes:
        game: the game.
        hand: whether the Skat is left.
        schneider: whether Schneider is announced.
        schwarz: whether Schwarz is announced.
        ouvert: whether the cards are laid open.
    """

    game: str
    hand: bool
    schneider: bool
    schwarz: bool
    ouvert: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedBid(Announced):
    """An announcement up to a bid.

    Attributes:
        bid: the highest bid at which it is made.
    """

    bid: int


@dataclass(frozen=True, slots=True)
class Range:
    """Value of a game over all Skats, with neither party Schneider.

    Attributes:
        least: least value.
        most: greatest value.
    """

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
    """Cards to lay away of twelve, and what to announce: the best candidate, and others in the order of the race.

    Attributes:
        candidates: candidates, the best first.
        race_worlds: deals of the race that the best one was solved in.
        race_wins: how many of them it won: more than it would in others, since the first of several is mostly a lucky one, too.
            Its own numbers are of fresh deals, as many.
        cards: the twelve cards.
        position: seat of the declarer.
        bid: the bid to reach.
        seed: random seed.
        seconds: time it took.
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
    """A deal.

    Attributes:
        number: its number, as text since it may have more digits than a double holds.
        deal: its cards.
        cards_each: cards in a hand.
    """

    number: str
    deal: str
    cards_each: int


@dataclass(frozen=True, kw_only=True)
class Deals(Answer):
    """Deals.

    Attributes:
        seed: random seed; None where they were given.
        deals: the deals and their numbers.
    """

    seed: int | None = None
    deals: list[NumberedDeal]
