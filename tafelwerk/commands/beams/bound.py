"""`tafelwerk beams bound`: lower bounds of the total of every strategy, and of its queries at worst."""

from typing import Any

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.beams.words import Chosen, app, note_patterns
from tafelwerk.commands.common import rational
from tafelwerk.tables.beams import questions


@app.command()
@asks
def bound(chosen: Chosen, ask: Ask) -> Text:
    """Lower bounds of the total of every strategy, and of the queries that it takes at worst: the sharpest ones in the book; for
    6c6p a total derived from the first two queries.

    Example: tafelwerk beams bound --variant 6c3p

    Example: tafelwerk beams bound --variant 3c6p --json
    """
    name = chosen.name
    if ask.compute:
        note_patterns(name, ask.book)
    found: Any = ask(questions.bound, name)
    # rounded down, so that the statement stays true
    mean = 10**4 * int(found.total) // found.codes / 10**4
    worst = "" if found.queries is None else f"; every strategy takes at least {found.queries} queries for some code"
    return (
        f"Beams {name}: no strategy has a total below {rational(found.total)} for {found.codes:,} codes, "
        f"{mean:.4f} on average{worst} ({found.source})"
    )
