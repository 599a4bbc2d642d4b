"""A strategy's analysis in parts: the tree is followed down to small enough sets, which are distributed over the parts.

Parts are the same on every machine: their sets depend only on the strategy and the number of parts.

Under MIX two sets have the same cost if a symmetry of the board, a renaming of the colours or a reordering maps the beams that
lead to one to those of the other. So equivalent sets are followed once, with the sum of the probabilities of all ways that lead
there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heapreplace

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import Beam
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.codes_left import consistent
from tafelwerk.solvers.beams.entropy_analysis import Outcome, Spent, Start, analyse_all, analyse_mixed
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, Order, Parts, Query, best_queries, first
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.pieces import field_symmetries, window_images

TOGETHER = 10
"""Work of a set that k strategies reach together, in multiples of k + TOGETHER."""

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


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of one of several strategies.

    Attributes:
        strategy: place of its measure among those of the strategies.
        part: number of the part, from 1.
    """

    strategy: int
    part: int


def make_plan(problem: Problem, measure: Measure, order: Order | None, largest: int) -> tuple[Leaf, ...]:
    """Sets to which a strategy is followed down from all codes, by history; their codes times probabilities add up to all codes.

    Args:
        problem: the variant.
        measure: measure that the query maximises.
        order: tie rule; None for MIX.
        largest: a set is followed further down while it holds more than one in `largest` of all codes.
    """
    return make_plans(problem, (measure,), order, largest)[0]


@lru_cache(maxsize=4)
def make_plans(
    problem: Problem, measures: tuple[Measure, ...], order: Order | None, largest: int
) -> tuple[tuple[Leaf, ...], ...]:
    """`make_plan` for strategies that differ in their measure: a set that several of them reach is followed down once."""
    alike, every = Alike(problem), (1 << len(problem.diagonals)) - 1
    leaves: list[list[Leaf]] = [[] for _ in measures]
    level: dict[History, tuple[Leaf, tuple[int, ...]]] = {
        (): (Leaf((), problem.codes, Fraction(1)), tuple(range(len(measures))))
    }
    while level:
        below: dict[History, tuple[Leaf, tuple[int, ...]]] = {}
        for leaf, reached_by in level.values():
            if leaf.codes * largest <= problem.codes:
                for strategy in reached_by:
                    leaves[strategy].append(leaf)
                continue
            begin = start_of(problem, leaf.history)
            parts = Parts.of_set(problem, begin.elements, begin.used)
            unused = every & ~begin.diagonals
            asking: dict[tuple[Query, ...], list[int]] = {}
            for strategy in reached_by:
                tied = best_queries(problem, begin.elements, begin.used, unused, measures[strategy], parts)
                chosen = tied if order is None or not tied else [first(tied, order)]
                asking.setdefault(tuple(chosen), []).append(strategy)
                if not chosen:
                    leaves[strategy].append(leaf)
            for queries, strategies in asking.items():
                for colour, diagonal in queries:
                    for hits, codes in parts.of(colour, diagonal).items():
                        after: History = (*leaf.history, Beam(colour, diagonal, hits))
                        if order is None:
                            after = alike.first(after)
                        chance = leaf.chance / len(queries) + (below[after][0].chance if after in below else 0)
                        below[after] = Leaf(after, codes, chance), tuple(strategies)
        level = below
    return tuple(tuple(sorted(own, key=lambda leaf: leaf.history)) for own in leaves)


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
    if not 1 <= part <= parts:
        raise InputError(f"part must be 1 to {parts}, not {part}")
    sets = len(make_plan(problem, measure, order, LARGEST_MIXED if order is None else LARGEST))
    if parts > sets:
        raise InputError(f"parts must be at most {sets:,}, the number of sets of this strategy, not {parts:,}")
    if order is None:
        assert not isinstance(measure, Approximation), "MIX has an order of entropy"
        return _mixed_share(problem, measure, part, parts, progress)
    cells = [Cell(0, part)]
    (part_share,) = shares(
        problem, (measure,), order, cells, parts, record_depth=record_depth, progress=progress
    ).values()
    return part_share


