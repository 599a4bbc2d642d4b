"""Contents of the builds of the user's own games."""

from collections.abc import Mapping
from typing import Any

from tafelwerk.families.games.rules import FAMILY
from tafelwerk.tables.metadata import Contents, text


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Contents of the build with these parameters."""
    match dict(parameters):
        case {"game": str(game), **none} if game and not none:
            rows = f"game = {text(game)}"
            # its rows are a certificate: each follows from those of its successors
            return Contents(
                f"{FAMILY} {game}", "exact", "certificate", {"games": rows, "positions": rows, "sources": rows}
            )
    raise ValueError("no such build")
