"""What the family's look-ups answer."""

from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.tables.montecarlo.games import Game, Playouts, Subtraction


@dataclass(frozen=True, slots=True)
class Duel:
    """MC(k) against MC(rival), from the view of MC(k).

    `first`, `second`: its chances to win moving first and second; `mean`: theirs; each within `error`, proven.
    """

    game: Game
    k: Playouts
    rival: Playouts
    first: float
    second: float
    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class RandomPlay:
    """Both sides at random: the chance of the player to move, `win` exactly (None where fractions grow past reason),
    `chance` within `error`, proven; `by_move`: the same after each move, in the game's own words for it."""

    game: Game
    win: Fraction | None
    chance: float
    error: float
    by_move: dict[str, Fraction | None]


@dataclass(frozen=True, slots=True)
class Perfect:
    """Perfect play: whether the player to move wins, and every move that does; the periods of win and loss over heaps
    (None for races) as proved by a repeated state. Exact."""

    game: Game
    win: bool
    winning_moves: tuple[int, ...]
    period: int | None
    preperiod: int | None


@dataclass(frozen=True, slots=True)
class Blunder:
    """Smallest sizes at which MC(inf) errs in a won position: every best candidate loses (`size`), or some do
    (`size_with_ties`); None where there is none up to `searched_to`. Exact."""

    size: int | None
    size_with_ties: int | None
    searched_to: int


@dataclass(frozen=True, slots=True)
class BadMove:
    """A won heap, and the share of MC(inf)'s best candidates that lose there. Exact."""

    heap: int
    share: Fraction


@dataclass(frozen=True, slots=True)
class Basin:
    """A local minimum over k of the mean chance of MC(k) against MC(2k); `mean` within `error`, proven."""

    k: int
    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class FirstOverHalf:
    """The smallest k up to `searched_to` at which MC(k) wins more than half against MC(2k), and its mean there.

    Both are None where there is none. `undecided`: smaller k whose mean cannot be told from one half; `error`: proven
    bound on the means.
    """

    k: int | None
    mean: float | None
    undecided: tuple[int, ...]
    searched_to: int
    error: float


@dataclass(frozen=True, slots=True)
class AgentDuel:
    """The chance that the first of two agents wins. Exact."""

    game: Subtraction
    first: str
    second: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Limit:
    """Where the chance of random play goes along the heaps with remainder `residue` by `modulus`. Exact."""

    modulus: int
    residue: int
    chance: Fraction
