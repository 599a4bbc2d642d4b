"""`tafelwerk build mastermind`: the standard set, or one strategy of one game."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from tafelwerk.commands.mastermind.words import (
    ColorsOption,
    DistinctOption,
    LeastDepthOption,
    MaxDepthOption,
    NameOption,
    PegsOption,
    TieOption,
    code,
    game,
    strategy,
)
from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.tables.entropy_orders import read_order
from tafelwerk.tables.mastermind import TIES, Game, Named, Strategy

if TYPE_CHECKING:
    from tafelwerk.build.mastermind.rules import Rules
    from tafelwerk.build.task import Build

build_app = App()

SCORES = ("wordle", "jotto", "mastermind")

OptionalStrategy = Annotated[
    str | None,
    typer.Option("--strategy", metavar="S", help="optimal (default), or hA: greatest entropy of order A, as h1."),
]
CodesOption = Annotated[
    Path | None, typer.Option("--codes", metavar="FILE", help="Words that may be the solution, one a line.")
]
QueriesOption = Annotated[
    Path | None, typer.Option("--queries", metavar="FILE", help="Other words that may be asked, one a line.")
]
ScoreOption = Annotated[str | None, typer.Option("--score", metavar="|".join(SCORES), help="How words are compared.")]
MatrixOption = Annotated[
    Path | None,
    typer.Option("--matrix", metavar="FILE.csv", help="Answers: header the codes, first column the query."),
]


@build_app.command()
@takes_build_options
def build(
    pegs: PegsOption = None,
    colors: ColorsOption = None,
    distinct: DistinctOption = False,
    name: NameOption = None,
    codes: CodesOption = None,
    queries: QueriesOption = None,
    score: ScoreOption = None,
    matrix: MatrixOption = None,
    strategy: OptionalStrategy = None,
    tie: TieOption = None,
    max_depth: MaxDepthOption = None,
    least_depth: LeastDepthOption = False,
    curve: Annotated[
        bool, typer.Option("--curve", help="The orders of entropy 0.01, 0.02, ..., 6 in place of one strategy.")
    ] = False,
    step: Annotated[
        str | None, typer.Option("--step", metavar="S", help="From order to order along the curve. Default: 0.01.")
    ] = None,
    opening: Annotated[
        str | None, typer.Option("--opening", metavar="CODE", help="Along the curve always ask this first.")
    ] = None,
    quick: QuickOption = False,
    full: FullOption = False,
    *,
    options: BuildOptions,
) -> None:
    """The family's standard set, or one strategy of one game: a tree with its numbers.

    Example: tafelwerk build mastermind --dry-run

    Example: tafelwerk build mastermind --pegs 4 --colors 6 --strategy optimal

    Example: tafelwerk build mastermind --codes words.txt --score wordle --name words --strategy h1

    Example: tafelwerk build mastermind --name words --strategy h2

    Example: tafelwerk build mastermind --pegs 3 --colors 5 --curve --tie mix --step 0.1
    """
    file = codes or matrix or queries
    bare = file is None and score is None and name is None and pegs is None and colors is None and not distinct
    if bare and not curve and opening is None and step is None:
        if strategy is not None or tie is not None or max_depth is not None or least_depth:
            raise InputError("--strategy needs a game: --pegs P --colors C, --codes FILE or --matrix FILE")
        from tafelwerk.build import mastermind

        run_builds(chosen_set(mastermind, quick, full), options)
        return
    if quick or full:
        raise InputError(f"{'--quick' if quick else '--full'} is a set of its own; it goes without a game")
    if curve:
        if strategy is not None or max_depth is not None or least_depth:
            raise InputError(
                "--curve is of all orders of entropy; it goes without --strategy, --max-depth, --least-depth"
            )
        run_builds(_curve(game(pegs, colors, distinct, name), tie, opening, step), options)
        return
    if opening is not None or step is not None:
        raise InputError(f"{'--step' if opening is None else '--opening'} goes with --curve")
    wanted = _strategy(strategy, tie, max_depth, least_depth)
    played = (
        game(pegs, colors, distinct, name) if file is None and score is None else _named(name, pegs, colors, distinct)
    )
    rules = _rules(played, codes, queries, score, matrix, options.book) if isinstance(played, Named) else played
    from tafelwerk.build.mastermind import game_build, strategy_build

    builds = [game_build(rules), strategy_build(rules, wanted)]
    asked = f"{played.options} {wanted.options}"
    lines = [f"tafelwerk mastermind summary {asked}", f"tafelwerk mastermind next {asked}"]
    run_builds(builds, options, next_steps=lines)


def _curve(played: Game, tie: str | None, opening: str | None, step: str | None) -> "list[Build]":
    from tafelwerk.build.mastermind import curve_build, curve_orders, game_build

    if isinstance(played, Named):
        raise InputError("--curve is computed for --pegs P --colors C [--distinct]")
    if tie not in (None, *TIES):
        raise InputError(f"--tie must be lex or mix, not {quoted(tie)}")
    first = None if opening is None else code(played, opening)
    orders = curve_orders() if step is None else curve_orders(_step(step))
    return [game_build(played), curve_build(played, "mix" if tie == "mix" else "lex", first, orders)]


def _step(text: str) -> Fraction:
    """A step between orders of entropy.

    Raises:
        InputError: it is none.
    """
    try:
        found = read_order(f"h{text}")
    except InputError:
        found = None
    if found is None:
        raise InputError(f"--step must be a number above 0, such as 0.01, 0.5, 1/3, not {quoted(text)}")
    return found


def _strategy(word: str | None, tie: str | None, max_depth: int | None, least_depth: bool) -> Strategy:
    return strategy("optimal" if word is None else word, tie, max_depth, least_depth)


def _named(name: str | None, pegs: int | None, colors: int | None, distinct: bool) -> Named:
    if pegs is not None or colors is not None or distinct:
        raise InputError("--pegs, --colors and --distinct name Mastermind itself; a file goes with --name NAME")
    if name is None:
        raise InputError("--codes and --matrix need --name NAME")
    return Named(name)


def _rules(
    played: Named, codes: Path | None, queries: Path | None, score: str | None, matrix: Path | None, book: Path
) -> "Rules":
    """What a named game is made from: files, or what the book holds of it."""
    from tafelwerk.build.mastermind import file_rules, stored_rules

    if (codes, queries, score, matrix) == (None, None, None, None):
        return stored_rules(played, book)
    if matrix is not None:
        if codes is not None or queries is not None or score is not None:
            raise InputError(
                "--matrix holds codes, queries and answers; it goes without --codes, --queries and --score"
            )
    elif codes is None:
        raise InputError(
            f"--name {played.name} is made from a file: --codes FILE [--queries FILE] --score RULE, or --matrix FILE"
        )
    elif score not in SCORES:
        was = "" if score is None else f", not {quoted(score)}"
        raise InputError(f"--score must be {', '.join(SCORES[:-1])} or {SCORES[-1]}{was}")
    rules = file_rules(played, "matrix" if score is None else score, codes, queries, matrix)
    _check(played, rules, book)
    return rules


def _check(played: Named, rules: "Rules", book: Path) -> None:
    """Refuse files that make no game, and a name that the book has for another."""
    from tafelwerk.build.mastermind.problems import problem_from, problem_of

    wanted = problem_from(rules)
    try:
        stored = problem_of(played, book)
    except MissingTableError:
        return
    same = (wanted.codes, wanted.queries, wanted.labels, wanted.solved) == (
        stored.codes,
        stored.queries,
        stored.labels,
        stored.solved,
    )
    if not same or bool((wanted.answers != stored.answers).any()):
        raise InputError(f"--name {played.name} is already used by a different game in the book; choose another name")
