"""The codemaker chooses, too: the question about the zero-sum game of codemaker and codebreaker."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.rules.beams.board import FAMILY, STORED, variant_options
from tafelwerk.rules.beams.board import variant as known_variant
from tafelwerk.tables.choosing import Adversary, Node, solved
from tafelwerk.tables.question import question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


def _known_variant(asked: dict[str, Any]) -> None:
    asked["variant"] = known_variant(asked["variant"])


def _line(variant: str, **_: Any) -> str:
    if variant in STORED:
        return f"tafelwerk build beams --variant {variant} --adversary"
    return f"tafelwerk beams adversary {variant_options(variant)} --compute"


@question(
    "Beams {variant}, the codemaker's choice",
    _line,
    stored=lambda variant, show_trees: variant in STORED,
    resolve=_known_variant,
)
def adversary(book: Book, variant: str, show_trees: bool = False) -> Adversary | None:
    """Value of the game in which the codemaker chooses the code, and optimal mixtures of both sides.

    Args:
        book: the book.
        variant: the variant; small boards of squares are not stored.
        show_trees: whether to list the strategies that the breaker mixes.

    Raises:
        InputError: the variant has too many codes.
    """
    if variant not in STORED:
        return None
    row = book.one(FAMILY, f"SELECT value_num, value_den, build FROM {FAMILY}.adversaries WHERE variant = ?", variant)
    if row is None:
        return None
    trees = book.rows(
        FAMILY,
        f"SELECT chance_num, chance_den, totals FROM {FAMILY}.adversary_trees WHERE variant = ? ORDER BY tree",
        variant,
    )
    rows = book.rows(
        FAMILY,
        f"SELECT code, codes, chance_num, chance_den FROM {FAMILY}.adversary_codes WHERE variant = ? ORDER BY class",
        variant,
    )
    chances = {code: Fraction(int(num), int(den)) for code, _, num, den in rows}
    sizes = {code: size for code, size, _, _ in rows}
    drawn = [(Fraction(int(num), int(den)), totals) for num, den, totals in trees]
    nodes = _nodes(book, variant) if show_trees else None
    return solved(Fraction(int(row[0]), int(row[1])), chances, sizes, drawn, nodes)


def _nodes(book: Book, variant: str) -> list[list[Node]]:
    """The stored strategies."""
    nodes: dict[int, list[Node]] = {}
    for tree, parent, answered, query in book.rows(
        FAMILY,
        f'SELECT tree, parent, answer, "query" FROM {FAMILY}.adversary_nodes WHERE variant = ? ORDER BY tree, node',
        variant,
    ):
        nodes.setdefault(tree, []).append((-1 if parent is None else parent, answered or "", query))
    return list(nodes.values())
