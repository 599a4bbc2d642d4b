"""`tafelwerk switching winrate, duel, refute`: agents against each other."""

from typing import Annotated

import typer

from tafelwerk.commands.asking import Ask, AtOnce, Text, asks
from tafelwerk.commands.switching.words import (
    CutOption,
    GamesOption,
    OrderArgument,
    OrderOption,
    SeedOption,
    ShortOption,
    app,
)
from tafelwerk.tables.switching import questions
from tafelwerk.tables.switching.answers import ExactDuel, SampledDuel
from tafelwerk.wording import exact_number, listed


@app.command()
@asks
def winrate(order: OrderArgument, ask: Ask) -> Text:
    """Share of games that Cut, who moves first, wins when both follow Shannon's heuristic and break ties at random.

    Example: tafelwerk switching winrate 9

    Example: tafelwerk switching winrate 24 --compute --keep
    """
    found = ask(questions.winrate, order)
    share = "all" if found.cut == 1 else f"{exact_number(found.cut)} of the"
    text = f"Order {order}, heuristic against heuristic: Cut wins {share} games ({found.source}), "
    text += f"which take {found.shortest} to {found.longest} plies. "
    if not found.losing_openings and not found.mixed_openings:
        text += f"Cut loses after none of the {found.openings} openings."
    if found.losing_openings:
        text += f"Cut loses after {listed(found.losing_openings)}."
    if found.mixed_openings:
        text += f"{' ' if found.losing_openings else ''}Ties decide after {listed(found.mixed_openings)}."
    return f"{text} The closest decision had a margin of {float(found.gap):.3g} (potentials scaled to 0..1)."


@app.command()
@asks
def duel(
    order: OrderOption,
    cut: CutOption,
    short: ShortOption,
    ask: Ask,
    games: GamesOption = None,
    seed: SeedOption = None,
) -> Text:
    """Short's winning chance against Cut, who moves first: certified at orders 2 and 3, otherwise mostly from simulated games.

    At order 4, the heuristic against mc:inf or mc:K with K of 1000 or more is certified, too. Agents whose sweeps start warm or
    random are always simulated.

    Example: tafelwerk switching duel --order 3 --cut heuristic --short temperature:0.1

    Example: tafelwerk switching duel --order 4 --cut heuristic --short gauss-seidel:6:0.1

    Example: tafelwerk switching duel --order 4 --cut heuristic --short mc:inf --compute

    Example: tafelwerk switching duel --order 6 --cut heuristic --short gauss-seidel:6:0.1 --games 20000 --compute
    """
    found = ask(questions.duel, order, cut, short, games, seed)
    text = f"Order {order}, Cut {found.cut} against Short {found.short_agent}: Short wins "
    match found:
        case ExactDuel():
            return f"{text}{exact_number(found.short_exact)} of the games (exact, {found.source})."
        case SampledDuel():
            chance = f"{found.short:.6g} +- {found.standard_error:.2g}"
            return f"{text}{chance} of {found.samples:,} games (seed {found.seed}, {found.source})."
    return f"{text}{found.short:.10g} of the games (within {found.error_bound:.1g}, {found.source})."


@app.command()
@asks
def refute(
    order: OrderArgument,
    ask: AtOnce,
    opening: Annotated[
        str | None,
        typer.Option(
            "--opening", metavar="EDGE", help="Opening edge. Default: every edge that the heuristic may choose."
        ),
    ] = None,
) -> Text:
    """How Short beats a Cut that follows the heuristic, however Cut breaks ties: one game for every opening.

    Example: tafelwerk switching refute 3

    Example: tafelwerk switching refute 4 --opening C3
    """
    found = ask(questions.refute, order, opening)
    text = f"Order {order}, Cut follows the heuristic and breaks ties in any way.\n"
    if found.safe:
        text += f"Short cannot force a win after {listed(found.safe, last='or')}.\n"
    if found.lines:
        text += f"Short can force a win after {listed(found.beaten)}; one game each, Cut and Short in turn:\n"
    for name, game in found.lines.items():
        text += f"{name}: {' '.join(game.moves)} (certain after {game.depth} of Short's moves)\n"
    return text.rstrip()
