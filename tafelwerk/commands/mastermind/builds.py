"""`tafelwerk build mastermind`: the standard set, or one strategy of one game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tafelwerk.commands.common import (
    App,
    BuildOptions,
    ChosenSet,
    bundled,
    run_builds,
)
from tafelwerk.commands.mastermind.words import Followed, Played
from tafelwerk.commands.options import exclusive, needs
from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.rules.entropy import read_step
from tafelwerk.rules.mastermind.games import HANGMAN, SCORES, Named, Pegs
from tafelwerk.rules.mastermind.notation import code
from tafelwerk.rules.mastermind.strategies import check_hard, tie_rule

if TYPE_CHECKING:
    from tafelwerk.rules.mastermind.games import Rules

build_app = App()

ALTERNATIVES = (
    ("--quick", "--full", "--pegs", "--name"),
    ("--pegs", "--codes", "--matrix"),
    ("--matrix", "--queries"),
    ("--matrix", "--score"),
    ("--strategy", "--curve"),
    ("--max-depth", "--least-depth", "--within", "--shallowest", "--curve"),
    ("--curve", "--name"),
    ("--adversary", "--strategy", "--curve"),
    ("--adversary", "--max-depth", "--least-depth", "--within", "--shallowest"),
    ("--adversary", "--tie"),
    ("--bounds", "--strategy", "--curve", "--adversary"),
    ("--bounds", "--name"),
    ("--bounds", "--max-depth", "--least-depth", "--within", "--shallowest"),
    ("--bounds", "--tie"),
    ("--bounds", "--hard"),
    ("--adversary", "--hard"),
    ("--hard", "--pegs"),
    ("--hard", "--curve"),
)
"""Groups of options of which at most one may be given."""

OWNERS = (
    (("--colors", "--distinct"), ("--pegs",)),
    (("--pegs",), ("--colors",)),
    (("--codes", "--matrix"), ("--name",)),
    (("--queries", "--score"), ("--codes",)),
    (("--codes",), ("--score",)),
    (
        ("--strategy", "--tie", "--max-depth", "--least-depth", "--within", "--shallowest", "--hard"),
        ("--pegs", "--name"),
    ),
    (("--opening", "--step"), ("--curve",)),
    (("--curve",), ("--pegs",)),
    (("--adversary",), ("--pegs", "--name")),
    (("--bounds",), ("--pegs",)),
    (("--tries",), ("--bounds",)),
)
"""Options, and the options of which each needs one."""

MOST_TRIES = 10**12
"""Greatest number of queries tried per bound."""

CodesOption = Annotated[
    Path | None, typer.Option("--codes", metavar="FILE", help="Words that may be the solution, one per line.")
]
QueriesOption = Annotated[
    Path | None, typer.Option("--queries", metavar="FILE", help="Other words that may be asked, one per line.")
]
ScoreOption = Annotated[str | None, typer.Option("--score", metavar="|".join(SCORES), help="How words are compared.")]
MatrixOption = Annotated[
    Path | None,
    typer.Option(
        "--matrix", metavar="FILE.csv", help="CSV table of answers: codes in the header, queries in the first column."
    ),
]


@build_app.command()
@bundled
def build(
    context: typer.Context,
    played: Played,
    followed: Followed,
    codes: CodesOption = None,
    queries: QueriesOption = None,
    score: ScoreOption = None,
    matrix: MatrixOption = None,
    curve: Annotated[
        bool,
        typer.Option("--curve", help="Curve over the orders of entropy 0.01, 0.02, ..., 6 instead of one strategy."),
    ] = False,
    step: Annotated[
        str | None, typer.Option("--step", metavar="S", help="Step between orders of the curve. Default: 0.01.")
    ] = None,
    opening: Annotated[
        str | None, typer.Option("--opening", metavar="CODE", help="First query of every strategy of the curve.")
    ] = None,
    adversary: Annotated[
        bool,
        typer.Option("--adversary", help="The game in which the codemaker chooses, too, instead of one strategy."),
    ] = False,
    bounds: Annotated[
        bool,
        typer.Option("--bounds", help="Proved lower bounds of the least total, by first query and answer."),
    ] = False,
    tries: Annotated[
        int | None,
        typer.Option("--tries", min=1, max=MOST_TRIES, metavar="N", help="Queries tried per bound. Default: 1000."),
    ] = None,
    *,
    chosen_set: ChosenSet,
    options: BuildOptions,
) -> None:
    """Build the family's standard set, or the tree of one strategy of one game.

    A game given by --name is already in the book, or is read from --codes FILE [--queries FILE] --score RULE or --matrix FILE.

    Example: tafelwerk build mastermind --dry-run

    Example: tafelwerk build mastermind --pegs 4 --colors 6 --strategy optimal

    Example: tafelwerk build mastermind --codes words.txt --score wordle --name words --strategy h1

    Example: tafelwerk build mastermind --name words --strategy h2

    Example: tafelwerk build mastermind --name words --strategy h1 --hard

    Example: tafelwerk build mastermind --pegs 3 --colors 5 --curve --tie mix --step 0.1

    Example: tafelwerk build mastermind --pegs 4 --colors 5 --adversary

    Example: tafelwerk build mastermind --pegs 4 --colors 4 --bounds --tries 100
    """
    exclusive(context, *ALTERNATIVES)
    needs(context, *OWNERS)
    from tafelwerk.build.mastermind import sets

    if played.pegs is None and played.name is None:
        run_builds(chosen_set.of(sets), options)
        return
    game = played.game
    if curve:
        assert isinstance(game, Pegs)
        first = None if opening is None else code(game, opening)
        orders = sets.curve_orders() if step is None else sets.curve_orders(read_step("--step", step))
        run_builds([sets.game_build(game), sets.curve_build(game, tie_rule(followed.tie), first, orders)], options)
        return
    if bounds:
        assert isinstance(game, Pegs)
        line = f"tafelwerk sql \"SELECT * FROM mastermind.intervals WHERE game = '{game.name}'\""
        run_builds([sets.bounds_build(game, sets.TRIES if tries is None else tries)], options, next_steps=[line])
        return
    wanted = followed.chosen
    if score in SCORES or matrix is not None:
        check_hard(wanted, score or "matrix")
    rules = _rules(game, codes, queries, score, matrix, options.book) if isinstance(game, Named) else game
    if adversary:
        line = f"tafelwerk mastermind adversary {game.options}"
        run_builds([sets.game_build(rules), sets.adversary_build(rules)], options, next_steps=[line])
        return
    asked = f"{game.options} {wanted.options}"
    lines = [f"tafelwerk mastermind summary {asked}", f"tafelwerk mastermind next {asked}"]
    run_builds([sets.game_build(rules), sets.strategy_build(rules, wanted)], options, next_steps=lines)


def _rules(
    played: Named, codes: Path | None, queries: Path | None, score: str | None, matrix: Path | None, book: Path
) -> "Rules":
    """The rules of a named game, from files or from the book.

    Raises:
        InputError: the files do not describe a game, or the name belongs to another game in the book.
    """
    from tafelwerk.build.mastermind.problems import problem_from, problem_of, stored_rules
    from tafelwerk.build.mastermind.sets import file_rules

    if codes is None and matrix is None:
        return stored_rules(played, book)
    if score == HANGMAN and queries is not None:
        raise InputError("--queries does not go with --score hangman, where letters are asked; leave it out")
    if score is not None and score not in SCORES:
        raise InputError(f"--score must be {', '.join(SCORES[:-1])} or {SCORES[-1]}, not {quoted(score)}")
    rules = file_rules(played, score or "matrix", codes, queries, matrix)
    wanted = problem_from(rules)
    try:
        stored = problem_of(played, book)
    except MissingTableError:
        return rules
    if any(getattr(wanted, part) != getattr(stored, part) for part in ("codes", "queries", "labels", "solved")) or bool(
        (wanted.answers != stored.answers).any()
    ):
        raise InputError(f"--name {played.name} is already used by a different game in the book; choose another name")
    return rules
