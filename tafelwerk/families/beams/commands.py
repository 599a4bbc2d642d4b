"""Commands that do more than ask a question: bitsets as files, batches of puzzles, games against the program, and the builds."""

import re
from collections.abc import Mapping
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.book import open_book
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
from tafelwerk.commands.output import note, with_heading
from tafelwerk.commands.puzzles import Batch, difficulty_text, scale_text
from tafelwerk.commands.terminal import RoleOption, SeedOption, seed_of_game
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.errors import BookError, InputError, in_quotes
from tafelwerk.families.beams import answers, estimates, look_ups, parameters, rules
from tafelwerk.families.beams.board import draw_text, picture
from tafelwerk.families.beams.questions import Attempts, Bitset, Number, Puzzle
from tafelwerk.files import refuse_book_file
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter
from tafelwerk.rules.deduction import read_step
from tafelwerk.rules.puzzles import BEAMS, Difficulty
from tafelwerk.wording import count_noun, seconds_text

if TYPE_CHECKING:
    from fractions import Fraction

    from tafelwerk.build.kind import Kind
    from tafelwerk.play.session import Session
    from tafelwerk.plots.sheets import Block


ALTERNATIVES = (
    ("--variant", "--quick", "--full"),
    ("--strategy", "--curve", "--bound", "--more-than", "--adversary"),
    ("--part", "--top"),
    ("--max-depth", "--least-depth", "--within", "--shallowest", "--curve", "--bound", "--more-than", "--adversary"),
)
"""Groups of options; at most one per group may be given."""

OWNERS = (
    (("--strategy", "--curve", "--bound", "--more-than", "--adversary"), ("--variant",)),
    (("--tie",), ("--strategy", "--curve")),
    (("--max-depth", "--least-depth", "--within", "--shallowest"), ("--variant",)),
    (("--part", "--top"), ("--strategy",)),
    (("--from", "--to", "--step"), ("--curve",)),
)
"""Options, and the options of which they need one."""

PLAYERS = range(2, 6)
"""Allowed numbers of players."""


@asks
def bitset(
    chosen: parameters.VariantOptions,
    ask: Computes,
    history: parameters.Beams = "",
    first: parameters.First = 10,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="File to write the bytes of the bitset to.")
    ] = None,
) -> Text:
    """Bitset of the codes that the beams leave: bit n is code n, and the lowest bit of the first byte is code 0.

    Codes are ordered by pattern (table beams.patterns), and within a pattern lexicographically by the places of colours 1, 2, ...
    in it. The bitset of 6c6p has 381 MB.

    Example: tafelwerk beams bitset --variant 3c6p --history "1@2 -; 2@4 1,2"

    Example: tafelwerk beams bitset --variant 6c6p --history "1@17 1,2; 2@3 1,2,3" -o codes.bin --json
    """
    question = Bitset(chosen.value, history, first)
    if output is not None:
        refuse_book_file(output)
    note_patterns(question.variant, ask.book)
    answer = ask(Bitset, question.variant, question.history, question.first)
    if output is not None:
        from tafelwerk.families.beams.hidden_codes import write_bits

        write_bits(
            question.variant,
            rules.read_history(question.history, rules.variant_of(question.variant)),
            output,
            ask.book.absolute(),
        )
        note(f"{output} written")
    return question.text(answer)


