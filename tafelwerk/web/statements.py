"""SQL from pages: one reading statement, in a worker."""

import json
from pathlib import Path
from typing import Any

from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError

MOST_ROWS = 1000
"""Rows of a statement that a page shows."""

SECONDS, MEMORY = 10.0, 10**9
"""What a statement may take: seconds, bytes."""

LONGEST = 20_000
"""Characters of a statement."""


def rows(statement: str, limit: int = MOST_ROWS) -> dict[str, Any]:
    """The first rows of a statement.

    Args:
        statement: one reading statement.
        limit: rows at most.

    Returns:
        "columns": name and type of each; "rows": lists of values in JSON's types, exact numbers beyond 2^53 and decimals as
        text; "more": whether there are others; "notes": what was left out.

    Raises:
        TafelwerkError: as `sandbox.query`.
    """
    from tafelwerk.places import default_book, pocket_beneath
    from tafelwerk.tables.sandbox import Limits, query

    if len(statement) > LONGEST:
        raise InputError(f"a statement may have {LONGEST:,} characters, not {len(statement):,}")
    book = Path(default_book())
    with query(book, statement, Limits(SECONDS, MEMORY, None), beneath=pocket_beneath(book)) as answer:
        names, kinds = answer.columns, answer.types
        everything = [f"#{place}" for place in range(1, len(names) + 1)]
        found: list[tuple[Any, ...]] = []
        for batch in answer.batches(everything, limit + 1):
            found = batch
            break
        notes = [str(fault) for fault in answer.left_out]
    return {
        "columns": [{"name": name, "type": kind} for name, kind in zip(names, kinds, strict=True)],
        "rows": [json.loads(json_text(list(row)), parse_float=_number, parse_int=_whole) for row in found[:limit]],
        "more": len(found) > limit,
        "notes": notes,
    }


def _whole(text: str) -> int | str:
    """A whole number, as text where JavaScript would round it."""
    number = int(text)
    return number if abs(number) < 2**53 else text


def _number(text: str) -> float | str:
    """A number, as text where a double would round it."""
    return float(text) if repr(float(text)) == text or len(text) < 17 else text
