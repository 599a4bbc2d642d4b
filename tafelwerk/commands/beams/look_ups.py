"""`tafelwerk beams counts, summary, curve, next, puzzle`: what variants have, what strategies cost, what they ask."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from tafelwerk.commands.asking import Ask, Computes, Text, asks
from tafelwerk.commands.beams.board import drawn, hit_fields
from tafelwerk.commands.beams.words import HistoryOption, Planned, TieOption, VariantOption, app, note_patterns
from tafelwerk.commands.beams.words import history as history_of
from tafelwerk.commands.common import note, open_book, rational, table
from tafelwerk.commands.output import headed
from tafelwerk.commands.picture import OutputOption, check
from tafelwerk.rules.beams.board import ATTEMPTS, LISTED, VARIANTS, fields_of, make_board
from tafelwerk.rules.beams.board import variant as known_variant
from tafelwerk.rules.beams.history import Beam, answer_text, read_history, read_query, write_history
from tafelwerk.rules.beams.strategies import tie_rule
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.tables.beams import questions
from tafelwerk.tables.beams.answers import (
    Guess,
    MixedQuery,
    Next,
    Query,
    SampledCounts,
    SampledQuery,
    Solved,
    UnprovedQuery,
)
from tafelwerk.tables.beams.look_ups import bitset_of, get_bitsets
from tafelwerk.tables.question import Source
from tafelwerk.wording import counted, rounded

LONGEST_TOTAL = 40
"""Characters of a total that is shown as it is; a longer one as a decimal."""

MOST_BEAMS = max(len(make_board(variant.side).diagonals) for variant in VARIANTS.values())
"""Beams of a puzzle: each takes a diagonal of its own."""

MOST_ATTEMPTS = 1000
"""Hidden codes that may be tried."""


@app.command()
@asks
def counts(variant: VariantOption, ask: Ask) -> Text:
    """What a variant has: pieces up to translation, patterns, codes, diagonals.

    Example: tafelwerk beams counts --variant 6c6p

    Example: tafelwerk beams counts --variant 6c10p --json
    """
    found = ask(questions.counts, variant)
    if isinstance(found, SampledCounts):
        assert found.codes is not None
        numbers = f"about {rounded(found.patterns or 0)} patterns, {rounded(found.codes)} codes"
        numbers += f" ({_relative(found.standard_error, found.codes)} standard error)"
    else:
        numbers = f"{found.patterns:,} patterns, {found.codes:,} codes"
    return f"Beams {variant}: {found.pieces:,} pieces, {numbers}, {found.diagonals} diagonals ({found.source})"


@app.command()
@asks
def summary(planned: Planned, ask: Ask) -> Text:
    """What a strategy costs: queries and wrong fields summed over all codes, the mean, the most, and how often each cost.

    Example: tafelwerk beams summary --variant 3c6p --strategy optimal

    Example: tafelwerk beams summary --variant 6c3p --strategy h1 --tie lex-d --json
    """
    found = ask(questions.summary, planned.name, planned.plan)

    def layout() -> Any:
        numbers = [*found.histogram.values(), *found.query_histogram.values()]
        whole = all(codes.denominator == 1 for codes in numbers)
        penalty = rational(found.penalty) if whole or not found.penalty else f"{float(found.penalty):.4f}"
        heading = (
            f"Beams {planned.name}, {planned.plan.title}: {_total(found.total)} for {found.codes:,} codes, "
            f"{found.mean:.6f} on average, {found.max} at most; {penalty} of it for wrong fields ({found.source})"
        )
        if found.bound is not None and found.bound < found.total:
            # rounded down: what is said of the least mean is true
            heading += f"; at least {10**4 * found.bound // found.codes / 10**4:.4f} on average for any strategy"
        if found.build is not None:
            heading += f"; repeat the run with: {found.build}"
        rows = []
        for cost in range(min(map(int, found.query_histogram)), found.max + 1):
            pair = (histogram.get(str(cost)) for histogram in (found.histogram, found.query_histogram))
            rows.append((cost, *(None if n is None else int(n) if whole else Decimal(f"{float(n):.4f}") for n in pair)))
        return headed(heading, table(("cost", "codes of this cost", "codes of this many queries"), rows))

    return layout


def _total(total: Any) -> str:
    exact = rational(total)
    return exact if len(exact) <= LONGEST_TOTAL else f"{float(total):.6f}"


@app.command()
@asks
def curve(variant: VariantOption, ask: Ask, tie: TieOption = None) -> Text:
    """What entropy strategies cost over the order alpha of the entropy: every order that the book holds, infinity last.

    Example: tafelwerk beams curve --variant 3c6p

    Example: tafelwerk beams curve --variant 6c3p --tie lex-d --json
    """
    rule = tie_rule(tie)
    found = ask(questions.curve, variant, rule)

    def layout() -> Any:
        least = min(found, key=lambda point: point.total)
        heading = (
            f"Beams {variant}, ties {rule}: {len(found):,} orders, {least.mean:.6f} on average at best, by "
            f"{least.strategy} ({least.source})"
        )
        rows = [(point.strategy[1:], f"{point.mean:.6f}", _total(point.total)) for point in found]
        return headed(heading, table(("alpha", "mean", "total"), rows))

    return layout


@dataclass
class Position(Planned):
    """A variant, a strategy, and the beams so far."""

    history: HistoryOption = None

    @property
    def beams(self) -> tuple[Beam, ...]:
        """The beams."""
        return history_of(self.name, self.history)


@app.command("next")
@asks
def next_query(position: Position, ask: Ask, output: OutputOption = None) -> Text:
    """What a strategy asks after the beams so far, whoever chose them, and how many codes each answer would leave.

    Example: tafelwerk beams next --variant 3c6p --strategy optimal

    Example: tafelwerk beams next --variant 6c3p --strategy h1 --history "1@2 -; 1@4 2,3" --json

    Example: tafelwerk beams next --variant 3c6p --strategy h1 --history "1@2 1,2" -o board.svg
    """
    check(output)
    name, beams = position.name, position.beams
    found = cast(Next, ask(questions.next, name, position.plan, write_history(beams)))
    asked = read_query(found.query, VARIANTS[name]) if isinstance(found, Query) else None
    heading, title, *below = _told(found)
    if output is not None:
        known, guessed = _colours(ask.book, name, beams, found)
        _write(output, name, known, beams, f"Beams {name}: {title}", *below, asked=asked, guessed=guessed)

    def layout() -> Any:
        known, guessed = _colours(ask.book, name, beams, found)
        board = drawn(VARIANTS[name].side, known, asked, {beam.diagonal: beam.colour for beam in beams}, guessed)
        parts = [table(("answer", "codes left"), found.answers.items())] if isinstance(found, Query) else []
        return headed(heading, "", board, *parts)

    return layout


def _told(found: Next) -> tuple[str, ...]:
    """What is known and done next: the heading above the board; the title of its picture, and lines below that."""
    match found:
        case Solved(code):
            return f"One code is left: {code} ({found.source})", "one code is left"
        case Guess(code, remaining, wrong):
            heading = (
                f"{remaining:,} codes left, and no diagonal tells them apart: guess {code}, "
                f"{counted(int(wrong), 'wrong field')} in all, {found.expected:.6f} expected from here ({found.source})"
            )
            below = "No diagonal that is not used tells them apart.", "Pale, with a question mark: what is guessed."
            return heading, f"{remaining:,} codes are left, and one is guessed", *below
        case SampledQuery(query, remaining):
            return _told_of_sample(found)
        case Query(query, remaining):
            expected = "" if found.expected is None else f", {found.expected:.6f} expected from here"
            colour, _, diagonal = query.partition("@")
            heading = (
                f"{query}: colour {colour} on diagonal {diagonal}, {remaining:,} codes left{expected} ({found.source})"
            )
            if isinstance(found, UnprovedQuery):
                heading += f"; asked by {found.asked_by}, not proved to be the best"
            if isinstance(found, MixedQuery):
                heading += f"; {len(found.tied) - 1:,} more are as good"
            return heading, f"{remaining:,} codes are left", f"{query} is asked next: its fields are framed."


def _told_of_sample(found: SampledQuery) -> tuple[str, ...]:
    """The same where codes are sampled."""
    query, left = found.query, f"{found.remaining:,}"
    if found.remaining_interval is not None:
        left = f"about {rounded(found.remaining)}"
    colour, _, diagonal = query.partition("@")
    unit = " fields" if found.asked_by == "u" else " bits"
    heading = (
        f"{query}: colour {colour} on diagonal {diagonal}, {left} codes left; {found.asked_by} of the answer "
        f"{found.value:.3f} ± {found.standard_error:.3f}{unit}, from {found.samples:,} sampled codes that tell as much as "
        f"{found.effective:,.0f} independent ones ({found.source})"
    )
    return heading, f"{left} codes are left", f"{query} is asked next: its fields are framed."


def _relative(error: float | None, number: int) -> str:
    return f"{100 * (error or 0.0) / number:.1f} %"


def _colours(
    book: Path, variant: str, history: tuple[Beam, ...], found: Next
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The colours of the fields, from 1, as far as they are known, 0 for the others; and those of a guess, if there is one."""
    if isinstance(found, Solved):
        return tuple(map(int, found.solved)), ()
    guessed = tuple(map(int, found.guess)) if isinstance(found, Guess) else ()
    if found.source is Source.COMPUTED:
        from tafelwerk.build.beams.problems import knowledge_of

        return knowledge_of(variant, history, book.absolute()).known(), guessed
    return known_fields(book, variant, history), guessed


