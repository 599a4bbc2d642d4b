"""`tafelwerk build switching`: the standard set, one board, pairings of agents."""

from typing import Annotated

import typer

from tafelwerk.commands.common import (
    App,
    BuildOptions,
    FullOption,
    QuickOption,
    chosen_set,
    run_builds,
    takes_build_options,
)
from tafelwerk.commands.switching.words import GamesOption, SeedOption
from tafelwerk.errors import InputError
from tafelwerk.tables import switching as tables

build_app = App(invoke_without_command=True)


@build_app.callback()
@takes_build_options
def build(
    order: Annotated[
        int | None,
        typer.Option("--order", min=tables.LEAST_ORDER, max=tables.MOST_ORDER, metavar="M", help="Order of one board."),
    ] = None,
    openings: Annotated[
        bool, typer.Option("--openings", help="Openings alone, without every position of orders 2 and 3.")
    ] = False,
    pairings: Annotated[
        bool,
        typer.Option(
            "--pairings",
            help="The agents that the source compares, against each other on that board; --full: more of them.",
        ),
    ] = False,
    cut: Annotated[str | None, typer.Option("--cut", metavar="AGENT", help="With --short: one pairing.")] = None,
    short: Annotated[str | None, typer.Option("--short", metavar="AGENT", help="With --cut: one pairing.")] = None,
    agent: Annotated[
        str | None,
        typer.Option("--agent", metavar="AGENT", help="What an agent does in every position of order 2 or 3."),
    ] = None,
    games: GamesOption = None,
    seed: SeedOption = None,
    quick: QuickOption = False,
    full: FullOption = False,
    *,
    options: BuildOptions,
) -> None:
    """The family's standard set, or one board: heuristic against heuristic after every opening; of orders 2 and 3 every position.

    Example: tafelwerk build switching --order 30

    Example: tafelwerk build switching --order 6 --pairings --games 10000

    Example: tafelwerk build switching --order 4 --cut heuristic --short mc:128

    Example: tafelwerk build switching --order 3 --agent mc:1000
    """
    if order is None:
        for name, value in (
            ("--cut", cut),
            ("--short", short),
            ("--agent", agent),
            ("--games", games),
            ("--seed", seed),
        ):
            if value is not None:
                raise InputError(f"{name} needs --order M, the board")
        for name, given in (("--pairings", pairings), ("--openings", openings)):
            if given:
                raise InputError(f"{name} needs --order M, the board")
        from tafelwerk.build import switching

        run_builds(chosen_set(switching, quick, full), options)
        return
    if quick:
        raise InputError("--quick is a set of its own: it takes no --order")
    if full and not pairings:
        raise InputError("--full is a set of its own, or goes with --order M --pairings")
    tables.checked_order(order)
    if openings and (pairings or agent is not None or (cut, short) != (None, None)):
        raise InputError("--openings goes without --pairings, --agent, --cut and --short")
    if (cut is None) != (short is None):
        raise InputError("--cut and --short go together: one pairing has both agents")
    if agent is not None and (pairings or cut is not None):
        raise InputError("--agent and pairings do not go together: build one after the other")
    if pairings and cut is not None:
        raise InputError("--pairings and --cut do not go together: many pairings, or one")
    if not pairings and cut is None and (games, seed) != (None, None):
        raise InputError("--games and --seed go with --pairings, or with --cut and --short")
    from tafelwerk.build import switching

    if cut is not None and short is not None:
        one = switching.pairing_build(order, cut, short, games, seed)
        line = f"tafelwerk switching duel --order {order} --cut {cut} --short {short}"
        run_builds([one], options, next_steps=[line])
    elif agent is not None:
        one = switching.agent_build(order, agent)
        statement = (
            f"SELECT * FROM switching.agents WHERE m = {order} AND agent = '{tables.agent_name(agent)}' LIMIT 20"
        )
        run_builds([one], options, next_steps=[f'tafelwerk sql "{statement}"'])
    elif pairings:
        statement = f"SELECT * FROM switching.pairings WHERE m = {order} AND cut = 'heuristic'"
        run_builds(
            [switching.pairings_build(order, games, seed, full=full)],
            options,
            next_steps=[f'tafelwerk sql "{statement}"'],
        )
    else:
        one = switching.openings_build(order) if openings else switching.order_build(order)
        run_builds([one], options, next_steps=[f"tafelwerk switching winrate {order}"])
