"""Families, tables whose rows are paged, sorted and filtered, builds, cards, records, documents."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.build.catalogue import KNOWN
from tafelwerk.errors import ExitCode, InputError, in_quotes
from tafelwerk.tables.filters import MOST_NAMES, Ask, NoRowError, Selection, select
from tafelwerk.tables.layout import identifier
from tafelwerk.tables.records import Record, faults, records
from tafelwerk.web.command_forms import forms
from tafelwerk.web.jobs import JobError, Working
from tafelwerk.web.routes.figure_pages import listed_figures
from tafelwerk.web.site import Site, json_response, one_of, page
from tafelwerk.wording import join_words

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

    def with_comparisons(self, ask: Ask, kinds: Mapping[str, str]) -> "View":
        """The view with its filters compared with the stored values.

        Args:
            ask: answers statements.
            kinds: types of the columns.

        Raises:
            InputError: a value is not one of its column's type.
        """
        try:
            conditions = {column: [value] for column, value in self.filters.items()}
            return replace(self, selection=select(ask, self.table, kinds, conditions))
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

    def limited_statement(self) -> str:
        """The statement for this page; one row more than the page shows."""
        return f"{self.statement()} LIMIT {ROWS + 1} OFFSET {(self.page - 1) * ROWS}"


def view_of_rows(table: str, columns: list[str], asked: Mapping[str, str]) -> View:
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
            raise InputError(f"{table} has no column {in_quotes(name)}; there are {join_words(columns)}")
    return View(table, page, sort, filters)


def page_number(asked: Mapping[str, str]) -> int:
    """The page that an address names, from 1 on.

    Raises:
        InputError: it is no number, or too large.
    """
    page = asked.get("page", "1")
    if not (page.isascii() and page.isdecimal() and len(page) < _LONGEST_PAGE and int(page) > 0):
        raise InputError(f"page is a number from 1 on, not {in_quotes(page)}")
    return int(page)


def card_of(card: Mapping[str, Any] | None, table: str) -> Mapping[str, Any] | None:
    """What the card of a family (`tafelwerk tables --card`) says of a table that has rows; None if it says nothing."""
    tables = card["tables"] if card is not None else ()
    return next((table_card for table_card in tables if table_card["table"] == table and table_card["rows"]), None)


def describe_tables(schema: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Tables and macros of a family's schema, as `tafelwerk schema --json` describes them."""
    return [entry for entry in schema if "table" in entry], [entry for entry in schema if "macro" in entry]


WHOLE = ("tables", "schema", "published")
"""Commands on the whole book whose documents are at /api."""

OF_ONE: Mapping[str, Callable[[str], list[str]]] = {
    "card": lambda family: ["tables", f"--card={family}", "--json"],
    "cite": lambda name: ["cite", "--json", "--", name],
}
"""Commands on one family, table or figure whose documents are at /api."""

BUILD = (
    "'tafelwerk build ' || name AS line, rows, seconds, strftime(built_at, '%Y-%m-%dT%H:%M:%S') AS built_at,"
    " certainty, evidence, fingerprint, sha256"
)
"""What the page of builds shows of each."""

