"""Answers to the family's questions, and those of them that rows and computations make alike."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tafelwerk.families.montecarlo.rules import Playouts
from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import Answer, answer, sampled_share
from tafelwerk.tables.explanation import DecidedOption, PositionExplanation

ROUNDED = 2.0**-54
"""Bound on the error of a rounded chance."""


@answer
class Duel(Answer):
    """MC(k) against MC(rival): certified doubles, or exact fractions.

    Attributes:
        k: playouts per candidate of MC(k).
        rival: playouts per candidate of its rival.
        first: chance that MC(k) wins when it moves first.
        second: chance that MC(k) wins when it moves second.
        mean: mean of the two chances.
    """

    k: Playouts
    rival: Playouts
    first: float | Fraction
    second: float | Fraction
    mean: float | Fraction


@answer
class Ties(Answer):
    """MC(k) against MC(rival), with and without ties.

    Attributes:
        k: playouts per candidate of MC(k).
        rival: playouts per candidate of its rival.
        mean: mean of MC(k)'s chances to win moving first and second.
        without_ties: the same if both agents repeat their playouts until one candidate has more wins than every other.
    """

    k: int
    rival: int
    mean: float
    without_ties: float


@answer
class AgentDuel(Answer):
    """A duel of two agents: certified doubles, or exact fractions.

    Attributes:
        first_agent: the agent that moves first.
        second_agent: the agent that moves second.
        first: chance that the first agent wins.
        second: chance that the second agent wins.
        first_float: `first` as a double.
    """

    first_agent: str
    second_agent: str
    first: float | Fraction
    second: float | Fraction
    first_float: float


@answer
class Simulation(Answer):
    """Samples games of two agents. MC(k) plays its playouts; the exact law of its choice is not used.

    Attributes:
        first_agent: the agent that moves first.
        second_agent: the agent that moves second.
        first: share of games won by the first agent.
        second: share of games won by the second agent.
        wins: number of games won by the first agent.
        seed: random seed.
    """

    first_agent: str
    second_agent: str
    first: float
    second: float
    wins: int
    seed: int


@answer
class RandomPlay(Answer):
    """Random play by both sides.

    Attributes:
        win: winning chance of the player to move; None where the fraction would be too large: then `win_float` is certified.
        win_float: the same as a double.
        by_move: the same after each move, keyed by the move in the game's notation.
    """

    win: Fraction | None
    win_float: float
    by_move: Mapping[str, Fraction | None]


@answer
class Choice(Answer):
    """The law of MC(k)'s move. Candidates with the same name, such as the pieces on a square, share a chance.

    Attributes:
        moves: chance that each move is played; for MC(inf) exact except for rounding to doubles.
        wins: chance that the mover wins a random playout after each move; None where fractions would be too large.
        wins_float: the same as doubles.
    """

    moves: Mapping[str, float]
    wins: Mapping[str, Fraction] | None
    wins_float: Mapping[str, float]


@answer
class Size(Answer):
    """Number of positions of a game.

    Attributes:
        player_positions: positions of one player in a single-step race, home or not; None for other games.
        configurations: pairs of them with equally many moves by both players, or one more by the opponent; None for other games.
        undecided: reachable positions before the end, seen by the player to move.
        candidates: number of candidate moves in these positions.
    """

    player_positions: int | None
    configurations: int | None
    undecided: int
    candidates: int


@answer
class Perfect(Answer):
    """Perfect play.

    Attributes:
        win: whether the player to move wins.
        winning_moves: every move that wins.
        period: proved period of win and loss over heaps; None for races.
        preperiod: heaps before the period begins; None for races.
    """

    win: bool
    winning_moves: tuple[int, ...]
    period: int | None
    preperiod: int | None


@answer
class Blunder(Answer):
    """Smallest sizes at which MC(inf) errs in a won position.

    Attributes:
        size: smallest size at which every best candidate loses; None if there is none.
        size_with_ties: smallest size at which some best candidate loses; None if there is none.
        searched_to: largest size searched.
    """

    size: int | None
    size_with_ties: int | None
    searched_to: int


BadMove = tuple[int, Fraction]
"""A won heap, and the share of its best candidates that lose."""


@answer
class BadMoves(Answer):
    """Won heaps at which MC(inf) may lose.

    Attributes:
        bad_moves: pairs of a heap and the share of its best candidates that lose.
    """

    bad_moves: list[BadMove]


@answer
class Bias(Answer):
    """Random play with biased playouts: winning chance of the player to move at heaps 1, 2, ..., and the wave that it follows.

    `win` and `coefficients` are exact, all other numbers are rounded to doubles.

    Attributes:
        win: winning chance of the player to move, by heap.
        critical_epsilon: bias of the same kind at which the wave stays in phase with perfect play; None if none is known.
        beat_period: heaps per beat of the wave against the period of perfect play; None if there is none.
        phase: phase advance of the wave, in radians per `step` heaps; None if the dominant root is real.
        damping: factor by which the wave shrinks per `step` heaps.
        step: number of heaps after which the playouts' chances repeat; None if the cycle is too long to analyse.
        coefficients: y(h + n step) = sum of coefficients[j] y(h + j step) over their number n, for y = win - 1/2 and large heaps.
        first_bad_estimate: first bad heap of the informed bias as expected from the closed form.
        closed_form: `win` by the closed forms of S(1,2); for the informed bias, at lost heaps only.
    """

    win: Mapping[int, Fraction]
    critical_epsilon: float | None
    beat_period: float | None
    phase: float | None
    damping: float | None
    step: int | None
    coefficients: tuple[Fraction, ...] | None
    first_bad_estimate: float | None
    closed_form: Mapping[int, float] | None


@answer
class Errors(BadMoves):
    """Won heaps at which MC(inf) may lose, among all won heaps.

    Attributes:
        won_heaps: number of won heaps.
        share: mean share of best candidates that lose.
        searched_to: largest heap searched.
    """

    won_heaps: int
    share: Fraction
    searched_to: int


@frozen
class Basin:
    """A local minimum over k of the mean chance of MC(k) against MC(2k).

    Attributes:
        k: playouts per candidate at the lowest point evaluated or, in a long interval, near its middle.
        k_low: smallest k at which the minimum may be.
        k_high: largest k at which the minimum may be; equal to `k_low` where one k is certainly the lowest.
        mean: mean chance to win at `k`.
        error_bound: proven bound on the error of `mean`.
    """

    k: int
    k_low: int
    k_high: int
    mean: float
    error_bound: float


@answer
class Basins(Answer):
    """All basins of a curve.

    Attributes:
        basins: basins by ascending k.
        k_max: largest k searched.
    """

    basins: list[Basin]
    k_max: int

    @property
    def count(self) -> int:
        """Number of basins."""
        return len(self.basins)


@answer
class FirstOverHalf(Answer):
    """The smallest k at which MC(k) wins more than half of its games against MC(2k).

    Attributes:
        k: the smallest such k; None if there is none.
        mean: mean chance to win at that k; None if there is none.
        undecided: smaller k whose mean is too close to one half to decide.
        searched_to: largest k searched.
    """

    k: int | None
    mean: float | None
    undecided: tuple[int, ...]
    searched_to: int


@answer
class Limits(Answer):
    """Limits of the winning chance in random play as the heap grows.

    Attributes:
        modulus: modulus of the residue classes of heaps.
        limits: one limit per residue class.
    """

    modulus: int
    limits: Mapping[int, Fraction]


@frozen(kw_only=True)
class CandidateMove(DecidedOption):
    """A candidate of MC(k); `best`: whether it keeps the value of the position under perfect play.

    Attributes:
        win: chance that the mover wins a random playout after it; None where fractions would be too large.
        win_float: the same as a double.
        chance: chance that MC(k) plays it.
    """

    win: Fraction | None
    win_float: float
    chance: float


@answer
class Explanation(PositionExplanation):
    """Why MC(k) chooses its move in a position, compared with perfect play.

    Attributes:
        moves: all candidates, best playouts first; pieces on one square share an entry.
        throws_away: chance that MC(k) plays a move that does not keep the value of the position.
        line: perfect play by both sides, to the end or 200 moves; among moves that keep the value, the best in playouts.
        likely: the same if both sides play MC(k)'s most probable move each time.
    """

    moves: tuple[CandidateMove, ...]
    throws_away: float
    likely: tuple[str, ...]


def agent_duel(first: str, second: str, chance: Fraction) -> AgentDuel:
    """A duel of two agents in which the first to move wins with an exact chance."""
    return AgentDuel(first, second, chance, 1 - chance, float(chance))


def simulation(first: str, second: str, wins: int, games: int, seed: int) -> Simulation:
    """The answer for simulated games of which the first agent won `wins`."""
    share = wins / games
    return Simulation(first, second, share, (games - wins) / games, wins, seed, **sampled_share(share, games))


def random_play(win: Fraction | None, chance: float, error: float, by_move: dict[str, Fraction | None]) -> RandomPlay:
    """Random play: exact, or certified where there is no fraction."""
    if win is not None:
        return RandomPlay(win, chance, by_move)
    return RandomPlay(win, chance, by_move, certainty="certified", error_bound=error)


def limit_choice(chances: Iterable[tuple[str, Fraction, int]]) -> Choice:
    """The law of MC(inf)'s move, exact, from names of moves, chances after them and numbers of candidates."""
    candidates = list(chances)
    most = max(chance for _, chance, _ in candidates)
    best = sum(count for _, chance, count in candidates if chance == most)
    moves = {name: count / best if chance == most else 0.0 for name, chance, count in candidates}
    wins = {name: chance for name, chance, _ in candidates}
    return Choice(moves, wins, {name: float(chance) for name, chance in wins.items()})


