"""`tafelwerk mastermind explain`: the reason for a strategy's query."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.common import rational
from tafelwerk.commands.explaining import explained_query
from tafelwerk.commands.mastermind.words import Begun, Followed, app
from tafelwerk.rules.mastermind.games import Game, Pegs
from tafelwerk.tables.mastermind import questions
from tafelwerk.tables.mastermind.explained import MOST, USUAL, Hidden

SHOWN = 12
"""Classes of codes that are named in a sentence."""

MostOption = Annotated[
    int, typer.Option("--most", min=1, max=MOST, metavar="N", help=f"Queries to list. Default: {USUAL}.")
]


@app.command()
@asks
def explain(begun: Begun, followed: Followed, ask: Unkept, most: MostOption = USUAL) -> Text:
    """Reason for a strategy's query: the best queries with their information and cost, and the codes left by each answer.

    For an entropy strategy: the queries of greatest entropy, and how ties are broken. For the optimal strategy: the queries of
    greatest Shannon entropy, compared with the optimal one. A cost that takes much work is left out.

    Before the first query: which codes are worth hiding, if the book has the game in which the codemaker chooses.

    Example: tafelwerk mastermind explain --pegs 4 --colors 6 --strategy h1

    Example: tafelwerk mastermind explain --pegs 4 --colors 6 --strategy h1 --history "AABC 1,2; ABDE 0,3"

    Example: tafelwerk mastermind explain --pegs 3 --colors 4 --history "AAB 1,1" --json
    """
    game, strategy = begun.game, followed.chosen
    found = ask(questions.explain, game, strategy, begun.asked, most)

    def layout() -> Any:
        from rich.console import Group
        from rich.text import Text

        shown = explained_query(found, f"{game.title}, {strategy.title}", "queries")
        return shown if found.codemaker is None else Group(shown, "", *map(Text, _hidden(found.codemaker, game)))

    return layout


def _hidden(found: Hidden, game: Game) -> Iterator[str]:
    """Which codes are worth hiding, in sentences."""
    yield (
        f"If the codemaker chooses, too, the game takes {rational(found.value)} queries "
        f"(tafelwerk mastermind adversary {game.options})."
    )
    reasons = {
        "Worth hiding": (found.chosen, "an optimal codemaker chooses them"),
        "Never worth hiding": (found.never, "an optimal breaker finds them in fewer queries"),
        "Left open": (found.open, "the mixtures of the book do not choose them, nor find them sooner"),
    }
    for heading, (codes, reason) in reasons.items():
        if codes:
            more = f" and {len(codes) - SHOWN:,} more" if len(codes) > SHOWN else ""
            named = "codes such as " if isinstance(game, Pegs) else ""
            yield f"{heading}: {named}{', '.join(codes[:SHOWN])}{more}; {reason}."
