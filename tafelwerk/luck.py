"""How lucky an answer to a query was, and how lucky a game of guesses: what came beside what was to be expected."""

from collections.abc import Collection, Mapping
from typing import Self

from tafelwerk.frozen import frozen

LEAST_TOLD = 5e-5
"""Queries, at most, that are not told of what was expected, lost and luck."""


@frozen(kw_only=True)
class Luck:
    """How lucky an answer was: what it left of equally likely codes, compared with the other answers to its query.

    Attributes:
        query, answer: in the game's notation.
        codes: number of codes before the query.
        left: number of codes that the answer left.
        mean: codes left on average, with the chances of the answers.
        chance: chance that as few codes are left, or fewer.
    """

    query: str
    answer: str
    codes: int
    left: int
    mean: float
    chance: float

    @classmethod
    def of(cls, query: str, answer: str, parts: Mapping[str, int]) -> Self:
        """The luck of an answer; parts: the number of codes that each answer to the query leaves."""
        sizes, left = parts.values(), parts[answer]
        as_few = sum(size for size in sizes if size <= left)
        chance = as_few / sum(sizes)
        return cls(query=query, answer=answer, codes=sum(sizes), left=left, mean=mean_part(sizes), chance=chance)

    @property
    def text(self) -> str:
        """What was to be expected, in words that follow the number of codes left."""
        share = f"as few in {100 * self.chance:.3g} % of the games" if self.chance < 1 else "no answer leaves more"
        return f"{mean_text(self.mean)} on average; {share}"


def mean_part(sizes: Collection[int]) -> float:
    """Codes left on average by a query whose answers leave these numbers of equally likely codes."""
    return sum(size * size for size in sizes) / sum(sizes)


def mean_text(mean: float) -> str:
    """A mean number of codes: three digits of a small one."""
    return f"{mean:,.0f}" if mean >= 99.5 else f"{mean:.3g}"


def balance(expected: float, cost: float, taken: int) -> str:
    """Why a game took as many queries as it did: what was expected, what the queries cost, and luck.

    Args:
        expected: number of queries expected at the start.
        cost: how many more were expected of the queries asked than of the best.
        taken: number of queries.
    """
    parts, luck = f"{expected:.4f} expected at the start", expected + cost - taken
    is_lost, is_lucky = abs(cost) > LEAST_TOLD, abs(luck) > LEAST_TOLD
    if is_lost:
        parts += f" + {cost:.4f} lost by your guesses" if cost > 0 else f" - {-cost:.4f} gained by your guesses"
    if is_lucky:
        parts += f" - {luck:.4f} luck" if luck > 0 else f" + {-luck:.4f} bad luck"
    return f"{parts}{'' if is_lost else '; your guesses lost nothing'}{'' if is_lucky else '; no luck, good or bad'}"
