"""`tafelwerk mastermind explain`: the reason for a strategy's query."""

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
    """Reason for a strategy's query: the best queries with their information and cost, and the codes left by each answer.

    For an entropy strategy: the queries of greatest entropy, and how ties are broken. For the optimal strategy: the queries of
    greatest Shannon entropy, compared with the optimal one. A cost that takes much work is left out.

    Example: tafelwerk mastermind explain --pegs 4 --colors 6 --strategy h1

    Example: tafelwerk mastermind explain --pegs 4 --colors 6 --strategy h1 --history "AABC 1,2; ABDE 0,3"

    Example: tafelwerk mastermind explain --pegs 3 --colors 4 --history "AAB 1,1" --json
    """
    game, strategy = begun.game, followed.chosen
    found = ask(questions.explain, game, strategy, begun.asked, most)

    def layout() -> Any:
        return explained_query(found, f"{game.title}, {strategy.title}", "queries")

    return layout
