"""`tafelwerk mastermind summary, next`: what strategies need, and what they ask."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, KeepOption, answer, rational, table
from tafelwerk.commands.mastermind.words import (
    ColorsOption,
    DistinctOption,
    HistoryOption,
    LeastDepthOption,
    MaxDepthOption,
    NameOption,
    PegsOption,
    StrategyOption,
    TieOption,
    answers,
    app,
)
from tafelwerk.commands.mastermind.words import game as game_of
from tafelwerk.commands.mastermind.words import history as history_of
from tafelwerk.commands.mastermind.words import strategy as strategy_of
from tafelwerk.commands.miss import settle
from tafelwerk.commands.output import headed
from tafelwerk.errors import MissingTableError
from tafelwerk.tables import mastermind as tables
from tafelwerk.tables.mastermind import Game, History, Next, Strategy
from tafelwerk.tables.question import Source

if TYPE_CHECKING:
    pass


STAND_IN = "h1"
"""The strategy that asks where the optimal query is out of reach."""


def find_next(
    book: Path, game: Game, strategy: Strategy, history: History, *, compute: bool = False, keep: bool = False
) -> tuple[Next, Source]:
    """What the strategy asks after a history, and where that comes from.

    Raises:
        MissingTableError: it is not in the book, and too much work to do unasked.
        InputError: the history cannot be.
    """
    after = f" after {len(history)} queries" if history else ""
    return settle(
        book,
        lambda opened: tables.get_next(opened, game, strategy, history),
        lambda: answers().next_query(book, game, strategy, history),
        MissingTableError(f"{game}, {strategy}{after}", tables.build_line(game, strategy), book),
        compute=compute,
        keep=keep,
        builds=_build_of(game, strategy),
    )


def _build_of(game: Game, strategy: Strategy) -> dict[str, Any]:
    """Parameters of the build that holds a strategy."""
    return {"game": game.name, "strategy": strategy.name, "tie": strategy.tie}


@app.command()
def summary(
    book: BookOption,
    pegs: PegsOption = None,
    colors: ColorsOption = None,
    distinct: DistinctOption = False,
    name: NameOption = None,
    strategy: StrategyOption = "optimal",
    tie: TieOption = None,
    max_depth: MaxDepthOption = None,
    least_depth: LeastDepthOption = False,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """What a strategy needs: queries summed over all codes, their mean, the most, and how often each number.

    Example: tafelwerk mastermind summary --pegs 4 --colors 6 --strategy h1

    Example: tafelwerk mastermind summary --pegs 4 --colors 6 --distinct --strategy h2 --tie mix --json
    """
    game, wanted = game_of(pegs, colors, distinct, name), strategy_of(strategy, tie, max_depth, least_depth)
    found, source = settle(
        book,
        lambda opened: tables.get_summary(opened, game, wanted),
        lambda: answers().summary(book, game, wanted),
        MissingTableError(f"{game}, {wanted}", tables.build_line(game, wanted), book),
        compute=compute,
        keep=keep,
        builds=_build_of(game, wanted),
    )
    document = {
        "codes": found.codes,
        "total": rational(found.total),
        "mean": float(found.mean),
        "max": found.most,
        "histogram": {str(queries): rational(codes) for queries, codes in found.histogram},
        "certainty": "exact",
        "source": source,
    }

    def layout() -> Any:
        whole = all(codes.denominator == 1 for _, codes in found.histogram)
        total = rational(found.total) if len(rational(found.total)) <= 40 else f"{float(found.total):.6f}"
        heading = (
            f"{game}, {wanted}: {total} queries for {found.codes:,} codes, "
            f"{float(found.mean):.6f} on average, {found.most} at most ({source})"
        )
        rows = [(queries, int(codes) if whole else f"{float(codes):.4f}") for queries, codes in found.histogram]
        return headed(heading, table(("queries", "codes"), rows))

    answer(json, document, layout)


@app.command("next")
def next_query(
    book: BookOption,
    pegs: PegsOption = None,
    colors: ColorsOption = None,
    distinct: DistinctOption = False,
    name: NameOption = None,
    history: HistoryOption = None,
    strategy: StrategyOption = "optimal",
    tie: TieOption = None,
    max_depth: MaxDepthOption = None,
    least_depth: LeastDepthOption = False,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """What a strategy asks after the answers so far, whoever chose the queries, and what each answer would leave.

    Example: tafelwerk mastermind next --pegs 4 --colors 6 --history "AABC 1,2; ABDE 0,3"

    Example: tafelwerk mastermind next --name words --strategy h1 --history "crane G---Y" --json
    """
    game, wanted = game_of(pegs, colors, distinct, name), strategy_of(strategy, tie, max_depth, least_depth)
    found, source = find_next(book, game, wanted, history_of(game, history), compute=compute, keep=keep)
    if found.remaining == 1:
        answer(json, {"solved": found.guess, "source": source}, f"One code is left: {found.guess} ({source}).")
        return
    document: dict[str, Any] = {
        "guess": found.guess,
        "remaining": found.remaining,
        "expected": None if found.expected is None else float(found.expected),
        "answers": dict(found.answers),
        "possible": found.possible,
    }
    if found.expected is not None:
        document["total"] = rational(found.expected * found.remaining)
    if found.tied:
        document["tied"] = list(found.tied)
    if not found.best:
        document |= {"best": False, "asked_by": STAND_IN}
    answer(json, document | {"certainty": "exact", "source": source}, lambda: next_layout(found, source))


def next_layout(found: Next, source: str) -> Any:
    """A query for people, and the answers it may have."""
    heading = f"{found.guess}, {found.remaining:,} codes left"
    if found.expected is not None:
        heading += f", {float(found.expected):.6f} queries expected from here"
    heading += f" ({source})"
    if not found.best:
        heading += f"; asked by {STAND_IN}, not proved to be the best"
    if len(found.tied) > 1:
        heading += f"; as good: {_listed([guess for guess in found.tied if guess != found.guess])}"
    return headed(heading, table(("answer", "codes left"), found.answers))


def _listed(words: list[str], most: int = 12) -> str:
    rest = len(words) - most
    return ", ".join(words[:most]) + (f" and {rest:,} more" if rest > 0 else "")
