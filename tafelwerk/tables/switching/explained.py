"""Who wins a position of the switching game and why: the question and its answer."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.frozen import frozen
from tafelwerk.rules.switching.boards import PLAYERS, checked_order
from tafelwerk.tables.explanation import PositionExplanation, RefutedOption
from tafelwerk.tables.question import answer, question
from tafelwerk.tables.switching.answers import Edges, Proof

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

LONGEST_LINE = 60
"""Most moves of a line."""


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


def _resolve(asked: dict[str, Any]) -> None:
    if (asked["order"] is None) == (asked["graph"] is None):
        raise InputError("give either --order M, a board, or --graph FILE, any graph")
    if asked["graph"] is None:
        checked_order(asked["order"])
        if asked["turn"] is not None:
            raise InputError("--turn needs --graph")
        asked["moves"] = " ".join(asked["moves"].replace(",", " ").split()).upper()
        return
    asked["turn"] = asked["turn"] or PLAYERS[0]
    if asked["turn"] not in PLAYERS:
        raise InputError(f"--turn is {' or '.join(PLAYERS)}, not {quoted(asked['turn'])}")


def _line(order: int | None, moves: str, **asked: Any) -> str:
    place = "--graph FILE" if order is None else f"--order {order}"
    return f'tafelwerk switching explain {place} --moves "{moves}" --compute'


@question(
    lambda order, **asked: f"an explanation of a position of {'a graph' if order is None else f'order {order}'}",
    _line,
    stored=False,
    resolve=_resolve,
)
def explain(
    book: Book, order: int | None = None, moves: str = "", graph: str | None = None, turn: str | None = None
) -> Explanation | None:
    """Who wins a position and why: every move with its outcome and a refuting reply, and a proof.

    Args:
        book: the book, which is not read.
        order: order of the board.
        moves: names of edges, the players in turn.
        graph: a graph instead of a board, one edge per line, as for `solve`.
        turn: player who makes the first of the moves on a graph. Default: cut, as on a board.

    Raises:
        InputError: there is no such board or graph, or the moves are illegal.
    """
    return None
