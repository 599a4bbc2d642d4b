"""Answers that the book does not hold, computed: one function per question of the family, each with its estimate of work."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from tafelwerk.build.switching.explaining import explain
from tafelwerk.build.switching.graphs import (
    AT_ONCE,
    dual_graph,
    dual_operations,
    graph_move,
    potential_operations,
    proof_of,
    solved,
)
from tafelwerk.build.switching.playing import certified_duels
from tafelwerk.build.switching.positions import played
from tafelwerk.build.switching.puzzles import made
from tafelwerk.build.switching.rows import stored_policy
from tafelwerk.build.switching.sets import order_build, pairing_build
from tafelwerk.build.switching.tasks import Followed, Games, opening_count, opening_operations, pairing_operations
from tafelwerk.errors import InputError
from tafelwerk.rules.puzzles import Grade
from tafelwerk.rules.switching.agents import is_listed
from tafelwerk.rules.switching.edge_lists import parse
from tafelwerk.solvers.switching.board import Board, make_board
from tafelwerk.solvers.switching.graph import Player, play, winner
from tafelwerk.solvers.switching.perfect import Solution
from tafelwerk.solvers.switching.perfect import solve as solution_of
from tafelwerk.solvers.switching.potentials.exact import drops
from tafelwerk.solvers.switching.refutation import refute as refutation_of
from tafelwerk.solvers.switching.refutation import winning_line
from tafelwerk.solvers.switching.shannon import analyse, first_moves
from tafelwerk.tables.book import Book
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.switching.answers import (
    AnyMove,
    DualGraph,
    Duel,
    ExactDuel,
    HeuristicMove,
    PerfectMove,
    Refutation,
    SampledDuel,
    SolvedGraph,
    WinRate,
    WonGame,
)
from tafelwerk.tables.switching.puzzles import Puzzle
from tafelwerk.tables.switching.questions import Opening, exact_duel, holds_agent, known_chance, mean_rate

__all__ = ["explain"]
"""Computations defined in other modules."""


def winrate(order: int) -> Computation[WinRate]:
    """Heuristic against heuristic."""

    def run() -> WinRate:
        board = make_board(order)
        by_edge = {edge: each for each in analyse(order).openings for edge in each.images}
        openings = [
            Opening(board.name(edge), each.rate, each.shortest, each.longest, Fraction(each.gap))
            for edge, each in sorted(by_edge.items())
        ]
        return mean_rate(order, openings)

    return Computation(opening_operations(order) * opening_count(order), run, order_build(order))


def duel(
    order: int, cut: str, short: str, games: int | None, seed: int | None, book: Book | None = None
) -> Computation[Duel | ExactDuel | SampledDuel]:
    """A duel of two agents: as a fraction if one is known, certified on a small board, otherwise sampled.

    Args:
        order: order of the board.
        cut, short: names of the agents.
        games, seed: size and seed of a sample. Default: GAMES, SEED.
        book: book in which stored choices of the agents are looked up first.

    Raises:
        InputError: these agents cannot play such games.
    """
    known = known_chance(cut)
    if known is not None and games is None:
        return Computation(AT_ONCE, lambda: exact_duel(order, cut, short, known))
    if cut == short == "heuristic" and games is None:
        rate = winrate(order)
        return Computation(rate.operations, lambda: exact_duel(order, cut, short, 1 - rate.run().cut), rate.build)
    build = pairing_build(order, cut, short, games, seed)
    if is_listed(order, (cut, short)):
        held = [name for name in (cut, short) if book is not None and holds_agent(book, order, name)]
        work = pairing_operations(order, {cut, short}.difference(held), 1)

        def paired() -> Duel:
            stored = ((name, stored_policy(book, order, name)) for name in held if book is not None)
            return certified_duels(order, [(cut, short)], {name: policy for name, policy in stored if policy})[0]

        return Computation(work, paired, build)
    (task,) = build.tasks
    assert isinstance(task, Games | Followed)
    return Computation(task.operations(), task.duel, build)


def move(
    order: int | None, moves: str, policy: str, graph: str | None, turn: str | None, taken: str | None
) -> Computation[AnyMove]:
    """Moves of the heuristic or of perfect play in a position.

    Raises:
        InputError: the text is not a graph, or the moves are illegal.
    """
    if graph is not None:
        return graph_move(graph, moves, policy, Player(turn or Player.CUT), taken)
    assert order is not None
    board = make_board(order)
    states, to_move = played(board, moves)

    def perfect() -> PerfectMove:
        solution = _solution(order, moves)
        ended = winner(board.graph, states) is not None
        best, proof = board.names(solution.moves), proof_of(solution, board.names)
        return PerfectMove(order, str(to_move), policy, best, proof, str(solution.winner), ended)

    def heuristic() -> HeuristicMove:
        ended = winner(board.graph, states) is not None
        values = {} if ended else drops(board.graph, states)
        most = max(values.values(), default=None)
        chosen = board.names(edge for edge, value in values.items() if value == most)
        named = {board.name(edge): value for edge, value in values.items()}
        won = str(_solution(order, moves).winner)
        return HeuristicMove(order, str(to_move), policy, chosen, named, won, ended)

    work = potential_operations(order**2)
    return Computation(AT_ONCE, perfect) if policy == "perfect" else Computation(work, heuristic)


@lru_cache(maxsize=1)
def _solution(order: int, moves: str) -> Solution:
    """Perfect play, which texts about the heuristic's move need, too."""
    board = make_board(order)
    return solution_of(board.graph, *played(board, moves))


