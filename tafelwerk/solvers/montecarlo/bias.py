"""MC(inf) with biased playouts in subtraction games.

Static bias: with two moves a < b, playouts take a with chance (1 - e)/2 and b with (1 + e)/2. Informed bias: from a
heap that is won under perfect play, with moves that win and moves that lose, playouts take a winning move with chance
(1 + e)/2, shared evenly among them, a losing one with (1 - e)/2; from all other heaps moves are equally likely. Under
either bias a candidate that is the only legal one is taken with certainty; overshooting moves, where they are moves,
count like others.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 3.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, get_args

from flint import fmpq

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.heap_play import MoveChances, heap_choices, uniform
from tafelwerk.solvers.montecarlo.subtraction import check_moves

Kind = Literal["static", "informed"]


def bad_moves(
    moves: Sequence[int], kind: str, epsilon: fmpq | Fraction | int, limit: int, overshoot: str = "wins"
) -> list[tuple[int, fmpq]]:
    """The won heaps up to limit at which best candidates of the biased MC(inf) lose, and the share of them that does.
    Exact.

    Args:
        moves: the move set; two moves for the static bias.
        kind: "static" or "informed".
        epsilon: the bias, from -1 to 1; 0 is the plain agent.
        limit: the largest heap.
        overshoot: "wins", "loses" or "illegal".

    Raises:
        InputError: an argument cannot be, or the numbers grow too large.
    """
    chances = playout_chances(moves, kind, epsilon)
    found = ((c.heap, c.losing_share()) for c in heap_choices(moves, overshoot, limit, chances) if c.won)
    return [(heap, share) for heap, share in found if share > 0]


def playout_chances(moves: Sequence[int], kind: str, epsilon: fmpq | Fraction | int) -> MoveChances:
    """The playouts of a bias, as heap_choices wants them.

    Raises:
        InputError: an argument cannot be.
    """
    checked = check_moves(moves)
    if kind not in get_args(Kind):
        raise InputError(f"kind: {kind!r} is no bias; it may be static or informed")
    e = fmpq(epsilon.numerator, epsilon.denominator) if isinstance(epsilon, Fraction) else fmpq(epsilon)
    if not -1 <= e <= 1:
        raise InputError(f"epsilon: {e} must be from -1 to 1")
    if kind == "static" and len(checked) != 2:
        raise InputError(f"moves: the static bias is between two moves, not {len(checked)}; the informed one takes any")
    more, less = (1 + e) / 2, (1 - e) / 2

    def static(candidates: Sequence[int], wins: Sequence[bool]) -> Sequence[fmpq]:
        return [less, more] if len(candidates) == 2 else uniform(candidates, wins)

    def informed(candidates: Sequence[int], wins: Sequence[bool]) -> Sequence[fmpq]:
        winning = sum(wins)
        if winning in (0, len(wins)):
            return uniform(candidates, wins)
        return [more / winning if win else less / (len(wins) - winning) for win in wins]

    return static if kind == "static" else informed
