"""Answers to the family's questions. Cards, games and seats are words; points are the declarer's, including the Skat."""

from collections.abc import Mapping
from dataclasses import field

from tafelwerk.families.skat.rules.play import PricedGame
from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import CARRIED, Answer, answer


@frozen(kw_only=True)
class Solution(Answer):
    """Value of a position under best play by all.

    Attributes:
        points: final points, including those already won; None in Null, or if not asked for.
        won: whether the declarer makes at least 61 points, in Null takes no trick.
        cards: value after each legal card: points, in Null whether the game is won; None if not asked for.
        to_move: seat to play next; None when all cards are played.
        deal: number of the deal, as text since it may have more digits than a double holds.
        nodes: positions searched, 0 if stored rows were read.
        seconds: time taken.
    """

    points: int | None = None
    won: bool
    cards: Mapping[str, int | bool] | None = None
    to_move: str | None
    deal: str
    nodes: int
    seconds: float


@frozen
class TrickToCome:
    """A trick under best play.

    Attributes:
        position: number of the position before it, as in table positions.
        leader: seat that leads.
        cards: its cards in the order of play, each the highest of the best.
        winner: seat that takes it.
        points: its card points; None in Null.
    """

    position: int
    leader: str
    cards: list[str]
    winner: str
    points: int | None = None


@answer
class TrickStart(Answer):
    """The start of a trick: its value and best play.

    Attributes:
        position: its number, as in table positions.
        leader: seat to lead.
        hands: cards still held, by seat.
        value: points that the declarer still takes, without the Skat and the tricks before; in Null whether that is no trick.
        to_come: points of all cards still held; None in Null.
        best: the cards to lead that keep the value.
        cards: the value after each card that can be led.
        tricks: the tricks to come under best play; in Null until the declarer takes one.
        deal: as for `Solution`.
        nodes: positions computed, 0 if stored rows were read.
        seconds: time taken.
    """

    position: int
    leader: str
    hands: Mapping[str, str]
    value: int | bool
    to_come: int | None
    best: list[str]
    cards: Mapping[str, int | bool]
    tricks: list[TrickToCome]
    deal: str
    nodes: int
    seconds: float


@answer
class Sure(Answer):
    """Points that are certain for the side on lead without search: it plays its cards from the top, and the other side gives
    as few points as it can.

    Attributes:
        leader: seat to lead to the next trick.
        side: side on lead, declarer or defenders.
        sure: points that this side can force in the tricks to come.
        to_come: points of all cards still held.
        least, most: bounds on the declarer's final points, including the Skat and those already won.
        deal: as for `Solution`.
    """

    leader: str
    side: str
    sure: int
    to_come: int
    least: int
    most: int
    deal: str


@frozen
class PricedCard:
    """A card that was played, and its price.

    Attributes:
        trick: number of the trick, from 1.
        card: the card.
        seat: seat of its player.
        before: value of the game before it: the declarer's points, in Null whether the game is won.
        after: value of the game after it.
        cost: its cost to the side of its player: points, in Null 1 if it gave the game away.
        best: best card in its place.
    """

    trick: int
    card: str
    seat: str
    before: int | bool
    after: int | bool
    cost: int
    best: str


@frozen
class Trick:
    """A trick.

    Attributes:
        trick: its number, from 1.
        leader: seat that led.
        cards: its cards in the order of play.
        winner: seat that took it; None while it is incomplete.
        points: card points of the trick; left out in Null, as the others are.
        declarer: the declarer's card points after it, without the Skat.
        defenders: the defenders' card points after it.
    """

    trick: int
    leader: str
    cards: list[str]
    winner: str | None
    points: int | None = None
    declarer: int | None = None
    defenders: int | None = None


@frozen(kw_only=True)
class Explanation(Answer):
    """A game with its played cards priced, and its continuation under best play.

    It carries the same game as a value of the rules, `priced`.

    Attributes:
        points: final points under best play after the last played card; None in Null.
        won: whether the declarer wins then.
        start: value before the first card: points, in Null whether the game was won.
        cards: the cards that were played.
        costs: points given away by each seat's cards, in Null the number of times the game was given away.
        line: the cards to come, each the highest of the best.
        tricks: tricks played and to come.
        deal, nodes, seconds: as for `Solution`.
    """

    points: int | None = None
    won: bool
    start: int | bool
    cards: list[PricedCard]
    costs: Mapping[str, int]
    line: list[str]
    tricks: list[Trick]
    deal: str
    nodes: int
    seconds: float
    priced: PricedGame = field(metadata=CARRIED)


