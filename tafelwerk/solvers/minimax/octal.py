"""Octal games by their codes: Kayles is 0.77 (take one token or two next to each other, so that the row may fall in two),
Dawson's Kayles 0.07, Dawson's chess 0.137, Treblecross 0.007."""

from tafelwerk.errors import InputError, quoted
from tafelwerk.solvers.minimax.heaps import MOST_TAKEN, HeapGame
from tafelwerk.solvers.minimax.periods import SolvedHeaps, solve_heaps

HEAPS = 200_000
"""Heaps within which `octal` looks for a period unless told otherwise; enough for 0.127."""


def octal_game(code: str) -> HeapGame:
    """The game of a code such as "0.77", ".137" or "4.007". Zeros at the end say nothing and are left out of its name.

    Raises:
        InputError: the code is not d_0 . d_1 d_2 ... with digits 0 to 7, is too long, has no move, or begins with a
            digit other than 0 and 4.
    """
    if not isinstance(code, str):
        raise InputError(f"code: {quoted(code)} is no text; a code looks like 0.77 or 4.007")
    if len(code) > MOST_TAKEN + 2:
        raise InputError(f"code: it has {len(code)} signs; after the point it may have {MOST_TAKEN} digits")
    whole, _, rest = code.strip().partition(".")
    for sign in whole + rest:
        if sign not in "01234567":
            raise InputError(
                f"code: {sign!r} in {quoted(code)} is no octal digit; a code looks like 0.77 or 4.007, its digits are 0 to 7"
            )
    if len(whole) > 1 or not whole + rest:
        raise InputError(f"code: {quoted(code)} must have one digit before the point, 0 or 4, as in 0.77 or 4.007")
    if whole not in ("", "0", "4"):
        raise InputError(
            f"code: {quoted(code)} begins with {whole}; a move that takes nothing can only break a heap in two: it may be 0 or 4"
        )
    digits = tuple(int(sign) for sign in ((whole or "0") + rest).rstrip("0"))
    if not digits:
        raise InputError(f"code: {quoted(code)} has no digit but 0, so nobody could ever move; a code looks like 0.77")
    return HeapGame(f"octal {octal_code(digits)}", digits)


def octal_code(digits: tuple[int, ...]) -> str:
    """The code of digits d_0, d_1, ..., with at least one digit after the point."""
    return f"{digits[0]}." + ("".join(map(str, digits[1:])) or "0")


def octal(code: str, heaps: int = HEAPS) -> SolvedHeaps:
    """Grundy values of a code's heaps as far as they are needed to prove their period, at most up to `heaps`.

    The period is that of the least length, its last exception exact: (12, 70) for Kayles, (34, 52) for Dawson's Kayles,
    (4, 46577) for 0.127. Where none can be proved within the limit, nothing is claimed.

    Raises:
        InputError: the code or the heap cannot be, or a value does not fit into 16 bits.
    """
    return solve_heaps(octal_game(code), heaps)
