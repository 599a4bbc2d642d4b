"""What the family's questions answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.rules.montecarlo import Playouts
from tafelwerk.tables.question import Answer, answer


@answer
class Duel(Answer):
    """MC(k) against MC(rival): certified doubles, or exact fractions.

    Attributes:
        k: playouts per candidate of MC(k).
        rival: playouts per candidate of its opponent.
        first: chance of MC(k) to win moving first.
        second: chance of MC(k) to win moving second.
        mean: their mean.
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
        rival: playouts per candidate of its opponent.
        mean: mean chance of MC(k) to win.
        without_ties: the same where both repeat their playouts until one candidate has more wins than every other.
    """

    k: int
    rival: int
    mean: float
    without_ties: float


@answer
class AgentDuel(Answer):
    """Two agents: certified doubles, or exact fractions.

    Attributes:
        first_agent: the agent that moves first.
        second_agent: its opponent.
        first: chance of the first agent to win.
        second: chance of the second agent to win.
        first_float: `first` as a double.
    """

    first_agent: str
    second_agent: str
    first: float | Fraction
    second: float | Fraction
    first_float: float


@answer
class Simulation(Answer):
    """Games that two agents played; MC(k) plays its playouts out, nothing of the exact law of its choice is used.

    Attributes:
        first_agent: the agent that moves first.
        second_agent: its opponent.
        first: share of games that the first agent won.
        second: share of games that the second agent won.
        wins: games that the first agent won.
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
    """Random play of both sides.

    Attributes:
        win: chance of the player to move to win; None where fractions would be too large: then `win_float` is certified.
        win_float: the same as a double.
        by_move: the same after each move, in the game's notation.
    """

    win: Fraction | None
    win_float: float
    by_move: Mapping[str, Fraction | None]


@answer
class Choice(Answer):
    """The law of MC(k)'s move. Candidates of one name, such as the pieces on a square, share a chance.

    Attributes:
        moves: chance of each move to be played; of MC(inf) exact but for the rounding of the doubles.
        wins: chance that a random playout after each move is won by the mover; None where fractions would be too large.
        wins_float: the same as doubles.
    """

    moves: Mapping[str, float]
    wins: Mapping[str, Fraction] | None
    wins_float: Mapping[str, float]


@answer
class Size(Answer):
    """Size of a game.

    Attributes:
        player_positions: positions of one player of a single-step race, home or not; None of other games.
        configurations: pairs of them in which the players moved equally often, or the opponent once more; None of others.
        undecided: positions before the end that come up in play, seen by the player to move.
        candidates: their candidate moves.
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
        period: proved period of win and loss over heaps; None of races.
        preperiod: heaps before the period begins; None of races.
    """

    win: bool
    winning_moves: tuple[int, ...]
    period: int | None
    preperiod: int | None


@answer
class Blunder(Answer):
    """Smallest sizes at which MC(inf) errs in a won position.

    Attributes:
        size: every best candidate loses; None where there is none.
        size_with_ties: some best candidate loses; None where there is none.
        searched_to: greatest size searched.
    """

    size: int | None
    size_with_ties: int | None
    searched_to: int


BadMove = tuple[int, Fraction]
"""A won heap, and the share of the best candidates that lose there."""


@answer
class BadMoves(Answer):
    """Won heaps at which MC(inf) may lose.

    Attributes:
        bad_moves: pairs of a heap and the share of its best candidates that lose.
    """

    bad_moves: list[BadMove]


@answer
class Bias(Answer):
    """Biased playouts: the chance of the player to move to win at the heaps 1, 2, ..., and the wave that it follows.

    `win` and `coefficients` are exact, all else is rounded to doubles.

    Attributes:
        win: by heap.
        critical_epsilon: the bias of the same kind at which the wave keeps step with perfect play; None where none is known.
        beat_period: heaps from one beat of the wave against the period of perfect play to the next; None where there is none.
        phase: radians that the wave advances in `step` heaps; None where the dominating root is real.
        damping: factor by which it shrinks in `step` heaps.
        step: heaps after which the chances of the playouts come back; None where the cycle is too long to look at.
        coefficients: y(h + n step) = sum of coefficients[j] y(h + j step) over their number n, for y = win - 1/2 and large heaps.
        first_bad_estimate: where the closed form expects the first bad heap of the informed bias.
        closed_form: `win` by the closed forms of S(1,2); the informed bias has one at lost heaps.
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
        searched_to: greatest heap searched.
    """

    won_heaps: int
    share: Fraction
    searched_to: int


@dataclass(frozen=True, slots=True)
class Basin:
    """A local minimum over k of the mean chance of MC(k) against MC(2k).

    Attributes:
        k: playouts per candidate.
        mean: mean chance to win.
        error_bound: proved bound of its error.
    """

    k: int
    mean: float
    error_bound: float


@answer
class Basins(Answer):
    """All basins of a curve.

    Attributes:
        basins: by ascending k.
        k_max: greatest k searched.
    """

    basins: list[Basin]
    k_max: int


@answer
class FirstOverHalf(Answer):
    """The smallest k at which MC(k) wins more than half against MC(2k).

    Attributes:
        k: that k; None where there is none.
        mean: its mean chance to win; None where there is none.
        undecided: smaller k whose mean cannot be told from one half.
        searched_to: greatest k searched.
    """

    k: int | None
    mean: float | None
    undecided: tuple[int, ...]
    searched_to: int


@answer
class Limits(Answer):
    """Limits of the chance of random play as the heap grows.

    Attributes:
        modulus: modulus of the remainders.
        limits: a limit per remainder of the heap.
    """

    modulus: int
    limits: Mapping[int, Fraction]
