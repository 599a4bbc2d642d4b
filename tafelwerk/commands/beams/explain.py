"""`tafelwerk beams explain`: why a strategy asks what it asks."""

from dataclasses import dataclass
from typing import Annotated

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.beams.words import HistoryOption, Planned, app, history
from tafelwerk.commands.explaining import explained_query
from tafelwerk.rules.beams.history import write_history
from tafelwerk.tables.beams import questions
from tafelwerk.tables.beams.explained import MOST, USUAL


@dataclass
class Asked(Planned):
    """A variant, a strategy, and the beams so far."""

    history: HistoryOption = None


@app.command()
@asks
def explain(
    planned: Asked,
    ask: Unkept,
    most: Annotated[
        int, typer.Option("--most", min=1, max=MOST, metavar="N", help=f"Queries to list. Default: {USUAL}.")
    ] = USUAL,
) -> Text:
    """Why a strategy asks what it asks: the best queries with what they tell and cost, and what each answer leaves.

    Colours not asked for are alike, so that a query stands for all of them. A cost is left open where it takes much work.

    Example: tafelwerk beams explain --variant 3c6p --strategy h1

    Example: tafelwerk beams explain --variant 6c3p --strategy h1 --history "1@2 -; 1@4 2,3" --json

    Example: tafelwerk beams explain --variant 3c6p --strategy optimal --history "1@2 1,2"
    """
    name = planned.name
    beams = history(name, planned.history)
    found = ask(questions.explain, name, planned.plan, write_history(beams), most)
    return lambda: explained_query(found, f"Beams {name}, {planned.plan.title}", "cost")
