"""The codes that a history leaves in a game of pegs, and which of them are as good a query as a strategy's own.

In plain Python, for the few codes that are listed: a stored answer is found without numpy and numba.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from typing import TYPE_CHECKING

from tafelwerk.families.mastermind.rules import Entropy, Pegs, Strategy, colors_of, write_code
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import entropy_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from fractions import Fraction

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


def queries_as_good(
    game: Pegs, strategy: Strategy, codes: Sequence[str], query: str, total: Fraction | None
) -> list[str] | None:
    """The codes left that are as good a query as the strategy's own; None if that takes a long search.

    Args:
        game: the game.
        strategy: the strategy.
        codes: all codes left.
        query: the strategy's query.
        total: queries from this one on, summed over the codes left.
    """
    left = [tuple(colors_of(game, code)) for code in codes]
    own = tuple(colors_of(game, query))
    if isinstance(strategy, Entropy):
        wanted = entropy_key(strategy.alpha, _sizes(own, left))
        good = [code for code in left if entropy_key(strategy.alpha, _sizes(code, left)) == wanted]
    elif strategy == Optimal() and total is not None:
        search = _Search(game)
        try:
            good = [code for code in left if search.total_after(code, tuple(left), int(total)) == total]
        except _TooManyAnswersError:
            return None
    else:
        return None
    return [write_code(game, code) for code in good if code != own]


def answer_to(query: Code, code: Code) -> tuple[int, int]:
    """Right places, and pegs in common."""
    return sum(map(int.__eq__, query, code)), sum(min(query.count(color), code.count(color)) for color in {*query})


def _sizes(query: Code, codes: Sequence[Code]) -> list[int]:
    return list(Counter(answer_to(query, code) for code in codes).values())


class _Search:
    """Least totals of small sets of codes, exactly."""

    def __init__(self, game: Pegs) -> None:
        self.game, self.answers = game, 0
        self.every: list[Code] | None = None
        self.least: Callable[[tuple[Code, ...]], int] = cache(self._least)

    def total_after(self, query: Code, codes: tuple[Code, ...], most: int) -> int | None:
        """Queries for all codes, this one first; None if they are more than `most`.

        Raises:
            _TooManyAnswersError: the search takes too long.
        """
        self.answers += len(codes)
        if self.answers > MOST_ANSWERS:
            raise _TooManyAnswersError
        parts = defaultdict[tuple[int, int], list[Code]](list)
        for code in codes:
            parts[answer_to(query, code)].append(code)
        named = parts.pop((self.game.pegs, self.game.pegs), [])
        if len(parts) == 1 and not named:
            return None
        total = len(codes) + sum(2 * len(part) - 1 for part in parts.values())
        for part in parts.values():
            if total > most:
                return None
            total += self.least(tuple(part)) - (2 * len(part) - 1)
        return total if total <= most else None

    def _least(self, codes: tuple[Code, ...]) -> int:
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

    def _queries(self) -> Iterator[Code]:
        if self.every is None:
            self.every = list(_extend(self.game, (), ()))
        yield from self.every
