"""`tafelwerk mastermind puzzle`: clues that leave exactly one code."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import Computes, Text, asks
from tafelwerk.commands.common import note
from tafelwerk.commands.mastermind.words import Played, app
from tafelwerk.commands.puzzles import Batch, DifficultyOption, rated, scale_text, shown
from tafelwerk.rules.mastermind.games import Game, Pegs
from tafelwerk.rules.puzzles import MASTERMIND
from tafelwerk.tables.mastermind import questions
from tafelwerk.tables.mastermind.puzzles import MOST_CLUES, Puzzle
from tafelwerk.wording import counted, seconds_text

if TYPE_CHECKING:
    from tafelwerk.plots.sheets import Block

CODE_SECONDS = 4e-8
"""Time of a puzzle per code of the game."""

LONG = 2.0
"""Seconds from which a batch announces its wait."""

TASK = "Exactly one code gives all these answers. Which?"


@app.command()
@asks
def puzzle(
    played: Played,
    ask: Computes,
    clues: Annotated[
        int | None,
        typer.Option("--clues", min=1, max=MOST_CLUES, metavar="K", help="Number of clues. Default: any."),
    ] = None,
    difficulty: DifficultyOption = None,
    *,
    batch: Batch,
) -> Text:
    """A puzzle: guesses and their answers that leave exactly one code, none of them redundant. Which code is it?

    Every code is compared with every clue. Difficulty: codes per thousand left by the most informative clue alone; easy
    below 40, medium below 80.

    Example: tafelwerk mastermind puzzle --pegs 4 --colors 6 --seed 1

    Example: tafelwerk mastermind puzzle --pegs 4 --colors 6 --seed 1 --difficulty hard --solution --json

    Example: tafelwerk mastermind puzzle --pegs 4 --colors 6 --seed 1 --count 8 --solution -o puzzles.pdf
    """
    game = played.game
    seconds = (batch.count or 1) * CODE_SECONDS * (game.size[0] if isinstance(game, Pegs) else 0)
    if batch.count is not None and seconds > LONG:
        note(f"computing: about {seconds_text(seconds)} by estimate")
    found: list[Puzzle] = batch.asked(ask, questions.puzzle, game, clues=clues, difficulty=difficulty)
    if batch.output is not None:
        options = "".join(
            f" {name} {value}" for name, value in (("--clues", clues), ("--difficulty", difficulty)) if value
        )
        puzzles, solutions = zip(*(_blocks(game, one) for one in found), strict=True)
        below = (TASK, _reading(), scale_text(MASTERMIND))
        batch.draw(_name(game), below, puzzles, solutions, f"tafelwerk mastermind puzzle {game.options}{options}", 3)

    def one(puzzle: Puzzle, number: str) -> Any:
        from rich.console import Group
        from rich.text import Text as Styled

        from tafelwerk.commands.mastermind.board import drawn
        from tafelwerk.play.mastermind import Row

        heading = f"{number}{_name(game)}: {counted(puzzle.clues, 'clue')} (--seed {puzzle.seed}); difficulty: {rated(puzzle)}"
        rows = (drawn(Row(game, place, *clue)) for place, clue in enumerate(_clues(puzzle), 1))
        return Group(Styled(heading, "bold"), TASK, *rows)

    return lambda: shown(found, one, lambda puzzle: puzzle.solution, batch.solution)


def _name(game: Game) -> str:
    return game.title if isinstance(game, Pegs) else game.name


def _clues(puzzle: Puzzle) -> list[tuple[str, str]]:
    return [(query, answer) for query, _, answer in (clue.partition(" ") for clue in puzzle.history.split("; "))]


def _reading() -> str:
    return "Black: right colour in the right place. White: right colour elsewhere."


def _blocks(game: Game, puzzle: Puzzle) -> "tuple[Block, Block]":
    """The puzzle and its solution."""
    from tafelwerk.plots.drawings.pegs import rows
    from tafelwerk.plots.sheets import Block

    title = f"{counted(puzzle.clues, 'clue')}, {rated(puzzle)}"
    return (
        Block(rows(game, _clues(puzzle)), title, (f"seed {puzzle.seed}",)),
        Block(rows(game, _clues(puzzle), puzzle.solution, known=True), puzzle.solution),
    )
