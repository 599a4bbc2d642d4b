"""The queries that a strategy chooses at a set, by counting the answers to every query.

A set is stored as elements: the pieces of the colours asked so far, in order, then the other pieces of the pattern. An element
stands for all ways to give the other colours to the other pieces.
"""

from functools import cache
from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.board import Game, lines, pieces, shown
from tafelwerk.proofs.beams.measures import FIELDS, FOLLOW, LARGEST, LEX_D, MIX, PRIMES, SUMS, Measure
from tafelwerk.solvers.machine.jit import kernel


class Rules(NamedTuple):
    """A game, for kernels: m pieces, D diagonals.

    Attributes:
        shown: uint8, shape (m, D): answers by piece and diagonal.
        masks: int64, shape (m,): fields of pieces.
        along: int64, shape (D,): fields of diagonals.
        weight: int64, shape (colours + 1,): codes per element, by number of colours used.
        orders: int64, shape (colours + 1, colours!, colours): permutations, by number of permuted items.
        inverse: int64, shape (n, 2): 1 / n under both primes.
    """

    shown: NDArray[np.uint8]
    masks: NDArray[np.int64]
    along: NDArray[np.int64]
    weight: NDArray[np.int64]
    orders: NDArray[np.int64]
    inverse: NDArray[np.int64]


class Work(NamedTuple):
    """State of a play.

    Attributes:
        elements: int64 or uint16, shape (room, colours).
        waiting: int64, shape (room, 8): open sets, see `play`.
        shares: float64, shape (room,): probabilities of the open sets.
        nodes: int64, shape (room, 6), see `play`.
        spent: int64, shape (D + 1, fields + 1, 2): codes by queries and wrong fields, under both primes.
        expected: float64, shape (D + 1, fields + 1): the same as doubles.
        sizes: int64, shape (2, 256): part sizes of a query; of both queries that could not be compared.
        seen: int64, shape (256,): scratch.
        tied: int64, shape (colours D,): scratch.
        admitted: int64, shape (2, 64): scratch.
        state: int64, shape (6,): number of nodes; marks of two sums that could not be compared.
    """

    elements: NDArray[np.uint16]
    waiting: NDArray[np.int64]
    shares: NDArray[np.float64]
    nodes: NDArray[np.int64]
    spent: NDArray[np.int64]
    expected: NDArray[np.float64]
    sizes: NDArray[np.int64]
    seen: NDArray[np.int64]
    tied: NDArray[np.int64]
    admitted: NDArray[np.int64]
    state: NDArray[np.int64]


@cache
def rules_of(game: Game) -> Rules:
    """The rules of a game."""
    colours = game.colours
    orders = np.zeros((colours + 1, factorial(colours), colours), np.int64)
    for count in range(1, colours + 1):
        orders[count, : factorial(count), :count] = list(permutations(range(count)))
    return Rules(
        shown(game),
        np.array(pieces(game), np.int64),
        np.array([sum(1 << field for field in along) for along in lines(game.side)], np.int64),
        np.array([factorial(colours - used) for used in range(colours + 1)], np.int64),
        orders,
        np.array(
            [[pow(n, -1, prime) if n else 0 for prime in PRIMES] for n in range(colours * game.lines + 1)], np.int64
        ),
    )


@kernel
def count_parts(rules: Rules, work: Work, begin: int, count: int, used: int, colour: int, line: int) -> int:
    """Count the codes by answer to a query, in a unit that all queries of a set share. Returns the number of answers; writes
    them to work.seen and their counts to work.sizes[0]."""
    colours = work.elements.shape[1]
    end, unit = (colours, 1) if colour == used else (colour + 1, max(colours - used, 1))
    sizes, seen = work.sizes[0], work.seen
    found = 0
    for row in range(begin, begin + count):
        for place in range(colour, end):
            answer = rules.shown[work.elements[row, place], line]
            if sizes[answer] == 0:
                seen[found] = answer
                found += 1
            sizes[answer] += unit
    return found


@kernel
def _compare(
    measure: Measure, state: NDArray[np.int64], one: float, other: float, marks: tuple[int, int], best: tuple[int, int]
) -> int:
    """-1, 0 or 1 if a sum is less than another, equal or greater; 2 if unknown."""
    apart, scale = one - other, max(abs(one), abs(other))
    if abs(apart) > measure.close * scale:
        return -1 if apart < 0 else 1
    if marks[0] == best[0] and marks[1] == best[1]:
        return 0
    if abs(apart) > measure.sure * scale:
        return -1 if apart < 0 else 1
    for row in range(measure.decided.shape[0]):
        known = measure.decided[row]
        if known[0] == marks[0] and known[1] == marks[1] and known[2] == best[0] and known[3] == best[1]:
            return int(known[4])
    state[1], state[2], state[3], state[4] = marks[0], marks[1], best[0], best[1]
    return 2


