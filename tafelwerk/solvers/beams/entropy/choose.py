"""Choice of the query of an entropy strategy on a set of codes, as kernels.

Parts are counted in units of (colours - used - 1)! codes. For a used colour, an element adds colours - used to the part of that
colour's piece; for the lowest unused colour, it adds one for each of its uncoloured pieces. An answer depends only on the placed
piece of the colour asked for, so one count of the pieces of a colour gives the parts of all its queries.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.entropy import few_codes as few
from tafelwerk.solvers.beams.entropy.admissible import admissible_query
from tafelwerk.solvers.beams.entropy.workspace import Game, Rule, Workspace
from tafelwerk.solvers.beams.rules.elements import count_answers, count_pieces, factorial
from tafelwerk.solvers.deduction.entropy import apart_kernel, same_kernel
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.jit import inlined, kernel

OPEN = -2
"""A query that is not chosen yet."""

MANY = -3
"""Several tied queries, with masks in `best`."""


@inlined
def choose(game: Game, rule: Rule, work: Workspace, begin: int, n: int, used: int, unused: int) -> int:
    """Query of the strategy on a set.

    Args:
        game: the variant.
        rule: the strategy.
        work: its elements hold the set.
        begin: first row of the set.
        n: number of its rows; there are two codes or more.
        used: colours used.
        unused: mask of the diagonals not yet used.

    Returns:
        One query, colour << 8 | diagonal, plus ALL_APART if it distinguishes all codes; MANY; NO_QUERY if no query splits the
        set; OPEN if float sums do not decide, or the set is too large for their weights.
    """
    elements, sums, best = work.elements, work.sums, work.best
    colours, diagonals = elements.shape[1], game.answers.shape[1]
    spare = colours - used
    if rule.value.shape[0]:
        scratch = work.admitted, work.exactly
        query = admissible_query(
            elements, begin, n, used, unused, rule.by_diagonal, rule.value, game.pieces, game.lines, *scratch
        )
        return query | few.ALL_APART if spare <= 1 and n == 2 and query != few.NO_QUERY else query
    if spare <= 1 and n <= (2 if rule.mixed else few.VERY_FEW):
        return few.first_query(elements, begin, n, unused, rule.by_diagonal, game.pieces, game.crossing)
    units, ways = n * max(spare, 1), factorial(spare)
    if units >= rule.weight.shape[0]:
        return OPEN
    asked = min(used + 1, colours)
    if n * ways <= work.few.most:
        known = few.best_of_few(work.few, elements, begin, n, used, unused, diagonals, game.orders[spare, :ways], best)
        if known == few.NO_QUERY:
            return few.NO_QUERY
        if known == few.APART and spare <= 1:
            return few.first_of(best, colours, rule.by_diagonal) | few.ALL_APART
        if known != few.NEAR:
            return MANY
        _weigh_best(game, rule, work, begin, n, used)
    else:
        for colour in range(asked):
            best[colour] = _weigh_colour(game, rule, work, begin, n, used, colour, unused)
    least = np.inf
    for colour in range(asked):
        left = best[colour]
        while left:
            least = min(least, sums[colour, lowest(left)])
            left &= left - 1
    if least == np.inf:
        return few.NO_QUERY
    near = 0
    for colour in range(colours):
        left = best[colour] if colour < asked else 0
        best[colour] = 0
        while left:
            diagonal = lowest(left)
            left &= left - 1
            if not apart_kernel(rule.tolerance, sums[colour, diagonal], least):
                best[colour] |= 1 << diagonal
                near += 1
    if near > 1 and units > rule.certain and rule.tolerance != 0.0 and not _equal(game, rule, work, begin, n, used):
        return OPEN
    return MANY


@kernel
def _weigh_best(game: Game, rule: Rule, work: Workspace, begin: int, n: int, used: int) -> None:
    """Write to `sums` the sums of weights of the parts of the queries in `best`, unless there is only one."""
    queries = 0
    for colour in range(work.best.shape[0]):
        queries += count(work.best[colour])
    for colour in range(work.best.shape[0]):
        left = work.best[colour]
        while left:
            diagonal = lowest(left)
            left &= left - 1
            total = 0.0
            if queries > 1:
                for place in range(_parts(game, work, begin, n, used, colour, diagonal, work.tied[0])):
                    added = rule.weight[work.tied[0, place]]
                    total = max(total, added) if rule.largest else total + added
            work.sums[colour, diagonal] = total


@inlined
def _weigh_colour(
    game: Game, rule: Rule, work: Workspace, begin: int, n: int, used: int, colour: int, unused: int
) -> int:
    """Write to `sums` the sums of weights of the parts of the queries of a colour.

    Returns:
        Mask of the diagonals that split the set; the sums of the others are not written.
    """
    counts, seen, parts, slots, weight = work.counts, work.seen, work.parts, game.slots, rule.weight
    colours, diagonals = work.elements.shape[1], slots.shape[1]
    found = count_pieces(work.elements, begin, n, colour, colour if colour < used else colours - 1, counts, seen)
    times = colours - used if colour < used < colours else 1
    # a diagonal distinguishes pieces if it crosses a field that they do not share
    first: int = game.pieces[seen[0]]
    varying: int = 0
    parts[:] = 0
    for i in range(found):
        piece = seen[i]
        varying |= game.pieces[piece] ^ first
        number = np.int32(counts[piece] * times)
        counts[piece] = 0
        for diagonal in range(diagonals):
            parts[slots[piece, diagonal]] += number
    splitting = few.differ(varying, game.crossing) & unused
    left = splitting
    while left:
        diagonal = lowest(left)
        left &= left - 1
        # four independent sums, so that additions need not wait for each other
        a = b = c = d = 0.0
        for slot in range(game.starts[diagonal], game.starts[diagonal + 1], 4):
            w, x, y, z = weight[parts[slot]], weight[parts[slot + 1]], weight[parts[slot + 2]], weight[parts[slot + 3]]
            if rule.largest:
                a, b, c, d = max(a, w), max(b, x), max(c, y), max(d, z)
            else:
                a, b, c, d = a + w, b + x, c + y, d + z
        work.sums[colour, diagonal] = max(max(a, b), max(c, d)) if rule.largest else (a + b) + (c + d)
    return splitting


@kernel
def _equal(game: Game, rule: Rule, work: Workspace, begin: int, n: int, used: int) -> bool:
    """Whether all queries in `best` have equal entropies."""
    kept = 0
    for colour in range(work.best.shape[0]):
        left = work.best[colour]
        while left:
            diagonal = lowest(left)
            left &= left - 1
            if kept == 0:
                kept = _parts(game, work, begin, n, used, colour, diagonal, work.tied[0])
                continue
            others = _parts(game, work, begin, n, used, colour, diagonal, work.tied[1])
            if not same_kernel(
                rule.tie_rule,
                rule.factor,
                rule.root,
                rule.power,
                work.tied[0],
                kept,
                work.tied[1],
                others,
                work.surplus,
                work.limbs,
            ):
                return False
    return True


@kernel
def _parts(
    game: Game,
    work: Workspace,
    begin: int,
    n: int,
    used: int,
    colour: int,
    diagonal: int,
    parts: NDArray[np.int32],
) -> int:
    """Write the parts of a query, in units, to `parts`, in no particular order. Returns their number."""
    colours = work.elements.shape[1]
    last = colour if colour < used else colours - 1
    shown, counts, seen = game.answers[:, diagonal], work.by_answer, work.answers
    found = count_answers(work.elements, begin, n, colour, last, shown, counts, seen)
    times = colours - used if colour < used < colours else 1
    for place in range(found):
        parts[place] = counts[seen[place]] * times
        counts[seen[place]] = 0
    return found