def known_fields(book: Path, variant: str, history: tuple[Beam, ...]) -> tuple[int, ...]:
    """The colours, from 1, that all codes left agree in, 0 for the other fields; in large variants those that were hit.

    In small ones a field has a colour for certain if no code left gives an answer without it on a diagonal of the field's row.
    """
    rules = VARIANTS[variant]
    board = make_board(rules.side)
    known = hit_fields(rules.side, history)
    if variant not in LISTED:
        return known
    queries = [(colour, row) for colour in range(rules.colours) for row in range(2 * board.radius + 1)]
    with open_book(book) as opened:
        found = get_bitsets(opened, variant, [*queries, *(beam[:2] for beam in history)])
        codes = questions.counts(opened, variant)
    if not found or codes is None or codes.codes is None:
        return known
    left, certain = bitset_of(found, history, codes.codes), list(known)
    for colour, diagonal in queries:
        always = -1
        for hits, some in found[colour, diagonal].items():
            if left & some:
                always &= hits
        for place, field in enumerate(fields_of(board.diagonals[diagonal])):
            if always >> place & 1:
                certain[field] = colour + 1
    return tuple(certain)


def _write(
    path: Path,
    variant: str,
    known: tuple[int, ...],
    history: tuple[Beam, ...],
    title: str,
    *below: str,
    asked: tuple[int, int] | None = None,
    guessed: tuple[int, ...] = (),
) -> None:
    """Draw a position as figures are.

    Args:
        path: FILE.svg, FILE.png or FILE.html.
        variant: its name.
        known: by field, its colour from 1, or 0.
        history: the beams.
        title: what is seen.
        below: lines below it.
        asked: colour and diagonal asked next, from 0; None: none.
        guessed: by field, the colour from 1 that a guess gives it, or empty.

    Raises:
        InputError: the path's folder does not exist.
        StorageError: the file cannot be written.
    """
    from tafelwerk.plots.beams.board import Position, drawn
    from tafelwerk.plots.figure import save

    beams = tuple((beam.colour + 1, beam.diagonal + 1, answer_text(beam.hits)) for beam in history)
    marked = None if asked is None else (asked[0] + 1, asked[1] + 1)
    save(drawn(Position(VARIANTS[variant].side, known, beams, marked, guessed), title, *below), path)
    note(f"{path} written")