WORDS: Mapping[str, Any] = {"certainties": CERTAINTY, "evidences": EVIDENCE}
"""What the words of provenance mean, for pages that use them."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def ask(statement: str) -> Sequence[Sequence[Any]]:
        rows: Sequence[Sequence[Any]] = site.need("rows", statement=statement, limit=MOST_NAMES + 1)["rows"]
        return rows

    def family(name: str) -> Response:
        one_of(name, KNOWN, "family")
        tables, macros = describe_tables(site.document("schema", name))
        return page(
            "family.html",
            family=name,
            tables=tables,
            macros=macros,
            held=site.document("tables", name),
            forms=[form for (of, _), form in forms().items() if of == name],
            figures=listed_figures(name),
        )

    def table(request: Request) -> Response:
        name = request.path_params["table"]
        if "." not in name:
            return family(name)
        (described,) = site.document("schema", name)
        if "macro" in described:
            return page("macro.html", macro=described)
        view = view_of_rows(name, [column["column"] for column in described["columns"]], dict(request.query_params))
        kinds = {column["column"]: column["type"] for column in described["columns"]}
        try:
            view = view.with_comparisons(ask, kinds)
            answer = site.need("rows", statement=view.limited_statement(), limit=ROWS)
        except JobError as error:
            if error.exit_code != ExitCode.NOT_BUILT:
                raise
            # its columns are known without any rows
            columns = [{"name": column["column"]} for column in described["columns"]]
            answer = {"columns": columns, "rows": [], "more": False, "notes": []}
        origin = site.perhaps("cite", name)
        card = site.perhaps("tables", "--card", name.partition(".")[0])
        values = {"origin": origin, "card": card if isinstance(card, Working) else card_of(card, name)}
        return page("table.html", table=described, view=view, answer=answer, **WORDS, **values)

    def card(request: Request) -> Response:
        family = one_of(request.path_params["family"], KNOWN, "family")
        return page("card.html", card=site.document("tables", "--card", family), **WORDS)

    def builds(request: Request) -> Response:
        family, number = request.query_params.get("family", ""), page_number(request.query_params)
        where = f"WHERE family = '{one_of(family, KNOWN, 'family')}'" if family else ""
        order = f"ORDER BY built_at DESC, family, name LIMIT {ROWS + 1} OFFSET {(number - 1) * ROWS}"
        answer = site.need("rows", statement=f"SELECT {BUILD} FROM meta.builds {where} {order}", limit=ROWS)
        held = site.need("rows", statement="SELECT DISTINCT family FROM meta.builds ORDER BY family", limit=len(KNOWN))
        names = [column["name"] for column in answer["columns"]]
        values = {"page": number, "family": family, "held": [name for (name,) in held["rows"]], "more": answer["more"]}
        builds_of_page = [dict(zip(names, row, strict=True)) for row in answer["rows"]]
        return page("builds.html", builds=builds_of_page, **values, doctor=site.perhaps("doctor"), **WORDS)

    def record_list(request: Request) -> Response:
        return page("records.html", records=_records())

    def record(request: Request) -> Response:
        document = _record(request.path_params["name"])
        held = site.need("rows", statement=f"SELECT digest, sha256 FROM meta.builds WHERE family = '{document.family}'")
        return page("record.html", record=document, compared=_compare_record(document, held["rows"]), **WORDS)

    def whole(request: Request) -> Response:
        command = one_of(request.path_params["command"], WHOLE, "document")
        return json_response(site.ask("command", None, words=[command, "--json"]))

    def of_one(command: str, request: Request) -> Response:
        return json_response(site.ask("command", None, words=OF_ONE[command](request.path_params["name"])))

    return [
        Route("/tables", lambda request: RedirectResponse("/")),
        Route("/tables/{table:str}", table),
        Route("/builds", builds),
        Route("/cards/{family}", card),
        Route("/records", record_list),
        Route("/records/{name}", record),
        Route("/api/records", lambda request: JSONResponse([asdict(record_of_run) for record_of_run in _records()])),
        Route("/api/records/{name}", lambda request: JSONResponse(asdict(_record(request.path_params["name"])))),
        *(Route(f"/api/{command}/{{name}}", partial(of_one, command)) for command in OF_ONE),
        Route("/api/{command}", whole),
    ]


def _records() -> list[Record]:
    return [record for family in KNOWN for record in records(family)]


def _record(name: str) -> Record:
    by_name = {record.name: record for record in _records()}
    return by_name[one_of(name, by_name, "record")]


def _compare_record(record: Record, held: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """How a record agrees with itself and with the book.

    Args:
        record: the record.
        held: digest and SHA-256 of each build of its family in the book.

    Returns:
        "faults": contradictions within its answers; "common": its builds that the book holds; "differing": names of those
        with other rows.
    """
    sums = dict(held)
    common = [build for build in record.builds if build.digest in sums]
    return {
        "faults": [fault for answer in record.answers for fault in faults(answer)],
        "common": common,
        "differing": [build.name for build in common if sums[build.digest] != build.sha256],
    }