@frozen(kw_only=True)
class PlayedGame(Explanation):
    """A stored game card by card.

    Attributes:
        name: its name.
        game: the game announced.
        declarer: seat of the declarer.
        recorded: source of the record.
    """

    name: str
    game: str
    declarer: str
    recorded: str


@frozen(kw_only=True)
class ListedGame:
    """A stored game without its cards.

    Attributes:
        name: its name.
        game: the game announced.
        declarer: seat of the declarer.
        won: whether the declarer won.
        start: value before the first card under best play by all: points, in Null whether the game was won.
        costs: points given away by each seat's cards, in Null the number of times the game was given away.
        deal: number of the deal.
        recorded: source of the record.
        points: the declarer's card points; left out in Null.
    """

    name: str
    game: str
    declarer: str
    won: bool
    start: int | bool
    costs: Mapping[str, int]
    deal: str
    recorded: str
    points: int | None = None


@answer
class Games(Answer):
    """The stored games.

    Attributes:
        games: games in the order of their names.
    """

    games: list[ListedGame]


@frozen
class Weights:
    """A classifier.

    Attributes:
        model: thesis, open or hidden.
        game: game that it rates.
        declarer: seat of the declarer.
        features: weights by feature.
    """

    model: str
    game: str
    declarer: str
    features: Mapping[str, float]


