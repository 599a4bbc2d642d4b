"""`tafelwerk montecarlo duel, curve, basins, first-over-half`: agents against each other."""

from fractions import Fraction
from typing import Annotated, cast

import typer

from tafelwerk.commands.asking import Ask, Text, Unkept, asks
from tafelwerk.commands.common import rational, table
from tafelwerk.commands.montecarlo.words import KMaxOption, Placed, Played, PointsOption, app
from tafelwerk.rules.montecarlo import AGENT_WORDS, MOST_POINTS
from tafelwerk.tables.montecarlo import questions
from tafelwerk.tables.montecarlo.answers import AgentDuel, Basin, Duel
from tafelwerk.wording import counted


@app.command()
@asks
def duel(
    placed: Placed,
    ask: Ask,
    k: Annotated[
        str | None, typer.Option("--k", metavar="K", help="Playouts per candidate: 1 or more, or inf.")
    ] = None,
    rival: Annotated[
        str | None, typer.Option("--rival", metavar="K2", help="Playouts per candidate of the rival. Default: 2K.")
    ] = None,
    first: Annotated[
        str | None,
        typer.Option("--first", metavar="AGENT", help=f"Agent that moves first: {AGENT_WORDS}. Needs --second."),
    ] = None,
    second: Annotated[
        str | None, typer.Option("--second", metavar="AGENT", help="Agent that moves second. Needs --first.")
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Chances as fractions, for small games and small k.")] = False,
) -> Text:
    """Winning chances of MC(K) against MC(K2) moving first, moving second and on average; or of any two agents.

    Example: tafelwerk montecarlo duel esr 5 6 1 --k 10

    Example: tafelwerk montecarlo duel subtraction 50 --moves 1,2 --k 1000 --rival inf --json

    Example: tafelwerk montecarlo duel subtraction 40 --moves 3,5,11 --overshoot loses --first careful --second random

    Example: tafelwerk montecarlo duel dsc 10 --at "2 1" --k 100
    """
    found = cast(Duel | AgentDuel, ask(questions.duel, placed.game, k, rival, first, second, exact, placed.position))
    title, known = placed.title, f"certified to {found.error_bound or 0:.0e}; {found.source}"
    if isinstance(found, AgentDuel):
        chance = f"{found.first_float:.10f} ({known})"
        if isinstance(found.first, Fraction):
            short = rational(found.first) if found.first.denominator < 10**12 else "exact"
            chance = f"{found.first_float:.10f} ({short}; {found.source})"
        return f"{title}: {found.first_agent}, moving first, wins against {found.second_agent} with chance {chance}."
    name = f"MC({found.k})"
    if exact:
        chances = {"first": found.first, "second": found.second, "mean": found.mean}
        return lambda: table(
            ("", "chance", "as a fraction"),
            [(role, float(chance), rational(chance)) for role, chance in chances.items()],
            title=f"{title}: {name} against MC({found.rival})",
        )
    return (
        f"{title}, {name} against MC({found.rival}): {name} wins {found.first:.10f} moving first, "
        f"{found.second:.10f} moving second, {found.mean:.10f} on average ({known})."
    )


@app.command()
@asks
def curve(played: Played, ask: Ask, k_max: KMaxOption, points: PointsOption = None) -> Text:
    """Duels of MC(k) against MC(2k) for every k up to K, or for P log-spaced values of k.

    Example: tafelwerk montecarlo curve dsc 10 --k-max 1000 --points 20
    """
    found = ask(questions.curve, played.game, k_max, points)
    return lambda: table(
        ("k", "first", "second", "mean", "error"),
        [(f"{d.k:,}", f"{d.first:.10f}", f"{d.second:.10f}", f"{d.mean:.10f}", f"{d.error_bound:.0e}") for d in found],
        title=f"{played.game.title}: MC(k) against MC(2k), {found[0].source}",
    )


@app.command()
@asks
def ties(
    played: Played,
    ask: Unkept,
    k_max: KMaxOption,
    points: Annotated[
        int, typer.Option("--points", min=2, max=MOST_POINTS, metavar="P", help="Number of log-spaced values of k.")
    ] = 4,
) -> Text:
    """MC(k) against MC(2k) without ties: playouts are repeated until one candidate has the most wins.

    Example: tafelwerk montecarlo ties dsc 10 --k-max 1000
    """
    found = ask(questions.ties, played.game, k_max, points)
    return lambda: table(
        ("k", "mean", "ties ignored", "difference", "error"),
        [
            (
                f"{d.k:,}",
                f"{d.mean:.10f}",
                f"{d.without_ties:.10f}",
                f"{d.without_ties - d.mean:+.2e}",
                f"{d.error_bound:.0e}",
            )
            for d in found
        ],
        title=f"{played.game.title}: mean of MC(k) against MC(2k), {found[0].source}",
    )


@app.command()
@asks
def basins(played: Played, ask: Ask, k_max: KMaxOption) -> Text:
    """Self-play basins: local minima over k of the mean chance of MC(k) against MC(2k).

    Example: tafelwerk montecarlo basins dsc 40 --k-max 1000000
    """
    found = ask(questions.basins, played.game, k_max)
    title = f"{played.game.title}: {counted(len(found.basins), 'basin')} up to k = {k_max}, {found.source}"
    if not found.basins:
        return title
    return lambda: table(
        ("k", "minimum at k", "mean", "error"),
        [(f"{basin.k:,}", _range(basin), f"{basin.mean:.10f}", f"{basin.error_bound:.0e}") for basin in found.basins],
        title=title,
    )


def _range(basin: Basin) -> str:
    """Where the minimum lies, as far as it is known."""
    return f"{basin.k_low:,}" if basin.k_low == basin.k_high else f"{basin.k_low:,} to {basin.k_high:,}"


@app.command("first-over-half")
@asks
def first_over_half(
    played: Played,
    ask: Ask,
    k_max: Annotated[int, typer.Option("--k-max", min=1, max=MOST_POINTS, metavar="K", help="Largest k.")] = 1000,
) -> Text:
    """Smallest k at which MC(k) wins more than half of its games against MC(2k), the seemingly stronger agent.

    Example: tafelwerk montecarlo first-over-half dsc 10
    """
    found = ask(questions.first_over_half, played.game, k_max)
    text = f"{played.game.title}: MC(k) "
    text += "never wins" if found.k is None else "first wins"
    text += " more than half of its games against MC(2k)" + ("" if found.k is None else f" at k = {found.k}")
    text += f" (searched to {found.searched_to}; {found.source})."
    if found.undecided:
        text += f" For {len(found.undecided)} smaller k the mean is too close to one half to decide."
    return text
