"""`tafelwerk beams counts, summary, curve, next`: counts of variants, costs of strategies, their next queries."""

from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from tafelwerk.book import open_book
from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.beams.board import drawn, hit_fields
from tafelwerk.commands.beams.pictures import picture
from tafelwerk.commands.beams.words import Chosen, Finished, HistoryOption, TieOption, app
from tafelwerk.commands.beams.words import history as history_of
from tafelwerk.commands.common import rational, table
from tafelwerk.commands.output import headed
from tafelwerk.commands.picture import OutputOption, save
from tafelwerk.frozen import frozen
from tafelwerk.rules.beams.board import is_listed, variant_of
from tafelwerk.rules.beams.history import Beam, read_query, write_history
from tafelwerk.rules.beams.strategies import tie_rule
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
"""Largest number of characters of a total shown exactly; longer ones are shown as decimals."""


@app.command()
@asks
def counts(chosen: Chosen, ask: Ask) -> Text:
    """Counts of a variant: pieces up to translation, patterns, codes, diagonals or windows.

    Example: tafelwerk beams counts --variant 6c6p

    Example: tafelwerk beams counts --variant hex30

    Example: tafelwerk beams counts --board 4x4 --colors 4 --windows directions

    Example: tafelwerk beams counts --variant 6c10p --json
    """
    variant = chosen.name
    found = ask(questions.counts, variant)
    if isinstance(found, SampledCounts):
        assert found.codes is not None
        numbers = f"about {rounded(found.patterns or 0)} patterns, {rounded(found.codes)} codes"
        numbers += f" ({_relative(found.standard_error, found.codes)} standard error)"
    else:
        numbers = "patterns are not known" if found.patterns is None else f"{found.patterns:,} patterns"
        numbers += "" if found.codes is None else f", {found.codes:,} codes"
    lines = f"{found.diagonals} {variant_of(variant).board.noun}s"
    reading = "" if found.reading is None else f"\nThe reading chosen: {found.reading}."
    return f"Beams {variant}: {found.pieces:,} pieces, {numbers}, {lines} ({found.source}){reading}"


@app.command()
@asks
def summary(planned: Finished, ask: Ask) -> Text:
    """Cost of a strategy, in queries and wrong fields: total over all codes, mean, maximum and histogram.

    Example: tafelwerk beams summary --variant 3c6p --strategy optimal

    Example: tafelwerk beams summary --variant 6c3p --strategy h1 --tie lex-d --json

    Example: tafelwerk beams summary --board 3x4 --colors 3 --strategy optimal --finish early
    """
    found = ask(questions.summary, planned.name, planned.plan, planned.ending)

    def layout() -> Any:
        numbers = [*found.histogram.values(), *found.query_histogram.values()]
        whole = all(codes.denominator == 1 for codes in numbers)
        penalty = rational(found.penalty) if whole or not found.penalty else f"{float(found.penalty):.4f}"
        heading = (
            f"Beams {planned.name}, {planned.plan.title}{_early(planned)}: cost {_total(found.total)} for {found.codes:,} codes, "
            f"{found.mean:.6f} on average, at most {found.max}; {penalty} of the total for wrong fields ({found.source})"
        )
        if found.bound is not None and found.bound < found.total:
            # rounded down, so that the statement stays true
            heading += f"; any strategy costs at least {10**4 * found.bound // found.codes / 10**4:.4f} on average"
        if found.build is not None:
            heading += f"; repeat the run with: {found.build}"
        rows = []
        for cost in range(min(map(int, found.query_histogram)), found.max + 1):
            pair = (histogram.get(str(cost)) for histogram in (found.histogram, found.query_histogram))
            rows.append((cost, *(None if n is None else int(n) if whole else Decimal(f"{float(n):.4f}") for n in pair)))
        return headed(heading, table(("cost", "codes of this cost", "codes of this many queries"), rows))

    return layout


def _early(planned: Finished) -> str:
    return ", finishing early" if planned.ending == "early" else ""


def _total(total: Any) -> str:
    exact = rational(total)
    return exact if len(exact) <= LONGEST_TOTAL else f"{float(total):.6f}"


@app.command()
@asks
def curve(chosen: Chosen, ask: Ask, tie: TieOption = None) -> Text:
    """Cost of the entropy strategies by order of the entropy: every stored order, infinity last.

    Example: tafelwerk beams curve --variant 3c6p

    Example: tafelwerk beams curve --variant 6c3p --tie lex-d --json
    """
    variant, rule = chosen.name, tie_rule(tie)
    found = ask(questions.curve, variant, rule)

    def layout() -> Any:
        least = min(found, key=lambda point: point.total)
        heading = (
            f"Beams {variant}, ties {rule}: {counted(len(found), 'order')}, lowest mean {least.mean:.6f}, by "
            f"{least.strategy} ({least.source})"
        )
        rows = [(point.strategy[1:], f"{point.mean:.6f}", _total(point.total)) for point in found]
        return headed(heading, table(("alpha", "mean", "total"), rows))

    return layout


@frozen
class Position(Finished):
    """A variant, a strategy, and the beams so far."""

    history: HistoryOption = None

    @property
    def beams(self) -> tuple[Beam, ...]:
        """The beams."""
        return history_of(self.name, self.history)


