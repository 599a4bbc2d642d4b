"""`tafelwerk build switching`: the standard set, one board, pairings of agents."""

from typing import Annotated

import typer

from tafelwerk.commands.common import (
    App,
    BuildOptions,
    ChosenSet,
    bundled,
    run_builds,
)
from tafelwerk.commands.options import exclusive, needs
from tafelwerk.commands.switching.words import GamesOption, SeedOption
from tafelwerk.errors import InputError
from tafelwerk.rules.switching import boards
from tafelwerk.rules.switching.agents import agent_name

build_app = App(invoke_without_command=True)

ALTERNATIVES = (
    ("--order", "--quick"),
    ("--openings", "--pairings", "--agent", "--cut"),
    ("--openings", "--pairings", "--agent", "--short"),
)
"""Options that exclude each other."""

OWNERS = (
    (("--openings", "--pairings", "--agent", "--cut", "--short", "--games", "--seed"), ("--order",)),
    (("--cut",), ("--short",)),
    (("--short",), ("--cut",)),
    (("--games", "--seed"), ("--pairings", "--cut")),
)
"""Options, and those that they need, one of which must be given."""


@build_app.callback()
@bundled
def build(
    context: typer.Context,
    order: Annotated[
        int | None,
        typer.Option("--order", min=boards.LEAST_ORDER, max=boards.MOST_ORDER, metavar="M", help="Order of one board."),
    ] = None,
    openings: Annotated[
        bool, typer.Option("--openings", help="Openings only, without the positions of orders 2 and 3.")
    ] = False,
    pairings: Annotated[
        bool,
        typer.Option(
            "--pairings",
            help="Pairings of the agents that the source compares, on that board; --full adds agents.",
        ),
    ] = False,
    cut: Annotated[
        str | None, typer.Option("--cut", metavar="AGENT", help="Agent that plays Cut in one pairing. Needs --short.")
    ] = None,
    short: Annotated[
        str | None,
        typer.Option("--short", metavar="AGENT", help="Agent that plays Short in one pairing. Needs --cut."),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option("--agent", metavar="AGENT", help="Moves of an agent in every position of order 2 or 3."),
    ] = None,
    games: GamesOption = None,
    seed: SeedOption = None,
    *,
    chosen_set: ChosenSet,
    options: BuildOptions,
) -> None:
    """The family's standard set, or one board: heuristic against heuristic after every opening; at orders 2, 3 all positions.

    Example: tafelwerk build switching --order 30

    Example: tafelwerk build switching --order 6 --pairings --games 10000

    Example: tafelwerk build switching --order 4 --cut heuristic --short mc:128

    Example: tafelwerk build switching --order 3 --agent mc:1000
    """
    exclusive(context, *ALTERNATIVES)
    needs(context, *OWNERS)
    from tafelwerk.build.switching import sets

    if order is None:
        run_builds(chosen_set.of(sets), options)
        return
    if chosen_set.full and not pairings:
        raise InputError("--full is for whole sets and for --order M --pairings; leave out --order or add --pairings")
    if cut is not None and short is not None:
        one = sets.pairing_build(order, cut, short, games, seed)
        line = f"tafelwerk switching duel --order {order} --cut {cut} --short {short}"
    elif agent is not None:
        one = sets.agent_build(order, agent)
        line = _statement(f"agents WHERE m = {order} AND agent = '{agent_name(agent)}' LIMIT 20")
    elif pairings:
        one = sets.pairings_build(order, games, seed, full=chosen_set.full)
        line = _statement(f"pairings WHERE m = {order} AND cut = 'heuristic'")
    else:
        one = sets.order_build(order, openings=openings)
        line = f"tafelwerk switching winrate {order}"
    run_builds([one], options, next_steps=[line])


def _statement(rows: str) -> str:
    return f'tafelwerk sql "SELECT * FROM switching.{rows}"'
