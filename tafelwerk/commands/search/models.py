"""`tafelwerk search free, root`: how many queries a search takes."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, KeepOption, answer
from tafelwerk.commands.miss import settle
from tafelwerk.commands.search.words import StrategyOption, answers, app, pairs, words
from tafelwerk.errors import MissingTableError
from tafelwerk.tables import search as tables


@app.command()
def free(
    codes: Annotated[
        int,
        typer.Argument(metavar="M", min=1, max=tables.MOST_FREE_ANSWERED, help="Number of codes, all equally likely."),
    ],
    width: Annotated[
        int, typer.Argument(metavar="A", min=2, max=tables.MOST_FREE_ANSWERED, help="Answers per query, at most.")
    ],
    book: BookOption,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Free search, where every partition into at most A parts may be asked: the least number of queries.

    Example: tafelwerk search free 1000 10
    """
    found, source = settle(
        book,
        lambda opened: tables.get_free(opened, codes, width),
        lambda: answers().free(codes, width),
        MissingTableError(f"free search, {codes} codes, width {width}", tables.free_build_line(codes, width), book),
        compute=compute,
        keep=keep,
    )
    document: dict[str, Any] = {
        "total": str(found.total),
        "mean": found.mean,
        "bound": found.bound,
        "even": str(found.even),
        "query": pairs(found.query),
        "certainty": "exact",
        "error": found.error,
        "source": source,
    }
    text = f"{codes:,} codes, {width:,} answers a query: {found.mean:.6g} queries on average ({found.total} in all; "
    text += f"log_{width}({codes}) = {found.bound:.6g}; {source})."
    if found.query:
        text += f" A best first query has parts of {words(found.query)} codes."
    if found.even > found.total:
        text += f" Even splits take {found.even / codes:.6g}."
    answer(json, document, text)


@app.command()
def root(
    size: Annotated[
        int,
        typer.Argument(metavar="SIZE", min=1, max=tables.MOST_ROOT_CODES, help="Number of codes, all equally likely."),
    ],
    book: BookOption,
    strategy: StrategyOption = "optimal",
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """The root model, where small parts of a query may cost ceil(sqrt(SIZE)) together: the number of queries.

    Example: tafelwerk search root 1000

    Example: tafelwerk search root 1000 --strategy h1.5 --json
    """
    chosen = tables.strategy(strategy)
    found, source = settle(
        book,
        lambda opened: tables.get_root(opened, size, chosen),
        lambda: answers().root(size, chosen),
        MissingTableError(f"the root model, {size} codes, {chosen.name}", tables.root_build_line(size, chosen), book),
        compute=compute,
        keep=keep,
    )
    document: dict[str, Any] = {
        "total": str(found.total),
        "mean": found.mean,
        "strategy": chosen.name,
        "query": None if found.rest is None else {"rest": found.rest, "small": pairs(found.small)},
        "certainty": "exact",
        "error": found.error,
        "source": source,
    }
    text = f"Root model, {size:,} codes, {chosen.name}: {found.mean:.6g} queries on average "
    text += f"({found.total} in all; {source})."
    if found.rest is not None:
        text += f" The first query splits off parts of {words(found.small)} codes and leaves {found.rest:,}."
    answer(json, document, text)
