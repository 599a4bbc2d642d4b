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

LIMIT, MOST = 12, 20
"""Pairs of the table."""

SHADES = {"0": "#f6dccd", "1": "#fbf3d0", "2": "#d9efe6", "T": "#dbe9f6", "P": "#eeeeee"}
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
            row.append(f"{'/'.join(kinds)} {float(found.value):+.2f}")
            colours.append(SHADES[kinds[0]])
        values.append(row)
        shades.append(colours)
    below = (
        "Two players who forget nothing turn two cards each; a pair is kept and its finder goes on. Rows: pairs left. Columns: "
        "of how many of them one card is known. A field has the best turn, and what it is worth: own pairs less the other's.",
        "2: an unseen card; its match if it is known, else another unseen card. 1: an unseen card; its match, else a known card. "
        "0: two known cards, so as to pass. Several: each is best. Rule: two passes in a row end the game.",
    )
    heads = ("pairs", *map(str, range(limit + 1)))
    return set_on_pages("Memory: the best turn", below, [Block(table(heads, values, 8, shades))], 1, wanted.line)


def _kind(plan: Plan) -> str:
    """A turn in a sign: how many unseen cards it turns where no match is known; taking a known pair is T."""
    if plan.first is not First.UNSEEN:
        return "T" if plan.first == "take" else "0"
    return "2" if Second.UNSEEN in plan.after_new else "1"
