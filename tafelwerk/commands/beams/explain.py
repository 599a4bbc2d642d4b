"""`tafelwerk beams explain`: the reasons for a strategy's query."""

from typing import Annotated

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.beams.words import HistoryOption, Planned, app, history
from tafelwerk.commands.explaining import explained_query
from tafelwerk.frozen import frozen
from tafelwerk.rules.beams.history import write_history
from tafelwerk.tables.beams import questions
from tafelwerk.tables.beams.explained import MOST, USUAL


@frozen
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
    """Reasons for a strategy's query: the best queries with their information and cost, and the codes that each answer leaves.

    Colours not yet asked for are interchangeable, so one query stands for all of them. Costs that are expensive to compute are
    left out.

    Example: tafelwerk beams explain --variant 3c6p --strategy h1

    Example: tafelwerk beams explain --variant 6c3p --strategy h1 --history "1@2 -; 1@4 2,3" --json

    Example: tafelwerk beams explain --variant 3c6p --strategy optimal --history "1@2 1,2"
    """
    name = planned.name
    beams = history(name, planned.history)
    found = ask(questions.explain, name, planned.plan, write_history(beams), most)
    return lambda: explained_query(found, f"Beams {name}, {planned.plan.title}", "cost")