@app.command()
@asks
def puzzle(
    variant: VariantOption,
    ask: Computes,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=LARGEST_SEED, metavar="N", help="Random seed, for the same puzzle. Default: random."
        ),
    ] = None,
    beams: Annotated[
        int | None,
        typer.Option("--beams", min=1, max=MOST_BEAMS, metavar="K", help="Number of beams. Default: as drawn."),
    ] = None,
    attempts: Annotated[
        int | None,
        typer.Option(
            "--attempts",
            min=1,
            max=MOST_ATTEMPTS,
            metavar="N",
            help=f"Hidden codes to try. Default: {ATTEMPTS}, fewer where each takes long.",
        ),
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Show the code, too.")] = False,
    output: OutputOption = None,
) -> Text:
    """A puzzle: beams and their answers that leave exactly one code, none of them superfluous. Which code is it?

    Example: tafelwerk beams puzzle --variant 6c6p --seed 1 -o puzzle.svg

    Example: tafelwerk beams puzzle --variant 3c6p --beams 3 --solution
    """
    name = known_variant(variant)
    check(output)
    note_patterns(name, ask.book)
    found = ask(questions.puzzle, name, seed, beams, attempts)
    rules = VARIANTS[name]
    history = read_history(found.history, rules)
    known = tuple(map(int, found.solution)) if solution else hit_fields(rules.side, history)
    title = f"Beams {name}: a puzzle of {found.beams} beams (--seed {found.seed})"
    task = f"{rules.colours} colours, each on {rules.size} fields that hang together. One code answers so."
    if output is not None:
        _write(output, name, known, history, title, task)

    def layout() -> Any:
        board = drawn(rules.side, known, used={beam.diagonal: beam.colour for beam in history})
        below = [found.history, *([f"Solution: {found.solution}"] if solution else [])]
        return headed(title, task, "", board, *below)

    return layout
