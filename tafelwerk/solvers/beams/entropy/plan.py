"""A strategy's analysis in parts: the tree is followed down to small enough sets, which are distributed over the parts.

Parts are the same on every machine: their sets depend only on the strategy and the number of parts.

Under MIX two sets have the same cost if a symmetry of the board, a renaming of the colours or a reordering maps the beams that
lead to one to those of the other. So equivalent sets are followed once, with the sum of the probabilities of all ways that lead
there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.history import Beam
from tafelwerk.solvers.beams.entropy.admissible import Approximation
from tafelwerk.solvers.beams.entropy.analysis import Outcome, Spent, Start, analyse, analyse_mixed
from tafelwerk.solvers.beams.entropy.queries import Measure, Order, Parts, best_queries, first
from tafelwerk.solvers.beams.rules.codes import consistent
from tafelwerk.solvers.beams.rules.pieces import field_symmetries, window_images
from tafelwerk.solvers.beams.rules.problem import Problem

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
    level: dict[History, Leaf] = {(): Leaf((), problem.codes, Fraction(1))}
    while level:
        below: dict[History, Leaf] = {}
        for leaf in level.values():
            tied: list[tuple[int, int]] = []
            if leaf.codes * largest > problem.codes:
                begin = start_of(problem, leaf.history)
                parts = Parts.of_set(problem, begin.elements, begin.used)
                tied = best_queries(problem, begin.elements, begin.used, every & ~begin.diagonals, measure, parts)
            if not tied:
                leaves.append(leaf)
                continue
            asked = tied if order is None else [first(tied, order)]
            for colour, diagonal in asked:
                for hits, codes in parts.of(colour, diagonal).items():
                    after: History = (*leaf.history, Beam(colour, diagonal, hits))
                    if order is None:
                        after = alike.first(after)
                    chance = leaf.chance / len(asked) + (below[after].chance if after in below else 0)
                    below[after] = Leaf(after, codes, chance)
        level = below
    return tuple(sorted(leaves, key=lambda leaf: leaf.history))


class Alike:
    """Equivalence of histories under symmetries of the board, renaming of colours and reordering."""

    def __init__(self, problem: Problem) -> None:
        moves = field_symmetries(problem.board)
        images = (window_images(problem.windows, moved) for moved in moves)
        self._images = [image for image in images if image is not None]

    def first(self, history: History) -> History:
        """First of all equivalent histories: colours in the order of their beams, the beams of each colour by diagonal."""
        return min(self._moved(history, images) for images in self._images)

    @staticmethod
    def _moved(history: History, images: list[tuple[int, list[int]]]) -> History:
        by_colour: dict[int, list[tuple[int, int]]] = {}
        for colour, diagonal, hits in history:
            line, places = images[diagonal]
            seen = sum(1 << to for place, to in enumerate(places) if hits >> place & 1)
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
        InputError: there is no such part.
    """
    if not 1 <= part <= parts:
        raise InputError(f"part must be 1 to {parts}, not {part}")
    spent: Spent = {}
    sets: list[tuple[History, Outcome]] = []
    done = Fraction(0)

    def told(now: int) -> None:
        if progress is not None:
            progress(int(done) + now)

    leaves = make_plan(problem, measure, order, LARGEST_MIXED if order is None else LARGEST)
    for leaf in dealt(leaves, parts)[part - 1]:
        start = start_of(problem, leaf.history)
        found: Mapping[tuple[int, int], Fraction | int]
        if order is None:
            assert not isinstance(measure, Approximation), "MIX has an order of entropy"
            found = {cost: codes * leaf.chance for cost, codes in analyse_mixed(problem, measure, start)[0].items()}
        else:
            outcome = analyse(problem, measure, order, start, record_depth=record_depth, progress=told)
            found = outcome.spent
            sets.append((leaf.history, outcome))
        for cost, codes in found.items():
            spent[cost] = spent.get(cost, 0) + codes
        done += leaf.codes * leaf.chance
        told(0)
    return Share(spent, tuple(sets))


def dealt(leaves: Sequence[Leaf], parts: int) -> list[list[Leaf]]:
    """Leaves in parts of about equal numbers of codes, largest first; within each part in their original order."""
    loads, hands = [0] * parts, [list[int]() for _ in range(parts)]
    for place in sorted(range(len(leaves)), key=lambda place: -leaves[place].codes):
        least = loads.index(min(loads))
        hands[least].append(place)
        loads[least] += leaves[place].codes
    return [[leaves[place] for place in sorted(hand)] for hand in hands]


def start_of(problem: Problem, history: History) -> Start:
    """The set of codes that a strategy's history leaves."""
    used = len({beam.colour for beam in history})
    diagonals = sum(1 << beam.diagonal for beam in history)
    elements = consistent(problem.patterns, problem.answers, list(history)) if history else problem.patterns
    return Start(elements, used, diagonals, len(history))


def spread(found: Outcome, history: History) -> Iterator[tuple[History, int]]:
    """The recorded nodes of a set with their whole histories: history and row, parents first."""
    histories: list[History] = []
    for row, parent in enumerate(found.nodes.parent.tolist()):
        if parent < 0:
            histories.append(history)
        else:
            colour, diagonal = divmod(int(found.nodes.query[parent]), 256)
            histories.append((*histories[parent], Beam(colour, diagonal, int(found.nodes.answer[row]))))
        yield histories[row], row
