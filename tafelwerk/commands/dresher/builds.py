"""`tafelwerk build dresher`: the standard set, a range of games, and runs that measure the work."""

from typing import Annotated

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.common import App, BuildOptions, ChosenSet, bundled, refuse_options_before, run_builds
from tafelwerk.commands.options import exclusive, needs
from tafelwerk.rules.dresher import MOST_NUMBERS
from tafelwerk.rules.numbers import whole
from tafelwerk.tables.dresher.questions import stored_numbers

build_app = App(invoke_without_command=True)


@build_app.callback()
@bundled
def build(
    context: typer.Context,
    first: Annotated[
        int | None,
        typer.Option("--from", min=1, max=MOST_NUMBERS, metavar="N", help="Size of the smallest game. Default: 1."),
    ] = None,
    last: Annotated[
        int | None, typer.Option("--to", min=1, max=MOST_NUMBERS, metavar="M", help="Size of the largest game.")
    ] = None,
    *,
    chosen_set: ChosenSet,
    options: BuildOptions,
) -> None:
    """The family's standard set, or the games with N to M numbers that the book lacks: values and optimal strategies, proved.

    Games are built in blocks of 16, of 32 beyond N = 256. The first of a block is solved from scratch, every other one from
    its predecessor; several blocks run side by side. A build that was stopped resumes after the last game it solved.

    Example: tafelwerk build dresher --dry-run

    Example: tafelwerk build dresher --from 257 --to 512
    """
    if context.invoked_subcommand is not None:
        refuse_options_before(context)
        return
    from tafelwerk.build import dresher

    exclusive(context, ("--quick", "--full", "--from"), ("--quick", "--full", "--to"))
    needs(context, (("--from",), ("--to",)))
    if last is None:
        run_builds(chosen_set.of(dresher), options)
        return
    begin = 1 if first is None else first
    if options.force:
        builds = tuple(dresher.games_builds(begin, last))
    else:
        with open_book(options.book, pocket=False) as opened:
            builds = tuple(dresher.missing_builds(begin, last, stored_numbers(opened)))
    run_builds(builds, options, next_steps=[f"tafelwerk dresher value {last}", f"tafelwerk dresher explain {last}"])


@build_app.command("runs")
@bundled
def build_runs(
    last: Annotated[int, typer.Option("--to", min=1, max=MOST_NUMBERS, metavar="M", help="Size of the largest game.")],
    watched: Annotated[
        list[str] | None,
        typer.Option(
            "--watch",
            metavar="N",
            help="Game whose bounds are kept for every round, also one beyond M; may be repeated.",
        ),
    ] = None,
    *,
    options: BuildOptions,
) -> None:
    """Solve the games with 1 to M numbers from scratch by two methods, to measure the work.

    Example: tafelwerk build dresher runs --to 64 --watch 60
    """
    from tafelwerk.build import dresher

    games = tuple(sorted({whole("--watch", word, 1, MOST_NUMBERS) for word in watched or ()}))
    line = f'tafelwerk sql "SELECT * FROM dresher.runs WHERE n = {last}"'
    run_builds([dresher.runs_build(last, games)], options, next_steps=[line])
