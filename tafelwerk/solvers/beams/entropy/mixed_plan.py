"""MIX in parts: followed down from all codes to sets small enough, those that look alike once, and dealt out.

What a set costs under MIX is the same where a symmetry of the board, or other names of the colours, take the beams that lead to
it to each other, in whatever order they were asked. So what is followed are beams up to that, each with the chance that it comes
to them: as the sum over all ways that lead there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import fields_of
from tafelwerk.rules.beams.history import Beam
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy.analysis import Spent, analyse_mixed
from tafelwerk.solvers.beams.entropy.choice import Parts
from tafelwerk.solvers.beams.entropy.plan import History, deal, start_of
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.beams.rules.symmetries import field_symmetries

LARGEST = 200
"""A set is followed further down while it holds more than this share of all codes: one in 200."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A set that is analysed as a whole.

    Attributes:
        history: beams that lead to it, or to one that looks alike.
        codes: codes left.
        chance: how often it comes to such a set; more than 1 where several look alike.
    """

    history: History
    codes: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class MixedPlan:
    """The top of MIX.

    Attributes:
        inner: how many sets were followed further down.
        leaves: the others; codes times chance make all codes.
    """

    inner: int
    leaves: tuple[Leaf, ...]


@lru_cache(maxsize=4)
def make_mixed_plan(problem: Problem, alpha: Alpha) -> MixedPlan:
    """Follow MIX down from all codes.

    Args:
        problem: the variant.
        alpha: order of the entropy.
    """
    alike = Alike(problem)
    inner = 0
    leaves: list[Leaf] = []
    every = (1 << len(problem.diagonals)) - 1
    level: dict[History, tuple[int, Fraction]] = {(): (problem.codes, Fraction(1))}
    while level:
        below: dict[History, tuple[int, Fraction]] = {}
        for history, (codes, chance) in level.items():
            if codes * LARGEST <= problem.codes:
                leaves.append(Leaf(history, codes, chance))
                continue
            inner += 1
            begin = start_of(problem, history)
            parts = Parts(problem, begin.elements, begin.used)
            tied = parts.best(alpha, every & ~begin.diagonals)
            for colour, diagonal in tied:
                for hits, left in parts.of(colour, diagonal).items():
                    after = alike.first((*history, Beam(colour, diagonal, hits)))
                    before = below.get(after, (left, Fraction(0)))[1]
                    below[after] = left, before + chance / len(tied)
            if not tied:
                leaves.append(Leaf(history, codes, chance))
        level = below
    return MixedPlan(inner, tuple(leaves))


class Alike:
    """Beams up to the symmetries of the board, the names of the colours and the order in which they were asked."""

    def __init__(self, problem: Problem) -> None:
        lines = {line: place for place, line in enumerate(problem.diagonals)}
        self._lines = [fields_of(line) for line in problem.diagonals]
        # by symmetry and diagonal: the diagonal it becomes, and which place each of its places becomes
        self._images: list[list[tuple[int, list[int]]]] = []
        for moved in field_symmetries(problem.board):
            images = []
            for fields in self._lines:
                line = lines.get(sum(1 << moved[field] for field in fields))
                if line is None:
                    break
                order = {field: place for place, field in enumerate(self._lines[line])}
                images.append((line, [order[moved[field]] for field in fields]))
            else:
                self._images.append(images)

    def first(self, history: History) -> History:
        """The first of all histories that look alike: colours in the order of their beams, each one's beams by diagonal."""
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


def mixed_share(
    problem: Problem,
    alpha: Alpha,
    part: int,
    parts: int,
    *,
    progress: Callable[[int], None] | None = None,
) -> Spent:
    """Analyse one part of MIX: the expected number of codes by queries and wrong fields.

    Args:
        problem: the variant.
        alpha: order of the entropy.
        part: which, from 1.
        parts: how many there are.
        progress: told now and then how many codes are done.

    Raises:
        InputError: there is no such part.
    """
    if not 1 <= part <= parts:
        raise InputError(f"a part is 1 to {parts}, not {part}")
    spent: Spent = {}
    done = Fraction(0)
    for leaf in dealt_leaves(make_mixed_plan(problem, alpha), parts)[part - 1]:
        found, _ = analyse_mixed(problem, alpha, start_of(problem, leaf.history))
        for cost, codes in found.items():
            spent[cost] = spent.get(cost, Fraction(0)) + codes * leaf.chance
        done += leaf.codes * leaf.chance
        if progress is not None:
            progress(int(done))
    return spent


def dealt_leaves(plan: MixedPlan, parts: int) -> list[list[Leaf]]:
    """The leaves in parts of about as many codes, see `plan.deal`."""
    return [[plan.leaves[place] for place in hand] for hand in deal([leaf.codes for leaf in plan.leaves], parts)]
