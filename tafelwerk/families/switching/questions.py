"""The questions about the switching game. Those about graphs and puzzles are here, others in modules by their subject."""

from __future__ import annotations

from typing import Annotated

from tafelwerk.families.switching import answers
from tafelwerk.families.switching.agents import Duel, Refute, Winrate
from tafelwerk.families.switching.moves import Explain, Move, solution_text
from tafelwerk.families.switching.parameters import Graph, Terminals, Turn
from tafelwerk.families.switching.rules import PLAYERS, TERMINALS
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.puzzles import Difficulty, Seed
from tafelwerk.tables.questions import Asks, Question, Questions


class Solve(Question[answers.SolvedGraph], title="perfect play on a graph"):
    """Winner of the switching game on any graph, every winning move, and a proof.

    A third word, `deleted` or `marked`, gives an edge that is already taken. A conductance may stand before it; here it changes
    nothing. Empty lines and comments after # are skipped. An edge is named by its two nodes, `A-x`; the second of two
    parallel edges is `A-x(2)`. A node name with a hyphen, comma or bracket is quoted: `A-"x-1"`. The answer is computed, not
    looked up.

    Example: tafelwerk switching solve graph.txt --turn short

    Example: tafelwerk switching solve - --turn short

    Example: tafelwerk switching solve graph.txt --terminals x,B
    """

    graph: Parsed[Graph]
    turn: Parsed[Turn] = default(PLAYERS[0])
    terminals: Parsed[Terminals | None] = default(None)

    def solve(self) -> answers.SolvedGraph:
        from tafelwerk.families.switching.positions import position_of, solve_position

        graph = self.graph.joining(self.terminals or TERMINALS)
        return solve_position(graph, position_of(None, "", graph, self.turn))

    def text(self, answer: answers.SolvedGraph) -> str:
        return solution_text(answer, " and ".join(self.terminals or TERMINALS))


class Dual(Question[answers.DualGraph], title="the dual of a graph"):
    """Dual game of a planar graph: for every edge, an edge between the two faces beside it.

    An edge A-B is added; A and B of the dual are the faces beside it. What Short plays in the dual, Cut plays in the graph. The
    answer is a file for `solve` and `move --graph`, in the order of the graph's lines: conductances are inverted, deleted edges
    become marked and marked edges deleted. If the planar drawing is not unique, the first one found is used; winners and
    potentials are the same for all. The answer is computed, not looked up.

    Example: tafelwerk switching dual graph.txt

    Example: tafelwerk switching dual graph.txt --json
    """

    graph: Parsed[Graph]
    terminals: Parsed[Terminals | None] = default(None)

    def operations(self) -> float:
        from tafelwerk.families.switching.positions import dual_operations

        return dual_operations(len(self.graph.ends))

    def solve(self) -> answers.DualGraph:
        from tafelwerk.families.switching.positions import dual_graph

        return dual_graph(self.graph.joining(self.terminals or TERMINALS))


LEAST_ORDER, MOST_ORDER = 3, 9
"""Bounds of the order of boards for puzzles."""

PuzzleOrder = Annotated[int, Parameter("M", "Order of the board.", LEAST_ORDER, MOST_ORDER)]


class Puzzle(Question[answers.Puzzle], title="a puzzle of Bridg-It"):
    """A position of Bridg-It in which exactly one move wins."""

    order: PuzzleOrder = 4
    seed: Seed | None = None
    difficulty: Parsed[Difficulty | None] = default(None)

    def operations(self) -> float:
        return 1e6 * self.order

    def solve(self) -> answers.Puzzle:
        from tafelwerk.families.switching.bridg_it import find_puzzle

        assert self.seed is not None
        return find_puzzle(self.order, self.seed, self.difficulty)


class SwitchingQuestions(Questions):
    """The questions, as `book.switching` has them."""

    solve = Asks(Solve)
    dual = Asks(Dual)
    explain = Asks(Explain)
    winrate = Asks(Winrate)
    duel = Asks(Duel)
    refute = Asks(Refute)
    move = Asks(Move)
    puzzle = Asks(Puzzle)
