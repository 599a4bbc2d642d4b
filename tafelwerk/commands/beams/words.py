"""What the family's commands share: their options, and the words of the command line as variants and histories."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import App, note, open_book
from tafelwerk.errors import InputError, quoted
from tafelwerk.solvers.beams.board import VARIANTS
from tafelwerk.solvers.beams.history import Beam, answer_text, read_history
from tafelwerk.tables import beams as tables

app = App(help="Beams: colours hidden on a hexagonal board, found by asking along its diagonals.")

VariantOption = Annotated[
    str, typer.Option("--variant", metavar="V", help=f"{', '.join(tables.VARIANTS)}: colours and fields of a piece.")
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
        metavar="|".join(tables.TIES),
        help="Of equally good queries that of the least colour, of the least diagonal, or any; lex-c, unless said.",
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


def history(variant: str, text: str | None) -> tuple[Beam, ...]:
    """Beams from their text.

    Raises:
        InputError: an entry that is none, or a diagonal used twice.
    """
    try:
        return read_history(text or "", VARIANTS[variant])
    except InputError as error:
        raise InputError(f"--{error}") from None


def stored(beams: tuple[Beam, ...]) -> tables.History:
    """Beams as the tables have them."""
    return tuple((beam.colour + 1, beam.diagonal + 1, answer_text(beam.hits)) for beam in beams)


def part(text: str) -> tuple[int, int]:
    """A part and how many there are, "3/32".

    Raises:
        InputError: it is none.
    """
    match = re.fullmatch(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*", text, re.ASCII)
    if match is None:
        raise InputError(f"--part must be I/N, part I of N, such as 1/32, not {quoted(text)}")
    return int(match[1]), int(match[2])


def answers() -> Any:
    """What the book does not hold, computed; imported on a miss only."""
    from tafelwerk.build.beams import answers

    return answers


def check_strategy(variant: str, strategy: tables.Strategy) -> None:
    """Refuse a strategy that the variant does not have; where the optimal one is out of reach another stands in.

    Raises:
        InputError: it has not.
    """
    from tafelwerk.build.beams.sets import check_strategy

    if variant in tables.ANALYSED and not isinstance(strategy, tables.Optimal):
        check_strategy(variant, strategy)


def problem(variant: str, book: Path) -> Any:
    """A variant ready for the solvers; says so where its patterns have to be found first.

    Raises:
        InputError: they are too many.
    """
    from tafelwerk.build.beams.estimates import PATTERNS
    from tafelwerk.build.beams.problems import problem_of

    if variant not in PATTERNS:
        raise InputError(f"--variant {variant}: its codes are too many to be listed; it may be {', '.join(PATTERNS)}")
    if variant not in tables.LISTED:
        with open_book(book, pocket=False) as opened:
            stored = tables.get_counts(opened, variant)
        if stored is None:
            line = tables.build_line(variant)
            note(f"finding the {PATTERNS[variant]:,} patterns of {variant} first; `{line}` would keep them")
    return problem_of(variant, book)