@asks
def puzzle(
    chosen: parameters.VariantOptions,
    ask: Computes,
    beams: Number | None = None,
    attempts: Attempts | None = None,
    difficulty: Difficulty | None = None,
    *,
    batch: Batch,
) -> Text:
    """A puzzle: beams and their answers that leave exactly one code, none of them redundant. Which code is it?

    All codes that the beams leave are counted. Difficulty: percentage of fields whose colour no beam shows; easy below 50, medium
    below 65.

    Example: tafelwerk beams puzzle --variant 6c6p --seed 1 -o puzzle.svg

    Example: tafelwerk beams puzzle --variant 3c6p --beams 3 --solution

    Example: tafelwerk beams puzzle --board 4x4 --colors 4 --seed 2

    Example: tafelwerk beams puzzle --variant 3c6p --seed 1 --count 4 --difficulty medium --solution -o puzzles.pdf
    """
    name = chosen.name_or(rules.LISTED[0])
    note_patterns(name, ask.book)
    puzzles: list[answers.Puzzle] = batch.ask_all(
        ask, Puzzle, name, beams=beams, attempts=attempts, difficulty=difficulty
    )
    definition = rules.variant_of(name)
    task = f"{definition.colours} colours, each on {definition.size} connected fields. Exactly one code fits."
    ask.look = batch.look(lambda: _blocks(definition, puzzles[0]))
    values = (("--beams", beams), ("--tries", attempts), ("--difficulty", difficulty))
    options = "".join(f" {option} {value}" for option, value in values if value)
    line = f"tafelwerk beams puzzle {rules.variant_options(name)}{options}"
    if batch.output is not None:
        blocks, solutions = zip(*(_blocks(definition, each) for each in puzzles), strict=True)
        from tafelwerk.families.beams.figures import reading

        below = (task, " ".join(reading(definition.board)), scale_text(BEAMS))
        batch.draw(f"Beams {name}", below, blocks, solutions, line, 2)

    def layout(puzzle: answers.Puzzle, number: str) -> Any:
        history = rules.read_history(puzzle.history, definition)
        filled = batch.solution and batch.count is None
        known = tuple(map(int, puzzle.solution)) if filled else rules.hit_fields(definition.board, history)
        board = draw_text(definition.board, known, colours_by_window={beam.diagonal: beam.colour for beam in history})
        beams = count_noun(puzzle.beams, "beam")
        title = f"{number}Beams {puzzle.variant}: a puzzle of {beams} (--seed {puzzle.seed}); "
        title += f"difficulty: {difficulty_text(puzzle)}"
        below = [puzzle.history, *([f"Solution: {puzzle.solution}"] if filled else [])]
        return with_heading(title, task, "", board, *below)

    # the board of a single puzzle shows its solution
    solved = None if batch.count is None else attrgetter("solution")
    return batch.layout(puzzles, layout, line, ask.book, solved)


def _blocks(definition: rules.Variant, puzzle: answers.Puzzle) -> "tuple[Block, Block]":
    """The puzzle and its solution."""
    from tafelwerk.plots.sheets import Block

    history = rules.read_history(puzzle.history, definition)
    title = f"a puzzle of {count_noun(puzzle.beams, 'beam')}, {difficulty_text(puzzle)}"

    def block(known: tuple[int, ...]) -> "Block":
        return Block(picture(puzzle.variant, known, history, ""), title, (f"seed {puzzle.seed}",))

    return block(rules.hit_fields(definition.board, history)), block(tuple(map(int, puzzle.solution)))


@bundle_options
def play(
    *,
    context: typer.Context,
    book: BookOption,
    chosen: parameters.VariantOptions,
    role: RoleOption = "breaker",
    history: parameters.Beams = "",
    planned: parameters.StrategyOptions,
    finish: parameters.Ending | None = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            min=PLAYERS.start,
            max=PLAYERS.stop - 1,
            metavar="N",
            help="Number of players. 2: each breaks the other's code. 3 to 5: one sets a code, the others ask in turn. "
            "Default: one breaker.",
        ),
    ] = None,
    answered: Annotated[
        str | None,
        typer.Option(
            "--answered",
            metavar='"1@17 2,4; ..."',
            help="The program's queries so far and your answers, with --players 2.",
        ),
    ] = None,
    seed: SeedOption = None,
    compute: ComputeOption = False,
) -> None:
    """Play Beams: break a hidden code, with your queries compared to a strategy's, or set a code for the program to break.

    Example: tafelwerk beams play

    Example: tafelwerk beams play --variant 6c6p --as maker --strategy h1

    Example: tafelwerk beams play --board 4x4 --colors 4 --finish early

    Example: tafelwerk beams play --players 2
    """
    exclusive(context, ("--players", "--as"))
    if answered is not None and players != 2:
        raise InputError("--answered needs --players 2: it lists the program's queries so far and your answers")
    name, wanted, ending = chosen.name_or(rules.LISTED[0]), planned.value, rules.finish_rule(finish)
    beams, theirs = (
        tuple(
            (rules.query_text(beam.colour, beam.diagonal), rules.answer_text(beam.hits))
            for beam in rules.read_history(parameters.read_beams(name, text), rules.variant_of(name))
        )
        for text in (history, answered or "")
    )
    from tafelwerk.families.beams.play import Beams as BeamsGame
    from tafelwerk.families.beams.several_players import Match, Round
    from tafelwerk.play.deduction import deducing

    estimates.check_played(name, wanted, ending)
    note_patterns(name, book)
    problem = BeamsGame(name, wanted, book, finish=ending, compute=compute, note=note)
    game: Session
    if players is None:
        game = deducing(role, problem, beams, seed_of_game(seed))
    elif players == 2:
        game = Match(problem, beams, theirs, seed_of_game(seed))
    else:
        game = Round(problem, players, beams, seed_of_game(seed))
    at_terminal(game, board_text, book)


