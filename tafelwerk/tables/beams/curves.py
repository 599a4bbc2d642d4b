"""Which orders of entropy a curve has."""

from fractions import Fraction

from tafelwerk.errors import InputError

CURVE = (Fraction(0), Fraction(4), Fraction(1, 10))
"""Orders of a curve unless said otherwise: the first, the last, and the step between them; as in figure 4.12."""

CURVE_NEAR_ONE = (Fraction(4, 5), Fraction(6, 5), Fraction(1, 50))
"""Orders of the same curve where the mean is least."""

CURVE_FAR = (Fraction(9, 2), Fraction(5), Fraction(11, 2), Fraction(6), None)
"""The last orders of the same curve."""

MOST_POINTS = 2000
"""Points of a curve, at most."""


def curve_orders(
    first: Fraction | None = None, last: Fraction | None = None, step: Fraction | None = None
) -> tuple[Fraction | None, ...]:
    """The orders of a curve, ascending; None is infinity.

    Args:
        first: the first order.
        last: no order is above it.
        step: from one order to the next; where none of the three is given, steps of 0.1 to 4, finer near 1, then some larger
            orders and infinity.

    Raises:
        InputError: a negative order, no step forwards, no point or too many.
    """
    if first is None and last is None and step is None:
        finite = {*_steps(*CURVE), *_steps(*CURVE_NEAR_ONE)}
        return (*sorted(finite), *CURVE_FAR)
    begin, end, by = (
        given if given is not None else usual for given, usual in zip((first, last, step), CURVE, strict=True)
    )
    if begin < 0:
        raise InputError(f"--from must be 0 or more, not {begin}")
    if end < begin:
        raise InputError(f"--to must not be below --from, {begin}: {end} is")
    if by <= 0 or (end - begin) / by >= MOST_POINTS:
        raise InputError(f"--step must be above 0 and make {MOST_POINTS:,} points at most, not {by}")
    return _steps(begin, end, by)


def _steps(first: Fraction, last: Fraction, step: Fraction) -> tuple[Fraction, ...]:
    return tuple(first + step * place for place in range((last - first) // step + 1))
