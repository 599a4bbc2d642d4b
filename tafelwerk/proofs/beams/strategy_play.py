"""A strategy played in plain steps: the sets that its queries leave, and the costs.

Queries are chosen by counting the answers to every query.

Measures by which strategies choose are sums: doubles for the order, residues ("marks") for equality. Doubles order two queries
where their sums are far enough apart. Where they are close, marks decide whether the sums are equal: residues modulo two
primes of the exact sums, with random numbers in place of logarithms or roots. Equal sums have equal marks; unequal sums have
equal marks with probability at most 10^-17 (J. T. Schwartz, Fast probabilistic algorithms for verification of polynomial
identities, 1980).

A set is stored as elements: the pieces of the colours asked so far, in order, then the other pieces of the pattern. An element
stands for all ways to give the other colours to the other pieces.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import factorial, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules import Approximate, Entropy
from tafelwerk.proofs.beams.beams_rules import Game, lines, patterns, piece_answers, pieces
from tafelwerk.proofs.real_numbers import compare_entropies
from tafelwerk.solvers.machine.jit import kernel

Set = NDArray[np.uint16]
"""Elements, one per row; behind the pieces there may be other numbers."""

PRIMES = (2**31 - 1, 2**31 - 19)
"""Moduli of marks; products of two residues fit 63 bits."""

SUMS, LARGEST, FIELDS, FOLLOW = range(4)
"""Kinds of measures: sums over parts; the largest part; sums over fields; none, as the queries are given."""

LEX_C, LEX_D, MIX = range(3)
"""Tie rules: lowest colour, lowest diagonal, all tied queries."""

_SEED = 20260101


class Measure(NamedTuple):
    """Measure that the query of a strategy minimises.

    Attributes:
        kind: one of the kinds above.
        tie: one of the tie rules above.
        value: float64: value of a part by its size, or of a field by the number of its admissible colours.
        marks: int64, shape (same, 2): the same values as residues.
        decided: int64, shape (k, 5): marks of two sums, and -1, 0 or 1 if the first is less, equal or greater.
        texts: int64, ascending: marks of the histories with a given query, see `text_marks`.
        queries: int64: queries of these histories, colour << 8 | diagonal, -1 for none.
        close, sure: relative distances of sums: within `close`, marks decide equality; beyond `sure`, doubles decide the order.
    """

    kind: int
    tie: int
    value: NDArray[np.float64]
    marks: NDArray[np.int64]
    decided: NDArray[np.int64]
    texts: NDArray[np.int64]
    queries: NDArray[np.int64]
    close: float = 1e-11
    sure: float = 1e-12


_NONE = np.zeros(0, np.int64)


def measure_of(strategy: Entropy | Approximate, codes: int, colours: int) -> Measure:
    """The measure of a strategy.

    Args:
        strategy: the strategy.
        codes: number of codes of the variant.
        colours: number of colours of the variant.
    """
    tie = {"lex-c": LEX_C, "lex-d": LEX_D, "mix": MIX}[strategy.tie]
    decided = np.zeros((0, 5), np.int64)
    if isinstance(strategy, Approximate):
        value, marks = _fields(strategy.kind, colours)
        return Measure(FIELDS, tie, value, marks, decided, _NONE, _NONE)
    if strategy.alpha is None:
        return Measure(LARGEST, tie, np.arange(codes + 1.0), np.zeros((codes + 1, 2), np.int64), decided, _NONE, _NONE)
    value, marks = _sizes(strategy.alpha, codes)
    return Measure(SUMS, tie, value, marks, decided, _NONE, _NONE)


def measure_of_tree(texts: NDArray[np.int64], queries: NDArray[np.int64]) -> Measure:
    """Measure of a tree with given queries; arguments as the attributes of `Measure`, in any order."""
    order = np.argsort(texts)
    none = np.zeros((0, 5), np.int64)
    return Measure(FOLLOW, LEX_C, np.zeros(1), np.zeros((1, 2), np.int64), none, texts[order], queries[order])


def _sizes(alpha: Fraction, codes: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Values and marks of parts of 0, ..., codes codes: n log n for order 1, otherwise n^alpha, negated where more is better."""
    sizes = np.arange(codes + 1, dtype=np.float64)
    marks = np.ones((codes + 1, 2), np.int64)
    random = np.random.default_rng(_SEED).integers(1, PRIMES[1], (codes + 1, 2))
    if alpha == 1:
        marks[:] = 0
        _log_marks(_least_factors(codes), random, marks)
        return sizes * np.log(np.maximum(sizes, 1)), marks
    _power_marks(_least_factors(codes), random, alpha.numerator, alpha.denominator, marks)
    marks[0] = 0
    value = np.where(sizes > 0, np.maximum(sizes, 1) ** float(alpha), 0.0)
    return (value if alpha > 1 else -value), marks


