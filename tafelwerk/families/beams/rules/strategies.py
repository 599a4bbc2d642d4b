"""The family's strategies, as the tables name them, and the orders of entropy of curves."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal, TypeGuard

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules import deduction
from tafelwerk.rules.deduction import Optimal, Ruled, stored
from tafelwerk.rules.entropy import ALIASES, Alpha, order_name, read_order

Tie = Literal["lex-c", "lex-d", "mix"]
TIES: tuple[Tie, ...] = ("lex-c", "lex-d", "mix")

tie_rule = partial(deduction.tie_rule, TIES)

Finish = Literal["certain", "early"]
FINISHES: tuple[Finish, ...] = ("certain", "early")
"""End of a game: where one code is left or no query splits those left; or also where laying a filling costs less."""


def finish_rule(word: str | None) -> Finish:
    """End of a game, from its word. Default: "certain".

    Raises:
        InputError: there is no such rule.
    """
    for rule in FINISHES:
        if word in (None, rule):
            return rule
    raise InputError(f"--finish must be {' or '.join(FINISHES)}, not {quoted(word)}")


Approximation = Literal["h-prime", "u"]
APPROXIMATIONS: tuple[Approximation, ...] = ("h-prime", "u")
"""Approximations of entropy of the source's section 4.6.3, H' and U."""

PARTS = 32
"""Default number of parts of a strategy of a large variant."""

CURVE_PARTS = 384
"""Number of parts of each strategy on a curve of a large variant: most of them are single sets, which other strategies share."""

CURVE_TASKS = 64
"""Number of tasks of a curve of a large variant, for each `MOST_TOGETHER` orders."""

MOST_TOGETHER = 62
"""Largest number of strategies that are followed together: one bit each of a mask."""

CURVE = (Fraction(0), Fraction(4), Fraction(1, 10))
"""Default orders of a curve: first, last and step; as in figure 4.12."""

CURVE_NEAR_ONE = (Fraction(4, 5), Fraction(6, 5), Fraction(1, 50))
"""First, last and step of additional orders of the default curve, where the mean is least."""

CURVE_FAR = (Fraction(9, 2), Fraction(5), Fraction(11, 2), Fraction(6), None)
"""Last orders of the default curve; None is infinity."""

MOST_POINTS = 2000
"""Largest number of points of a curve."""


@dataclass(frozen=True, slots=True)
class Improved(Ruled):
    """The best of the strategies that choose among a few queries of greatest entropy; of large variants one that judges a few
    queries by what the next queries achieve.

    Attributes:
        shallowest: whether it takes the fewest queries that are enough for every code.
    """

    shallowest: bool = False

    @property
    def name(self) -> str:
        """Name in the tables."""
        return "improved shallowest" if self.shallowest else "improved"

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--strategy {self.name.replace(' ', ' --')}"


@dataclass(frozen=True, slots=True)
class Approximate(Ruled):
    """A strategy that knows only the colours that each field may have, not the codes; ties by `tie`. "h-prime" maximises the sum
    of the fields' entropies, "u" the number of fields where the colour is possible."""

    kind: Approximation
    tie: Tie = "lex-c"

    @property
    def name(self) -> str:
        """Name in the tables."""
        return self.kind


@dataclass(frozen=True, slots=True)
class Entropy(deduction.Entropy):
    """Greatest Rényi entropy of order `alpha`, ties by `tie`: lowest colour, lowest diagonal, or uniformly random."""

    tie: Tie = "lex-c"


Strategy = Optimal | Improved | Entropy | Approximate

IMPROVED = ("6c3p", "hex30", "6c6p")
"""Variants with an improved strategy."""

IMPROVED_SHALLOWEST = ("6c3p",)
"""Those of them with an improved strategy of few queries at worst."""

STAND_IN = Entropy(Fraction(1))
"""Strategy that stands in where the optimal query is out of reach."""


