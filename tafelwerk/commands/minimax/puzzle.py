"""`tafelwerk minimax puzzle`: positions in which exactly one move wins or saves."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import Computes, Text, asks
from tafelwerk.commands.minimax.words import app
from tafelwerk.commands.puzzles import Batch, DifficultyOption, rated, scale_text, shown
from tafelwerk.rules.puzzles import TICTACTOE
from tafelwerk.tables.minimax import questions
from tafelwerk.tables.minimax.puzzles import GAMES, KINDS, Puzzle

if TYPE_CHECKING:
    from tafelwerk.plots.sheets import Block

TASKS = {"win": "wins", "save": "does not lose"}


@app.command()
@asks
def puzzle(
    ask: Computes,
    game: Annotated[str, typer.Argument(metavar="|".join(GAMES), help="The game.")] = GAMES[0],
    task: Annotated[
        str | None,
        typer.Option(
            "--task",
            metavar="|".join(KINDS),
            help="Task: find the one move that wins, or the one that does not lose. Default: either.",
        ),
    ] = None,
    difficulty: DifficultyOption = None,
    *,
    batch: Batch,
) -> Text:
    """A puzzle: a position of tic-tac-toe in which exactly one move wins, or exactly one does not lose. Which move is it?

    Every position of the game is solved. Difficulty: plies to the win, or to the loss after the wrong move that delays it
    longest; easy below 3, medium below 5.

    Example: tafelwerk minimax puzzle tictactoe --seed 1

    Example: tafelwerk minimax puzzle tictactoe --task save --difficulty hard --seed 1 --solution --json

    Example: tafelwerk minimax puzzle tictactoe --seed 1 --count 12 --solution -o puzzles.pdf
    """
    found: list[Puzzle] = batch.asked(ask, questions.puzzle, game, task=task, difficulty=difficulty)
    if batch.output is not None:
        options = "".join(
            f" {name} {value}" for name, value in (("--task", task), ("--difficulty", difficulty)) if value
        )
        puzzles, solutions = zip(*map(_blocks, found), strict=True)
        below = (
            "X moves first. Exactly one move wins, or is the only one that does not lose: which?",
            scale_text(TICTACTOE),
        )
        batch.draw("Tic-tac-toe", below, puzzles, solutions, f"tafelwerk minimax puzzle {game}{options}", 4)

    def one(puzzle: Puzzle, number: str) -> Any:
        from rich.console import Group
        from rich.text import Text as Styled

        from tafelwerk.commands.minimax.boards import drawn
        from tafelwerk.play.minimax import Squares

        heading = (
            f"{number}Tic-tac-toe: {puzzle.to_move} to move, exactly one move {TASKS[puzzle.task]} (--seed {puzzle.seed}); "
            f"difficulty: {rated(puzzle)}"
        )
        return Group(Styled(heading, "bold"), "", drawn(Squares(puzzle.position)))

    return lambda: shown(found, one, lambda puzzle: puzzle.solution, batch.solution)


def _blocks(puzzle: Puzzle) -> "tuple[Block, Block]":
    """The puzzle and its solution."""
    from tafelwerk.plots.drawings.squares import board
    from tafelwerk.plots.sheets import Block

    title = f"{puzzle.to_move}: one move {TASKS[puzzle.task]}"
    return (
        Block(board(puzzle.position), title, (f"{rated(puzzle)}; seed {puzzle.seed}",)),
        Block(board(puzzle.position, puzzle.solution), f"{puzzle.to_move} plays {puzzle.solution}"),
    )
