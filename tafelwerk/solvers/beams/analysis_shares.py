"""A strategy's analysis in parts: the tree is followed down to small enough sets, which are distributed over the parts.

Parts are the same on every machine: their sets depend only on the strategy and the number of parts.

Under MIX two sets have the same cost if a symmetry of the board, a renaming of the colours or a reordering maps the beams that
lead to one to those of the other. So equivalent sets are followed once, with the sum of the probabilities of all ways that lead
there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from heapq import heapreplace

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import Beam
from tafelwerk.solvers.beams.codes_left import consistent
from tafelwerk.solvers.beams.entropy_analysis import Costs, Outcome, Spent, Start, analyse, analyse_ahead, analyse_mixed
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, Order, Parts, Query, best, first
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.pieces import field_symmetries, window_images

LARGEST, LARGEST_MIXED = 48, 200
"""A set is followed further down while it holds more than one in this number of all codes: one in 48; under MIX one in 200."""

History = tuple[Beam, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A set that is analysed as a whole.

    Attributes:
        history: beams that lead to it; under MIX those of one of the equivalent sets.
        codes: codes left.
        chance: probability of its queries; under MIX the sum over equivalent sets, which may be more than 1.
    """

    history: History
    codes: int
    chance: Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Share:
    """A part of the analysis.

    Attributes:
        spent: codes by queries and wrong fields, over all its sets.
        sets: history of each of its sets, with the costs there; empty under MIX.
    """

    spent: Spent
    sets: tuple[tuple[History, Outcome], ...]


@lru_cache(maxsize=4)
def make_plan(problem: Problem, measure: Measure, order: Order | None, largest: int) -> tuple[Leaf, ...]:
    """Sets to which a strategy is followed down from all codes, by history; their codes times probabilities add up to all codes.

    Args:
        problem: the variant.
        measure: measure that the query maximises.
        order: tie rule; None for MIX.
        largest: a set is followed further down while it holds more than one in `largest` of all codes.
    """
    alike, every = Alike(problem), (1 << len(problem.diagonals)) - 1
    leaves: list[Leaf] = []
    level = [Leaf((), problem.codes, Fraction(1))]
    while level:
        below: dict[History, Leaf] = {}
        for leaf in level:
            queries: list[Query] = []
            if leaf.codes * largest > problem.codes:
                begin = start_of(problem, leaf.history)
                parts = Parts.of_set(problem, begin.elements, begin.used)
                queries = (
                    best(problem, begin.elements, begin.used, every & ~begin.diagonals, measure)
                    if isinstance(measure, Approximation)
                    else parts.best(measure, every & ~begin.diagonals)
                )
            if not queries:
                leaves.append(leaf)
                continue
            chosen = queries if order is None else [first(queries, order)]
            for colour, diagonal in chosen:
                for hits, codes in parts.of(colour, diagonal).items():
                    after: History = (*leaf.history, Beam(colour, diagonal, hits))
                    if order is None:
                        after = alike.first(after)
                    chance = leaf.chance / len(chosen) + (below[after].chance if after in below else 0)
                    below[after] = Leaf(after, codes, chance)
        level = list(below.values())
    return tuple(sorted(leaves, key=lambda leaf: leaf.history))


class Alike:
    """Equivalence of histories under symmetries of the board, renaming of colours and reordering."""

    def __init__(self, problem: Problem) -> None:
        moves = field_symmetries(problem.board)
        images = (window_images(problem.windows, moved) for moved in moves)
        self._images = [image for image in images if image is not None]

    def first(self, history: History) -> History:
        """First of all equivalent histories: colours in the order of their beams, the beams of each colour by diagonal."""
        return min(self._image(history, images) for images in self._images)

    @staticmethod
    def _image(history: History, images: list[tuple[int, list[int]]]) -> History:
        by_colour: dict[int, list[tuple[int, int]]] = {}
        for colour, diagonal, hits in history:
            line, places = images[diagonal]
            seen = sum(1 << to for bit, to in enumerate(places) if hits >> bit & 1)
            by_colour.setdefault(colour, []).append((line, seen))
        colours = sorted(sorted(beams) for beams in by_colour.values())
        return tuple(Beam(colour, *beam) for colour, beams in enumerate(colours) for beam in beams)


