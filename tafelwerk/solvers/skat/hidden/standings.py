"""What became of a match: what each player declared, won and scored, and how sure the means are.

The three rounds of a deal depend on each other, deals do not. So the standard error of a mean over rounds is taken over deals, as
that of a ratio of sums (W. G. Cochran, Sampling Techniques, 1977, section 2.11); where all three rounds of every deal were
played, it is that of the deals' means.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.rounds import Round
from tafelwerk.rules.skat.scoring import Score, tournament_points
from tafelwerk.solvers.skat.hidden.match import seat_of


class Result(NamedTuple):
    """What is kept of a finished round.

    Attributes:
        declarer: who played alone; None, as what follows, where all passed.
        game: what was played.
        points: card points the declarer made; in Null they do not count.
        score: what the game scored.
    """

    declarer: Seat | None
    game: Game | None
    points: int
    score: Score | None


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean a round.

    Attributes:
        value: the mean.
        error: its standard error; None with fewer than two deals.
    """

    value: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player has come to.

    Attributes:
        player: name of the player.
        rounds: rounds played.
        declared: those in which it played alone.
        won: those of them that it won.
        overbid: those of the others whose game was worth less than the bid.
        counted: those in which card points count, all but Null.
        points: its card points in them, added.
        score: its score by the Order, added: values of games won, minus twice those of games lost.
        tournament: points after Seeger and Fabian, added.
        mean_score: the score a round, those of others included.
        mean_tournament: tournament points a round.
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
        """Card points a game declared; None where there is none in which they count."""
        return self.points / self.counted if self.counted else None


def result(round_: Round) -> Result:
    """What is kept of a round.

    Raises:
        InputError: it is not over.
    """
    score, game = round_.score, round_.game
    if game is None:
        return Result(None, None, 0, None)
    return Result(game.declarer, game.contract.game, game.position.declarer_points, score)


def standings(players: Sequence[str], results: Mapping[int, Result]) -> list[Standing]:
    """What the players of a match have come to, in their order.

    Args:
        players: names of three players, as for `match_round`; names may be equal.
        results: those of the rounds, by their numbers in the match.
    """
    return [_standing(player, place, results) for place, player in enumerate(players)]


def _standing(player: str, place: int, results: Mapping[int, Result]) -> Standing:
    declared = won = overbid = counted = points = 0
    scores, tournament = [], []
    for number, one in results.items():
        seat = seat_of(place, number)
        tournament.append((number // 3, tournament_points(one, seat)))
        if one.score is None or one.declarer is not seat:
            scores.append((number // 3, 0))
            continue
        scores.append((number // 3, one.score.score))
        declared, won, overbid = declared + 1, won + one.score.won, overbid + one.score.overbid
        if one.game is not Game.NULL:
            counted, points = counted + 1, points + one.points
    return Standing(
        player,
        len(results),
        declared,
        won,
        overbid,
        counted,
        points,
        sum(value for _, value in scores),
        sum(value for _, value in tournament),
        _mean(scores),
        _mean(tournament),
    )


def _mean(values: Sequence[tuple[int, int]]) -> Mean:
    """The mean of values, each of a deal, and its standard error over deals."""
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
