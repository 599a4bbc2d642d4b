"""Number of patterns and of codes, and random codes: the states of a frontier, level by level, each with the number of ways to
reach it.

With few states the count is exact. Where a level has more states than wanted, some are dropped at random and the ways to reach
the others are raised, so that the expected number of ways is unchanged. Each state has a priority p. The threshold c is such
that the sum of min(1, p / c) over the states is the number wanted: a state with p >= c is kept, another is kept with probability
p / c and its ways are multiplied by c / p. Any priorities give an unbiased estimate of the number of codes, the ways that reach
the end. Good priorities are close to the number of codes that pass through a state. Here a priority is the number of ways to
reach the state, lowered for each field needed to join its components, times the average worth of its class in other runs. Codes
are drawn from the remaining paths in proportion to the raised ways. They are properly weighted by the estimate: the estimate
times the probability of drawing a given code is 1 on average.

Sources: P. Fearnhead and P. Clifford, On-line inference for hidden Markov models via particle filters, 2003 (the threshold);
J. S. Liu and R. Chen, Sequential Monte Carlo methods for dynamic systems, 1998 (proper weights).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import Variant
from tafelwerk.solvers.beams.code_frontier import (
    Plan,
    Scratch,
    State,
    Task,
    first_state,
    labels_of,
    make_plan,
    make_scratch,
    successor,
)
from tafelwerk.solvers.machine.jit import kernel

PER_FIELD = 0.6
"""Factor of a state's priority for each field needed to join its components."""

LEAST_WORTH, UNSEEN = 0.1, 0.3
"""Least worth of a class of states, and worth of a class that no run has seen, in units of the mean of the level."""

_FACTOR, _SHIFT, _MASK = 0x9E3779B97F4A7C15 >> 2, 31, (1 << 62) - 1


class Level(NamedTuple):
    """States before a field is coloured, and the steps from there.

    Attributes:
        states: uint8 (n, width).
        ways: float64 (n,): estimated number of ways to reach each state.
        promise: float64 (n,): priority of each state for dropping, without the worth of its class.
        raised: float64 (n,): factor by which the ways to reach each state were raised.
        starts: int64 (n + 1,): first step from each state, and the end.
        labels: uint8 (ways,): colour of the field in each step.
        to: int64 (ways,): state on the next level after each step; -1 if it was dropped.
        left: float64 (n,): estimated number of codes that continue from each state.
    """

    states: State
    ways: NDArray[np.float64]
    promise: NDArray[np.float64]
    raised: NDArray[np.float64]
    starts: NDArray[np.int64]
    labels: NDArray[np.uint8]
    to: NDArray[np.int64]
    left: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """Paths of the codes that were kept.

    Attributes:
        plan: the task.
        levels: levels by field, and the end.
        admitted: mask per class of colours, the spare ones last, of the fields that it has in some code.
        exact: whether no state was dropped: then all codes were kept, and `total` is their number.
    """

    plan: Plan
    levels: tuple[Level, ...]
    admitted: tuple[int, ...]
    exact: bool

    @property
    def total(self) -> float:
        """Number of codes, or an unbiased estimate of it; exact up to 2^53 if no state was dropped."""
        return float(self.levels[0].left[0])


