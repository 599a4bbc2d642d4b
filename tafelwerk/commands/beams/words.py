"""What the family's commands share: their options, and the words of the command line as variants and histories."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.common import App, note, open_book
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.beams.board import ANALYSED, LISTED, SAMPLED, VARIANTS
from tafelwerk.rules.beams.board import variant as known_variant
from tafelwerk.rules.beams.history import Beam, read_history
from tafelwerk.rules.beams.strategies import TIES, Strategy
from tafelwerk.rules.beams.strategies import strategy as known_strategy
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.beams import questions

app = App(help="Beams: colours hidden on a hexagonal board, found by asking along its diagonals.")

VariantOption = Annotated[
    str, typer.Option("--variant", metavar="V", help=f"{', '.join(VARIANTS)}: colours and fields of a piece.")
]
StrategyOption = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="S",
        help="optimal, improved, h-prime, u, or hA: greatest entropy of order A, as h0, h0.5, h1, hinf.",
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
HistoryOption = Annotated[
    str | None,
    typer.Option(
        "--history",
        metavar='"1@17 2,4; ..."',
        help="Beams so far: colour@diagonal, then the places hit, - for none; all from 1.",
    ),
]


@dataclass
class Planned:
    """A variant and a strategy."""

    variant: VariantOption
    strategy: StrategyOption = "h1"
    tie: TieOption = None

    @property
    def name(self) -> str:
        """The variant."""
        return known_variant(self.variant)

    @property
    def plan(self) -> Strategy:
        """The strategy."""
        return known_strategy(self.strategy, self.tie)


def history(variant: str, text: str | None) -> tuple[Beam, ...]:
    """Beams from their text.

    Raises:
        InputError: an entry that is none, or a diagonal used twice.
    """
    try:
        return read_history(text or "", VARIANTS[variant])
    except InputError as error:
        raise InputError(f"--{error}") from None


def part(text: str) -> tuple[int, int]:
    """A part and how many there are, "3/32".

    Raises:
        InputError: it is none.
    """
    match = re.fullmatch(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*", text, re.ASCII)
    if match is None:
        raise InputError(f"--part must be I/N, part I of N, such as 1/32, not {quoted(text)}")
    return int(match[1]), int(match[2])


def check_strategy(variant: str, strategy: Strategy) -> None:
    """Refuse a strategy that the variant does not have; where the optimal one is out of reach another stands in.

    Raises:
        InputError: it has not.
    """
    from tafelwerk.build.beams.sets import check_strategy

    if variant in SAMPLED:
        from tafelwerk.build.beams.sampling import check_sampled

        check_sampled(variant, strategy)
    if variant in ANALYSED and not isinstance(strategy, Optimal):
        check_strategy(variant, strategy)


def note_patterns(variant: str, book: Path) -> None:
    """Say where the patterns of a variant have to be found first."""
    from tafelwerk.build.beams.estimates import PATTERNS

    if variant in LISTED or variant in SAMPLED:
        return
    with open_book(book, pocket=False) as opened:
        stored = questions.counts(opened, variant)
    if stored is None:
        line = f"tafelwerk build beams --variant {variant}"
        note(f"finding the {PATTERNS[variant]:,} patterns of {variant} first; `{line}` would keep them")