def shares(
    problem: Problem,
    measures: tuple[Measure, ...],
    order: Order,
    cells: Sequence[Cell],
    parts: int,
    *,
    record_depth: int = 0,
    progress: Callable[[int], None] | None = None,
) -> dict[Cell, Share]:
    """Analyse parts of strategies that differ in their measure; a set that several of them reach is analysed once.

    Args:
        problem: the variant.
        measures: measures that the queries maximise.
        order: tie rule.
        cells: the parts.
        parts: number of parts of each strategy.
        record_depth: depth down to which the tree below each set is recorded, counted from the start of the game.
        progress: called with the number of codes finished, a set counted once for all strategies.
    """
    hands = [deal_leaves(leaves, parts) for leaves in make_plans(problem, measures, order, LARGEST)]
    reaching: dict[Leaf, list[Cell]] = {}
    for cell in cells:
        for leaf in hands[cell.strategy][cell.part - 1]:
            reaching.setdefault(leaf, []).append(cell)
    spent: dict[Cell, Spent] = {cell: {} for cell in cells}
    sets: dict[Cell, list[tuple[History, Outcome]]] = {cell: [] for cell in cells}
    done = 0
    for leaf, group in sorted(reaching.items(), key=lambda item: item[0].history):
        outcomes = analyse_all(
            problem,
            tuple(measures[cell.strategy] for cell in group),
            order,
            start_of(problem, leaf.history),
            among=measures,
            record_depth=record_depth,
            progress=_after(progress, done),
        )
        for cell, outcome in zip(group, outcomes, strict=True):
            sets[cell].append((leaf.history, outcome))
            for cost, codes in outcome.spent.items():
                spent[cell][cost] = spent[cell].get(cost, 0) + codes
        done += leaf.codes
        if progress is not None:
            progress(done)
    return {cell: Share(spent[cell], tuple(sets[cell])) for cell in cells}


def _after(progress: Callable[[int], None] | None, done: int) -> Callable[[int], None] | None:
    """Receiver of the codes finished after some others."""
    return None if progress is None else lambda now: progress(done + now)


def _mixed_share(
    problem: Problem, alpha: Alpha, part: int, parts: int, progress: Callable[[int], None] | None
) -> Share:
    """Analyse one part under MIX."""
    spent: Spent = {}
    done = Fraction(0)
    for leaf in deal_leaves(make_plan(problem, alpha, None, LARGEST_MIXED), parts)[part - 1]:
        for cost, codes in analyse_mixed(problem, alpha, start_of(problem, leaf.history))[0].items():
            spent[cost] = spent.get(cost, 0) + codes * leaf.chance
        done += leaf.codes * leaf.chance
        if progress is not None:
            progress(int(done))
    return Share(spent, ())


def cells_of(
    problem: Problem, measures: tuple[Measure, ...], order: Order, parts: int, group: int, groups: int
) -> list[Cell]:
    """One of some groups of the parts of all strategies.

    Parts with the same largest set are in the same group. If a strategy has about as many sets as parts, most of its parts are
    single sets; then nearly every set is in a single group, with all strategies that reach it.

    Args:
        problem: the variant.
        measures: measures that the queries maximise.
        order: tie rule.
        parts: number of parts of each strategy.
        group: number of the group, from 1.
        groups: number of groups.
    """
    cells: dict[Leaf, list[Cell]] = {}
    for strategy, leaves in enumerate(make_plans(problem, measures, order, LARGEST)):
        for number, hand in enumerate(deal_leaves(leaves, parts), 1):
            largest = max(hand, key=lambda leaf: leaf.codes, default=leaves[0])
            cells.setdefault(largest, []).append(Cell(strategy, number))
    # strategies that reach the same set ask different queries somewhere below it
    weighed = [
        Leaf(leaf.history, leaf.codes * (TOGETHER + len(leaf_cells)), leaf.chance) for leaf, leaf_cells in cells.items()
    ]
    chosen = {leaf.history for leaf in deal_leaves(sorted(weighed, key=lambda leaf: leaf.history), groups)[group - 1]}
    return sorted(
        (cell for leaf, leaf_cells in cells.items() if leaf.history in chosen for cell in leaf_cells),
        key=lambda cell: (cell.strategy, cell.part),
    )


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
