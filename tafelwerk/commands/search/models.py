"""`tafelwerk search free, root`: how many queries a search takes."""

from typing import Annotated

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.search.words import StrategyOption, app, words
from tafelwerk.tables.search import MOST_FREE_ANSWERED, MOST_ROOT_CODES, questions
from tafelwerk.tables.search import strategy as named


@app.command()
@asks
def free(
    codes: Annotated[
        int, typer.Argument(metavar="M", min=1, max=MOST_FREE_ANSWERED, help="Number of codes, all equally likely.")
    ],
    width: Annotated[
        int, typer.Argument(metavar="A", min=2, max=MOST_FREE_ANSWERED, help="Answers per query, at most.")
    ],
    ask: Ask,
) -> Text:
    """Free search, where every partition into at most A parts may be asked: the least number of queries.

    Example: tafelwerk search free 1000 10
    """
    found = ask(questions.free, codes, width)
    text = f"{codes:,} codes, {width:,} answers per query: {found.mean:.6g} queries on average ({found.total} in all; "
    text += f"log_{width}({codes}) = {found.bound:.6g}; {found.source})."
    if found.query:
        text += f" An optimal first query splits the codes into {words(found.query)}."
    if found.even > found.total:
        text += f" Even splits take {float(found.even / codes):.6g}."
    return text


@app.command()
@asks
def root(
    size: Annotated[
        int, typer.Argument(metavar="SIZE", min=1, max=MOST_ROOT_CODES, help="Number of codes, all equally likely.")
    ],
    strategy: StrategyOption = "optimal",
    *,
    ask: Ask,
) -> Text:
    """The root model, where small parts of a query may cost ceil(sqrt(SIZE)) together: the number of queries.

    Example: tafelwerk search root 1000

    Example: tafelwerk search root 1000 --strategy h1.5 --json
    """
    found = ask(questions.root, size, named(strategy))
    text = f"Root model, {size:,} codes, {found.strategy}: {found.mean:.6g} queries on average "
    text += f"({found.total} in all; {found.source})."
    if found.query is not None:
        text += f" The first query splits off {words(found.query.small)} and leaves {found.query.rest:,}."
    return text
