"""`tafelwerk montecarlo` and `tafelwerk build montecarlo`: Monte-Carlo agents in races and subtraction games."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import (
    App,
    BookOption,
    BuildOptions,
    ComputeOption,
    DryRunOption,
    Executor,
    ExecutorOption,
    ForceOption,
    JobsOption,
    JsonOption,
    KeepOption,
    QuickOption,
    SchedulerOption,
    answer,
    rational,
    run_builds,
    table,
)
from tafelwerk.commands.miss import settle
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.tables import montecarlo as tables
from tafelwerk.tables.montecarlo import AGENTS, Duel, Game, Playouts, Subtraction, SubtractionRules

QUESTIONS = (
    "tafelwerk montecarlo duel subtraction 50 --moves 1,2 --k 10",
    "tafelwerk montecarlo blunder subtraction --moves 1,2",
)
"""What to ask the book first."""

app = App(help="Monte-Carlo agents in races and subtraction games, analysed exactly.")
build_app = App(help="Tables of Monte-Carlo agents.", invoke_without_command=True)

GameArgument = Annotated[
    list[str], typer.Argument(metavar="GAME", help="esr N M S | dsc N | subtraction HEAP --moves A,B[,...]")
]
MovesOption = Annotated[str | None, typer.Option("--moves", metavar="A,B[,...]", help="What may be taken.")]
OvershootOption = Annotated[
    str | None,
    typer.Option("--overshoot", metavar="wins|loses|illegal", help="Taking more than is left; wins, unless said."),
]
PlayoutsOption = Annotated[
    str | None, typer.Option("--k", metavar="K", help="Playouts a candidate: 1 or more, or inf.")
]
RivalOption = Annotated[str | None, typer.Option("--rival", metavar="K2", help="The rival's playouts; else 2K.")]


def at_least(least: int) -> Callable[[typer.CallbackParam, int | None], int | None]:
    """The check of a number on the command line."""

    def check(param: typer.CallbackParam, value: int | None) -> int | None:
        if value is not None and value < least:
            raise InputError(f"{param.opts[0]} is {least} or more, not {value}")
        return value

    return check


PointsOption = Annotated[
    int | None,
    typer.Option("--points", callback=at_least(2), metavar="P", help="Only the P log-spaced k; else every k."),
]
KMaxOption = Annotated[int, typer.Option("--k-max", callback=at_least(1), metavar="K", help="Largest k.")]


def whole(word: str, what: str) -> int:
    """The word as an integer."""
    try:
        return int(word)
    except ValueError:
        raise InputError(f"{what} is a whole number, not {word!r}") from None


def playouts(word: str, what: str = "k") -> Playouts:
    """The word as a number of playouts."""
    if word == "inf":
        return inf
    count = whole(word, what)
    if count < 1:
        raise InputError(f"{what} is 1 or more playouts, or inf, not {count}")
    return count


def rules(moves: str | None, overshoot: str | None) -> SubtractionRules:
    """The rules of a subtraction game, moves in any order."""
    if moves is None:
        raise InputError("a subtraction game needs its moves, as in --moves 1,2")
    numbers = sorted(whole(word.strip(), "a move") for word in moves.split(","))
    return SubtractionRules(tuple(numbers), overshoot or "wins")  # type: ignore[arg-type]  # checked by the class


def game(words: list[str], moves: str | None, overshoot: str | None) -> Game:
    """The game that the words of the command line name."""
    name, *sizes = words
    usage = {"esr": "esr N M S", "dsc": "dsc N", "subtraction": "subtraction HEAP --moves A,B[,...]"}
    if name not in usage:
        raise InputError(f"a game is one of {'; '.join(usage.values())}, not {name!r}")
    if len(sizes) != {"esr": 3, "dsc": 1, "subtraction": 1}[name]:
        raise InputError(f"a game is named {usage[name]}, not {' '.join(words)!r}")
    numbers = [whole(word, f"a size of {usage[name]}") for word in sizes]
    if name == "subtraction":
        negative_first = Subtraction(SubtractionRules((1,)), numbers[0])
        return Subtraction(rules(moves, overshoot), negative_first.heap)
    if moves is not None or overshoot is not None:
        raise InputError(f"{name} takes neither --moves nor --overshoot: they are for subtraction games")
    return tables.Esr(*numbers) if name == "esr" else tables.Dsc(*numbers)


def title(game: Game) -> str:
    """The game as the field writes it."""
    match game:
        case tables.Esr(n, m, s):
            return f"ESR({n},{m},{s})"
        case tables.Dsc(n):
            return f"DSC({n})"
        case Subtraction(rule, heap):
            end = "" if rule.overshoot == "wins" else f", overshoot {rule.overshoot}"
            return f"S({rule.text})({heap}{end})"


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
        f"{title(played)}, MC({own}) against MC({other})", tables.build_line(played, own, other)
    )
    if exact:
        chances, source = settle(
            book, lambda _: None, lambda: _answers().exact_duel(played, own, other), missing, compute=compute, keep=keep
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
        lambda: _answers().duel(played, own, other),
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


def _answers() -> Any:
    from tafelwerk.build.montecarlo import answers

    return answers


def _agent(word: str) -> str | Playouts:
    """An agent by name, or the playouts of MC."""
    if word.startswith("mc:"):
        return playouts(word[3:], "K of mc:K")
    if word not in AGENTS:
        raise InputError(f"an agent is mc:K, mc:inf, {', '.join(AGENTS)}, not {word!r}")
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
    missing = MissingTableError(f"{title(played)}, {words[0]} against {words[1]}", f"{again} --compute")
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
            lambda: _answers().exact_agents(played, first, second),
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
            lambda: _answers().agents(played, first, second),
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
        lambda: _answers().curve(played, k_max, points),
        MissingTableError(f"{title(played)}, the curve to k = {k_max}", line),
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
def random(
    words: GameArgument,
    book: BookOption,
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Random play: the chance of the player to move, as a fraction, before and after each move.

    Example: tafelwerk montecarlo random dsc 10
    """
    played = game(words, moves, overshoot)
    found, source = settle(
        book,
        lambda opened: tables.get_random(opened, played),
        lambda: _answers().random(played),
        MissingTableError(f"{title(played)}, random play", f"tafelwerk montecarlo random {played} --compute --keep"),
        compute=compute,
        keep=keep,
    )
    certainty = "certified" if found.win is None else "exact"
    document = {
        "win": None if found.win is None else rational(found.win),
        "win_float": found.chance,
        "by_move": {move: None if win is None else rational(win) for move, win in found.by_move.items()},
        "certainty": certainty,
        "error": found.error,
        "source": source,
    }

    def layout() -> Any:
        def row(name: str, win: Fraction | None, chance: float | None) -> tuple[str, str, str]:
            shown = "" if win is None else rational(win)
            number = "" if chance is None else f"{chance:.10f}"
            return name, number, shown if len(shown) <= 60 else f"{shown[:24]}... ({len(shown)} characters)"

        rows = [row("", found.win, found.chance)]
        rows += [row(move, win, None if win is None else float(win)) for move, win in found.by_move.items()]
        heading = f"{title(played)}: chance of the player to move at random play, {source}"
        return table(("after move", "chance", "as a fraction"), rows, title=heading)

    answer(json, document, layout)


