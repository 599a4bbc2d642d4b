"""`tafelwerk mastermind summary, next, parts, bound, curve`: queries of strategies, information of guesses."""

from math import log2
from typing import Annotated, Any, cast

import typer

from tafelwerk.commands.asking import Ask, AtOnce, Text, Unkept, asks
from tafelwerk.commands.common import rational, table
from tafelwerk.commands.mastermind.pictures import next_picture, parts_picture
from tafelwerk.commands.mastermind.words import Begun, Followed, Played, TieOption, app
from tafelwerk.commands.output import headed
from tafelwerk.commands.picture import OutputOption, save
from tafelwerk.rules.mastermind.games import Pegs
from tafelwerk.rules.mastermind.notation import code
from tafelwerk.tables.mastermind import questions
from tafelwerk.tables.mastermind.answers import AnyNext, MixedNext, SampledNext, Solved, UnprovedNext, WithinSummary
from tafelwerk.wording import counted, exact_number, listed

OpeningOption = Annotated[
    str | None, typer.Option("--opening", metavar="CODE", help="First guess. Default: the strategy's.")
]


@app.command()
@asks
def summary(played: Played, followed: Followed, ask: Ask) -> Text:
    """Queries that a strategy needs: total over all codes, mean, maximum and histogram.

    Example: tafelwerk mastermind summary --pegs 4 --colors 6 --strategy h1

    Example: tafelwerk mastermind summary --pegs 4 --colors 6 --distinct --strategy h2 --tie mix --json
    """
    game, strategy = played.game, followed.chosen
    found = ask(questions.summary, game, strategy)

    def layout() -> Any:
        whole = all(codes.denominator == 1 for codes in found.histogram.values())
        total = rational(found.total) if len(rational(found.total)) <= 40 else f"{float(found.total):.6f}"
        heading = (
            f"{game.title}, {strategy.title}: {total} {found.unit or 'queries'} for {found.codes:,} codes, "
            f"{found.mean:.6f} on average, at most {found.max} ({found.source})"
        )
        if isinstance(found, WithinSummary):
            heading += f"\nFound with at most {strategy.name.split()[-1]} queries: {int(found.done):,} codes, {found.chance:.4%}"
        rows = [(queries, int(codes) if whole else f"{float(codes):.4f}") for queries, codes in found.histogram.items()]
        return headed(heading, table((found.unit or "queries", "codes"), rows))

    return layout


@app.command("next")
@asks
def next_query(begun: Begun, followed: Followed, ask: Ask, output: OutputOption = None) -> Text:
    """Next query of a strategy after any queries and answers, and the number of codes that each answer would leave.

    Example: tafelwerk mastermind next --pegs 4 --colors 6 --history "AABC 1,2; ABDE 0,3"

    Example: tafelwerk mastermind next --pegs 5 --colors 8 --strategy h1 --history "AABCD 1,1"

    Example: tafelwerk mastermind next --name words --strategy h1 --hard --history "crane G---Y" --json

    Example: tafelwerk mastermind next --pegs 4 --colors 6 --history "AABC 1,2" -o game.svg
    """
    game, strategy = begun.game, followed.chosen
    found = cast(AnyNext, ask(questions.next, game, strategy, begun.asked))
    if output is not None:
        save(next_picture(game, begun.asked, found), output)
    if isinstance(found, Solved):
        return f"One code is left: {found.solved} ({found.source})."
    heading = f"{found.guess}, {found.remaining:,} codes left"
    if found.expected is not None:
        heading += f", {found.expected:.6f} more {found.unit or 'queries'} expected"
    heading += f" ({found.source})"
    if isinstance(found, UnprovedNext):
        heading += f"; chosen by {found.asked_by}, not proved optimal"
    if isinstance(found, SampledNext):
        error = f" ± {found.standard_error:.4f} by {found.samples:,} sampled codes" if found.standard_error else ""
        heading += (
            f"; {found.asked_by} of the answer {found.value:.4f} bits{error}, the greatest of a sample of queries"
        )
    if isinstance(found, MixedNext) and len(found.tied) > 1:
        heading += f"; equally good: {listed(found.tied[1:], 12)}"
    if found.reason is not None:
        heading += f"\n{found.reason[0].upper()}{found.reason[1:]}."
    return lambda: headed(heading, table(("answer", "codes left"), found.answers.items()))


