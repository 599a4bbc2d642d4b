"""`tafelwerk mastermind explain`: why a strategy asks what it asks."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.explaining import explained_query
from tafelwerk.commands.mastermind.words import Begun, Followed, app
from tafelwerk.tables.mastermind import questions
from tafelwerk.tables.mastermind.explained import MOST, USUAL

MostOption = Annotated[
    int, typer.Option("--most", min=1, max=MOST, metavar="N", help=f"Queries to list. Default: {USUAL}.")
]


@app.command()
@asks
def explain(begun: Begun, followed: Followed, ask: Unkept, most: MostOption = USUAL) -> Text:
    """Why a strategy asks what it asks: the best queries with what they tell and cost, and what each answer leaves.

    Of an entropy strategy the queries of greatest entropy are listed, and how the tie is broken. Of the optimal strategy those of
    greatest Shannon entropy are, and by what each is beaten. A cost is left open where it takes much work.

    Example: tafelwerk mastermind explain --pegs 4 --colors 6 --strategy h1

    Example: tafelwerk mastermind explain --pegs 4 --colors 6 --strategy h1 --history "AABC 1,2; ABDE 0,3"

    Example: tafelwerk mastermind explain --pegs 3 --colors 4 --history "AAB 1,1" --json
    """
    game, strategy = begun.game, followed.chosen
    found = ask(questions.explain, game, strategy, begun.asked, most)

    def layout() -> Any:
        return explained_query(found, f"{game.title}, {strategy.title}", "queries")

    return layout
