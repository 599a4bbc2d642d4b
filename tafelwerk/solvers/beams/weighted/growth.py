"""The tree of a strategy, grown from the choice that a search makes at every set."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.optimum import splitting as sp
from tafelwerk.solvers.beams.optimum.splitting import split_kernel
from tafelwerk.solvers.beams.optimum.tables import SMALL, Tables
from tafelwerk.solvers.beams.optimum.tree import Tree
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.beams.weighted.few_codes import NONE
from tafelwerk.solvers.beams.weighted.search import Search, search_kernel, weigh_kernel


class Set(NamedTuple):
    """A set of codes as rows of a search.

    Attributes:
        low, number: its first row and number of rows.
        asked: colours asked for.
        used: mask of the diagonals used.
        free: first row that is free.
    """

    low: int
    number: int
    asked: int
    used: int
    free: int


class Choice(NamedTuple):
    """A query, or the pieces of the code guessed.

    Attributes:
        colour, diagonal: the query; both -1 for a guess.
        guess: pieces of the code guessed, each colour's piece in its place; empty for a query.
    """

    colour: int
    diagonal: int
    guess: tuple[int, ...] = ()


def everything(problem: Problem) -> Set:
    """All codes."""
    patterns = len(problem.patterns)
    return Set(0, patterns, 0, 0, patterns)


def parts_of(tables: Tables, search: Search, some: Set, colour: int, diagonal: int) -> list[tuple[int, Set]]:
    """Answers of a query at a set, ascending, and the parts of two or more codes that they leave, written behind the set."""
    found = np.zeros((len(tables.least) + 1, sp.PART_FIELDS), np.int64)
    low, number, asked, used, free = some
    count = split_kernel(
        tables, search.elements, low, number, asked, colour, diagonal, free, search.tally, found, False
    )
    asked, used = asked + (colour == asked), used | 1 << diagonal
    end = free + int(found[:count, sp.PART_COUNT].sum())
    weigh_kernel(tables, search, free, end - free)
    return [
        (answer, Set(low, number, asked, used, end))
        for low, number, answer in found[:count, [sp.PART_LOW, sp.PART_COUNT, sp.PART_ANSWER]].tolist()
    ]


def best_choice(tables: Tables, search: Search, some: Set) -> Choice:
    """The choice of a strategy of least cost within the limits, which there must be."""
    value = search_kernel(tables, search, *some, NONE, False)
    search_kernel(tables, search, *some, value + 1, True)
    colour, diagonal = search.best.tolist()
    return Choice(colour, diagonal) if colour >= 0 else Choice(-1, -1, guessed_pieces(tables, search, some))


def guessed_pieces(tables: Tables, search: Search, some: Set) -> tuple[int, ...]:
    """Pieces of the code that the latest search guesses at a set, where no query splits it."""
    few = some.number * int(tables.ways[some.asked]) <= SMALL
    rows: NDArray[np.uint16] = search.few.rows if few else search.elements
    return tuple(rows[int(search.few.guess[0])].tolist())


def grow(problem: Problem, tables: Tables, search: Search, choose: Callable[[Set], Choice]) -> Tree:
    """Tree of a strategy; its totals do not count weights."""
    nodes: list[tuple[int, int, int, int, int, int]] = []
    guesses: list[tuple[int, ...]] = []
    totals: list[int] = []
    waiting = [(-1, 0, everything(problem))] if problem.codes > 1 else []
    while waiting:
        parent, answer, some = waiting.pop()
        colour, diagonal, guess = choose(some)
        codes = some.number * int(tables.ways[some.asked])
        nodes.append((parent, answer, colour, diagonal, codes, len(guesses) if guess else -1))
        if guess:
            guesses.append(guess)
            totals.append(_wrong_fields(problem, search, some, guess))
            continue
        totals.append(codes)
        parts = parts_of(tables, search, some, colour, diagonal)
        # the last one is next, so its siblings' rows stay as they are
        waiting += [(len(nodes) - 1, answer, part) for answer, part in reversed(parts)]
    for place in range(len(nodes) - 1, 0, -1):
        totals[nodes[place][0]] += totals[place]
    made = np.array(nodes, np.int64).reshape(-1, 6)
    return Tree(
        parent=made[:, 0].astype(np.int32),
        answer=made[:, 1].astype(np.uint8),
        colour=made[:, 2].astype(np.int8),
        diagonal=made[:, 3].astype(np.int8),
        codes=made[:, 4].copy(),
        total=np.array(totals, np.int64),
        guess=made[:, 5].astype(np.int32),
        guesses=np.array(guesses, np.uint16).reshape(-1, problem.variant.colours),
    )


def _wrong_fields(problem: Problem, search: Search, some: Set, guess: tuple[int, ...]) -> int:
    """Wrong fields of a guess, summed over the codes of a set; colours not asked for may have any of the other pieces."""
    rows = search.elements[some.low : some.low + some.number].astype(np.intp)
    colours, others = rows.shape[1], rows.shape[1] - some.asked
    total, ways = 0, 1
    for k in range(1, others):
        ways *= k
    for colour, piece in enumerate(guess):
        mask = problem.pieces[piece]
        met = rows[:, colour : colour + 1] if colour < some.asked else rows[:, some.asked :]
        outside = int(np.bitwise_count(mask & ~problem.pieces[met]).sum())
        total += outside * (ways if colour >= some.asked else ways * max(others, 1))
    assert colours == len(guess)
    return total