@app.command()
@asks
def parts(
    guess: Annotated[
        str,
        typer.Argument(metavar="GUESS", help="Query of the game, whether or not it is consistent with the answers."),
    ],
    begun: Begun,
    ask: AtOnce,
    output: OutputOption = None,
) -> Text:
    """Information of a guess: the number of codes that each answer leaves, and entropies of the answer in bits.

    Example: tafelwerk mastermind parts AABC --pegs 4 --colors 6

    Example: tafelwerk mastermind parts ABDE --pegs 4 --colors 6 --history "AABC 1,2" --json
    """
    found = ask(questions.parts, begun.game, guess, begun.asked)
    if output is not None:
        save(parts_picture(begun.game, begun.asked, found), output)
    may = "may be the code" if found.consistent else "cannot be the code"
    bits = ", ".join(f"H_{order} {bits:.4f}" for order, bits in found.entropies.items())
    heading = (
        f"{found.guess}, {counted(found.remaining, 'code')} left, {may} ({found.source})\nEntropies in bits: {bits}"
    )
    return lambda: headed(heading, table(("answer", "codes left"), found.parts.items()))


@app.command()
@asks
def bound(played: Played, ask: AtOnce) -> Text:
    """Lower bound of the optimal total, without a search: from the number of answers that a query can have.

    Example: tafelwerk mastermind bound --pegs 4 --colors 6

    Example: tafelwerk mastermind bound --pegs 4 --colors 6 --distinct --json
    """
    found = ask(questions.bound, played.game)
    text = (
        f"{played.game.title}: at least {found.total} queries for {found.codes:,} codes, {found.mean:.4f} on average, "
    )
    return text + f"since a query has at most {found.answers} answers ({found.source})."


@app.command()
@asks
def gamma(played: Played, ask: Unkept) -> Text:
    """Constants gamma and Gamma of a game: how far an entropy query may be from an optimal one.

    For every set M of codes, the mean number <M> of queries until the code is known is between gamma log2 |M| and
    Gamma log2 |M|.

    Example: tafelwerk mastermind gamma --pegs 2 --colors 4

    Example: tafelwerk mastermind gamma --pegs 4 --colors 6 --json
    """
    found = ask(questions.gamma, played.game)
    low, high = found.Gamma
    upper = f"Gamma = {high:.6f}" if low == high else f"Gamma from {low:g} to {high:.6f}"
    heading = (
        f"{played.game.title}: gamma = 1 / log2({found.answers}) = {found.gamma:.6f}, {upper}; "
        f"asking H_1's query once takes at most {found.bound:.4f} times as long as perfect play ({found.source})."
    )
    if found.totals is None or found.loss is None:
        return heading
    heading += f"\nWith all {counted(found.codes, 'code')} left it takes {exact_number(found.loss)} times as long."
    rows = [
        (size, least, most, f"{least / (size * log2(size)):.6f}", f"{most / (size * log2(size)):.6f}")
        for size, (least, most) in found.totals.items()
    ]
    names = ("codes left", "least total", "greatest", "least / (m log2 m)", "greatest / (m log2 m)")
    return lambda: headed(heading, table(names, rows))


@app.command()
@asks
def curve(played: Played, ask: Ask, tie: TieOption = None, opening: OpeningOption = None) -> Text:
    """Queries that the entropy strategies need, by order of the entropy: every stored order.

    Example: tafelwerk mastermind curve --pegs 4 --colors 6 --tie mix

    Example: tafelwerk mastermind curve --pegs 4 --colors 6 --opening AABC --json
    """
    game = played.game
    first = code(game, opening) if opening is not None and isinstance(game, Pegs) else opening
    found = ask(questions.curve, game, tie or "lex", first)
    return lambda: headed(
        f"{game.title}, ties {tie or 'lex'}: queries for all codes by order of the entropy ({found[0].source})",
        table(
            ("alpha", "first query", "total", "mean", "most"),
            [
                (f"{point.alpha:g}", point.query, f"{float(point.total):.6g}", f"{point.mean:.6f}", point.max)
                for point in found
            ],
        ),
    )
