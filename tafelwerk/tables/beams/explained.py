"""Reasons for a strategy's query: the question and its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import SAMPLED, STORED, is_listed, variant_options
from tafelwerk.rules.beams.board import variant as known_variant
from tafelwerk.rules.beams.strategies import STAND_IN, Approximate, Improved, Strategy, parse_strategy
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.explanation import QueryExplanation
from tafelwerk.tables.question import answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"strategy": parse_strategy}

USUAL, MOST = 10, 100
"""Default and largest number of queries that are listed."""


@answer
class Explanation(QueryExplanation):
    """Reasons for a strategy's query. Costs count queries and wrong fields, including the next query."""


def _resolve(asked: dict[str, Any]) -> None:
    asked["variant"] = known_variant(asked["variant"])
    if asked["variant"] in SAMPLED:
        raise InputError(f"--variant {asked['variant']}: its codes are sampled, and an explanation needs all of them")
    if isinstance(asked["strategy"], Approximate | Improved) or asked["strategy"] == Optimal(shallowest=True):
        raise InputError(
            f"{asked['strategy'].options} is not explained; take optimal or an entropy strategy such as h1"
        )
    if not 1 <= asked["most"] <= MOST:
        raise InputError(f"--most must be 1 to {MOST}, not {asked['most']}")
    entries = (" ".join(entry.split()) for entry in asked["history"].split(";"))
    asked["history"] = "; ".join(entry for entry in entries if entry)


def _is_built(variant: str, **_: Any) -> bool:
    """Whether its explanation is quick once the strategy is built."""
    return variant in STORED and is_listed(variant)


def _line(variant: str, strategy: Strategy, history: str, most: int) -> str:
    if _is_built(variant):
        return f"tafelwerk build beams --variant {variant} {strategy.options}"
    so_far = f' --history "{history}"' if history else ""
    return f"tafelwerk beams explain {variant_options(variant)} {strategy.options}{so_far} --compute"


@question(
    "an explanation of Beams {variant}, {strategy.title}",
    _line,
    stored=_is_built,
    resolve=_resolve,
)
def explain(
    book: Book, variant: str, strategy: Strategy = STAND_IN, history: str = "", most: int = USUAL
) -> Explanation | None:
    """Reasons for a strategy's query: the best queries with their information and cost, and the codes that each answer leaves.

    Args:
        book: the book.
        variant: the variant.
        strategy: the optimal strategy or an entropy strategy.
        history: the beams, as in `next`.
        most: largest number of queries to list.

    Raises:
        InputError: the codes are sampled, or the history is invalid or contradicts itself.
    """
    return None