def mean_errors(bad_moves: list[BadMove], won: int, limit: int) -> Errors:
    """Bad moves among the won heaps up to `limit`."""
    share = sum((share for _, share in bad_moves), Fraction()) / won if won else Fraction()
    return Errors(bad_moves, won, share, limit)


def all_basins(basins: list[Basin], k_max: int) -> Basins:
    """Basins up to `k_max`, with the largest error bound."""
    bound = max((basin.error_bound for basin in basins), default=0.0)
    return Basins(basins, k_max, certainty="certified", error_bound=bound)


def passes_half(curve: Iterable[Duel], searched_to: int) -> FirstOverHalf | None:
    """The answer from a curve over k = 1, 2, ...; None if the curve ends or has a gap before it is decided."""
    undecided: list[int] = []
    worst = 0.0
    for expected, point in enumerate(curve, 1):
        mean, error = float(point.mean), point.error_bound or 0.0
        if point.k != expected:
            return None
        worst = max(worst, error)
        passed = mean - error > 0.5
        # an error bound of 0 means that every choice on the way was certain: then the mean is exactly one half
        if not passed and error > 0 and mean + error >= 0.5:
            undecided.append(expected)
        if passed or expected == searched_to:
            k, chance = (expected, mean) if passed else (None, None)
            return FirstOverHalf(k, chance, tuple(undecided), searched_to, certainty="certified", error_bound=worst)
    return None
