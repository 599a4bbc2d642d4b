"""What the family's questions answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.tables.question import Answer, answer

Edges = list[str]
"""Edges by their names."""


@answer
class WinRate(Answer):
    """Heuristic against heuristic, Cut first, every tie uniform: the chance that Cut wins.

    Attributes:
        order: of the board.
        cut, cut_float: the chance that Cut wins.
        losing_openings, mixed_openings: first moves after which Cut never wins, and after which ties decide.
        openings: number of first moves.
        shortest, longest: plies of a game.
        gap: the closest decision met, as a potential difference with A at 1 and B at 0.
    """

    order: int
    cut: Fraction
    cut_float: float
    losing_openings: Edges
    mixed_openings: Edges
    openings: int
    shortest: int
    longest: int
    gap: Fraction


@answer
class Duel(Answer):
    """Two agents, Cut first.

    Attributes:
        order: order of the board.
        cut: Cut's agent.
        short_agent: Short's agent.
        short: Short's chance to win.
    """

    order: int
    cut: str
    short_agent: str
    short: float


@answer
class ExactDuel(Duel):
    """Two agents, Cut first, where the chance is known as a fraction.

    Attributes:
        short_exact: Short's chance to win.
    """

    short_exact: Fraction


@answer
class SampledDuel(Duel):
    """Two agents, Cut first, by games that were played.

    Attributes:
        seed: random seed.
    """

    seed: int


@dataclass(frozen=True, slots=True)
class Trees:
    """Short's proof: two disjoint trees of free edges that hold A and B.

    Attributes:
        after: winning move after which they stand, where Short is to move.
        trees: edges of each tree.
    """

    after: str | None
    trees: tuple[Edges, Edges]

    @property
    def parts(self) -> tuple[Edges, Edges]:
        """The two sets of edges."""
        return self.trees


@dataclass(frozen=True, slots=True)
class Forests:
    """Cut's proof: two disjoint sets of free edges, each a forest that leaves A and B apart.

    Attributes:
        after: winning move after which they stand, where Cut is to move.
        forests: edges of each set.
    """

    after: str | None
    forests: tuple[Edges, Edges]

    @property
    def parts(self) -> tuple[Edges, Edges]:
        """The two sets of edges."""
        return self.forests


Proof = Trees | Forests


@answer
class HeuristicMove(Answer):
    """What the heuristic plays in a position: the free edges of the greatest potential difference.

    Attributes:
        order: of the board.
        to_move: the player to move.
        policy: heuristic.
        moves: what it chooses from.
        values: potential differences of the free edges, A at 1 and B at 0.
        winner: under perfect play.
        decided: whether the game is over.
    """

    order: int
    to_move: str
    policy: str
    moves: Edges
    values: Mapping[str, Fraction]
    winner: str
    decided: bool


@answer
class PerfectMove(Answer):
    """Perfect play in a position.

    Attributes:
        order: order of the board.
        to_move: the player to move.
        policy: perfect.
        moves: every winning move of the player to move.
        proof: proof of who wins.
        winner: who wins under perfect play.
        decided: whether the game is over.
    """

    order: int
    to_move: str
    policy: str
    moves: Edges
    proof: Proof
    winner: str
    decided: bool


@answer
class SolvedGraph(Answer):
    """Perfect play on any graph.

    Attributes:
        nodes: number of nodes.
        edges: number of edges.
        to_move: the player to move.
        winner: who wins under perfect play.
        moves: every winning move of the player to move.
        proof: proof of who wins.
        line: line of the file that each edge is from.
        decided: whether the game is over.
    """

    nodes: int
    edges: int
    to_move: str
    winner: str
    moves: Edges
    proof: Proof
    line: Mapping[str, int]
    decided: bool


@answer
class GraphMove(Answer):
    """What the heuristic plays on any graph: the free edges with the most current.

    Attributes:
        nodes, edges: of the graph.
        to_move: the player to move.
        policy: heuristic.
        moves: what it chooses from.
        values: potential differences of the free edges, A at 1 and B at 0.
        winner: under perfect play.
        line: of which line each edge is.
        decided: whether the game is over.
        currents: potential differences times conductances, where free edges do not all conduct alike.
    """

    nodes: int
    edges: int
    to_move: str
    policy: str
    moves: Edges
    values: Mapping[str, Fraction]
    winner: str
    line: Mapping[str, int]
    decided: bool
    currents: Mapping[str, Fraction] | None = None


AnyMove = HeuristicMove | PerfectMove | GraphMove | SolvedGraph
"""What is played in a position, of a board or of any graph."""


@answer
class DualGraph(Answer):
    """The dual game of a planar graph.

    Attributes:
        edges: nodes that each edge joins, in the order of the graph's edges: A and B, other faces by number from 1.
        nodes: number of nodes.
        graph: its text: conductances are inverted, deleted edges marked and marked ones deleted.
    """

    edges: list[tuple[str, str]]
    nodes: int
    graph: str


@dataclass(frozen=True, slots=True)
class WonGame:
    """A game that Short wins.

    Attributes:
        moves: of Cut and Short in turn.
        depth: moves of Short after which that is certain.
    """

    moves: Edges
    depth: int


@answer
class Refutation(Answer):
    """Openings after which Short beats the heuristic, whichever of tied edges Cut takes.

    Attributes:
        order: order of the board.
        beaten: these openings.
        safe: the other openings.
        lines: a game for each opening that is beaten.
    """

    order: int
    beaten: Edges
    safe: Edges
    lines: Mapping[str, WonGame]
