"""Optimal strategies of small variants, good ones, strategies within limits, and proven lower bounds of the total.

`least_cost` searches; here are the trees that grow from it. A strategy within a limit of queries asks, at a set of more than 63
codes, the first of a few queries of greatest Shannon entropy whose parts can all be resolved within the queries left. Smaller
sets are played at the least total within these queries.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.4.1 (rules) and 4.4.2 (small
variants). Its best strategy for three colours and six fields uses a board with one wrong field in a diagonal.

Lower bound of the least total of a large variant: two queries exactly, and a bound of the cost after them.

Every first query is considered, up to symmetries of the board, and every second query on each part of it. After the second query
a set of n codes costs at least

    K_a(n) = the least sum of depths of n leaves in a tree of at most a branches per node,

where a is the largest number of answers of any unused query on the set after the first query: no query has more on a part of it.
Guesses do not lower this bound. Two codes differ in at least two fields, and at most C(fields, j) D_j other codes differ from a
code in exactly j fields, with D_j the number of derangements of j things. So a guess among n codes is wrong in at least G(n)
fields over all of them, counting the n - 1 nearest possible codes. If K_a(n) <= G(n) for all n, each guess can be replaced by a
tree that costs no more. This holds from some number of branches on, which replaces a where a is smaller.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import Beam
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.beams import search_tables as sp
from tafelwerk.solvers.beams.codes_left import Codes, Knowledge
from tafelwerk.solvers.beams.elements import Elements
from tafelwerk.solvers.beams.entropy_queries import Parts
from tafelwerk.solvers.beams.few_codes import GUESS, LATE, NONE
from tafelwerk.solvers.beams.least_cost import (
    EVERY,
    STOPPED,
    WEIGHTED,
    Search,
    choose_kernel,
    every_code,
    filling_cost,
    least_cost,
    make_search,
    set_limits,
    stop_of,
    weigh_kernel,
    write_set,
    wrong_fields,
)
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.pieces import symmetries
from tafelwerk.solvers.beams.search_tables import SMALL, CodeSet, part_of, split_kernel
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.interrupts import interruptible
from tafelwerk.solvers.machine.jit import kernel


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A strategy, with one node for every set of two or more codes that it can reach.

    Nodes are in depth-first order, parents first, the children of a node by ascending answer; the root is node 0. A single
    code left is known and has no node. Colours are asked for in the order 0, 1, 2, ... on every path.

    Attributes:
        parent: int32, shape (n,): node of the parent; -1 at the root.
        answer: uint8, shape (n,): answer to the parent's query, as bits along the diagonal; 0 at the root.
        colour, diagonal: int8, shape (n,): the query; both -1 where a guess ends the game.
        codes: int64, shape (n,): number of codes left.
        total: int64, shape (n,): queries and wrong fields from here on, summed over the codes left.
        guess: int32, shape (n,): row of `guesses`, -1 where a query is asked.
        guesses: int64, shape (g, colours): fields of each colour in a guess, or in a filling that is laid.
    """

    parent: NDArray[np.int32]
    answer: NDArray[np.uint8]
    colour: NDArray[np.int8]
    diagonal: NDArray[np.int8]
    codes: NDArray[np.int64]
    total: NDArray[np.int64]
    guess: NDArray[np.int32]
    guesses: NDArray[np.int64]


