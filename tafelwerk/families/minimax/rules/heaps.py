"""Taking-and-breaking games: a move takes tokens from one heap and leaves nothing, one heap or two heaps of the rest. A
player who cannot move loses (normal play) or wins (misere play).

The code of an octal game has a digit for every number k of tokens that a move may take: d_0 . d_1 d_2 d_3 ... Digit d_k
is the sum of 1 if the k tokens may be a whole heap, 2 if one heap may be left, and 4 if two heaps may be left, neither of
them empty. Kayles is 0.77 (take one token or two adjacent ones, which may split the row), Dawson's Kayles 0.07, Dawson's
chess 0.137, Treblecross 0.007. Subtraction games have no digits but 0 and 3. Grundy's game (the Nim of the lecture notes)
is 4.0 with the rule that the two heaps must differ.

Sources: R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956); Berlekamp,
Conway and Guy, Winning Ways, chapter 4; lecture notes by Peter Becker, Wissensbasierte Systeme II, Bonn-Rhein-Sieg
2004/05, example 2.3.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, islice
from numbers import Integral
from operator import xor

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.rules.numbers import separate_set

NOTHING_LEFT, ONE_LEFT, TWO_LEFT = 1, 2, 4

MOST_TAKEN = 4096
"""Most tokens that one move may take."""

LARGEST_HEAP = 10_000_000
"""Largest heap whose value is computed from those of smaller heaps."""

LARGEST_PERIODIC = 10**27
"""Largest heap that is asked about; beyond LARGEST_HEAP a proved period answers."""

FARTHEST_HEAP = 300_000_000
"""Largest heap of the search for a period through a finite sparse space; values are not stored."""

LARGEST_MISERE = 60
"""Most tokens of all heaps together under misere play."""

MOST_SETS = 12
"""Limit for building all subtraction sets of numbers up to a largest one."""

LONGEST_CODE, MOST_NUMBERS = 100, 100
"""Most digits after the point of an octal code, and most numbers of a subtraction set."""

OCTAL_HEAPS, SUBTRACTION_HEAPS = 200_000, 1_000_000
"""Largest heap of the search for a period, by default."""

_CODE = re.compile(r"([0-7]?)\.([0-7]*)|([0-7])", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)

Left = tuple[int, ...]
"""The heaps that a move leaves of a heap: none, one, or two, the smaller first."""


@dataclass(frozen=True, slots=True)
class HeapGame:
    """A taking-and-breaking game.

    Attributes:
        name: "grundy", "octal CODE" or "subtraction SET", as in the tables and after `tafelwerk build minimax`.
        digits: d_0, d_1, ...; the last is not 0.
        equal_parts: whether a heap may be split into two equal heaps.

    Raises:
        InputError: there is no move; a digit is not 0 to 7; d_0 is not 0 or 4, since a move has to change something; or a
            move takes more than MOST_TAKEN tokens.
    """

    name: str
    digits: tuple[int, ...]
    equal_parts: bool = True

    def __post_init__(self) -> None:
        if not self.digits or self.digits[-1] == 0:
            raise InputError(f"digits: {self.digits!r} must end with a digit that is not 0")
        for taken, digit in enumerate(self.digits):
            if not isinstance(digit, int) or not 0 <= digit <= 7:
                raise InputError(f"digits: {digit!r} is not an octal digit, 0 to 7")
            if taken == 0 and digit not in (0, TWO_LEFT):
                raise InputError(
                    f"digits: the first must be 0 or 4, not {digit}: a move that takes nothing can only split a heap"
                )
        if self.most_taken > MOST_TAKEN:
            raise InputError(f"digits: a move may take at most {MOST_TAKEN} tokens, not {self.most_taken}")

    def __str__(self) -> str:
        return self.name

    @property
    def code(self) -> str:
        """The octal code, or the subtraction set; empty for Grundy's game."""
        return self.name.partition(" ")[2]

    @property
    def most_taken(self) -> int:
        """Most tokens that a move takes."""
        return len(self.digits) - 1

    @property
    def breaks(self) -> bool:
        """Whether some move leaves two heaps."""
        return any(digit & TWO_LEFT for digit in self.digits)

    @property
    def is_subtraction(self) -> bool:
        """Whether every move takes one of some numbers of tokens from a heap that has as many."""
        return all(digit in (0, NOTHING_LEFT | ONE_LEFT) for digit in self.digits)

    @property
    def has_provable_period(self) -> bool:
        """Whether finitely many values can prove a period."""
        return self.equal_parts or not self.breaks

    @property
    def largest_asked(self) -> int:
        """Largest heap that is asked about under normal play."""
        return LARGEST_PERIODIC if self.has_provable_period else LARGEST_HEAP

    @property
    def is_octal(self) -> bool:
        """Whether it is an octal game in which some move leaves two heaps."""
        return self.breaks and self.equal_parts

    @property
    def searched_heaps(self) -> int:
        """Largest heap of the search for its period, by default."""
        return SUBTRACTION_HEAPS if self.name.startswith("subtraction") else OCTAL_HEAPS

    def takes(self, kind: int) -> list[int]:
        """Numbers of tokens that a move of a kind (NOTHING_LEFT, ONE_LEFT or TWO_LEFT) may take, ascending."""
        return [k for k, digit in enumerate(self.digits) if digit & kind]

    def options(self, heap: int) -> Iterator[Left]:
        """The options of a heap: fewest tokens taken first, then fewest heaps left, then smaller parts.

        Raises:
            InputError: the heap has an invalid size.
        """
        check_heap(heap)
        for taken, digit in enumerate(self.digits[: heap + 1]):
            remainder = heap - taken
            if digit & NOTHING_LEFT and remainder == 0:
                yield ()
            if digit & ONE_LEFT and remainder > 0:
                yield (remainder,)
            if digit & TWO_LEFT:
                yield from ((a, remainder - a) for a in range(1, self.smaller_parts(remainder)))

    def smaller_parts(self, heap: int) -> int:
        """One more than the largest size of the smaller part if the heap is split."""
        return heap // 2 + 1 if self.equal_parts else (heap + 1) // 2


