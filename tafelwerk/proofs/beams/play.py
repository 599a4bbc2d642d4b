"""A strategy played from the start, or from a set of codes, in plain steps: the sets that its queries leave, and the costs."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.board import Game, patterns
from tafelwerk.proofs.beams.choice import Rules, Work, choose, count_parts, rules_of
from tafelwerk.proofs.beams.measures import MIX, PRIMES, Measure
from tafelwerk.proofs.entropy import compare_entropies
from tafelwerk.solvers.machine.jit import kernel

DONE, UNDECIDED, NO_ROOM = range(3)

# fields of an open set: first element, number of elements; colours and diagonals used, number of queries; node; probability
# under both primes
BEGIN, COUNT, USED, LINES, DEPTH, NODE, CHANCE = range(7)

# fields of a node: parent, mark of the history, query (-1: none), codes, cost, number of queries before; -1: a fault
PARENT, TEXT, ASKED, CODES, COST, LEVEL = range(6)


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """Result of playing a strategy.

    Attributes:
        nodes: int64, shape (n, 6), see above; empty for MIX.
        spent: number of codes by queries and wrong fields, as residues under both primes and as a double.
    """

    nodes: NDArray[np.int64]
    spent: dict[tuple[int, int], tuple[int, int, float]]

    @property
    def total(self) -> tuple[int, int, float]:
        """Queries and wrong fields summed over all codes, in the same form."""
        sums = [
            sum((queries + wrong) * codes[place] for (queries, wrong), codes in self.spent.items())
            for place in range(3)
        ]
        return int(sums[0]) % PRIMES[0], int(sums[1]) % PRIMES[1], float(sums[2])


def agrees(numerator: int, denominator: int, found: tuple[int, int, float]) -> bool:
    """Whether a fraction in lowest terms has the residues found under both primes and the double found."""
    value = Fraction(numerator, denominator)
    if denominator < 1 or value.denominator != denominator or any(denominator % prime == 0 for prime in PRIMES):
        return False
    same = all(
        numerator * pow(denominator, -1, prime) % prime == residue
        for prime, residue in zip(PRIMES, found[:2], strict=True)
    )
    return same and abs(float(value) - found[2]) <= 1e-9 * abs(found[2])


def play(
    game: Game,
    measure: Measure,
    alpha: Fraction | None = None,
    room: int = 1 << 22,
    start: tuple[NDArray[np.uint16], int, int, int] | None = None,
) -> Played:
    """Play a strategy.

    Args:
        game: the variant.
        measure: measure of the strategy.
        alpha: order of its entropy, if it has one: used for exact comparisons where doubles cannot decide.
        room: number of elements to reserve.
        start: elements, colours and diagonals used and number of queries at the start. Default: all codes of a small variant.

    Raises:
        MemoryError: `room` is too small.
    """
    elements, used, used_lines, depth = start or (patterns(game).astype(np.uint16), 0, 0, 0)
    rules = rules_of(game)
    codes = len(elements) * int(rules.weight[used])
    work = Work(
        np.empty((room, game.colours), np.uint16),
        np.empty((room // 8, 8), np.int64),
        np.empty(room // 8),
        np.empty((1 if measure.tie == MIX else min(codes, room), 6), np.int64),
        np.zeros((game.lines + 1, game.fields + 1, 2), np.int64),
        np.zeros((game.lines + 1, game.fields + 1)),
        np.zeros((2, 256), np.int64),
        np.zeros(256, np.int64),
        np.zeros(game.colours * game.lines, np.int64),
        np.zeros((2, 64), np.int64),
        np.zeros(6, np.int64),
    )
    while True:
        work.elements[: len(elements)] = elements
        work.waiting[0] = 0, len(elements), used, used_lines, depth, 0, 1, 1
        work.shares[0], work.spent[:], work.expected[:] = 1.0, 0, 0
        work.nodes[0] = -1, 0, -1, codes, 0, depth
        status = _play_kernel(rules, measure, work)
        if status == NO_ROOM:
            raise MemoryError("the play needs more room")
        if status == DONE:
            break
        one, other = ([int(size) for size in row if size] for row in work.sizes)
        work.sizes[:] = 0
        sign = -compare_entropies(alpha, one, other)
        measure = measure._replace(decided=np.vstack([measure.decided, [*work.state[1:5], sign]]))
    nodes = work.nodes[: work.state[0]].copy() if measure.tie != MIX else np.zeros((0, 6), np.int64)
    spent = {
        (int(queries), int(wrong)): (
            int(work.spent[queries, wrong, 0]),
            int(work.spent[queries, wrong, 1]),
            float(work.expected[queries, wrong]),
        )
        for queries, wrong in np.argwhere(work.expected > 0)
    }
    return Played(nodes, spent)


def text_marks(texts: bytes, count: int) -> NDArray[np.int64]:
    """Marks of texts, each ending in a line feed; int64, shape (count,); -1 beyond the last text."""
    marks = np.full(count, -1, np.int64)
    if texts.count(b"\n") == count:
        _text_kernel(np.frombuffer(texts, np.uint8), marks)
    return marks


@kernel
def _longer(mark: int, byte: int) -> int:
    """Mark of a text with one more byte: residues under both primes, packed together."""
    one, other = mark >> 31, mark & 0x7FFFFFFF
    one = (one * 1_150_911_683 + byte + 1) % 2147483647
    other = (other * 2_029_416_157 + byte + 1) % 2147483629
    return one << 31 | other


@kernel
def _text_kernel(texts: NDArray[np.uint8], marks: NDArray[np.int64]) -> None:
    mark, found = 0, 0
    for place in range(texts.shape[0]):
        if texts[place] == 10:
            marks[found] = mark
            mark = 0
            found += 1
        else:
            mark = _longer(mark, texts[place])


@kernel
def _number(mark: int, number: int) -> int:
    if number >= 10:
        mark = _longer(mark, 48 + number // 10)
    return _longer(mark, 48 + number % 10)


@kernel
def _with_beam(mark: int, depth: int, colour: int, line: int, hits: int) -> int:
    """Mark of the text of a history with one more beam, such as "1@3 2,4; 2@5 -"."""
    if depth > 0:
        mark = _longer(_longer(mark, 59), 32)
    mark = _longer(_number(_longer(_number(mark, colour + 1), 64), line + 1), 32)
    if hits == 0:
        return _longer(mark, 45)
    first = True
    for place in range(8):
        if hits >> place & 1:
            if not first:
                mark = _longer(mark, 44)
            first = False
            mark = _longer(mark, 49 + place)
    return mark


@kernel
def _before(elements: NDArray[np.uint16], one: int, other: int) -> bool:
    """Whether a code precedes another: by its pieces, ascending, then by the piece of each colour."""
    colours = elements.shape[1]
    last_one = last_other = -1
    for _ in range(colours):
        next_one = next_other = 1 << 20
        for place in range(colours):
            piece: int = elements[one, place]
            if last_one < piece < next_one:
                next_one = piece
            piece = elements[other, place]
            if last_other < piece < next_other:
                next_other = piece
        if next_one != next_other:
            return bool(next_one < next_other)
        last_one, last_other = next_one, next_other
    for place in range(colours):
        if elements[one, place] != elements[other, place]:
            return bool(elements[one, place] < elements[other, place])
    return False


@kernel
def _wrong(rules: Rules, elements: NDArray[np.uint16], guess: int, code: int) -> int:
    wrong = 0
    for place in range(elements.shape[1]):
        missing = rules.masks[elements[guess, place]] & ~rules.masks[elements[code, place]]
        while missing:
            missing &= missing - 1
            wrong += 1
    return wrong


@kernel
def _guess(rules: Rules, work: Work, begin: int, count: int, used: int, depth: int, node: int, at: int) -> bool:
    """Count a set that no query splits: the first code with the fewest wrong fields is guessed. Returns False if out of room."""
    elements, colours = work.elements, work.elements.shape[1]
    first, spare = begin + count, colours - used
    ways = rules.weight[used]
    if first + count * ways > elements.shape[0]:
        return False
    for row in range(count):
        for way in range(ways):
            to = first + row * ways + way
            for place in range(used):
                elements[to, place] = elements[begin + row, place]
            for place in range(spare):
                elements[to, used + place] = elements[begin + row, used + rules.orders[spare, way, place]]
    best, least = first, 1 << 60
    for guess in range(first, first + count * ways):
        total = 0
        for code in range(first, first + count * ways):
            total += _wrong(rules, elements, guess, code)
        if total < least or (total == least and _before(elements, guess, best)):
            best, least = guess, total
    for code in range(first, first + count * ways):
        wrong = _wrong(rules, elements, best, code)
        _spend(work, depth, wrong, node, at)
    return True


@kernel
def _spend(work: Work, queries: int, wrong: int, node: int, at: int) -> None:
    """Count one code of the open set at a place."""
    spent = work.spent[queries, wrong]
    spent[0] = (spent[0] + work.waiting[at, CHANCE]) % 2147483647
    spent[1] = (spent[1] + work.waiting[at, CHANCE + 1]) % 2147483629
    work.expected[queries, wrong] += work.shares[at]
    work.nodes[node, COST] += queries + wrong


@kernel
def _play_kernel(rules: Rules, measure: Measure, work: Work) -> int:
    """Play from the open set at place 0. Returns DONE, UNDECIDED or NO_ROOM."""
    elements, waiting, nodes = work.elements, work.waiting, work.nodes
    colours = elements.shape[1]
    sizes, seen = work.sizes[0], work.seen
    work.state[0] = 1
    top = 1
    # the current set is kept at the last place, so that pushed sets do not overwrite it
    at = waiting.shape[0] - 1
    while top > 0:
        top -= 1
        for field in range(waiting.shape[1]):
            waiting[at, field] = waiting[top, field]
        work.shares[at] = work.shares[top]
        here = waiting[at]
        begin, count, used, used_lines, depth, node = here[0], here[1], here[2], here[3], here[4], here[5]
        tied = choose(rules, measure, work, begin, count, used, used_lines, nodes[node, TEXT])
        if tied < 0:
            return UNDECIDED
        if tied == 0:
            if not _guess(rules, work, begin, count, used, depth, node, at):
                return NO_ROOM
            continue
        for place in range(2):
            modulus = 2147483647 if place == 0 else 2147483629
            here[CHANCE + place] = here[CHANCE + place] * rules.inverse[tied, place] % modulus
        work.shares[at] /= tied
        nodes[node, ASKED] = work.tied[0]
        if work.tied[0] == -3:
            continue
        free = begin + count
        for number in range(tied):
            colour, line = work.tied[number] >> 8, work.tied[number] & 255
            end = colours if colour == used else colour + 1
            now_used = used + 1 if colour == used else used
            parts = count_parts(rules, work, begin, count, used, colour, line)
            for answer in range(256):
                sizes[answer] = 0
            for row in range(begin, begin + count):
                for place in range(colour, end):
                    sizes[rules.shown[elements[row, place], line]] += 1
            for part in range(parts):
                answer = seen[part]
                size = sizes[answer]
                sizes[answer] = -1
                if size * rules.weight[now_used] == 1:
                    _spend(work, depth + 1, 0, node, at)
                    continue
                if free + size > elements.shape[0] or top >= at:
                    return NO_ROOM
                sizes[answer] = free
                child = waiting[top]
                child[BEGIN], child[COUNT], child[USED] = free, size, now_used
                child[LINES], child[DEPTH], child[NODE] = used_lines | (1 << line), depth + 1, node
                child[CHANCE], child[CHANCE + 1] = here[CHANCE], here[CHANCE + 1]
                work.shares[top] = work.shares[at]
                if measure.tie != MIX:
                    if work.state[0] == nodes.shape[0]:
                        return NO_ROOM
                    made = nodes[work.state[0]]
                    made[PARENT], made[ASKED], made[COST], made[LEVEL] = node, -1, 0, depth + 1
                    made[TEXT] = _with_beam(nodes[node, TEXT], depth, colour, line, answer)
                    made[CODES] = size * rules.weight[now_used]
                    child[NODE] = work.state[0]
                    work.state[0] += 1
                top += 1
                free += size
            for row in range(begin, begin + count):
                for place in range(colour, end):
                    answer = rules.shown[elements[row, place], line]
                    to = sizes[answer]
                    if to >= 0:
                        sizes[answer] = to + 1
                        for other in range(colours):
                            elements[to, other] = elements[row, other]
                        elements[to, colour], elements[to, place] = elements[row, place], elements[row, colour]
            for part in range(parts):
                sizes[seen[part]] = 0
    if measure.tie != MIX:
        for node in range(work.state[0] - 1, 0, -1):
            nodes[nodes[node, PARENT], COST] += nodes[node, COST]
    return DONE
