"""`tafelwerk montecarlo bias, asymmetry`: biased playouts."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Ask, Text, Unkept, asks
from tafelwerk.commands.common import rational, table
from tafelwerk.commands.montecarlo.games import bad_moves_table
from tafelwerk.commands.montecarlo.words import Taking, app
from tafelwerk.commands.output import page_width
from tafelwerk.frozen import frozen
from tafelwerk.rules.biases import Shares, bias_of, read_shares
from tafelwerk.rules.montecarlo import KINDS, LARGEST_HEAP, LARGEST_MOVE, Kind, read_bias
from tafelwerk.rules.numbers import whole
from tafelwerk.tables.montecarlo import questions
from tafelwerk.tables.montecarlo.answers import Bias

OTHER_COLUMNS, LEAST_FRACTION = 38, 12
"""Columns of the page beside a fraction, and the least number of characters of a fraction that are shown."""


@frozen(kw_only=True)
class Biased(Taking):
    """A subtraction game and the bias of its playouts."""

    kind_word: Annotated[
        str | None,
        typer.Option(
            "--kind",
            metavar="static|informed",
            help="static: playouts take the smaller move with chance (1-E)/2; informed: in won heaps a winning move"
            " with chance (1+E)/2. Default: static.",
        ),
    ] = None
    epsilon_word: Annotated[
        str | None,
        typer.Option("--epsilon", metavar="E", help="Bias in [-1, 1]: an integer, a decimal or p/q."),
    ] = None
    weights_word: Annotated[
        str | None,
        typer.Option(
            "--weights",
            metavar="p1,p2,...",
            help="Instead of --epsilon: chance of each move, in the order of --moves.",
        ),
    ] = None
    chances_word: Annotated[
        str | None,
        typer.Option(
            "--chances",
            metavar="p0,p1,...",
            help="Instead of --epsilon: chance of the smaller of two moves, by heap modulo the number of chances.",
        ),
    ] = None

    @property
    def options(self) -> "tuple[Kind | None, Fraction | None, Shares | None, Shares | None]":
        """Kind, epsilon, weights in the ascending order of the moves, and chances.

        Raises:
            InputError: a value is out of range, or the options do not fit together.
        """
        epsilon = None if self.epsilon_word is None else read_bias(self.epsilon_word)
        weights = None if self.weights_word is None else self._in_order(read_shares(self.weights_word, "--weights"))
        chances = None if self.chances_word is None else read_shares(self.chances_word, "--chances")
        kind: Any = self.kind_word
        bias_of(self.rules.moves, kind, epsilon, weights, chances)
        return kind, epsilon, weights, chances

    @property
    def title(self) -> str:
        """The game and the bias."""
        kind, epsilon, weights, chances = self.options
        named = f"{kind or KINDS[0]} bias {epsilon}"
        if weights is not None:
            named = f"moves weighted {weights}"
        elif chances is not None:
            named = f"chance of taking {self.rules.moves[0]} by heap modulo {len(chances.values)}: {chances}"
        return f"S({self.rules.text}), {named}"

    def _in_order(self, weights: Shares) -> Shares:
        """Weights given in the order of --moves, reordered to the ascending order of the moves."""
        moves = [whole("--moves: a move", word, 1, LARGEST_MOVE) for word in (self.moves or "").split(",")]
        if len(moves) != len(weights.values):
            return weights
        return Shares(tuple(weight for _, weight in sorted(zip(moves, weights.values, strict=True))))


@app.command()
@asks
def asymmetry(
    heap: Annotated[int, typer.Argument(metavar="HEAP", min=0, max=LARGEST_HEAP, help="Largest heap.")],
    biased: Biased,
    ask: Ask,
) -> Text:
    """Won heaps at which MC(inf) with biased playouts may lose, and the share of its best candidates that lose.

    Example: tafelwerk montecarlo asymmetry 100 --moves 1,2 --kind informed --epsilon 0.32

    Example: tafelwerk montecarlo asymmetry 60 --moves 1,2,3 --weights 1/2,1/4,1/4
    """
    found = ask(questions.asymmetry, heap, biased.rules, *biased.options)
    count = f"{len(found.bad_moves)} bad heaps up to {heap}"
    return lambda: bad_moves_table(found.bad_moves, f"{biased.title}: {count}, {found.source}")


@app.command()
@asks
def bias(
    biased: Biased,
    ask: Unkept,
    limit: Annotated[int, typer.Option("--limit", min=1, max=LARGEST_HEAP, metavar="N", help="Largest heap.")] = 50,
) -> Text:
    """Winning chance of the player to move under biased playouts, for every heap; critical bias and beat period.

    Example: tafelwerk montecarlo bias --moves 1,2 --epsilon 0 --limit 12

    Example: tafelwerk montecarlo bias --moves 1,2 --chances 1/2,3/4,1/8
    """
    found = ask(questions.bias, biased.rules, *biased.options, limit)

    def layout() -> Any:
        from rich.console import Group
        from rich.text import Text as Line

        rows = [
            (heap, f"{float(win):.10f}", _closed(found, heap), _short(rational(win))) for heap, win in found.win.items()
        ]
        heading = f"{biased.title}: winning chance of the player to move, {found.source}"
        lines = map(Line, _wave(found))
        return Group(Line(heading), table(("heap", "chance", "closed form", "as a fraction"), rows), *lines)

    return layout


def _closed(found: Bias, heap: int) -> str:
    value = (found.closed_form or {}).get(heap)
    return "" if value is None else f"{value:.10f}"


def _short(text: str) -> str:
    """A fraction, shortened to fit beside the other columns."""
    width = page_width()
    if width is not None and len(text) > max(width - OTHER_COLUMNS, LEAST_FRACTION):
        return f"{text[: max(width - OTHER_COLUMNS, LEAST_FRACTION) - 3]}..."
    return text if len(text) <= 60 else f"{text[:24]}... ({len(text)} characters)"


def _wave(found: Bias) -> Iterator[str]:
    """What is known of the wave, one line per number."""
    per = "heap" if found.step == 1 else f"{found.step} heaps"
    if found.critical_epsilon is not None:
        yield f"Critical bias: {found.critical_epsilon:.10f}"
    if found.beat_period is not None:
        yield f"Beat period: {found.beat_period:.4f} heaps"
    if found.phase is not None:
        yield f"Phase: {found.phase:.6f} radians per {per}"
    if found.damping is not None:
        yield f"Damping: {found.damping:.6f} per {per}"
    if found.first_bad_estimate is not None:
        yield f"First bad heap expected near {found.first_bad_estimate:.2f}"
