"""`tafelwerk minimax grundy, octal, subtraction`: heaps and sums of heaps, periods, misere play."""

from typing import Annotated, cast

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.minimax.words import Heaps, MisereOption, app, heap_numbers
from tafelwerk.commands.wording import listed
from tafelwerk.tables.minimax import GRUNDY, Heap, Period, Rules, Sum, octal_rules, questions, subtraction_rules
from tafelwerk.tables.minimax.answers import HeapGame, Left
from tafelwerk.tables.minimax.heaps import heaps_build_line
from tafelwerk.tables.minimax.rules import LARGEST_HEAP

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
@asks
def grundy(
    heaps: Annotated[list[str], typer.Argument(metavar="HEAP...", help="Tokens of a heap; several make a sum.")],
    ask: Ask,
    misere: MisereOption = False,
) -> Text:
    """Grundy's game, a move splits a heap in two of different sizes: Grundy value and every winning split, of a heap or a sum.

    Example: tafelwerk minimax grundy 8

    Example: tafelwerk minimax grundy 8 13 20

    Example: tafelwerk minimax grundy 20 --misere
    """
    return _words(GRUNDY, ask(questions.grundy, heap_numbers(heaps), misere))


@app.command()
@asks
def octal(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Code of the game, such as 0.77, 0.137 or 4.007.")],
    played: Heaps,
    ask: Ask,
) -> Text:
    """An octal game: the period of its Grundy values, or with --heap a heap's value and every winning move.

    Digit k behind the point says what a move that takes k tokens may leave: 1 nothing, 2 one heap, 4 two heaps, or a
    sum of these. Kayles is 0.77, Dawson's Kayles 0.07. A period is looked for up to heap 200,000; see
    `tafelwerk build minimax octal --help` for how to go further.

    Example: tafelwerk minimax octal 0.77

    Example: tafelwerk minimax octal 0.77 --heap 10 --heap 4
    """
    rules = octal_rules(code)
    return _words(rules, ask(questions.octal, code, played.heaps, played.misere))


@app.command()
@asks
def subtraction(
    taken: Annotated[str, typer.Argument(metavar="SET", help="Numbers that a move may take, such as 1,2,5.")],
    played: Heaps,
    ask: Ask,
) -> Text:
    """A subtraction game: the period of its Grundy values, or with --heap a heap's value and every winning move.

    Example: tafelwerk minimax subtraction 1,2,5

    Example: tafelwerk minimax subtraction 1,2,5 --heap 100
    """
    rules = subtraction_rules(taken)
    return _words(rules, ask(questions.subtraction, taken, played.heaps, played.misere))


def _words(rules: Rules, asked: HeapGame) -> str:
    found = cast(Heap | Sum | Period, asked)
    return _period_words(rules, found) if isinstance(found, Period) else _heap_words(rules, found)


def _title(rules: Rules) -> str:
    return TITLES.get(rules.name, rules.name.capitalize())


def _period_words(rules: Rules, found: Period) -> str:
    title = _title(rules)
    if not found.proved:
        further = heaps_build_line(rules, min(2 * found.checked_to, LARGEST_HEAP))
        return (
            f"{title}: the values up to heap {found.checked_to:,} prove no period ({found.source}). "
            f"A longer search: {further}"
        )
    after = "from the empty heap on"
    if found.last_exception is not None and found.last_exception >= 0:
        heap = f"heap {found.last_exception:,}" if found.last_exception else "the empty heap"
        after = f"after {heap}, the last exception"
    return (
        f"{title}: period {found.period} {after}; "
        f"proved by the values up to heap {found.checked_to:,} ({found.source})."
    )


def _heap_words(rules: Rules, found: Heap | Sum) -> str:
    value = ", misere play" if found.misere else f", value {found.grundy}"
    if isinstance(found, Heap):
        what = f"heap {found.heap:,}"
        moves = [_left(left) for left in found.moves]
    else:
        what = f"heaps {listed([f'{heap:,}' for heap in found.heaps])}"
        moves = [f"{move.heap} to {_left(move.left)}" for move in found.moves]
        value += "" if found.values is None else f" of {listed([str(each) for each in found.values])}"
    outcome = "won" if found.won else "lost"
    text = f"{_title(rules)}, {what}{value}: {outcome} for the player to move ({found.source})."
    if not moves:
        return text + (" There is no move, and so it is won." if found.won else "")
    return f"{text} Winning moves: {listed(moves, last='or')}."


def _left(left: Left) -> str:
    return " + ".join(map(str, left)) or "nothing"
