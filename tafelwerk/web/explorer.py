"""Tables in pages: what a family holds, rows paged, sorted and filtered by statements that a page can show, their origin."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.tables.filters import Ask, NoRowError, Selection, select
from tafelwerk.tables.layout import identifier
from tafelwerk.wording import listed

ROWS = 100
"""Rows on a page."""

OWN = frozenset({"page", "sort"})
"""Names in an address that are no columns."""

CERTAINTY: Mapping[str, str] = {
    "exact": "integers or fractions throughout",
    "certified": "floats with a proven bound of their error",
    "sampled": "means of samples, each with its size and standard error",
}
"""Words of `meta.builds` for how far numbers can be trusted, and what they mean."""

EVIDENCE: Mapping[str, str] = {
    "certificate": "a small plain program checks a certificate of every number",
    "recomputed": "a second program, or another seed and order, found the same numbers",
    "single": "a single program computed the numbers",
}
"""Words of `meta.builds` for how numbers are known, and what they mean."""

_LONGEST_PAGE = 10
"""Digits of a page's number, and one."""


@dataclass(frozen=True, slots=True)
class View:
    """Rows of a table, as an address names them.

    Attributes:
        table: FAMILY.TABLE.
        page: from 1 on.
        sort: column, with "-" before it for a falling order; "" for the order of the table.
        filters: values by column, as they were given, each perhaps after a sign.
        selection: the rows that they select. None: before they are compared with the stored values.
        fault: why no row is selected; "" if some are.
    """

    table: str
    page: int
    sort: str
    filters: Mapping[str, str]
    selection: Selection | None = None
    fault: str = ""

    def compared(self, ask: Ask, kinds: Mapping[str, str]) -> "View":
        """The view with its filters compared with the stored values.

        Args:
            ask: answers statements.
            kinds: types of the columns.

        Raises:
            InputError: a value is not one of its column's type.
        """
        try:
            given = {column: [value] for column, value in self.filters.items()}
            return replace(self, selection=select(ask, self.table, kinds, given))
        except NoRowError as fault:
            return replace(self, fault=str(fault))

    def statement(self) -> str:
        """The statement, without its limit."""
        family, _, name = self.table.partition(".")
        where = " WHERE false" if self.fault else self.selection.where if self.selection else ""
        order = (
            f" ORDER BY {identifier(self.sort.lstrip('-'))}{' DESC' if self.sort[:1] == '-' else ''}"
            if self.sort
            else ""
        )
        return f"FROM {family}.{identifier(name)}{where}{order}"

    def limited(self) -> str:
        """The statement for this page; one row more than the page shows."""
        return f"{self.statement()} LIMIT {ROWS + 1} OFFSET {(self.page - 1) * ROWS}"


def view(table: str, columns: list[str], asked: Mapping[str, str]) -> View:
    """The rows that an address names.

    Args:
        table: FAMILY.TABLE, one of the program's.
        columns: of the table.
        asked: "page", "sort" and conditions by column.

    Raises:
        InputError: there is no such column or page.
    """
    page = page_number(asked)
    sort = asked.get("sort", "")
    filters = {name: value for name, value in asked.items() if name not in OWN and value}
    for name in [*filters, *([sort.removeprefix("-")] if sort else [])]:
        if name not in columns:
            raise InputError(f"{table} has no column {quoted(name)}; there are {listed(columns)}")
    return View(table, page, sort, filters)


def page_number(asked: Mapping[str, str]) -> int:
    """The page that an address names, from 1 on.

    Raises:
        InputError: it is no number, or too large.
    """
    page = asked.get("page", "1")
    if not (page.isascii() and page.isdecimal() and len(page) < _LONGEST_PAGE and int(page) > 0):
        raise InputError(f"page is a number from 1 on, not {quoted(page)}")
    return int(page)


def card_of(card: Mapping[str, Any] | None, table: str) -> Mapping[str, Any] | None:
    """What the card of a family (`tafelwerk tables --card`) says of a table that has rows; None if it says nothing."""
    tables = card["tables"] if card is not None else ()
    return next((one for one in tables if one["table"] == table and one["rows"]), None)


def described(schema: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Tables and macros of a family's schema, as `tafelwerk schema --json` describes them."""
    return [one for one in schema if "table" in one], [one for one in schema if "macro" in one]
