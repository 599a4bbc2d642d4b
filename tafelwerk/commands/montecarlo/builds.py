"""`tafelwerk build montecarlo`: the standard set, or the curves of one game."""

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
from tafelwerk.commands.montecarlo.words import KMaxOption, MovesOption, OvershootOption, PointsOption
from tafelwerk.rules.montecarlo import (
    LARGEST_HEAP,
    LONGEST_DSC,
    LONGEST_ESR,
    Dsc,
    Esr,
    Game,
    Subtraction,
    read_rules,
)

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
    """The family's standard set, or the curves of one game.

    Example: tafelwerk build montecarlo --dry-run

    Example: tafelwerk build montecarlo esr 5 6 1 --k-max 100
    """
    if context.invoked_subcommand is not None:
        refuse_options_before(context)
        return
    from tafelwerk.build import montecarlo

    run_builds(chosen_set(montecarlo, quick, full), options)


def _build_curve(played: Game, k_max: int, points: int | None, options: BuildOptions) -> None:
    from tafelwerk.build.montecarlo import curve_build

    line = f"tafelwerk montecarlo curve {played} --k-max {k_max}" + (f" --points {points}" if points else "")
    run_builds([curve_build(played, k_max, points)], options, next_steps=[line])


@build_app.command("esr")
@takes_build_options
def build_esr(
    n: Annotated[int, typer.Argument(metavar="N", min=1, max=LONGEST_ESR, help="Steps of a lane.")],
    m: Annotated[int, typer.Argument(metavar="M", min=1, max=LONGEST_ESR, help="Lanes of a player.")],
    s: Annotated[int, typer.Argument(metavar="S", min=1, max=LONGEST_ESR, help="Pieces to bring home.")],
    k_max: KMaxOption,
    points: PointsOption = None,
    *,
    options: BuildOptions,
) -> None:
    """The curve of a single-step race, and its random play.

    Example: tafelwerk build montecarlo esr 5 6 1 --k-max 100
    """
    _build_curve(Esr(n, m, s), k_max, points, options)


@build_app.command("dsc")
@takes_build_options
def build_dsc(
    n: Annotated[int, typer.Argument(metavar="N", min=1, max=LONGEST_DSC, help="Length of the lane.")],
    k_max: KMaxOption,
    points: PointsOption = None,
    *,
    options: BuildOptions,
) -> None:
    """The curve of a double-step crash race, its perfect play and its random play.

    Example: tafelwerk build montecarlo dsc 40 --k-max 1000000 --points 200
    """
    _build_curve(Dsc(n), k_max, points, options)


@build_app.command("subtraction")
@takes_build_options
def build_subtraction(
    heap: Annotated[
        int, typer.Argument(metavar="HEAP", min=0, max=LARGEST_HEAP, help="Largest heap; smaller ones are included.")
    ],
    k_max: KMaxOption,
    points: PointsOption = None,
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    *,
    options: BuildOptions,
) -> None:
    """The curves of a subtraction game for every heap up to HEAP, its perfect play and its random play.

    Example: tafelwerk build montecarlo subtraction 110 --moves 1,2 --k-max 100
    """
    _build_curve(Subtraction(read_rules(moves, overshoot), heap), k_max, points, options)
