"""`tafelwerk build montecarlo`: the standard set, or the curves of one game."""

from typing import Annotated

import typer

from tafelwerk.commands.common import BuildOptions, bundled, run_builds, sets_app
from tafelwerk.commands.montecarlo.words import KMaxOption, MovesOption, OvershootOption, PointsOption
from tafelwerk.rules.montecarlo import LARGEST_SETS, read_game

build_app = sets_app(
    "montecarlo",
    """The family's standard set, or the curves of one game.

Example: tafelwerk build montecarlo --dry-run

Example: tafelwerk build montecarlo esr 5 6 1 --k-max 100
""",
)


def _takes(name: str, sizes: str, text: str) -> None:
    """Adds the command that builds the curves of one kind of game.

    Args:
        name: the game.
        sizes: its sizes, as --help names them.
        text: what --help says.
    """

    @build_app.command(name, help=text)
    @bundled
    def build_curve(
        words: Annotated[list[str], typer.Argument(metavar=sizes, help="Size of the game, as named above.")],
        k_max: KMaxOption,
        points: PointsOption = None,
        moves: MovesOption = None,
        overshoot: OvershootOption = None,
        *,
        options: BuildOptions,
    ) -> None:
        from tafelwerk.build.montecarlo import curve_build

        game = read_game([name, *words], moves, overshoot)
        line = f"tafelwerk montecarlo curve {game} --k-max {k_max}" + (f" --points {points}" if points else "")
        run_builds([curve_build(game, k_max, points)], options, next_steps=[line])


@build_app.command("lasting")
@bundled
def build_lasting(
    largest: Annotated[
        int, typer.Option("--largest", min=2, max=LARGEST_SETS, metavar="N", help="Largest move of the sets.")
    ],
    *,
    options: BuildOptions,
) -> None:
    """Subtraction games: whether MC(inf) errs at arbitrarily large heaps, for all sets of two or more moves up to N.

    Example: tafelwerk build montecarlo lasting --largest 8
    """
    from tafelwerk.build.montecarlo.sets import lasting_build

    statement = "SELECT moves, lasts, share FROM montecarlo.lasting_blunders WHERE overshoot = 'wins' ORDER BY share"
    run_builds([lasting_build(largest)], options, next_steps=[f'tafelwerk sql "{statement}"'])


_takes(
    "esr",
    "N M S",
    """The curve of a single-step race of M lanes with N steps, S pieces to bring home, and its random play.

    Example: tafelwerk build montecarlo esr 5 6 1 --k-max 100
    """,
)
_takes(
    "dsc",
    "N",
    """The curve of a double-step crash race on a lane of N fields, its perfect play and its random play.

    Example: tafelwerk build montecarlo dsc 40 --k-max 1000000 --points 200
    """,
)
_takes(
    "dsr",
    "N",
    """The curve of a double-step race on lanes of N fields, its perfect play and its random play.

    Example: tafelwerk build montecarlo dsr 20 --k-max 1000 --points 50
    """,
)
_takes(
    "subtraction",
    "HEAP",
    """The curves of a subtraction game for every heap up to HEAP, its perfect play and its random play.

    Example: tafelwerk build montecarlo subtraction 110 --moves 1,2 --k-max 100
    """,
)
