"""Answers to the family's questions."""

from collections.abc import Mapping
from fractions import Fraction

from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import Answer, answer

Edges = list[str]
"""Edges by their names."""


@answer
class WinRate(Answer):
    """Heuristic against heuristic, Cut first, with ties broken uniformly.

    Attributes:
        order: order of the board.
        cut, cut_float: chance that Cut wins.
        losing_openings, mixed_openings: first moves after which Cut never wins, and after which ties decide.
        openings: number of first moves.
        shortest, longest: plies of the shortest and of the longest game.
        gap: gap of the closest decision, as a potential difference with A at 1 and B at 0.
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
    """A duel of two agents, Cut first.

    Attributes:
        order: order of the board.
        cut: Cut's agent.
        short_agent: Short's agent.
        short: chance that Short wins.
    """

    order: int
    cut: str
    short_agent: str
    short: float


@answer
class ExactDuel(Duel):
    """A duel of two agents, Cut first, whose chance is known as a fraction.

    Attributes:
        short_exact: chance that Short wins.
    """

    short_exact: Fraction


@answer
class SampledDuel(Duel):
    """A duel of two agents, Cut first, estimated from simulated games.

    Attributes:
        seed: random seed.
    """

    seed: int


@frozen
class Trees:
    """Short's proof: two disjoint trees of free edges that contain A and B.

    Attributes:
        after: winning move after which the trees hold, if Short is to move.
        trees: edges of each tree.
    """

    after: str | None
    trees: tuple[Edges, Edges]

    @property
    def parts(self) -> tuple[Edges, Edges]:
        """The two sets of edges."""
        return self.trees


@frozen
class Forests:
    """Cut's proof: two disjoint sets of free edges, each a forest that leaves A and B apart.

    Attributes:
        after: winning move after which the forests hold, if Cut is to move.
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
    """The heuristic's moves in a position: the free edges with the greatest potential difference.

    Attributes:
        order: order of the board.
        to_move: the player to move.
        policy: heuristic.
        moves: edges from which the heuristic chooses.
        values: potential differences of the free edges, A at 1 and B at 0.
        winner: player who wins under perfect play.
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
        winner: player who wins under perfect play.
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
        winner: player who wins under perfect play.
        moves: every winning move of the player to move.
        proof: proof of who wins.
        line: line number of each edge in the file.
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
    """The heuristic's moves on any graph: the free edges with the most current.

    Attributes:
        nodes, edges: numbers of nodes and edges of the graph.
        to_move: the player to move.
        policy: heuristic.
        moves: edges from which the heuristic chooses.
        values: potential differences of the free edges, A at 1 and B at 0.
        winner: player who wins under perfect play.
        line: line number of each edge in the file.
        decided: whether the game is over.
        currents: potential differences times conductances, if the conductances of free edges differ.
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
"""Moves in a position of a board or of any graph."""


@answer
class DualGraph(Answer):
    """The dual game of a planar graph.

    Attributes:
        edges: the two nodes of each edge, in the order of the graph's edges: A and B, and the other faces by number from 1.
        nodes: number of nodes.
        graph: the dual as text: conductances are inverted, deleted edges become marked and marked edges deleted.
    """

    edges: list[tuple[str, str]]
    nodes: int
    graph: str


@frozen
class WonGame:
    """A game that Short wins.

    Attributes:
        moves: moves of Cut and Short in turn.
        depth: number of Short's moves after which the win is certain.
    """

    moves: Edges
    depth: int


@answer
class Refutation(Answer):
    """Openings after which Short beats the heuristic, however Cut breaks ties.

    Attributes:
        order: order of the board.
        beaten: openings after which Short can force a win.
        safe: the other openings.
        lines: one game for each beaten opening.
    """

    order: int
    beaten: Edges
    safe: Edges
    lines: Mapping[str, WonGame]


@answer
class Puzzle(Answer):
    """A position of Bridg-It in which exactly one move wins.

    Attributes:
        order: order of the board.
        seed: random seed of the puzzle.
        moves: moves that led to the position, Cut's and Short's in turn.
        to_move: player to move, who wins.
        solution: the winning move.
        free: number of legal moves.
        difficulty, grade, measure: difficulty as a number, its grade, and what the number counts.
    """

    order: int
    seed: int
    moves: str
    to_move: str
    solution: str
    free: int
    difficulty: int
    grade: str
    measure: str
