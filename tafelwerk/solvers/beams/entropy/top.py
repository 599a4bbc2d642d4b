"""The top of an entropy strategy's tree: queries after up to two beams, and the codes that the third leaves.

The sets after one beam are listed. Sets after two are not: one pass over a set counts, for all its parts at once, how often each
colour has each piece; the queries of a part follow from these counts, see `queries.Parts`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules.history import Beam
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy.plan import History, start_of
from tafelwerk.solvers.beams.entropy.queries import Order, Parts, Query, first
from tafelwerk.solvers.beams.rules.elements import Elements
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.machine.jit import kernel

ANSWERS = 256
"""Upper limit of the answers of a diagonal."""


@dataclass(frozen=True, slots=True)
class TopNode:
    """A set of two codes or more.

    Attributes:
        history: queries and answers that lead to it.
        query: colour and diagonal of the query; None where no query splits the set, and after `TOP_DEPTH` queries.
        codes: codes left.
    """

    history: History
    query: Query | None
    codes: int


def top(problem: Problem, alpha: Alpha, order: Order) -> Iterator[TopNode]:
    """Sets that a strategy can reach after up to `TOP_DEPTH` queries, parents first.

    Args:
        problem: a variant; in the standard game a set after one beam has up to 10 million elements of 12 bytes.
        alpha: order of the entropy.
        order: tie rule.

    Raises:
        InputError: alpha is negative.
    """
    root = Parts.of_set(problem, problem.patterns, 0)
    query = _chosen(problem, root, alpha, order, ())
    yield TopNode((), query, problem.codes)
    if query is None:
        return
    for answer, codes in root.of(*query).items():
        if codes > 1:
            yield from _below(problem, alpha, order, (Beam(*query, answer),), codes)


def _below(problem: Problem, alpha: Alpha, order: Order, history: History, codes: int) -> Iterator[TopNode]:
    """A set after one beam, and those below it."""
    start = start_of(problem, history)
    parts = Parts.of_set(problem, start.elements, start.used)
    query = _chosen(problem, parts, alpha, order, history)
    yield TopNode(history, query, codes)
    if query is None:
        return
    used, children = max(start.used, query[0] + 1), parts.of(*query)
    counts = part_counts(problem, start.elements, start.used, query, list(children))
    for row, (answer, left) in enumerate(children.items()):
        if left == 1:
            continue
        after = (*history, Beam(*query, answer))
        below = Parts(problem, counts[row], used)
        asked = _chosen(problem, below, alpha, order, after)
        yield TopNode(after, asked, left)
        if asked is not None:
            for last, some in below.of(*asked).items():
                if some > 1:
                    yield TopNode((*after, Beam(*asked, last)), None, some)


def _chosen(problem: Problem, parts: Parts, alpha: Alpha, order: Order, history: History) -> Query | None:
    unused = ((1 << len(problem.diagonals)) - 1) & ~sum(1 << beam.diagonal for beam in history)
    tied = parts.best(alpha, unused)
    return first(tied, order) if tied else None


def part_counts(problem: Problem, elements: Elements, used: int, query: Query, answers: list[int]) -> NDArray[np.int64]:
    """Number of elements in which a colour has a piece, for each part of a set under a query.

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours): the set.
        used: colours used.
        query: colour, at most `used`, and diagonal.
        answers: possible answers.

    Returns:
        int64, shape (answers, places, pieces): place c for colour c, the last for the colours not used then, if there are any.
    """
    colour, diagonal = query
    slots = np.zeros(ANSWERS, np.int64)
    slots[answers] = np.arange(len(answers))
    after = max(used, colour + 1)
    places = min(after + 1, problem.variant.colours)
    counts = np.zeros((len(answers), places, len(problem.pieces)), np.int64)
    shown = np.ascontiguousarray(problem.answers[:, diagonal])
    _part_counts_kernel(elements, used, colour, shown, slots, counts)
    return counts


@kernel
def _part_counts_kernel(
    elements: Elements,
    used: int,
    colour: int,
    shown: NDArray[np.uint8],
    slots: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count the pieces of the parts.

    Args:
        shown: answer of the diagonal for each piece.
        slots: (ANSWERS,): part of each answer.
        counts: (parts, places, pieces), zeroed.
    """
    colours = elements.shape[1]
    for row in range(elements.shape[0]):
        pieces = elements[row]
        if colour < used:
            part = slots[shown[pieces[colour]]]
            for place in range(colours):
                counts[part, min(place, used), pieces[place]] += 1
            continue
        # each of the other pieces may be the piece of the colour asked for
        for chosen in range(used, colours):
            part = slots[shown[pieces[chosen]]]
            for place in range(used):
                counts[part, place, pieces[place]] += 1
            for place in range(used, colours):
                counts[part, used if place == chosen else used + 1, pieces[place]] += 1
