"""MIX: at every node one of the queries of greatest Renyi entropy, all with the same chance; exact over all choices.

At a set of codes MIX takes the queries whose answers have exactly the greatest entropy H_alpha; if some of these name a
code still left, it takes only those; and it asks one of the rest by lot. A lone code is named.

How it is exact. A chance to be left with a set after d queries is a product of d factors 1 / ties, summed over ways; so
all of them are whole multiples of 1 / (L_0 L_1 ... L_(d-1)), where L_i is the least common multiple of the numbers of ties
after i queries. They are carried as these whole numbers, of any length, from the first query on: nothing is rounded.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.4 and 4.3.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.mix_states import Ply, enumerate_mix
from tafelwerk.solvers.deduction.problem import SearchProblem, check_named, chosen_codes

MOST_STATES = 5_000_000
"""Sets of codes that are kept unless more are asked for; a set takes some 100 bytes."""


@dataclass(frozen=True, slots=True)
class MixPlay:
    """What MIX does on average over its choices.

    Attributes:
        total: expected number of queries, summed over the codes.
        histogram: entry d: expected number of codes found with d queries; sums to the number of codes.
        states: sets of codes that were looked at, those after equally many queries being told apart up to symmetry.
    """

    total: Fraction
    histogram: tuple[Fraction, ...]
    states: int


def mix_play(
    problem: SearchProblem,
    alpha: Alpha,
    *,
    codes: Sequence[int] | NDArray[np.int32] | None = None,
    most_states: int = MOST_STATES,
) -> MixPlay:
    """The exact average of MIX under H_alpha, over codes and choices.

    Args:
        problem: the search problem.
        alpha: order of the entropy; None is infinity.
        codes: the codes left, if not all; symmetries are then not used.
        most_states: sets of codes at which to give up.

    Raises:
        InputError: codes are not distinct codes of the problem, or one of them can never be found; alpha is negative or
            too great; there are more than `most_states` sets.
    """
    left = chosen_codes(problem, codes)
    if most_states < 1:
        raise InputError(f"most_states: {most_states} must be at least 1")
    check_named(problem, left)
    return _mix_play(problem, alpha, left, most_states)


def _mix_play(problem: SearchProblem, alpha: Alpha, codes: NDArray[np.int32], most_states: int) -> MixPlay:
    if len(codes) == 1:
        found = [Fraction(0), Fraction(1)] if problem.solved >= 0 else [Fraction(1)]
        states = 1
    else:
        plies = enumerate_mix(problem, codes, alpha, most_states)
        found = _found(plies)
        states = sum(len(ply.ties) for ply in plies)
    total = sum((queries * count for queries, count in enumerate(found)), Fraction(0))
    return MixPlay(total, tuple(found), states)


def _found(plies: list[Ply]) -> list[Fraction]:
    """How many codes are found with each number of queries, on average."""
    found = [Fraction(0)] * (len(plies) + 3)
    chances, denominator = [1], 1
    for asked, ply in enumerate(plies):
        # in lowest terms the denominators stay far shorter
        common = np.gcd(ply.ties, np.gcd.reduce(ply.found, axis=1))
        steps = np.diff(ply.first)
        leads = steps > 0
        if leads.any():
            common[leads] = np.gcd(common[leads], np.gcd.reduceat(ply.weight, ply.first[:-1][leads]))
        ties = (ply.ties // common).tolist()
        multiple = lcm(*set(ties))
        denominator *= multiple
        shares = [chance * (multiple // tied) for chance, tied in zip(chances, ties, strict=True)]
        for later, counts in enumerate((ply.found // common[:, None]).T.tolist(), start=1):
            count = sum(share * c for share, c in zip(shares, counts, strict=True) if c)
            found[asked + later] += Fraction(count, denominator)
        source = np.repeat(np.arange(len(ties)), steps)
        weights = (ply.weight // common[source]).tolist()
        chances = [0] * (int(ply.child.max()) + 1 if len(ply.child) else 0)
        for child, share, weight in zip(ply.child.tolist(), source.tolist(), weights, strict=True):
            chances[child] += shares[share] * weight
    while not found[-1]:
        found.pop()
    return found
