"""`tafelwerk montecarlo choice, law, size`: what MC(k) plays in one position, and how large a race is."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.common import rational, table
from tafelwerk.commands.montecarlo.words import Placed, Played, app
from tafelwerk.rules.montecarlo import read_playouts
from tafelwerk.tables.montecarlo import questions
from tafelwerk.tables.montecarlo.answers import Choice
from tafelwerk.tables.montecarlo.choices import read_chances

KOption = Annotated[str, typer.Option("--k", metavar="K", help="Playouts per candidate: 1 or more, or inf.")]
LONGEST = 40
"""Characters of the longest fraction that is shown in full."""


@app.command()
@asks
def choice(placed: Placed, ask: Unkept, k: KOption) -> Text:
    """Distribution of MC(K)'s move: the chance that it plays each move, and the chance of winning a random playout after it.

    Example: tafelwerk montecarlo choice dsc 10 --k 100

    Example: tafelwerk montecarlo choice esr 7 3 2 --at "5,4,0 / 6,6,3" --k 20 --json

    Example: tafelwerk montecarlo choice subtraction 50 --moves 1,2 --at 14 --k inf
    """
    found = ask(questions.choice, placed.game, k, placed.position)
    move = "square" if placed.game.name == "esr" else "move"
    return lambda: _laid_out(found, move, f"{placed.title}: what MC({k}) plays")


@app.command()
@asks
def law(
    chances: Annotated[
        str,
        typer.Argument(metavar="P,Q[,...]", help="Chance of winning a playout after each candidate: decimals or p/q."),
    ],
    ask: Unkept,
    k: KOption,
) -> Text:
    """Distribution of MC(K)'s choice among candidates with given chances of winning a playout.

    Example: tafelwerk montecarlo law 0.5,0.6,2/3 --k 10
    """
    found = ask(questions.law, read_chances(chances), read_playouts(k))
    return lambda: _laid_out(found, "candidate", f"What MC({k}) plays")


def _laid_out(found: Choice, move: str, title: str) -> Any:
    def row(name: str) -> tuple[str, str, str, str]:
        exact = "" if found.wins is None else rational(found.wins[name])
        shown = exact if len(exact) <= LONGEST else f"{exact[: LONGEST // 2]}... ({len(exact)} characters)"
        return name, f"{found.moves[name]:.10f}", f"{found.wins_float[name]:.10f}", shown

    known = "exact" if found.error_bound is None else f"certified to {found.error_bound:.0e}"
    headings = (move, "chance", "playouts won", "as a fraction")
    return table(headings, [row(name) for name in found.moves], title=f"{title} ({known}; {found.source})")


@app.command()
@asks
def size(played: Played, ask: Unkept) -> Text:
    """Number of positions of a race.

    Example: tafelwerk montecarlo size esr 5 6 1
    """
    found = ask(questions.size, played.game)
    text = (
        f"{played.game.title}: {found.undecided:,} positions before the end with {found.candidates:,} candidate moves"
    )
    if found.player_positions is not None:
        text += (
            f"; {found.player_positions:,} positions per player, "
            f"{found.configurations:,} pairs of them consistent with alternating turns"
        )
    return f"{text} ({found.source})."
