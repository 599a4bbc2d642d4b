"""`tafelwerk switching explain`: every move of a position with its refutation, and the proof of who wins."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.explaining import MOST_ROWS, OUTCOMES, best_column, explained, tie_text
from tafelwerk.commands.fitting import Column
from tafelwerk.commands.switching.other_graphs import blamed, graph_text
from tafelwerk.commands.switching.sayings import proof_text
from tafelwerk.commands.switching.words import BoardOption, MovesOption, app
from tafelwerk.tables.switching import questions
from tafelwerk.tables.switching.explained import Explanation
from tafelwerk.wording import LONGEST_FRACTION, listed

MOST_MOVES = 40
"""Most moves of a line that are shown."""


@app.command()
@asks
def explain(
    ask: Unkept,
    order: BoardOption = None,
    graph: Annotated[
        Path | None,
        typer.Option(
            "--graph", metavar="FILE", help="File of any graph instead of a board, as for `solve`. - is standard input."
        ),
    ] = None,
    moves: MovesOption = "",
    turn: Annotated[
        str | None,
        typer.Option("--turn", metavar="cut|short", help="With --graph: player who moves first. Default: cut."),
    ] = None,
) -> Text:
    """Who wins a position and why: every move with its outcome, a refuting reply and its potential difference, and a proof.

    The proof consists of two disjoint sets of edges: trees of Short that contain A and B, or forests of Cut that separate them.
    In the line of play the loser attacks the proof and the winner repairs it.

    Example: tafelwerk switching explain --order 3 --moves "A5 C5 C3 A1"

    Example: tafelwerk switching explain --order 9 --moves "E9 C9" --json

    Example: tafelwerk switching explain --graph graph.txt --turn short
    """
    if graph is None:
        found = ask(questions.explain, order, moves, None, turn)
        return lambda: _laid_out(found, f"Order {order}")
    questions.explain.of(order, moves, "", turn)
    text = graph_text(graph)
    with blamed(graph):
        found = ask(questions.explain, order, moves, text, turn)
    return lambda: _laid_out(found, "The graph")


def _laid_out(found: Explanation, place: str) -> Any:
    winner = found.winner.capitalize()
    if found.decided:
        return f"{place}: the game is over, {winner} has won ({found.source})."
    kept = [one.move for one in found.moves if one.value > 0]
    heading = f"{place}, {found.to_move.capitalize()} to move: {winner} wins"
    heading += f" with {listed(kept, 12, 'or')}" if 0 < len(kept) < len(found.moves) else ", whatever the move"
    heading = f"{heading} (exact; {found.source})."
    shown = found.moves[:MOST_ROWS]
    columns = [
        Column("move", [one.move for one in shown]),
        Column("outcome", [OUTCOMES[one.value] for one in shown]),
        Column("reply", [one.reply for one in shown]),
        Column("potential difference", [f"{float(one.potential):.6f}" for one in shown], "potential"),
        Column("as a fraction", [_fraction(one.potential) for one in shown], "fraction", goes=1),
        Column("heuristic", ["plays" if one.move in found.heuristic else "" for one in shown], goes=2),
        best_column(shown),
    ]
    return explained(
        heading,
        columns,
        proof_text(found.proof),
        _agreement(found, kept),
        f"The loser attacks the proof, the winner repairs it: {' '.join(found.line[:MOST_MOVES])}"
        f"{' and so on' if len(found.line) > MOST_MOVES else ''}.",
        tie_text(found.moves),
        count=len(found.moves),
    )


def _agreement(found: Explanation, kept: list[str]) -> str:
    """What the heuristic's moves are worth."""
    chosen = listed(found.heuristic, 12, "or")
    if not kept:
        return f"The heuristic plays {chosen}; {found.winner.capitalize()} wins all the same."
    right = sum(name in kept for name in found.heuristic)
    said = "keeps the win" if right == len(found.heuristic) else "gives the win away" if not right else "may lose it"
    return f"The heuristic plays {chosen}, which {said}."


def _fraction(value: Any) -> str:
    return str(value) if len(str(value)) <= LONGEST_FRACTION else ""
