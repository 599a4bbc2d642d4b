"""What the family's commands share: their app and options."""

from collections.abc import Iterable
from typing import Annotated

import typer

from tafelwerk.commands.common import App
from tafelwerk.frozen import frozen
from tafelwerk.rules.minimax.games import read_heaps
from tafelwerk.rules.minimax.heaps import LARGEST_HEAP, HeapGame
from tafelwerk.rules.minimax.memory import MOST_PAIRS, Objective

app = App(help="The classic toolbox: whole games, minimax trees, heap games, Memory.")

CodeArgument = Annotated[str, typer.Argument(metavar="CODE", help="Code of the game, such as 0.77, 0.137 or 4.007.")]
HeapOption = Annotated[
    int | None,
    typer.Option("--heap", min=1, max=LARGEST_HEAP, metavar="H", help="Largest heap; smaller ones are included."),
]
MisereOption = Annotated[bool, typer.Option("--misere", help="Misere play: a player who cannot move wins.")]
RuleOption = Annotated[
    str,
    typer.Option(
        "--rule",
        metavar="pass|forced",
        help="Rule of Memory. pass: two known cards that do not match may be turned, and two such turns in a row end the game. "
        "forced: every turn takes a pair or turns an unseen card; if that matches a known card, the match may be declined by "
        "showing another known card, not an unseen one.",
    ),
]
ObjectiveOption = Annotated[
    str,
    typer.Option(
        "--objective",
        metavar="gain|win",
        help="Objective of Memory. gain: mean of own pairs minus the opponent's; win: chance of more pairs minus that of fewer.",
    ),
]

LeadOption = Annotated[
    int | None,
    typer.Option(
        "--lead",
        min=-MOST_PAIRS[Objective.WIN],
        max=MOST_PAIRS[Objective.WIN],
        metavar="D",
        help="Lead of the mover in pairs, in Memory with --objective win. Default: 0.",
    ),
]


def heap_numbers(words: Iterable[str], game: HeapGame) -> list[int]:
    """Heaps of a game from words of the command line; raises the errors of `read_heaps`."""
    return read_heaps(" ".join(words), game.largest_asked)


@frozen
class Heaps:
    """Options for the heaps to play, if any, and for misere play."""

    heap: Annotated[
        list[str] | None,
        typer.Option(
            "--heap", metavar="H", help="Heap of H tokens, to ask for its value and winning moves; several make a sum."
        ),
    ] = None
    misere: MisereOption = False

    def heaps(self, game: HeapGame) -> list[int] | None:
        """The heaps of a game; None if the question is about the game itself."""
        return heap_numbers(self.heap, game) if self.heap else None