def board_text(board: Any) -> Any:
    """The board without an empty line below it."""
    text = draw_text(board.board, board.known, board.next_query, board.colours_by_window, board.guessed)
    text.rstrip()
    return text


def note_patterns(name: str, book: Path) -> None:
    """Note on standard error that the patterns of a variant have to be computed first, if they do.

    Raises:
        InputError: the variant has too many patterns.
    """
    from tafelwerk.families.beams.estimates import count_operations, patterns_of
    from tafelwerk.tables.questions import BUDGET

    if name in rules.SAMPLED:
        return
    estimates.check_listable(name)
    if rules.is_listed(name) or name not in rules.STORED:
        return
    with open_book(book, pocket=False) as opened:
        stored = look_ups.get_counts(opened, name)
    if stored is None:
        line = f"tafelwerk build beams {rules.variant_options(name)}"
        duration = seconds_text(count_operations(name) / BUDGET)
        note(f"computing: about {duration} for the {patterns_of(name):,} patterns of {name}; to store them: {line}")


class BuiltStrategy(parameters.StrategyOptions):
    """The options that name a strategy to build, if any."""

    strategy: Annotated[
        str | None,
        Parameter("S", "Strategy: optimal, improved, h-prime, u or hA. Default: only pieces, patterns and answers."),
    ] = None

    @property
    def is_given(self) -> bool:
        """Whether a strategy is named, or an aim of one."""
        aims = (self.max_depth, self.least_depth, self.within, self.shallowest)
        return self.strategy is not None or any(aim not in (None, False) for aim in aims)


@frozen
class CurveOptions:
    """A curve, and its orders."""

    curve: Annotated[
        bool, typer.Option("--curve", help="Curve of the mean over the order of the entropy, instead of one strategy.")
    ] = False
    first: Annotated[str | None, typer.Option("--from", metavar="A", help="First order of the curve. Default: 0.")] = (
        None
    )
    last: Annotated[str | None, typer.Option("--to", metavar="B", help="Last order of the curve. Default: 4.")] = None
    step: Annotated[
        str | None,
        typer.Option("--step", metavar="S", help="Step between orders. Default: 0.1, and 0.02 near order 1."),
    ] = None

    @property
    def orders(self) -> "list[Fraction | None]":
        """First order, last order and step."""
        options = {"--from": self.first, "--to": self.last, "--step": self.step}
        return [None if text is None else read_step(name, text) for name, text in options.items()]


