"""Codes as paths: a board is coloured field by field, with states of the frontier.

The frontier consists of the coloured fields with a neighbour that is not coloured yet. A state has the colour and the connected
component of each of them, and for each colour its number of fields and whether one of them is on the edge. Parts in the same
state have the same completions, so the ways to reach a state are added up. Colours not asked for are interchangeable: they are
numbered by their first field on the frontier; such a colour without a field on the frontier is complete or not begun.

A state is a row of bytes; with S places for frontier fields and C colours:

    0 .. S        colour of each frontier field, UNUSED after the last
    S .. 2S       component of each frontier field, by first appearance
    2S .. 2S + C  number of fields per colour; for colours not asked for only while they are on the frontier
    .. 2S + 2C    whether the colour has a field on the edge
    2S + 2C       number of colours not asked for that are not begun; then of those on the frontier

What the pieces of single colours tell of a task: fields that a colour has in all of its pieces, or in none.

A piece contains the fields that only its colour may have, and no field that its colour may not have. What it leaves falls into
regions, each of which is a number of whole pieces; and the certain fields of another colour are in one region. If few pieces of a
colour are possible, the fields that all of them have are certain, and those that none has are not admissible. A colour without
a possible piece refutes the task.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import History, fields_of
from tafelwerk.solvers.beams.elements import asked_colours
from tafelwerk.solvers.machine.bits import lowest
from tafelwerk.solvers.machine.jit import kernel

UNUSED = 255
"""Colour and component of a place without a frontier field."""

FAR = 1 << 20
"""Number of fields needed to join components that cannot be joined."""

MOST_SIZE = 254
"""Largest number of fields per colour."""

State = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Task:
    """Conditions on colourings.

    Attributes:
        neighbours: masks, one per field; fields are coloured in their order.
        size: fields per colour, connected.
        spare: number of interchangeable colours; they share one bit in a field's mask of admissible colours.
        admitted: admissible colours per field: the other colours as bits 0, 1, ..., then one bit for the spare ones.
        edge: mask of fields of which every colour must have one; 0 for no such rule.
        planar: whether chains of different colours cannot cross, so that the frontier surrounds the remaining fields in its
            order.
    """

    neighbours: tuple[int, ...]
    size: int
    spare: int
    admitted: tuple[int, ...]
    edge: int = 0
    planar: bool = False


class Plan(NamedTuple):
    """A task prepared for kernels.

    Attributes:
        near: int64 (fields, most neighbours): places on the frontier of a field's coloured neighbours, then -1.
        source: int64 (fields, S): place on this frontier of each place of the next one, S for the field itself, then -1.
        gone: int64 (fields, S + 1): places that leave the frontier, S for the field itself, then -1.
        admitted: int64 (fields,): see `Task`.
        forced: int64 (fields + 1, classes): number of fields from there on that can only have this class of colours.
        allowed: the same shape: number of fields from there on that may have it. The last class is for the spare colours.
        on_edge: int64 (fields,): 1 for fields on the edge; all 1 without an edge rule.
        apart: int64 (fields + 1, classes, S, S): number of remaining fields needed to join two places of a frontier by a class of
            colours, FAR if they cannot be joined.
        ahead: int64 (fields + 1, classes, S): number of fields needed to join a place to the next field that is certain to have
            the class, not counting that field; 0 if there is none.
        planar: see `Task`.
        size: fields per colour.
        colours_asked: number of colours that are not interchangeable.
        colours: number of all colours.
        width: bytes per state, a multiple of 8.
    """

    near: NDArray[np.int64]
    source: NDArray[np.int64]
    gone: NDArray[np.int64]
    admitted: NDArray[np.int64]
    forced: NDArray[np.int64]
    allowed: NDArray[np.int64]
    on_edge: NDArray[np.int64]
    apart: NDArray[np.int64]
    ahead: NDArray[np.int64]
    planar: bool
    size: int
    colours_asked: int
    colours: int
    width: int


def make_plan(task: Task) -> Plan:
    """Plan of a task.

    Raises:
        InputError: the colours do not match the number of fields.
    """
    fields, spare = len(task.neighbours), task.spare
    if not 1 <= task.size <= MOST_SIZE or fields % task.size:
        raise InputError(f"pieces of {task.size} fields do not cover {fields} fields")
    colours = fields // task.size
    colours_asked = colours - spare
    if colours_asked < 0 or len(task.admitted) != fields:
        raise InputError(f"spare must be 0 to the number of colours, {colours}, not {spare}")
    frontiers: list[list[int]] = [[]]
    for field in range(fields):
        later = ~((2 << field) - 1)
        frontiers.append([other for other in (*frontiers[-1], field) if task.neighbours[other] & later])
    slots = max(map(len, frontiers))
    most = max(1, *(mask.bit_count() for mask in task.neighbours))
    near, source = np.full((fields, most), -1), np.full((fields, max(slots, 1)), -1)
    gone = np.full((fields, max(slots, 1) + 1), -1)
    for field in range(fields):
        before, after = frontiers[field], frontiers[field + 1]
        slot_of = {other: number for number, other in enumerate(before)} | {field: max(slots, 1)}
        touched = [slot_of[other] for other in fields_of(task.neighbours[field] & ((1 << field) - 1))]
        near[field, : len(touched)] = touched
        source[field, : len(after)] = [slot_of[other] for other in after]
        left = [slot_of[other] for other in (*before, field) if other not in after]
        gone[field, : len(left)] = left
    classes = colours_asked + 1
    bits = np.array([[mask >> label & 1 for label in range(classes)] for mask in task.admitted], np.int64)
    single = bits * (bits.sum(axis=1) == 1)[:, None]

    def from_there(table: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.concatenate([table[::-1].cumsum(axis=0)[::-1], np.zeros((1, classes), np.int64)])

    lines = np.full((fields + 1, max(slots, 1)), -1, np.int64)
    for begin, frontier in enumerate(frontiers):
        lines[begin, : len(frontier)] = frontier
    certain = np.full((fields + 1, classes), -1, np.int64)
    for field in range(fields - 1, -1, -1):
        certain[field] = np.where(single[field] == 1, field, certain[field + 1])
    certain[:, colours_asked] = -1
    apart, ahead = (
        np.full((fields + 1, classes, *[max(slots, 1)] * 2), FAR),
        np.full((fields + 1, classes, max(slots, 1)), FAR),
    )
    apart, ahead = apart.astype(np.int64), ahead.astype(np.int64)
    admitted = np.array(task.admitted, np.int64)
    _measure(np.array(task.neighbours, np.int64), admitted, lines, certain, apart, ahead)
    ahead[certain < 0] = 0
    on_edge = [1 if not task.edge else task.edge >> field & 1 for field in range(fields)]
    width = -(-(2 * max(slots, 1) + 2 * colours + 2) // 8) * 8
    return Plan(
        near.astype(np.int64),
        source.astype(np.int64),
        gone.astype(np.int64),
        admitted,
        from_there(single),
        from_there(bits),
        np.array(on_edge, np.int64),
        apart,
        ahead,
        task.planar,
        task.size,
        colours_asked,
        colours,
        width,
    )


@kernel
def _measure(
    neighbours: NDArray[np.int64],
    admitted: NDArray[np.int64],
    frontiers: NDArray[np.int64],
    certain: NDArray[np.int64],
    apart: NDArray[np.int64],
    ahead: NDArray[np.int64],
) -> None:
    """Fill `apart` and `ahead` of a plan, which hold FAR.

    Args:
        neighbours: int64 (fields,): masks.
        admitted: as in `Plan`.
        frontiers: int64 (fields + 1, S): fields of each frontier, then -1.
        certain: int64 (fields + 1, classes): the next field that is certain to have a class of colours, or -1.
        apart, ahead: filled.
    """
    steps, classes, slots = apart.shape[0], apart.shape[1], apart.shape[2]
    for label in range(classes):
        allowed = 0
        for field in range(admitted.shape[0]):
            if admitted[field] >> label & 1:
                allowed |= 1 << field
        for begin in range(steps):
            to_come = allowed >> begin << begin
            for slot in range(slots):
                start = frontiers[begin, slot]
                if start < 0:
                    break
                reached, border, around, fields = 0, 0, neighbours[start], 0
                while True:
                    for other in range(slots):
                        goal = frontiers[begin, other]
                        if goal >= 0 and around >> goal & 1 and apart[begin, label, slot, other] == FAR:
                            apart[begin, label, slot, other] = fields
                    if certain[begin, label] >= 0 and around >> certain[begin, label] & 1:
                        ahead[begin, label, slot] = min(ahead[begin, label, slot], fields)
                    border = around & to_come & ~reached
                    if not border:
                        break
                    reached |= border
                    fields += 1
                    around = 0
                    while border:
                        around |= neighbours[lowest(border)]
                        border &= border - 1


def first_state(plan: Plan) -> State:
    """State of an uncoloured board: uint8, shape (1, width)."""
    slots, colours = plan.source.shape[1], plan.colours
    state = np.zeros((1, plan.width), np.uint8)
    state[0, : 2 * slots] = UNUSED
    state[0, 2 * slots + 2 * colours] = colours - plan.colours_asked
    return state


@kernel
def labels_of(plan: Plan, state: State, field: int, labels: NDArray[np.int64]) -> int:
    """List the colours that a field may have after a state. Returns their number. A new spare colour has the next free number."""
    slots = plan.source.shape[1]
    end = 2 * slots + 2 * plan.colours
    count = 0
    for colour in range(plan.colours_asked):
        if plan.admitted[field] >> colour & 1 and state[2 * slots + colour] < plan.size:
            labels[count] = colour
            count += 1
    if plan.admitted[field] >> plan.colours_asked & 1:
        opened = int(state[end + 1])
        for number in range(opened):
            if state[2 * slots + plan.colours_asked + number] < plan.size:
                labels[count] = plan.colours_asked + number
                count += 1
        if state[end] > 0:
            labels[count] = plan.colours_asked + opened
            count += 1
    return count


class Scratch(NamedTuple):
    """Scratch arrays of a step.

    Attributes:
        labels: int64 (colours + 1,): colours of a field.
        origin: int64 (colours + 1,): old number of each spare colour, by its new number.
        colour_at, part_at: int64 (S + 1,): colour and component of each place of the old frontier, then of the field.
        filled, touched, parts, ahead: int64 (colours + 1,): per colour, by old number: its fields, whether one is on the edge,
            its components, and the number of fields needed to join the nearest component to the next certain field.
        owner, low, high, near: int64 (S + 1,): per component of the new frontier: old number of its colour, its first and last
            place, and the number of fields needed to join it to another component of its colour.
    """

    labels: NDArray[np.int64]
    origin: NDArray[np.int64]
    colour_at: NDArray[np.int64]
    part_at: NDArray[np.int64]
    filled: NDArray[np.int64]
    touched: NDArray[np.int64]
    parts: NDArray[np.int64]
    ahead: NDArray[np.int64]
    owner: NDArray[np.int64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    near: NDArray[np.int64]


def make_scratch(plan: Plan) -> Scratch:
    """Scratch arrays for the steps of a plan."""
    names, places = plan.colours + 1, plan.source.shape[1] + 1
    return Scratch(
        *(np.zeros(length, np.int64) for length in (*[names] * 2, *[places] * 2, *[names] * 4, *[places] * 4))
    )


@kernel
def successor(plan: Plan, state: State, field: int, label: int, target: State, scratch: Scratch) -> int:
    """State after a field is coloured.

    Args:
        plan: the task.
        state: state before.
        field: number of the field.
        label: colour of the field, one of `labels_of`.
        target: (width,): filled with the state, if there is one.
        scratch: `origin` is filled with the old numbers of the spare colours, from `colours_asked` on.

    Returns:
        Approximate number of remaining fields needed to join all components; -1 if the colouring cannot be completed.
    """
    slots, colours, colours_asked, size = plan.source.shape[1], plan.colours, plan.colours_asked, plan.size
    sizes, edges, end = 2 * slots, 2 * slots + colours, 2 * slots + 2 * colours
    colour_at, part_at, filled, touched = scratch.colour_at, scratch.part_at, scratch.filled, scratch.touched
    opened, begun = int(state[end + 1]), label == colours_asked + int(state[end + 1])
    for slot in range(slots):
        colour_at[slot] = state[slot]
        part_at[slot] = state[slots + slot]
    for colour in range(colours_asked + opened):
        filled[colour] = state[sizes + colour]
        touched[colour] = state[edges + colour]
    if begun:
        filled[label] = 0
        touched[label] = 0
    filled[label] += 1
    touched[label] |= plan.on_edge[field]
    # the field joins the adjacent components of its colour; components are renumbered below
    own = slots + 1
    colour_at[slots] = label
    part_at[slots] = own
    for i in range(plan.near.shape[1]):
        slot = plan.near[field, i]
        if slot < 0:
            break
        if colour_at[slot] == label and part_at[slot] != own:
            joined = part_at[slot]
            for other in range(slots):
                if part_at[other] == joined:
                    part_at[other] = own
    # a component that loses a place must still be on the frontier, or be complete
    for i in range(slots + 1):
        slot = plan.gone[field, i]
        if slot < 0:
            break
        colour, part = colour_at[slot], part_at[slot]
        goes_on = elsewhere = False
        for new in range(slots):
            old = plan.source[field, new]
            if old < 0:
                break
            goes_on |= part_at[old] == part
            elsewhere |= colour_at[old] == colour and part_at[old] != part
        if not goes_on and (elsewhere or filled[colour] < size or not touched[colour]):
            return -1
    components = _write(plan, field, target, scratch)
    for colour in range(colours_asked):
        target[sizes + colour] = filled[colour]
        target[edges + colour] = touched[colour]
    target[end] = state[end] - (1 if begun else 0)
    if not _has_fields(plan, field, target, opened + (1 if begun else 0), scratch):
        return -1
    return _to_join(plan, field, components, scratch)


@kernel
def _write(plan: Plan, field: int, target: State, scratch: Scratch) -> int:
    """Write the new frontier, with components and spare colours by first appearance. Returns the number of components."""
    slots, colours, colours_asked = plan.source.shape[1], plan.colours, plan.colours_asked
    colour_at, part_at, parts = scratch.colour_at, scratch.part_at, scratch.parts
    sizes, edges, end = 2 * slots, 2 * slots + colours, 2 * slots + 2 * colours
    for colour in range(colours + 1):
        parts[colour] = 0
    for i in range(plan.width):
        target[i] = 0
    components = spare = 0
    for new in range(slots):
        old = plan.source[field, new]
        if old < 0:
            target[new] = UNUSED
            target[slots + new] = UNUSED
            continue
        colour, part = colour_at[old], part_at[old]
        number = component = -1
        for earlier in range(new):
            before = plan.source[field, earlier]
            if part_at[before] == part:
                component = int(target[slots + earlier])
            if colour_at[before] == colour:
                number = int(target[earlier])
        if number < 0:
            number = colour
            if colour >= colours_asked:
                number = colours_asked + spare
                spare += 1
                target[sizes + number] = scratch.filled[colour]
                target[edges + number] = scratch.touched[colour]
            scratch.origin[number] = colour
        if component < 0:
            component = components
            components += 1
            parts[colour] += 1
            scratch.owner[component] = colour
            scratch.low[component] = new
            scratch.near[component] = FAR
            if parts[colour] == 1:
                scratch.ahead[colour] = FAR
        for earlier in range(new):
            before = plan.source[field, earlier]
            if colour_at[before] == colour and part_at[before] != part:
                other, fields = (
                    int(target[slots + earlier]),
                    plan.apart[field + 1, min(colour, colours_asked), earlier, new],
                )
                scratch.near[component] = min(scratch.near[component], fields)
                scratch.near[other] = min(scratch.near[other], fields)
        scratch.high[component] = new
        scratch.ahead[colour] = min(scratch.ahead[colour], plan.ahead[field + 1, min(colour, colours_asked), new])
        target[new] = number
        target[slots + new] = component
    target[end + 1] = spare
    return components


@kernel
def _has_fields(plan: Plan, field: int, target: State, opened: int, scratch: Scratch) -> bool:
    """Whether enough fields remain for every colour, and complete colours are connected; colours by their old numbers."""
    colours_asked, size = plan.colours_asked, plan.size
    for colour in range(colours_asked + opened):
        if scratch.filled[colour] == size and (scratch.parts[colour] > 1 or not scratch.touched[colour]):
            return False
    for colour in range(colours_asked):
        missing = size - scratch.filled[colour]
        if missing < plan.forced[field + 1, colour] or missing > plan.allowed[field + 1, colour]:
            return False
    missing = size * int(target[2 * plan.source.shape[1] + 2 * plan.colours])
    for colour in range(colours_asked, colours_asked + opened):
        if scratch.parts[colour] > 0:
            missing += size - scratch.filled[colour]
    return bool(plan.forced[field + 1, colours_asked] <= missing <= plan.allowed[field + 1, colours_asked])


@kernel
def _to_join(plan: Plan, field: int, components: int, scratch: Scratch) -> int:
    """Approximate number of fields needed to join the components of each colour; -1 if they cannot be joined.

    A component needs at least the fields that join it to the nearest one of its colour. Where chains cannot cross, two pairs of
    components that alternate around the remaining fields cannot both be joined.
    """
    owner, low, high, near = scratch.owner, scratch.low, scratch.high, scratch.near
    total = 0
    for colour in range(plan.colours_asked):
        if scratch.parts[colour] > 0:
            if scratch.ahead[colour] > plan.size - scratch.filled[colour]:
                return -1
            total += scratch.ahead[colour]
    for component in range(components):
        colour = owner[component]
        if scratch.parts[colour] < 2:
            continue
        if near[component] > plan.size - scratch.filled[colour]:
            return -1
        total += near[component]
        if not plan.planar:
            continue
        for other in range(component + 1, components):
            if owner[other] != colour or high[component] >= low[other]:
                continue
            for between in range(components):
                if owner[between] == colour or low[between] <= high[component] or high[between] >= low[other]:
                    continue
                for beyond in range(components):
                    if owner[beyond] == owner[between] and low[beyond] > high[other]:
                        return -1
    return total


def admitted_colours(
    lines: Sequence[Sequence[int]], fields: int, colours: int, history: History
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Admissible colours per field, given some beams.

    Args:
        lines: fields of each line, in the order of its answers' bits.
        fields: number of fields.
        colours: number of colours.
        history: triples (colour, line, hits as bits along the line), all from 0.

    Returns:
        The colours asked for, ascending; and the colours that each field may have, as bits in their order, then one bit for the
        colours not asked for, if there are any.
    """
    colours_asked = asked_colours(history)
    spare = 1 << len(colours_asked) if len(colours_asked) < colours else 0
    admitted = [(1 << len(colours_asked)) - 1 | spare] * fields
    for colour, line, hits in history:
        bit = 1 << colours_asked.index(colour)
        for position, field in enumerate(lines[line]):
            admitted[field] &= bit if hits >> position & 1 else ~bit
    return colours_asked, tuple(admitted)


