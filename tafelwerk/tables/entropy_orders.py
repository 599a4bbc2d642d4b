"""Orders of entropies as they are written: h0, h0.5, h1, h4/3, hinf."""

import re
from fractions import Fraction

from tafelwerk.errors import InputError, quoted

_ORDER = re.compile(r"h(\d{1,18}(\.\d{1,18})?|\d{1,18}/0*[1-9]\d{0,17})", re.ASCII)
_PLACES = 18


def order_name(alpha: Fraction | None) -> str:
    """The word for the strategy of greatest Rényi entropy of this order (None: infinity): the shortest decimal, or a
    fraction."""
    if alpha is None:
        return "hinf"
    rest, twos, fives = alpha.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest != 1 or places > _PLACES:
        return f"h{alpha}"
    digits = str(alpha.numerator * 10**places // alpha.denominator).rjust(places + 1, "0")
    return f"h{digits}" if not places else f"h{digits[:-places]}.{digits[-places:]}"


def read_order(word: str) -> Fraction | None:
    """The order that a strategy's word names, exactly; None: infinity.

    Raises:
        InputError: it names none.
    """
    if word == "hinf":
        return None
    if not _ORDER.fullmatch(word):
        raise InputError(
            f"--strategy must be optimal, or h and a number from 0 on, such as h0, h0.5, h1, h4/3, hinf "
            f"(digits, one point or slash, 18 places at most), not {quoted(word)}"
        )
    return Fraction(word[1:])
