"""The zero-sum game of codemaker and codebreaker: its value and optimal mixtures of both, exactly, by column generation.

The codemaker chooses a code, the breaker a strategy; the codemaker receives the number of queries. A symmetry of the game maps
codes to codes and strategies to strategies, so an optimal codemaker takes all codes of a class with the same chance, and the
breaker may apply a random symmetry to every strategy that it mixes: a strategy counts by its mean queries for each class.

    1. Solve the program over the strategies so far. Its dual values are chances of the codes.
    2. Find a best reply to these chances among all strategies. If it takes as many queries as the program's mixture, both are
       optimal: the mixture takes at most v queries for every code, and no strategy takes fewer against the chances.
    3. Otherwise add the reply.

If all codes are of one class, the codemaker chooses uniformly, and the value is the least mean of a strategy.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm
from operator import mul

import numpy as np

from tafelwerk.solvers.deduction.adversary.approximate import ApproximateProgram
from tafelwerk.solvers.deduction.adversary.classes import Classes
from tafelwerk.solvers.deduction.adversary.exact import ExactReplies, TooManyQueriesError
from tafelwerk.solvers.deduction.adversary.program import Program
from tafelwerk.solvers.deduction.optimal.tree import MEMORY
from tafelwerk.solvers.deduction.optimal.weighted import best_reply, most_weight
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.tree import StrategyTree, walk

FEW = 20
"""Number of classes up to which the program is solved in integers from the start."""

CENTRED = 0.5
"""Share of the best chances so far in those that are priced."""

TOLERANCE = 1e-9
"""Queries that count as an improvement in doubles."""

ROUGH = 1 << 26
"""Sum of weights to which chances are rounded first: costs fit in 32 bits."""


@dataclass(frozen=True, eq=False, slots=True)
class Strategy:
    """A strategy of the breaker.

    Attributes:
        tree: its tree, for all codes.
        column: queries summed over the codes of each class.
    """

    tree: StrategyTree
    column: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Solution:
    """Value and optimal mixtures.

    Attributes:
        value: queries under best play of both sides; the breaker's mixture takes no more for any code.
        lower: queries that every strategy takes against the chances; less than `value` if a best reply was too much work.
        chances: the codemaker's chance for each code, one entry per class.
        strategies: those that the breaker mixes, the most probable first; a random symmetry is applied to each.
        shares: their chances.
        rounds: number of best replies computed.
    """

    value: Fraction
    lower: Fraction
    chances: tuple[Fraction, ...]
    strategies: tuple[Strategy, ...]
    shares: tuple[Fraction, ...]
    rounds: int


def solve_game(
    problem: SearchProblem,
    classes: Classes,
    *,
    watch: Callable[[int, Fraction], object] | None = None,
    memory: int = MEMORY,
) -> Solution:
    """Solve the game.

    Args:
        problem: the search problem.
        classes: classes of its codes; symmetries of the problem map the codes of a class to each other.
        watch: called after each round with the number of rounds and the value of the program.
        memory: most bytes of the memo of a search.

    Raises:
        InputError: codes cannot be told apart or named.
    """
    replies = _Replies(problem, classes, memory)
    strategies = [replies.first()]
    basis = replies.prepare(strategies) if len(classes.sizes) > FEW else None
    program = Program.begun(classes.sizes, [one.column for one in strategies], basis)
    while True:
        program.improve()
        if watch is not None:
            watch(len(strategies), program.value)
        # of one class, codes have equal chances, which the first reply is best against
        found = None if len(classes.sizes) == 1 else replies.better(program.chances, program.value)
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
    """Chances of the codes against which no strategy takes fewer queries than `lower`."""

    lower: Fraction
    chances: Sequence[Fraction]


class _Replies:
    """Finds best replies to the codemaker's chances."""

    def __init__(self, problem: SearchProblem, classes: Classes, memory: int) -> None:
        self.problem, self.classes, self.sizes, self.memory = problem, classes.of, classes.sizes, memory
        most = most_weight(problem)
        self.precisions = (min(ROUGH, most), most)

    def prepare(self, strategies: list[Strategy]) -> Sequence[int] | None:
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
                    weights = np.maximum(1, (chances * (most - len(self.classes))).astype(np.int64))
                    known = int((np.array([one.column for one in strategies]) @ weights).min())
                    found = self._reply(weights.tolist(), known)
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

    def better(self, chances: Sequence[Fraction], value: Fraction) -> Strategy | _Bound | None:
        """A strategy of fewer queries than `value` against the chances; None if there is none.

        Chances of a large common denominator are rounded first, then more finely if no reply to rounded ones is good enough. Then
        the reply is found in integers of any size. If that is too much work, a bound by rounded chances is returned.
        """
        whole, scale = self._whole(chances)
        rounded, cost = list[int](), 0
        for most in self.precisions:
            if sum(map(mul, whole, self.sizes)) <= most:
                return self._reply(whole, ceil(value * scale))
            unit = most - len(self.classes)
            rounded = [max(1, floor(chance * unit)) for chance in chances]
            raised = sum(size for size, chance in zip(self.sizes, chances, strict=True) if chance * unit < 1)
            found = self._reply(rounded, ceil(value * unit) + raised * len(self.classes))
            if found is None or sum(map(mul, chances, found.column)) < value:
                return found
            cost = sum(map(mul, rounded, found.column))
        replies = ExactReplies(self.problem, [chances[k] for k in self.classes.tolist()], self.memory)
        try:
            least, tree = replies.best()
        except TooManyQueriesError:
            total = sum(map(mul, rounded, self.sizes))
            return _Bound(Fraction(cost, total), [Fraction(weight, total) for weight in rounded])
        return None if least == value else self._strategy(tree)

    def _whole(self, chances: Sequence[Fraction]) -> tuple[list[int], int]:
        """Chances as integer weights, and the weight of chance 1.

        Codes without a chance get weight 1. All of them together cost less than one unit of the others.
        """
        common = lcm(*(chance.denominator for chance in chances))
        idle = sum(size for size, chance in zip(self.sizes, chances, strict=True) if not chance)
        scale = common * (idle * len(self.classes) + 1)
        return [int(chance * scale) or 1 for chance in chances], scale

    def _reply(self, weights: Sequence[int], below: int | None) -> Strategy | None:
        found = best_reply(self.problem, np.array(weights, np.int64)[self.classes], below, self.memory)
        return None if found is None else self._strategy(found.tree)

    def _strategy(self, tree: StrategyTree) -> Strategy:
        column = np.bincount(self.classes, walk(self.problem, tree), len(self.sizes))
        return Strategy(tree, tuple(column.astype(np.int64).tolist()))

    def first(self) -> Strategy:
        """A best reply to equal chances."""
        found = self._reply([1] * len(self.sizes), None)
        assert found is not None
        return found