GRUNDY = HeapGame("grundy", (TWO_LEFT,), equal_parts=False)
"""Grundy's game."""


def octal_game(code: str) -> HeapGame:
    """The octal game with a code such as "0.77", ".137" or "4.007"; its name has no trailing zeros.

    Raises:
        InputError: there is no such game.
    """
    name = in_quotes(code, 40)
    fits = _CODE.fullmatch(code.strip()) if isinstance(code, str) else None
    if fits is None or not "".join(part or "" for part in fits.groups()):
        raise InputError(
            f"{name} is not the code of an octal game: one digit before the point, others after it, "
            "each 0 to 7, such as 0.77 or 4.007"
        )
    first, digits = fits[1] or fits[3] or "0", (fits[2] or "").rstrip("0")
    if first not in ("0", "4"):
        raise InputError(
            f"{name} begins with {first}; the first digit must be 0 or 4, as in 4.007: a move that takes nothing can only "
            "split a heap"
        )
    if first == "0" and not digits:
        raise InputError(f"{name} has only zeros, so there would be no moves; write a code such as 0.77")
    if len(digits) > LONGEST_CODE:
        raise InputError(f"{name} has {len(digits):,} digits after the point; it may have at most {LONGEST_CODE}")
    return HeapGame(f"octal {first}.{digits or 0}", tuple(int(digit) for digit in first + digits))