def follow(plan: Plan, most: int, random: np.random.Generator, worth: NDArray[np.float64] | None = None) -> Paths:
    """Follow all codes of a task, dropping states at random where there are more than `most`.

    Args:
        plan: plan of the task.
        most: largest number of states kept per level.
        random: draws the states that are kept.
        worth: worth of each class of states, as `learn_worth` from other runs. Default: equal.
    """
    scratch = make_scratch(plan)
    states, ways, promise_here, raised = first_state(plan), np.ones(1), np.ones(1), np.ones(1)
    levels: list[Level] = []
    exact = True
    for field in range(len(plan.admitted)):
        room = len(states) * (plan.colours + 1)
        targets, sums = np.zeros((room + 1, plan.width), np.uint8), np.zeros(room)
        starts, labels, to = np.zeros(len(states) + 1, np.int64), np.zeros(room, np.uint8), np.zeros(room, np.int64)
        table = np.full(1 << max(4, (2 * room).bit_length()), -1, np.int64)
        level = Level(states, ways, promise_here, raised, starts, labels, to, sums)
        to_join = np.zeros(room, np.int64)
        count = int(_expand(plan, field, level, targets, targets.view(np.int64), to_join, table, scratch))
        chosen, factor = np.arange(count), np.ones(count)
        promise = sums[:count] * PER_FIELD ** to_join[:count].astype(np.float64)
        if count > most:
            exact = False
            by_class = 1.0 if worth is None else worth[field + 1, classes(plan, targets[:count])]
            chosen, factor = thin_states(promise * by_class, most, float(random.random()))
        new_row = np.full(count + 1, -1, np.int64)
        new_row[chosen] = np.arange(len(chosen))
        end = int(starts[-1])
        ends = labels[:end].copy(), new_row[to[:end]], np.zeros(len(states))
        levels.append(Level(states, ways, promise_here, raised, starts, *ends))
        states, raised, ways = targets[chosen], factor, sums[chosen] * factor
        promise_here = promise[chosen] * factor
    nothing = np.zeros(0, np.int64)
    levels.append(
        Level(states, ways, promise_here, raised, nothing, np.zeros(0, np.uint8), nothing, np.ones(len(states)))
    )
    admitted = np.zeros(plan.colours_asked + 1, np.int64)
    for field in range(len(plan.admitted) - 1, -1, -1):
        _look_back(plan, field, levels[field], levels[field + 1], admitted)
    return Paths(plan, tuple(levels), tuple(admitted.tolist()), exact)


def classes(plan: Plan, states: State) -> NDArray[np.int64]:
    """Class of each state: numbers of colours begun and not complete, not begun, and begun without a field on the edge."""
    begin, colours = 2 * plan.source.shape[1], plan.colours
    sizes, edges = states[:, begin : begin + colours], states[:, begin + colours : begin + 2 * colours]
    begun = ((sizes > 0) & (sizes < plan.size)).sum(axis=1)
    waiting = states[:, begin + 2 * colours].astype(np.int64) + (sizes[:, : plan.colours_asked] == 0).sum(axis=1)
    inside = ((sizes > 0) & (edges == 0)).sum(axis=1)
    numbers: NDArray[np.int64] = (begun * (colours + 1) + waiting) * (colours + 1) + inside
    return numbers


def learn_worth(runs: Sequence[Paths]) -> NDArray[np.float64]:
    """Worth of each class of states: number of codes that continue from them relative to their priorities, over some runs.

    Other runs that use this worth are still unbiased, and vary less.

    Returns:
        float64, shape (fields + 1, classes), in units of the mean of each level.
    """
    plan = runs[0].plan
    number = (plan.colours + 1) ** 3
    worth = np.full((len(runs[0].levels), number), UNSEEN)
    for depth in range(len(worth)):
        came, promised = np.zeros(number), np.zeros(number)
        for run in runs:
            level = run.levels[depth]
            which = classes(plan, level.states)
            came += np.bincount(which, level.ways * level.left, number)
            promised += np.bincount(which, level.promise, number)
        seen = promised > 0
        if came.any():
            worth[depth, seen] = np.maximum(came[seen] / promised[seen] * (promised.sum() / came.sum()), LEAST_WORTH)
    return worth


