"""Heap games by their names, as the book's tables have them: "grundy", "octal 0.77", "subtraction 1,2,5".

Digit d_k of a game says what a move that takes k tokens from a heap may leave: 1 nothing, 2 one heap, 4 two heaps; sums of these
several. In Grundy's game a heap is broken into two of different sizes, and nothing is taken.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tafelwerk.errors import InputError, quoted

NOTHING_LEFT, ONE_LEFT, TWO_LEFT = 1, 2, 4

MOST_TAKEN = 4096
"""Tokens that one move may take."""

LARGEST_HEAP = 10_000_000

MOST_SETS = 12
"""Largest number of the subtraction sets that are all built together."""

LARGEST_MISERE = 60
"""Tokens of a position together under misere play."""

LONGEST_CODE, MOST_NUMBERS = 100, 100
"""Digits behind the point of an octal code, and numbers of a subtraction set."""

_CODE = re.compile(r"([0-7]?)\.([0-7]*)|([0-7])", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Rules:
    """A heap game.

    Attributes:
        name: as the tables have it, and the words behind `tafelwerk build minimax`.
        digits: d_0, d_1, ..., the last not 0.
        equal_parts: whether a heap may be broken into two equal ones.
    """

    name: str
    digits: tuple[int, ...]
    equal_parts: bool = True

    def __str__(self) -> str:
        return self.name

    @property
    def most_taken(self) -> int:
        """Tokens that a move takes at most."""
        return len(self.digits) - 1

    @property
    def breaks(self) -> bool:
        """Whether some move leaves two heaps."""
        return any(digit & TWO_LEFT for digit in self.digits)

    @property
    def has_provable_period(self) -> bool:
        """Whether a period of its values can be proved by finitely many of them."""
        return self.equal_parts or not self.breaks

    def taken(self, kind: int) -> list[int]:
        """How many tokens a move of a kind may take: NOTHING_LEFT, ONE_LEFT or TWO_LEFT."""
        return [k for k, digit in enumerate(self.digits) if digit & kind]


GRUNDY = Rules("grundy", (TWO_LEFT,), equal_parts=False)
"""Grundy's game."""


def octal_rules(code: str) -> Rules:
    """The octal game of a code such as "0.77", ".137" or "4.007"; zeros at the end are left out of its name.

    Raises:
        InputError: there is no such game.
    """
    shown = quoted(code, 40)
    fits = _CODE.fullmatch(code.strip())
    if fits is None or not "".join(part or "" for part in fits.groups()):
        raise InputError(
            f"{shown} is no code of an octal game: it has one digit before the point and others behind, "
            "each 0 to 7, such as 0.77 or 4.007"
        )
    first, rest = fits[1] or fits[3] or "0", (fits[2] or "").rstrip("0")
    if first not in ("0", "4"):
        raise InputError(
            f"{shown} begins with {first}, but a move that takes nothing can only break a heap in two: 0 or 4, as in 4.007"
        )
    if first == "0" and not rest:
        raise InputError(f"{shown} has no digit but 0: nobody could ever move; a code looks like 0.77")
    if len(rest) > LONGEST_CODE:
        raise InputError(f"{shown} has {len(rest):,} digits behind the point; it may have {LONGEST_CODE}")
    return Rules(f"octal {first}.{rest or 0}", tuple(int(digit) for digit in first + rest))


def subtraction_rules(numbers: str | Sequence[int]) -> Rules:
    """The subtraction game in which a move takes one of these numbers, in any order: [1, 2, 5], or "1,2,5".

    Raises:
        InputError: there is no such game.
    """
    words = [word.strip() for word in numbers.split(",")] if isinstance(numbers, str) else [str(n) for n in numbers]
    if not any(words):
        raise InputError("a subtraction set has one or more numbers, such as 1,2,5; this one is empty")
    if len(words) > MOST_NUMBERS:
        raise InputError(f"a subtraction set has at most {MOST_NUMBERS} numbers, not {len(words):,}")
    taken = [int(word) if _NUMBER.fullmatch(word) else 0 for word in words]
    for word, number in zip(words, taken, strict=True):
        if not 1 <= number <= MOST_TAKEN:
            raise InputError(
                f"{quoted(word)} cannot stand in a subtraction set: a number from 1 to {MOST_TAKEN}, as in 1,2,5"
            )
    twice = sorted({number for number in taken if taken.count(number) > 1})
    if twice:
        raise InputError(f"{twice[0]} stands twice in the subtraction set {quoted(','.join(words))}; once is enough")
    allowed = set(taken)
    digits = tuple(3 if k in allowed else 0 for k in range(max(taken) + 1))
    return Rules(f"subtraction {','.join(map(str, sorted(taken)))}", digits)


def checked_sets(largest: int) -> int:
    """The largest number of subtraction sets that are all built together, if it can be.

    Raises:
        InputError: these are none, or too many.
    """
    if isinstance(largest, bool) or not 1 <= largest <= MOST_SETS:
        raise InputError(f"--largest must be 1 to {MOST_SETS}: all sets of the numbers up to there, not {largest}")
    return largest


def subtraction_sets(largest: int) -> list[Rules]:
    """All subtraction games with numbers up to `largest`, smaller sets first."""
    numbers = range(1, largest + 1)
    return [subtraction_rules(taken) for size in numbers for taken in combinations(numbers, size)]


def rules_of(name: str) -> Rules:
    """The game of a name: "grundy", "octal CODE" or "subtraction SET".

    Raises:
        InputError: there is none.
    """
    kind, _, rest = name.strip().partition(" ")
    if kind == "grundy" and not rest:
        return GRUNDY
    if kind == "octal":
        return octal_rules(rest)
    if kind == "subtraction":
        return subtraction_rules(rest)
    raise InputError(f"{quoted(name)} is no heap game: grundy, octal CODE or subtraction SET")


def checked_heaps(heaps: Sequence[int], most: int = LARGEST_HEAP) -> tuple[int, ...]:
    """The heaps of a sum, if they can be.

    Raises:
        InputError: there is none, or one is not a whole number from 1 to `most`.
    """
    if not heaps:
        raise InputError("a sum has one or more heaps")
    for heap in heaps:
        if isinstance(heap, bool) or not isinstance(heap, int) or not 1 <= heap <= most:
            raise InputError(f"a heap has 1 to {most} tokens, not {quoted(heap)}")
    return tuple(heaps)


def checked_misere(heaps: Sequence[int]) -> tuple[int, ...]:
    """The heaps of a sum under misere play, if they can be looked at.

    Raises:
        InputError: there is none, one cannot be, or together they are too many.
    """
    checked = checked_heaps(heaps)
    if sum(checked) > LARGEST_MISERE:
        raise InputError(
            f"misere play is solved up to {LARGEST_MISERE} tokens together, not {sum(checked)}: every sum has to be gone through"
        )
    return checked
