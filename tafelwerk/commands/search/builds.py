"""`tafelwerk build search`: the standard set, free search for one width, the root model under one strategy."""

from typing import Annotated

import typer

from tafelwerk.commands.common import (
    App,
    BuildOptions,
    FullOption,
    QuickOption,
    chosen_set,
    refuse_options_before,
    run_builds,
    takes_build_options,
)
from tafelwerk.commands.search.words import StrategyOption
from tafelwerk.tables import search as tables

build_app = App(invoke_without_command=True)


@build_app.callback()
@takes_build_options
def build(
    context: typer.Context,
    quick: QuickOption = False,
    full: FullOption = False,
    *,
    options: BuildOptions,
) -> None:
    """The family's standard set, or one search.

    Example: tafelwerk build search --dry-run

    Example: tafelwerk build search root --size 1000 --strategy h1.5
    """
    if context.invoked_subcommand is not None:
        refuse_options_before(context)
        return
    from tafelwerk.build import search

    run_builds(chosen_set(search, quick, full), options)


@build_app.command("free")
@takes_build_options
def build_free(
    codes: Annotated[
        int,
        typer.Option(
            "--codes",
            min=1,
            max=tables.MOST_FREE_CODES,
            metavar="M",
            help="Largest number of codes; smaller ones are included.",
        ),
    ],
    width: Annotated[
        int | None,
        typer.Option(
            "--width",
            min=2,
            max=tables.LARGEST_WIDTH,
            metavar="A",
            help="Answers per query, at most. Default: the widths of the standard set.",
        ),
    ] = None,
    *,
    options: BuildOptions,
) -> None:
    """Free search with 1 to M codes: perfect play, a best first query, and even splits.

    Example: tafelwerk build search free --codes 5000 --width 10
    """
    from tafelwerk.build.search import free_build

    line = f"tafelwerk search free {codes} {10 if width is None else width}"
    run_builds([free_build(codes, width)], options, next_steps=[line])


@build_app.command("root")
@takes_build_options
def build_root(
    size: Annotated[
        int,
        typer.Option(
            "--size",
            min=1,
            max=tables.MOST_ROOT_CODES,
            metavar="N",
            help="Largest number of codes; smaller ones are included.",
        ),
    ],
    strategy: StrategyOption = "optimal",
    points: Annotated[
        int | None,
        typer.Option(
            "--points", min=2, max=tables.MOST_SIZES, metavar="P", help="Log-spaced sizes to keep. Default: all sizes."
        ),
    ] = None,
    *,
    options: BuildOptions,
) -> None:
    """The root model with 1 to N codes under one strategy: totals and first queries.

    Example: tafelwerk build search root --size 1000

    Example: tafelwerk build search root --size 1000000 --strategy h1.5 --points 1201
    """
    chosen = tables.strategy(strategy)
    from tafelwerk.build.search import root_build

    words = "" if strategy == "optimal" else f" --strategy {chosen.name}"
    run_builds([root_build(size, chosen, points)], options, next_steps=[f"tafelwerk search root {size}{words}"])


@build_app.command("curve")
@takes_build_options
def build_curve(
    size: Annotated[
        int, typer.Option("--size", min=1, max=tables.MOST_ENTROPY_CODES, metavar="N", help="Number of codes.")
    ],
    alpha_max: Annotated[
        int,
        typer.Option(
            "--alpha-max", min=1, max=tables.LARGEST_CURVE_ORDER, metavar="A", help="Largest order of the entropy."
        ),
    ] = 6,
    points: Annotated[
        int,
        typer.Option("--points", min=1, max=tables.MOST_ORDERS, metavar="P", help="Number of steps from 0 to A."),
    ] = 300,
    *,
    options: BuildOptions,
) -> None:
    """The root model with N codes under H_alpha for many orders alpha, evenly spaced, and infinity.

    Example: tafelwerk build search curve --size 1000
    """
    from tafelwerk.build.search import curve_build

    line = f"tafelwerk search root {size} --strategy h{alpha_max}"
    run_builds([curve_build(size, alpha_max, points)], options, next_steps=[line])