@bundle_options
def build(
    *,
    context: typer.Context,
    variant_name: Annotated[
        str | None,
        typer.Option("--variant", metavar="V", help=f"Variant: {', '.join(rules.STORED)}. Default: the standard set."),
    ] = None,
    strategy: BuiltStrategy,
    part: Annotated[
        str | None,
        typer.Option("--part", metavar="I/N", help="Part I of N of a strategy of 6c6p. Default: all 32 parts."),
    ] = None,
    top: Annotated[
        bool, typer.Option("--top", help="Only the first three levels of the 6c6p tree (takes seconds).")
    ] = False,
    curve: CurveOptions,
    bound: parameters.Above | None = None,
    more_than: parameters.Queries | None = None,
    adversary: Annotated[
        bool,
        typer.Option("--adversary", help="The game in which the codemaker chooses, too, instead of one strategy."),
    ] = False,
    chosen_set: ChosenSet,
    options: BuildOptions,
) -> None:
    """Build the family's standard set, a variant, or a strategy of a variant: cost and tree, for 6c6p the top of the tree.

    A curve of 6c6p takes a quarter of an hour of one core per order; if it is interrupted, the same command resumes it.

    A strategy of 6c6p is built in parts, each committed separately. Parts of the same N built on different machines complete
    each other. A strategy that is on a curve in the book is not built again. A lower bound searches sets of more than N codes
    with every query; for 6c3p, N = 450 takes about ten seconds, 300 forty. The proof that some queries are not enough comes with
    a coarse lower bound.

    Example: tafelwerk build beams --dry-run

    Example: tafelwerk build beams --variant 3c6p --strategy optimal

    Example: tafelwerk build beams --variant 3c6p --strategy optimal --max-depth 5

    Example: tafelwerk build beams --variant 3c6p --strategy optimal --within 4

    Example: tafelwerk build beams --variant 3c6p --strategy optimal --shallowest

    Example: tafelwerk build beams --variant 6c3p --strategy h1 --tie lex-d

    Example: tafelwerk build beams --variant 6c3p --strategy improved

    Example: tafelwerk build beams --variant 6c3p --bound 300

    Example: tafelwerk build beams --variant 6c3p --strategy improved --shallowest

    Example: tafelwerk build beams --variant 3c6p --more-than 4

    Example: tafelwerk build beams --variant 3c6p --adversary

    Example: tafelwerk build beams --variant 6c6p --strategy h1 --part 1/32

    Example: tafelwerk build beams --variant hex30 --strategy h1

    Example: tafelwerk build beams --variant 3c6p --curve --tie mix

    Example: tafelwerk build beams --variant 6c3p --curve --from 0.7 --to 1 --step 0.01
    """
    exclusive(context, *ALTERNATIVES)
    needs(context, *OWNERS)
    variant = None if variant_name is None else rules.variant(variant_name)
    if variant is not None and variant not in rules.STORED:
        raise InputError(
            f"--variant {variant} is computed on demand and not stored; books hold {', '.join(rules.STORED)}. Ask directly: "
            f"tafelwerk beams counts {rules.variant_options(variant)}"
        )
    chosen = strategy.value if strategy.is_given else None
    share = None if part is None else read_part(part)
    from tafelwerk.families.beams import builds as kinds

    if variant is None:
        run_builds(chosen_set.of(kinds), options)
        return
    builds: list[Kind] = []
    if chosen is not None and share is not None:
        builds.append(kinds.PartBuild(variant, chosen, *share))
    elif chosen is not None and top:
        builds.append(kinds.TopBuild(variant, chosen))
    elif chosen is not None:
        builds += kinds.strategy_builds(variant, chosen, held=_builds_in_book(options))
    elif curve.curve:
        tie = rules.tie_rule(strategy.tie)
        builds += kinds.curve_builds(variant, tie, *curve.orders, held=_builds_in_book(options))
    elif bound is not None:
        builds.append(kinds.BoundBuild(variant, bound))
    elif more_than is not None:
        proof = kinds.QueryBoundBuild(variant, more_than)  # first, whose refusals name the option that was given
        # a look-up gives both bounds
        builds += [kinds.BoundBuild(variant, kinds.COARSE_BOUND), proof]
    elif adversary:
        builds.append(kinds.AdversaryBuild(variant))
    if rules.is_listed(variant) or not builds:
        builds.insert(0, kinds.VariantBuild(variant))
    run_builds(builds, options, next_steps=builds[-1].try_next())


def read_part(text: str) -> tuple[int, int]:
    """A part's number and the number of parts, from "3/32".

    Raises:
        InputError: the text has another form.
    """
    match = re.fullmatch(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*", text, re.ASCII)
    if match is None:
        raise InputError(f"--part must be I/N, part I of N, such as 1/32, not {in_quotes(text)}")
    return int(match[1]), int(match[2])


def _builds_in_book(options: BuildOptions) -> dict[str, Mapping[str, Any]]:
    """Parameters of the family's builds in the book, by digest; none if everything is to be built again."""
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.metadata import build_digest
    from tafelwerk.tables.provenance import builds

    if options.force:
        return {}
    with Book(options.book) as opened, suppress(BookError):
        return {
            build_digest(rules.FAMILY, build.parameters): build.parameters for build in builds(opened, rules.FAMILY)
        }
    return {}
