"""Numbers on the command line, each within bounds: one check and one wording for options, arguments and words of a list.

An option of type `int` or `float` gives its bounds by typer's `min=` and `max=`, so that --help shows them; values within text
(`--moves 1,2`, `--epsilon 1/3`) are parsed by `whole` and `fraction`. Every number that may be a fraction may be a decimal:
`exact` reads both.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from tafelwerk.errors import InputError, in_quotes

N = TypeVar("N", int, float)

LARGEST_SEED = 2**63 - 1
"""Largest seed of a command that sets no limit of its own."""

LONGEST_NUMBER = 40
"""Greatest length of a number as text."""

_WHOLE = re.compile(r"[+-]?[0-9]+", re.ASCII)
_RANGE = re.compile(r"([0-9]{1,4})(?:-|–|\.\.\.?)([0-9]{1,4})", re.ASCII)
_FRACTION = re.compile(r"[+-]?([0-9]+/0*[1-9][0-9]*|([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,2})?)", re.ASCII)


def between(name: str, number: N, low: float | None, high: float | None) -> N:
    """The number, checked to be within the bounds; None means no bound.

    Raises:
        InputError: it is not; the message has the name, the bounds and the number.
    """
    # NaN is within no bounds
    if (low is None or number >= low) and (high is None or number <= high) and number == number:
        return number
    raise InputError(f"{name} must be {span(low, high)}, not {number_text(number)}")


def whole(name: str, text: str, low: int, high: int) -> int:
    """Parse an integer within bounds.

    Raises:
        InputError: it is not within them, or the text is no integer; the message has the name, the bounds and the text.
    """
    word = text.strip()
    if len(word) > LONGEST_NUMBER or not _WHOLE.fullmatch(word):
        raise InputError(f"{name} must be a whole number, {span(low, high)}, not {in_quotes(text)}")
    return between(name, int(word), low, high)


def exact(text: str, longest: int = LONGEST_NUMBER) -> Fraction | None:
    """The exact value of an integer, a decimal such as 0.4, .5 or 1e-3, or p/q; None for any other or longer text."""
    word = text.strip()
    return Fraction(word) if len(word) <= longest and _FRACTION.fullmatch(word) else None


def separate(given: str | Sequence[object]) -> list[str]:
    """The texts of numbers that are given in a list, or in a text that joins them, in brackets or not.

    They are joined with semicolons, otherwise with commas, otherwise with blanks: never with two signs, so that "0,5 0,5" is
    not read as four numbers.
    """
    if not isinstance(given, str):
        return [str(number) for number in given]
    text = given.strip()
    if text[:1] + text[-1:] in ("()", "[]", "{}"):
        text = text[1:-1]
    sign = next((sign for sign in ";," if sign in text), None)
    return [word.strip() for word in text.split(sign)] or [""]


def separate_set(given: str | Sequence[object]) -> list[str]:
    """The texts of the whole numbers of a set, as `separate` reads them; "1-3" is 1, 2 and 3, and "S(1,2)" is 1 and 2."""
    words = separate(given.strip().removeprefix("S") if isinstance(given, str) else given)
    ranges = ((word, _RANGE.fullmatch(word)) for word in words)
    return [
        text
        for word, ends in ranges
        for text in (
            map(str, range(int(ends[1]), int(ends[2]) + 1)) if ends and int(ends[1]) <= int(ends[2]) else [word]
        )
    ]


def fraction(name: str, text: str, low: int, high: int) -> Fraction:
    """Parse an integer, a decimal or p/q exactly, within bounds.

    Raises:
        InputError: it is not within them, or the text is no such number or has more than LONGEST_NUMBER characters.
    """
    number = exact(text)
    if number is None or not low <= number <= high:
        raise InputError(
            f"{name} must be an integer, a decimal or p/q, {span(low, high)}, "
            f"of at most {LONGEST_NUMBER} characters, not {in_quotes(text)}"
        )
    return number


def number_text(number: float) -> str:
    """A number with thousands separators; only the beginning of a long one."""
    text = f"{number:,}"
    return text if len(text) <= LONGEST_NUMBER else f"{text[:LONGEST_NUMBER]}... ({len(str(number)):,} digits)"


def span(low: float | None, high: float | None) -> str:
    """Bounds in words: "1 to 100,000", "1 or more", "at most 9"."""
    if low is None:
        return f"at most {number_text(high)}" if high is not None else "a number"
    return f"{number_text(low)} or more" if high is None else f"{number_text(low)} to {number_text(high)}"


def decimal_text(value: Fraction, most_places: int = 60) -> str:
    """A number >= 0 as the shortest decimal, such as 0.5, if that ends within `places`, otherwise as p/q."""
    for places in range(most_places + 1):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(scaled.numerator).rjust(places + 1, "0")
            return f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return str(value)
