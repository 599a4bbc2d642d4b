"""`tafelwerk switching solve`: the switching game on any graph, from a list of its edges."""

from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.switching.position import all_listed, proof_text
from tafelwerk.commands.switching.words import app
from tafelwerk.errors import InputError, StorageError
from tafelwerk.files import read_limited, read_standard_input
from tafelwerk.tables.switching import questions

STANDARD_INPUT = Path("-")


@app.command()
@asks
def solve(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="One edge a line: two names of nodes; A and B are the ends. - is standard input."
        ),
    ],
    ask: AtOnce,
    turn: Annotated[str, typer.Option("--turn", metavar="cut|short", help="Who is to move.")] = "cut",
) -> Text:
    """Who wins the switching game on a graph, every winning move, and a proof.

    A third word, `deleted` or `marked`, is an edge that is taken. Lines that are empty or begin with # are left out.
    Edges are named by their ends, `A-x`; of parallel ones the second is `A-x(2)`. Nodes whose names hold a hyphen, a comma or
    brackets stand in quotes there: `A-"x-1"`. It is computed: the book is not asked.

    Example: tafelwerk switching solve graph.txt --turn short

    Example: tafelwerk switching solve - --turn short
    """
    questions.solve.of("", turn)
    graph = _text(file)
    try:
        found = ask(questions.solve, graph, turn)
    except InputError as fault:
        raise InputError(f"{_called(file)}{', ' if str(fault).startswith('line ') else ': '}{fault}") from None
    size = f"{found.nodes} nodes, {found.edges} {'edge' if found.edges == 1 else 'edges'}"
    if found.decided:
        return f"{size}: the game is over, {found.winner} has won."
    moves = f"\nWinning moves: {all_listed(found.moves)}." if found.moves else ""
    return f"{size}, {turn} to move: {found.winner} wins.{moves}\n{proof_text(found.proof)}"


def _called(file: Path) -> str:
    return "standard input" if file == STANDARD_INPUT else str(file)


def _text(file: Path) -> str:
    """What is in the file, or on standard input."""
    try:
        return (read_standard_input() if file == STANDARD_INPUT else read_limited(file)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{_called(file)}: that is no text in UTF-8; one edge a line, two names of nodes") from None
    except FileNotFoundError:
        raise InputError(f"{file}: there is no such file; it has one edge a line, two names of nodes") from None
    except OSError as fault:
        raise StorageError(f"{_called(file)}: cannot be read: {fault.strerror}") from None
