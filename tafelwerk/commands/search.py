"""`tafelwerk search free, root` and `tafelwerk build search`: the search models, free search and the root model."""

from typing import Annotated, Any, cast

import typer

from tafelwerk.commands.asking import Ask, Text, Unkept, asks
from tafelwerk.commands.common import App, BuildOptions, bundled, run_builds, sets_app
from tafelwerk.commands.explaining import best_column, explained
from tafelwerk.commands.fitting import Column
from tafelwerk.rules import search as rules
from tafelwerk.tables.search import questions
from tafelwerk.tables.search.explained import MOST, USUAL, AnyExplanation, FreeExplanation
from tafelwerk.wording import counted, exact_number, listed

QUESTIONS = ("tafelwerk search free 1000 10", "tafelwerk search root 1000 --strategy h1.5")
"""What to ask the book first."""

app = App(help="Search models without a board: free search, the root model.")
build_app = sets_app(
    "search",
    """The family's standard set, or one search.

Example: tafelwerk build search --dry-run

Example: tafelwerk build search root --size 1000 --strategy h1.5
""",
)

StrategyOption = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="optimal|h1|h1.5|...",
        help="Strategy: optimal, or hA for entropy of order A, from h0 to hinf.",
    ),
]
CODES = "Number of equally likely codes."
LARGEST = "Largest number of codes; smaller ones are included."


@app.command()
@asks
def free(
    codes: Annotated[int, typer.Argument(metavar="M", min=1, max=rules.MOST_FREE_ANSWERED, help=CODES)],
    width: Annotated[
        int,
        typer.Argument(metavar="A", min=2, max=rules.MOST_FREE_ANSWERED, help="Largest number of answers per query."),
    ],
    ask: Ask,
) -> Text:
    """Least number of queries in free search, where every partition into at most A parts is a query.

    Example: tafelwerk search free 1000 10
    """
    found = ask(questions.free, codes, width)
    text = (
        f"{codes:,} codes, {width:,} answers per query: {found.mean:.6g} queries on average ({found.total} in total; "
    )
    text += f"log_{width}({codes}) = {found.bound:.6g}; {found.source})."
    if found.query:
        text += f" An optimal first query splits the codes into {_parts(found.query)}."
    if found.even > found.total:
        text += f" Even splits take {float(found.even / codes):.6g}."
    return text


@app.command()
@asks
def root(
    size: Annotated[int, typer.Argument(metavar="SIZE", min=1, max=rules.MOST_ROOT, help=CODES)],
    strategy: StrategyOption = "optimal",
    *,
    ask: Ask,
) -> Text:
    """Number of queries in the root model, where the small parts of a query together cost at most the root of the codes left.

    Example: tafelwerk search root 1000

    Example: tafelwerk search root 1000 --strategy h1.5 --json
    """
    found = ask(questions.root, size, rules.parse_strategy(strategy))
    text = f"Root model, {size:,} codes, {found.strategy}: {found.mean:.6g} queries on average "
    text += f"({found.total} in total; {found.source})."
    if found.query is not None:
        text += f" The first query splits off {_parts(found.query.small)} and leaves {found.query.rest:,}."
    return text


@app.command()
@asks
def explain(
    model: Annotated[str, typer.Argument(metavar="free|root", help="Free search, or the root model.")],
    codes: Annotated[int, typer.Argument(metavar="M", min=1, max=rules.MOST_FREE_ANSWERED, help=CODES)],
    ask: Unkept,
    width: Annotated[
        int | None,
        typer.Argument(
            metavar="A",
            min=2,
            max=rules.MOST_FREE_ANSWERED,
            help="Largest number of answers per query, in free search.",
        ),
    ] = None,
    strategy: StrategyOption = "optimal",
    most: Annotated[
        int, typer.Option("--most", min=1, max=MOST, metavar="N", help=f"Splits to list. Default: {USUAL}.")
    ] = USUAL,
) -> Text:
    """First query and the reasons for it: cost of other splits, depths of the codes, and a bound.

    Example: tafelwerk search explain free 700 7

    Example: tafelwerk search explain root 1000

    Example: tafelwerk search explain root 1000 --strategy h1.5 --json
    """
    found = ask(questions.explain, model, codes, width, rules.parse_strategy(strategy), most)
    return lambda: _explained(cast(AnyExplanation, found))


