"""Rows of the hands that no distribution beats in Null: holdings of a suit, numbers of hands, deals that beat the others."""

from collections.abc import Mapping

from tafelwerk.build.task import Rows
from tafelwerk.families.skat.rules.null_suits import WHOLE_SUIT
from tafelwerk.solvers.skat.open.null_hands import beaten_classes, hands_by_lengths, is_opening, is_safe

LENGTHS = ("longest", "second", "third", "shortest")
SUITS = ("clubs", "spades", "hearts", "diamonds")


def null_tables() -> Mapping[str, Rows]:
    """Rows of null_suits, null_hands and null_deals."""
    suits = [
        {"holding": one, "cards": one.bit_count(), "safe": is_safe(one), "opens": is_opening(one)}
        for one in range(WHOLE_SUIT + 1)
    ]
    hands = [
        {**dict(zip(LENGTHS, row.lengths, strict=True)), **{name: getattr(row, name) for name in row._fields[1:]}}
        for row in hands_by_lengths()
    ]
    deals = [
        {**dict(zip(SUITS, row.holdings, strict=True)), **{name: getattr(row, name) for name in row._fields[1:]}}
        for row in beaten_classes()
    ]
    return {"null_suits": suits, "null_hands": hands, "null_deals": deals}
