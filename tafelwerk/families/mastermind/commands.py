"""Commands that do more than answer a question: builds, games against the program, and puzzles, one or a batch."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import Computes, Text, asks
from tafelwerk.commands.common import (
    BookOption,
    BuildOptions,
    ChosenSet,
    ComputeOption,
    bundle_options,
    exclusive,
    needs,
    run_builds,
)
from tafelwerk.commands.output import note
from tafelwerk.commands.puzzles import Batch, difficulty_text, scale_text
from tafelwerk.commands.terminal import RoleOption, SeedOption, seed_of_game
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.families.mastermind.answers import Puzzle
from tafelwerk.families.mastermind.parameters import (
    HELP,
    BuiltGameOptions,
    StrategyOptions,
    WrittenGameOptions,
    read_history,
    written_game,
)
from tafelwerk.families.mastermind.questions import Clues, clues_of
from tafelwerk.families.mastermind.questions import Puzzle as PuzzleQuestion
from tafelwerk.families.mastermind.rules import (
    SCORES,
    Game,
    Named,
    Pegs,
    Rules,
    check_hard,
    code,
    read_guess,
    tie_rule,
    write_palette,
)
from tafelwerk.files import STANDARD_INPUT
from tafelwerk.rules.deduction import read_step
from tafelwerk.rules.puzzles import MASTERMIND, Difficulty
from tafelwerk.texts import Group, StyledText
from tafelwerk.wording import count_noun

if TYPE_CHECKING:
    from tafelwerk.build.kind import Kind
    from tafelwerk.plots.sheets import Block

PEGS, COLORS = 4, 6
"""The default game in play."""

TASK = "Exactly one code gives all these answers. Which?"

READING = "Black: right colour in the right place. White: right colour elsewhere."

ALTERNATIVES = (
    ("--quick", "--full", "--pegs", "--name", "GAME"),
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
"""Groups of options of `build` of which at most one may be given."""

OWNERS = (
    (("--colors",), ("--pegs",)),
    (("--distinct",), ("--pegs", "GAME")),
    (("--pegs",), ("--colors",)),
    (("--codes", "--matrix"), ("--name", "GAME")),
    (("--queries", "--score"), ("--codes",)),
    (("--codes",), ("--score",)),
    (
        ("--strategy", "--tie", "--max-depth", "--least-depth", "--within", "--shallowest", "--hard"),
        ("--pegs", "--name", "GAME"),
    ),
    (("--opening", "--step"), ("--curve",)),
    (("--curve",), ("--pegs", "GAME")),
    (("--adversary",), ("--pegs", "--name", "GAME")),
    (("--bounds",), ("--pegs", "GAME")),
    (("--tries",), ("--bounds",)),
)
"""Options of `build`, and the options of which each needs one."""

MOST_TRIES = 10**12
"""Greatest number of queries tried per bound."""


@bundle_options
def play(
    played: WrittenGameOptions,
    history: Annotated[str, typer.Option("--history", metavar='"AABC 1,2; ..."', help=HELP)] = "",
    *,
    followed: StrategyOptions,
    book: BookOption,
    role: RoleOption = "breaker",
    secret: Annotated[
        str,
        typer.Option(
            "--secret",
            metavar="uniform|optimal",
            help="Hidden code: any with equal chances, or drawn from the codemaker's optimal mixture.",
        ),
    ] = "uniform",
    seed: SeedOption = None,
    compute: ComputeOption = False,
) -> None:
    """Play Mastermind: break a hidden code, told how good each guess was and its luck, or set one for the program to break.
    Default: 4 pegs, 6 colours.

    Example: tafelwerk mastermind play

    Example: tafelwerk mastermind play 4x10-distinct --as maker --strategy h1

    Example: tafelwerk mastermind play --words words.txt --strategy h1 --hard

    Example: tafelwerk mastermind play --secret optimal
    """
    if played.name is None and played.game is None and played.words is None:
        played = replace(played, pegs=played.pegs or PEGS, colors=played.colors or COLORS)
    from tafelwerk.families.mastermind.pegs import draw_row
    from tafelwerk.families.mastermind.play import Mastermind
    from tafelwerk.play.deduction import deducing

    if role == "maker" and secret != "uniform":
        raise InputError("--secret does not go with --as maker: then the code is yours")
    if STANDARD_INPUT in map(str, (played.words, played.queries)):
        raise InputError("standard input is for your guesses; give the list of words as a file: --words FILE")
    game = played.value
    begun = read_history(game, history)
    game = written_game(begun, game)
    problem = Mastermind(game, followed.value, book, compute=compute, note=note, secret=secret)
    at_terminal(deducing(role, problem, problem.normal(begun), seed_of_game(seed)), draw_row, book)


@asks
def puzzle(
    played: WrittenGameOptions,
    ask: Computes,
    clues: Clues | None = None,
    difficulty: Difficulty | None = None,
    *,
    batch: Batch,
) -> Text:
    game = played.value
    puzzles: list[Puzzle] = batch.ask_all(ask, PuzzleQuestion, game, clues=clues, difficulty=difficulty)
    ask.look = batch.look(lambda: _blocks(game, puzzles[0]))
    options = "".join(f" {name} {value}" for name, value in (("--clues", clues), ("--difficulty", difficulty)) if value)
    palette = f" --palette {write_palette(game)}" if isinstance(game, Pegs) and game.palette else ""
    words = game.name.replace(" ", "-") if isinstance(game, Pegs) else game.options
    line = f"tafelwerk mastermind puzzle {words}{palette}{options}"
    if batch.output is not None:
        blocks, solutions = zip(*(_blocks(game, each) for each in puzzles), strict=True)
        below = (TASK, READING, scale_text(MASTERMIND))
        batch.draw(game.title, below, blocks, solutions, line, 3)

    def layout(puzzle: Puzzle, number: str) -> Any:
        from tafelwerk.families.mastermind.pegs import draw_row
        from tafelwerk.families.mastermind.play import Row

        heading = f"{number}{game.title}: {count_noun(puzzle.clues, 'clue')} (--seed {puzzle.seed}); "
        heading += f"difficulty: {difficulty_text(puzzle)}"
        rows = (draw_row(Row(game, turn, *clue)) for turn, clue in enumerate(_clues(game, puzzle), 1))
        return Group(StyledText(heading, "bold"), TASK, *rows)

    return batch.layout(puzzles, layout, line, ask.book)


puzzle.__doc__ = PuzzleQuestion.__doc__


def _clues(game: Game, puzzle: Puzzle) -> list[tuple[str, str]]:
    """The clues with guesses in letters, as boards draw them."""
    return [(read_guess(game, query), answer) for query, answer in clues_of(puzzle)]


def _blocks(game: Game, puzzle: Puzzle) -> "tuple[Block, Block]":
    """The puzzle and its solution."""
    from tafelwerk.families.mastermind.pegs import draw_guesses
    from tafelwerk.plots.sheets import Block

    title = f"{count_noun(puzzle.clues, 'clue')}, {difficulty_text(puzzle)}"
    return (
        Block(draw_guesses(game, _clues(game, puzzle)), title, (f"seed {puzzle.seed}",)),
        Block(draw_guesses(game, _clues(game, puzzle), read_guess(game, puzzle.solution), known=True), puzzle.solution),
    )


@bundle_options
def build(
    context: typer.Context,
    played: BuiltGameOptions,
    followed: StrategyOptions,
    codes: Annotated[
        Path | None, typer.Option("--codes", metavar="FILE", help="Words that may be the solution, one per line.")
    ] = None,
    queries: Annotated[
        Path | None, typer.Option("--queries", metavar="FILE", help="Other words that may be asked, one per line.")
    ] = None,
    score: Annotated[
        str | None, typer.Option("--score", metavar="|".join(SCORES), help="How words are compared.")
    ] = None,
    matrix: Annotated[
        Path | None,
        typer.Option(
            "--matrix",
            metavar="FILE.csv",
            help="CSV table of answers: codes in the header, queries in the first column.",
        ),
    ] = None,
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

    Example: tafelwerk build mastermind 4x6 --strategy optimal

    Example: tafelwerk build mastermind --codes words.txt --score wordle --name words --strategy h1

    Example: tafelwerk build mastermind --name words --strategy h2

    Example: tafelwerk build mastermind --name words --strategy h1 --hard

    Example: tafelwerk build mastermind 3x5 --curve --tie mix --step 0.1

    Example: tafelwerk build mastermind 4x5 --adversary

    Example: tafelwerk build mastermind 4x4 --bounds --tries 100
    """
    exclusive(context, *ALTERNATIVES)
    needs(context, *OWNERS)
    from tafelwerk.families.mastermind import builds

    if not played.is_given:
        run_builds(chosen_set.of(builds), options)
        return
    game = played.value
    of_pegs = {"--curve": curve, "--bounds": bounds}
    of_names = {"--codes": codes is not None, "--matrix": matrix is not None, "--hard": followed.hard}
    for option, is_given in (of_pegs if isinstance(game, Named) else of_names).items():
        if is_given:
            raise InputError(f"{option} does not go with the game {game}; leave it out, or name another game")
    if isinstance(game, Pegs) and curve:
        first = None if opening is None else code(game, opening)
        orders = builds.FINE_ORDERS if step is None else builds.curve_orders(read_step("--step", step))
        own: Kind = builds.CurveBuild(game, tie_rule(followed.tie), first, orders)
        run_builds([builds.GameBuild(game), own], options)
        return
    if isinstance(game, Pegs) and bounds:
        own = builds.BoundsBuild(game, builds.TRIES if tries is None else tries)
        run_builds([own], options, next_steps=own.try_next())
        return
    strategy = followed.value
    if score in SCORES or matrix is not None:
        check_hard(strategy, score or "matrix")
    rules = _read_rules(game, codes, queries, score, matrix, options.book) if isinstance(game, Named) else game
    game_build = builds.GameBuild(rules)
    own = builds.AdversaryBuild(rules) if adversary else builds.StrategyBuild(rules, strategy)
    run_builds([game_build, own], options, next_steps=own.try_next())


def _read_rules(
    game: Named, codes: Path | None, queries: Path | None, score: str | None, matrix: Path | None, book: Path
) -> Rules:
    """The rules of a named game, from files or from the book.

    Raises:
        InputError: the files do not describe a game, or the name belongs to another game in the book.
    """
    from tafelwerk.families.mastermind.game_files import read_table, read_word_list
    from tafelwerk.families.mastermind.problems import problem_from, problem_of, stored_rules

    rules: Rules
    if matrix is not None:
        rules = read_table(game, matrix)
    elif codes is None or score is None:
        return stored_rules(game, book)
    else:
        rules = read_word_list(game, score, codes, queries)
    wanted = problem_from(rules)
    try:
        stored = problem_of(game, book)
    except MissingTableError:
        return rules
    if any(getattr(wanted, part) != getattr(stored, part) for part in ("codes", "queries", "labels", "solved")) or bool(
        (wanted.answers != stored.answers).any()
    ):
        raise InputError(f"--name {game.name} is already used by a different game in the book; choose another name")
    return rules
