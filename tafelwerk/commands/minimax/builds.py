"""`tafelwerk build minimax`: the standard set, a listed game, the heaps of a heap game, Memory."""

from typing import Annotated

import typer

from tafelwerk.commands.common import BuildOptions, bundled, run_builds, sets_app
from tafelwerk.commands.minimax.words import CodeArgument, HeapOption, MisereOption, ObjectiveOption, RuleOption
from tafelwerk.commands.options import exclusive
from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import GRUNDY, LARGEST_MISERE, MOST_SETS, HeapGame, octal_game, subtraction_game
from tafelwerk.rules.minimax.memory import MOST_PAIRS, Objective

build_app = sets_app(
    "minimax",
    """The family's standard set, or one game.

Example: tafelwerk build minimax --dry-run

Example: tafelwerk build minimax octal 0.77
""",
)


@build_app.command("tictactoe")
@bundled
def build_tictactoe(*, options: BuildOptions) -> None:
    """Tic-tac-toe: every position, the moves that look-ahead chooses, and nodes searched by move order.

    Example: tafelwerk build minimax tictactoe
    """
    from tafelwerk.build.minimax.builds import game_build

    run_builds([game_build("tictactoe")], options, next_steps=['tafelwerk minimax tictactoe "X.O......"'])


@build_app.command("game")
@bundled
def build_game(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="tictactoe, tictactoe-misere, tictactoe-wild, tictactoe-wild-misere, notakto, notakto-2, nim-passes, "
            "or burnt-pancakes-1 to burnt-pancakes-8.",
        ),
    ],
    *,
    options: BuildOptions,
) -> None:
    """Every position of a listed game: value, distance to the end, best moves, symmetry classes.

    Example: tafelwerk build minimax game tictactoe-wild

    Example: tafelwerk build minimax game burnt-pancakes-8
    """
    from tafelwerk.build.minimax.builds import game_build

    run_builds([game_build(game)], options, next_steps=[f"tafelwerk minimax solve {game}"])


@build_app.command("grundy")
@bundled
def build_grundy(heap: HeapOption = None, misere: MisereOption = False, *, options: BuildOptions) -> None:
    """Grundy's game: values of all heaps up to H, or with --misere the winner of each. Default of H: 100,000.

    Example: tafelwerk build minimax grundy --heap 200000

    Example: tafelwerk build minimax grundy --heap 60 --misere
    """
    _build(GRUNDY, heap, misere, options)


@build_app.command("octal")
@bundled
def build_octal(
    context: typer.Context,
    code: CodeArgument,
    heap: HeapOption = None,
    misere: MisereOption = False,
    sparse: Annotated[
        bool,
        typer.Option(
            "--sparse",
            help="The period alone, proved through a finite sparse space; searched for up to heap 300,000,000. No values are "
            "stored.",
        ),
    ] = False,
    *,
    options: BuildOptions,
) -> None:
    """Octal game: the period, and values of all heaps up to H. Default of H: as many as the proof of the period needs.

    Without --heap the search for a period ends at heap 200,000; the proofs of 0.16 and 0.56 need more. With --sparse it
    goes on to heap 300,000,000, in games with finitely many rare heaps.

    Example: tafelwerk build minimax octal 0.127

    Example: tafelwerk build minimax octal 0.16 --heap 510000

    Example: tafelwerk build minimax octal 0.16 --sparse
    """
    if sparse:
        exclusive(context, ("--sparse", "--heap"), ("--sparse", "--misere"))
        from tafelwerk.build.minimax.builds import sparse_build

        game = octal_game(code)
        run_builds([sparse_build(game)], options, next_steps=[f"tafelwerk minimax {game}"])
        return
    _build(octal_game(code), heap, misere, options)


@build_app.command("subtraction")
@bundled
def build_subtraction(
    context: typer.Context,
    taken: Annotated[
        str | None, typer.Argument(metavar="SET", help="Numbers of tokens that a move may take: 1,2,5.")
    ] = None,
    largest: Annotated[
        int | None,
        typer.Option(
            "--largest", min=1, max=MOST_SETS, metavar="N", help="Largest number of all sets to build, in place of SET."
        ),
    ] = None,
    heap: HeapOption = None,
    misere: MisereOption = False,
    *,
    options: BuildOptions,
) -> None:
    """Subtraction game: the period, and values of all heaps up to H. Default of H: as many as the proof of the period needs.

    Without --heap the search for a period ends at heap 1,000,000.

    Example: tafelwerk build minimax subtraction 1,2,5

    Example: tafelwerk build minimax subtraction --largest 8
    """
    if (taken is None) == (largest is None):
        raise InputError("give either a SET of numbers, such as 1,2,5, or --largest N for all sets of numbers up to N")
    if taken is not None:
        _build(subtraction_game(taken), heap, misere, options)
        return
    exclusive(context, ("--largest", "--heap"), ("--largest", "--misere"))
    from tafelwerk.build.minimax.builds import sets_build

    assert largest is not None
    statement = "SELECT * FROM minimax.periods WHERE starts_with(game, 'subtraction')"
    run_builds([sets_build(largest)], options, next_steps=[f'tafelwerk sql "{statement}"'])


@build_app.command("memory")
@bundled
def build_memory(
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs",
            min=1,
            max=max(MOST_PAIRS.values()),
            metavar="N",
            help=f"Largest number of pairs left; with --objective win at most {MOST_PAIRS[Objective.WIN]}.",
        ),
    ],
    rule: RuleOption = "pass",
    objective: ObjectiveOption = "gain",
    *,
    options: BuildOptions,
) -> None:
    """Memory: value and best turns of every position of up to N pairs.

    Example: tafelwerk build minimax memory --pairs 60

    Example: tafelwerk build minimax memory --pairs 16 --rule forced --objective win
    """
    from tafelwerk.build.minimax.builds import memory_build

    words = "" if rule == "pass" else f" --rule {rule}"
    words += "" if objective == "gain" else f" --objective {objective}"
    line = f"tafelwerk minimax memory {pairs} {pairs // 2}{words}"
    run_builds([memory_build(pairs, rule, objective)], options, next_steps=[line])


def _build(game: HeapGame, heap: int | None, misere: bool, options: BuildOptions) -> None:
    """Build the values of a game's heaps, or the winner of each under misere play."""
    from tafelwerk.build.minimax.builds import heaps_build, misere_build

    line = f"tafelwerk minimax {game}"
    if game == GRUNDY:
        line += f" {heap or 8}"
    if not misere:
        run_builds([heaps_build(game, heap)], options, next_steps=[line])
        return
    if heap is None:
        raise InputError(f"--misere needs --heap H, 1 to {LARGEST_MISERE}: under misere play every sum is enumerated")
    asked = line if game == GRUNDY else f"{line} --heap {heap}"
    run_builds([misere_build(game, heap)], options, next_steps=[f"{asked} --misere"])
