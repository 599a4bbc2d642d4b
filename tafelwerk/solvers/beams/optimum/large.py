"""Lower bound of the least total of a large variant: two queries exactly, and a bound of the cost after them.

Every first query is considered, up to symmetries of the board, and every second query on each part of it. After the second query
a set of n codes costs at least

    K_a(n) = the least sum of depths of n leaves in a tree of at most a branches per node,

where a is the largest number of answers of any unused query on the set after the first query: no query has more on a part of it.
Guesses do not lower this bound. Two codes differ in at least two fields, and at most C(fields, j) D_j other codes differ from a
code in exactly j fields, with D_j the number of derangements of j things. So a guess among n codes is wrong in at least G(n)
fields over all of them, counting the n - 1 nearest possible codes. If K_a(n) <= G(n) for all n, each guess can be replaced by a
tree that costs no more. This holds from some number of branches on, which replaces a where a is smaller.
"""

from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules.history import Beam
from tafelwerk.solvers.beams.entropy.queries import Parts
from tafelwerk.solvers.beams.rules.knowledge import Knowledge
from tafelwerk.solvers.beams.rules.pieces import symmetries
from tafelwerk.solvers.beams.rules.problem import Problem


def depth_two_bound(problem: Problem) -> int:
    """Lower bound of the total of every strategy; takes a second per answer to a first query in 6c6p."""
    least = least_branches(len(problem.board.fields), problem.codes)
    found = []
    for diagonal in first_diagonals(problem):
        parts = Knowledge(problem, ()).parts(0, diagonal)
        behind = (Knowledge(problem, [Beam(0, diagonal, hits)]) for hits in parts)
        found.append(problem.codes + sum(_of_set(left, least) for left in behind))
    return min(found)


def first_diagonals(problem: Problem) -> list[int]:
    """One diagonal per equivalence class under the symmetries of the board."""
    _, maps = symmetries(problem.board, problem.pieces, problem.windows)
    return sorted({int(column.min()) for column in maps.T})


def _of_set(left: Knowledge, least: int) -> int:
    """Lower bound of the cost-to-go of the codes after a first query."""
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
    """Least sum of depths of a number of leaves in a tree with at most `branches` branches per node; 0 for no leaf or one.

    With d the largest depth for which branches^d is at most the number of leaves, all leaves have depth d or d + 1: the least
    sufficient number m of nodes of depth d have children.
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
    """Least number of branches from which on no guess is cheaper than a tree, for any number of codes."""
    branches = 3
    while not guessing_gains_nothing(fields, codes, branches):
        branches += 1
    return branches


def guessing_gains_nothing(fields: int, codes: int, branches: int) -> bool:
    """Whether K(n) <= G(n) for n = 2, ..., codes.

    Up to a hundred codes each n is checked. Beyond, K(n) <= n d + (n - b^d) b / (b - 1) + 1 for b^d <= n <= b^(d + 1), which is
    linear in n, and so is G between the numbers of codes within w and w + 1 wrong fields: both ends of each interval suffice.
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