def _explained(found: AnyExplanation) -> Any:
    place = (
        f"Free search, {counted(found.codes, 'code')}, {counted(found.width, 'answer')} per query"
        if isinstance(found, FreeExplanation)
        else f"Root model, {counted(found.codes, 'code')}, {found.strategy}"
    )
    if found.query is None:
        return f"{place}: no query is needed ({found.source})."
    heading = (
        f"{place}: first query {found.query}; {found.mean:.6g} queries on average, {found.total} in total "
        f"(exact; {found.source})."
    )
    columns = [
        Column("split", [one.move for one in found.moves], folds=True),
        Column("total", [str(one.total) for one in found.moves], goes=1),
        Column("mean", [f"{one.mean:.6g}" for one in found.moves]),
        Column(f"H_{found.order} in bits", [f"{one.entropy:.4f}" for one in found.moves], f"H_{found.order}", goes=2),
        best_column(found.moves),
    ]
    if isinstance(found, FreeExplanation):
        levels = [f"{counted(count, 'code')} after {depth}" for depth, count in found.depths.items()]
        why = (
            f"An optimal strategy finds {listed(levels)} queries. Such depths are possible exactly when the sum of "
            f"{found.width}^-depth is at most 1 (Kraft). Here it is {exact_number(found.kraft)}; moving one more code to a "
            "smaller depth would exceed 1."
        )
    else:
        why = f"A small part of q codes costs 1 + q; the small parts together cost at most {found.budget}."
        if found.strategy != "optimal":
            why += (
                f" The query has the greatest H_{found.order}; totals are those of the same strategy after each split."
            )
    name = f"log_{found.width}(M)" if isinstance(found, FreeExplanation) else "2/3 (sqrt(M) - 1)"
    return explained(
        heading, columns, why, f"No strategy needs fewer than {name} = {found.bound:.6g} queries on average."
    )


def _parts(parts: rules.Parts) -> str:
    """Parts as a person reads them: "3 parts of 103, 1 part of 100"."""
    return ", ".join(f"{counted(count, 'part')} of {size:,}" for size, count in parts)


@build_app.command("free")
@bundled
def build_free(
    codes: Annotated[int, typer.Option("--codes", min=1, max=rules.MOST_FREE, metavar="M", help=LARGEST)],
    width: Annotated[
        int | None,
        typer.Option(
            "--width",
            min=2,
            max=rules.LARGEST_WIDTH,
            metavar="A",
            help="Largest number of answers per query. Default: the widths of the standard set.",
        ),
    ] = None,
    *,
    options: BuildOptions,
) -> None:
    """Free search with 1 to M codes: perfect play, an optimal first query, and even splits.

    Example: tafelwerk build search free --codes 5000 --width 10
    """
    from tafelwerk.build.search import free_build

    line = f"tafelwerk search free {codes} {10 if width is None else width}"
    run_builds([free_build(codes, width)], options, next_steps=[line])


@build_app.command("root")
@bundled
def build_root(
    size: Annotated[int, typer.Option("--size", min=1, max=rules.MOST_ROOT, metavar="N", help=LARGEST)],
    strategy: StrategyOption = "optimal",
    points: Annotated[
        int | None,
        typer.Option(
            "--points",
            min=2,
            max=rules.MOST_SIZES,
            metavar="P",
            help="Number of log-spaced sizes to store. Default: all sizes.",
        ),
    ] = None,
    *,
    options: BuildOptions,
) -> None:
    """The root model with 1 to N codes under one strategy: totals and first queries.

    Example: tafelwerk build search root --size 1000

    Example: tafelwerk build search root --size 1000000 --strategy h1.5 --points 1201
    """
    chosen = rules.parse_strategy(strategy)
    from tafelwerk.build.search import root_build

    words = "" if chosen == rules.OPTIMAL else f" --strategy {chosen}"
    run_builds([root_build(size, chosen, points)], options, next_steps=[f"tafelwerk search root {size}{words}"])


@build_app.command("curve")
@bundled
def build_curve(
    size: Annotated[int, typer.Option("--size", min=1, max=rules.MOST_PLAYED, metavar="N", help="Number of codes.")],
    alpha_max: Annotated[
        int,
        typer.Option(
            "--alpha-max", min=1, max=rules.LARGEST_CURVE_ORDER, metavar="A", help="Largest order of the entropy."
        ),
    ] = 6,
    points: Annotated[
        int,
        typer.Option("--points", min=1, max=rules.MOST_ORDERS, metavar="P", help="Number of steps from 0 to A."),
    ] = 300,
    *,
    options: BuildOptions,
) -> None:
    """The root model with N codes under H_alpha for evenly spaced orders alpha and infinity.

    Example: tafelwerk build search curve --size 1000
    """
    from tafelwerk.build.search import curve_build

    line = f"tafelwerk search root {size} --strategy h{alpha_max}"
    run_builds([curve_build(size, alpha_max, points)], options, next_steps=[line])