def walk(codes: Codes, tree: Tree) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cost of a strategy for each code, found by playing it for that code.

    Only the tree's parents, answers, queries and guesses are used, so the result checks the numbers stored with them.

    Args:
        codes: all codes of a variant, with the diagonals of the tree.
        tree: a strategy for them.

    Returns:
        Queries and wrong fields, int64, shape (codes,) each.

    Raises:
        InputError: the tree uses a diagonal twice, or ends with several codes left and no guess.
    """
    everything = np.arange(len(codes))
    queries, wrong = np.zeros((2, len(codes)), np.int64)
    branch = tree.parent.astype(np.int64) << 8 | tree.answer
    order = np.argsort(branch, kind="stable")
    branch = branch[order]
    masks = codes.pieces.astype(np.int64)
    diagonals_used = np.zeros(len(codes), np.int64)
    # codes still in play, and the node of each
    playing, at = everything, np.zeros(len(codes), np.int64)
    while len(playing) and len(branch):
        asks = tree.guess[at] < 0
        for index in np.flatnonzero(~asks).tolist():
            guessed = tree.guesses[tree.guess[at[index]]]
            wrong[playing[index]] = np.bitwise_count(guessed & ~masks[codes.piece_of[:, playing[index]]]).sum()
        playing, at = playing[asks], at[asks]
        colour, diagonal = tree.colour[at].astype(np.int64), tree.diagonal[at].astype(np.int64)
        if (diagonals_used[playing] >> diagonal & 1).any():
            raise InputError("the strategy uses a diagonal twice")
        diagonals_used[playing] |= np.int64(1) << diagonal
        queries[playing] += 1
        wanted = at << 8 | codes.answers[codes.piece_of[colour, playing], diagonal]
        rows = np.minimum(np.searchsorted(branch, wanted), len(branch) - 1)
        goes_on = branch[rows] == wanted
        ended = np.unique(wanted[~goes_on], return_counts=True)[1]
        if (ended > 1).any():
            raise InputError("the strategy ends with several codes left and without a guess")
        playing, at = playing[goes_on], order[rows[goes_on]]
    return queries, wrong


# fields of a node, in the order of Tree
NODE_PARENT, NODE_ANSWER, NODE_COLOUR, NODE_DIAGONAL, NODE_CODES, NODE_TOTAL, NODE_GUESS = range(7)


def grow(problem: Problem, search: Search) -> Tree:
    """Tree of the strategy of a search for all codes, which must have one within its limits; totals do not count weights."""
    # every node has two or more parts or is a guess, so there are fewer nodes than codes
    nodes = np.zeros((problem.codes, 7), np.int64)
    guesses = np.zeros((problem.codes, problem.variant.colours), np.int64)
    counts = np.zeros(2, np.int64)
    interruptible(stop_of(search), lambda: _grow_kernel(search, every_code(problem), -1, 0, nodes, guesses, counts))
    return tree_of(nodes[: counts[0]], guesses[: counts[1]])


def tree_of(nodes: NDArray[np.int64], guesses: NDArray[np.int64]) -> Tree:
    """Tree of some nodes, int64, shape (n, 7), and its guesses."""
    return Tree(
        parent=nodes[:, NODE_PARENT].astype(np.int32),
        answer=nodes[:, NODE_ANSWER].astype(np.uint8),
        colour=nodes[:, NODE_COLOUR].astype(np.int8),
        diagonal=nodes[:, NODE_DIAGONAL].astype(np.int8),
        codes=nodes[:, NODE_CODES].copy(),
        total=nodes[:, NODE_TOTAL].copy(),
        guess=nodes[:, NODE_GUESS].astype(np.int32),
        guesses=guesses.copy(),
    )


@kernel
def _grow_kernel(
    search: Search,
    subset: CodeSet,
    parent: int,
    answer: int,
    nodes: NDArray[np.int64],
    guesses: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> int:
    """Write the nodes of a set and of its parts.

    Args:
        search: the search.
        subset: a set of two codes or more.
        parent, answer: node of the parent, and the answer to its query.
        nodes: (codes, 7), filled.
        guesses: (codes, colours), filled.
        counts: (2,): numbers of nodes and guesses.

    Returns:
        Queries and wrong fields from here on, summed over the codes.
    """
    tables = search.tables
    choose_kernel(search, subset)
    total = subset.number * tables.ways[subset.colours_asked]
    if search.state[STOPPED]:
        return 0
    node, colour, diagonal = nodes[counts[0]], search.best[0], search.best[1]
    node[NODE_PARENT], node[NODE_ANSWER], node[NODE_COLOUR], node[NODE_DIAGONAL] = parent, answer, colour, diagonal
    node[NODE_CODES], node[NODE_GUESS] = total, -1
    parent = counts[0]
    counts[0] += 1
    if colour >= 0:
        parts, free = search.parts[count(subset.diagonals_used)], subset.free
        number = split_kernel(tables, search.elements, subset, colour, diagonal, search.tally, parts, False)
        for part in range(number):
            free += parts[part, sp.PART_COUNT]
        if search.state[WEIGHTED]:
            weigh_kernel(search, subset.free, free - subset.free)
        for part in range(number):
            below = part_of(parts, part, subset, colour, diagonal, free)
            total += _grow_kernel(search, below, parent, parts[part, sp.PART_ANSWER], nodes, guesses, counts)
    else:
        guess, total = guesses[counts[1]], 0
        if tables.early:
            filling_cost(search, subset, NONE)
            filled = search.few.filling.filled
            for field in range(filled.shape[0]):
                guess[filled[field]] |= 1 << field
        else:
            for colour in range(guess.shape[0]):
                guess[colour] = tables.masks[search.elements[search.few.state[GUESS], colour]]
        for row in range(subset.low, subset.low + subset.number):
            total += wrong_fields(search, subset, guess, row)
        node[NODE_GUESS] = counts[1]
        counts[1] += 1
    node[NODE_TOTAL] = total
    return int(total)


LEAST_TOTAL = Optimal()
"""No other aim."""


def optimal(problem: Problem, aim: Optimal = LEAST_TOTAL, *, early: bool = False) -> Tree:
    """A strategy of least total, or of least total among those that reach another aim.

    Of equally good queries the first by entropy, colour and diagonal is kept, at small sets any of them; the result is the same
    in every run.

    Args:
        problem: a small variant: 3c6p takes a twentieth of a second, 6c3p is out of reach.
        aim: what else is reached; for the limits of queries see `limited_choice`.
        early: whether a filling may be laid at any set, which ends the game there. Not with another aim.

    Returns:
        The strategy; its total is total[0].

    Raises:
        InputError: a variant that `make_tables` refuses; no strategy takes so few queries.

    >>> from tafelwerk.families.beams.rules import variant_of
    >>> from tafelwerk.solvers.beams.patterns import make_problem
    >>> int(optimal(make_problem(variant_of("2x3c2"))).total[0])
    20
    """
    if aim == LEAST_TOTAL:
        return grow(problem, make_search(problem, early=early, by_entropy=True))
    search = make_search(problem)
    _set_limit(problem, search, every_code(problem), aim)
    return grow(problem, search)


def improve(problem: Problem, width: int, *, below: int = 0, inner: int = EVERY) -> Tree:
    """Best strategy among those that try few queries of greatest entropy; sets of at most 63 codes are played perfectly.

    Args:
        problem: a small variant.
        width: number of queries tried at a set of more than 63 codes, those of greatest Shannon entropy and all that tie with the
            last.
        below: largest number of codes of a set at which `inner` queries are tried instead.
        inner: number of queries tried there.

    Returns:
        The strategy; its total is total[0].

    Raises:
        InputError: a width below 1; a variant that `make_tables` refuses.
    """
    return grow(problem, make_search(problem, widths(problem, width, below, inner), by_entropy=True))


def widths(problem: Problem, width: int, below: int = 0, inner: int = EVERY) -> NDArray[np.int64]:
    """Number of queries tried at a set, by the number of its codes: int64, shape (codes + 1,). Arguments and errors are those
    of `improve`."""
    if width < 1 or inner < 1:
        raise InputError(f"a width must be at least 1 query, not {min(width, inner)}")
    tried = np.full(problem.codes + 1, width, np.int64)
    tried[: max(below + 1, 0)] = inner
    return tried


WIDTH = 4
"""Number of queries tried at a large set by a strategy within a limit, and all that tie with the last."""


def limited_tree(problem: Problem, queries: int) -> Tree | None:
    """Tree of a strategy that takes at most some queries; None if none is found, which does not prove that there is none.

    Args:
        problem: the variant.
        queries: number of queries, at least 0.

    Raises:
        InputError: as `make_tables`.
    """
    search = make_search(problem, widths(problem, WIDTH), by_entropy=True, first=True)
    set_limits(search, queries)
    return None if least_cost(search, every_code(problem)) == NONE else grow(problem, search)


def are_enough(problem: Problem, queries: int) -> bool:
    """Whether a strategy takes at most some queries for every code; all strategies are tried, which 6c3p has too many of.

    >>> from tafelwerk.families.beams.rules import variant_of
    >>> from tafelwerk.solvers.beams.patterns import make_problem
    >>> are_enough(make_problem(variant_of("2x3c2")), 2)
    True
    """
    search = make_search(problem)
    set_limits(search, queries)
    return least_cost(search, every_code(problem)) < NONE


class Choice(NamedTuple):
    """What a strategy does at a set.

    Attributes:
        query: colour and diagonal, or None where a code is guessed or a filling is laid.
        total: cost-to-go, summed over the codes.
        queries: limit of the queries for a code, those before included; None without one.
    """

    query: tuple[int, int] | None
    total: int
    queries: int | None = None


def best_choice(search: Search, elements: Elements, colours_asked: int, diagonals_used: int) -> Choice:
    """What the strategy of a search does at a set of two codes or more.

    Args:
        search: the search.
        elements: uint16, shape (n, colours), at most as many as there are codes.
        colours_asked: colours asked for.
        diagonals_used: mask of the diagonals used.
    """
    subset = write_set(search, elements, colours_asked, diagonals_used)
    total = int(interruptible(stop_of(search), lambda: choose_kernel(search, subset)))
    return Choice(None if search.best[0] < 0 else (int(search.best[0]), int(search.best[1])), total)


def limited_choice(
    problem: Problem, aim: Optimal, elements: Elements, colours_asked: int, diagonals_used: int
) -> Choice:
    """What a strategy of least total that reaches another aim does at a set; limits count the queries before.

    Args:
        problem: a small variant.
        aim: the limit of queries, or that the greatest number of queries is least, before the total or after it, or that most
            codes are found within some.
        elements, colours_asked, diagonals_used: see `best_choice`.

    Raises:
        InputError: no strategy takes so few queries.
    """
    search = make_search(problem)
    queries = _set_limit(problem, search, write_set(search, elements, colours_asked, diagonals_used), aim)
    choice = best_choice(search, elements, colours_asked, diagonals_used)
    late = int(search.few.state[LATE])
    return choice._replace(total=choice.total % late if late else choice.total, queries=queries)


def _set_limit(problem: Problem, search: Search, subset: CodeSet, aim: Optimal) -> int:
    """Limit the queries of a search for a set to those of an aim. Returns the limit."""
    asked, most = subset.diagonals_used.bit_count(), NONE - 1
    if aim.within is not None:
        # more than all codes can cost together, so that one more code found in time is worth any total
        late = 1 + problem.codes * (len(problem.diagonals) + len(problem.board.fields))
        set_limits(search, aim.within, late=late)
        return aim.within
    if aim.max_depth is not None:
        set_limits(search, aim.max_depth)
        if least_cost(search, subset) > most:
            after = f" after the {asked} already asked" if asked else ""
            raise InputError(
                f"--max-depth {aim.max_depth} is too small: no strategy finds every code within {aim.max_depth} queries{after}"
            )
        return aim.max_depth
    if aim.least_depth:
        most = least_cost(search, subset)
    for queries in range(asked, len(problem.diagonals) + 1):
        set_limits(search, queries)
        if least_cost(search, subset) <= most:
            return queries
    raise AssertionError("a strategy asks each diagonal at most once")


def lower_bound(problem: Problem, above: int, *, exact: int = 16) -> int:
    """A proven lower bound on the least total of a small variant.

    Play the true game down to sets of at most `above` codes, with every query at every larger set. At a smaller set S of n codes
    any strategy first asks a query that splits it, or guesses if there is none. If a is the largest number of answers of any
    query on S, no query has more on a part of it, and the cost-to-go of a part of s codes is at least B_a(s), see `least_rests`.
    So the cost-to-go of S is at least the minimum of n + sum B_a(parts) over the queries that split it. Replace the cost-to-go of
    such sets by this minimum: the value of the truncated game, minimised over all queries at the larger sets, is a lower bound of
    the least total.
    Sets of few codes are solved exactly wherever they occur, which only raises the bound.

    Args:
        problem: a small variant.
        above: sets of more codes than this are searched with every query; a smaller number gives a sharper bound and takes longer
            (6c3p: 1000 takes 2 seconds, 300 takes 40).
        exact: largest number of codes of a set that is solved exactly, at most 63.

    Returns:
        The bound; it is the least total if `above` <= `exact`.

    Raises:
        InputError: `exact` or `above` out of range; a variant that `make_tables` refuses.
    """
    if not 1 <= exact <= SMALL:
        raise InputError(f"exact must be 1 to {SMALL} codes, not {exact}")
    if above < 1:
        raise InputError(f"above must be at least 1 code, not {above}")
    tried = np.zeros(problem.codes + 1, np.int64)
    tried[above + 1 :] = EVERY
    return least_cost(make_search(problem, tried, exact=exact, by_entropy=True), every_code(problem))


def depth_two_bound(problem: Problem) -> int:
    """Lower bound of the total of every strategy; takes a second per answer to a first query in 6c6p."""
    least = least_branches(len(problem.board.fields), problem.codes)
    totals = []
    for diagonal in first_diagonals(problem):
        parts = Knowledge(problem, ()).parts(0, diagonal)
        behind = (Knowledge(problem, [Beam(0, diagonal, hits)]) for hits in parts)
        totals.append(problem.codes + sum(_of_set(left, least) for left in behind))
    return min(totals)


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
    diagonals_used = [beam.diagonal for beam in left.history]
    sizes = np.delete(parts.table * parts.unit, diagonals_used, axis=1)
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
    totals = np.zeros_like(leaves)
    width, depth, most = 1, 0, int(leaves.max(initial=0))
    while width <= most:
        more = leaves - width
        here = (leaves >= width) & (leaves < width * branches)
        totals[here] = (leaves * depth + more - (-more // (branches - 1)))[here]
        width, depth = width * branches, depth + 1
    return totals


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
        index = next(index for index, end in enumerate(ends) if number <= end)
        return costs[index] - (ends[index] - number) * (index + 1)

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
