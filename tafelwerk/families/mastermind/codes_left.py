"""The codes that a history leaves in a game of pegs, and which of a few codes of any game are as good a query as a strategy's.

In plain Python, for the few codes that are listed: in a game of pegs a stored answer is found without numpy and numba.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from typing import TYPE_CHECKING, Protocol

from tafelwerk.families.mastermind.rules import Entropy, Pegs, Strategy, colors_of, write_code
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import entropy_key

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    Rows = Mapping[str, Sequence[int]]

MOST_ANSWERS = 100_000
"""Answers of codes to queries, at most, that are compared to find optimal queries: some tenths of a second."""

Code = tuple[int, ...]
"""Numbers of the colours."""


class _TooManyAnswersError(Exception):
    """The search compared MOST_ANSWERS answers."""


def codes_after(game: Pegs, history: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The codes that a history leaves, in their order.

    Args:
        game: the game.
        history: queries and answers in normal form.
    """
    clues = []
    for query, answer in history:
        right, elsewhere = map(int, answer.split(","))
        clues.append((tuple(colors_of(game, query)), right, right + elsewhere))
    for code in _extend(game, (), clues):
        yield write_code(game, code)


def _extend(game: Pegs, begun: Code, clues: Sequence[tuple[Code, int, int]]) -> Iterator[Code]:
    """The codes that begin with some colours; a clue is a query, its right places, and its pegs in common."""
    missing = game.pegs - len(begun)
    for query, right, common in clues:
        places = sum(map(int.__eq__, query, begun))
        shared = sum(min(query.count(color), begun.count(color)) for color in {*query})
        if not (places <= right <= places + missing and shared <= common <= shared + missing):
            return
    if not missing:
        yield begun
        return
    for color in range(game.colors):
        if not (game.distinct and color in begun):
            yield from _extend(game, (*begun, color), clues)


class Answers(Protocol):
    """The answers of a game whose codes are named by queries of the same text."""

    @property
    def solved(self) -> Hashable:
        """The answer to the query that names the code."""

    def to(self, query: str, code: str) -> Hashable:
        """The answer to a query, given the code."""

    def queries(self) -> Iterable[str]:
        """All queries."""


class PegAnswers:
    """Right places, and pegs in common."""

    def __init__(self, game: Pegs) -> None:
        self._game = game
        self._pegs = cache(self._read)
        self.solved = (game.pegs, game.pegs)

    def _read(self, text: str) -> tuple[list[int], frozenset[tuple[int, int]]]:
        """The colours of a code, and its pegs: each colour with its first, second, ... peg."""
        colors = colors_of(self._game, text)
        return colors, frozenset((color, colors[:place].count(color)) for place, color in enumerate(colors))

    def to(self, query: str, code: str) -> tuple[int, int]:
        (asked, pegs_asked), (hidden, pegs_hidden) = self._pegs(query), self._pegs(code)
        return sum(map(int.__eq__, asked, hidden)), len(pegs_asked & pegs_hidden)

    def queries(self) -> Iterator[str]:
        return codes_after(self._game, ())


class MatrixAnswers:
    """The answers of a list of words or a table, by index, for the codes left: a row per query."""

    def __init__(
        self, codes: Sequence[str], query: str, solved: int, read: Callable[[Sequence[str] | None], Rows]
    ) -> None:
        """Args: the codes left, the strategy's query, the answer that names the code, and what reads rows, all for None."""
        self.solved, self._read = solved, read
        self._places = {code: place for place, code in enumerate(codes)}
        self._rows = dict(read([*{*codes, query}]))

    def to(self, query: str, code: str) -> int:
        return self._rows[query][self._places[code]]

    def queries(self) -> Iterator[str]:
        self._rows |= self._read(None)
        return iter(self._rows)


def queries_as_good(
    answers: Answers, strategy: Strategy, codes: Sequence[str], query: str, total: Fraction | None
) -> list[str] | None:
    """The codes left that are as good a query as the strategy's own; None if that takes a long search.

    Args:
        answers: the game's.
        strategy: the strategy.
        codes: all codes left.
        query: the strategy's query.
        total: queries from this one on, summed over the codes left.
    """
    if isinstance(strategy, Entropy):
        wanted = entropy_key(strategy.alpha, _sizes(answers, query, codes))
        good = [code for code in codes if entropy_key(strategy.alpha, _sizes(answers, code, codes)) == wanted]
    elif strategy == Optimal() and total is not None:
        search = _Search(answers)
        try:
            good = [code for code in codes if search.total_after(code, tuple(codes), int(total)) == total]
        except _TooManyAnswersError:
            return None
    else:
        return None
    return [code for code in good if code != query]


def _sizes(answers: Answers, query: str, codes: Sequence[str]) -> list[int]:
    return list(Counter(answers.to(query, code) for code in codes).values())


class _Search:
    """Least totals of small sets of codes, exactly."""

    def __init__(self, answers: Answers) -> None:
        self.answers, self.compared = answers, 0
        self.every: list[str] | None = None
        self.least: Callable[[tuple[str, ...]], int] = cache(self._least)

    def total_after(self, query: str, codes: tuple[str, ...], most: int) -> int | None:
        """Queries for all codes, this one first; None if they are more than `most`.

        Raises:
            _TooManyAnswersError: the search takes too long.
        """
        self.compared += len(codes)
        if self.compared > MOST_ANSWERS:
            raise _TooManyAnswersError
        parts: dict[Hashable, list[str]] = defaultdict(list)
        for code in codes:
            parts[self.answers.to(query, code)].append(code)
        named = parts.pop(self.answers.solved, [])
        if len(parts) == 1 and not named:
            return None
        total = len(codes) + sum(2 * len(part) - 1 for part in parts.values())
        for part in parts.values():
            if total > most:
                return None
            total += self.least(tuple(part)) - (2 * len(part) - 1)
        return total if total <= most else None

    def _least(self, codes: tuple[str, ...]) -> int:
        """Least number of queries for all codes; a code left that tells all others apart takes the fewest possible."""
        if len(codes) < 3:
            return 2 * len(codes) - 1
        best: int | None = None
        for query in (*codes, *self._queries()):
            most = len(codes) ** 2 if best is None else best - 1
            if most < 2 * len(codes) - (query in codes):
                break
            total = self.total_after(query, codes, most)
            best = total if total is not None else best
        assert best is not None
        return best

    def _queries(self) -> Iterator[str]:
        if self.every is None:
            self.every = list(self.answers.queries())
        yield from self.every
