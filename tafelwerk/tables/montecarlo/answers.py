"""What the family's questions answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.rules.montecarlo import Playouts
from tafelwerk.tables.question import Answer, answer


@answer
class Duel(Answer):
    """MC(k) against MC(rival): the chances of MC(k) to win moving first, moving second, and their mean.

    Certified doubles, or exact fractions.
    """

    k: Playouts
    rival: Playouts
    first: float | Fraction
    second: float | Fraction
    mean: float | Fraction


@answer
class Ties(Answer):
    """The mean chance of MC(k) against MC(rival), and the same where both ignore ties: they repeat their playouts until a
    candidate has more wins than every other."""

    k: int
    rival: int
    mean: float
    without_ties: float


@answer
class AgentDuel(Answer):
    """Two agents: the chances to win of the one that moves first, and of the other; certified doubles, or exact fractions."""

    first_agent: str
    second_agent: str
    first: float | Fraction
    second: float | Fraction
    first_float: float


@answer
class Simulation(Answer):
    """Games that two agents played: how often the one that moves first won, and the other.

    MC(k) plays its playouts out, too: nothing of the exact law of its choice is used.
    """

    first_agent: str
    second_agent: str
    first: float
    second: float
    wins: int
    seed: int


@answer
class RandomPlay(Answer):
    """Both sides at random: the chance of the player to move, and after each move, in the game's own words for it.

    `win` is None where fractions would be too large; `win_float` is then certified.
    """

    win: Fraction | None
    win_float: float
    by_move: Mapping[str, Fraction | None]


@answer
class Choice(Answer):
    """What MC(k) plays: the chance of each move, and the chance that a random playout after it is won by the mover.

    Moves are named as in `RandomPlay`; candidates of one name, such as the pieces on a square, share a chance. `wins` is None
    where fractions would be too large. The chances of MC(inf) are exact but for the rounding of the doubles.
    """

    moves: Mapping[str, float]
    wins: Mapping[str, Fraction] | None
    wins_float: Mapping[str, float]


@answer
class Size(Answer):
    """How large a game is.

    `player_positions`: of one player of a single-step race, home or not. `configurations`: pairs of them in which the
    players have moved equally often, or the opponent once more. Both are None of other races. `undecided`: positions before the
    end that come up in play, seen by the player to move; `candidates`: their candidate moves.
    """

    player_positions: int | None
    configurations: int | None
    undecided: int
    candidates: int


@answer
class Perfect(Answer):
    """Perfect play: whether the player to move wins, every move that does, and the proven periods of win and loss over heaps.

    The periods of races are None.
    """

    win: bool
    winning_moves: tuple[int, ...]
    period: int | None
    preperiod: int | None


@answer
class Blunder(Answer):
    """Smallest sizes at which MC(inf) errs in a won position: every best candidate loses (`size`), or some do
    (`size_with_ties`); None where there is none up to `searched_to`."""

    size: int | None
    size_with_ties: int | None
    searched_to: int


BadMove = tuple[int, Fraction]
"""A won heap, and the share of the best candidates that lose there."""


@answer
class BadMoves(Answer):
    """Won heaps at which MC(inf) may lose."""

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
    """The same among all won heaps up to `searched_to`; `share` is the mean share of best candidates that lose."""

    won_heaps: int
    share: Fraction
    searched_to: int


@dataclass(frozen=True, slots=True)
class Basin:
    """A local minimum over k of the mean chance of MC(k) against MC(2k), within a proven bound of the error."""

    k: int
    mean: float
    error_bound: float


@answer
class Basins(Answer):
    """All basins up to `k_max`."""

    basins: list[Basin]
    k_max: int


@answer
class FirstOverHalf(Answer):
    """The smallest k up to `searched_to` at which MC(k) wins more than half against MC(2k), and its mean there.

    Both are None where there is none. `undecided`: smaller k whose mean cannot be told from one half.
    """

    k: int | None
    mean: float | None
    undecided: tuple[int, ...]
    searched_to: int


@answer
class Limits(Answer):
    """Where the chance of random play goes as the heap grows: a limit per remainder by `modulus`."""

    modulus: int
    limits: Mapping[int, Fraction]
