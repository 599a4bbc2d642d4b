"""Strategies for small variants of Beams: optimal ones, and good ones that try few queries at large sets.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.4.1 (rules) and 4.4.2 (small
variants). Its best strategy for three colours and six fields uses a board with one wrong field in a diagonal.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.optimum import search as tree_search
from tafelwerk.solvers.beams.optimum.search import NONE, Search, begin_kernel, make_search, search_kernel
from tafelwerk.solvers.beams.optimum.splitting import PART_COUNT, PART_LOW, split_kernel
from tafelwerk.solvers.beams.optimum.tables import SMALL, Tables, make_tables
from tafelwerk.solvers.beams.optimum.tree import Tree, grow
from tafelwerk.solvers.beams.rules.problem import Problem

ENTRIES = 1 << 21
"""Largest number of entries of the memo: 64 MB."""

SLICE_SECONDS = 0.25
"""Approximate time between two reports, in seconds."""

EVERY = 1 << 30
"""A width above the number of queries of any set."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a search.

    Attributes:
        total: best total so far; None before the first.
        nodes: number of sets of codes searched.
    """

    total: int | None
    nodes: int


Report = Callable[[Progress], object]
"""Called several times per second; an exception that it raises ends the search."""


def optimal(problem: Problem, first: int | None = None, progress: Report | None = None, *, early: bool = False) -> Tree:
    """A strategy of least total.

    Of equally good queries the first by entropy, colour and diagonal is kept, at small sets any of them; the result is the same
    in every run.

    Args:
        problem: a small variant: 3c6p takes a twentieth of a second, 6c3p is out of reach.
        first: diagonal of the first query, whose colour is 0. Default: the best one.
        progress: called several times per second with the progress of the search.
        early: whether a filling may be laid at any set, which ends the game there. Then the tree's guesses stand for the best
            fillings, which are not stored.

    Returns:
        The strategy; its total is total[0].

    Raises:
        InputError: no such diagonal, or one that does not split the codes; a variant that `make_tables` refuses.
    """
    tables = make_tables(problem, early)
    return _best_tree(problem, tables, np.full(problem.codes + 1, EVERY, np.int64), first, progress)


def improve(
    problem: Problem, width: int, *, below: int = 0, inner: int = EVERY, progress: Report | None = None
) -> Tree:
    """Best strategy among those that try few queries of greatest entropy; sets of at most 63 codes are played perfectly.

    Args:
        problem: a small variant.
        width: number of queries tried at a set of more than 63 codes, those of greatest Shannon entropy and all that tie with the
            last.
        below: largest number of codes of a set at which `inner` queries are tried instead.
        inner: number of queries tried there.
        progress: called several times per second with the progress of the search.

    Returns:
        The strategy; its total is total[0].

    Raises:
        InputError: a width below 1; a variant that `make_tables` refuses.
    """
    return _best_tree(problem, make_tables(problem), widths(problem, width, below, inner), None, progress)


def widths(problem: Problem, width: int, below: int = 0, inner: int = EVERY) -> NDArray[np.int64]:
    """Number of queries tried at a set, by the number of its codes: int64, shape (codes + 1,). Arguments and errors are those
    of `improve`."""
    if width < 1 or inner < 1:
        raise InputError(f"a width must be at least 1 query, not {min(width, inner)}")
    found = np.full(problem.codes + 1, width, np.int64)
    found[: max(below + 1, 0)] = inner
    return found


def _best_tree(
    problem: Problem, tables: Tables, tried: NDArray[np.int64], first: int | None, progress: Report | None
) -> Tree:
    search = make_search(problem, tables, tried, entries_for(problem))
    search.elements[: len(problem.patterns)] = problem.patterns
    if first is None:
        run(tables, search, (0, len(problem.patterns), 0, 0, len(problem.patterns)), progress)
        return grow(tables, search, len(problem.patterns), problem.codes, -1)
    if not 0 <= first < len(problem.diagonals):
        raise InputError(f"first must be a diagonal, 0 to {len(problem.diagonals) - 1}, not {first}")
    return _with_first(problem, tables, search, first, progress)


def _with_first(problem: Problem, tables: Tables, search: Search, first: int, progress: Report | None) -> Tree:
    patterns = len(problem.patterns)
    parts = np.zeros_like(search.parts)
    found = split_kernel(tables, search.elements, 0, patterns, 0, 0, first, patterns, search.tally, parts, True)
    if found == 1 and parts[0, PART_COUNT] == patterns * problem.variant.colours:
        raise InputError(f"first: diagonal {first} does not split the codes; take another one")
    free = patterns + int(parts[:found, PART_COUNT].sum())
    total = problem.codes
    for low, number in parts[:found, [PART_LOW, PART_COUNT]].tolist():
        total += run(tables, search, (low, number, 1, 1 << first, free), progress)
    tree = grow(tables, search, patterns, problem.codes, first)
    tree.total[0] = total
    return tree


def run(tables: Tables, search: Search, root: tuple[int, int, int, int, int], progress: Report | None) -> int:
    """Cost-to-go of a set, searched to the end.

    Args:
        tables: tables of the variant.
        search: the search, whose elements contain the set.
        root: first row, number of elements, colours asked for, mask of diagonals used, first free row.
        progress: called several times per second with the progress of the search.
    """
    begin_kernel(search, *root, NONE)
    steps = 64
    while True:
        begun = monotonic()
        result = search_kernel(tables, search, steps, False)
        if result != tree_search.PAUSED:
            return int(search.state[tree_search.VALUE])
        seconds = monotonic() - begun
        if seconds < SLICE_SECONDS / 2:
            steps *= 2
        elif seconds > SLICE_SECONDS * 2:
            steps = max(1, steps // 2)
        if progress is not None:
            best = int(search.frames[0, tree_search.LIMIT])
            progress(Progress(best if best < NONE else None, int(search.state[tree_search.NODES])))


def entries_for(problem: Problem) -> int:
    """Number of entries of a memo for a problem."""
    return min(ENTRIES, max(1 << 10, 1 << (16 * problem.codes).bit_length()))


def lower_bound(problem: Problem, above: int, *, exact: int = 16, progress: Report | None = None) -> int:
    """A proven lower bound on the least total of a small variant.

    Play the true game down to sets of at most `above` codes, with every query at every larger set. At a smaller set S of n codes
    any strategy first asks a query that splits it, or guesses if there is none. If a is the largest number of answers of any
    query on S, no query has more on a part of it, and the cost-to-go of a part of s codes is at least B_a(s) (see `bounds`). So
    the cost-to-go of S is at least the minimum of n + sum B_a(parts) over the queries that split it. Replace the cost-to-go of
    such sets by this minimum: the value of the truncated game, minimised over all queries at the larger sets, is a lower bound of
    the least total.
    Sets of few codes are solved exactly wherever they occur, which only raises the bound.

    Args:
        problem: a small variant.
        above: sets of more codes than this are searched with every query; a smaller number gives a sharper bound and takes longer
            (6c3p: 1000 takes 2 seconds, 300 takes 40).
        exact: largest number of codes of a set that is solved exactly, at most 63.
        progress: called several times per second with the progress of the search.

    Returns:
        The bound; it is the least total if `above` <= `exact`.

    Raises:
        InputError: `exact` or `above` out of range; a variant that `make_tables` refuses.
    """
    if not 1 <= exact <= SMALL:
        raise InputError(f"exact must be 1 to {SMALL} codes, not {exact}")
    if above < 1:
        raise InputError(f"above must be at least 1 code, not {above}")
    tables = make_tables(problem)
    widths = np.zeros(problem.codes + 1, np.int64)
    widths[above + 1 :] = EVERY
    search = make_search(problem, tables, widths, entries_for(problem), exact)
    patterns = len(problem.patterns)
    search.elements[:patterns] = problem.patterns
    return run(tables, search, (0, patterns, 0, 0, patterns), progress)
