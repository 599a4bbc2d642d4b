"""Beams with a codemaker who chooses, by its definition: costs of every strategy, and the least mean against any chances."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from naive.beams import Code, Lines, split, wrong_fields

Costs = tuple[int, ...]
"""Cost of each code of a set, in the order of the set."""


def _queries(left: Sequence[Code], unused: frozenset[int], board: Lines) -> list[tuple[int, list[list[Code]]]]:
    """Diagonals and parts of the queries that split a set."""
    colours = 1 + max(map(max, left))
    asked = [(line, split(left, (colour, line), board)) for line in sorted(unused) for colour in range(colours)]
    return [(line, parts) for line, parts in asked if len(parts) > 1]


def every_strategy(left: Sequence[Code], board: Lines) -> set[Costs]:
    """Costs of all strategies, without those that cost no less than another for every code."""

    @cache
    def play(codes: tuple[Code, ...], unused: frozenset[int]) -> frozenset[Costs]:
        if len(codes) == 1:
            return frozenset([(0,)])
        found: set[Costs] = set()
        queries = _queries(codes, unused, board)
        for line, parts in queries:
            for below in product(*(play(tuple(part), unused - {line}) for part in parts)):
                cost = {
                    code: 1 + c
                    for part, costs in zip(parts, below, strict=True)
                    for code, c in zip(part, costs, strict=True)
                }
                found.add(tuple(cost[code] for code in codes))
        if not queries:
            found = {tuple(wrong_fields(guess, code) for code in codes) for guess in codes}
        return frozenset(one for one in found if not any(_below(other, one) for other in found))

    return set(play(tuple(left), frozenset(range(len(board)))))


def _below(one: Costs, other: Costs) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def least_cost(chances: Mapping[Code, Fraction], board: Lines, fillings: Sequence[Code] = ()) -> Fraction:
    """The least mean of all strategies against chances of the codes; one of the fillings, if any, may be laid at any set."""

    @cache
    def play(codes: tuple[Code, ...], unused: frozenset[int]) -> Fraction:
        if len(codes) == 1:
            return Fraction(0)
        weight = sum((chances[code] for code in codes), Fraction(0))
        costs = [
            weight + sum(play(tuple(part), unused - {line}) for part in parts)
            for line, parts in _queries(codes, unused, board)
        ]
        guesses = fillings or (() if costs else codes)
        costs += [sum((chances[code] * wrong_fields(guess, code) for code in codes), Fraction(0)) for guess in guesses]
        return min(costs)

    return play(tuple(chances), frozenset(range(len(board))))


def least_within(left: Sequence[Code], board: Lines) -> Iterator[int | None]:
    """The least total of the strategies with at most 0, 1, 2, ... queries for any code; None where there is none."""

    @cache
    def play(codes: tuple[Code, ...], unused: frozenset[int], depth: int) -> int | None:
        """The least total with at most this many queries; None if there is no such strategy."""
        if len(codes) == 1:
            return 0
        queries = _queries(codes, unused, board)
        if not queries:
            return min(sum(wrong_fields(guess, code) for code in codes) for guess in codes)
        found = []
        for line, parts in queries if depth else []:
            below = [play(tuple(part), unused - {line}, depth - 1) for part in parts]
            if None not in below:
                found.append(len(codes) + sum(one for one in below if one is not None))
        return min(found, default=None)

    for depth in range(len(board) + 1):
        yield play(tuple(left), frozenset(range(len(board))), depth)


def most_within(left: Sequence[Code], board: Lines, within: int) -> tuple[int, int]:
    """The fewest codes that a strategy does not find within some queries and without a wrong field, and its least total then."""

    @cache
    def play(codes: tuple[Code, ...], unused: frozenset[int], asked: int) -> tuple[int, int]:
        if len(codes) == 1:
            return int(asked > within), 0
        queries = _queries(codes, unused, board)
        if not queries:
            wrong = min(sum(wrong_fields(guess, code) for code in codes) for guess in codes)
            return len(codes) - (asked <= within), wrong
        ways = []
        for line, parts in queries:
            late, total = zip(*(play(tuple(part), unused - {line}, asked + 1) for part in parts), strict=True)
            ways.append((sum(late), len(codes) + sum(total)))
        return min(ways)

    return play(tuple(left), frozenset(range(len(board))), 0)


def least_depth(left: Sequence[Code], board: Lines) -> tuple[int, int]:
    """The least greatest number of queries of a strategy, and the least total of those that have it."""
    return next((depth, total) for depth, total in enumerate(least_within(left, board)) if total is not None)
