"""The question about search trees: given ones, and those of games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from shlex import quote
from typing import TYPE_CHECKING, Annotated

from tafelwerk.errors import InputError
from tafelwerk.families.minimax import tree_answers
from tafelwerk.families.minimax.rules.evaluation import FEATURES, Evaluation, parse_evaluation, parse_swing
from tafelwerk.families.minimax.rules.games import playable
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.game_trees import MOST_LEVELS
from tafelwerk.tables.questions import Question

if TYPE_CHECKING:
    from tafelwerk.errors import MissingTableError, UncomputedError
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.computation import Computation

EXAMPLE = "such as '[[3, 12, 8], [2, 4, 6], [14, 5, 2]]'"
"""Example of a given tree, for messages."""

MOST_COMPUTED, MOST_WRITTEN = 20_000_000, 20_000
"""Most moves of a search of a game, which take some minutes, and most nodes of a tree in an answer."""

GameName = Annotated[
    str,
    Parameter(
        "GAME",
        "Game to search instead of TREE: tictactoe, notakto-2, nim-passes, grundy:7, octal:0.77:6, subtraction:1,2:5.",
        parse=lambda name: playable(name).name,
        option="--game",
    ),
]
Position = Annotated[
    str, Parameter("P", "Position of the game, in its notation. Default: the start.", write=quote, option="--position")
]
AlphaBeta = Annotated[bool, Parameter("", "Alpha-beta search: the window of every node, and the branches cut off.")]
Order = Annotated[
    str,
    Parameter(
        "ORDER",
        "Move ordering of alpha-beta: natural, best-first, worst-first by the true values; "
        "on a board centre-first, corners-first, edges-first.",
    ),
]
Depth = Annotated[
    int,
    Parameter("D", "Number of levels shown; all are searched. Default: 2 for a game, all for a TREE.", 0, MOST_LEVELS),
]
LookAhead = Annotated[
    int,
    Parameter(
        "D",
        "Search depth D of a game, in moves, with an evaluation at the end: for tictactoe the lines open to X minus "
        "the lines open to O, 9 for a completed line; for other games 0. With D = 0 the position itself is evaluated.",
        0,
        MOST_LEVELS,
    ),
]
Weights = Annotated[
    Evaluation,
    Parameter(
        "WEIGHTS",
        "Weighted features of tictactoe, in place of that evaluation: FEATURE=WEIGHT,...; features are "
        f"{', '.join(FEATURES)}.",
        parse=parse_evaluation,
    ),
]
Quiescence = Annotated[
    int,
    Parameter(
        "N",
        "Quiescence search: up to N moves beyond D where some move changes the evaluation by more than --swing.",
        1,
        MOST_LEVELS,
    ),
]
Swing = Annotated[
    Fraction,
    Parameter("S", "Largest change of the evaluation in a quiet position. Default: 0.", parse=parse_swing),
]
Most = Annotated[int, Parameter("N", "Largest number of nodes drawn; the others are counted.", 1, MOST_WRITTEN)]


class Tree(Question[tree_answers.Tree | tree_answers.GameTree], title="the tree of {game}"):
    """A search tree, given or of a game, with the value of every node.

    A given tree is nested lists, the players in turn, Max first. Of a tree with more nodes than an answer may have, `depth`
    limits the levels, or `most` the nodes, the upper levels first.
    """

    tree: Annotated[object, Parameter("TREE", "Nested lists, the players in turn, Max first.", is_argument=True)] = None
    game: GameName | None = None
    position: Position | None = None
    alpha_beta: AlphaBeta = False
    order: Order | None = None
    depth: Depth | None = None
    look_ahead: LookAhead | None = None
    most: Most | None = None
    evaluation: Parsed[Weights | None] = default(None)
    quiescence: Quiescence | None = None
    swing: Parsed[Swing | None] = default(None)

    def check(self) -> None:
        if (self.tree is None) == (self.game is None):
            raise InputError(f"give either a TREE, {EXAMPLE}, or --game GAME")
        if self.order is not None and not self.alpha_beta:
            raise InputError("--order goes with --alpha-beta: minimax visits every node in any order")
        if self.game is None:
            self._refuse("--game GAME", position=self.position, look_ahead=self.look_ahead)
        if self.look_ahead is None:
            self._refuse("--look-ahead D", evaluation=self.evaluation, quiescence=self.quiescence)
        if self.swing is not None and self.quiescence is None:
            raise InputError("--swing goes with --quiescence N: it says which positions are quiet")
        if self.evaluation is not None and self.game != "tictactoe":
            raise InputError(f"--evaluation is for tictactoe; {self.game} has no features to weight")

    @staticmethod
    def _refuse(wanted: str, **given: object) -> None:
        """Raise InputError if one of these is given without another option."""
        for name, value in given.items():
            if value is not None:
                raise InputError(f"--{name.replace('_', '-')} goes with {wanted}")

    def computation(self, book: Book) -> Computation[tree_answers.Tree | tree_answers.GameTree]:
        from tafelwerk.families.minimax import tree_search

        if self.game is None:
            return tree_search.written_tree(self.tree, self.alpha_beta, self.order, self.depth, self.most)
        horizon = None
        if self.look_ahead is not None:
            beyond = self.quiescence or 0
            horizon = tree_search.LookAhead(self.look_ahead, self.evaluation, self.swing or Fraction(0), beyond)
        return tree_search.game_tree(
            self.game, self.position, self.alpha_beta, self.order, self.depth, horizon, self.most
        )

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        # how many nodes are drawn does not change the work
        return super().missing(book) if self.most is None else replace(self, most=None).missing(book)