def thin_states(ways: NDArray[np.float64], most: int, offset: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """States that are kept, ascending, and factors of their ways; states below the threshold are sampled systematically.

    Args:
        ways: float64 (n,), above 0: number of ways to reach each state, or its priority.
        most: number of states wanted, below n.
        offset: a random number from 0 to below 1.
    """
    order = np.sort(ways)[::-1]
    below = np.append(order[::-1].cumsum()[::-1], 0.0)
    # the largest states are certainly kept: as many as come before the first one below the threshold
    numbers = np.arange(most)
    stay = int(np.argmax(order[:most] * (most - numbers) < below[:most]))
    threshold = float(below[stay]) / (most - stay)
    chances = np.minimum(ways / threshold, 1.0)
    certain = chances >= 1.0
    upto = np.where(certain, 0.0, chances).cumsum()
    # exactly the sum of the probabilities, regardless of rounding
    total = round(float(upto[-1]))
    ticks = np.floor(upto / upto[-1] * total + offset) if total else np.zeros_like(upto)
    chosen = certain | (np.diff(np.append(np.floor(offset), ticks)) > 0)
    places = np.flatnonzero(chosen)
    return places, 1.0 / chances[places]


def draw_codes(paths: Paths, number: int, random: np.random.Generator) -> NDArray[np.int64]:
    """Codes drawn independently of each other from the paths.

    Returns:
        int64, shape (number, colours): masks of the fields of each colour: first the colours asked for, then the spare ones, by
        their first field.
    """
    plan = paths.plan
    scratch, at = make_scratch(plan), np.zeros(number, np.int64)
    masks = np.zeros((number, plan.colours), np.int64)
    names = np.tile(np.arange(plan.colours + 1), (number, 1))
    state = np.zeros(plan.width, np.uint8)
    for field, (level, following) in enumerate(zip(paths.levels, paths.levels[1:], strict=False)):
        chances = random.random(number)
        _draw(plan, field, level, following, chances, (at, masks, names), state, scratch)
    return masks


def list_all_codes(paths: Paths, most: int) -> NDArray[np.int64] | None:
    """All codes that were kept, in the form of `draw_codes`; None if there are more than `most`."""
    plan = paths.plan
    scratch, state = make_scratch(plan), np.zeros(plan.width, np.uint8)
    at, masks = np.zeros(1, np.int64), np.zeros((1, plan.colours), np.int64)
    names = np.arange(plan.colours + 1)[None]
    for field, (level, following) in enumerate(zip(paths.levels, paths.levels[1:], strict=False)):
        room = int((level.starts[at + 1] - level.starts[at]).sum())
        if room > most * (plan.colours + 1):
            return None
        more = (
            np.zeros(room, np.int64),
            np.zeros((room, plan.colours), np.int64),
            np.zeros((room, plan.colours + 1), np.int64),
        )
        count = int(_list(plan, field, level, following, (at, masks, names), more, state, scratch))
        at, masks, names = (array[:count] for array in more)
        if count > most:
            return None
    return masks if paths.total else masks[:0]


MOST_STATES = 1_000_000
"""Largest number of states per level with which patterns are counted; 36 squares with pieces of six have 217,427."""


def pattern_count(variant: Variant) -> int:
    """Number of patterns of a variant, without listing them; exact up to 2^53.

    Raises:
        InputError: pieces that do not add up to the board, or a board with too many states.

    >>> from tafelwerk.families.beams.rules import variant_of
    >>> pattern_count(variant_of("3c6p"))
    310
    """
    board, fields = variant.board, len(variant.board.fields)
    if variant.colours * variant.size != fields:
        raise InputError(
            f"{variant.name}: {variant.colours} pieces of {variant.size} fields do not cover {fields} fields"
        )
    order = list(range(fields))
    if board.squares:
        # along the shorter side, so that the frontier is short; chains may cross, so any order will do
        columns, rows = (len(set(along)) for along in zip(*board.fields, strict=True))
        order.sort(key=lambda field: board.fields[field] if rows < columns else board.fields[field][::-1])
    near = tuple(
        sum(1 << number for number, other in enumerate(order) if board.neighbours[field] >> other & 1)
        for field in order
    )
    edge = sum(1 << number for number, field in enumerate(order) if variant.to_edge and board.edge >> field & 1)
    plan = make_plan(Task(near, variant.size, variant.colours, (1,) * fields, edge, not board.squares))
    paths = follow(plan, MOST_STATES, np.random.default_rng(0))
    if not paths.exact:
        raise InputError(
            f"{variant.name} has too many patterns to count: more than {MOST_STATES:,} states of a frontier"
        )
    return round(paths.total)


@kernel
def _expand(
    plan: Plan,
    field: int,
    level: Level,
    targets: State,
    words: NDArray[np.int64],
    to_join: NDArray[np.int64],
    table: NDArray[np.int64],
    scratch: Scratch,
) -> int:
    """Find the states after a field.

    Args:
        plan: the task.
        field: number of the field.
        level: states before the field. `starts`, `labels` and `to` are filled, and `left` with the ways to reach each state
            found.
        targets: uint8 (room + 1, width): filled with the states found.
        words: the same as int64.
        to_join: int64 (room,): filled with the result of `successor` for each state found.
        table: int64, with a power of two entries, all -1.
        scratch: scratch arrays of a step.

    Returns:
        Number of states found.
    """
    count = edges = 0
    size, length = table.shape[0], words.shape[1]
    for row in range(level.states.shape[0]):
        level.starts[row] = edges
        labels = labels_of(plan, level.states[row], field, scratch.labels)
        for i in range(labels):
            label = scratch.labels[i]
            fields = successor(plan, level.states[row], field, label, targets[count], scratch)
            if fields < 0:
                continue
            key = 0
            for word in range(length):
                key = ((key ^ words[count, word]) * _FACTOR) & _MASK
                key ^= key >> _SHIFT
            slot = key & (size - 1)
            while table[slot] >= 0:
                same, other = True, table[slot]
                for word in range(length):
                    same &= words[other, word] == words[count, word]
                if same:
                    break
                slot = (slot + 1) & (size - 1)
            if table[slot] < 0:
                table[slot] = count
                level.left[count] = 0.0
                to_join[count] = fields
                count += 1
            level.left[table[slot]] += level.ways[row]
            level.labels[edges] = label
            level.to[edges] = table[slot]
            edges += 1
    level.starts[level.states.shape[0]] = edges
    return count


@kernel
def _look_back(plan: Plan, field: int, level: Level, following: Level, admitted: NDArray[np.int64]) -> None:
    """Fill `left` of a level from the following level, and add the field to the admitted ones."""
    for row in range(level.states.shape[0]):
        total = 0.0
        for edge in range(level.starts[row], level.starts[row + 1]):
            to = level.to[edge]
            if to >= 0 and following.left[to] > 0.0:
                total += following.raised[to] * following.left[to]
                admitted[min(int(level.labels[edge]), plan.colours_asked)] |= 1 << field
        level.left[row] = total


@kernel
def _draw(
    plan: Plan,
    field: int,
    level: Level,
    following: Level,
    chances: NDArray[np.float64],
    paths: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    state: State,
    scratch: Scratch,
) -> None:
    """Take one random step along every path.

    Args:
        plan: the task.
        field: number of the field.
        level: states before the field.
        following: states after the field.
        chances: float64 (n,): random numbers from 0 to below 1.
        paths: int64 (n,): state of each path. int64 (n, colours): fields of its colours. int64 (n, colours + 1): colour that
            each number stands for; colours not begun are ascending.
        state: scratch (width,).
        scratch: scratch arrays of a step.
    """
    at, masks, names = paths
    for path in range(at.shape[0]):
        row = at[path]
        goal = chances[path] * level.left[row]
        chosen, reached = -1, 0.0
        for edge in range(level.starts[row], level.starts[row + 1]):
            to = level.to[edge]
            if to >= 0 and following.left[to] > 0.0:
                chosen = edge
                reached += following.raised[to] * following.left[to]
                if reached > goal:
                    break
        label = int(level.labels[chosen])
        masks[path, names[path, label]] |= 1 << field
        at[path] = level.to[chosen]
        _rename(plan, field, level.states[row], label, names[path], state, scratch)


@kernel
def _rename(
    plan: Plan, field: int, before: State, label: int, names: NDArray[np.int64], state: State, scratch: Scratch
) -> None:
    """Put the spare colours on the new frontier first, by their new numbers, then the next colour not begun."""
    successor(plan, before, field, label, state, scratch)
    end = 2 * plan.source.shape[1] + 2 * plan.colours
    unbegun = plan.colours - int(state[end])
    opened = int(state[end + 1])
    for number in range(opened):
        scratch.labels[number] = names[scratch.origin[plan.colours_asked + number]]
    for number in range(opened):
        names[plan.colours_asked + number] = scratch.labels[number]
    names[plan.colours_asked + opened] = unbegun


@kernel
def _list(
    plan: Plan,
    field: int,
    level: Level,
    following: Level,
    paths: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    more: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    state: State,
    scratch: Scratch,
) -> int:
    """Take every possible step along each path; arrays as in `_draw`: states, masks and names. Returns the number of paths."""
    at, masks, names = paths
    next_at, next_masks, next_names = more
    count = 0
    for path in range(at.shape[0]):
        row = at[path]
        for edge in range(level.starts[row], level.starts[row + 1]):
            to = level.to[edge]
            if to >= 0 and following.left[to] > 0.0:
                label = int(level.labels[edge])
                next_at[count] = to
                for colour in range(masks.shape[1]):
                    next_masks[count, colour] = masks[path, colour]
                for number in range(names.shape[1]):
                    next_names[count, number] = names[path, number]
                next_masks[count, names[path, label]] |= 1 << field
                _rename(plan, field, level.states[row], label, next_names[count], state, scratch)
                count += 1
    return count
