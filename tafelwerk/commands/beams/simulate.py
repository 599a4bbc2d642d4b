"""`tafelwerk beams simulate`: simulated games of a strategy against random codes."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.beams.words import Planned, app, note_patterns
from tafelwerk.commands.common import table
from tafelwerk.commands.output import headed
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.tables.beams import questions
from tafelwerk.wording import counted

MOST_GAMES = 1_000_000
"""Largest number of games."""


@app.command()
@asks
def simulate(
    planned: Planned,
    ask: Unkept,
    games: Annotated[
        int, typer.Option("--games", min=2, max=MOST_GAMES, metavar="N", help="Number of games. Default: 100.")
    ] = 100,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="N", help="Random seed. Default: 1.")
    ] = 1,
) -> Text:
    """Mean cost of a strategy in simulated games against random codes, for variants without a complete analysis.

    On one core a game of 6c6p takes about a second, one of 6c10p about ten.

    Example: tafelwerk beams simulate --variant 6c3p --strategy h0 --tie mix --games 200

    Example: tafelwerk beams simulate --variant 6c10p --strategy h-prime --games 20 --compute
    """
    if ask.compute:
        note_patterns(planned.name, ask.book)
    found = ask(questions.simulate, planned.name, planned.plan, games, seed)

    def layout() -> Any:
        assert found.interval is not None
        low, high = found.interval
        heading = (
            f"Beams {planned.name}, {planned.plan.title}: {found.mean:.4f} ± {found.standard_error:.4f} on average over "
            f"{counted(found.games, 'game')} (95 %: {low:.3f} to {high:.3f}), variance {found.variance:.3f}, "
            f"{found.guessed_wrong} guessed wrong ({found.source})"
        )
        return headed(
            heading, table(("cost", "games"), [(int(cost), count) for cost, count in found.histogram.items()])
        )

    return layout
