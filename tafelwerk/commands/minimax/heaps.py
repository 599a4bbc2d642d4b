"""`tafelwerk minimax grundy, octal, subtraction`: heaps and sums of heaps, periods, misere play."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, KeepOption, answer
from tafelwerk.commands.minimax.words import HeapsOption, MisereOption, app, heap_numbers, listed
from tafelwerk.commands.miss import settle
from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.tables.minimax import heaps as tables
from tafelwerk.tables.minimax.heaps import Misere, Move, Period, Sum
from tafelwerk.tables.minimax.rules import GRUNDY, LARGEST_HEAP, Rules, checked_misere, octal_rules, subtraction_rules

TITLES = {
    "grundy": "Grundy's game",
    "octal 0.77": "Kayles (octal 0.77)",
    "octal 0.07": "Dawson's Kayles (octal 0.07)",
    "octal 0.137": "Dawson's chess (octal 0.137)",
    "octal 0.007": "Treblecross (octal 0.007)",
    "octal 0.6": "Officers (octal 0.6)",
}
"""Names of games that have one."""


@app.command()
def grundy(
    heaps: Annotated[list[str], typer.Argument(metavar="HEAP...", help="Tokens of a heap; several make a sum.")],
    book: BookOption,
    misere: MisereOption = False,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Grundy's game, a move splits a heap in two of different sizes: Grundy value and every winning split, of a heap or a sum.

    Example: tafelwerk minimax grundy 8

    Example: tafelwerk minimax grundy 8 13 20

    Example: tafelwerk minimax grundy 20 --misere
    """
    _heaps(GRUNDY, heap_numbers(heaps), {}, misere, book, json, compute, keep)


