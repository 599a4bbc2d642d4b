"""`tafelwerk switching solve`: the switching game on any graph, from a list of its edges."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import JsonOption, answer
from tafelwerk.commands.switching.words import PLAYERS, app, listed
from tafelwerk.errors import InputError, StorageError

STATES = {"deleted": 1, "marked": 2}

_LONGEST = 40


@app.command()
def solve(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="One edge a line: two names of nodes; A and B are the ends.")
    ],
    turn: Annotated[str, typer.Option("--turn", metavar="cut|short", help="Who is to move.")] = "cut",
    json: JsonOption = False,
) -> None:
    """Who wins the switching game on a graph, every winning move, and a proof.

    A third word, `deleted` or `marked`, is an edge that is taken. Lines that are empty or begin with # are left out.
    Edges are named by their ends, `A-x`; of parallel ones the second is `A-x(2)`.

    Example: tafelwerk switching solve graph.txt --turn short
    """
    if turn not in PLAYERS:
        raise InputError(f"--turn is {' or '.join(PLAYERS)}, not {turn!r}")
    nodes, ends, states, names = read(file)
    from tafelwerk.commands.switching.position import proof_document, proof_text
    from tafelwerk.solvers.switching.graph import Player, make_graph, winner
    from tafelwerk.solvers.switching.perfect import solve as solved

    graph = make_graph(len(nodes), ends)
    solution = solved(graph, states, Player(turn))
    ended = winner(graph, states)

    def named(edges: Any) -> list[str]:
        return [names[edge] for edge in edges]

    document: dict[str, Any] = {
        "nodes": len(nodes),
        "edges": len(ends),
        "to_move": turn,
        "winner": str(solution.winner),
        "moves": named(solution.moves),
        **proof_document(solution, named),
        "decided": ended is not None,
        "certainty": "exact",
        "source": "computed",
    }

    def words() -> str:
        size = f"{len(nodes)} nodes, {len(ends)} {'edge' if len(ends) == 1 else 'edges'}"
        if ended is not None:
            return f"{size}: the game is over, {ended} has won."
        moves = f" Winning moves: {listed(named(solution.moves))}." if solution.moves else ""
        return f"{size}, {turn} to move: {solution.winner} wins.{moves} {proof_text(solution, named)}"

    answer(json, document, words)


def read(file: Path) -> tuple[dict[str, int], list[tuple[int, int]], list[int], list[str]]:
    """Nodes by name, A as 0 and B as 1; ends, states and names of the edges.

    Raises:
        InputError: a line is no edge, named with its number; no edge, or no A or B.
        StorageError: the file cannot be read.
    """
    try:
        lines = file.read_bytes().decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{file}: that is no text in UTF-8; one edge a line, two names of nodes") from None
    except FileNotFoundError:
        raise InputError(f"{file}: there is no such file; it has one edge a line, two names of nodes") from None
    except OSError as fault:
        raise StorageError(f"{file}: cannot be read: {fault.strerror}") from None
    nodes, ends, states = {"A": 0, "B": 1}, [], []
    names: list[str] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        said = line.strip() if len(line.strip()) <= _LONGEST else f"{line.strip()[:_LONGEST]}..."
        if len(words) not in (2, 3):
            raise InputError(f"{file}, line {number}: an edge is two names of nodes, such as A x, not {said!r}")
        if len(words) == 3 and words[2] not in STATES:
            raise InputError(f"{file}, line {number}: an edge that is taken is deleted or marked, not {words[2]!r}")
        one, other = (nodes.setdefault(word, len(nodes)) for word in words[:2])
        name = f"{words[0]}-{words[1]}"
        key = "-".join(sorted(words[:2]))
        seen[key] = seen.get(key, 0) + 1
        names.append(name if seen[key] == 1 else f"{name}({seen[key]})")
        ends.append((one, other))
        states.append(STATES[words[2]] if len(words) == 3 else 0)
    if not ends:
        raise InputError(f"{file}: there is no edge in it; one edge a line, two names of nodes")
    held = {node for edge in ends for node in edge}
    missing = [name for name in ("A", "B") if nodes[name] not in held]
    if missing:
        raise InputError(f"{file}: no edge has the node {missing[0]}; A and B are the nodes to be joined")
    return nodes, ends, states, names
