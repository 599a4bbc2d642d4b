"""A lower bound of the least total of a large variant: two queries exactly, and what any strategy still pays behind them.

At all codes and at each part of a first query every query is looked at; first queries that a symmetry of the board takes to each
other are looked at once. Behind the second query a set of n codes costs at least

    K_a(n) = the least sum of depths of n leaves in a tree of at most a branches per node,

where a is the most answers that any unused query has on the set behind the first one: no query has more on a part of it. A guess
does not lower that. Two codes differ in at least two fields, and of a code at most C(fields, j) D_j others differ in just j of
them, with D_j the derangements of j things; so a guess among n codes is wrong in at least G(n) fields over all of them, n - 1
codes taken from the nearest on. Where K_a(n) <= G(n) for all n, each guess can be replaced by a tree that costs no more. This
holds from some number of branches on, which stands in the place of a where a is less.
"""

from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.beams.history import Beam
from tafelwerk.solvers.beams.entropy.queries import Parts
from tafelwerk.solvers.beams.rules.knowledge import Knowledge
from tafelwerk.solvers.beams.rules.pieces import symmetries
from tafelwerk.solvers.beams.rules.problem import Problem


def depth_two_bound(problem: Problem) -> int:
    """A total that no strategy is below; a second per answer to a first query in 6c6p."""
    least = least_branches(len(problem.board.fields), problem.codes)
    found = []
    for diagonal in first_diagonals(problem):
        parts = Knowledge(problem, ()).parts(0, diagonal)
        behind = (Knowledge(problem, [Beam(0, diagonal, hits)]) for hits in parts)
        found.append(problem.codes + sum(_of_set(left, least) for left in behind))
    return min(found)


def first_diagonals(problem: Problem) -> list[int]:
    """A diagonal of each kind that symmetries of the board tell apart."""
    _, maps = symmetries(problem.board, problem.pieces, problem.windows)
    return sorted({int(column.min()) for column in maps.T})


def _of_set(left: Knowledge, least: int) -> int:
    """Lower bound of the cost-to-go of the codes behind a first query."""
    codes = left.remaining
    if codes == 1:
        return 0
    parts = Parts(left.problem, left.counts, len(left.asked))
    used = [beam.diagonal for beam in left.history]
    sizes = np.delete(parts.table * parts.unit, used, axis=1)
    answers = (sizes > 0).sum(axis=2)
    if answers.max() < 2:
        return 2 * (codes - 1)
    trees = tree_totals(sizes, max(least, int(answers.max()))).sum(axis=2)
    return codes + int(trees[answers > 1].min())


def tree_totals(leaves: NDArray[np.int64], branches: int) -> NDArray[np.int64]:
    """Least sum of depths of so many leaves in a tree of at most `branches` at a node; 0 of none or one.

    With d the greatest depth whose branches^d leaves are not too many, all leaves have depth d or d + 1: m nodes of depth d have
    children, as few as do.
    """
    found = np.zeros_like(leaves)
    width, depth, most = 1, 0, int(leaves.max(initial=0))
    while width <= most:
        more = leaves - width
        here = (leaves >= width) & (leaves < width * branches)
        found[here] = (leaves * depth + more - (-more // (branches - 1)))[here]
        width, depth = width * branches, depth + 1
    return found


def least_branches(fields: int, codes: int) -> int:
    """From how many branches on no guess is cheaper than a tree, whatever the number of codes."""
    branches = 3
    while not guessing_gains_nothing(fields, codes, branches):
        branches += 1
    return branches


def guessing_gains_nothing(fields: int, codes: int, branches: int) -> bool:
    """Whether K(n) <= G(n) for n = 2, ..., codes.

    Up to a hundred codes each n is looked at. Beyond, K(n) <= n d + (n - b^d) b / (b - 1) + 1 for b^d <= n <= b^(d + 1), which is
    linear in n, as G is between the numbers of codes within w and w + 1 wrong fields: both ends of each such stretch suffice.
    """
    ends = [1]  # codes within w wrong fields, the guess itself included
    costs = [0]  # G of them
    fewer, derangements, wrong = 1, 0, 1  # of 0 and of 1 things
    while ends[-1] < codes:
        wrong += 1
        fewer, derangements = derangements, (wrong - 1) * (derangements + fewer)
        there = comb(fields, min(wrong, fields)) * derangements
        costs.append(costs[-1] + wrong * there)
        ends.append(ends[-1] + there)

    def guesses(number: int) -> int:
        place = next(place for place, end in enumerate(ends) if number <= end)
        return costs[place] - (ends[place] - number) * (place + 1)

    few = min(codes, 100)
    if any(int(tree_totals(np.array([n]), branches)[0]) > guesses(n) for n in range(2, few + 1)):
        return False
    stops = {few, codes, *(end for end in ends if few < end < codes)}
    width, depth = 1, 0
    while width * branches <= few:
        width, depth = width * branches, depth + 1
    while width < codes:
        above = width * branches
        inside = {max(width, few), min(above, codes), *(stop for stop in stops if width <= stop <= above)}
        for number in inside:
            tree = number * depth + Fraction((number - width) * branches, branches - 1) + 1
            if tree > guesses(number):
                return False
        width, depth = above, depth + 1
    return True
