"""`tafelwerk beams bitset`: the codes that a history leaves, one bit per code."""

from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.asking import Computes, Text, asks
from tafelwerk.commands.beams.words import Chosen, HistoryOption, app, note_patterns
from tafelwerk.commands.beams.words import history as history_of
from tafelwerk.commands.common import note
from tafelwerk.files import refuse_book_file
from tafelwerk.rules.beams.history import write_history
from tafelwerk.tables.beams import questions
from tafelwerk.wording import bytes_text

MOST_FIRST = 10_000
"""Largest number of codes that are listed."""


@app.command()
@asks
def bitset(
    chosen: Chosen,
    ask: Computes,
    history: HistoryOption = None,
    first: Annotated[
        int, typer.Option("--first", min=0, max=MOST_FIRST, metavar="N", help="Number of codes to list.")
    ] = 10,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="File to write the bytes of the bitset to.")
    ] = None,
) -> Text:
    """Bitset of the codes that the beams leave: bit n is code n, and the lowest bit of the first byte is code 0.

    Codes are ordered by pattern (table beams.patterns), and within a pattern lexicographically by the places of colours 1, 2, ...
    in it. The bitset of 6c6p has 381 MB.

    Example: tafelwerk beams bitset --variant 3c6p --history "1@2 -; 2@4 1,2"

    Example: tafelwerk beams bitset --variant 6c6p --history "1@17 1,2; 2@3 1,2,3" -o codes.bin --json
    """
    name = chosen.name
    beams = history_of(name, history)
    if output is not None:
        refuse_book_file(output)
    note_patterns(name, ask.book)
    found = ask(questions.bitset, name, write_history(beams), first)
    if output is not None:
        from tafelwerk.build.beams.bitsets import write_bits

        write_bits(name, beams, output, ask.book.absolute())
        note(f"{output} written")
    left = f"{found.remaining:,} of {found.codes:,} codes left ({found.source})"
    lines = [f"Beams {name}: {left}, a bitset of {bytes_text(found.bytes)}, SHA-256 {found.sha256}"]
    if found.first:
        more = ", ..." if found.remaining > len(found.first) else ""
        lines.append(f"Codes {', '.join(map(str, found.first))}{more}")
    if found.hex is not None:
        lines.append(found.hex)
    return "\n".join(lines)
