"""Orders of Renyi entropies and their limits, in plain Python: known before anything is compiled."""

from fractions import Fraction
from math import log2

from tafelwerk.errors import InputError

Alpha = Fraction | None
"""The order of an entropy; None is infinity."""

MOST_CODES = 1 << 20
"""Codes of the largest set, so that sums of limbs stay within 63 bits."""

RANGE_BITS = 2000
"""Bits between the least weight and the greatest, which doubles can hold."""


def check_order(alpha: Alpha, n_max: int) -> None:
    """Refuse an order of entropy that is not computed for sets of up to n_max codes.

    Raises:
        InputError: alpha is negative or n_max^alpha above 2^2000, or n_max is not from 1 to 2^20.
    """
    if not 1 <= n_max <= MOST_CODES:
        raise InputError(f"n_max: {n_max} must be from 1 to {MOST_CODES}")
    if alpha is not None and alpha < 0:
        raise InputError(f"alpha: {alpha} must be 0 or more")
    if alpha is not None and n_max > 1:
        most = int(RANGE_BITS / log2(n_max))
        if alpha > most:
            raise InputError(f"an order of entropy is at most {most} for sets of {n_max} codes, or inf, not {alpha}")
