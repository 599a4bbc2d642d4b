"""Puzzles: positions of tic-tac-toe in which exactly one move wins, or exactly one does not lose."""

from random import Random
from typing import NamedTuple

from tafelwerk.build.minimax.position_rows import solved
from tafelwerk.build.puzzles import first_fitting
from tafelwerk.rules.minimax.ranked import RankedGame
from tafelwerk.rules.minimax.tictactoe import TICTACTOE
from tafelwerk.rules.puzzles import TICTACTOE as SCALE
from tafelwerk.rules.puzzles import Grade
from tafelwerk.tables.minimax.puzzles import Puzzle

FEWEST_MOVES = 3
"""Least number of moves in a puzzle."""


class _Found(NamedTuple):
    """A position, its task, the move that solves it, and the plies of its difficulty."""

    rank: int
    task: str
    move: int
    plies: int


def made(game: str, seed: int, task: str | None, grade: Grade | None) -> Puzzle:
    """A puzzle of tic-tac-toe.

    Raises:
        InputError: no such puzzle was found.
    """
    rules = TICTACTOE
    ranks: list[int] = solved(rules).ranks.tolist()

    def draw(random: Random) -> _Found | None:
        found = _single(rules, random.choice(ranks))
        return found if found is not None and task in (None, found.task) else None

    found, count = first_fitting(draw, seed, SCALE, lambda one: one.plies, grade, 20_000)
    board = rules.text(found.rank)
    return Puzzle(
        game=game,
        seed=seed,
        position=board,
        to_move="X" if board.count("X") == board.count("O") else "O",
        task=found.task,
        solution=rules.move_name(found.rank, found.move),
        difficulty=count,
        grade=SCALE.grade(count),
        measure=SCALE.measure,
    )


def _single(rules: RankedGame, rank: int) -> _Found | None:
    """The puzzle of a position; None unless exactly one of FEWEST_MOVES or more moves wins or saves."""
    table = solved(rules)
    values = {}
    for move, after in rules.after(rank).items():
        place = table.place(after)
        assert place is not None
        # value for the player who moves here, and plies left after the move
        values[move] = (-int(table.values[place]), int(table.distances[place]))
    best = max((value for value, _ in values.values()), default=-1)
    kept = [move for move, (value, _) in values.items() if value == best]
    if best < 0 or len(kept) != 1 or len(values) < FEWEST_MOVES:
        return None
    if best > 0:
        return _Found(rank, "win", kept[0], values[kept[0]][1] + 1)
    return _Found(rank, "save", kept[0], max(plies for value, plies in values.values() if value < 0) + 1)
