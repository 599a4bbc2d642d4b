"""What the builds of the dresher family hold."""

from collections.abc import Mapping
from typing import Any

from tafelwerk.rules.dresher import FAMILY, checked_size
from tafelwerk.tables.builds import Contents


def contents(parameters: Mapping[str, Any]) -> Contents:
    """What the build with these parameters holds.

    Of games the certificate proves values and strategies; what it took to find them is measured.
    """
    match dict(parameters):
        case {"from": int(first), "to": int(last), **none} if not none and checked_size(first) <= checked_size(last):
            games = f"n BETWEEN {first} AND {last}"
            rows = {"games": games, "hider": games, "searcher": games}
            return Contents(f"{FAMILY} --from {first} --to {last}", "exact", "certificate", rows)
        case {"runs": int(last), "watched": [*watched], **none} if not none:
            numbers = ", ".join(str(checked_size(n)) for n in watched)
            alone = f" OR n IN ({numbers})" if watched else ""
            rows = {
                "runs": f"n BETWEEN 1 AND {checked_size(last)}{alone}",
                "bounds": f"n IN ({numbers})" if watched else "false",
            }
            words = "".join(f" --watch {n}" for n in watched)
            return Contents(f"{FAMILY} runs --to {last}{words}", "exact", "single", rows)
        case _:
            raise ValueError("no such build")