@app.command()
def perfect(
    words: GameArgument,
    book: BookOption,
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Perfect play: who wins, by which moves, and (subtraction games) the proven period of win and loss.

    Example: tafelwerk montecarlo perfect subtraction 10 --moves 2,5
    """
    played = game(words, moves, overshoot)
    found, source = settle(
        book,
        lambda opened: tables.get_perfect(opened, played),
        lambda: _answers().perfect(played),
        MissingTableError(f"{title(played)}, perfect play", f"tafelwerk montecarlo perfect {played} --compute --keep"),
        compute=compute,
        keep=keep,
    )
    document: dict[str, Any] = {"win": found.win, "winning_moves": list(found.winning_moves)}
    text = f"{title(played)}: the player to move "
    text += f"wins by {', '.join(map(str, found.winning_moves))}" if found.win else "loses"
    if isinstance(played, Subtraction):
        document |= {"period": found.period, "preperiod": found.preperiod}
        text += f"; win and loss repeat every {found.period} heaps after the first {found.preperiod}"
    answer(json, document | {"certainty": "exact", "source": source}, f"{text} ({source}).")


@app.command()
def blunder(
    words: Annotated[list[str], typer.Argument(metavar="GAME", help="subtraction --moves A,B[,...] | dsc")],
    book: BookOption,
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", callback=at_least(1), metavar="N", help="Largest size looked at; 3000, for dsc 100."),
    ] = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """The smallest size at which MC(inf), in a won position, plays a losing move.

    Example: tafelwerk montecarlo blunder subtraction --moves 1,2
    """
    if words not in (["subtraction"], ["dsc"]):
        raise InputError(f"blunder looks at subtraction --moves A,B[,...] or at dsc, not at {' '.join(words)!r}")
    if words == ["dsc"]:
        if moves is not None or overshoot is not None:
            raise InputError("dsc takes neither --moves nor --overshoot: they are for subtraction games")
        size = limit or 100
        found, source = settle(
            book,
            lambda opened: tables.get_crash_blunder(opened, size),
            lambda: _answers().crash_blunder(size),
            MissingTableError(
                f"blunders in DSC up to {size}", f"tafelwerk montecarlo blunder dsc --limit {size} --compute"
            ),
            compute=compute,
            keep=keep,
        )
        name = "DSC(n)"
    else:
        rule = rules(moves, overshoot)
        size = limit or 3000
        again = f"tafelwerk montecarlo blunder subtraction {rule.options} --limit {size} --compute --keep"
        found, source = settle(
            book,
            lambda opened: tables.get_blunder(opened, rule, size),
            lambda: _answers().blunder(rule, size),
            MissingTableError(f"blunders in S({rule.text}) up to {size}", again),
            compute=compute,
            keep=keep,
        )
        name = f"S({rule.text})"
    document = {
        "size": found.size,
        "size_with_ties": found.size_with_ties,
        "searched_to": found.searched_to,
        "certainty": "exact",
        "source": source,
    }
    if found.size is None:
        text = f"{name}: MC(inf) is never bound to lose a won position (searched to {found.searched_to}; {source})."
    else:
        text = f"{name}: MC(inf) first throws away a won position at size {found.size} ({source})."
    if found.size_with_ties != found.size:
        text += f" With ties it may do so at size {found.size_with_ties}."
    answer(json, document, text)


def _bad_moves(found: list[tables.BadMove]) -> list[list[Any]]:
    return [[bad.heap, rational(bad.share)] for bad in found]


@app.command()
def asymmetry(
    heap: Annotated[int, typer.Argument(metavar="HEAP", help="Largest heap.")],
    book: BookOption,
    kind: Annotated[str, typer.Option("--kind", metavar="static|informed", help="Which playouts are biased how.")],
    epsilon: Annotated[str, typer.Option("--epsilon", metavar="E", help="The bias in (-1, 1): decimal or p/q.")],
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Biased playouts: the won heaps at which MC(inf) may lose, with the share of its best candidates that do.

    Example: tafelwerk montecarlo asymmetry 100 --moves 1,2 --kind informed --epsilon 0.32
    """
    rule = rules(moves, overshoot)
    if heap < 0:
        raise InputError(f"a heap has 0 or more, not {heap}")
    if kind not in tables.KINDS:
        raise InputError(f"the kind of bias is {' or '.join(tables.KINDS)}, not {kind!r}")
    try:
        bias = Fraction(epsilon)
    except (ValueError, ZeroDivisionError):
        raise InputError(f"epsilon is an integer, a decimal or p/q in (-1, 1), not {epsilon!r}") from None
    if not -1 < bias < 1:
        raise InputError(f"epsilon lies in (-1, 1), not at {epsilon}")
    again = f"tafelwerk montecarlo asymmetry {heap} {rule.options} --kind {kind} --epsilon {bias} --compute --keep"
    found, source = settle(
        book,
        lambda opened: tables.get_asymmetry(opened, rule, kind, bias, heap),  # type: ignore[arg-type]  # just checked
        lambda: _answers().asymmetry(rule, kind, bias, heap),
        MissingTableError(f"S({rule.text}) with {kind} bias {bias} up to {heap}", again),
        compute=compute,
        keep=keep,
    )
    answer(
        json,
        {"bad_moves": _bad_moves(found), "certainty": "exact", "source": source},
        lambda: table(
            ("heap", "share of best candidates that lose"),
            _bad_moves(found),
            title=f"S({rule.text}), {kind} bias {bias}: {len(found)} bad heaps up to {heap}, {source}",
        ),
    )


@app.command()
def errors(
    words: Annotated[list[str], typer.Argument(metavar="GAME", help="subtraction --moves A,B[,...]")],
    book: BookOption,
    limit: Annotated[int, typer.Option("--limit", callback=at_least(1), metavar="N", help="Largest heap.")],
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Every won heap at which MC(inf) may lose, with the share of its best candidates that do.

    Example: tafelwerk montecarlo errors subtraction --moves 1,2 --limit 50
    """
    if words != ["subtraction"]:
        raise InputError(f"errors looks at subtraction --moves A,B[,...], not at {' '.join(words)!r}")
    rule = rules(moves, overshoot)
    again = f"tafelwerk montecarlo errors subtraction {rule.options} --limit {limit} --compute --keep"
    (won, found), source = settle(
        book,
        lambda opened: tables.get_errors(opened, rule, limit),
        lambda: _answers().errors(rule, limit),
        MissingTableError(f"errors in S({rule.text}) up to {limit}", again),
        compute=compute,
        keep=keep,
    )
    share = sum((bad.share for bad in found), Fraction()) / won if won else Fraction()
    document = {"bad_moves": _bad_moves(found), "won_heaps": won, "share": rational(share)}
    answer(
        json,
        document | {"searched_to": limit, "certainty": "exact", "source": source},
        lambda: table(
            ("heap", "share of best candidates that lose"),
            _bad_moves(found),
            title=f"S({rule.text}): MC(inf) loses {float(share):.4f} of {won} won heaps up to {limit}, {source}",
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
        lambda: _answers().basins(played, k_max),
        MissingTableError(f"{title(played)}, basins up to k = {k_max}", again),
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
        int, typer.Option("--k-max", callback=at_least(1), metavar="K", help="Largest k looked at.")
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
        lambda: _answers().first_over_half(played, k_max),
        MissingTableError(f"{title(played)}, the curve to k = {k_max}", again),
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


@app.command()
def limits(
    book: BookOption,
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """Where the chance of random play goes as the heap grows: one exact limit for every class of heaps.

    Example: tafelwerk montecarlo limits --moves 3,5,11 --overshoot loses
    """
    rule = rules(moves, overshoot)
    found, source = settle(
        book,
        lambda opened: tables.get_limits(opened, rule),
        lambda: _answers().limits(rule),
        MissingTableError(f"limits of S({rule.text})", f"tafelwerk montecarlo limits {rule.options} --compute --keep"),
        compute=compute,
        keep=keep,
    )
    document = {"modulus": found[0].modulus, "limits": {str(limit.residue): rational(limit.chance) for limit in found}}
    answer(
        json,
        document | {"certainty": "exact", "source": source},
        lambda: table(
            ("heap mod " + str(found[0].modulus), "limit", "as a fraction"),
            [(limit.residue, f"{float(limit.chance):.10f}", rational(limit.chance)) for limit in found],
            title=f"S({rule.text}), overshoot {rule.overshoot}: limits of random play, {source}",
        ),
    )


@build_app.callback()
def build(
    context: typer.Context,
    book: BookOption,
    quick: QuickOption = False,
    jobs: JobsOption = None,
    executor: ExecutorOption = Executor.LOCAL,
    scheduler: SchedulerOption = None,
    dry_run: DryRunOption = False,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """The family's standard set, or the curves of one game.

    Example: tafelwerk build montecarlo --dry-run

    Example: tafelwerk build montecarlo esr 5 6 1 --k-max 100
    """
    if context.invoked_subcommand is not None:
        return
    from tafelwerk.build.montecarlo import quick as quick_set
    from tafelwerk.build.montecarlo import standard

    builds = quick_set() if quick else standard()
    run_builds(builds, BuildOptions(book, jobs, executor, scheduler, dry_run, force, json))


def _build_curve(played: Game, k_max: int, points: int | None, options: BuildOptions) -> None:
    from tafelwerk.build.montecarlo import curve_build

    line = f"tafelwerk montecarlo curve {played} --k-max {k_max}" + (f" --points {points}" if points else "")
    run_builds([curve_build(played, k_max, points)], options, next_steps=[line])


@build_app.command("esr")
def build_esr(
    n: Annotated[int, typer.Argument(metavar="N", help="Steps of a lane.")],
    m: Annotated[int, typer.Argument(metavar="M", help="Lanes of a player.")],
    s: Annotated[int, typer.Argument(metavar="S", help="Pieces to bring home.")],
    book: BookOption,
    k_max: KMaxOption,
    points: PointsOption = None,
    jobs: JobsOption = None,
    executor: ExecutorOption = Executor.LOCAL,
    scheduler: SchedulerOption = None,
    dry_run: DryRunOption = False,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """The curve of a single-step race, and its random play.

    Example: tafelwerk build montecarlo esr 5 6 1 --k-max 100
    """
    options = BuildOptions(book, jobs, executor, scheduler, dry_run, force, json)
    _build_curve(tables.Esr(n, m, s), k_max, points, options)


@build_app.command("dsc")
def build_dsc(
    n: Annotated[int, typer.Argument(metavar="N", help="Length of the lane.")],
    book: BookOption,
    k_max: KMaxOption,
    points: PointsOption = None,
    jobs: JobsOption = None,
    executor: ExecutorOption = Executor.LOCAL,
    scheduler: SchedulerOption = None,
    dry_run: DryRunOption = False,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """The curve of a double-step crash race, its perfect play and its random play.

    Example: tafelwerk build montecarlo dsc 40 --k-max 1000000 --points 200
    """
    options = BuildOptions(book, jobs, executor, scheduler, dry_run, force, json)
    _build_curve(tables.Dsc(n), k_max, points, options)


@build_app.command("subtraction")
def build_subtraction(
    heap: Annotated[int, typer.Argument(metavar="HEAP", help="Largest heap; all smaller ones come along.")],
    book: BookOption,
    k_max: KMaxOption,
    points: PointsOption = None,
    moves: MovesOption = None,
    overshoot: OvershootOption = None,
    jobs: JobsOption = None,
    executor: ExecutorOption = Executor.LOCAL,
    scheduler: SchedulerOption = None,
    dry_run: DryRunOption = False,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """The curves of a subtraction game for every heap up to HEAP, its perfect play and its random play.

    Example: tafelwerk build montecarlo subtraction 110 --moves 1,2 --k-max 100
    """
    options = BuildOptions(book, jobs, executor, scheduler, dry_run, force, json)
    _build_curve(Subtraction(rules(moves, overshoot), heap), k_max, points, options)