def share(
    problem: Problem,
    measure: Measure,
    order: Order | None,
    part: int,
    parts: int,
    *,
    record_depth: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Share:
    """Analyse one part.

    Args:
        problem: the variant.
        measure: measure that the query maximises.
        order: tie rule; None for MIX under an order of entropy.
        part: number of the part, from 1.
        parts: number of parts.
        record_depth: depth down to which the tree below each set is recorded, counted from the start of the game.
        progress: called with the number of codes finished.

    Raises:
        InputError: there is no such part, or there are more parts than sets.
    """
    largest = LARGEST_MIXED if order is None else LARGEST
    spent: Spent = {}
    sets: list[tuple[History, Outcome]] = []
    done = Fraction(0)
    for leaf in leaves_of(problem, measure, order, largest, part, parts):
        start = start_of(problem, leaf.history)
        if order is None:
            assert not isinstance(measure, Approximation), "MIX has an order of entropy"
            costs, _ = analyse_mixed(problem, measure, start)
        else:
            within = None if progress is None else partial(_add_to, progress, int(done))
            outcome = analyse(problem, measure, order, start, record_depth=record_depth, progress=within)
            sets.append((leaf.history, outcome))
            costs = dict(outcome.spent)
        for cost, codes in costs.items():
            spent[cost] = spent.get(cost, 0) + codes * (leaf.chance if order is None else 1)
        done += leaf.codes * leaf.chance
        if progress is not None:
            progress(int(done))
    return Share(spent, tuple(sets))


def _add_to(progress: Callable[[int], None], done: int, now: int) -> None:
    """Report the codes finished after some others."""
    progress(done + now)


def share_ahead(
    problem: Problem,
    part: int,
    parts: int,
    finished: list[Costs] | None = None,
    report: Callable[[int], None] | None = None,
) -> Costs:
    """Cost of the improved strategy over one part of all codes; the parts have the same sets as those of H_1, ties LEX-c.

    Args:
        problem: the variant.
        part: number of the part, from 1.
        parts: number of parts.
        finished: costs of the part's first sets, by an earlier call; those of the others are appended.
        report: called with the number of codes finished, after each set and from time to time.

    Raises:
        InputError: there is no such part, or there are more parts than sets.
    """
    leaves = leaves_of(problem, Fraction(1), Order.COLOUR, LARGEST, part, parts)
    finished = [] if finished is None else finished
    for leaf in leaves[len(finished) :]:
        done = sum(earlier.codes for earlier in leaves[: len(finished)])
        within = None if report is None else partial(_add_to, report, done)
        finished.append(analyse_ahead(problem, start_of(problem, leaf.history), within))
        if report is not None:
            report(done + leaf.codes)
    spent: Costs = {}
    for costs in finished:
        for cost, codes in costs.items():
            spent[cost] = spent.get(cost, 0) + codes
    return spent


def is_large(problem: Problem, codes: int) -> bool:
    """Whether the improved strategy of a large variant asks as H_1 does at a set of this many codes."""
    return codes * LARGEST > problem.codes


def leaves_of(
    problem: Problem, measure: Measure, order: Order | None, largest: int, part: int, parts: int
) -> list[Leaf]:
    """Sets of one part of an analysis.

    Args:
        problem, measure, order, largest: see `make_plan`.
        part: number of the part, from 1.
        parts: number of parts.

    Raises:
        InputError: there is no such part, or there are more parts than sets.
    """
    if not 1 <= part <= parts:
        raise InputError(f"part must be 1 to {parts}, not {part}")
    leaves = make_plan(problem, measure, order, largest)
    if parts > len(leaves):
        raise InputError(f"parts must be at most {len(leaves):,}, the number of sets of this strategy, not {parts:,}")
    return deal_leaves(leaves, parts)[part - 1]


def deal_leaves(leaves: Sequence[Leaf], parts: int) -> list[list[Leaf]]:
    """Leaves in parts of about equal numbers of codes, largest first; within each part in their original order."""
    hands = [list[int]() for _ in range(parts)]
    loads = [(0, part) for part in range(parts)]
    for index in sorted(range(len(leaves)), key=lambda index: -leaves[index].codes):
        load, least = loads[0]
        hands[least].append(index)
        heapreplace(loads, (load + leaves[index].codes, least))
    return [[leaves[index] for index in sorted(hand)] for hand in hands]


def start_of(problem: Problem, history: History) -> Start:
    """The set of codes that a strategy's history leaves."""
    used = len({beam.colour for beam in history})
    diagonals = sum(1 << beam.diagonal for beam in history)
    elements = consistent(problem.patterns, problem.answers, list(history)) if history else problem.patterns
    return Start(elements, used, diagonals, len(history))


def spread(outcome: Outcome, history: History) -> Iterator[tuple[History, int]]:
    """The recorded nodes of a set with their whole histories: history and row, parents first."""
    histories: list[History] = []
    for row, parent in enumerate(outcome.nodes.parent.tolist()):
        if parent < 0:
            histories.append(history)
        else:
            colour, diagonal = divmod(int(outcome.nodes.query[parent]), 256)
            histories.append((*histories[parent], Beam(colour, diagonal, int(outcome.nodes.answer[row]))))
        yield histories[row], row
