"""The game in which the codemaker chooses, too: rows of its tables, and the answer computed without a book."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tafelwerk.build.beams.problems import problem_of
from tafelwerk.build.task import columns
from tafelwerk.errors import InputError
from tafelwerk.rules.beams.history import answer_text, query_text
from tafelwerk.solvers.beams.optimum.tree import Tree
from tafelwerk.solvers.beams.rules.knowledge import code_text
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.beams.weighted.replies import Replies
from tafelwerk.solvers.deduction.adversary.game import Solution, solve_game
from tafelwerk.tables.choosing import Adversary, Node, solved

Columns = Mapping[str, Any]


def adversary_columns(variant: str) -> Mapping[str, Columns]:
    """Value, the codemaker's chances, and the breaker's mixture.

    Raises:
        InputError: no exact value is proved.
    """
    problem = problem_of(variant)
    names, found = _solved(problem)
    if found.lower < found.value:
        raise InputError(
            f"{variant}: the codemaker's value is only proved to lie within {float(found.value - found.lower):.1g} below "
            f"{float(found.value):.9f}, and tables hold exact values; ask: tafelwerk beams adversary --compute"
        )
    nodes = [
        (tree, node, None if parent < 0 else parent, None if parent < 0 else answer, query)
        for tree, one in enumerate(found.strategies)
        for node, (parent, answer, query) in enumerate(_nodes(problem, one.tree))
    ]
    return {
        "adversaries": {
            "variant": [variant],
            "codes": problem.codes,
            **_fractions("value", [found.value]),
            "trees": len(found.strategies),
        },
        "adversary_codes": {
            "variant": variant,
            "class": range(len(names)),
            "code": list(names),
            "codes": list(names.values()),
            **_fractions("chance", found.chances),
        },
        "adversary_trees": {
            "variant": variant,
            "tree": range(len(found.strategies)),
            **_fractions("chance", found.shares),
            "totals": [list(one.column) for one in found.strategies],
        },
        "adversary_nodes": {"variant": variant, **columns(("tree", "node", "parent", "answer", "query"), nodes)},
    }


def adversary_answer(problem: Problem, show_trees: bool) -> Adversary:
    """The same as an answer; `show_trees`: with the breaker's mixture."""
    names, found = _solved(problem)
    chances = dict(zip(names, found.chances, strict=True))
    trees = [(share, one.column) for share, one in zip(found.shares, found.strategies, strict=True)]
    nodes = [_nodes(problem, one.tree) for one in found.strategies] if show_trees else None
    return solved(found.value, chances, names, trees, nodes, found.lower)


def _solved(problem: Problem) -> tuple[dict[str, int], Solution[Tree]]:
    """Sizes of the classes by their first codes, and the solution."""
    replies = Replies(problem)
    ways = problem.codes // len(problem.patterns)
    # the first code of a class gives colour 1 to the first piece of its pattern, and so on
    first = [problem.patterns[code // ways].tolist() for code in replies.classes.first]
    names = {code_text(problem, pattern): size for pattern, size in zip(first, replies.sizes, strict=True)}
    return names, solve_game(replies)


def _nodes(problem: Problem, tree: Tree) -> list[Node]:
    """The nodes of a strategy: parent, answer, and query or code guessed; -1 and "" at the root."""
    return [
        (
            parent,
            "" if parent < 0 else answer_text(answer),
            query_text(colour, diagonal) if guess < 0 else code_text(problem, tree.guesses[guess].tolist()),
        )
        for parent, answer, colour, diagonal, guess in zip(
            tree.parent.tolist(),
            tree.answer.tolist(),
            tree.colour.tolist(),
            tree.diagonal.tolist(),
            tree.guess.tolist(),
            strict=True,
        )
    ]


def _fractions(name: str, values: Any) -> Columns:
    """A column of doubles, and the columns of its numerators and denominators."""
    exact = [Fraction(value) for value in values]
    return {
        name: [float(value) for value in exact],
        f"{name}_num": [str(value.numerator) for value in exact],
        f"{name}_den": [str(value.denominator) for value in exact],
    }
