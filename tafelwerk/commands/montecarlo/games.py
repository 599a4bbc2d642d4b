"""`tafelwerk montecarlo random, perfect, blunder, errors, limits`: random and perfect play, and where MC(inf) errs."""

from fractions import Fraction
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Ask, Text, asks
from tafelwerk.commands.common import rational, table
from tafelwerk.commands.montecarlo.words import Placed, Taking, app
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.montecarlo import LARGEST_HEAP, LONGEST_LANE, Dsc, Dsr, Subtraction, refuse_rules
from tafelwerk.rules.numbers import between
from tafelwerk.tables.montecarlo import questions
from tafelwerk.tables.montecarlo.answers import BadMove


@app.command()
@asks
def random(placed: Placed, ask: Ask) -> Text:
    """Random play: winning chance of the player to move, as a fraction, before and after each move.

    Example: tafelwerk montecarlo random dsc 10

    Example: tafelwerk montecarlo random esr 7 3 2 --at "5,4,0 / 6,6,3"
    """
    found = ask(questions.random, placed.game, placed.position)

    def layout() -> Any:
        def row(name: str, win: Fraction | None, chance: float | None) -> tuple[str, str, str]:
            shown = "" if win is None else rational(win)
            number = "" if chance is None else f"{chance:.10f}"
            return name, number, shown if len(shown) <= 60 else f"{shown[:24]}... ({len(shown)} characters)"

        rows = [row("", found.win, found.win_float)]
        rows += [row(move, win, None if win is None else float(win)) for move, win in found.by_move.items()]
        heading = f"{placed.title}: winning chance of the player to move at random play, {found.source}"
        return table(("after move", "chance", "as a fraction"), rows, title=heading)

    return layout


@app.command()
@asks
def perfect(placed: Placed, ask: Ask) -> Text:
    """Perfect play: who wins, by which moves, and (subtraction games) the proven period of win and loss.

    Example: tafelwerk montecarlo perfect subtraction 10 --moves 2,5

    Example: tafelwerk montecarlo perfect dsc 10 --at "2 1"
    """
    found = ask(questions.perfect, placed.game, placed.position)
    text = f"{placed.title}: the player to move "
    text += f"wins by {', '.join(map(str, found.winning_moves))}" if found.win else "loses"
    if isinstance(placed.game, Subtraction):
        text += f"; win and loss repeat every {found.period} heaps after the first {found.preperiod}"
    return f"{text} ({found.source})."


@app.command()
@asks
def blunder(
    words: Annotated[list[str], typer.Argument(metavar="GAME", help="subtraction --moves A,B[,...] | dsc | dsr")],
    taking: Taking,
    ask: Ask,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            max=LARGEST_HEAP,
            metavar="N",
            help=f"Largest size searched; at most {LONGEST_LANE:,} for races. Default: 3000, for races 100.",
        ),
    ] = None,
) -> Text:
    """Smallest size at which MC(inf) plays a losing move in a won position.

    Example: tafelwerk montecarlo blunder subtraction --moves 1,2
    """
    races = {race.name: race.name for race in (Dsc, Dsr)}
    race = races.get(" ".join(words))
    if race is None and words != ["subtraction"]:
        raise InputError(f"blunder needs subtraction --moves A,B[,...], dsc or dsr, not {quoted(' '.join(words))}")
    rules = None
    if race is None:
        rules = taking.rules
    else:
        refuse_rules(race, taking.moves, taking.overshoot)
        between(f"--limit of {race}", limit or 1, 1, LONGEST_LANE)
    found = ask(questions.blunder, rules, limit or 0, race)
    name = f"{race.upper()}(n)" if race is not None else f"S({taking.rules.text})"
    if found.size is None:
        text = f"{name}: MC(inf) never throws away a won position for certain (searched to {found.searched_to}; {found.source})."
    else:
        text = f"{name}: MC(inf) first throws away a won position at size {found.size} ({found.source})."
    if found.size_with_ties != found.size:
        text += f" With ties it may do so at size {found.size_with_ties}."
    return text


@app.command()
@asks
def errors(
    words: Annotated[list[str], typer.Argument(metavar="GAME", help="subtraction --moves A,B[,...]")],
    taking: Taking,
    ask: Ask,
    limit: Annotated[int, typer.Option("--limit", min=1, max=LARGEST_HEAP, metavar="N", help="Largest heap.")],
) -> Text:
    """Won heaps at which MC(inf) may lose, and the share of its best candidates that lose.

    Example: tafelwerk montecarlo errors subtraction --moves 1,2 --limit 50
    """
    if words != ["subtraction"]:
        raise InputError(f"errors needs subtraction --moves A,B[,...], not {quoted(' '.join(words))}")
    rules = taking.rules
    found = ask(questions.errors, rules, limit)
    share = f"{float(found.share):.4f} of {found.won_heaps} won heaps up to {limit}"
    return lambda: bad_moves_table(found.bad_moves, f"S({rules.text}): MC(inf) loses {share}, {found.source}")


def bad_moves_table(found: list[BadMove], title: str) -> Any:
    """Table of heaps with the shares of best candidates that lose there."""
    rows = [(heap, rational(share)) for heap, share in found]
    return table(("heap", "share of best candidates that lose"), rows, title=title)


@app.command()
@asks
def limits(taking: Taking, ask: Ask) -> Text:
    """Limit of the winning chance in random play as the heap grows: one exact limit per residue class of heaps.

    Example: tafelwerk montecarlo limits --moves 3,5,11 --overshoot loses
    """
    rules = taking.rules
    found = ask(questions.limits, rules)
    return lambda: table(
        (f"heap mod {found.modulus}", "limit", "as a fraction"),
        [(residue, f"{float(chance):.10f}", rational(chance)) for residue, chance in found.limits.items()],
        title=f"S({rules.text}), overshoot {rules.overshoot}: limits of random play, {found.source}",
    )
