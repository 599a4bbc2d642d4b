"""The approximations H' and U of Beams by their definition: which colours a field has in the codes left, and no more.

A value of H' is known by 2 to the 60 times that power, a fraction, so that values are compared exactly.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import prod

from naive.beams import Analysis, Code, Ends, Lines, Query, added, codes, first, guess_ends, lines, split

from tafelwerk.families.beams.rules import Variant


@cache
def doubt(admissible: int) -> Fraction:
    """2^(60 h(1/n)) for up to six colours: 60 h(1/n) = 60 log2 n - 60 (n - 1)/n log2 (n - 1)."""
    n = admissible
    return Fraction(n**60, (n - 1) ** (60 * (n - 1) // n)) if n > 1 else Fraction(1)


@cache
def value(rule: str, numbers: tuple[int, ...]) -> Fraction:
    """What a query is worth, increasing with the value of the rule.

    Args:
        rule: h-prime or u.
        numbers: of each field of the diagonal on which the colour is admissible, how many colours are, ascending.
    """
    if rule == "h-prime":
        return prod(map(doubt, numbers), start=Fraction(1))
    return Fraction(len(numbers))


def values(
    rule: str, left: Sequence[Code], asked: Sequence[Query], colours: int, board: Lines
) -> dict[Query, Fraction]:
    """What each query is worth: unused diagonals that split the codes, colours asked for or the lowest other one."""
    admissible = [set(column) for column in zip(*left, strict=True)]
    seen, used_lines = {colour for colour, _ in asked}, {line for _, line in asked}
    unused = [colour for colour in range(colours) if colour not in seen]
    found = {}
    for colour in sorted(seen) + unused[:1]:
        for line in set(range(len(board))) - used_lines:
            if len(split(left, (colour, line), board)) > 1:
                numbers = sorted(len(admissible[field]) for field in board[line] if colour in admissible[field])
                found[colour, line] = value(rule, tuple(numbers))
    return found


def analyse(variant: Variant, rule: str, tie: str, board: Lines | None = None) -> Analysis:
    """A strategy played for every code.

    Args:
        variant: the variant.
        rule: h-prime or u.
        tie: lex-c or lex-d.
        board: the diagonals, if not those of the rules.
    """
    board = lines(variant.shape) if board is None else board

    def play(left: Sequence[Code], asked: tuple[Query, ...]) -> Ends:
        if len(left) == 1:
            return {(len(asked), 0): Fraction(1)}
        found = values(rule, left, asked, variant.colours, board)
        if not found:
            return guess_ends(left, len(asked))
        most = max(found.values())
        query = first((query for query, worth in found.items() if worth == most), tie)
        return added(end for part in split(left, query, board) for end in play(part, (*asked, query)).items())

    return Analysis(play(codes(variant), ()))