@frozen
class Validation:
    """Results of a classifier on held-out games; a chance of at least one half is a prediction of a win.

    Attributes:
        model: thesis, open or hidden.
        game: game that it rates.
        declarer: seat of the declarer.
        true_positives: games won and predicted as won.
        false_positives: games lost but predicted as won.
        false_negatives: games won but predicted as lost.
        true_negatives: games lost and predicted as lost.
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
        """Number of games held out."""
        return self.true_positives + self.false_positives + self.false_negatives + self.true_negatives


@answer
class Models(Answer):
    """The classifiers fitted to the largest number of deals.

    Attributes:
        seed: random seed of the deals.
        deals: number of deals that they are fitted to.
        played: number of deals with games played out with hidden cards.
        validations: results on held-out games.
        weights: the classifiers.
    """

    seed: int
    deals: int
    played: int
    validations: list[Validation]
    weights: list[Weights]


@frozen(kw_only=True)
class CardAdvice(Answer):
    """The card to play when the other hands are hidden.

    Attributes:
        card: the card that wins with open cards in most worlds. Ties are broken by the points for the side to move, summed over
            as many worlds as a fixed amount of search allows, then by the lowest value.
        open_card_share: for each legal card the share of the examined worlds that the side to move wins after it,
            with all cards open and best play by all from there. It is not the chance to win with hidden cards.
        intervals: 95 % interval of the share for each card; the share itself if all worlds were examined.
        worlds: number of deals consistent with the player's cards, the cards played and the suits not followed, without the bids.
        needs: card points that the declarer needs, 120 for all tricks, 0 in Null.
        samples: number of worlds examined.
        standard_error: largest standard error of the shares, from sampling only; None if all worlds agree.
        interval: 95 % interval for the card to play.
        seconds: time taken.
    """

    card: str
    open_card_share: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    worlds: int
    needs: int
    seconds: float


@frozen
class AnnouncedContract:
    """An announcement.

    Attributes:
        game: the game.
        hand: whether the Skat is left.
        schneider: whether Schneider is announced.
        schwarz: whether Schwarz is announced.
        ouvert: whether the declarer's cards are open.
    """

    game: str
    hand: bool
    schneider: bool
    schwarz: bool
    ouvert: bool


@frozen(kw_only=True)
class PlannedBid(AnnouncedContract):
    """An announcement up to a bid.

    Attributes:
        bid: the highest bid at which it is made.
    """

    bid: int


@frozen
class Range:
    """Value of a game over all Skats, with neither party Schneider.

    Attributes:
        least: least value.
        most: greatest value.
    """

    least: int
    most: int


@frozen(kw_only=True)
class TriedGame(AnnouncedContract):
    """The announcement at the lowest bid, tested on random deals of the unseen cards.

    Attributes:
        worlds: number of deals; in each, two cards are discarded by their features, unless it is a Hand game.
        wins: number of deals won with all cards open.
        share: share of deals won with all cards open.
        chance: resulting chance to win with hidden cards, averaged over the deals. Neither discard nor game is
            chosen by these deals, so that unlike `chances` it is not biased by the choice.
    """

    worlds: int
    wins: int
    share: float
    chance: float


@frozen(kw_only=True)
class Bid(Answer):
    """How high to bid with ten cards.

    Attributes:
        game: game announced after most Skats; None: pass.
        bid: the highest bid to make or hold; 0: pass.
        chances, hand_chances: for each game the chance to win it, with the Skat taken up and left.
        values: range of the value of each game.
        hand: Hand announcement at the lowest bid; None if the Skat is taken up.
        plan: announcements with the highest bid for each, lowest bid first.
        alone: whether forehand plays at the lowest bid if both others pass.
        expected: mean tournament points of a game at the lowest bid.
        tried: the announcement, or the likeliest game of a hand that passes, on random deals; None without such deals.
            `samples`, `standard_error` and `interval` are for its share of deals won with all cards open.
        cards, position: the hand, and the seat of its player.
        seconds: time taken.
    """

    game: str | None
    bid: int
    chances: Mapping[str, float]
    hand_chances: Mapping[str, float]
    values: Mapping[str, Range]
    hand: AnnouncedContract | None
    plan: list[PlannedBid]
    alone: bool
    expected: float
    tried: TriedGame | None
    cards: list[str]
    position: str
    seconds: float


@frozen(kw_only=True)
class Candidate:
    """Two cards to discard, and the announcement.

    Attributes:
        skat: the two cards.
        game: the game.
        chance: chance to win it with hidden cards.
        contract: the announcement.
        value: value of the game.
        overbid: whether the game is worth less than the bid.
        needs: card points needed to win, 120 for all tricks, 0 in Null; None if the game cannot be won.
        expected: expected tournament points.
        worlds, wins: number of deals solved, and number won with all cards open; `wins` is None without deals.
        standard_error, interval: of the share of deals won; no interval without deals.
        fresh: whether these deals had no part in the choice. Otherwise they are the deals of the race in which the best candidate
            was chosen.
    """

    skat: list[str]
    game: str
    chance: float
    contract: AnnouncedContract
    value: int
    overbid: bool
    needs: int | None
    expected: float
    worlds: int
    wins: int | None
    standard_error: float | None
    interval: tuple[float, float] | None = None
    fresh: bool


@frozen(kw_only=True)
class Discard(Candidate, Answer):
    """The best discard of two of twelve cards with its announcement, and others in the order of the race.

    Attributes:
        candidates: candidates, best first.
        race_worlds: number of deals of the race on which the best candidate was solved.
        race_wins: number of these that it won, biased upwards since the winner of a race is mostly lucky too. The candidate's own
            numbers are from as many fresh deals.
        cards: the twelve cards.
        position: seat of the declarer.
        bid: the bid to reach.
        seed: random seed.
        seconds: time taken.
    """

    candidates: list[Candidate]
    race_worlds: int
    race_wins: int | None
    cards: list[str]
    position: str
    bid: int
    seed: int
    seconds: float


@frozen
class NumberedDeal:
    """A deal.

    Attributes:
        number: its number, as text since it may have more digits than a double holds.
        deal: its cards.
        cards_each: cards per hand.
    """

    number: str
    deal: str
    cards_each: int


@frozen(kw_only=True)
class Deals(Answer):
    """Deals.

    Attributes:
        seed: random seed; None for given deals.
        deals: the deals and their numbers.
    """

    seed: int | None = None
    deals: list[NumberedDeal]


@answer
class Puzzle(Answer):
    """A position of Skat, all cards open, in which exactly one card wins for the side to move.

    Attributes:
        deal, game, declarer, played: the position, as for `solve`.
        seed: random seed of the puzzle.
        to_move: seat to move.
        side: side that is to win, "declarer" or "defenders".
        hands: the cards still held, by seat.
        table: the cards of the current trick.
        points: the declarer's points so far, with the Skat.
        solution: the only card that wins.
        cards: the declarer's final points after each legal card; in Null whether the game is won.
        difficulty, grade, measure: difficulty as a number, its grade, and what the number counts.
    """

    deal: str
    game: str
    declarer: str
    played: str
    seed: int
    to_move: str
    side: str
    hands: Mapping[str, str]
    table: str
    points: int
    solution: str
    cards: Mapping[str, int | bool]
    difficulty: int
    grade: str
    measure: str
