"""`tafelwerk montecarlo duel, curve, basins, first-over-half`: agents against each other."""

from fractions import Fraction
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import (
    BookOption,
    ComputeOption,
    JsonOption,
    KeepOption,
    answer,
    rational,
    table,
)
from tafelwerk.commands.miss import settle
from tafelwerk.commands.montecarlo.words import (
    GameArgument,
    KMaxOption,
    MovesOption,
    OvershootOption,
    PlayoutsOption,
    PointsOption,
    RivalOption,
    answers,
    app,
    game,
    playouts,
    title,
)
from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.tables import montecarlo as tables
from tafelwerk.tables.montecarlo import AGENTS, MOST_POINTS, Duel, Game, Playouts, Subtraction


def duel_document(duel: Duel) -> dict[str, Any]:
    return {
        "k": duel.k,
        "rival": duel.rival,
        "first": duel.first,
        "second": duel.second,
        "mean": duel.mean,
        "certainty": "certified",
        "error": duel.error,
    }


@app.command()
def duel(
    words: GameArgument,
    book: BookOption,
    k: PlayoutsOption = None,
    rival: RivalOption = None,
    first: Annotated[
        str | None,
        typer.Option("--first", metavar="AGENT", help=f"mc:K, mc:inf, {', '.join(AGENTS)}; with --second."),
    ] = None,
    second: Annotated[
        str | None, typer.Option("--second", metavar="AGENT", help="The agent that moves second.")
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="As fractions; for small games and small k.")] = False,
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """The chances of MC(K) against MC(K2), moving first, second, and on average; or of any agent against any other.

    Example: tafelwerk montecarlo duel esr 5 6 1 --k 10

    Example: tafelwerk montecarlo duel subtraction 50 --moves 1,2 --k 1000 --rival inf --json

    Example: tafelwerk montecarlo duel subtraction 40 --moves 3,5,11 --overshoot loses --first careful --second random
    """
    played = game(words, moves, overshoot)
    if (first is None) != (second is None) or (first is None) == (k is None):
        raise InputError("a duel is said by --k K [--rival K2], or by --first AGENT --second AGENT")
    if first is not None and second is not None:
        if rival is not None:
            raise InputError("--rival goes with --k; with --first the other agent is --second")
        _agents(played, _agent(first), _agent(second), exact, book, json, compute, keep)
        return
    own = playouts(k or "")
    other = 2 * own if rival is None else playouts(rival, "the rival's k")
    missing = MissingTableError(
        f"{title(played)}, MC({own}) against MC({other})", tables.build_line(played, own, other), book
    )
    if exact:
        chances, source = settle(
            book, lambda _: None, lambda: answers().exact_duel(played, own, other), missing, compute=compute, keep=keep
        )
        fractions = dict(zip(("first", "second", "mean"), map(rational, chances), strict=True))
        answer(
            json,
            {"k": own, "rival": other, **fractions, "certainty": "exact", "source": source},
            lambda: table(
                ("", "chance", "as a fraction"),
                [(name, float(chance), fractions[name]) for name, chance in zip(fractions, chances, strict=True)],
                title=f"{title(played)}: MC({own}) against MC({other})",
            ),
        )
        return
    found, source = settle(
        book,
        lambda opened: tables.get_duel(opened, played, own, other),
        lambda: answers().duel(played, own, other),
        missing,
        compute=compute,
        keep=keep,
    )
    answer(
        json,
        duel_document(found) | {"source": source},
        f"{title(played)}, MC({own}) against MC({other}): MC({own}) wins {found.first:.10f} moving first, "
        f"{found.second:.10f} moving second, {found.mean:.10f} on average (certified to {found.error:.0e}; {source}).",
    )


def _agent(word: str) -> str | Playouts:
    """An agent by name, or the playouts of MC."""
    if word.startswith("mc:"):
        return playouts(word[3:], "K of mc:K")
    if word not in AGENTS:
        raise InputError(f"an agent is mc:K, mc:inf, {', '.join(AGENTS)}, not {quoted(word)}")
    return word


