"""The game in which the codemaker chooses, too, solved."""

from functools import partial

from tafelwerk.build.choosing import Solved
from tafelwerk.families.beams.rules.history import answer_text, query_text
from tafelwerk.solvers.beams.codes_left import code_text
from tafelwerk.solvers.beams.optimal_strategies import Tree
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.weighted_replies import Replies
from tafelwerk.solvers.deduction.adversary_game import solve_game
from tafelwerk.tables.choosing import Node


def solve(problem: Problem) -> Solved[Tree]:
    """The game in which the codemaker chooses a code of a variant."""
    replies = Replies(problem)
    ways = problem.codes // len(problem.patterns)
    # the first code of a class gives colour 1 to the first piece of its pattern, and so on
    first = [problem.patterns[code // ways].tolist() for code in replies.classes.first]
    sizes = {code_text(problem, pattern): size for pattern, size in zip(first, replies.sizes, strict=True)}
    return Solved(sizes, solve_game(replies), partial(_nodes, problem))


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
