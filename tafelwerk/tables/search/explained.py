"""Which split is best in a search without a board, and why: the question and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.search import MOST_FREE_ANSWERED, OPTIMAL, Parts, Strategy, parse_strategy
from tafelwerk.tables.explanation import Option
from tafelwerk.tables.question import Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"strategy": parse_strategy}

MODELS = ("free", "root")

USUAL, MOST = 10, 100
"""Splits that are listed, by default and at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Option):
    """A first query: its parts by their sizes, "103^3, 100"; in the root model the free part first, "969 | 6^4, 4".

    Attributes:
        total, mean: queries summed over all codes, and per code, if this is asked and the search goes on by the strategy.
        entropy: of the answer in bits, of the order that the explanation names; a rounded number, within 1e-9.
    """

    total: Fraction
    mean: float
    entropy: float


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SplitExplanation(Answer):
    """Which query is asked about a number of codes, and why.

    Attributes:
        codes: number of codes.
        total, mean: queries summed over all codes, and per code.
        bound: no mean is below it.
        query: what is asked first, as in `moves`; None about one code.
        order: order of the entropies.
        moves: splits, best first: by their totals, under H_alpha by their entropies; `best`: whether none is better.
    """

    codes: int
    total: Fraction
    mean: float
    bound: float
    query: str | None
    order: str
    moves: tuple[Split, ...]


@answer
class FreeExplanation(SplitExplanation):
    """Free search: among others the best split and the even one.

    Attributes:
        width: answers per query, at most.
        depths: codes by the number of queries in which a best strategy finds them.
        kraft: the sum of width^-depth over all codes; a strategy with these depths exists just when it is at most 1.
    """

    width: int
    depths: Mapping[str, int]
    kraft: Fraction


@answer
class RootExplanation(SplitExplanation):
    """The root model: the best splits, one for each number of codes that is split off.

    Attributes:
        strategy: as in the tables.
        budget: what small parts may cost together, ceil(sqrt(codes)); a part of q codes costs 1 + q.
    """

    strategy: str
    budget: int


AnyExplanation = FreeExplanation | RootExplanation
"""Which query is asked, and why."""


def _resolve(asked: dict[str, Any]) -> None:
    if asked["model"] not in MODELS:
        raise InputError(f"the model is {' or '.join(MODELS)}, not {quoted(asked['model'])}")
    if not 1 <= asked["most"] <= MOST:
        raise InputError(f"--most must be 1 to {MOST}, not {asked['most']}")
    if asked["model"] == "root":
        if asked["width"] is not None:
            raise InputError("the root model has no width: give the number of codes alone")
        return
    if asked["strategy"] != OPTIMAL:
        raise InputError("--strategy goes with the root model; free search is explained under perfect play")
    if asked["width"] is None:
        raise InputError("free search needs codes and width, as in: tafelwerk search explain free 1000 10")
    for name, number, least in (("codes", asked["codes"], 1), ("width", asked["width"], 2)):
        if not least <= number <= MOST_FREE_ANSWERED:
            raise InputError(f"the number of {name} is {least} to 10^100, not {number}")


def _line(model: str, codes: int, width: int | None, strategy: Strategy, most: int) -> str:
    words = f"{codes}" if width is None else f"{codes} {width}"
    return (
        f"tafelwerk search explain {model} {words}{'' if strategy == OPTIMAL else f' --strategy {strategy}'} --compute"
    )


@question("an explanation of {model} search, {codes} codes", _line, stored=False, resolve=_resolve)
def explain(
    book: Book,
    model: str,
    codes: int,
    width: int | None = None,
    strategy: Strategy = OPTIMAL,
    most: int = USUAL,
) -> AnyExplanation | None:
    """Which query is asked first in a search without a board, and why: what other queries cost, and a bound.

    Args:
        book: the book; it is not asked.
        model: "free" or "root".
        codes: number of codes.
        width: of free search: answers per query, at most.
        strategy: of the root model.
        most: splits that are listed.

    Raises:
        InputError: there is no such model, or a number is out of range.
    """
    return None


def parts_text(parts: Parts) -> str:
    """Parts of a query as the tables write them: "103^3, 100"."""
    return ", ".join(str(size) if count == 1 else f"{size}^{count}" for size, count in parts)