def refute(order: int, opening: str | None) -> Computation[Refutation]:
    """How Short beats the heuristic.

    Raises:
        InputError: the heuristic has no such opening.
    """
    board, firsts = make_board(order), first_moves(order)
    wanted = sorted(edge for images in firsts for edge in images)
    if opening is not None:
        edge = board.edge(opening)
        if edge not in wanted:
            *names, last = board.names(wanted)
            raise InputError(f"{opening} is not an opening of the heuristic; it may be {', '.join(names)} or {last}")
        wanted = [edge]

    def run() -> Refutation:
        found = {name: game for images in firsts if {*images} & {*wanted} for name, game in _won(board, images)}
        names = board.names(wanted)
        lines = {name: game for name in names if (game := found[name]) is not None}
        return Refutation(order, list(lines), [name for name in names if name not in lines], lines)

    return Computation(AT_ONCE, run)


def _won(board: Board, images: tuple[int, ...]) -> Iterable[tuple[str, WonGame | None]]:
    """For an opening and its images: a game that Short wins, or None without one."""
    first = images[0]
    states, _ = play(board.graph, [first])
    found = refutation_of(board.graph, states)
    if found is None:
        return [(board.name(edge), None) for edge in images]
    line = [first, *winning_line(board.graph, states, found)]
    mirrored = (mirror[line].tolist() for mirror in board.mirrors)
    return [(board.name(edges[0]), WonGame(board.names(edges), found.depth)) for edges in mirrored]


def solve(graph: str, turn: str) -> Computation[SolvedGraph]:
    """Perfect play on any graph.

    Raises:
        InputError: the text is not a graph.
    """
    found = parse(graph)
    return Computation(AT_ONCE, lambda: solved(found, found.states, Player(turn)))


def dual(graph: str) -> Computation[DualGraph]:
    """The dual game of a graph.

    Raises:
        InputError: the text is not a graph; when run: the graph has no dual.
    """
    found = parse(graph)
    return Computation(dual_operations(len(found.ends)), lambda: dual_graph(found))


def puzzle(order: int, seed: int, difficulty: Grade | None) -> Computation[Puzzle]:
    """A position in which exactly one move wins.

    Raises:
        InputError: when run: no puzzle of that difficulty was found.
    """
    return Computation(AT_ONCE, lambda: made(order, seed, difficulty))
