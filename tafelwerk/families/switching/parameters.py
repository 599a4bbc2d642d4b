"""Parameters of the game's questions and builds."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from io import SEEK_END, StringIO
from operator import attrgetter
from typing import Annotated

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.switching.rules import (
    HEADER,
    LEAST_ORDER,
    MOST_GAMES,
    MOST_ORDER,
    MOST_REFUTED_ORDER,
    PLAYERS,
    EdgeList,
    agent_name,
    read_terminals,
)
from tafelwerk.parameters import Parameter
from tafelwerk.rules.numbers import LARGEST_SEED

AGENTS = (
    "perfect, heuristic, temperature:T, annealing:T, mc:K, mc:inf, gauss-seidel:SWEEPS[:T[:OMEGA]][:half|warm|random], "
    "edge-count[:T], shortest-path[:T], k-best:K:DEPTH, random"
)
"""Names of agents, for help texts."""

EDGES = "one edge per line, two node names"
"""What a file of a graph has."""


class View(StrEnum):
    """How a board is drawn."""

    DOTS = "dots"
    GRAPH = "graph"


def _read_player(word: str) -> str:
    if word.lower() not in PLAYERS:
        raise InputError(f"--turn is {' or '.join(PLAYERS)}, not {in_quotes(word)}")
    return word.lower()


def _read_moves(order: int | None, text: str) -> str:
    # on a graph, nodes have any names
    return text if order is None else " ".join(text.replace(",", " ").split()).upper()


def _read_graph(text: str) -> EdgeList:
    from tafelwerk.families.switching.graph_files import read_graph

    return read_graph(text)


def _edges_text(given: object) -> object:
    """A list of edges as CSV: pairs, or triples with a conductance, or those of a graph of networkx; all else as it is.

    Raises:
        InputError: the graph is directed, or an item is no edge.
    """
    edges = getattr(given, "edges", given)
    if isinstance(given, str | EdgeList) or not isinstance(edges, Iterable):
        return given
    if getattr(given, "is_directed", bool)():
        raise InputError("the graph is directed; edges of the game have no direction (in networkx: to_undirected)")
    text = StringIO(f"{','.join(HEADER)}\n")
    text.seek(0, SEEK_END)
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    for edge in edges.data() if edges is not given and hasattr(edges, "data") else edges:
        if not isinstance(edge, tuple | list) or len(edge) not in (2, 3):
            raise InputError(f"an edge is a pair of nodes, and perhaps a conductance, not {in_quotes(edge)}")
        attributes = edge[2] if len(edge) == 3 else ""
        if isinstance(attributes, Mapping):
            attributes = attributes.get("conductance", attributes.get("weight", ""))
        writer.writerow((*edge[:2], attributes))
    return text.getvalue()


def _read_terminals(graph: object, text: str | Sequence[str]) -> tuple[str, str]:
    terminals = read_terminals(text)
    # the name of a file stands for a graph until that is read
    if isinstance(graph, EdgeList):
        graph.joining(terminals)
    return terminals


Order = Annotated[int, Parameter("ORDER", "Order of the board.", LEAST_ORDER, MOST_ORDER)]
RefutedOrder = Annotated[
    int,
    Parameter(
        "ORDER",
        "Order of the board, on which every choice of the heuristic is followed.",
        LEAST_ORDER,
        MOST_REFUTED_ORDER,
    ),
]
BoardOrder = Annotated[
    int,
    Parameter("M", "Order of the board: (M - 1) rows of M nodes.", LEAST_ORDER, MOST_ORDER, is_argument=False),
]
Cut = Annotated[str, Parameter("AGENT", f"Agent that plays Cut: {AGENTS}.", parse=agent_name, is_argument=False)]
Short = Annotated[str, Parameter("AGENT", "Agent that plays Short, as for --cut.", parse=agent_name, is_argument=False)]
Games = Annotated[
    int,
    Parameter(
        "N",
        "Number of simulated games, for pairings without a certified answer (mostly order 4 and above). Default: 10,000.",
        1,
        MOST_GAMES,
    ),
]
Seed = Annotated[int, Parameter("S", "Random seed of the games. Default: 1.", 0, LARGEST_SEED)]
Graph = Annotated[
    EdgeList,
    Parameter(
        "FILE",
        "Edges of a graph, one per line as two node names; or GraphML, DIMACS, CSV. - is standard input.",
        parse=_read_graph,
        converts=_edges_text,
        notes=attrgetter("notes"),
        file=EDGES,
    ),
]
InsteadOfBoard = Annotated[
    EdgeList,
    Parameter(
        "FILE",
        "Any graph instead of a board: per line the two nodes of an edge and its conductance (default: 1); "
        "or GraphML, DIMACS, CSV. - is standard input.",
        parse=_read_graph,
        converts=_edges_text,
        notes=attrgetter("notes"),
        file=EDGES,
    ),
]
Terminals = Annotated[
    tuple[str, str],
    Parameter(
        "S,T",
        "Nodes that Short joins. Default: A,B.",
        parse=lambda graph, text: _read_terminals(graph, text),
        reads_lists=True,
        write=",".join,
        needs=("graph",),
        is_argument=False,
    ),
]
Turn = Annotated[str, Parameter("cut|short", "Player to move.", parse=_read_player)]
Moves = Annotated[
    str,
    Parameter(
        "MOVES",
        'Moves so far in turn, Cut first, as names of edges: "A5 C5 C3 A1".',
        parse=_read_moves,
        option="--history",
        write='"{}"'.format,
        needs=("order",),
    ),
]
FirstTurn = Annotated[
    str,
    Parameter(
        "cut|short",
        "With --graph: player who moves first. Default: cut.",
        parse=lambda graph, word: _read_player(word),
        needs=("graph",),
        fallback=lambda graph: None if graph is None else PLAYERS[0],
    ),
]
ViewOption = Annotated[
    View, Parameter("", "Drawing. dots: the two lattices of dots, as players draw them. graph: Shannon's graph.")
]


def check_place(order: int | None, graph: EdgeList | None, **others: object) -> None:
    """Raise InputError unless there is either a board or a graph; `others` are options that a board has not."""
    if (order is None) == (graph is None):
        raise InputError("give either --order M, a board, or --graph FILE, any graph")
    for name, value in others.items():
        if graph is None and value is not None:
            raise InputError(f"--{name} needs --graph")
