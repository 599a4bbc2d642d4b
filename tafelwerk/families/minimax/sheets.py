"""Sheet of Memory: value of every position, and the best turn."""

from typing import Annotated, cast

from tafelwerk.book import Book
from tafelwerk.families.minimax.answers import Turn
from tafelwerk.families.minimax.memory import Memory
from tafelwerk.families.minimax.rules.memory import First, Plan, Second
from tafelwerk.parameters import Parameter
from tafelwerk.plots.pictures import Picture, table
from tafelwerk.plots.sheets import Block, set_on_pages

LIMIT, MOST = 10, 20
"""Pairs in the table: by default, and at most."""

SHADES = {"P": "#f6dccd", "K": "#ece0f3", "1": "#fbf3d0", "2": "#d9efe6", "T": "#dbe9f6"}
"""Colours of turns."""


def pages(
    book: Book,
    line: str,
    limit: Annotated[int, Parameter("N", f"Most pairs of cards. Default: {LIMIT}.", 1, MOST)] = LIMIT,
) -> list[Picture]:
    """Memory: the best turn and its value, by pairs left and known cards.

    Example: tafelwerk sheet minimax
    """
    values, shades = list[list[str]](), list[list[str]]()
    for pairs in range(1, limit + 1):
        row, colours = [str(pairs)], [""]
        for known in range(limit + 1):
            if known > pairs:
                row.append("")
                colours.append("")
                continue
            turn = cast(Turn, book.ask(Memory(pairs, known)))
            kinds = sorted({_kind(plan) for plan in turn.plans})
            row.append(f"{float(turn.value):+.2f} {'/'.join(kinds)}")
            colours.append(SHADES[kinds[0]])
        values.append(row)
        shades.append(colours)
    below = (
        "Two players who forget nothing turn two cards per turn; whoever finds a pair keeps it and goes on. Rows: pairs left. "
        "Columns: how many of them have one known card. Fields: mean of own pairs minus the opponent's, and the best turn.",
        "2: an unseen card, then its match if that is known, otherwise another unseen card. 1: an unseen card, then its match if "
        "that is known, otherwise a known card. K: a known card, then an unseen one. P: two known cards, which is a pass; two "
        "passes in a row end the game. If several are given, each is best.",
    )
    heads = ("pairs", *map(str, range(limit + 1)))
    return set_on_pages("Memory: the best turn", below, [Block(table(heads, values, 8, shades))], 1, line)


def _kind(plan: Plan) -> str:
    """The sign of a turn."""
    match plan.first:
        case First.TAKE:
            return "T"
        case First.PASS:
            return "P"
        case First.UNSEEN:
            return "2" if Second.UNSEEN in plan.after_new else "1"
    return "K"
