"""The game in which the codemaker chooses, too, for hidden codes of any family: rows of its tables, and the answer."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from tafelwerk.build.task import columns, fraction_columns
from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.adversary_game import Solution
from tafelwerk.tables.explanation import Adversary, Node, choice_answer

Columns = Mapping[str, Any]

Tree = TypeVar("Tree")


class SolvedChoice(NamedTuple, Generic[Tree]):
    """A solved game.

    Attributes:
        sizes: number of codes of each class, by its first code.
        solution: the optimum of both players.
        nodes: nodes of a strategy.
    """

    sizes: Mapping[str, int]
    solution: Solution[Tree]
    nodes: Callable[[Tree], list[Node]]


def adversary_columns(family: str, key: str, name: str, game: SolvedChoice[Tree]) -> Mapping[str, Columns]:
    """Value, the codemaker's chances, and the breaker's mixture.

    Args:
        family: its name.
        key: column with the name of the game.
        name: name of the game.
        game: the solved game.

    Raises:
        InputError: no exact value is proved.
    """
    sizes, solution, nodes = game
    if solution.lower < solution.value:
        raise InputError(
            f"{name}: the codemaker's value is only proved to lie within {float(solution.value - solution.lower):.1g} below "
            f"{float(solution.value):.9f}, and tables hold exact values; ask: tafelwerk {family} adversary --compute"
        )
    rows = [
        (tree, node, None if parent < 0 else parent, None if parent < 0 else answer, query)
        for tree, one in enumerate(solution.strategies)
        for node, (parent, answer, query) in enumerate(nodes(one.tree))
    ]
    return {
        "adversaries": {
            key: [name],
            "codes": sum(sizes.values()),
            **fraction_columns("value", [solution.value]),
            "trees": len(solution.strategies),
        },
        "adversary_codes": {
            key: name,
            "class": range(len(sizes)),
            "code": list(sizes),
            "codes": list(sizes.values()),
            **fraction_columns("chance", solution.chances),
        },
        "adversary_trees": {
            key: name,
            "tree": range(len(solution.strategies)),
            **fraction_columns("chance", solution.shares),
            "totals": [list(one.column) for one in solution.strategies],
        },
        "adversary_nodes": {key: name, **columns(("tree", "node", "parent", "answer", "query"), rows)},
    }


def adversary_answer(game: SolvedChoice[Tree], show_trees: bool) -> Adversary:
    """The same as an answer; `show_trees`: with the breaker's mixture."""
    sizes, solution, nodes = game
    chances = dict(zip(sizes, solution.chances, strict=True))
    trees = [(share, one.column) for share, one in zip(solution.shares, solution.strategies, strict=True)]
    mixture = [nodes(one.tree) for one in solution.strategies] if show_trees else None
    return choice_answer(solution.value, chances, sizes, trees, mixture, solution.lower)
