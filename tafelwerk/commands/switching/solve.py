"""`tafelwerk switching solve`: the switching game on any graph, from a list of its edges."""

import json as encoding
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, JsonOption, answer
from tafelwerk.commands.switching.words import PLAYERS, app
from tafelwerk.errors import InputError, StorageError, quoted
from tafelwerk.files import read_limited, read_standard_input

STATES = {"deleted": 1, "marked": 2}

STANDARD_INPUT = Path("-")

_PLAIN = re.compile(r'[^-(),"\\]+')
"""Names of nodes that can stand in an edge's name as they are."""


@dataclass(slots=True)
class Listed:
    """A graph as a file lists it.

    `nodes`: numbers by name, A is 0 and B is 1; `ends`, `states`, `names`, `lines` of the edges, no two names alike.
    """

    nodes: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 1})
    ends: list[tuple[int, int]] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


@app.command()
def solve(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="One edge a line: two names of nodes; A and B are the ends. - is standard input."
        ),
    ],
    book: BookOption,
    turn: Annotated[str, typer.Option("--turn", metavar="cut|short", help="Who is to move.")] = "cut",
    json: JsonOption = False,
) -> None:
    """Who wins the switching game on a graph, every winning move, and a proof.

    A third word, `deleted` or `marked`, is an edge that is taken. Lines that are empty or begin with # are left out.
    Edges are named by their ends, `A-x`; of parallel ones the second is `A-x(2)`. Nodes whose names hold a hyphen, a comma or
    brackets stand in quotes there: `A-"x-1"`. It is computed: the book is not asked.

    Example: tafelwerk switching solve graph.txt --turn short

    Example: tafelwerk switching solve - --turn short
    """
    if turn not in PLAYERS:
        raise InputError(f"--turn is {' or '.join(PLAYERS)}, not {quoted(turn)}")
    listed_graph = read(file)
    from tafelwerk.commands.switching.position import all_listed, proof_document, proof_text
    from tafelwerk.solvers.switching.graph import Player, make_graph, winner
    from tafelwerk.solvers.switching.perfect import solve as solved

    ends, states, names = listed_graph.ends, listed_graph.states, listed_graph.names
    _check_connected(file, listed_graph)
    graph = make_graph(len(listed_graph.nodes), ends)
    solution = solved(graph, states, Player(turn))
    ended = winner(graph, states)

    def named(edges: Any) -> list[str]:
        return [names[edge] for edge in edges]

    document: dict[str, Any] = {
        "nodes": graph.nodes,
        "edges": graph.edges,
        "to_move": turn,
        "winner": str(solution.winner),
        "moves": named(solution.moves),
        **proof_document(solution, named),
        "line": dict(zip(names, listed_graph.lines, strict=True)),
        "decided": ended is not None,
        "certainty": "exact",
        "source": "computed",
    }

    def words() -> str:
        size = f"{graph.nodes} nodes, {graph.edges} {'edge' if graph.edges == 1 else 'edges'}"
        if ended is not None:
            return f"{size}: the game is over, {ended} has won."
        moves = f"\nWinning moves: {all_listed(named(solution.moves))}." if solution.moves else ""
        return f"{size}, {turn} to move: {solution.winner} wins.{moves}\n{proof_text(solution, named)}"

    answer(json, document, words)


def read(file: Path) -> Listed:
    """The graph in a file, or on standard input.

    Raises:
        InputError: a line is no edge, named with its number; no edge, or no A or B.
        StorageError: the file cannot be read.
    """
    found, seen = Listed(), dict[str, int]()
    where = _called(file)
    for number, line in enumerate(_text(file).splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) not in (2, 3):
            raise InputError(
                f"{where}, line {number}: an edge is two names of nodes, such as A x, not {quoted(line.strip(), 40)}"
            )
        if len(words) == 3 and words[2] not in STATES:
            raise InputError(
                f"{where}, line {number}: an edge that is taken is deleted or marked, not {quoted(words[2], 40)}"
            )
        one, other = (found.nodes.setdefault(word, len(found.nodes)) for word in words[:2])
        key = " ".join(sorted(words[:2]))
        seen[key] = seen.get(key, 0) + 1
        name = "-".join(map(_quoted, words[:2]))
        found.names.append(name if seen[key] == 1 else f"{name}({seen[key]})")
        found.ends.append((one, other))
        found.states.append(STATES[words[2]] if len(words) == 3 else 0)
        found.lines.append(number)
    if not found.ends:
        raise InputError(f"{where}: there is no edge in it; one edge a line, two names of nodes")
    held = {node for edge in found.ends for node in edge}
    missing = [name for name in ("A", "B") if found.nodes[name] not in held]
    if missing:
        raise InputError(f"{where}: no edge has the node {missing[0]}; A and B are the nodes to be joined")
    return found


def _called(file: Path) -> str:
    return "standard input" if file == STANDARD_INPUT else str(file)


def _quoted(name: str) -> str:
    """A node's name as it stands in an edge's: in quotes where it holds what edges' names are made with."""
    return name if _PLAIN.fullmatch(name) else encoding.dumps(name, ensure_ascii=False)


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


def _check_connected(file: Path, found: Listed) -> None:
    """Raise where no edges join A and B, taken ones among them: a position that Cut has won is one of a game that was none."""
    reached, todo = {0}, [0]
    beside: dict[int, list[int]] = {}
    for one, other in found.ends:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    while todo:
        for node in beside.get(todo.pop(), ()):
            if node not in reached:
                reached.add(node)
                todo.append(node)
    if 1 not in reached:
        raise InputError(
            f"{_called(file)}: A and B are not connected, not even by edges that are taken: there is no game; "
            "where Cut has won by its moves, the edges that it deleted stand there too, as `x y deleted`"
        )
