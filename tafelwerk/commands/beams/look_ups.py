"""`tafelwerk beams counts, summary, next`: what variants have, what strategies cost, what they ask."""

from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

from tafelwerk.commands.beams import picture
from tafelwerk.commands.beams.board import drawn, hit_fields
from tafelwerk.commands.beams.words import (
    HistoryOption,
    StrategyOption,
    TieOption,
    VariantOption,
    answers,
    app,
    stored,
)
from tafelwerk.commands.beams.words import history as history_of
from tafelwerk.commands.common import (
    BookOption,
    ComputeOption,
    JsonOption,
    KeepOption,
    answer,
    open_book,
    rational,
    table,
)
from tafelwerk.commands.miss import record_keys, settle
from tafelwerk.commands.output import headed
from tafelwerk.commands.picture import OutputOption, check
from tafelwerk.commands.session import counted
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.solvers.beams.board import VARIANTS
from tafelwerk.solvers.beams.history import Beam, explain_contradiction, query_text, read_answer
from tafelwerk.tables import beams as tables
from tafelwerk.tables.beams import Next, Optimal, Strategy
from tafelwerk.tables.question import Source

STAND_IN = "h1"
"""The strategy that asks where the optimal query is out of reach."""


@app.command()
def counts(
    variant: VariantOption,
    book: BookOption,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """What a variant has: pieces up to translation, patterns, codes, diagonals.

    Example: tafelwerk beams counts --variant 6c6p

    Example: tafelwerk beams counts --variant 6c10p --json
    """
    name = tables.variant(variant)
    record = partial(tables.recorded_counts, name)
    found, source = settle(
        book,
        lambda opened: tables.get_counts(opened, name),
        lambda: answers().counts(name),
        MissingTableError(f"Beams {name}", tables.build_line(name), book),
        compute=compute,
        keep=keep,
        record=record,
    )
    document = {
        "pieces": found.pieces,
        "patterns": found.patterns,
        "codes": found.codes,
        "diagonals": found.diagonals,
        "certainty": "exact",
        "source": source,
    }
    document |= record_keys(source, record)

    def layout() -> str:
        patterns = "patterns are not known" if found.patterns is None else f"{found.patterns:,} patterns"
        codes = "" if found.codes is None else f", {found.codes:,} codes"
        return f"Beams {name}: {found.pieces:,} pieces, {patterns}{codes}, {found.diagonals} diagonals ({source})"

    answer(json, document, layout)


@app.command()
def summary(
    variant: VariantOption,
    book: BookOption,
    strategy: StrategyOption = "h1",
    tie: TieOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """What a strategy costs: queries and wrong fields summed over all codes, the mean, the most, and how often each cost.

    Example: tafelwerk beams summary --variant 3c6p --strategy optimal

    Example: tafelwerk beams summary --variant 6c3p --strategy h1 --tie lex-d --json
    """
    name, wanted = tables.variant(variant), tables.strategy(strategy, tie)
    with open_book(book) as opened:
        missing = tables.missing_summary(opened, name, wanted)
        bound = tables.get_bound(opened, name)
    record = partial(tables.recorded_summary, name, wanted)
    found, source = settle(
        book,
        lambda opened: tables.get_summary(opened, name, wanted),
        lambda: answers().summary(name, wanted),
        missing,
        compute=compute,
        keep=keep,
        record=record,
    )
    if isinstance(wanted, Optimal):
        bound = int(found.total)
    document = {
        "codes": found.codes,
        "total": rational(found.total),
        "mean": float(found.mean),
        "max": found.most,
        "histogram": {str(cost): rational(codes) for cost, codes in found.histogram},
        "penalty": rational(found.penalty),
        "query_histogram": {str(queries): rational(codes) for queries, codes in found.query_histogram},
        "bound": None if bound is None else str(bound),
        "bound_mean": None if bound is None else bound / found.codes,
        "certainty": "exact",
        "source": source,
    }
    from_record = record_keys(source, record)
    document |= from_record

    def layout() -> Any:
        whole = all(codes.denominator == 1 for _, _, codes in found.spent)
        total = rational(found.total) if len(rational(found.total)) <= 40 else f"{float(found.total):.6f}"
        penalty = rational(found.penalty) if whole or not found.penalty else f"{float(found.penalty):.4f}"
        heading = (
            f"Beams {name}, {wanted}: {total} for {found.codes:,} codes, {float(found.mean):.6f} on average, "
            f"{found.most} at most; {penalty} of it for wrong fields ({source})"
        )
        if bound is not None and bound < found.total:
            # rounded down: what is said of the least mean is true
            heading += f"; at least {10**4 * bound // found.codes / 10**4:.4f} on average for any strategy"
        if from_record:
            heading += f"; repeat the run with: {from_record['build']}"
        by_queries = dict(found.query_histogram)
        rows = []
        for cost in range(min(by_queries), found.most + 1):
            pair = dict(found.histogram).get(cost), by_queries.get(cost)
            rows.append((cost, *(None if n is None else int(n) if whole else Decimal(f"{float(n):.4f}") for n in pair)))
        return headed(heading, table(("cost", "codes of this cost", "codes of so many queries"), rows))

    answer(json, document, layout)


def find_next(
    book: Path,
    variant: str,
    strategy: Strategy,
    history: tuple[Beam, ...],
    *,
    compute: bool = False,
    keep: bool = False,
) -> tuple[Next, Source]:
    """What the strategy does after a history, and where that comes from.

    Raises:
        MissingTableError: it is not in the book, and too much work to do unasked.
        InputError: no code is left, or the strategy is out of reach.
    """

    def refuse(any_left: Any) -> None:
        found = explain_contradiction(history, VARIANTS[variant], lambda beams: any_left(stored(tuple(beams))))
        raise InputError(f"--history: {found}")

    found, source = settle(
        book,
        lambda opened: tables.get_next(opened, variant, strategy, stored(history), refuse),
        lambda: answers().next_step(book, variant, strategy, history),
        MissingTableError(f"Beams {variant}, {strategy}", tables.build_line(variant, strategy), book),
        compute=compute,
        keep=keep,
    )
    if strategy.tie == "mix" and not history and found.expected is None:
        # no tree of MIX is stored; what it costs in all may be, where playing out all choices is much work
        with open_book(book) as opened:
            whole = tables.get_summary(opened, variant, strategy)
        found = found if whole is None else replace(found, expected=whole.mean)
    return found, source


@app.command("next")
def next_query(
    variant: VariantOption,
    book: BookOption,
    strategy: StrategyOption = "h1",
    history: HistoryOption = None,
    tie: TieOption = None,
    output: OutputOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """What a strategy asks after the beams so far, whoever chose them, and how many codes each answer would leave.

    Example: tafelwerk beams next --variant 3c6p --strategy optimal

    Example: tafelwerk beams next --variant 6c3p --strategy h1 --history "1@2 -; 1@4 2,3" --json

    Example: tafelwerk beams next --variant 3c6p --strategy h1 --history "1@2 1,2" -o board.svg
    """
    name, wanted = tables.variant(variant), tables.strategy(strategy, tie)
    check(output)
    beams = history_of(name, history)
    found, source = find_next(book, name, wanted, beams, compute=compute, keep=keep)
    if output is not None:
        _draw(output, book, name, beams, found)
    document: dict[str, Any]
    if found.remaining == 1:
        document = {"solved": found.code}
    elif found.query is None:
        assert found.expected is not None
        document = {
            "guess": found.code,
            "remaining": found.remaining,
            "wrong": str(found.wrong),
            "expected": float(found.expected),
        }
    else:
        document = {
            "query": _query(found.query),
            "remaining": found.remaining,
            "answers": dict(found.answers),
            "expected": None if found.expected is None else float(found.expected),
        }
        if found.expected is not None:
            document["total"] = rational(found.expected * found.remaining)
    if len(found.tied) > 1:
        document["tied"] = [_query(query) for query in found.tied]
    if not found.best:
        document |= {"best": False, "asked_by": STAND_IN}
    if found.remaining > 1:
        document["certainty"] = "exact"
    answer(json, document | {"source": source}, lambda: next_layout(book, name, beams, found, source))


def _query(query: tuple[int, int]) -> str:
    return query_text(query[0] - 1, query[1] - 1)


def next_layout(book: Path, variant: str, history: tuple[Beam, ...], found: Next, source: str) -> Any:
    """The board with what is known, the query marked on it, and the answers that it may have."""
    expected = "" if found.expected is None else f", {float(found.expected):.6f} expected from here"
    if found.remaining == 1:
        heading = f"One code is left: {found.code} ({source})"
    elif found.query is None:
        heading = (
            f"{found.remaining:,} codes left, and no diagonal tells them apart: guess {found.code}, "
            f"{counted(found.wrong or 0, 'wrong field')} in all{expected} ({source})"
        )
    else:
        colour, diagonal = found.query
        left = f"{found.remaining:,} codes left"
        heading = f"{_query(found.query)}: colour {colour} on diagonal {diagonal}, {left}{expected} ({source})"
    if not found.best:
        heading += f"; asked by {STAND_IN}, not proved to be the best"
    if len(found.tied) > 1:
        heading += f"; {len(found.tied) - 1:,} more are as good"
    known, guessed = _colours(book, variant, history, found)
    asked = None if found.query is None else (found.query[0] - 1, found.query[1] - 1)
    board = drawn(VARIANTS[variant].side, known, asked, {beam.diagonal: beam.colour for beam in history}, guessed)
    below = [table(("answer", "codes left"), found.answers)] if found.answers else []
    return headed(heading, "", board, *below)


def _draw(path: Path, book: Path, variant: str, history: tuple[Beam, ...], found: Next) -> None:
    """Draw the board with what is known."""
    below = []
    if found.remaining == 1:
        title = f"Beams {variant}: one code is left"
    elif found.query is None:
        title = f"Beams {variant}: {found.remaining:,} codes are left, and one is guessed"
        below = ["No diagonal that is not used tells them apart.", "Pale, with a question mark: what is guessed."]
    else:
        title = f"Beams {variant}: {found.remaining:,} codes are left"
        below = [f"{_query(found.query)} is asked next: its fields are framed."]
    known, guessed = _colours(book, variant, history, found)
    picture.write(path, variant, known, history, found.query, title, *below, guessed=guessed)


def _colours(
    book: Path, variant: str, history: tuple[Beam, ...], found: Next
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The colours of the fields, from 1, as far as they are known, 0 for the others; and those of a guess, if there is one."""
    code = () if found.code is None else tuple(int(colour) for colour in found.code)
    if found.remaining == 1:
        return code, ()
    return known_fields(book, variant, history) if found.known is None else found.known, code


def known_fields(book: Path, variant: str, history: tuple[Beam, ...]) -> tuple[int, ...]:
    """The colours, from 1, that all codes left agree in, 0 for the other fields; in large variants those that were hit.

    In small ones a field has a colour for certain if no code left gives an answer without it on a diagonal of the field's row.
    """
    from tafelwerk.solvers.beams.board import fields_of, make_board

    rules = VARIANTS[variant]
    board = make_board(rules.side)
    known = list(hit_fields(rules.side, history))
    if variant not in tables.LISTED:
        return tuple(known)
    rows = range(2 * board.radius + 1)
    queries = [(colour + 1, row + 1) for colour in range(rules.colours) for row in rows]
    asked = [(colour, diagonal) for colour, diagonal, _ in stored(history)]
    with open_book(book) as opened:
        found, codes = tables.get_bitsets(opened, variant, [*queries, *asked]), tables.get_counts(opened, variant)
    if not found or codes is None or codes.codes is None:
        return tuple(known)
    left = tables.bitset_of(found, stored(history), codes.codes)
    for colour, diagonal in queries:
        fields = fields_of(board.diagonals[diagonal - 1])
        always = (1 << len(fields)) - 1
        for hits, some in found[colour, diagonal].items():
            if left & some:
                always &= read_answer(hits, diagonal - 1, board)
        for place, field in enumerate(fields):
            if always >> place & 1:
                known[field] = colour
    return tuple(known)
