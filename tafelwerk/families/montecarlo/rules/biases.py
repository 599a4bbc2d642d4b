"""Biased playouts of subtraction games: with what chances they take each move.

Weighted    a chance per move, the same at every heap; `static` is that of two moves and a bias
Informed    winning moves are more likely than others in won heaps
Cyclic      the chance of the first of two moves, by heap modulo a number
Shares      chances, as "1/2,1/4,1/4" writes them
bias_of     which of them options name
growth      how fast the fractions grow that it makes
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.numbers import fraction, separate

STATIC, INFORMED = "static", "informed"

MOST_SHARES = 100
"""Chances in a list."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Chances from 0 to 1, in order."""

    values: tuple[Fraction, ...]

    def __str__(self) -> str:
        return ",".join(map(str, self.values))


@dataclass(frozen=True, slots=True)
class Weighted:
    """Playouts take each move with a chance of its own, in the ascending order of the moves.

    Where some moves are illegal, the others share in proportion to their chances; evenly where these are all 0.
    """

    weights: tuple[Fraction, ...]

    def __str__(self) -> str:
        return f"weights {Shares(self.weights)}"


@dataclass(frozen=True, slots=True)
class Informed:
    """In won heaps the winning moves share (1 + epsilon)/2 evenly, the others (1 - epsilon)/2; elsewhere all moves are equally
    likely."""

    epsilon: Fraction

    def __str__(self) -> str:
        return f"informed bias {self.epsilon}"


@dataclass(frozen=True, slots=True)
class Cyclic:
    """Of two moves the smaller is taken with chance chances[heap % len(chances)]; the only legal one with certainty."""

    chances: tuple[Fraction, ...]

    def __str__(self) -> str:
        return f"chances {Shares(self.chances)}"


Bias = Weighted | Informed | Cyclic


def static(epsilon: Fraction) -> Weighted:
    """The static bias between two moves: the smaller with (1 - epsilon)/2, the larger with (1 + epsilon)/2."""
    return Weighted((Fraction(1 - epsilon) / 2, Fraction(1 + epsilon) / 2))


def growth(bias: Bias) -> int:
    """Bits by which denominators of chances to win grow per heap, about, where the smallest move is 1."""
    match bias:
        case Weighted(numbers) | Cyclic(numbers):
            return lcm(*(number.denominator for number in numbers)).bit_length()
        case Informed(epsilon):
            return epsilon.denominator.bit_length() + 1


def read_shares(given: str | Sequence[object], name: str = "a list of chances") -> Shares:
    """Chances from 0 to 1, in a list or separated by commas, each an integer, a decimal or p/q.

    Raises:
        InputError: there are none, too many, or one is none.
    """
    words = separate(given)
    if len(words) > MOST_SHARES:
        raise InputError(f"{name} holds at most {MOST_SHARES} chances, not {len(words):,}")
    return Shares(tuple(fraction(f"{name}: a chance", one, 0, 1) for one in words))


def bias_of(
    moves: tuple[int, ...],
    kind: str | None,
    epsilon: Fraction | None,
    weights: Shares | None = None,
    chances: Shares | None = None,
) -> Bias:
    """The bias that options name: --kind and --epsilon, --weights, or --chances.

    Args:
        moves: ascending.
        kind: "static" or "informed"; of weights only "static". Default: static.
        epsilon: from -1 to 1.
        weights: a chance per move, in the order of `moves`; they sum to 1.
        chances: of the smaller of two moves, by heap modulo their number.

    Raises:
        InputError: none of the three is given, or more than one, or what is given does not fit the moves.
    """
    given = {"--epsilon": epsilon, "--weights": weights, "--chances": chances}
    named = [name for name, value in given.items() if value is not None]
    if len(named) != 1:
        raise InputError(f"give one of --epsilon E, --weights p1,p2,... and --chances p0,p1,..., not {_listed(named)}")
    if kind not in (None, STATIC, INFORMED):
        raise InputError(f"--kind must be {STATIC} or {INFORMED}, not {quoted(kind)}")
    if weights is not None:
        if kind == INFORMED:
            raise InputError("--weights sets a static bias: leave --kind out; an informed bias takes --epsilon")
        if len(weights.values) != len(moves):
            raise InputError(
                f"--weights takes a chance per move: {len(moves)} for the moves {','.join(map(str, moves))}, "
                f"not {len(weights.values)}"
            )
        if sum(weights.values) != 1:
            raise InputError(f"--weights must sum to 1, not to {sum(weights.values)}")
        return Weighted(weights.values)
    if chances is not None:
        if kind is not None:
            raise InputError("--chances takes no --kind: it gives the chance of the first move heap by heap")
        if len(moves) != 2:
            raise InputError(f"--chances is for two moves, not {len(moves)}; --weights takes any number of them")
        return Cyclic(chances.values)
    assert epsilon is not None
    if kind == INFORMED:
        return Informed(epsilon)
    if len(moves) != 2:
        raise InputError(
            f"the static bias by --epsilon is between two moves, not {len(moves)}; "
            "give --weights p1,p2,..., a chance per move, or --kind informed"
        )
    return static(epsilon)


def _listed(names: list[str]) -> str:
    return " and ".join(names) if names else "none of them"
