"""What the pieces of single colours tell of a task: fields that a colour has in all of its pieces, or in none.

A piece contains the fields that only its colour may have, and no field that its colour may not have. What it leaves falls into
regions, each of which is a number of whole pieces; and the certain fields of another colour are in one region. If few pieces of a
colour are possible, the fields that all of them have are certain, and those that none has are not admissible. A colour without
a possible piece refutes the task.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import and_, or_

from tafelwerk.families.beams.rules.board import fields_of
from tafelwerk.solvers.beams.sampling.frontier import Task

MOST_SETS = 10_000
"""Largest number of connected sets that are looked at for one colour."""


def narrowed(task: Task) -> Task | None:
    """A task with the same codes, and fewer admissible colours where pieces of single colours tell; None if it has no code."""
    before = None
    while task != before:
        before = task
        for colour in range(_asked(task)):
            pieces = _pieces(task, colour)
            if pieces is None:
                continue
            if not pieces:
                return None
            own, every, some = 1 << colour, reduce(and_, pieces), reduce(or_, pieces)
            admitted = tuple(
                own if every >> field & 1 else colours if some >> field & 1 else colours & ~own
                for field, colours in enumerate(task.admitted)
            )
            if not all(admitted):
                return None
            task = replace(task, admitted=admitted)
    return task


def _asked(task: Task) -> int:
    """Number of colours that are not interchangeable."""
    return len(task.neighbours) // task.size - task.spare


def _certain(task: Task, colour: int) -> int:
    """Fields that can only have this colour, as a mask."""
    return sum(1 << field for field, colours in enumerate(task.admitted) if colours == 1 << colour)


def _beside(neighbours: Sequence[int], fields: int) -> int:
    """Neighbours of a set of fields, which may be in it."""
    return reduce(or_, (neighbours[field] for field in fields_of(fields)), 0)


def _pieces(task: Task, colour: int) -> list[int] | None:
    """Possible pieces of a colour, as masks; None if no field is certain to have the colour, or if there may be too many."""
    certain, others = _certain(task, colour), [_certain(task, one) for one in range(_asked(task)) if one != colour]
    if not certain:
        return None
    closed = sum(1 << field for field, colours in enumerate(task.admitted) if not colours >> colour & 1)
    first, *more = fields_of(certain)
    away = [_steps(task.neighbours, closed, one) for one in more]
    # each connected set once: with the fields that may no longer be added, among them those tried before its last one
    stack, looked, found = [(1 << first, closed | 1 << first)], 0, list[int]()
    while stack:
        looked += 1
        if looked > MOST_SETS:
            return None
        chosen, closed = stack.pop()
        left = task.size - chosen.bit_count()
        if not left:
            if not task.edge or chosen & task.edge:
                found.append(chosen)
            continue
        for field in fields_of(_beside(task.neighbours, chosen) & ~closed):
            closed |= 1 << field
            larger = chosen | 1 << field
            if all(min(steps[one] for one in fields_of(larger)) < left for steps in away):
                stack.append((larger, closed))
    return [piece for piece in found if _leaves_whole_pieces(task, piece, others)]


def _steps(neighbours: Sequence[int], closed: int, goal: int) -> list[int]:
    """Number of steps from each field to a goal over fields that are not closed; the number of fields if there is no way."""
    found = [len(neighbours)] * len(neighbours)
    reached, at, distance = 0, 1 << goal, 0
    while at:
        for field in fields_of(at):
            found[field] = distance
        reached |= at
        at, distance = _beside(neighbours, at) & ~closed & ~reached, distance + 1
    return found


def _leaves_whole_pieces(task: Task, piece: int, others: Sequence[int]) -> bool:
    """Whether each region beside a piece is a number of pieces, and none splits fields that are certain for another colour."""
    left = ((1 << len(task.neighbours)) - 1) & ~piece
    while left:
        region = grown = left & -left
        while grown:
            grown = _beside(task.neighbours, grown) & left & ~region
            region |= grown
        if region.bit_count() % task.size or any(region & fields and fields & ~region for fields in others):
            return False
        left &= ~region
    return True