MOST_SETS = 10_000
"""Largest number of connected sets that are looked at for one colour."""


def narrow_task(task: Task) -> Task | None:
    """A task with the same codes, and fewer admissible colours where pieces of single colours tell; None if it has no code."""
    before = None
    while task != before:
        before = task
        for colour in range(_asked_count(task)):
            pieces = _pieces(task, colour)
            if pieces is None:
                continue
            if not pieces:
                return None
            own, every, covered = 1 << colour, reduce(and_, pieces), reduce(or_, pieces)
            admitted = tuple(
                own if every >> field & 1 else colours if covered >> field & 1 else colours & ~own
                for field, colours in enumerate(task.admitted)
            )
            if not all(admitted):
                return None
            task = replace(task, admitted=admitted)
    return task


def _asked_count(task: Task) -> int:
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
    certain, others = (
        _certain(task, colour),
        [_certain(task, other) for other in range(_asked_count(task)) if other != colour],
    )
    if not certain:
        return None
    closed = sum(1 << field for field, colours in enumerate(task.admitted) if not colours >> colour & 1)
    first, *more = fields_of(certain)
    away = [_steps(task.neighbours, closed, goal) for goal in more]
    # each connected set once: with the fields that may no longer be added, among them those tried before its last one
    stack, looked, pieces = [(1 << first, closed | 1 << first)], 0, list[int]()
    while stack:
        looked += 1
        if looked > MOST_SETS:
            return None
        chosen, closed = stack.pop()
        left = task.size - chosen.bit_count()
        if not left:
            if not task.edge or chosen & task.edge:
                pieces.append(chosen)
            continue
        for field in fields_of(_beside(task.neighbours, chosen) & ~closed):
            closed |= 1 << field
            larger = chosen | 1 << field
            if all(min(steps[at] for at in fields_of(larger)) < left for steps in away):
                stack.append((larger, closed))
    return [piece for piece in pieces if _leaves_whole_pieces(task, piece, others)]


def _steps(neighbours: Sequence[int], closed: int, goal: int) -> list[int]:
    """Number of steps from each field to a goal over fields that are not closed; the number of fields if there is no way."""
    distances = [len(neighbours)] * len(neighbours)
    reached, at, distance = 0, 1 << goal, 0
    while at:
        for field in fields_of(at):
            distances[field] = distance
        reached |= at
        at, distance = _beside(neighbours, at) & ~closed & ~reached, distance + 1
    return distances


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
