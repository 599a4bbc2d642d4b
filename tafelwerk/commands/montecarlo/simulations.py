"""`tafelwerk montecarlo simulate`: simulated games of two agents."""

from typing import Annotated

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.montecarlo.words import Played, app
from tafelwerk.rules.montecarlo import AGENTS
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.rules.simulations import MOST_SIMULATED
from tafelwerk.tables.montecarlo import questions


@app.command()
@asks
def simulate(
    played: Played,
    ask: Ask,
    first: Annotated[
        str,
        typer.Option("--first", metavar="AGENT", help=f"Agent that moves first: mc:K, mc:inf, {', '.join(AGENTS)}."),
    ],
    second: Annotated[str, typer.Option("--second", metavar="AGENT", help="Agent that moves second.")],
    games: Annotated[int, typer.Option("--games", min=1, max=MOST_SIMULATED, metavar="N", help="Number of games.")],
    seed: Annotated[
        int,
        typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed, for reproducible games."),
    ] = 0,
) -> Text:
    """Simulated games of two agents, with every playout of MC(k) played: share of games won by the first player.

    Example: tafelwerk montecarlo simulate dsc 10 --first mc:5 --second mc:10 --games 1000

    Example: tafelwerk montecarlo simulate esr 5 6 1 --first mc:3 --second random --games 200 --seed 7 --json
    """
    found = ask(questions.simulate, played.game, first, second, games, seed)
    low, high = found.interval or (0.0, 1.0)
    return (
        f"{played.game.title}: {found.first_agent}, moving first, won {found.wins:,} of {games:,} games against "
        f"{found.second_agent}: {found.first:.6f}, standard error {found.standard_error:.1e}, "
        f"95 % interval {low:.6f} to {high:.6f} (seed {seed}; {found.source})."
    )
