"""The codemaker chooses, too: the question about the zero-sum game of codemaker and codebreaker, and its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, lcm, nextafter
from typing import TYPE_CHECKING, Literal

from tafelwerk.rules.mastermind.games import FAMILY, AnswerTable, Game, parse_game
from tafelwerk.tables.question import Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"game": parse_game}

Hiding = Literal["chosen", "never", "open"]
"""Whether a code is worth hiding: the codemaker's mixture at hand chooses it; no optimal one does; or neither is shown."""


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
        breaker: mean queries that the breaker's mixture takes for the codes of each class; at most the value.
        hiding: "chosen" for classes with a chance in `codemaker`, if that is optimal; "never" where the breaker's mixture takes
            fewer queries than the value, so that no optimal codemaker chooses such a code; "open" for the others.
        lower: if only an interval is proved: every strategy takes as many queries against `codemaker`; the breaker's mixture
            takes at most `value` for every code.
        mixture: the strategies, the most probable first; only if asked for.
    """

    value: Fraction
    codemaker: Mapping[str, Fraction]
    trees: int
    mean: float
    codes: int
    sizes: Mapping[str, int]
    breaker: Mapping[str, Fraction]
    hiding: Mapping[str, Hiding]
    lower: Fraction | None = None
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
    row = book.one(FAMILY, "SELECT value_num, value_den FROM mastermind.adversaries WHERE game = ?", game.name)
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


Node = tuple[int, str, str]
"""The number of the parent (-1 at the root), the answer that leads here, the query."""


def solved(
    value: Fraction,
    chances: Mapping[str, Fraction],
    sizes: Mapping[str, int],
    trees: Sequence[tuple[Fraction, Sequence[int]]],
    nodes: Sequence[Sequence[Node]] | None,
    lower: Fraction | None = None,
) -> Adversary:
    """The answer.

    Args:
        value: value of the game, or an upper bound.
        chances: the codemaker's chance of each code of a class, by first code.
        sizes: number of codes of each class, by first code.
        trees: the breaker's strategies: chance, and queries summed over the codes of each class.
        nodes: their nodes, if they are asked for.
        lower: lower bound of the value. Default: the value.
    """
    least = value if lower is None else lower
    common = lcm(*(share.denominator for share, _ in trees))
    weights = [int(share * common) for share, _ in trees]
    breaker: dict[str, Fraction] = {}
    for k, (code, size) in enumerate(sizes.items()):
        spent = sum(weight * totals[k] for weight, (_, totals) in zip(weights, trees, strict=True))
        breaker[code] = Fraction(spent, common * size)
    hiding: dict[str, Hiding] = {
        code: "never" if breaker[code] < least else "chosen" if chances[code] and least == value else "open"
        for code in sizes
    }
    mixture = None
    if nodes is not None:
        mixture = tuple(
            MixedTree(
                share,
                {code: Fraction(total, size) for (code, size), total in zip(sizes.items(), totals, strict=True)},
                tuple(one),
            )
            for (share, totals), one in zip(trees, nodes, strict=True)
        )
    found = Adversary(
        value, chances, len(trees), float(value), sum(sizes.values()), sizes, breaker, hiding, None, mixture
    )
    if least == value:
        return found
    bound = nextafter(float(value - least), inf)
    return replace(found, lower=least, certainty="certified", error_bound=bound)


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
