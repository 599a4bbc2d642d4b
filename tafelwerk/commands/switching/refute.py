"""`tafelwerk switching refute`: after which openings Short beats a Cut who follows the heuristic, and how."""

from typing import Annotated

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.switching.words import OrderArgument, app
from tafelwerk.commands.wording import listed
from tafelwerk.tables.switching import questions


@app.command()
@asks
def refute(
    order: OrderArgument,
    ask: AtOnce,
    opening: Annotated[
        str | None,
        typer.Option("--opening", metavar="EDGE", help="One opening. Default: all that the heuristic may choose."),
    ] = None,
) -> Text:
    """How Short beats a Cut who follows the heuristic, whichever of tied edges Cut takes; a game for every opening.

    Example: tafelwerk switching refute 3

    Example: tafelwerk switching refute 4 --opening C3
    """
    found = ask(questions.refute, order, opening)
    text = f"Order {order}, Cut follows the heuristic, whichever of tied edges it takes.\n"
    if found.safe:
        text += f"Short cannot be sure to beat it after {listed(found.safe, last='or')}.\n"
    if found.lines:
        text += f"Short beats it after {listed(found.beaten)}; a game each, Cut and Short in turn:\n"
    for name, game in found.lines.items():
        text += f"{name}: {' '.join(game.moves)} (certain after {game.depth} of Short's moves)\n"
    return text.rstrip()
