"""Options shared by the family's commands, and parsing of variants and histories."""

import re
from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.common import App, note
from tafelwerk.errors import InputError, quoted
from tafelwerk.frozen import frozen
from tafelwerk.rules.beams.board import (
    COLOURS,
    SAMPLED,
    STORED,
    VARIANTS,
    WINDOWS,
    Square,
    is_analysed,
    is_listed,
    square_variant,
    variant_of,
    variant_options,
)
from tafelwerk.rules.beams.history import Beam, read_history
from tafelwerk.rules.beams.strategies import FINISHES, TIES, Finish, Strategy, finish_rule
from tafelwerk.rules.beams.strategies import strategy as known_strategy
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.beams import questions
from tafelwerk.wording import seconds_text

app = App(help="Beams: colours hidden on a board of hexagons or squares, found by queries along its lines.")

VariantOption = Annotated[
    str | None,
    typer.Option(
        "--variant", metavar="V", help=f"Variant: {', '.join(VARIANTS)} (colours and fields per piece, or the board)."
    ),
]
BoardOption = Annotated[
    str | None,
    typer.Option("--board", metavar="RxC", help="Small board of squares instead of a variant: rows x columns."),
]
ColorsOption = Annotated[
    int | None,
    typer.Option(
        "--colors",
        "--colours",
        min=COLOURS.start,
        max=COLOURS.stop - 1,
        metavar="N",
        help="Number of colours on that board; must divide its number of fields.",
    ),
]
WindowsOption = Annotated[
    str | None,
    typer.Option(
        "--windows",
        metavar="|".join(WINDOWS),
        help="Windows of boards of squares: on all four sides, or one per direction: row, column and diagonal. Default: sides.",
    ),
]
FinishOption = Annotated[
    str | None,
    typer.Option(
        "--finish",
        metavar="|".join(FINISHES),
        help="End of a game: at one code left, or also where laying a filling costs less. Default: certain.",
    ),
]
StrategyOption = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="S",
        help="Strategy: optimal, improved, h-prime, u, or hA for greatest entropy of order A, such as h0, h0.5, h1, hinf.",
    ),
]
TieOption = Annotated[
    str | None,
    typer.Option(
        "--tie",
        metavar="|".join(TIES),
        help="Tie-break: lowest colour (lex-c, default), lowest diagonal (lex-d), uniformly random (mix).",
    ),
]
ShallowestOption = Annotated[
    bool,
    typer.Option(
        "--shallowest", help="Strategy among those with the least maximum number of queries; with optimal or improved."
    ),
]
HistoryOption = Annotated[
    str | None,
    typer.Option(
        "--history",
        metavar='"1@17 2,4; ..."',
        help="Beams so far: colour@diagonal, then the places hit, - for none; all from 1.",
    ),
]


@frozen
class Chosen:
    """The options that name a variant."""

    variant: VariantOption = None
    board: BoardOption = None
    colors: ColorsOption = None
    windows: WindowsOption = None

    @property
    def name(self) -> str:
        """Name of the variant.

        Raises:
            InputError: no variant or two, an incomplete board, or a board that `square_variant` refuses.
        """
        return self.named(None)

    def named(self, default: str | None) -> str:
        """Name of the variant, or `default` if none is given; raises as `name` does."""
        if self.board is None:
            if self.colors is not None:
                raise InputError("--colors needs --board RxC; every --variant has a fixed number of colours")
            return self._of_variant(self.variant or default)
        if self.variant is not None:
            raise InputError("--variant and --board do not go together; give one of them")
        match = re.fullmatch(r"\s*([0-9]{1,3})\s*[xX]\s*([0-9]{1,3})\s*", self.board)
        if match is None:
            raise InputError(f"--board must be RxC, rows and columns, such as 4x4, not {quoted(self.board)}")
        if self.colors is None:
            raise InputError(f"--board {self.board} needs --colors N, a number that divides its fields")
        return square_variant(int(match[1]), int(match[2]), self.colors, self.windows or WINDOWS[0]).name

    def _of_variant(self, word: str | None) -> str:
        if word is None:
            raise InputError(f"give --variant, one of {', '.join(VARIANTS)}, or a board such as --board 4x4 --colors 4")
        rules = variant_of(word)
        if self.windows is None:
            return rules.name
        if not isinstance(rules.shape, Square):
            raise InputError(f"--windows is for boards of squares, not for {rules.name}")
        return square_variant(rules.shape.rows, rules.shape.columns, rules.colours, self.windows).name


@frozen
class Planned(Chosen):
    """A variant and a strategy."""

    strategy: StrategyOption = "h1"
    tie: TieOption = None
    shallowest: ShallowestOption = False

    @property
    def plan(self) -> Strategy:
        """The strategy."""
        return known_strategy(self.strategy, self.tie, shallowest=self.shallowest)


@frozen
class Finished(Planned):
    """A variant, a strategy, and when a game ends."""

    finish: FinishOption = None

    @property
    def ending(self) -> Finish:
        """When a game ends."""
        return finish_rule(self.finish)


def history(variant: str, text: str | None) -> tuple[Beam, ...]:
    """Beams from their text.

    Raises:
        InputError: an invalid entry, or a diagonal used twice.
    """
    try:
        return read_history(text or "", variant_of(variant))
    except InputError as error:
        raise InputError(f"--{error}") from None


def part(text: str) -> tuple[int, int]:
    """A part's number and the number of parts, from "3/32".

    Raises:
        InputError: the text has another form.
    """
    match = re.fullmatch(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*", text, re.ASCII)
    if match is None:
        raise InputError(f"--part must be I/N, part I of N, such as 1/32, not {quoted(text)}")
    return int(match[1]), int(match[2])


def check_strategy(variant: str, strategy: Strategy, finish: Finish = "certain") -> None:
    """Refuse a strategy or a finish that the variant does not have. `optimal` passes: where it is unknown, H_1 stands in.

    Raises:
        InputError: the variant does not have the strategy or the finish.
    """
    from tafelwerk.build.beams.sets import check_early, check_strategy

    if variant in SAMPLED:
        from tafelwerk.build.beams.sampling import check_sampled

        check_sampled(variant, strategy)
    if finish == "early":
        check_early(variant, strategy)
    if is_analysed(variant) and strategy != Optimal():
        check_strategy(variant, strategy)


def note_patterns(variant: str, book: Path) -> None:
    """Note on standard error that the patterns of a variant have to be computed first, if they do.

    Raises:
        InputError: the variant has too many patterns.
    """
    from tafelwerk.build.beams.estimates import count_operations, patterns_of
    from tafelwerk.build.beams.problems import check_listable
    from tafelwerk.tables.computation import BUDGET

    if variant in SAMPLED:
        return
    check_listable(variant)
    if is_listed(variant) or variant not in STORED:
        return
    with open_book(book, pocket=False) as opened:
        stored = questions.counts(opened, variant)
    if stored is None:
        line = f"tafelwerk build beams {variant_options(variant)}"
        duration = seconds_text(count_operations(variant) / BUDGET)
        note(
            f"computing: about {duration} for the {patterns_of(variant):,} patterns of {variant}; to store them: {line}"
        )
