"""Memory: what a position is worth, and how to turn."""

from typing import Any, cast

from tafelwerk.commands.sheets.wanted import Wanted
from tafelwerk.plots.drawings.tables import table
from tafelwerk.plots.pictures import Picture
from tafelwerk.plots.sheets import Block
from tafelwerk.plots.sheets import pages as set_on_pages
from tafelwerk.rules.minimax.memory import First, Plan, Second
from tafelwerk.tables.minimax import questions

OPTIONS = ("--limit",)

LIMIT, MOST = 10, 20
"""Pairs of the table."""

SHADES = {"P": "#f6dccd", "K": "#ece0f3", "1": "#fbf3d0", "2": "#d9efe6", "T": "#dbe9f6"}
"""Colours of turns."""


def pages(wanted: Wanted) -> list[Picture]:
    """The sheet."""
    limit = min(wanted.limit or LIMIT, MOST)
    values, shades = list[list[str]](), list[list[str]]()
    for pairs in range(1, limit + 1):
        row, colours = [str(pairs)], [""]
        for known in range(limit + 1):
            if known > pairs:
                row.append("")
                colours.append("")
                continue
            found = cast(Any, wanted.book.ask(questions.memory.of(pairs, known)))
            kinds = sorted({_kind(plan) for plan in found.plans})
            row.append(f"{float(found.value):+.2f} {'/'.join(kinds)}")
            colours.append(SHADES[kinds[0]])
        values.append(row)
        shades.append(colours)
    below = (
        "Two players who forget nothing turn two cards each; a pair is kept and its finder goes on. Rows: pairs left. Columns: "
        "of how many of them one card is known. A field has the best turn, and what it is worth: own pairs less the other's.",
        "2: an unseen card; its match if it is known, else another unseen card. 1: an unseen card; its match, else a known card. "
        "K: a known card, then an unseen one. P: two known cards, so as to pass; two passes in a row end the game. Several: "
        "each is best.",
    )
    heads = ("pairs", *map(str, range(limit + 1)))
    return set_on_pages("Memory: the best turn", below, [Block(table(heads, values, 8, shades))], 1, wanted.line)


def _kind(plan: Plan) -> str:
    """A turn in a sign."""
    match plan.first:
        case First.TAKE:
            return "T"
        case First.PASS:
            return "P"
        case First.UNSEEN:
            return "2" if Second.UNSEEN in plan.after_new else "1"
    return "K"
