"""Puzzles: positions of tic-tac-toe in which exactly one move wins, or exactly one does not lose."""

from __future__ import annotations

from random import Random
from typing import Annotated, NamedTuple

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.minimax import answers
from tafelwerk.families.minimax.rules.ranked import RankedGame
from tafelwerk.families.minimax.rules.tictactoe import TICTACTOE
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.puzzles import TICTACTOE as SCALE
from tafelwerk.rules.puzzles import Difficulty, Seed
from tafelwerk.tables.questions import Question

GAMES = ("tictactoe",)
"""Games that have puzzles."""

TASKS = {"win": "wins", "save": "does not lose"}
"""What the one move does, by task."""

FEWEST_MOVES = 3
"""Least number of moves in a puzzle."""


Game = Annotated[str, Parameter("|".join(GAMES), "The game.", is_argument=True)]
Task = Annotated[
    str,
    Parameter("|".join(TASKS), "Task: find the one move that wins, or the one that does not lose. Default: either."),
]


class Puzzle(Question[answers.Puzzle], title="a puzzle of {game}"):
    """A position of tic-tac-toe in which exactly one move wins, or exactly one does not lose."""

    game: Game = GAMES[0]
    seed: Seed | None = None
    task: Task | None = None
    difficulty: Parsed[Difficulty | None] = default(None)

    def check(self) -> None:
        if self.game not in GAMES:
            raise InputError(f"GAME must be {' or '.join(GAMES)} for puzzles, not {quoted(self.game)}")
        if self.task not in (None, *TASKS):
            raise InputError(f"--task must be {' or '.join(TASKS)}, not {quoted(self.task)}")

    def operations(self) -> float:
        from tafelwerk.families.minimax.tasks import whole_operations

        return whole_operations(TICTACTOE)

    def solve(self) -> answers.Puzzle:
        """A puzzle.

        Raises:
            InputError: no such puzzle was found.
        """
        from tafelwerk.build.puzzles import first_fitting
        from tafelwerk.families.minimax.position_rows import solved

        assert self.seed is not None
        ranks: list[int] = solved(TICTACTOE).ranks.tolist()

        def draw(random: Random) -> _Found | None:
            found = _single(TICTACTOE, random.choice(ranks))
            return found if found is not None and self.task in (None, found.task) else None

        found, count = first_fitting(draw, self.seed, SCALE, lambda one: one.plies, self.difficulty, 20_000)
        board = TICTACTOE.text(found.rank)
        return answers.Puzzle(
            game=self.game,
            seed=self.seed,
            position=board,
            to_move="X" if board.count("X") == board.count("O") else "O",
            task=found.task,
            solution=TICTACTOE.move_name(found.rank, found.move),
            difficulty=count,
            grade=SCALE.grade(count),
            measure=SCALE.measure,
        )


class _Found(NamedTuple):
    """A position, its task, the move that solves it, and the plies of its difficulty."""

    rank: int
    task: str
    move: int
    plies: int


def _single(rules: RankedGame, rank: int) -> _Found | None:
    """The puzzle of a position; None unless exactly one of FEWEST_MOVES or more moves wins or saves."""
    from tafelwerk.families.minimax.position_rows import solved

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
