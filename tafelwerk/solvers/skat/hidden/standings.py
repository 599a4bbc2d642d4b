"""Standings of a match: games declared and won by each player, scores, and standard errors of the means.

The three rounds of a deal are correlated, deals are independent. So the standard error of a mean over rounds is taken over
deals, as that of a ratio of sums (W. G. Cochran, Sampling Techniques, 1977, section 2.11); if all three rounds of every deal were
played, it is that of the deals' means.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.contracts import Score, tournament_points
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.solvers.skat.hidden.match import seat_of


class Result(NamedTuple):
    """Result of a finished round.

    Attributes:
        declarer: the declarer's seat; None if all passed, like the game and the score.
        game: the game played.
        points: the declarer's card points; in Null they do not count.
        score: the game's score.
    """

    declarer: Seat | None
    game: Game | None
    points: int
    score: Score | None


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean per round.

    Attributes:
        value: the mean.
        error: its standard error; None with fewer than two deals.
    """

    value: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """Standing of a player.

    Attributes:
        player: name of the player.
        rounds: rounds played.
        declared: rounds played as declarer.
        won: those of them won.
        overbid: those of them whose game was worth less than the bid.
        counted: those of them other than Null, in which card points count.
        points: sum of its card points in these.
        score: sum of its scores by the Order: values of games won, minus twice those of games lost.
        tournament: sum of its points after Seeger and Fabian.
        mean_score: score per round, over all rounds played.
        mean_tournament: tournament points per round.
    """

    player: str
    rounds: int
    declared: int
    won: int
    overbid: int
    counted: int
    points: int
    score: int
    tournament: int
    mean_score: Mean
    mean_tournament: Mean

    @property
    def lost(self) -> int:
        """Games declared and lost, the overbid ones among them."""
        return self.declared - self.won

    @property
    def mean_points(self) -> float | None:
        """Card points per game declared; None if they count in none."""
        return self.points / self.counted if self.counted else None


def result(round_: Round) -> Result:
    """Result of a round.

    Raises:
        InputError: the round is not over.
    """
    score, game = round_.score, round_.game
    if game is None:
        return Result(None, None, 0, None)
    return Result(game.declarer, game.game, round_.points, score)


def standings(players: Sequence[str], results: Mapping[int, Result]) -> list[Standing]:
    """Standings of the players of a match, in the given order.

    Args:
        players: names of three players, as for `match_round`; names may be equal.
        results: results of rounds by their numbers in the match.
    """
    return [_standing(player, place, results) for place, player in enumerate(players)]


def _standing(player: str, place: int, results: Mapping[int, Result]) -> Standing:
    seats = {number: seat_of(place, number) for number in results}
    own = {number: one for number, one in results.items() if one.declarer is seats[number]}
    scores = {number: one.score for number, one in own.items() if one.score is not None}
    counted = [one.points for one in own.values() if one.game is not Game.NULL]
    by_score = [(number // 3, scores[number].score if number in scores else 0) for number in results]
    by_tournament = [(number // 3, tournament_points(one, seats[number])) for number, one in results.items()]
    return Standing(
        player,
        len(results),
        len(own),
        sum(score.won for score in scores.values()),
        sum(score.overbid for score in scores.values()),
        len(counted),
        sum(counted),
        sum(value for _, value in by_score),
        sum(value for _, value in by_tournament),
        _mean(by_score),
        _mean(by_tournament),
    )


def _mean(values: Sequence[tuple[int, int]]) -> Mean:
    """Mean of pairs (deal, value), and its standard error over deals."""
    if not values:
        return Mean(0.0, None)
    deals: dict[int, list[int]] = {}
    for deal, value in values:
        deals.setdefault(deal, []).append(value)
    mean = sum(value for _, value in values) / len(values)
    if len(deals) < 2:
        return Mean(mean, None)
    apart = sum((sum(of_deal) - mean * len(of_deal)) ** 2 for of_deal in deals.values())
    return Mean(mean, sqrt(apart * len(deals) / (len(deals) - 1)) / len(values))
