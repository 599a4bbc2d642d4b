"""`tafelwerk montecarlo random, perfect, blunder, errors, asymmetry, limits`: what the games themselves hold."""

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
    MovesOption,
    OvershootOption,
    answers,
    app,
    game,
    rules,
    title,
)
from tafelwerk.commands.numbers import between, fraction
from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.tables import montecarlo as tables
from tafelwerk.tables.montecarlo import LARGEST_HEAP, LONGEST_DSC, Subtraction


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
        lambda: answers().random(played),
        MissingTableError(
            f"{title(played)}, random play", f"tafelwerk montecarlo random {played} --compute --keep", book
        ),
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
        lambda: answers().perfect(played),
        MissingTableError(
            f"{title(played)}, perfect play", f"tafelwerk montecarlo perfect {played} --compute --keep", book
        ),
        compute=compute,
        keep=keep,
    )
    document: dict[str, Any] = {
        "win": found.win,
        "winning_moves": list(found.winning_moves),
        "period": found.period,
        "preperiod": found.preperiod,
    }
    text = f"{title(played)}: the player to move "
    text += f"wins by {', '.join(map(str, found.winning_moves))}" if found.win else "loses"
    if isinstance(played, Subtraction):
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
        typer.Option(
            "--limit",
            min=1,
            max=LARGEST_HEAP,
            metavar="N",
            help=f"Largest size searched, for dsc at most {LONGEST_DSC:,}. Default: 3000, for dsc 100.",
        ),
    ] = None,
    json: JsonOption = False,
    compute: ComputeOption = False,
    keep: KeepOption = False,
) -> None:
    """The smallest size at which MC(inf), in a won position, plays a losing move.

    Example: tafelwerk montecarlo blunder subtraction --moves 1,2
    """
    if words not in (["subtraction"], ["dsc"]):
        raise InputError(f"blunder looks at subtraction --moves A,B[,...] or at dsc, not at {quoted(' '.join(words))}")
    if words == ["dsc"]:
        if moves is not None or overshoot is not None:
            raise InputError("dsc takes neither --moves nor --overshoot: they are for subtraction games")
        size = between("--limit of dsc", limit or 100, 1, LONGEST_DSC)
        found, source = settle(
            book,
            lambda opened: tables.get_crash_blunder(opened, size),
            lambda: answers().crash_blunder(size),
            MissingTableError(
                f"blunders in DSC up to {size}", f"tafelwerk montecarlo blunder dsc --limit {size} --compute", book
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
            lambda: answers().blunder(rule, size),
            MissingTableError(f"blunders in S({rule.text}) up to {size}", again, book),
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


@app.command()
def errors(
    words: Annotated[list[str], typer.Argument(metavar="GAME", help="subtraction --moves A,B[,...]")],
    book: BookOption,
    limit: Annotated[int, typer.Option("--limit", min=1, max=LARGEST_HEAP, metavar="N", help="Largest heap.")],
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
        raise InputError(f"errors looks at subtraction --moves A,B[,...], not at {quoted(' '.join(words))}")
    rule = rules(moves, overshoot)
    again = f"tafelwerk montecarlo errors subtraction {rule.options} --limit {limit} --compute --keep"
    (won, found), source = settle(
        book,
        lambda opened: tables.get_errors(opened, rule, limit),
        lambda: answers().errors(rule, limit),
        MissingTableError(f"errors in S({rule.text}) up to {limit}", again, book),
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


def _bad_moves(found: list[tables.BadMove]) -> list[list[Any]]:
    return [[bad.heap, rational(bad.share)] for bad in found]


@app.command()
def asymmetry(
    heap: Annotated[int, typer.Argument(metavar="HEAP", min=0, max=LARGEST_HEAP, help="Largest heap.")],
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
    if kind not in tables.KINDS:
        raise InputError(f"--kind must be {' or '.join(tables.KINDS)}, not {quoted(kind)}")
    bias = fraction("--epsilon", epsilon, -1, 1)
    if abs(bias) == 1:
        raise InputError(f"--epsilon must lie between -1 and 1, not at {bias}")
    again = f"tafelwerk montecarlo asymmetry {heap} {rule.options} --kind {kind} --epsilon {bias} --compute --keep"
    found, source = settle(
        book,
        lambda opened: tables.get_asymmetry(opened, rule, kind, bias, heap),
        lambda: answers().asymmetry(rule, kind, bias, heap),
        MissingTableError(f"S({rule.text}) with {kind} bias {bias} up to {heap}", again, book),
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
        lambda: answers().limits(rule),
        MissingTableError(
            f"limits of S({rule.text})", f"tafelwerk montecarlo limits {rule.options} --compute --keep", book
        ),
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