def strategy(word: str, tie: str | None = None, *, shallowest: bool = False) -> Strategy:
    """Strategy from its words.

    Args:
        word: "optimal", "improved", "h-prime", "u", or "h" and the order of the entropy: "h0", "h0.5", "h4/3", "hinf".
        tie: "lex-c", "lex-d" or "mix"; not with "optimal" and "improved". Default: "lex-c".
        shallowest: as in `Optimal` and `Improved`; only with "optimal" and "improved".

    Raises:
        InputError: there is no such strategy.
    """
    if shallowest and word not in (Optimal().name, Improved().name):
        raise InputError(f"--shallowest is for --strategy optimal and improved, not for {quoted(word)}")
    for one in (Optimal(shallowest=shallowest), Improved(shallowest)):
        if word == one.name.split()[0]:
            if tie is not None:
                raise InputError(f"--tie {tie}: the {word} strategy has no tie rule")
            return one
    rule = tie_rule(tie)
    for kind in APPROXIMATIONS:
        if word == kind:
            if rule == "mix":
                raise InputError(f"--tie mix is for entropy strategies, not for {word}; take lex-c or lex-d")
            return Approximate(kind, rule)
    try:
        return Entropy(read_order(word), rule)
    except InputError:
        raise InputError(
            f"--strategy must be optimal, improved, {', '.join(APPROXIMATIONS)}, or h and a number from 0 on, such as h0, h0.5, "
            f"h1, h4/3, hinf (digits, one point or slash, at most 18 places), or {', '.join(ALIASES)}, not {quoted(word)}"
        ) from None


def parse_strategy(text: str) -> Strategy:
    """Strategy from its text, as `str` writes it: "optimal", "h1", "h0.5 --tie mix".

    Raises:
        InputError: there is no such strategy.
    """
    match text.split():
        case [word, "shallowest"]:
            return strategy(word, shallowest=True)
        case [word] | [word, "--tie", _] as words:
            return strategy(word, *words[2:])
    raise InputError(
        "a strategy is optimal, improved, one of these with shallowest, h-prime, u or hA, with --tie T where it has a tie rule, "
        f"not {quoted(text)}"
    )


def stored_strategy(name: str, tie: str) -> Strategy:
    """Strategy from its name and tie rule in the tables.

    Raises:
        InputError: there is no such strategy.
    """
    word, *aim = name.split(" ")
    return stored(strategy(word, None if tie == "none" else tie, shallowest=aim == ["shallowest"]), name, tie)


def has_top(chosen: Strategy) -> TypeGuard[Entropy]:
    """Whether the top of a strategy's tree is stored for large variants: a deterministic entropy strategy."""
    return isinstance(chosen, Entropy) and chosen.tie != "mix"


def curve_orders(
    first: Fraction | None = None, last: Fraction | None = None, step: Fraction | None = None
) -> tuple[Alpha, ...]:
    """The orders of a curve, ascending; None is infinity.

    Args:
        first: the first order.
        last: upper limit of the orders.
        step: difference between consecutive orders. If none of the three is given: steps of 0.1 up to 4, finer near 1, then some
            larger orders and infinity.

    Raises:
        InputError: a negative order, a step that is not positive, no points or too many.
    """
    if first is None and last is None and step is None:
        return (*sorted({*_steps(*CURVE), *_steps(*CURVE_NEAR_ONE)}), *CURVE_FAR)
    begin, end, by = (
        given if given is not None else usual for given, usual in zip((first, last, step), CURVE, strict=True)
    )
    if begin < 0:
        raise InputError(f"--from must be 0 or more, not {begin}")
    if end < begin:
        raise InputError(f"--to must be --from ({begin}) or more, not {end}")
    if by <= 0 or (end - begin) / by >= MOST_POINTS:
        raise InputError(f"--step must be above 0 and make at most {MOST_POINTS:,} points, not {by}")
    return _steps(begin, end, by)


def _steps(first: Fraction, last: Fraction, step: Fraction) -> tuple[Fraction, ...]:
    return tuple(first + step * place for place in range((last - first) // step + 1))


def curve_options(tie: str, orders: Sequence[Alpha]) -> str:
    """The words of the command line that name a curve: its tie rule and its orders, where they are not the usual ones.

    Raises:
        ValueError: the orders are not those of a curve.
    """
    options = "--curve" if tie == "lex-c" else f"--curve --tie {tie}"
    if tuple(orders) == curve_orders():
        return options
    finite = [order for order in orders if order is not None]
    step = finite[1] - finite[0] if len(finite) > 1 else Fraction(0)
    if tuple(orders) != (curve_orders(finite[0], finite[-1], step) if step else (finite[0],)):
        raise ValueError("no such orders")
    words = {"--from": finite[0], "--to": finite[-1], **({"--step": step} if step else {})}
    return options + "".join(f" {option} {order_name(value)[1:]}" for option, value in words.items())
