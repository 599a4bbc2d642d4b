"""Answers about many deals: contracts, classes of hands, Nulls that nothing beats, card points, shares won.

Shares, means and paired differences of samples have their standard error and 95 % interval.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import QUANTILE, Answer, answer, sampled_share


@frozen
class Share:
    """A share of a sample.

    Attributes:
        count: number of cases counted.
        share: their share of the sample.
        interval: its 95 % interval, by Wilson.
    """

    count: int
    share: float
    interval: tuple[float, float]


@frozen
class Difference:
    """Difference of two shares of one sample.

    Attributes:
        difference: the second share minus the first.
        standard_error: its standard error; None where all cases are alike, which do not tell it.
        interval: its 95 % interval, by Newcombe.
    """

    difference: float
    standard_error: float | None
    interval: tuple[float, float]


def share_of(count: int, samples: int) -> Share:
    """The share of some cases of a sample, which is not empty."""
    share = count / samples
    return Share(count, share, sampled_share(share, samples)["interval"])


def paired_difference(both: int, first: int, second: int, neither: int) -> Difference:
    """Difference of two shares of the same cases, from the numbers of cases with both properties, only one of them, or neither.

    The interval is method 10 of R. G. Newcombe, Improved confidence intervals for the difference between binomial proportions
    based on paired data, Statistics in Medicine 17, 1998. It joins Wilson's intervals of the two shares by their correlation.
    It holds for small numbers too, where the normal interval is too narrow.
    """
    samples = both + first + second + neither
    shares = [share_of(both + count, samples) for count in (first, second)]
    # how far the interval of each share reaches down and up
    (down, up), (other_down, other_up) = (
        (count.share - count.interval[0], count.interval[1] - count.share) for count in shares
    )
    product = both * neither - first * second
    margins = (both + first) * (both + second) * (first + neither) * (second + neither)
    correlation = 0.0
    if margins:
        correlation = (max(product - samples / 2, 0.0) if product > 0 else product) / sqrt(margins)
    difference = (second - first) / samples
    low = sqrt(max(other_down**2 - 2 * correlation * other_down * up + up**2, 0.0))
    high = sqrt(max(other_up**2 - 2 * correlation * other_up * down + down**2, 0.0))
    error = sqrt(max(first + second - (second - first) ** 2 / samples, 0.0)) / samples or None
    return Difference(difference, error, (max(difference - low, -1.0), min(difference + high, 1.0)))


def mean_of(values: Sequence[float]) -> tuple[float | None, float | None]:
    """The mean of values and its standard error; None if there are too few values."""
    if not values:
        return None, None
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def mean_interval(mean: float | None, error: float | None) -> tuple[float, float] | None:
    """The normal interval of a mean, meaningful from about thirty values; None without an estimate of their spread."""
    # equal values give no estimate
    if mean is None or not error:
        return None
    return mean - QUANTILE * error, mean + QUANTILE * error


@frozen
class ContractShares:
    """Contracts won, with open and with hidden cards.

    Attributes:
        game: the game; "all" for all contracts.
        contracts: number of contracts.
        open: contracts won with all cards open and best play by all.
        hidden: contracts won by the players, who see only their own cards.
        only_open, only_hidden: numbers of contracts won only with open cards, and only with hidden cards.
        gain: share won with hidden cards minus share won with open cards, paired by contract.
        open_points, hidden_points: mean final card points of the declarer, without Null; None without such contracts.
        points_gain: mean of the difference of the two, with hidden cards minus with open cards.
        points_error: standard error of this mean.
    """

    game: str
    contracts: int
    open: Share
    hidden: Share
    only_open: int
    only_hidden: int
    gain: Difference
    open_points: float | None
    hidden_points: float | None
    points_gain: float | None
    points_error: float | None


@answer
class Contracts(Answer):
    """Contracts that a program bids, announces and plays against itself with hidden cards, and their results with open cards.

    A contract is won by the card points that announcement and bid require: 61, 90 for Schneider or 120 for Schwarz; in Null by
    taking no trick. A contract worth less than the bid even with Schwarz is lost.

    Attributes:
        player: the program at all three seats.
        seed: random seed of the deals.
        deals: number of deals, the first of the seed.
        passed: number of deals that all players passed.
        shares: shares for all contracts, then by game.
        samples: number of contracts.
        standard_error, interval: of the gain over all contracts.
    """

    player: str
    seed: int
    deals: int
    passed: int
    shares: list[ContractShares]


@frozen
class HandClass:
    """Games with hands of one class: solved with all cards open, and as the fitted model rates them.

    Attributes:
        kind: suit (all suit games), grand or null.
        jacks: number of jacks held; None in Null.
        trumps: number of trumps held, jacks included; only in suit games.
        aces: number of aces held, without that of the trump suit; None in Null.
        excess: by how many ranks the worst card of each suit is above a safe one, summed over suits; only in Null, where 0 is
            a hand that takes no trick once a defender leads.
        games: number of games.
        won: games won with all cards open and best play by all.
        chance: mean chance to win with open cards by the fitted model.
    """

    kind: str
    jacks: int | None
    trumps: int | None
    aces: int | None
    excess: int | None
    games: int
    won: Share
    chance: float


@frozen
class RatedGames:
    """Games whose chance to win by the fitted model is in a range.

    Attributes:
        model: open, the chance with open cards, compared with solved games; hidden, the chance with hidden cards, compared with
            games played out.
        kind: suit (all suit games), grand or null.
        least, most: range of the chance, without `most` except for 1.
        games: number of games.
        won: games won.
        chance: mean chance of these games.
    """

    model: str
    kind: str
    least: float
    most: float
    games: int
    won: Share
    chance: float


@frozen
class SkatClass:
    """Games as dealt by the cards of the Skat left, whose suits the fitted model does not know.

    Attributes:
        kind: suit (all suit games) or grand.
        trumps: number of trumps in the Skat.
        aces: number of aces in the Skat, without that of the trump suit.
        games: number of games.
        won: games won with all cards open and best play by all.
        chance: mean chance to win with open cards by the fitted model.
    """

    kind: str
    trumps: int
    aces: int
    games: int
    won: Share
    chance: float


@answer
class Hands(Answer):
    """Games won by classes of the declarer's hands, beside the chances by which the program bids.

    Only games count to which the model was not fitted. Games of one deal count as independent.

    Attributes:
        seed: random seed of the deals.
        dealt: whether the hands are as dealt, with the Skat left untouched; otherwise the Skat is taken up and two cards are
            discarded, of hands with a fair prospect (table trials).
        position: seat of the declarer; None for all seats.
        deals: number of deals with such games.
        games: number of games.
        classes: classes of hands with enough games.
        skats: classes of Skats with enough games; only of hands as dealt.
        ratings: games by kind and by tenths of the chance, for each model.
        samples: the number of games.
        standard_error: largest standard error of the shares won by class; None where games of each class agree.
    """

    seed: int
    dealt: bool
    position: str | None
    deals: int
    games: int
    classes: list[HandClass]
    skats: list[SkatClass]
    ratings: list[RatedGames]


@frozen
class NullCount:
    """Number of hands that no distribution beats.

    Attributes:
        leader: who leads: defender or declarer.
        unbeatable: number of these hands.
        share: their share of all hands.
    """

    leader: str
    unbeatable: int
    share: float


@frozen
class NullLengths:
    """Hands with given lengths of their suits.

    Attributes:
        lengths: lengths of the suits, the longest first.
        hands: number of these hands.
        defender: number of them that no distribution beats if a defender leads.
        declarer: the same if the declarer leads.
    """

    lengths: list[int]
    hands: int
    defender: int
    declarer: int


@answer
class NullHands(Answer):
    """Hands of ten cards whose Null, or Null Ouvert, no distribution of the other 22 cards beats.

    Attributes:
        hands: number of hands of ten cards.
        leads: number of hands that no distribution beats, by who leads.
        lengths: the same by the lengths of the suits.
    """

    hands: int
    leads: list[NullCount]
    lengths: list[NullLengths]


@frozen
class NullSuit:
    """Holding of a hand in one suit.

    Attributes:
        cards: the cards held, the lowest first.
        safe: whether no distribution gets a trick with this suit.
        opens: whether the declarer can lead its 7, whatever the distribution.
    """

    cards: list[str]
    safe: bool
    opens: bool


@frozen
class NullLead:
    """Whether some distribution beats the Null of a hand.

    Attributes:
        leader: who leads: defender or declarer.
        unbeatable: whether no distribution of the other 22 cards beats it.
        lead: the declarer's lead that wins against every distribution; None if there is none, or a defender leads.
        deal: a deal in which the defenders win; None if there is none.
        declarer: the declarer's seat in this deal.
    """

    leader: str
    unbeatable: bool
    lead: str | None
    deal: str | None
    declarer: str | None


@answer
class NullHand(Answer):
    """Whether a hand of ten cards wins its Null, or Null Ouvert, against every distribution of the other 22 cards.

    Attributes:
        hand: the cards.
        suits: the holdings by suit.
        weak: suits that are not safe.
        leads: the answer, by who leads.
    """

    hand: list[str]
    suits: Mapping[str, NullSuit]
    weak: list[str]
    leads: list[NullLead]


@frozen
class PointClass:
    """Deals in which the declarer's final card points are in a range.

    Attributes:
        least, most: least and greatest number of points.
        deals: the deals: their number and share, with its interval.
    """

    least: int
    most: int
    deals: Share


@frozen
class DeclarersPoints:
    """Final card points of a declarer in a game, over random deals.

    Attributes:
        game: the game.
        declarer: seat of the declarer.
        mean: mean points.
        standard_error: its standard error; None for one deal.
        interval: its normal 95 % interval; None without an estimate of the spread.
        quartiles: first quartile, median and third quartile, as points of a deal.
        classes: deals by class of points: 0 to 30 (the declarer is Schneider), 31 to 60, 61 to 89, 90 to 119 (the defenders are
            Schneider) and 120. Schwarz is part of the last class, in which the defenders can still have a trick without points.
    """

    game: str
    declarer: str
    mean: float
    standard_error: float | None
    interval: tuple[float, float] | None
    quartiles: tuple[int, int, int]
    classes: list[PointClass]


@answer
class Points(Answer):
    """Final card points of random deals with all cards open and best play by all. The deals are played as dealt: nobody takes up
    the Skat, whose card points are the declarer's.

    Attributes:
        seed: random seed of the deals.
        deals: number of deals, the first of the seed.
        points: points for each game and declarer; Null has none.
        samples: the number of deals.
        standard_error: largest standard error of the means.
    """

    seed: int
    deals: int
    points: list[DeclarersPoints]


@frozen
class ShareWon:
    """Share of random deals that a declarer wins in a game.

    Attributes:
        game: the game.
        declarer: seat of the declarer.
        won: number of deals won.
        share: share of deals won.
        standard_error: its standard error; None if all agree.
        interval: its 95 % interval, by Wilson.
    """

    game: str
    declarer: str
    won: int
    share: float
    standard_error: float | None
    interval: tuple[float, float]


@answer
class Shares(Answer):
    """Shares of random deals won with all cards open and best play by all. The deals are played as dealt: nobody takes up the
    Skat, whose card points are the declarer's.

    Attributes:
        seed: random seed of the deals.
        deals: number of deals, the first of the seed.
        shares: shares for each game and declarer.
        samples: the number of deals.
        standard_error: largest standard error of the shares; None if all agree.
    """

    seed: int
    deals: int
    shares: list[ShareWon]
