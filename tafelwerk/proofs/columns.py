"""How finely each column of a family's tables is proved, read off the claims."""

from collections.abc import Iterable

from tafelwerk.proofs.claims import Claim
from tafelwerk.tables.layout import layout

EXACT, MEASURED, NOT_PROVED = "exact", "measured", "not proved"


def column_proofs(family: str, claims: Iterable[Claim]) -> dict[str, dict[str, str]]:
    """How finely the claims about a family prove each column of each table: EXACT, MEASURED, NOT_PROVED, or in other words.

    Args:
        family: the family.
        claims: its claims; those without units say nothing about a table if others have some.
    """
    texts: dict[tuple[str, str], list[tuple[bool, str]]] = {}
    for claim in claims:
        for table in claim.table.split(", "):
            for column in claim.columns:
                proof = (claim.units > 0, claim.within.get(column, EXACT))
                texts.setdefault((table.partition(".")[2], column), []).append(proof)
    return {
        table.name: {
            column.name: MEASURED if column.measured else _join(texts.get((table.name, column.name), []))
            for column in table.columns
        }
        for table in layout(family)
    }


def _join(texts: list[tuple[bool, str]]) -> str:
    words = [text for has_units, text in texts if has_units] or [text for _, text in texts]
    return "; ".join(dict.fromkeys(words)) or NOT_PROVED


def grouped(columns: dict[str, str]) -> dict[str, list[str]]:
    """The columns of a table by how finely they are proved."""
    groups: dict[str, list[str]] = {}
    for column, text in columns.items():
        groups.setdefault(text, []).append(column)
    return groups