@app.command()
def octal(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Code of the game, such as 0.77, 0.137 or 4.007.")],
    book: BookOption,
    heap: HeapsOption = None,
    misere: MisereOption = False,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """An octal game: the period of its Grundy values, or with --heap a heap's value and every winning move.

    Digit k behind the point says what a move that takes k tokens may leave: 1 nothing, 2 one heap, 4 two heaps, or a
    sum of these. Kayles is 0.77, Dawson's Kayles 0.07. A period is looked for up to heap 200,000; see
    `tafelwerk build minimax octal --help` for how to go further.

    Example: tafelwerk minimax octal 0.77

    Example: tafelwerk minimax octal 0.77 --heap 10 --heap 4
    """
    rules = octal_rules(code)
    _game(rules, {"code": rules.name.removeprefix("octal ")}, heap, misere, book, json, compute, keep)


@app.command()
def subtraction(
    taken: Annotated[str, typer.Argument(metavar="SET", help="Numbers that a move may take, such as 1,2,5.")],
    book: BookOption,
    heap: HeapsOption = None,
    misere: MisereOption = False,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """A subtraction game: the period of its Grundy values, or with --heap a heap's value and every winning move.

    Example: tafelwerk minimax subtraction 1,2,5

    Example: tafelwerk minimax subtraction 1,2,5 --heap 100
    """
    rules = subtraction_rules(taken)
    _game(rules, {"set": rules.taken(1)}, heap, misere, book, json, compute, keep)


def _game(
    rules: Rules,
    named: dict[str, Any],
    heap: Sequence[str] | None,
    misere: bool,
    book: Path,
    json: bool,
    compute: bool,
    keep: bool,
) -> None:
    """A period, or heaps."""
    if heap:
        _heaps(rules, heap_numbers(heap), named, misere, book, json, compute, keep)
        return
    if misere:
        raise InputError("--misere needs a heap, as in --heap 20: under misere play there are no values, and no period")
    found, source = settle(
        book,
        lambda opened: tables.get_period(opened, rules, tables.SEARCHED),
        lambda: _answers().heap_period(rules),
        tables.missing_period(book, rules),
        compute=compute,
        keep=keep,
    )
    document = named | {
        "period": found.period,
        "last_exception": found.last_exception,
        "proved": found.proved,
        "checked_to": found.checked_to,
        "certainty": "exact",
        "source": source,
    }
    answer(json, document, lambda: _period_words(found, source))


def _heaps(
    rules: Rules,
    heaps: list[int],
    named: dict[str, Any],
    misere: bool,
    book: Path,
    json: bool,
    compute: bool,
    keep: bool,
) -> None:
    """A heap, or a sum of heaps."""
    found: Sum | Misere
    document = named | ({"heap": heaps[0]} if len(heaps) == 1 else {"heaps": heaps})
    if misere:
        checked_misere(heaps)
        found, source = settle(
            book,
            lambda opened: tables.get_misere(opened, rules, heaps[0]) if len(heaps) == 1 else None,
            lambda: _answers().misere(rules, heaps),
            _missing_misere(book, rules, heaps),
            compute=compute,
            keep=keep,
        )
        document["misere"] = True
    else:
        solved, source = settle(
            book,
            lambda opened: tables.get_sum(opened, rules, heaps),
            lambda: _answers().heap_sum(rules, heaps),
            tables.missing_sum(book, rules, heaps),
            compute=compute,
            keep=keep,
        )
        if len(heaps) > 1:
            document["values"] = list(solved.values)
        document["grundy"] = solved.value
        found = solved
    moves = found.moves
    document["won"] = found.won
    if len(heaps) == 1:
        document["moves"] = [list(move.left) for move in moves]
    else:
        document["moves"] = [
            {"place": move.place, "heap": heaps[move.place], "left": list(move.left)} for move in moves
        ]
    answer(json, document | {"certainty": "exact", "source": source}, lambda: _heap_words(found, source))


def _missing_misere(book: Path, rules: Rules, heaps: list[int]) -> MissingTableError | UncomputedError:
    """The error of heaps under misere play that the book in a folder lacks; sums have no table."""
    if len(heaps) == 1:
        return tables.missing_misere(book, rules, heaps)
    words = f"grundy {' '.join(map(str, heaps))}"
    if rules != GRUNDY:
        words = f"{rules} {' '.join(f'--heap {heap}' for heap in heaps)}"
    return UncomputedError(f"this sum of {rules} under misere play", f"tafelwerk minimax {words} --misere --compute")


def _answers() -> Any:
    """What the book does not hold, computed; imported on a miss only."""
    from tafelwerk.build.minimax import heap_answers

    return heap_answers


def _title(rules: Rules) -> str:
    return TITLES.get(rules.name, rules.name.capitalize())


def _period_words(found: Period, source: str) -> str:
    title = _title(found.rules)
    if not found.proved:
        further = tables.heaps_build_line(found.rules, min(2 * found.checked_to, LARGEST_HEAP))
        return (
            f"{title}: the values up to heap {found.checked_to:,} prove no period ({source}). "
            f"A longer search: {further}"
        )
    after = "from the empty heap on"
    if found.last_exception is not None and found.last_exception >= 0:
        heap = f"heap {found.last_exception:,}" if found.last_exception else "the empty heap"
        after = f"after {heap}, the last exception"
    return f"{title}: period {found.period} {after}; proved by the values up to heap {found.checked_to:,} ({source})."


def _heap_words(found: Sum | Misere, source: str) -> str:
    heaps, moves = found.heaps, found.moves
    what = f"heap {heaps[0]:,}" if len(heaps) == 1 else f"heaps {listed([f'{heap:,}' for heap in heaps])}"
    value = ", misere play" if isinstance(found, Misere) else f", value {found.value}"
    if isinstance(found, Sum) and len(heaps) > 1:
        value += f" of {listed([str(each) for each in found.values])}"
    text = f"{_title(found.rules)}, {what}{value}: {'won' if found.won else 'lost'} for the player to move ({source})."
    if not moves:
        return text + (" There is no move, and so it is won." if found.won else "")
    return f"{text} Winning moves: {listed([_move_words(found, move) for move in moves], last='or')}."


def _move_words(found: Sum | Misere, move: Move) -> str:
    left = " + ".join(map(str, move.left)) or "nothing"
    return left if len(found.heaps) == 1 else f"{found.heaps[move.place]} to {left}"
