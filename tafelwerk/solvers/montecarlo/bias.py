"""MC(inf) and random play with biased playouts in subtraction games.

The kinds of bias are described in `families.montecarlo.rules.biases`. A candidate that is the only legal one is taken with
certainty. Overshooting moves, where legal, are candidates like any other.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 3.
"""

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules.biases import Bias, Cyclic, Informed, Weighted, growth
from tafelwerk.solvers.montecarlo.heap_play import HALF, MoveChances, first_values, heap_choices, uniform
from tafelwerk.solvers.montecarlo.subtraction import check_heap, check_moves, check_overshoot

MOST_BITS = 2**28
"""Most bits that the fractions of all heaps may take together (32 MiB)."""


def bad_moves(moves: Sequence[int], bias: Bias, limit: int, overshoot: str = "wins") -> list[tuple[int, fmpq]]:
    """The won heaps up to limit at which best candidates of MC(inf) with biased playouts lose, and the share of these candidates
    that lose. Exact.

    Args:
        moves: numbers that may be taken.
        bias: bias of the playouts.
        limit: largest heap.
        overshoot: "wins", "loses" or "illegal".

    Raises:
        InputError: an argument is invalid, or the numbers grow too large.
    """
    chances = playout_chances(moves, bias)
    found = (
        (c.heap, c.losing_share()) for c in heap_choices(moves, overshoot, limit, chances, cycle_of(bias)) if c.won
    )
    return [(heap, share) for heap, share in found if share > 0]


def win_chances(moves: Sequence[int], bias: Bias, limit: int, overshoot: str = "wins") -> list[fmpq]:
    """Winning chance of the player to move under biased playouts, at heaps 1 to limit. Exact.

    Args:
        moves, bias, limit, overshoot: see `bad_moves`.

    Raises:
        InputError: an argument is invalid, or the fractions would take more than MOST_BITS.
    """
    checked, rule = check_moves(moves), check_overshoot(overshoot)
    if check_heap(limit, checked) ** 2 / (2 * checked[0]) * growth(bias) > MOST_BITS:
        raise InputError(
            f"limit: the fractions up to heap {limit:,} take more than {MOST_BITS:,} bits; choose a smaller limit"
        )
    values = first_values(checked, rule, limit, playout_chances(moves, bias))
    return [HALF + values[heap] for heap in range(1, limit + 1)]


def cycle_of(bias: Bias) -> int:
    """Modulus of the heap on which the playouts' chances depend, besides on which candidates win."""
    return len(bias.chances) if isinstance(bias, Cyclic) else 1


def playout_chances(moves: Sequence[int], bias: Bias) -> MoveChances:
    """The playouts of a bias in the form that heap_choices takes.

    Raises:
        InputError: the bias does not fit the moves.
    """
    checked = check_moves(moves)
    match bias:
        case Weighted(weights):
            return _weighted(checked, weights)
        case Informed(epsilon):
            return _informed(epsilon)
        case Cyclic(chances):
            return _cyclic(checked, chances)


def _exactly(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _weighted(moves: tuple[int, ...], weights: tuple[Fraction, ...]) -> MoveChances:
    if len(weights) != len(moves) or min(weights) < 0 or sum(weights) != 1:
        raise InputError(f"weights: {len(weights)} must be {len(moves)}, one per move, none below 0, with the sum 1")
    by_move = {move: _exactly(weight) for move, weight in zip(moves, weights, strict=True)}

    def chances(candidates: Sequence[int], wins: Sequence[bool], heap: int) -> Sequence[fmpq]:
        row = [by_move[move] for move in candidates]
        total = sum(row, fmpq(0))
        return [weight / total for weight in row] if total else uniform(candidates, wins, heap)

    return chances


def _informed(epsilon: Fraction) -> MoveChances:
    if not -1 <= epsilon <= 1:
        raise InputError(f"epsilon: {epsilon} must be from -1 to 1")
    more, less = (_exactly(1 + sign * epsilon) / 2 for sign in (1, -1))

    def chances(candidates: Sequence[int], wins: Sequence[bool], heap: int) -> Sequence[fmpq]:
        winning = sum(wins)
        if winning in (0, len(wins)):
            return uniform(candidates, wins, heap)
        return [more / winning if win else less / (len(wins) - winning) for win in wins]

    return chances


def _cyclic(moves: tuple[int, ...], firsts: tuple[Fraction, ...]) -> MoveChances:
    if len(moves) != 2 or not firsts or not all(0 <= first <= 1 for first in firsts):
        raise InputError(f"chances: {len(firsts)} must be one or more from 0 to 1, for two moves, not {len(moves)}")
    rows = [[_exactly(first), _exactly(1 - first)] for first in firsts]

    def chances(candidates: Sequence[int], wins: Sequence[bool], heap: int) -> Sequence[fmpq]:
        return rows[heap % len(rows)] if len(candidates) == 2 else uniform(candidates, wins, heap)

    return chances