def _agents(
    played: Game,
    first: str | Playouts,
    second: str | Playouts,
    exact: bool,
    book: Any,
    json: bool,
    compute: bool,
    keep: bool,
) -> None:
    words = [agent if isinstance(agent, str) else f"mc:{agent}" for agent in (first, second)]
    again = f"tafelwerk montecarlo duel {played} --first {words[0]} --second {words[1]}"
    missing = MissingTableError(f"{title(played)}, {words[0]} against {words[1]}", f"{again} --compute", book)
    document: dict[str, Any] = {"first_agent": words[0], "second_agent": words[1]}
    sampling = not (isinstance(first, str) and isinstance(second, str))
    if exact or not sampling:

        def stored(opened: Any) -> Fraction | None:
            if sampling or not isinstance(played, Subtraction):
                return None
            row = tables.get_agent_duel(opened, played, words[0], words[1])
            return None if row is None else row.chance

        chance, source = settle(
            book,
            stored,
            lambda: answers().exact_agents(played, first, second),
            missing,
            compute=compute,
            keep=keep,
        )
        document |= {"first": rational(chance), "second": rational(1 - chance), "first_float": float(chance)}
        document |= {"certainty": "exact", "source": source}
        text = f"{float(chance):.10f} ({rational(chance) if chance.denominator < 10**12 else 'exact'}; {source})"
    else:
        (value, other, error), source = settle(
            book,
            lambda _: None,
            lambda: answers().agents(played, first, second),
            missing,
            compute=compute,
            keep=keep,
        )
        document |= {"first": value, "second": other, "certainty": "certified", "error": error, "source": source}
        text = f"{value:.10f} (certified to {error:.0e}; {source})"
    answer(json, document, f"{title(played)}: {words[0]}, moving first, wins against {words[1]} with chance {text}.")


@app.command()
def curve(
    words: GameArgument,
    book: BookOption,
    k_max: KMaxOption,
    points: PointsOption = None,
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """The duels of MC(k) against MC(2k) for every k up to K, or for P of them spread evenly on the logarithmic scale.

    Example: tafelwerk montecarlo curve dsc 10 --k-max 1000 --points 20
    """
    played = game(words, moves, overshoot)
    ks = tables.curve_points(k_max, points)
    line = f"tafelwerk build montecarlo {played} --k-max {k_max}" + (f" --points {points}" if points else "")
    found, source = settle(
        book,
        lambda opened: tables.get_curve(opened, played, ks),
        lambda: answers().curve(played, k_max, points),
        MissingTableError(f"{title(played)}, the curve to k = {k_max}", line, book),
        compute=compute,
        keep=keep,
    )
    answer(
        json,
        [duel_document(point) | {"source": source} for point in found],
        lambda: table(
            ("k", "first", "second", "mean", "error"),
            [(f"{d.k:,}", f"{d.first:.10f}", f"{d.second:.10f}", f"{d.mean:.10f}", f"{d.error:.0e}") for d in found],
            title=f"{title(played)}: MC(k) against MC(2k), {source}",
        ),
    )


@app.command()
def basins(
    words: GameArgument,
    book: BookOption,
    k_max: KMaxOption,
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Self-play basins: where over k the mean chance of MC(k) against MC(2k) has a local minimum.

    Example: tafelwerk montecarlo basins dsc 40 --k-max 1000000
    """
    played = game(words, moves, overshoot)
    again = f"tafelwerk montecarlo basins {played} --k-max {k_max} --compute --keep"
    found, source = settle(
        book,
        lambda opened: tables.get_basins(opened, played, k_max),
        lambda: answers().basins(played, k_max),
        MissingTableError(f"{title(played)}, basins up to k = {k_max}", again, book),
        compute=compute,
        keep=keep,
    )
    answer(
        json,
        {
            "basins": [{"k": basin.k, "mean": basin.mean, "error": basin.error} for basin in found],
            "k_max": k_max,
            "certainty": "certified",
            "error": max((basin.error for basin in found), default=0.0),
            "source": source,
        },
        lambda: table(
            ("k", "mean", "error"),
            [(f"{basin.k:,}", f"{basin.mean:.10f}", f"{basin.error:.0e}") for basin in found],
            title=f"{title(played)}: {len(found)} basins up to k = {k_max}, {source}",
        ),
    )


@app.command("first-over-half")
def first_over_half(
    words: GameArgument,
    book: BookOption,
    k_max: Annotated[
        int, typer.Option("--k-max", min=1, max=MOST_POINTS, metavar="K", help="Largest k looked at.")
    ] = 1000,
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """The smallest k at which MC(k) wins more than half against MC(2k), the seemingly stronger agent.

    Example: tafelwerk montecarlo first-over-half dsc 10
    """
    played = game(words, moves, overshoot)
    again = f"tafelwerk montecarlo first-over-half {played} --k-max {k_max} --compute --keep"
    found, source = settle(
        book,
        lambda opened: tables.get_first_over_half(opened, played, k_max),
        lambda: answers().first_over_half(played, k_max),
        MissingTableError(f"{title(played)}, the curve to k = {k_max}", again, book),
        compute=compute,
        keep=keep,
    )
    document = {
        "k": found.k,
        "mean": found.mean,
        "undecided": list(found.undecided),
        "searched_to": found.searched_to,
        "certainty": "certified",
        "error": found.error,
        "source": source,
    }
    text = f"{title(played)}: MC(k) "
    text += "never wins" if found.k is None else f"first wins, at k = {found.k},"
    text += f" more than half against MC(2k) (searched to {found.searched_to}; {source})."
    if found.undecided:
        text += f" At {len(found.undecided)} smaller k the mean cannot be told from one half."
    answer(json, document, text)
