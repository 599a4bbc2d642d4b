"""Logs of rounds, of any format: read as a stream of rounds and of parts that cannot be read; names of rounds and short names."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.wording import suggestion

DUPLICATE = "duplicate"
"""Kind of error: a round that the log has already had."""

_MOST_NEAR = 1000  # names kept for suggestions


class Skipped(NamedTuple):
    """An unreadable part of a log.

    Attributes:
        line: its first line, from 1.
        error: kind of error, one word.
        detail: the error in words.
        number: its number among the games of the log, where these are numbered.
    """

    line: int
    error: str
    detail: str
    number: int | None = None

    def __str__(self) -> str:
        return f"line {self.line}: {self.error}: {self.detail}"

    @property
    def of_game(self) -> str:
        """What is wrong with a numbered game."""
        return f"game {self.number}, line {self.line}: {self.detail}"

    @classmethod
    def duplicate(cls, line: int, earlier: int) -> "Skipped":
        """A round that was already in an earlier line."""
        return cls(line, DUPLICATE, f"the same round as in line {earlier}")


Warn = Callable[[str], None]
"""Receives a warning about a whole log, one word."""


@dataclass(frozen=True, eq=False)
class RoundLog:
    """A log that is read as a stream, any number of times.

    Attributes:
        name: name of the log in messages.
        read: gives its rounds and skipped parts in order; takes a function for warnings.
    """

    name: str
    read: Callable[[Warn], Iterator[Round | Skipped]]

    def __str__(self) -> str:
        return self.name

    def named(self, name: str) -> Round:
        """The first round with a given full or short name; its warnings name the lines of others with the same name.

        Raises:
            InputError: there is no such round, or the log has no rounds.
        """
        common = _Common()
        candidates: dict[str, Round] = {}
        again: dict[str, list[str]] = {}
        names: list[str] = []
        for one in self.read(lambda word: None):
            if isinstance(one, Skipped):
                for known in candidates.values():
                    if known.line is not None and one == Skipped.duplicate(one.line, known.line):
                        again[known.name].append(f"same_round:line {one.line}")
                continue
            common.add(one.name)
            if one.name in candidates:
                again[one.name].append(f"same_name:line {one.line}")
            elif one.name == name or (f"-{name}-" in f"-{one.name}-" and len(candidates) < _MOST_NEAR):
                candidates[one.name], again[one.name] = one, []
            if len(names) < _MOST_NEAR:
                names.append(one.name)
        match = candidates.get(name) or next(
            (one for one in candidates.values() if common.short(one.name) == name), None
        )
        if match is not None:
            return replace(match, warnings=(*match.warnings, *again[match.name]))
        hint = suggestion(name, names, f"tafelwerk skat replay {self.name} --no-price")
        raise InputError(f"{self.name} has no round {quoted(name)}; {hint}")


class _Common:
    """Common first and last parts of names, which are separated by hyphens."""

    def __init__(self) -> None:
        self._first: list[str] | None = None
        self._last: list[str] = []
        self._most, self._count = 0, 0

    def add(self, name: str) -> None:
        """Add a name."""
        words = name.split("-")
        self._count += 1
        if self._first is None:
            self._first, self._last, self._most = words, words, len(words) - 1
            return
        self._most = min(self._most, len(words) - 1)
        self._first = [word for word, _ in _alike(self._first, words)]
        self._last = [word for word, _ in _alike(self._last[::-1], words[::-1])][::-1]

    def short(self, name: str) -> str:
        """A name without the common parts; a single name stays as it is."""
        if self._count < 2:
            return name
        first = min(len(self._first or ()), self._most)
        last = min(len(self._last), self._most - first)
        words = name.split("-")
        return "-".join(words[first : len(words) - last])


def _alike(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[str, str]]:
    return takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Short names without the parts common to all, by full names."""
    known, common = list(names), _Common()
    for name in known:
        common.add(name)
    return {name: common.short(name) for name in known}
