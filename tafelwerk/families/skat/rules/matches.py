"""Matches of three players at Skat: who sits where in which round, rounds played by agents, results and standings.

In a match every deal is played three times, and the players move on by one seat each time: each of them gets each hand of the
deal once, so that luck of the cards cancels. Random seeds are the same in the three rounds: three equal agents play the same
round three times and have equal results.

The three rounds of a deal are correlated, deals are independent. So the standard error of a mean over rounds is taken over
deals, as that of a ratio of sums (W. G. Cochran, Sampling Techniques, 1977, section 2.11); if all three rounds of every deal
were played, it is that of the deals' means.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.contracts import Score, tournament_points
from tafelwerk.families.skat.rules.deals import Deal, random_deals
from tafelwerk.families.skat.rules.round_log import round_name
from tafelwerk.families.skat.rules.rounds import Agent, Round, announce_by, begin_round, bid_out, play_by, seat_seed


def seat_of(player: int, number: int) -> Seat:
    """Seat of a player of a match in a round: the first at forehand in rounds 0, 3, 6, ..., then one seat to the left.

    Args:
        player: 0 to 2.
        number: number of the round.
    """
    return Seat((player + number) % 3)


def seating(players: Sequence[str], number: int) -> tuple[str, str, str]:
    """The players of a match at forehand, middlehand and rearhand in a round."""
    forehand, middlehand, rearhand = (players[(seat - number) % 3] for seat in Seat)
    return forehand, middlehand, rearhand


def seat_programs(programs: Sequence[str]) -> tuple[str, str, str]:
    """The three players of a match; a program that plays itself has all seats."""
    first, second, third = programs if len(programs) > 1 else 3 * (*programs,)
    return first, second, third


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
        players: names of three players, as for `seating`; names may be equal.
        results: results of rounds by their numbers in the match.
    """
    return [_standing(player, index, results) for index, player in enumerate(players)]


def _standing(player: str, index: int, results: Mapping[int, Result]) -> Standing:
    seats = {number: seat_of(index, number) for number in results}
    own = {number: outcome for number, outcome in results.items() if outcome.declarer is seats[number]}
    scores = {number: outcome.score for number, outcome in own.items() if outcome.score is not None}
    counted = [outcome.points for outcome in own.values() if outcome.game is not Game.NULL]
    by_score = [(number // 3, scores[number].score if number in scores else 0) for number in results]
    by_tournament = [(number // 3, tournament_points(outcome, seats[number])) for number, outcome in results.items()]
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


SOURCE = "a match of programs"
"""Source of the rounds of a match in logs."""


def play_round(dealt: Deal, agents: Sequence[Agent], seed: int = 0) -> Round:
    """A round from the bidding to its end.

    Args:
        dealt: ten cards each and the Skat.
        agents: agents at forehand, middlehand and rearhand.
        seed: random seed, from which the seats' seeds are derived.

    Raises:
        InputError: there are not three agents, the deal is a small one, or the seed is negative.
    """
    if len(agents) != 3:
        raise InputError(f"three agents play Skat, not {len(agents)}")
    if seed < 0:
        raise InputError(f"seed is 0 or more, not {seed}")
    limits = [agent.bidder.limit(hand, seat) for seat, hand, agent in zip(Seat, dealt.hands, agents, strict=True)]
    round_ = bid_out(begin_round(dealt), limits)
    if round_.declarer is None:
        return round_
    round_ = announce_by(round_, agents[round_.declarer].bidder, seat_seed(seed, round_.declarer))
    game = round_.game
    assert game is not None
    players = [agent.program(game, seat_seed(seed, seat), round_.bid) for seat, agent in zip(Seat, agents, strict=True)]
    return play_by(round_, players)


def match_round(players: Sequence[str], seed: int, number: int, agent: Callable[[str], Agent]) -> Round:
    """One round of a match: deal number // 3 of the seed's sequence, the players moved on by number % 3 seats.

    Args:
        players: full names of three agents; each order is another match.
        seed: random seed of the deals and of the play.
        number: number of the round, from 0.
        agent: gives the agent with a name.

    Raises:
        InputError: there are not three players, or the seed has no such deal.
    """
    if len(players) != 3:
        raise InputError(f"three players make a match, not {len(players)}")
    (dealt,) = random_deals(1, seed, number // 3)
    sitting = seating(players, number)
    chance = (seed << 32) + number // 3
    done = play_round(dealt, [agent(name) for name in sitting], chance)
    return done.with_record(round_name(seed, number, players), sitting, SOURCE, chance)
