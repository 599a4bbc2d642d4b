"""What a build of Dresher's game owes, from its parameters alone: how its rows are known, and which they are."""

from collections.abc import Mapping
from typing import Any

from tafelwerk.families.dresher.rules import check_size
from tafelwerk.tables.metadata import Contents


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Contents of the build with these parameters.

    Of games the certificate proves values and strategies; what it took to find them is measured.
    """
    match dict(parameters):
        case {"from": int(first), "to": int(last), **none} if not none and check_size(first) <= check_size(last):
            rows = dict.fromkeys(("games", "hider", "searcher"), f"n BETWEEN {first} AND {last}")
            return Contents(f"dresher --from {first} --to {last}", "exact", "certificate", rows)
        case {"runs": int(last), "watched": [*watched], **none} if not none:
            numbers = ", ".join(str(check_size(n)) for n in watched)
            alone = f" OR n IN ({numbers})" if watched else ""
            rows = {
                "runs": f"n BETWEEN 1 AND {check_size(last)}{alone}",
                "bounds": f"n IN ({numbers})" if watched else "false",
            }
            words = "".join(f" --watch {n}" for n in watched)
            return Contents(f"dresher runs --to {last}{words}", "exact", "single", rows)
    raise ValueError("no such build")
