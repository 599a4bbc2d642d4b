"""Beams by its rules: a code is the colour of each field, every colouring, query and answer is tried, nothing is shared.

A query is a pair (colour, diagonal), an answer the set of fields hit, a beam a query with its answer; all numbers are from 0.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import prod

import numpy as np
from naive.strategies import disorder
from numpy.typing import NDArray

from tafelwerk.families.beams.rules import Hexagon, Shape, Square, Variant

Cell = tuple[int, int]
Code = tuple[int, ...]
Lines = Sequence[Sequence[int]]
Query = tuple[int, int]
Beam = tuple[int, int, frozenset[int]]
Pattern = tuple[frozenset[int], ...]


def cells(side: Shape) -> list[Cell]:
    """Axial pairs (q, r) at most side - 1 steps from the centre, without it, row by row; of squares (column, row)."""
    if isinstance(side, Square):
        return [(x, y) for y in range(side.rows) for x in range(side.columns)]
    if isinstance(side, Hexagon):
        a, b, c = side.sides
        spans = [range(max(0, c - 1 - r), min(a + c - 1, a + b + c - 2 - r)) for r in range(b + c - 1)]
        return [(q, r) for r, span in enumerate(spans) for q in span]
    near = [(q, r) for r in range(-side, side + 1) for q in range(-side, side + 1) if steps((q, r), (0, 0)) < side]
    return [cell for cell in near if cell != (0, 0)]


def touch(side: Shape, a: Cell, b: Cell) -> bool:
    """Whether two cells are neighbours."""
    if isinstance(side, Square):
        across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
        return max(across, down) == 1 if side.corners else across + down == 1
    return steps(a, b) == 1


def steps(a: Cell, b: Cell) -> int:
    """How far two cells are apart: in cubic coordinates q, r, s with q + r + s = 0, half the sum of the differences."""
    q, r = a[0] - b[0], a[1] - b[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def lines(side: Shape) -> list[list[int]]:
    """The fields of each diagonal, from the one with the smallest number: r constant, then q, then s = -q - r.

    Of squares those of each window: rows from the left, columns from the top, rows from the right, columns from below; or rows,
    columns, x - y, x + y."""
    if isinstance(side, Square):
        field = {cell: number for number, cell in enumerate(cells(side))}
        if side.windows == "sides":
            rows = [[field[x, y] for x in range(side.columns)] for y in range(side.rows)]
            columns = [[field[x, y] for y in range(side.rows)] for x in range(side.columns)]
            return [*rows, *columns, *([*reversed(row)] for row in rows), *([*reversed(column)] for column in columns)]
        keys = [
            {cell: value for cell in field for value in [key(*cell)]}
            for key in (lambda x, y: y, lambda x, y: x, lambda x, y: x - y, lambda x, y: x + y)
        ]
        return [[field[c] for c in field if key[c] == value] for key in keys for value in sorted(set(key.values()))]
    cubic = [{"r": r, "q": q, "s": -q - r} for q, r in cells(side)]
    return [
        [field for field, at in enumerate(cubic) if at[coordinate] == value]
        for coordinate in ("r", "q", "s")
        for value in sorted({cell[coordinate] for cell in cubic})
    ]


def hangs_together(side: Shape, fields: Iterable[int]) -> bool:
    """Whether one can go from any of the fields to any other of them, never leaving them."""
    board, missing = cells(side), set(fields)
    border = [missing.pop()]
    while border:
        cell = board[border.pop()]
        near = {field for field in missing if touch(side, board[field], cell)}
        missing -= near
        border += near
    return not missing


def on_edge(side: int, fields: Iterable[int]) -> bool:
    """Whether one of the fields lies on the edge of the board."""
    return any(steps(cells(side)[field], (0, 0)) == side - 1 for field in fields)


def connected_sets(side: Shape, size: int) -> set[frozenset[int]]:
    """All sets of that many fields that hang together, grown field by field."""
    board = cells(side)
    near = [{j for j, other in enumerate(board) if touch(side, cell, other)} for cell in board]
    found = {frozenset([field]) for field in range(len(board))}
    for _ in range(size - 1):
        found = {old | {new} for old in found for field in old for new in near[field] - old}
    return found


@cache
def pieces(variant: Variant) -> list[frozenset[int]]:
    """All sets of fields that may have one colour: by lowest field, then by the number whose bits they are."""
    found = connected_sets(variant.shape, variant.size)
    return sorted(
        (piece for piece in found if not variant.to_edge or on_edge(variant.shape, piece)),
        key=lambda piece: (min(piece), sum(1 << field for field in piece)),
    )


@cache
def patterns(variant: Variant) -> list[Pattern]:
    """All ways to cut the board into pieces, in lexicographic order of the pieces."""
    every = pieces(variant)

    def cover(empty: frozenset[int]) -> Iterator[Pattern]:
        if not empty:
            yield ()
            return
        for piece in every:
            if min(piece) == min(empty) and piece <= empty:
                for rest in cover(empty - piece):
                    yield piece, *rest

    return list(cover(frozenset(range(len(cells(variant.shape))))))


@cache
def codes(variant: Variant) -> list[Code]:
    """All codes: by pattern, then by which piece of it each colour has."""
    found = []
    for pattern in patterns(variant):
        for places in permutations(range(variant.colours)):
            colour_of = {field: colour for colour, place in enumerate(places) for field in pattern[place]}
            found.append(tuple(colour_of[field] for field in range(len(colour_of))))
    return found


def answer(code: Code, colour: int, line: Iterable[int]) -> frozenset[int]:
    """The fields of the line that have the colour."""
    return frozenset(field for field in line if code[field] == colour)


def left_of(variant: Variant, history: Iterable[tuple[int, int, int]]) -> list[Code]:
    """The codes that agree with beams whose hits are bits along the diagonal."""
    board = lines(variant.shape)
    beams = [(c, d, frozenset(f for bit, f in enumerate(board[d]) if hits >> bit & 1)) for c, d, hits in history]
    return left_over(codes(variant), board, beams)


def left_over(among: Iterable[Code], board: Lines, history: Iterable[Beam]) -> list[Code]:
    """The codes that answer every query as the history says."""
    history = list(history)
    return [code for code in among if all(answer(code, c, board[d]) == hits for c, d, hits in history)]


def elements(variant: Variant, history: Sequence[tuple[int, int, int]]) -> list[tuple[int, ...]]:
    """The elements of the codes that agree with beams."""
    return elements_of(variant, left_of(variant, history), sorted({colour for colour, _, _ in history}))


def elements_of(variant: Variant, left: Iterable[Code], asked: Sequence[int]) -> list[tuple[int, ...]]:
    """Codes up to the colours never asked for: pieces of the colours asked for, ascending, then the others'.

    By pattern, then by the pieces.
    """
    number = {piece: place for place, piece in enumerate(pieces(variant))}
    others = [colour for colour in range(variant.colours) if colour not in asked]
    found = set()
    for code in left:
        owned = [number[frozenset(f for f, c in enumerate(code) if c == colour)] for colour in range(variant.colours)]
        found.add((*(owned[colour] for colour in asked), *sorted(owned[colour] for colour in others)))
    return sorted(found, key=lambda row: (sorted(row), row))


def split(left: Iterable[Code], query: Query, board: Lines) -> list[list[Code]]:
    """Codes by their answer to a query."""
    parts: dict[tuple[int, ...], list[Code]] = {}
    colour, line = query[0], board[query[1]]
    for code in left:
        parts.setdefault(tuple([field for field in line if code[field] == colour]), []).append(code)
    return list(parts.values())


def splits(left: Sequence[Code], asked: Sequence[Query], colours: int, board: Lines) -> dict[Query, list[list[Code]]]:
    """What may be asked next, and how it parts the codes: unused diagonals, colours asked for or the lowest other one."""
    seen = {colour for colour, _ in asked}
    unused = [colour for colour in range(colours) if colour not in seen]
    used_lines = {line for _, line in asked}
    found = {}
    for colour in sorted(seen) + unused[:1]:
        for line in range(len(board)):
            if line not in used_lines:
                parts = split(left, (colour, line), board)
                if len(parts) > 1:
                    found[colour, line] = parts
    return found


def best(
    parts: Mapping[Query, list[list[Code]]], measure: Fraction | str | None, left: Sequence[Code], board: Lines
) -> list[Query]:
    """The queries of greatest entropy, or best by H' or U, by colour, then diagonal."""
    if isinstance(measure, str):
        worth = worths(measure, left, parts, board)
        return sorted(query for query in parts if worth[query] == max(worth.values()))
    keys = {query: disorder(map(len, parted), measure) for query, parted in parts.items()}
    least = min(keys.values())  # type: ignore[type-var]
    return sorted(query for query, key in keys.items() if key == least)


