"""`tafelwerk mastermind summary, next, parts, bound, curve`: what strategies need and ask, what a guess tells."""

from math import log2
from typing import Annotated, Any, cast

import typer

from tafelwerk.commands.asking import Ask, AtOnce, Text, Unkept, asks
from tafelwerk.commands.common import rational, table
from tafelwerk.commands.mastermind.words import Begun, Followed, Played, TieOption, app
from tafelwerk.commands.output import headed
from tafelwerk.rules.mastermind.games import Pegs
from tafelwerk.rules.mastermind.notation import code
from tafelwerk.tables.mastermind import questions
from tafelwerk.tables.mastermind.answers import AnyNext, MixedNext, SampledNext, Solved, UnprovedNext, WithinSummary
from tafelwerk.wording import counted, exact_number, listed

OpeningOption = Annotated[
    str | None, typer.Option("--opening", metavar="CODE", help="With this first guess always. Default: the strategy's.")
]


@app.command()
@asks
def summary(played: Played, followed: Followed, ask: Ask) -> Text:
    """What a strategy needs: queries summed over all codes, their mean, the most, and how often each number.

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
            f"{found.mean:.6f} on average, {found.max} at most ({found.source})"
        )
        if isinstance(found, WithinSummary):
            heading += f"\nFound with at most {strategy.name.split()[-1]} queries: {int(found.done):,} codes, {found.chance:.4%}"
        rows = [(queries, int(codes) if whole else f"{float(codes):.4f}") for queries, codes in found.histogram.items()]
        return headed(heading, table((found.unit or "queries", "codes"), rows))

    return layout


@app.command("next")
@asks
def next_query(begun: Begun, followed: Followed, ask: Ask) -> Text:
    """What a strategy asks after the answers so far, whoever chose the queries, and what each answer would leave.

    Example: tafelwerk mastermind next --pegs 4 --colors 6 --history "AABC 1,2; ABDE 0,3"

    Example: tafelwerk mastermind next --pegs 5 --colors 8 --strategy h1 --history "AABCD 1,1"

    Example: tafelwerk mastermind next --name words --strategy h1 --hard --history "crane G---Y" --json
    """
    game, strategy = begun.game, followed.chosen
    found = cast(AnyNext, ask(questions.next, game, strategy, begun.asked))
    if isinstance(found, Solved):
        return f"One code is left: {found.solved} ({found.source})."
    heading = f"{found.guess}, {found.remaining:,} codes left"
    if found.expected is not None:
        heading += f", {found.expected:.6f} {found.unit or 'queries'} expected from here"
    heading += f" ({found.source})"
    if isinstance(found, UnprovedNext):
        heading += f"; asked by {found.asked_by}, not proved to be the best"
    if isinstance(found, SampledNext):
        error = f" ± {found.standard_error:.4f} by {found.samples:,} sampled codes" if found.standard_error else ""
        heading += (
            f"; {found.asked_by} of the answer {found.value:.4f} bits{error}, the greatest of a sample of queries"
        )
    if isinstance(found, MixedNext) and len(found.tied) > 1:
        heading += f"; as good: {listed(found.tied[1:], 12)}"
    return lambda: headed(heading, table(("answer", "codes left"), found.answers.items()))


@app.command()
@asks
def parts(
    guess: Annotated[str, typer.Argument(metavar="GUESS", help="Any query of the game.")], begun: Begun, ask: AtOnce
) -> Text:
    """What a guess would tell: how many codes each answer leaves, and the entropies of the answer in bits.

    Example: tafelwerk mastermind parts AABC --pegs 4 --colors 6

    Example: tafelwerk mastermind parts ABDE --pegs 4 --colors 6 --history "AABC 1,2" --json
    """
    found = ask(questions.parts, begun.game, guess, begun.asked)
    may = "may be the code" if found.consistent else "cannot be the code"
    bits = ", ".join(f"H_{order} {bits:.4f}" for order, bits in found.entropies.items())
    heading = (
        f"{found.guess}, {counted(found.remaining, 'code')} left, {may} ({found.source})\nEntropies in bits: {bits}"
    )
    return lambda: headed(heading, table(("answer", "codes left"), found.parts.items()))


@app.command()
@asks
def bound(played: Played, ask: AtOnce) -> Text:
    """A lower bound of the optimal total without a search: from the number of answers that a query can have.

    Example: tafelwerk mastermind bound --pegs 4 --colors 6

    Example: tafelwerk mastermind bound --pegs 4 --colors 6 --distinct --json
    """
    found = ask(questions.bound, played.game)
    text = (
        f"{played.game.title}: at least {found.total} queries for {found.codes:,} codes, {found.mean:.4f} on average, "
    )
    return text + f"as a query has {found.answers} answers at most ({found.source})."


@app.command()
@asks
def gamma(played: Played, ask: Unkept) -> Text:
    """Constants gamma and Gamma of a game: how far an entropy query may be from the best.

    <M>, the mean number of queries until one of the codes M is known, stands between gamma log2 |M| and Gamma log2 |M|,
    whichever codes M are.

    Example: tafelwerk mastermind gamma --pegs 2 --colors 4

    Example: tafelwerk mastermind gamma --pegs 4 --colors 6 --json
    """
    found = ask(questions.gamma, played.game)
    low, high = found.Gamma
    upper = f"Gamma = {high:.6f}" if low == high else f"Gamma from {low:g} to {high:.6f}"
    heading = (
        f"{played.game.title}: gamma = 1 / log2({found.answers}) = {found.gamma:.6f}, {upper}; "
        f"asking once by H_1 takes at most {found.bound:.4f} times as long as perfect play ({found.source})."
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
    """What the entropy strategies need along the order of the entropy, as far as the curve is stored.

    Example: tafelwerk mastermind curve --pegs 4 --colors 6 --tie mix

    Example: tafelwerk mastermind curve --pegs 4 --colors 6 --opening AABC --json
    """
    game = played.game
    first = code(game, opening) if opening is not None and isinstance(game, Pegs) else opening
    found = ask(questions.curve, game, tie or "lex", first)
    return lambda: headed(
        f"{game.title}, ties {tie or 'lex'}: queries for all codes along the order of the entropy ({found[0].source})",
        table(
            ("alpha", "first query", "total", "mean", "most"),
            [
                (f"{point.alpha:g}", point.query, f"{float(point.total):.6g}", f"{point.mean:.6f}", point.max)
                for point in found
            ],
        ),
    )