def subtraction_game(numbers: str | Sequence[int]) -> HeapGame:
    """The game in which a move takes one of these numbers, in any order: [1, 2, 5], or "1,2,5".

    Raises:
        InputError: there is no such game.
    """
    words = separate_set(numbers)
    if not any(words):
        raise InputError("a subtraction set has one or more numbers, such as 1,2,5; this one is empty")
    if len(words) > MOST_NUMBERS:
        raise InputError(f"a subtraction set has at most {MOST_NUMBERS} numbers, not {len(words):,}")
    taken = [int(word) if _NUMBER.fullmatch(word) else 0 for word in words]
    for word, number in zip(words, taken, strict=True):
        if not 1 <= number <= MOST_TAKEN:
            raise InputError(
                f"{in_quotes(word)} cannot be in a subtraction set: write numbers from 1 to {MOST_TAKEN}, such as 1,2,5"
            )
    twice = sorted({number for number in taken if taken.count(number) > 1})
    if twice:
        raise InputError(
            f"{twice[0]} is given twice in the subtraction set {in_quotes(','.join(words))}; once is enough"
        )
    digits = tuple(NOTHING_LEFT | ONE_LEFT if k in taken else 0 for k in range(max(taken) + 1))
    return HeapGame(f"subtraction {','.join(map(str, sorted(taken)))}", digits)


def subtraction_games(largest: int) -> list[HeapGame]:
    """All subtraction games with numbers up to `largest`, smaller sets first."""
    numbers = range(1, largest + 1)
    return [subtraction_game(taken) for size in numbers for taken in combinations(numbers, size)]


def heap_game(name: str) -> HeapGame:
    """The heap game with this name: "grundy", "octal CODE" or "subtraction SET".

    Raises:
        InputError: no heap game has this name.
    """
    kind, _, code = name.strip().partition(" ")
    if kind == "grundy" and not code:
        return GRUNDY
    if kind == "octal":
        return octal_game(code)
    if kind == "subtraction":
        return subtraction_game(code)
    raise InputError(f"{in_quotes(name)} is not a heap game; it may be grundy, octal CODE or subtraction SET")


def check_heap(heap: object, least: int = 0, most: int = LARGEST_HEAP) -> int:
    """The heap as an int, if it is a whole number from `least` to `most`.

    Raises:
        InputError: it is not.
    """
    if isinstance(heap, bool) or not isinstance(heap, Integral) or not least <= int(heap) <= most:
        raise InputError(f"a heap must have {least} to {most:,} tokens, not {in_quotes(heap)}")
    return int(heap)


def checked_heaps(heaps: Sequence[int], misere: bool = False, most: int = LARGEST_HEAP) -> tuple[int, ...]:
    """The heaps of a sum as a tuple, if they are valid.

    Raises:
        InputError: there are no heaps; one is not a whole number from 1 to `most`; or, under misere play, they have more than
            LARGEST_MISERE tokens together.
    """
    if not heaps:
        raise InputError("a sum must have one or more heaps, such as 7 or 7+5+3")
    checked = tuple(check_heap(heap, 1, most) for heap in heaps)
    if misere and sum(checked) > LARGEST_MISERE:
        raise InputError(
            f"misere play is solved up to {LARGEST_MISERE} tokens together, not {sum(checked):,}: every sum must be enumerated"
        )
    return checked


def checked_sets(largest: int) -> int:
    """The largest number of the subtraction sets to build, if it is 1 to MOST_SETS.

    Raises:
        InputError: it is not.
    """
    if isinstance(largest, bool) or not 1 <= largest <= MOST_SETS:
        raise InputError(f"--largest must be 1 to {MOST_SETS}, not {largest}")
    return largest


FAMILY = "minimax"

GRUNDY_HEAP = 100_000
"""Largest heap of Grundy's game that is built by default."""

SEARCHED = 50_000
"""Least heap that a search without a period must have reached to count as an answer."""

LEAST_STORED = 1000
"""Heap up to which every game is stored, even if fewer heaps prove its period."""


MOST_MOVES = 100
"""Greatest number of winning moves that are listed."""


@dataclass(frozen=True, slots=True)
class Winning:
    """The winning moves of heaps: the first MOST_MOVES, each with the place of its heap, and the number of all."""

    moves: tuple[tuple[int, Left], ...]
    count: int


