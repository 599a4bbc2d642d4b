"""The codemaker chooses, too: the question about the zero-sum game of codemaker and codebreaker, and its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.rules.mastermind.games import FAMILY, AnswerTable, Game, parse_game
from tafelwerk.tables.question import Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"game": parse_game}


@dataclass(frozen=True, slots=True)
class MixedTree:
    """A strategy in the breaker's mixture.

    Attributes:
        chance: its chance.
        means: mean queries of the codes of each class, by the class's first code.
        tree: its nodes in depth-first order: the number of the parent (-1 at the root), the answer that leads here, the query.
    """

    chance: Fraction
    means: Mapping[str, Fraction]
    tree: tuple[tuple[int, str, str], ...]


@answer
class Adversary(Answer):
    """The game in which the codemaker chooses a code and the breaker a strategy, and the breaker's queries are counted.

    A class contains the codes that symmetries of the game map to each other; without known symmetries, one code. The breaker
    draws a strategy, and a symmetry that is applied to it.

    Attributes:
        value: queries under best play of both sides, the last one included.
        codemaker: an optimal chance of each code of a class, by the class's first code; times `sizes`, they sum to 1.
        trees: number of strategies that the breaker mixes.
        mean: the value, rounded.
        codes: number of codes.
        sizes: number of codes of each class.
        mixture: the strategies, the most probable first; only if asked for.
    """

    value: Fraction
    codemaker: Mapping[str, Fraction]
    trees: int
    mean: float
    codes: int
    sizes: Mapping[str, int]
    mixture: tuple[MixedTree, ...] | None = None


@question(
    "{game.title}, the codemaker's choice",
    lambda game, show_trees: (
        f"tafelwerk mastermind adversary {game.options} --compute"
        if isinstance(game, AnswerTable)
        else f"tafelwerk build mastermind {game.options} --adversary"
    ),
    stored=lambda game, show_trees: not isinstance(game, AnswerTable),
    builds=lambda game, show_trees: {"game": str(game), "codemaker": "optimal"},
)
def adversary(book: Book, game: Game | AnswerTable, show_trees: bool = False) -> Adversary | None:
    """Value of the game in which the codemaker chooses the code, and optimal mixtures of both sides.

    Args:
        book: the book.
        game: the game; a table of answers from a file is not stored.
        show_trees: whether to list the strategies that the breaker mixes.

    Raises:
        InputError: the game is too large, or counts misses.
    """
    if isinstance(game, AnswerTable):
        return None
    row = book.one(FAMILY, "SELECT value_num, value_den, trees FROM mastermind.adversaries WHERE game = ?", game.name)
    if row is None:
        return None
    rows = book.rows(
        FAMILY,
        "SELECT code, codes, chance_num, chance_den FROM mastermind.adversary_codes WHERE game = ? ORDER BY class",
        game.name,
    )
    chances = {code: Fraction(int(num), int(den)) for code, _, num, den in rows}
    sizes = {code: size for code, size, _, _ in rows}
    mixture = _mixture(book, game, sizes) if show_trees else None
    return solved(Fraction(int(row[0]), int(row[1])), chances, sizes, row[2], mixture)


def solved(
    value: Fraction,
    chances: Mapping[str, Fraction],
    sizes: Mapping[str, int],
    trees: int,
    mixture: tuple[MixedTree, ...] | None,
) -> Adversary:
    """The answer, given value, chances and sizes of the classes, and the breaker's mixture."""
    return Adversary(value, chances, trees, float(value), sum(sizes.values()), sizes, mixture)


def _mixture(book: Book, game: Game, sizes: Mapping[str, int]) -> tuple[MixedTree, ...]:
    """The stored mixture."""
    trees = book.rows(
        FAMILY,
        "SELECT tree, chance_num, chance_den, totals FROM mastermind.adversary_trees WHERE game = ? ORDER BY tree",
        game.name,
    )
    nodes: dict[int, list[tuple[int, str, str]]] = {tree: [] for tree, *_ in trees}
    for tree, parent, answered, query in book.rows(
        FAMILY,
        "SELECT tree, parent, answer, query FROM mastermind.adversary_nodes WHERE game = ? ORDER BY tree, node",
        game.name,
    ):
        nodes[tree].append((-1 if parent is None else parent, answered or "", query))
    return tuple(mixed(Fraction(int(num), int(den)), totals, sizes, nodes[tree]) for tree, num, den, totals in trees)


def mixed(
    chance: Fraction, totals: list[int], sizes: Mapping[str, int], nodes: list[tuple[int, str, str]]
) -> MixedTree:
    """A strategy of the mixture, given its queries summed over each class."""
    means = {code: Fraction(total, size) for (code, size), total in zip(sizes.items(), totals, strict=True)}
    return MixedTree(chance, means, tuple(nodes))