@app.command("next")
@asks
def next_query(position: Position, ask: Ask, output: OutputOption = None) -> Text:
    """Next query of a strategy after any beams, and the number of codes that each answer would leave.

    Example: tafelwerk beams next --variant 3c6p --strategy optimal

    Example: tafelwerk beams next --variant 6c3p --strategy h1 --history "1@2 -; 1@4 2,3" --json

    Example: tafelwerk beams next --variant 3c6p --strategy h1 --history "1@2 1,2" -o board.svg

    Example: tafelwerk beams next --board 4x4 --colors 4 --history "1@2 2,3" --finish early
    """
    name, beams = position.name, position.beams
    found = cast(Next, ask(questions.next, name, position.plan, write_history(beams), position.ending))
    asked = read_query(found.query, variant_of(name)) if isinstance(found, Query) else None
    heading, title, *below = _told(found, variant_of(name).board.noun)
    if output is not None:
        known, guessed = _colours(ask.book, name, beams, found)
        save(picture(name, known, beams, f"Beams {name}: {title}", *below, asked=asked, guessed=guessed), output)

    def layout() -> Any:
        known, guessed = _colours(ask.book, name, beams, found)
        board = drawn(variant_of(name).board, known, asked, {beam.diagonal: beam.colour for beam in beams}, guessed)
        parts = [table(("answer", "codes left"), found.answers.items())] if isinstance(found, Query) else []
        return headed(heading, "", board, *parts)

    return layout


def _told(found: Next, noun: str) -> tuple[str, ...]:
    """Heading above the board, title of its picture, and lines below the picture.

    Args:
        found: the next step.
        noun: word for a window.
    """
    match found:
        case Solved(code):
            return f"One code is left: {code} ({found.source})", "one code is left"
        case Guess(code, remaining, wrong):
            early = (found.question or {}).get("finish") == "early"
            why = "further queries cost no less" if early else f"no {noun} distinguishes them"
            heading = (
                f"{remaining:,} codes left, and {why}: {'lay' if early else 'guess'} {code}, "
                f"{counted(int(wrong), 'wrong field')} over all of them, expected cost from here {found.expected:.6f} "
                f"({found.source})"
            )
            below = (
                "Further queries cost no less." if early else f"No unused {noun} distinguishes them.",
                "Pale with a question mark: the guess.",
            )
            return heading, f"{remaining:,} codes are left, and one is guessed", *below
        case SampledQuery(query, remaining):
            return _told_of_sample(found)
        case Query(query, remaining):
            expected = "" if found.expected is None else f", expected cost from here {found.expected:.6f}"
            colour, _, diagonal = query.partition("@")
            heading = (
                f"{query}: colour {colour} on {noun} {diagonal}, {remaining:,} codes left{expected} ({found.source})"
            )
            if isinstance(found, UnprovedQuery):
                heading += f"; chosen by {found.asked_by}, not proved optimal"
            if isinstance(found, MixedQuery):
                heading += f"; other queries of equal value: {len(found.tied) - 1:,}"
            if found.reason is not None:
                heading += f"\n{found.reason[0].upper()}{found.reason[1:]}."
            return heading, f"{remaining:,} codes are left", f"{query} is asked next: its fields are framed."


def _told_of_sample(found: SampledQuery) -> tuple[str, ...]:
    """The same for sampled codes."""
    query, left = found.query, f"{found.remaining:,}"
    if found.remaining_interval is not None:
        left = f"about {rounded(found.remaining)}"
    colour, _, diagonal = query.partition("@")
    unit = " fields" if found.asked_by == "u" else " bits"
    heading = (
        f"{query}: colour {colour} on diagonal {diagonal}, {left} codes left; {found.asked_by} of the answer "
        f"{found.value:.3f} ± {found.standard_error:.3f}{unit}, from {found.samples:,} sampled codes (effective sample size "
        f"{found.effective:,.0f}; {found.source})"
    )
    return heading, f"{left} codes are left", f"{query} is asked next: its fields are framed."


def _relative(error: float | None, number: int) -> str:
    return f"{100 * (error or 0.0) / number:.1f} %"


def _colours(
    book: Path, variant: str, history: tuple[Beam, ...], found: Next
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Known colours per field, from 1, 0 for unknown; and the colours of a guess, or nothing."""
    if isinstance(found, Solved):
        return tuple(map(int, found.solved)), ()
    guessed = tuple(map(int, found.guess)) if isinstance(found, Guess) else ()
    if found.source is Source.COMPUTED:
        from tafelwerk.build.beams.problems import knowledge_of

        return knowledge_of(variant, history, book.absolute()).known(), guessed
    return known_fields(book, variant, history), guessed


def known_fields(book: Path, variant: str, history: tuple[Beam, ...]) -> tuple[int, ...]:
    """Colours per field, from 1, that all codes left agree on, 0 for the other fields; in large variants only the hits.

    In small variants a field certainly has a colour if every possible answer for that colour on the field's row includes it.
    """
    rules = variant_of(variant)
    board = rules.board
    known = hit_fields(board, history)
    if not is_listed(variant):
        return known
    queries = [(colour, row) for colour in range(rules.colours) for row in range(board.rows)]
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
        for place, field in enumerate(board.windows[diagonal]):
            if always >> place & 1:
                certain[field] = colour + 1
    return tuple(certain)
