"""The improved strategy of large variants: its cost over a part of all codes, and its query at any set.

Sets of more than one in `LARGEST` of all codes are asked as under H_1, ties LEX-c, so the parts of the analysis are those of H_1.
Smaller sets are asked by looking ahead (`choose`), those of at most 63 codes by a search that tries few queries per set (`few`).
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.entropy.analysis import Start
from tafelwerk.solvers.beams.entropy.few_codes import NO_QUERY
from tafelwerk.solvers.beams.entropy.plan import LARGEST, dealt, make_plan, start_of
from tafelwerk.solvers.beams.entropy.queries import Order, Query
from tafelwerk.solvers.beams.entropy.workspace import Game, make_game
from tafelwerk.solvers.beams.lookahead import loop
from tafelwerk.solvers.beams.lookahead.choose import TRIES, Ahead, choose_ahead, make_ahead
from tafelwerk.solvers.beams.lookahead.few import MOST, make_few, query_few
from tafelwerk.solvers.beams.lookahead.loop import Open
from tafelwerk.solvers.beams.rules.elements import factorial
from tafelwerk.solvers.beams.rules.problem import Problem

SHARE = 2_000_000
"""Elements processed between two reports."""

Costs = dict[tuple[int, int], int]
"""Number of codes by queries asked and by wrong fields."""


def is_large(problem: Problem, codes: int) -> bool:
    """Whether a set of this many codes is asked as under H_1."""
    return codes * LARGEST > problem.codes


def share_ahead(
    problem: Problem,
    part: int,
    parts: int,
    found: list[Costs] | None = None,
    report: Callable[[int], None] | None = None,
) -> Costs:
    """Cost of the improved strategy over one part of all codes; the parts have the same sets as those of H_1, ties LEX-c.

    Args:
        problem: the variant.
        part: number of the part, from 1.
        parts: number of parts.
        found: costs of the part's first sets, by an earlier call; those of the others are appended.
        report: called with the number of codes finished, after each set and from time to time.

    Raises:
        InputError: there is no such part, or there are more parts than sets.
    """
    leaves = make_plan(problem, Fraction(1), Order.COLOUR, LARGEST)
    if not 1 <= part <= parts:
        raise InputError(f"part must be 1 to {parts}, not {part}")
    if parts > len(leaves):
        raise InputError(f"parts must be at most {len(leaves):,}, the number of sets of this strategy, not {parts:,}")
    found = [] if found is None else found
    chosen = dealt(leaves, parts)[part - 1]
    for leaf in chosen[len(found) :]:
        before = sum(done.codes for done in chosen[: len(found)])
        within = None if report is None else lambda now, before=before: report(before + now)
        found.append(analyse_ahead(problem, start_of(problem, leaf.history), within))
        if report is not None:
            report(before + leaf.codes)
    spent: Costs = {}
    for costs in found:
        for cost, codes in costs.items():
            spent[cost] = spent.get(cost, 0) + codes
    return spent


def analyse_ahead(problem: Problem, start: Start, progress: Callable[[int], None] | None = None) -> Costs:
    """Cost of looking ahead over the codes of a set, including the queries asked before.

    Args:
        problem: the variant.
        start: the set.
        progress: called with the number of codes finished.

    Raises:
        InputError: there are no codes in the set.
    """
    if not len(start.elements):
        raise InputError("there is no code to analyse")
    game, ahead = _tables(problem)
    n, colours = len(start.elements), problem.variant.colours
    elements = np.zeros((n * (2 + colours - start.used) + 1024, colours), np.uint16)
    elements[:n] = start.elements
    queries, fields = len(problem.diagonals) + 1, len(problem.board.fields)
    work = Open(
        elements=elements,
        stack=np.zeros((4096, loop.COLUMNS), np.int64),
        top=np.array([1, 0], np.int64),
        spent=np.zeros((start.depth + queries, fields + 1), np.int64),
        guess=np.zeros(1, np.int64),
    )
    work.stack[0] = 0, n, start.used, _unused(problem, start.diagonals), start.depth
    while (reason := loop.run(game, ahead, work, SHARE)) != loop.DONE:
        if reason == loop.NO_ROOM:
            work = _grown(work)
        elif progress is not None:
            progress(int(work.spent.sum()))
    return {(int(q), int(w)): int(work.spent[q, w]) for q, w in np.argwhere(work.spent)}


def query_ahead(problem: Problem, start: Start) -> Query | None:
    """Query of the improved strategy at a set of two codes or more that is not large; None if no query splits it."""
    game, ahead = _tables(problem)
    n, used, colours = len(start.elements), start.used, problem.variant.colours
    ways, unused = factorial(colours - used), _unused(problem, start.diagonals)
    if n * ways <= MOST:
        query = int(query_few(ahead.few, start.elements, 0, n, used, ways, unused, TRIES))
    else:
        elements = np.zeros((n * (1 + max(colours - used, 1)), colours), np.uint16)
        elements[:n] = start.elements
        query = int(choose_ahead(game, ahead, elements, 0, n, used, unused))
    return None if query == NO_QUERY else (query >> 8, query & 0xFF)


def _unused(problem: Problem, used: int) -> int:
    return ((1 << len(problem.diagonals)) - 1) & ~used


@lru_cache(maxsize=2)
def _tables(problem: Problem) -> tuple[Game, Ahead]:
    """Tables and scratch of a variant; cached for the latest problems."""
    game = make_game(problem)
    return game, make_ahead(game, make_few(problem), problem.codes)


def _grown(work: Open) -> Open:
    """A copy with twice the room."""
    elements, stack = (np.concatenate([array, np.zeros_like(array)]) for array in (work.elements, work.stack))
    return work._replace(elements=elements, stack=stack)
