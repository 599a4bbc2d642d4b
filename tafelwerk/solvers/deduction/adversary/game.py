"""The zero-sum game of codemaker and codebreaker: its value and optimal mixtures of both, exactly, by column generation.

The codemaker chooses a code, the breaker a strategy; the codemaker receives its cost for the code, such as the number of queries.
A symmetry of the game maps codes to codes and strategies to strategies, so an optimal codemaker takes all codes of a class with
the same chance, and the breaker may apply a random symmetry to every strategy that it mixes: a strategy counts by its mean cost
for each class.

    1. Solve the program over the strategies so far. Its dual values are chances of the codes.
    2. Find a best reply to these chances among all strategies. If it costs as much as the program's mixture, both are optimal:
       the mixture costs at most v for every code, and no strategy costs less against the chances.
    3. Otherwise add the reply.

If all codes are of one class, the codemaker chooses uniformly, and the value is the least mean of a strategy.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm
from operator import mul
from typing import Generic, Protocol, TypeVar

import numpy as np

from tafelwerk.solvers.deduction.adversary.approximate import ApproximateProgram
from tafelwerk.solvers.deduction.adversary.program import Program

FEW = 20
"""Number of classes up to which the program is solved in integers from the start."""

CENTRED = 0.5
"""Share of the best chances so far in those that are priced."""

TOLERANCE = 1e-9
"""Cost that counts as an improvement in doubles."""

ROUGH = 1 << 26
"""Sum of weights to which chances are rounded first: costs fit in 32 bits."""

Tree = TypeVar("Tree")


class TooManyQueriesError(Exception):
    """More queries may be best than can be compared."""


@dataclass(frozen=True, eq=False, slots=True)
class Strategy(Generic[Tree]):
    """A strategy of the breaker.

    Attributes:
        tree: its tree, for all codes.
        column: cost summed over the codes of each class.
    """

    tree: Tree
    column: tuple[int, ...]


class Replies(Protocol[Tree]):
    """What a game must provide: best replies to the codemaker's chances.

    Attributes:
        sizes: number of codes of each class.
        dearest: greatest cost of a code, if no query is useless.
        most: greatest sum of the weights of all codes.
    """

    sizes: tuple[int, ...]
    dearest: int
    most: int

    def reply(self, weights: Sequence[int], below: int | None) -> Strategy[Tree] | None:
        """A strategy of least cost by weights, at least 1, per code of each class; None if none costs less than `below`."""

    def exact(self, chances: Sequence[Fraction]) -> tuple[Fraction, Strategy[Tree]]:
        """The least mean cost against chances per code of each class, and a strategy that has it.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """


@dataclass(frozen=True, eq=False, slots=True)
class Solution(Generic[Tree]):
    """Value and optimal mixtures.

    Attributes:
        value: cost under best play of both sides; the breaker's mixture costs no more for any code.
        lower: cost of every strategy against the chances, at least; less than `value` if a best reply was too much work.
        chances: the codemaker's chance for each code, one entry per class.
        strategies: those that the breaker mixes, the most probable first; a random symmetry is applied to each.
        shares: their chances.
        rounds: number of best replies computed.
    """

    value: Fraction
    lower: Fraction
    chances: tuple[Fraction, ...]
    strategies: tuple[Strategy[Tree], ...]
    shares: tuple[Fraction, ...]
    rounds: int


def solve_game(replies: Replies[Tree], *, watch: Callable[[int, Fraction], object] | None = None) -> Solution[Tree]:
    """Solve the game.

    Args:
        replies: best replies to chances of the codes.
        watch: called after each round with the number of rounds and the value of the program.

    Raises:
        InputError: codes cannot be told apart or named.
    """
    sizes, pricing = replies.sizes, _Pricing(replies)
    strategies = [pricing.first()]
    basis = pricing.prepare(strategies) if len(sizes) > FEW else None
    program = Program.begun(sizes, [one.column for one in strategies], basis)
    while True:
        program.improve()
        if watch is not None:
            watch(len(strategies), program.value)
        # of one class, codes have equal chances, which the first reply is best against
        found = None if len(sizes) == 1 else pricing.better(program.chances, program.value)
        if not isinstance(found, Strategy):
            break
        program.add(found.column)
        strategies.append(found)
    mixture = sorted(program.mixture.items(), key=lambda one: (-one[1], one[0]))
    lower, chances = (program.value, program.chances) if found is None else (found.lower, found.chances)
    return Solution(
        program.value,
        lower,
        tuple(chances),
        tuple(strategies[t] for t, _ in mixture),
        tuple(share for _, share in mixture),
        len(strategies),
    )


@dataclass(frozen=True, slots=True)
class _Bound:
    """Chances of the codes against which no strategy costs less than `lower`."""

    lower: Fraction
    chances: Sequence[Fraction]


class _Pricing(Generic[Tree]):
    """Finds strategies that improve the program."""

    def __init__(self, replies: Replies[Tree]) -> None:
        self.replies, self.sizes, self.codes = replies, replies.sizes, sum(replies.sizes)
        self.precisions = (min(ROUGH, replies.most), replies.most)

    def prepare(self, strategies: list[Strategy[Tree]]) -> Sequence[int] | None:
        """Append the strategies that matter in doubles. Returns a basis of the program, None if it has none.

        Replies are best to mixtures of the chances with the best ones so far, as long as they help: chances of the optimum
        over few strategies are far from those over all (Wentges 1997).
        """
        program = ApproximateProgram(self.sizes)
        program.add(strategies[0].column)
        sizes = np.array(self.sizes, float)
        centre, proved = 1 / sizes / len(sizes), 0.0
        for most in self.precisions:
            while program.improve():
                for share in (CENTRED, 0.0):
                    chances = share * centre + (1 - share) * program.chances
                    weights = np.maximum(1, (chances * (most - self.codes)).astype(np.int64))
                    known = int((np.array([one.column for one in strategies]) @ weights).min())
                    found = self.replies.reply(weights.tolist(), known)
                    cost = known if found is None else int(weights @ np.array(found.column))
                    if cost / float(weights @ sizes) > proved:
                        proved, centre = cost / float(weights @ sizes), chances
                    if found is not None and program.chances @ np.array(found.column) < program.value - TOLERANCE:
                        program.add(found.column)
                        strategies.append(found)
                        break
                else:
                    break
        return program.basis()

    def better(self, chances: Sequence[Fraction], value: Fraction) -> Strategy[Tree] | _Bound | None:
        """A strategy that costs less than `value` against the chances; None if there is none.

        Chances of a large common denominator are rounded first, then more finely if no reply to rounded ones is good enough. Then
        the reply is found in integers of any size. If that is too much work, a bound by rounded chances is returned.
        """
        whole, scale = self._whole(chances)
        rounded, cost = list[int](), 0
        for most in self.precisions:
            if sum(map(mul, whole, self.sizes)) <= most:
                return self.replies.reply(whole, ceil(value * scale))
            unit = most - self.codes
            rounded = [max(1, floor(chance * unit)) for chance in chances]
            raised = sum(size for size, chance in zip(self.sizes, chances, strict=True) if chance * unit < 1)
            found = self.replies.reply(rounded, ceil(value * unit) + raised * self.replies.dearest)
            if found is None or sum(map(mul, chances, found.column)) < value:
                return found
            cost = sum(map(mul, rounded, found.column))
        try:
            least, reply = self.replies.exact(chances)
        except TooManyQueriesError:
            total = sum(map(mul, rounded, self.sizes))
            return _Bound(Fraction(cost, total), [Fraction(weight, total) for weight in rounded])
        return None if least == value else reply

    def _whole(self, chances: Sequence[Fraction]) -> tuple[list[int], int]:
        """Chances as integer weights, and the weight of chance 1.

        Codes without a chance get weight 1. All of them together cost less than one unit of the others.
        """
        common = lcm(*(chance.denominator for chance in chances))
        idle = sum(size for size, chance in zip(self.sizes, chances, strict=True) if not chance)
        scale = common * (idle * self.replies.dearest + 1)
        return [int(chance * scale) or 1 for chance in chances], scale

    def first(self) -> Strategy[Tree]:
        """A best reply to equal chances."""
        found = self.replies.reply([1] * len(self.sizes), None)
        assert found is not None
        return found
