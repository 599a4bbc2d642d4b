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

from tafelwerk.errors import TafelwerkError
from tafelwerk.solvers.deduction.adversary.classes import Classes
from tafelwerk.solvers.deduction.adversary.program import Program
from tafelwerk.solvers.deduction.optimal.tree import MEMORY
from tafelwerk.solvers.deduction.optimal.weighted import best_reply, most_weight
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.tree import StrategyTree, walk

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
        value: queries under best play of both sides.
        chances: the codemaker's chance for each code, one entry per class.
        strategies: those that the breaker mixes, the most probable first; a random symmetry is applied to each.
        shares: their chances.
        rounds: number of best replies computed.
    """

    value: Fraction
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
        TafelwerkError: the chances have a common denominator too large for a best reply.
    """
    replies = _Replies(problem, classes, memory)
    strategies = [replies.first()]
    program = Program(classes.sizes, strategies[0].column)
    while True:
        program.improve()
        if watch is not None:
            watch(len(strategies), program.value)
        # of one class, codes have equal chances, which the first reply is best against
        found = None if len(classes.sizes) == 1 else replies.better(program.chances, program.value)
        if found is None:
            break
        program.add(found.column)
        strategies.append(found)
    mixture = sorted(program.mixture.items(), key=lambda one: (-one[1], one[0]))
    return Solution(
        program.value,
        tuple(program.chances),
        tuple(strategies[t] for t, _ in mixture),
        tuple(share for _, share in mixture),
        len(strategies),
    )


class _Replies:
    """Finds best replies to the codemaker's chances."""

    def __init__(self, problem: SearchProblem, classes: Classes, memory: int) -> None:
        self.problem, self.classes, self.sizes, self.memory = problem, classes.of, classes.sizes, memory
        most = most_weight(problem)
        self.precisions = (min(ROUGH, most), most)

    def better(self, chances: Sequence[Fraction], value: Fraction) -> Strategy | None:
        """A strategy of fewer queries than `value` against the chances; None if there is none.

        Chances of a large common denominator are rounded first, and more finely if no reply to rounded ones is good enough.
        """
        whole, scale = self._whole(chances)
        for most in self.precisions:
            if sum(map(mul, whole, self.sizes)) <= most:
                return self._reply(whole, ceil(value * scale))
            rounded = [max(1, floor(chance * most)) for chance in chances]
            raised = sum(size for size, chance in zip(self.sizes, chances, strict=True) if chance * most < 1)
            found = self._reply(rounded, ceil(value * most) + raised * len(self.classes))
            if found is None or sum(map(mul, chances, found.column)) < value:
                return found
        raise TafelwerkError(
            f"{len(self.classes)} codes: the codemaker's chances have a common denominator of {len(str(scale))} digits, "
            "too many to find a best reply exactly; use a smaller game"
        )

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
        if found is None:
            return None
        column = np.bincount(self.classes, walk(self.problem, found.tree), len(self.sizes))
        return Strategy(found.tree, tuple(column.astype(np.int64).tolist()))

    def first(self) -> Strategy:
        """A best reply to equal chances."""
        found = self._reply([1] * len(self.sizes), None)
        assert found is not None
        return found