@dataclass(frozen=True, slots=True)
class PeriodicValues:
    """Heaps of any size of a game whose Grundy values have a proved period: values, and winning moves listed and counted.

    Beyond the last exception the value of a heap depends on its size modulo the period. So does the exclusive or of the two parts
    of a split, as long as both parts are beyond it: one period of smaller parts shows all there is, and the others repeat it.

    Attributes:
        game: the game; no move makes two heaps that must differ.
        values: the values of the heaps 0, 1, ..., last + period.
        period: the proved period.
        last: the last exception, -1 if there is none.
    """

    game: HeapGame
    values: Sequence[int]
    period: int
    last: int

    def value(self, heap: int) -> int:
        """The value of a heap."""
        first = self.last + 1
        return int(self.values[heap if heap < first else first + (heap - first) % self.period])

    def wins(self, heaps: Sequence[int], misere: bool = False) -> bool:
        """Whether the player to move wins a sum of heaps, under misere play of subtraction games alone."""
        return self.value(heaps[0]) != self._losing(heaps, 0, misere)

    def winning(self, heaps: Sequence[int], misere: bool = False) -> Winning:
        """The winning moves of a sum of heaps: by place, fewest tokens taken first, then fewest heaps, then smaller parts.

        Under misere play the game must be a subtraction game.
        """
        moves: list[tuple[int, Left]] = []
        count = 0
        for index, heap in enumerate(heaps) if self.wins(heaps, misere) else ():
            wanted = self._losing(heaps, index, misere)
            for taken, digit in enumerate(self.game.digits[: heap + 1]):
                size = heap - taken
                single: list[Left] = [()] if digit & NOTHING_LEFT and size == 0 and wanted == 0 else []
                single += [(size,)] if digit & ONE_LEFT and size > 0 and self.value(size) == wanted else []
                count += len(single)
                moves += [(index, left) for left in single[: MOST_MOVES - len(moves)]]
                if digit & TWO_LEFT:
                    count += self._splits(size, wanted)
                    parts = islice(self._parts(size, wanted), MOST_MOVES - len(moves))
                    moves += [(index, (part, size - part)) for part in parts]
        return Winning(tuple(moves), count)

    def _losing(self, heaps: Sequence[int], place: int, misere: bool) -> int:
        """The value that the heap at a place must have, beside the others, for the player to move to lose.

        In subtraction games a heap has value 1 if and only if it is of value 0 with the least number taken away. So misere play
        is that of Nim: as under normal play, until all heaps have value 0 or 1 (T. S. Ferguson, On sums of graph games with
        last player losing, International Journal of Game Theory 3 (1974)).
        """
        others = [self.value(heap) for other, heap in enumerate(heaps) if other != place]
        return reduce(xor, others, 0) ^ int(misere and max(others, default=0) <= 1)

    def _early(self, rest: int) -> int:
        """The largest smaller part that is tried by itself; beyond it a split wins or loses by the part modulo the period.

        All of them are tried if the larger part may not be beyond the last exception.
        """
        return max(self.last, 0) if rest // 2 > self.last else rest // 2

    def _matches(self, rest: int, wanted: int, first: int, last: int) -> list[int]:
        """The smaller parts from `first` to `last` whose splits of `rest` have the wanted value."""
        return [part for part in range(first, last + 1) if self.value(part) ^ self.value(rest - part) == wanted]

    def _splits(self, rest: int, wanted: int) -> int:
        """Number of splits of `rest` with the wanted value."""
        early, half = self._early(rest), rest // 2
        repeated = self._matches(rest, wanted, early + 1, min(early + self.period, half))
        return len(self._matches(rest, wanted, 1, min(early, half))) + sum(
            (half - part) // self.period + 1 for part in repeated
        )

    def _parts(self, rest: int, wanted: int) -> Iterator[int]:
        """The smaller parts of these splits, ascending."""
        early, half = self._early(rest), rest // 2
        yield from self._matches(rest, wanted, 1, min(early, half))
        repeated = self._matches(rest, wanted, early + 1, min(early + self.period, half))
        for begin in range(0, half if repeated else 0, self.period):
            for part in repeated:
                if begin + part > half:
                    return
                yield begin + part
