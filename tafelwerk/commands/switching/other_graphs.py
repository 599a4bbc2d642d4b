"""`tafelwerk switching solve, dual` and `move --graph`: any graph, from a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, cast

import typer

from tafelwerk.commands.asking import AtOnce, Text, Unkept, asks
from tafelwerk.commands.switching.sayings import all_listed, heuristic_text, proof_text
from tafelwerk.commands.switching.words import app
from tafelwerk.errors import InputError, StorageError
from tafelwerk.files import read_limited, read_standard_input
from tafelwerk.spelling import compose
from tafelwerk.tables.switching import questions
from tafelwerk.tables.switching.answers import GraphMove, SolvedGraph
from tafelwerk.wording import counted, exact_number

STANDARD_INPUT = Path("-")

FileArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="File with one edge per line, two node names; A and B are the terminals. - is standard input.",
    ),
]


@app.command()
@asks
def solve(
    file: FileArgument,
    ask: AtOnce,
    turn: Annotated[str, typer.Option("--turn", metavar="cut|short", help="Player to move.")] = "cut",
) -> Text:
    """Winner of the switching game on any graph, every winning move, and a proof.

    A third word, `deleted` or `marked`, gives an edge that is already taken. A conductance may stand before it; here it changes
    nothing. Empty lines and lines that begin with # are skipped. An edge is named by its two nodes, `A-x`; the second of two
    parallel edges is `A-x(2)`. A node name with a hyphen, comma or bracket is quoted: `A-"x-1"`. The answer is computed, not
    looked up.

    Example: tafelwerk switching solve graph.txt --turn short

    Example: tafelwerk switching solve - --turn short
    """
    questions.solve.of("", turn)
    graph = graph_text(file)
    with blamed(file):
        found = ask(questions.solve, graph, turn)
    return _solved(found)


def _solved(found: SolvedGraph) -> str:
    """Perfect play, as text."""
    size = f"{found.nodes} nodes, {counted(found.edges, 'edge')}"
    if found.decided:
        return f"{size}: the game is over, {found.winner.capitalize()} has won."
    moves = f"\nWinning moves: {all_listed(found.moves)}." if found.moves else ""
    return f"{size}, {found.to_move.capitalize()} to move: {found.winner.capitalize()} wins.{moves}\n{proof_text(found.proof)}"


@app.command()
@asks
def dual(file: FileArgument, ask: Unkept) -> Text:
    """Dual game of a planar graph: for every edge, an edge between the two faces beside it.

    An edge A-B is added; A and B of the dual are the faces beside it. What Short plays in the dual, Cut plays in the graph. The
    answer is a file for `solve` and `move --graph`, in the order of the graph's lines: conductances are inverted, deleted edges
    become marked and marked edges deleted. If the planar drawing is not unique, the first one found is used; winners and
    potentials are the same for all. The answer is computed, not looked up.

    Example: tafelwerk switching dual graph.txt

    Example: tafelwerk switching dual graph.txt --json
    """
    graph = graph_text(file)
    with blamed(file):
        ask(questions.dual, graph)
    graph = ask.answer.graph  # with its lines, which a text within a line may not have
    return str(graph)


def on_graph(file: Path, ask: Unkept, moves: str, policy: str, turn: str | None, taken: str | None) -> Text:
    """Moves of the given policy on any graph, as text."""
    text = graph_text(file)
    with blamed(file):
        found = cast(GraphMove | SolvedGraph, ask(questions.move, None, moves, policy, text, turn, taken))

    def words() -> str:
        if isinstance(found, SolvedGraph):
            return _solved(found)
        size = f"{found.nodes} nodes, {counted(found.edges, 'edge')}"
        if found.decided:
            return f"{size}: the game is over, {found.winner.capitalize()} has won."
        best = cast(SolvedGraph, ask(questions.move, None, moves, "perfect", text, turn)).moves
        values = all_listed([f"{name} {exact_number(value)}" for name, value in found.values.items()])
        said = f"{size}, {found.to_move.capitalize()} to move. {heuristic_text(found, best, False)}"
        said += f"\nPotential differences: {values}."
        if found.currents is not None:
            said += f"\nCurrents: {all_listed([f'{name} {value}' for name, value in found.currents.items()])}."
        return said

    return words


@contextmanager
def blamed(file: Path) -> Iterator[None]:
    """Puts the file's name before error messages about its contents."""
    try:
        yield
    except InputError as fault:
        about = str(fault)
        if about.startswith(("move ", "there is no edge '", "--")):
            raise
        raise InputError(f"{_called(file)}{', ' if about.startswith('line ') else ': '}{about}") from None


def _called(file: Path) -> str:
    return "standard input" if file == STANDARD_INPUT else str(file)


def graph_text(file: Path) -> str:
    """Contents of the file, or of standard input."""
    try:
        content = read_standard_input() if file == STANDARD_INPUT else read_limited(file)
        return compose(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(f"{_called(file)} is not UTF-8 text; write one edge per line, two node names") from None
    except FileNotFoundError:
        raise InputError(f"{file}: there is no such file; give a file with one edge per line, two node names") from None
    except OSError as fault:
        raise StorageError(f"{_called(file)}: cannot be read: {fault.strerror}") from None
