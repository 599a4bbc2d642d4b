"""`tafelwerk switching winrate, duel`: what the book holds of games."""

from fractions import Fraction
from typing import Any

from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, KeepOption, answer
from tafelwerk.commands.miss import settle
from tafelwerk.commands.switching.words import (
    CutOption,
    GamesOption,
    OrderArgument,
    OrderOption,
    SeedOption,
    ShortOption,
    answers,
    app,
    listed,
    shown,
)
from tafelwerk.errors import InputError
from tafelwerk.tables import switching as tables
from tafelwerk.tables.question import Source
from tafelwerk.tables.switching import Pairing, Rate


@app.command()
def winrate(
    order: OrderArgument,
    book: BookOption,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Shannon against Shannon: how often Cut, who moves first, wins when both follow the heuristic, every tie drawn evenly.

    Example: tafelwerk switching winrate 9

    Example: tafelwerk switching winrate 24 --compute --keep
    """
    found, source = settle(
        book,
        lambda opened: tables.get_rate(opened, order),
        lambda: answers().rate(order),
        tables.missing_rate(book, order),
        compute=compute,
        keep=keep,
    )
    document: dict[str, Any] = {
        "order": order,
        "cut": found.cut,
        "cut_float": float(found.cut),
        "losing_openings": found.losing,
        "mixed_openings": found.mixed,
        "openings": len(found.openings),
        "shortest": min(opening.shortest for opening in found.openings),
        "longest": max(opening.longest for opening in found.openings),
        "gap": found.gap,
        "certainty": "exact",
        "error": float(abs(Fraction(float(found.cut)) - found.cut)),
        "source": source,
    }
    answer(json, document, lambda: _rate_words(found, source))


def _rate_words(found: Rate, source: Source) -> str:
    text = f"Order {found.m}, heuristic against heuristic: Cut wins {shown(found.cut)} of the games ({source}), "
    text += f"which take {min(o.shortest for o in found.openings)} to {max(o.longest for o in found.openings)} plies. "
    if not found.losing and not found.mixed:
        text += f"None of the {len(found.openings)} openings can be lost."
    if found.losing:
        text += f"Cut loses after {listed(found.losing)}."
    if found.mixed:
        text += f"{' ' if found.losing else ''}Ties decide after {listed(found.mixed)}."
    return text + f" The closest decision was by {float(found.gap):.3g} of the voltage."


@app.command()
def duel(
    order: OrderOption,
    cut: CutOption,
    short: ShortOption,
    book: BookOption,
    games: GamesOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Two agents, Cut first: Short's chance to win; certified on boards of order 2 and 3, else from games that are played.

    Example: tafelwerk switching duel --order 3 --cut heuristic --short temperature:0.1

    Example: tafelwerk switching duel --order 4 --cut heuristic --short gauss-seidel:6:0.1

    Example: tafelwerk switching duel --order 6 --cut heuristic --short gauss-seidel:6:0.1 --games 20000 --compute
    """
    if order <= tables.MOST_WHOLE_ORDER and (games is not None or seed is not None):
        option = "--games" if games is not None else "--seed"
        raise InputError(f"{option} is of games that are played; on the board of order {order} nothing is sampled")
    found, source = settle(
        book,
        lambda opened: tables.get_pairing(opened, order, cut, short, games, seed),
        lambda: answers().pairing(order, cut, short, games, seed, book),
        tables.missing_pairing(book, order, cut, short, games, seed),
        compute=compute,
        keep=keep,
    )
    document: dict[str, Any] = {"order": order, "cut": cut, "short_agent": short, "short": found.chance}
    if found.exactly is not None:
        document["short_exact"] = found.exactly
    document |= {"certainty": found.certainty, "error": found.error}
    if found.games is not None:
        document |= {"games": found.games, "seed": found.seed}
    answer(json, document | {"source": source}, lambda: _duel_words(found, source))


def _duel_words(found: Pairing, source: Source) -> str:
    text = f"Order {found.m}, Cut {found.cut} against Short {found.short}: Short wins "
    if found.exactly is not None:
        return text + f"{shown(found.exactly)} of the games (exact, {source})."
    if found.certainty == "sampled":
        return text + f"{found.chance:.6g} +- {found.error:.2g} of {found.games:,} games (seed {found.seed}, {source})."
    return text + f"{found.chance:.10g} of the games (within {found.error:.1g}, {source})."
