"""A game of Mastermind as a picture: guesses, the next guess, and the codes left by each answer."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tafelwerk.families.mastermind.answers import AnyNext, Parts, Solved
from tafelwerk.families.mastermind.rules.games import Game, Pegs

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture


def game_picture(
    game: Game,
    history: Sequence[tuple[str, str]],
    guess: str,
    answers: Mapping[str, int],
    title: str,
    known: bool = False,
) -> "Picture":
    """Guesses and answers, the next guess, and a table of its answers.

    Args:
        game: the game.
        history: guesses and their answers.
        guess: the next guess, or the code.
        answers: codes left by answer; empty: no table.
        title: title of the picture.
        known: whether `guess` is the code.
    """
    from tafelwerk.plots.drawings.pegs import rows
    from tafelwerk.plots.drawings.tables import table
    from tafelwerk.plots.pictures import captioned, stacked

    shown = [rows(game, history, guess, known)]
    if answers:
        shown.append(table(("answer", "codes left"), [(answer, f"{codes:,}") for answer, codes in answers.items()], 11))
    read = ("Black: right colour in the right place. White: right colour elsewhere.",) if isinstance(game, Pegs) else ()
    said = f"{'The code is' if known else 'Next guess:'} {guess}."
    return captioned(stacked(shown, 14), title, said, *(read if history else ()))


def next_picture(game: Game, history: Sequence[tuple[str, str]], found: AnyNext) -> "Picture":
    """The next guess after guesses and answers, or the code if only one is left."""
    if isinstance(found, Solved):
        return game_picture(game, history, found.solved, {}, f"{_name(game)}: one code is left", known=True)
    return game_picture(game, history, found.guess, found.answers, f"{_name(game)}: {found.remaining:,} codes left")


def parts_picture(game: Game, history: Sequence[tuple[str, str]], found: Parts) -> "Picture":
    """Codes left by each answer to a guess."""
    return game_picture(game, history, found.guess, found.parts, f"{_name(game)}: {found.remaining:,} codes left")


def _name(game: Game) -> str:
    return game.title if isinstance(game, Pegs) else game.name
