"""The codemaker chooses, too: the question about the zero-sum game of codemaker and codebreaker."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.rules.mastermind.games import FAMILY, AnswerTable, Game, parse_game
from tafelwerk.tables.choosing import Adversary, Node, solved
from tafelwerk.tables.question import question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"game": parse_game}


@question(
    "{game.title}, the codemaker's choice",
    lambda game, show_trees: (
        f"tafelwerk mastermind adversary {game.options} --compute"
        if isinstance(game, AnswerTable)
        else f"tafelwerk build mastermind {game.options} --adversary"
    ),
    stored=lambda game, show_trees: not isinstance(game, AnswerTable),
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
    row = book.one(FAMILY, "SELECT value_num, value_den, build FROM mastermind.adversaries WHERE game = ?", game.name)
    if row is None:
        return None
    trees = book.rows(
        FAMILY,
        "SELECT chance_num, chance_den, totals FROM mastermind.adversary_trees WHERE game = ? ORDER BY tree",
        game.name,
    )
    rows = book.rows(
        FAMILY,
        "SELECT code, codes, chance_num, chance_den FROM mastermind.adversary_codes WHERE game = ? ORDER BY class",
        game.name,
    )
    chances = {code: Fraction(int(num), int(den)) for code, _, num, den in rows}
    sizes = {code: size for code, size, _, _ in rows}
    drawn = [(Fraction(int(num), int(den)), totals) for num, den, totals in trees]
    return solved(Fraction(int(row[0]), int(row[1])), chances, sizes, drawn, _nodes(book, game) if show_trees else None)


def _nodes(book: Book, game: Game) -> Sequence[Sequence[Node]]:
    """The stored strategies."""
    nodes: dict[int, list[Node]] = {}
    for tree, parent, answered, query in book.rows(
        FAMILY,
        "SELECT tree, parent, answer, query FROM mastermind.adversary_nodes WHERE game = ? ORDER BY tree, node",
        game.name,
    ):
        nodes.setdefault(tree, []).append((-1 if parent is None else parent, answered or "", query))
    return list(nodes.values())
