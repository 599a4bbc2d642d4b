"""First query of a search without a board and the reasons for it: the question and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.frozen import frozen
from tafelwerk.rules.search import MOST_FREE_ANSWERED, OPTIMAL, Parts, Strategy, parse_strategy
from tafelwerk.tables.explanation import Option
from tafelwerk.tables.question import Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"strategy": parse_strategy}

MODELS = ("free", "root")

USUAL, MOST = 10, 100
"""Default and largest number of splits that are listed."""


@frozen(kw_only=True)
class Split(Option):
    """A first query as its part sizes, such as "103^3, 100"; in the root model the rest comes first, such as "969 | 6^4, 4".

    Attributes:
        total, mean: queries summed over all codes, and per code, if this query is asked and the strategy continues.
        entropy: entropy of the answer in bits, of the order that the explanation names; rounded, within 1e-9.
    """

    total: Fraction
    mean: float
    entropy: float


@frozen(kw_only=True, eq=False, repr=False)
class SplitExplanation(Answer):
    """First query for a number of codes, with the reasons for it.

    Attributes:
        codes: number of codes.
        total, mean: queries summed over all codes, and per code.
        bound: lower bound of the mean.
        query: first query, as in `moves`; None for one code.
        order: order of the entropies.
        moves: splits, best first: by total, under H_alpha by entropy; `best`: whether none is better.
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
    """Explanation in free search; the splits include the best one and the even one.

    Attributes:
        width: largest number of answers per query.
        depths: number of codes by the number of queries in which an optimal strategy finds them.
        kraft: sum of width^-depth over all codes; a strategy with these depths exists exactly when it is at most 1.
    """

    width: int
    depths: Mapping[str, int]
    kraft: Fraction


@answer
class RootExplanation(SplitExplanation):
    """Explanation in the root model; the best split for each number of codes split off.

    Attributes:
        strategy: name of the strategy, as in the tables.
        budget: largest cost of the small parts together, ceil(sqrt(codes)); a small part of q codes costs 1 + q.
    """

    strategy: str
    budget: int


AnyExplanation = FreeExplanation | RootExplanation
"""An explanation in either model."""


def _resolve(asked: dict[str, Any]) -> None:
    if asked["model"] not in MODELS:
        raise InputError(f"the model must be {' or '.join(MODELS)}, not {quoted(asked['model'])}")
    if not 1 <= asked["most"] <= MOST:
        raise InputError(f"--most must be 1 to {MOST}, not {asked['most']}")
    if asked["model"] == "root":
        if asked["width"] is not None:
            raise InputError(f"the root model has no width, but width {asked['width']} was given: leave it out")
        return
    if asked["strategy"] != OPTIMAL:
        raise InputError("--strategy goes with the root model; free search is explained under perfect play only")
    if asked["width"] is None:
        raise InputError("free search needs codes and width, such as: tafelwerk search explain free 1000 10")
    for name, number, least in (("codes", asked["codes"], 1), ("width", asked["width"], 2)):
        if not least <= number <= MOST_FREE_ANSWERED:
            raise InputError(f"{name} must be {least} to 10^100, not {number}")


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
    """First query of a search without a board and the reasons for it: cost of other queries, and a bound.

    Args:
        book: the book; not used.
        model: "free" or "root".
        codes: number of codes.
        width: largest number of answers per query, in free search.
        strategy: strategy in the root model.
        most: largest number of splits to list.

    Raises:
        InputError: an unknown model, or a number out of range.
    """
    return None


def parts_text(parts: Parts) -> str:
    """Text of the parts of a query, as the tables write it: "103^3, 100"."""
    return ", ".join(str(size) if count == 1 else f"{size}^{count}" for size, count in parts)