def first(tied: Iterable[Query], tie: str) -> Query:
    """The first of tied queries, by lex-c or lex-d."""
    return min(tied, key={"lex-c": lambda query: query, "lex-d": lambda query: query[::-1]}[tie])


def wrong_fields(guess: Code, code: Code) -> int:
    """Fields whose colour is guessed wrong."""
    return sum(mine != other for mine, other in zip(guess, code, strict=True))


def guess(left: Sequence[Code]) -> Code:
    """The code of those left with the fewest wrong fields over all of them, the first of several."""
    wrong = wrong_counts(left, 1 + max(left[0]))
    return min(left, key=lambda mine: sum(row[colour] for row, colour in zip(wrong, mine, strict=True)))


def wrong_counts(left: Sequence[Code], colours: int) -> list[list[int]]:
    """By field, the codes left in which it has another colour than each."""
    return [[sum(code[field] != c for code in left) for c in range(colours)] for field in range(len(left[0]))]


def least_wrong(variant: Variant, left: Sequence[Code]) -> int:
    """Wrong fields, summed over the codes left, of the best filling with that many fields of each colour as a piece has."""
    ways = fillings(variant)
    wrong = np.array(wrong_counts(left, variant.colours))
    return int(wrong[np.arange(ways.shape[1]), ways].sum(axis=1).min())