def _fields(kind: str, colours: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Values and marks of a field with n admissible colours: 1 for U; for H' the entropy of whether it has a given one of them,
    as multiples of log 2, log 3 and log 5. Negated, since more is better."""
    value, marks = np.zeros(colours + 1), np.zeros((colours + 1, 2), np.int64)
    random = np.random.default_rng(_SEED).integers(1, PRIMES[1], (3, 2)).tolist()
    for n in range(1, colours + 1):
        if kind == "u":
            value[n], marks[n] = -1, 1
            continue
        for prime, row in zip((2, 3, 5), random, strict=True):
            # log n - (n - 1) / n log (n - 1); 60 is a multiple of every n
            share = _exponent(n, prime) - Fraction(n - 1, n) * _exponent(n - 1, prime)
            value[n] -= float(share) * log(prime)
            for index, modulus in enumerate(PRIMES):
                marks[n, index] = (int(marks[n, index]) + int(60 * share) * row[index]) % modulus
    return value, marks


def _exponent(n: int, prime: int) -> int:
    exponent = 0
    while n > 0 and n % prime == 0:
        n, exponent = n // prime, exponent + 1
    return exponent


@cache
def _least_factors(most: int) -> NDArray[np.int64]:
    """Least prime factor of each number, or the number itself for 0 and 1; int64, shape (most + 1,)."""
    factors = np.arange(most + 1)
    for prime in range(2, int(most**0.5) + 1):
        if factors[prime] == prime:
            multiples = factors[prime * prime :: prime]
            np.minimum(multiples, prime, out=multiples)
    return factors


@kernel
def _log_marks(factors: NDArray[np.int64], random: NDArray[np.int64], marks: NDArray[np.int64]) -> None:
    """Fill marks, zeroed, with those of n log n, from random numbers for the logarithms of primes."""
    for index in range(2):
        modulus = 2**31 - 1 if index == 0 else 2**31 - 19
        for n in range(2, factors.shape[0]):
            marks[n, index] = (marks[n // factors[n], index] + random[factors[n], index]) % modulus
        for n in range(2, factors.shape[0]):
            marks[n, index] = marks[n, index] * n % modulus


@kernel
def _power_marks(
    factors: NDArray[np.int64], random: NDArray[np.int64], power: int, root: int, marks: NDArray[np.int64]
) -> None:
    """Fill marks, all ones, with those of n^(power / root), from random numbers for the roots of primes."""
    for index in range(2):
        modulus = 2**31 - 1 if index == 0 else 2**31 - 19
        for n in range(2, factors.shape[0]):
            prime, exponent, cofactor = factors[n], 0, n
            while cofactor > 1 and cofactor % prime == 0:
                cofactor //= prime
                exponent += 1
            mark = marks[cofactor, index]
            for _ in range(exponent * power // root):
                mark = mark * prime % modulus
            for _ in range(exponent * power % root):
                mark = mark * random[prime, index] % modulus
            marks[n, index] = mark


class Rules(NamedTuple):
    """A game, for kernels: m pieces, D diagonals.

    Attributes:
        answers: uint8, shape (m, D): answers by piece and diagonal.
        masks: int64, shape (m,): fields of pieces.
        wrong: int64, shape (m, m): wrong fields, by piece guessed and right piece.
        along: int64, shape (D,): fields of diagonals.
        weight: int64, shape (colours + 1,): codes per element, by number of colours used.
        orders: int64, shape (colours + 1, colours!, colours): permutations, by number of permuted items.
        inverse: int64, shape (n, 2): 1 / n under both primes.
    """

    answers: NDArray[np.uint8]
    masks: NDArray[np.int64]
    wrong: NDArray[np.int64]
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
        parts: int64, shape (256, 3): scratch; begins, ends and answers of parts.
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
    parts: NDArray[np.int64]
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
    masks = np.array(pieces(game), np.int64)
    return Rules(
        piece_answers(game),
        masks,
        np.bitwise_count(masks[:, None] & ~masks[None, :]).astype(np.int64),
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
    parts = 0
    for row in range(begin, begin + count):
        for column in range(colour, end):
            answer = rules.answers[work.elements[row, column], line]
            if sizes[answer] == 0:
                seen[parts] = answer
                parts += 1
            sizes[answer] += unit
    return parts


@kernel
def split(
    rules: Rules,
    sizes: NDArray[np.int64],
    seen: NDArray[np.int64],
    subset: Set,
    used: int,
    query: int,
    rows: Set,
    parts: NDArray[np.int64],
) -> int:
    """Write the parts of a set to `rows`, one after the other, and their begins, ends and answers. Returns their number.

    `sizes`, by answer, is zero before and after; `seen` is scratch.
    """
    colours, colour, line = rules.weight.shape[0] - 1, query >> 8, query & 255
    end = colours if colour == used else colour + 1
    part_count, free = 0, 0
    for row in range(subset.shape[0]):
        for column in range(colour, end):
            answer = rules.answers[subset[row, column], line]
            if sizes[answer] == 0:
                seen[part_count] = answer
                part_count += 1
            sizes[answer] += 1
    for part in range(part_count):
        parts[part, 0], parts[part, 2] = free, seen[part]
        free += sizes[seen[part]]
        parts[part, 1], sizes[seen[part]] = free, parts[part, 0]
    for row in range(subset.shape[0]):
        for column in range(colour, end):
            answer = rules.answers[subset[row, column], line]
            to = sizes[answer]
            sizes[answer] += 1
            for other in range(subset.shape[1]):
                rows[to, other] = subset[row, other]
            rows[to, colour], rows[to, column] = subset[row, column], subset[row, colour]
    for part in range(part_count):
        sizes[seen[part]] = 0
    return part_count


@kernel
def _compare(
    measure: Measure,
    state: NDArray[np.int64],
    value: float,
    least: float,
    marks: tuple[int, int],
    best: tuple[int, int],
) -> int:
    """-1, 0 or 1 if a sum is less than another, equal or greater; 2 if unknown."""
    apart, scale = value - least, max(abs(value), abs(least))
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
        fields: int = 0
        for row in range(begin, begin + count):
            for column in range(colour, end):
                fields |= rules.masks[work.elements[row, column]]
        admitted[colour] = fields
        for field in range(numbers.shape[0] - 1):
            if fields >> field & 1:
                numbers[field] += colours - used if colour == used else 1


@kernel
def _follow(rules: Rules, measure: Measure, work: Work, mark: int) -> int:
    """Given query after a history; -1 for none, -2 if the history is missing."""
    index = np.searchsorted(measure.texts, mark)
    if index == measure.texts.shape[0] or measure.texts[index] != mark:
        return -2
    return int(measure.queries[index])


@kernel
def choose(
    rules: Rules, measure: Measure, work: Work, begin: int, count: int, used: int, used_lines: int, mark: int
) -> int:
    """Write the queries chosen to work.tied; `mark`: mark of the history. Returns their number, or -1 if unknown."""
    colours, diagonals = work.elements.shape[1], rules.answers.shape[1]
    asks = min(used + 1, colours)
    sizes, seen, numbers = work.sizes[0], work.seen, work.admitted[1]
    codes = count * rules.weight[used]
    wanted = -2
    if measure.kind == FIELDS:
        _admit(rules, work, begin, count, used)
    elif measure.kind == FOLLOW:
        wanted = _follow(rules, measure, work, mark)
    tied, least, best_first, best_second = 0, 0.0, 0, 0
    for number in range(asks * diagonals):
        colour, line = number // diagonals, number % diagonals
        if measure.tie == LEX_D:
            colour, line = number % asks, number // asks
        if used_lines >> line & 1:
            continue
        value, first_mark, second_mark, splits, parts = 0.0, 0, 0, False, 0
        if measure.kind == FIELDS:
            fields = work.admitted[0, colour] & rules.along[line]
            for field in range(numbers.shape[0] - 1):
                if fields >> field & 1:
                    splits |= numbers[field] > 1
                    value += measure.value[numbers[field]]
                    first_mark += measure.marks[numbers[field], 0]
                    second_mark += measure.marks[numbers[field], 1]
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
                    first_mark += measure.marks[size, 0]
                    second_mark += measure.marks[size, 1]
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
        first_mark, second_mark = first_mark % 2147483647, second_mark % 2147483629
        order = -1
        if tied > 0:
            order = _compare(measure, work.state, value, least, (first_mark, second_mark), (best_first, best_second))
        if order == 2:
            # parts of the best query are in row 1, parts of this one in row 0
            count_parts(rules, work, begin, count, used, work.tied[0] >> 8, work.tied[0] & 255)
            for answer in range(256):
                work.sizes[1, answer] = sizes[answer]
                sizes[answer] = 0
            count_parts(rules, work, begin, count, used, colour, line)
            return -1
        if order < 0:
            least, best_first, best_second, tied = value, first_mark, second_mark, 0
        if order <= 0 and (tied == 0 or measure.tie == MIX):
            work.tied[tied] = colour << 8 | line
            tied += 1
        if parts == codes and measure.tie != MIX:
            break  # no query is better, and equal ones come later
    if measure.kind == FOLLOW and tied == 0 and wanted != -1:
        work.tied[0], tied = -3, 1
    return tied


DONE, UNDECIDED, NO_ROOM = range(3)

# fields of an open set: first element, number of elements; colours and diagonals used, number of queries; node; probability
# under both primes
BEGIN, COUNT, USED, LINES, DEPTH, NODE, CHANCE = range(7)

# fields of a node: parent, mark of the history, query (-1: none), codes, cost, number of queries before; -1: a fault
PARENT, TEXT, ASKED, CODES, COST, LEVEL = range(6)


@dataclass(frozen=True, slots=True, eq=False)
class PlayResult:
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
            sum((queries + wrong) * codes[index] for (queries, wrong), codes in self.spent.items())
            for index in range(3)
        ]
        return int(sums[0]) % PRIMES[0], int(sums[1]) % PRIMES[1], float(sums[2])


def agrees(numerator: int, denominator: int, computed: tuple[int, int, float]) -> bool:
    """Whether a fraction in lowest terms has the residues found under both primes and the double found."""
    value = Fraction(numerator, denominator)
    if denominator < 1 or value.denominator != denominator or any(denominator % prime == 0 for prime in PRIMES):
        return False
    same = all(
        numerator * pow(denominator, -1, prime) % prime == residue
        for prime, residue in zip(PRIMES, computed[:2], strict=True)
    )
    return same and abs(float(value) - computed[2]) <= 1e-9 * abs(computed[2])


def play(
    game: Game,
    measure: Measure,
    alpha: Fraction | None = None,
    room: int = 1 << 22,
    start: tuple[NDArray[np.uint16], int, int, int] | None = None,
) -> PlayResult:
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
        np.zeros((256, 3), np.int64),
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
        sizes, best_sizes = ([int(size) for size in row if size] for row in work.sizes)
        work.sizes[:] = 0
        sign = -compare_entropies(alpha, sizes, best_sizes)
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
    return PlayResult(nodes, spent)


def text_marks(texts: bytes, count: int) -> NDArray[np.int64]:
    """Marks of texts, each ending in a line feed; int64, shape (count,); -1 beyond the last text."""
    marks = np.full(count, -1, np.int64)
    if texts.count(b"\n") == count:
        _text_kernel(np.frombuffer(texts, np.uint8), marks)
    return marks


@kernel
def _longer(mark: int, byte: int) -> int:
    """Mark of a text with one more byte: residues under both primes, packed together."""
    first, second = mark >> 31, mark & 0x7FFFFFFF
    first = (first * 1_150_911_683 + byte + 1) % 2147483647
    second = (second * 2_029_416_157 + byte + 1) % 2147483629
    return first << 31 | second


@kernel
def _text_kernel(texts: NDArray[np.uint8], marks: NDArray[np.int64]) -> None:
    mark, number = 0, 0
    for index in range(texts.shape[0]):
        if texts[index] == 10:
            marks[number] = mark
            mark = 0
            number += 1
        else:
            mark = _longer(mark, int(texts[index]))


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
    for position in range(8):
        if hits >> position & 1:
            if not first:
                mark = _longer(mark, 44)
            first = False
            mark = _longer(mark, 49 + position)
    return mark


@kernel
def _before(elements: NDArray[np.uint16], row: int, other_row: int) -> bool:
    """Whether a code precedes another: by its pieces, ascending, then by the piece of each colour."""
    colours = elements.shape[1]
    last_one = last_other = -1
    for _ in range(colours):
        next_one = next_other = 1 << 20
        for column in range(colours):
            piece: int = elements[row, column]
            if last_one < piece < next_one:
                next_one = piece
            piece = elements[other_row, column]
            if last_other < piece < next_other:
                next_other = piece
        if next_one != next_other:
            return bool(next_one < next_other)
        last_one, last_other = next_one, next_other
    for column in range(colours):
        if elements[row, column] != elements[other_row, column]:
            return bool(elements[row, column] < elements[other_row, column])
    return False


@kernel
def _wrong(rules: Rules, elements: Set, guess: int, code: int) -> int:
    wrong = 0
    for column in range(elements.shape[1]):
        wrong += rules.wrong[elements[guess, column], elements[code, column]]
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
            for column in range(used):
                elements[to, column] = elements[begin + row, column]
            for column in range(spare):
                elements[to, used + column] = elements[begin + row, used + rules.orders[spare, way, column]]
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
        for index in range(2):
            modulus = 2147483647 if index == 0 else 2147483629
            here[CHANCE + index] = here[CHANCE + index] * rules.inverse[tied, index] % modulus
        work.shares[at] /= tied
        nodes[node, ASKED] = work.tied[0]
        if work.tied[0] == -3:
            continue
        free = begin + count
        for number in range(tied):
            colour, line = work.tied[number] >> 8, work.tied[number] & 255
            now_used = used + 1 if colour == used else used
            if free + count * max(colours - used, 1) > elements.shape[0]:
                return NO_ROOM
            subset, rows = elements[begin : begin + count], elements[free:]
            for part in range(split(rules, sizes, seen, subset, used, work.tied[number], rows, work.parts)):
                size, answer = work.parts[part, 1] - work.parts[part, 0], work.parts[part, 2]
                if size * rules.weight[now_used] == 1:
                    _spend(work, depth + 1, 0, node, at)
                    continue
                if top >= at:
                    return NO_ROOM
                child = waiting[top]
                child[BEGIN], child[COUNT], child[USED] = free + work.parts[part, 0], size, now_used
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
            free += count * (colours - used if colour == used else 1)
    if measure.tie != MIX:
        for node in range(work.state[0] - 1, 0, -1):
            nodes[nodes[node, PARENT], COST] += nodes[node, COST]
    return DONE
