"""Puzzles: positions of Bridg-It, reached by random play, in which exactly one move wins."""

from collections import deque
from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.puzzles import first_fitting
from tafelwerk.families.switching.answers import Puzzle
from tafelwerk.families.switching.bridg_it import BridgIt, Edges
from tafelwerk.rules.puzzles import SWITCHING, Grade
from tafelwerk.solvers.switching.board import Board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Player

_Drawn = tuple[Edges, int]
"""Edges played, and the only winning move."""

FEWEST_NEEDED = 2
"""Fewest links that the winner still needs in a puzzle: a link that wins at once is no puzzle."""

FEWEST_FREE = 4
"""Fewest legal moves in a puzzle."""


def find_puzzle(order: int, seed: int, grade: Grade | None) -> Puzzle:
    """A puzzle on the board of the given order.

    Raises:
        InputError: no puzzle of that difficulty was found.
    """
    game = BridgIt(order)

    def draw(random: Random) -> _Drawn | None:
        edges = list(range(game.board.graph.edges))
        random.shuffle(edges)
        state = tuple(edges[: random.randrange(2, len(edges) - FEWEST_FREE)])
        if game.is_over(state):
            return None
        winning = game.winning(state)
        if len(winning) != 1 or links_needed(game.board, game.states(state), game.player(state)) < FEWEST_NEEDED:
            return None
        return state, winning[0]

    def difficulty(position: _Drawn) -> int:
        state, _ = position
        return links_needed(game.board, game.states(state), game.player(state))

    (state, best), count = first_fitting(draw, seed, SWITCHING, difficulty, grade)
    return Puzzle(
        order=order,
        seed=seed,
        moves=" ".join(game.board.names(state)),
        to_move=str(game.player(state)),
        solution=game.board.name(best),
        free=len(game.moves(state)),
        difficulty=count,
        grade=SWITCHING.grade(count),
        measure=SWITCHING.measure,
    )


def links_needed(board: Board, states: NDArray[np.int8], player: Player) -> int:
    """Fewest free links that a player needs to join both sides if the other passes; the game is not over.

    Args:
        board: the board.
        states: int8, shape (edges,).
        player: Short, who joins A and B; or Cut, who does the same on the dual board.
    """
    own = states
    if player is Player.CUT:
        own = np.empty_like(states)
        own[board.dual] = np.select([states == DELETED, states == MARKED], [MARKED, DELETED], FREE)
    around: dict[int, list[tuple[int, int]]] = {}
    for (one, other), state in zip(board.graph.ends.tolist(), own.tolist(), strict=True):
        if state != DELETED:
            around.setdefault(one, []).append((other, int(state == FREE)))
            around.setdefault(other, []).append((one, int(state == FREE)))
    far, todo = {A: 0}, deque([A])
    while todo:
        node = todo.popleft()
        for other, length in around.get(node, ()):
            if far[node] + length < far.get(other, board.graph.edges):
                far[other] = far[node] + length
                (todo.append if length else todo.appendleft)(other)
    return far[B]