@cache
def fillings(variant: Variant) -> NDArray[np.int64]:
    """All ways to give each colour that many fields as a piece has: a row of colours each."""

    def rest(counts: tuple[int, ...]) -> Iterator[Code]:
        if not any(counts):
            yield ()
        for colour, count in enumerate(counts):
            if count:
                for others in rest((*counts[:colour], count - 1, *counts[colour + 1 :])):
                    yield colour, *others

    return np.array(list(rest((variant.size,) * variant.colours)))


@cache
def doubt(admissible: int) -> Fraction:
    """2^(60 h(1/n)) for up to six colours: 60 h(1/n) = 60 log2 n - 60 (n - 1)/n log2 (n - 1)."""
    n = admissible
    return Fraction(n**60, (n - 1) ** (60 * (n - 1) // n)) if n > 1 else Fraction(1)


@cache
def doubts(rule: str, numbers: tuple[int, ...]) -> Fraction:
    """What a query is worth by H' or U; of H' it is 2 to the 60 times its value, so that values are compared exactly.

    Args:
        rule: h-prime or u.
        numbers: of each field of the diagonal on which the colour is admissible, how many colours are, ascending.
    """
    return prod(map(doubt, numbers), start=Fraction(1)) if rule == "h-prime" else Fraction(len(numbers))


def worths(rule: str, left: Sequence[Code], queries: Iterable[Query], board: Lines) -> dict[Query, Fraction]:
    """What each query is worth by H' or U: which colours a field has in the codes left, and no more."""
    admissible = [set(column) for column in zip(*left, strict=True)]
    return {
        (colour, line): doubts(
            rule, tuple(sorted(len(field) for at in board[line] if colour in (field := admissible[at])))
        )
        for colour, line in queries
    }


def early_total(variant: Variant, alpha: Fraction | None, tie: str) -> int:
    """What an entropy strategy costs in all where a filling is laid wherever that costs less than going on."""
    board = lines(variant.shape)

    def play(left: Sequence[Code], asked: tuple[Query, ...]) -> int:
        if len(left) == 1:
            return 0
        parts, stop = splits(left, asked, variant.colours, board), least_wrong(variant, left)
        if not parts:
            return stop
        query = first(best(parts, alpha, left, board), tie)
        return min(stop, len(left) + sum(play(part, (*asked, query)) for part in parts[query]))

    return play(codes(variant), ())
