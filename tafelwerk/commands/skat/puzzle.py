"""`tafelwerk skat puzzle`: positions in which exactly one card wins."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import Computes, Text, asks
from tafelwerk.commands.puzzles import Batch, DifficultyOption, rated, scale_text, shown
from tafelwerk.commands.skat.pictures import on_paper
from tafelwerk.commands.skat.showing import drawn_position
from tafelwerk.commands.skat.words import app
from tafelwerk.rules.puzzles import SKAT
from tafelwerk.rules.skat.cards import card_name, read_card
from tafelwerk.rules.skat.play import OpenGame, open_game
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.puzzles import LEAST_CARDS, MOST_CARDS, Puzzle
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from tafelwerk.plots.sheets import Block


@app.command()
@asks
def puzzle(
    ask: Computes,
    cards: Annotated[
        int,
        typer.Option(
            "--cards", min=LEAST_CARDS, max=MOST_CARDS, metavar="N", help="Cards in the hand of the player to move."
        ),
    ] = 6,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="clubs, spades, hearts, diamonds, grand or null. Default: any."),
    ] = None,
    difficulty: DifficultyOption = None,
    *,
    batch: Batch,
) -> Text:
    """A puzzle: a position with every card open in which exactly one card wins for the side to move. Which card is it?

    The declarer wins by 61 points, in Null without a trick; best play by all is searched after every card. Difficulty: cards that
    may be played and do not win; 2 is easy, 3 and 4 medium,
    5 or more hard.

    Example: tafelwerk skat puzzle --seed 1

    Example: tafelwerk skat puzzle --cards 7 --game grand --difficulty hard --seed 1 --solution --json

    Example: tafelwerk skat puzzle --seed 1 --count 6 --solution -o puzzles.pdf
    """
    found: list[Puzzle] = batch.asked(ask, questions.puzzle, cards=cards, game=game, difficulty=difficulty)
    if batch.output is not None:
        options = "".join(
            f" {name} {value}" for name, value in (("--game", game), ("--difficulty", difficulty)) if value
        )
        puzzles, solutions = zip(*map(_blocks, found), strict=True)
        below = ("All cards are open. Exactly one card wins for the player to move: which?", scale_text(SKAT))
        batch.draw("Skat", below, puzzles, solutions, f"tafelwerk skat puzzle --cards {cards}{options}")

    def one(puzzle: Puzzle, number: str) -> Any:
        from rich.console import Group
        from rich.text import Text as Styled

        asked = _asked(puzzle)
        heading = f"{number}{asked.name} (--seed {puzzle.seed}); difficulty: {rated(puzzle)}"
        return Group(Styled(heading, "bold"), Styled(_task(puzzle)), "", drawn_position(asked, asked.position))

    def solved(puzzle: Puzzle) -> str:
        return f"{_in_terminal(puzzle.solution)}. {_outcomes(puzzle, _in_terminal)}"

    return lambda: shown(found, one, solved, batch.solution)


def _in_terminal(card: str) -> str:
    return card_name(read_card(card))


def _asked(puzzle: Puzzle) -> OpenGame:
    return open_game(puzzle.deal, puzzle.game, puzzle.declarer, puzzle.played or None)


def _task(puzzle: Puzzle) -> str:
    """Who is to play, for which side, and how it stands."""
    leads = "plays" if puzzle.table else "leads"
    stands = "" if puzzle.game == "null" else f"; the declarer has {counted(puzzle.points, 'point')}"
    side = "the declarer" if puzzle.side == "declarer" else "the defenders"
    return f"{puzzle.to_move.capitalize()} {leads}{stands}. One card wins for {side}."


def _outcomes(puzzle: Puzzle, name: Callable[[str], str]) -> str:
    """What the declarer has after each card."""
    if puzzle.game == "null":
        worth = "lost" if puzzle.side == "defenders" else "won"
        return f"After it the declarer has {worth}."
    told = ", ".join(f"{name(card)} {value}" for card, value in puzzle.cards.items())
    return f"The declarer's points after each card: {told}."


def _blocks(puzzle: Puzzle) -> "tuple[Block, Block]":
    """The puzzle and its solution."""
    from tafelwerk.plots.drawings.cards import position
    from tafelwerk.plots.sheets import Block

    asked = _asked(puzzle)
    shown, best = asked.position, read_card(puzzle.solution)
    return (
        Block(position(asked, shown), asked.name, (_task(puzzle), f"{rated(puzzle)}; seed {puzzle.seed}")),
        Block(
            position(asked, shown, (best,), skat=False),
            f"{puzzle.to_move.capitalize()}: {on_paper(puzzle.solution)}",
            (_outcomes(puzzle, on_paper),),
        ),
    )
