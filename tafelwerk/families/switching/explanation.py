"""Who wins a position of the switching game and why: the question and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tafelwerk.families.switching.answers import Edges, Proof
from tafelwerk.families.switching.parameters import BoardOrder, FirstTurn, InsteadOfBoard, Moves, Terminals, check_place
from tafelwerk.families.switching.rules import TERMINALS, EdgeList
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parsed, default
from tafelwerk.tables.answers import answer
from tafelwerk.tables.explanation import PositionExplanation, RefutedOption
from tafelwerk.tables.questions import Question, Step, Text
from tafelwerk.wording import LONGEST_FRACTION, join_words

if TYPE_CHECKING:
    from tafelwerk.families.switching.positions import Position

LONGEST_LINE, LONGEST_TEXT = 60, 40
"""Most moves of a line, and of a line as a person reads it."""


@frozen(kw_only=True)
class EdgeMove(RefutedOption):
    """A free edge as a move; `best`: whether it keeps the value of the position under perfect play.

    Attributes:
        potential: potential difference of the edge, with A at 1 and B at 0, which the heuristic maximises.
    """

    potential: Fraction


@answer
class Explanation(PositionExplanation):
    """Who wins a position under perfect play, and a proof.

    Attributes:
        to_move: the player to move.
        winner: player who wins under perfect play.
        decided: whether the game is over.
        moves: all free edges: winning ones first, then by descending potential difference.
        heuristic: edges from which the heuristic chooses.
        proof: two disjoint trees of Short, or forests of Cut; if the winner is to move, after the first move of `line`.
        line: game in which the loser attacks the proof and the winner repairs it.
    """

    to_move: str
    winner: str
    decided: bool
    moves: tuple[EdgeMove, ...]
    heuristic: Edges
    proof: Proof


class Explain(Question[Explanation]):
    """Who wins a position and why: every move with its outcome, a refuting reply and its potential difference, and a proof.

    The proof consists of two disjoint sets of edges: trees of Short that contain A and B, or forests of Cut that separate them.
    In the line of play the loser attacks the proof and the winner repairs it.

    Example: tafelwerk switching explain --order 3 --history "A5 C5 C3 A1"

    Example: tafelwerk switching explain --order 9 --history "E9 C9" --json

    Example: tafelwerk switching explain --graph graph.txt --turn short
    """

    order: BoardOrder | None = None
    moves: Parsed[Moves] = default("")
    graph: Parsed[InsteadOfBoard | None] = default(None)
    turn: Parsed[FirstTurn | None] = default(None)
    terminals: Parsed[Terminals | None] = default(None)

    @cached_property
    def edge_list(self) -> EdgeList | None:
        """The graph with its terminals."""
        return None if self.graph is None else self.graph.joining(self.terminals or TERMINALS)

    def check(self) -> None:
        check_place(self.order, self.graph, turn=self.turn, terminals=self.terminals)

    @property
    def phrase(self) -> str:
        return f"an explanation of a position of {'a graph' if self.order is None else f'order {self.order}'}"

    @cached_property
    def position(self) -> Position:
        """The position after the moves."""
        from tafelwerk.families.switching.positions import position_of

        return position_of(self.order, self.moves, self.edge_list, self.turn)

    def operations(self) -> float:
        from tafelwerk.families.switching.positions import explanation_operations

        return explanation_operations(self.position)

    def solve(self) -> Explanation:
        from tafelwerk.families.switching.positions import explain_position

        return explain_position(self.position)

    def steps(self, answer: Explanation, **looks: Any) -> Sequence[Step]:
        if self.order is None:
            return ()
        moves = [Step(row.move, {"history": f"{self.moves} {row.move}".strip()}) for row in answer.moves]
        return [*moves, *take_back(self.moves)]

    def text(self, answer: Explanation) -> Text:
        subject = "The graph" if self.order is None else f"Order {self.order}"
        return lambda: _layout(answer, subject, " and ".join(self.terminals or TERMINALS))


def take_back(moves: str) -> tuple[Step, ...]:
    """The step to the position before the last of some moves."""
    return (Step("Take the last move back", {"history": moves.rpartition(" ")[0]}),) if moves else ()


def _layout(found: Explanation, place: str, terminals: str) -> Any:
    from tafelwerk.commands.explaining import MOST_ROWS, OUTCOMES, best_column, explanation_layout, tie_text
    from tafelwerk.commands.fitting import Column
    from tafelwerk.families.switching.moves import proof_text

    winner = found.winner.capitalize()
    if found.decided:
        return f"{place}: the game is over, {winner} has won ({found.source})."
    winning = [row.move for row in found.moves if row.value > 0]
    heading = f"{place}, {found.to_move.capitalize()} to move: {winner} wins"
    heading += (
        f" with {join_words(winning, 12, 'or')}" if 0 < len(winning) < len(found.moves) else ", whatever the move"
    )
    heading = f"{heading} (exact; {found.source})."
    rows = found.moves[:MOST_ROWS]
    columns = [
        Column("move", [row.move for row in rows]),
        Column("outcome", [OUTCOMES[row.value] for row in rows]),
        Column("reply", [row.reply for row in rows]),
        Column("potential difference", [f"{float(row.potential):.6f}" for row in rows], "potential"),
        Column("as a fraction", [_fraction(row.potential) for row in rows], "fraction", goes=1),
        Column("heuristic", ["plays" if row.move in found.heuristic else "" for row in rows], goes=2),
        best_column(rows),
    ]
    return explanation_layout(
        heading,
        columns,
        proof_text(found.proof, terminals),
        _agreement(found, winning),
        f"The loser attacks the proof, the winner repairs it: {' '.join(found.line[:LONGEST_TEXT])}"
        f"{' and so on' if len(found.line) > LONGEST_TEXT else ''}.",
        tie_text(found.moves),
        count=len(found.moves),
    )


def _agreement(found: Explanation, kept: list[str]) -> str:
    """What the heuristic's moves are worth."""
    chosen = join_words(found.heuristic, 12, "or")
    if not kept:
        return f"The heuristic plays {chosen}; {found.winner.capitalize()} wins all the same."
    right = sum(name in kept for name in found.heuristic)
    effect = "keeps the win" if right == len(found.heuristic) else "gives the win away" if not right else "may lose it"
    return f"The heuristic plays {chosen}, which {effect}."


def _fraction(value: Any) -> str:
    return str(value) if len(str(value)) <= LONGEST_FRACTION else ""