@kernel
def _admit(rules: Rules, work: Work, begin: int, count: int, used: int) -> None:
    """Write to work.admitted the fields on which each colour is admissible, and the number of admissible colours per field."""
    colours = work.elements.shape[1]
    admitted, numbers = work.admitted[0], work.admitted[1]
    for field in range(numbers.shape[0]):
        numbers[field] = 0
    for colour in range(min(used + 1, colours)):
        end = colours if colour == used else colour + 1
        some: int = 0
        for row in range(begin, begin + count):
            for place in range(colour, end):
                some |= rules.masks[work.elements[row, place]]
        admitted[colour] = some
        for field in range(numbers.shape[0] - 1):
            if some >> field & 1:
                numbers[field] += colours - used if colour == used else 1


@kernel
def _follow(rules: Rules, measure: Measure, work: Work, mark: int) -> int:
    """Given query after a history; -1 for none, -2 if the history is missing."""
    place = np.searchsorted(measure.texts, mark)
    if place == measure.texts.shape[0] or measure.texts[place] != mark:
        return -2
    return int(measure.asked[place])


@kernel
def choose(
    rules: Rules, measure: Measure, work: Work, begin: int, count: int, used: int, used_lines: int, mark: int
) -> int:
    """Write the queries chosen to work.tied; `mark`: mark of the history. Returns their number, or -1 if unknown."""
    colours, diagonals = work.elements.shape[1], rules.shown.shape[1]
    asks = min(used + 1, colours)
    sizes, seen, numbers = work.sizes[0], work.seen, work.admitted[1]
    codes = count * rules.weight[used]
    wanted = -2
    if measure.kind == FIELDS:
        _admit(rules, work, begin, count, used)
    elif measure.kind == FOLLOW:
        wanted = _follow(rules, measure, work, mark)
    tied, least, best_one, best_other = 0, 0.0, 0, 0
    for number in range(asks * diagonals):
        colour, line = number // diagonals, number % diagonals
        if measure.tie == LEX_D:
            colour, line = number % asks, number // asks
        if used_lines >> line & 1:
            continue
        value, one, other, splits, parts = 0.0, 0, 0, False, 0
        if measure.kind == FIELDS:
            fields = work.admitted[0, colour] & rules.along[line]
            for field in range(numbers.shape[0] - 1):
                if fields >> field & 1:
                    splits |= numbers[field] > 1
                    value += measure.value[numbers[field]]
                    one += measure.marks[numbers[field], 0]
                    other += measure.marks[numbers[field], 1]
        else:
            parts = count_parts(rules, work, begin, count, used, colour, line)
            splits = parts > 1
            for part in range(parts):
                size = sizes[seen[part]]
                sizes[seen[part]] = 0
                if measure.kind == LARGEST:
                    value = max(value, float(size))
                elif measure.kind == SUMS:
                    value += measure.value[size]
                    one += measure.marks[size, 0]
                    other += measure.marks[size, 1]
        if not splits:
            continue
        if measure.kind == FOLLOW:
            # -3: the tree asks no query where one splits, or one that does not split
            if tied == 0:
                work.tied[0], tied = -3, 1
            if wanted == (colour << 8 | line):
                work.tied[0] = wanted
                break
            continue
        one, other = one % 2147483647, other % 2147483629
        order = -1
        if tied > 0:
            order = _compare(measure, work.state, value, least, (one, other), (best_one, best_other))
        if order == 2:
            # parts of the best query are in row 1, parts of this one in row 0
            count_parts(rules, work, begin, count, used, work.tied[0] >> 8, work.tied[0] & 255)
            for answer in range(256):
                work.sizes[1, answer] = sizes[answer]
                sizes[answer] = 0
            count_parts(rules, work, begin, count, used, colour, line)
            return -1
        if order < 0:
            least, best_one, best_other, tied = value, one, other, 0
        if order <= 0 and (tied == 0 or measure.tie == MIX):
            work.tied[tied] = colour << 8 | line
            tied += 1
        if parts == codes and measure.tie != MIX:
            break  # no query is better, and equal ones come later
    if measure.kind == FOLLOW and tied == 0 and wanted != -1:
        work.tied[0], tied = -3, 1
    return tied
