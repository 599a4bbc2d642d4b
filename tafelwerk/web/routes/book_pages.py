"""The data desk: the tables by game, those of a family, and rows that are filtered by what their columns hold; builds, cards,
records, and documents of the whole book."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import ExitCode, InputError, in_quotes
from tafelwerk.families import KNOWN
from tafelwerk.museum import games_of, rooms_of
from tafelwerk.tables.filters import MOST_NAMES, SIGNS, Ask, NoRowError, Selection, select
from tafelwerk.tables.layout import BUILD, identifier, without_key
from tafelwerk.tables.records import Record, faults, records
from tafelwerk.web.jobs import JobError, Working
from tafelwerk.web.site import Site, json_response, number_in, one_of, page, query
from tafelwerk.wording import join_words

OPENING = "SELECT family, count(*) AS builds, sum(rows) AS rows\nFROM meta.builds\nGROUP BY family\nORDER BY rows DESC"
"""The statement that the box for statements opens with: what the book holds."""

ROWS, BYTES = 100, 16
"""Rows or builds on a page, and bytes of a value of bytes."""

LAST_PAGE = 10**9
"""Greatest number of a page."""

WHOLE = ("tables", "schema", "published")
"""Commands on the whole book whose documents are at /api."""

OF_ONE: Mapping[str, Callable[[str], list[str]]] = {
    "card": lambda family: ["tables", f"--card={family}", "--json"],
    "cite": lambda name: ["cite", "--json", "--", name],
}
"""Commands on one family, table or figure whose documents are at /api."""

BUILD_COLUMNS = (
    "'tafelwerk build ' || name AS line, rows, seconds, strftime(built_at, '%Y-%m-%dT%H:%M:%S') AS built_at,"
    " certainty, evidence, fingerprint, sha256"
)
"""What the page of builds shows of each."""

NO_COLUMNS = frozenset({"page", "sort"})
"""Names in an address that are no columns."""


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

    def source(self) -> str:
        """The rows as a FROM clause, without an order."""
        family, _, name = self.table.partition(".")
        where = " WHERE false" if self.fault else self.selection.where if self.selection else ""
        return f"FROM {family}.{identifier(name)}{where}"

    def statement(self) -> str:
        """The statement, without its limit."""
        falling = " DESC" if self.sort[:1] == "-" else ""
        return f"{self.source()} ORDER BY {identifier(self.sort.lstrip('-'))}{falling}" if self.sort else self.source()

    def limited_statement(self, kinds: Mapping[str, str]) -> str:
        """The statement for this page; one row more than the page shows. Of bytes it has the first, and their number.

        Args:
            kinds: types of the columns.
        """
        # a value may have a megabyte, and a page a hundred of them
        brief = ", ".join(
            f"CASE WHEN octet_length({column}) > {BYTES} THEN {column}[1:{BYTES}]::VARCHAR || ' … '"
            f" || octet_length({column}) || ' bytes' ELSE {column}::VARCHAR END AS {column}"
            for column in (identifier(name) for name, kind in kinds.items() if kind == "BLOB")
        )
        columns = f"SELECT * REPLACE ({brief}) " if brief else ""
        return f"{columns}{self.statement()} LIMIT {ROWS + 1} OFFSET {(self.page - 1) * ROWS}"

    def without(self, column: str) -> str:
        """The address of the rows without the filter of a column."""
        return query(self.filters, sort=self.sort, **{column: None}) or "?"


def view_of_rows(table: str, columns: Sequence[str], asked: Mapping[str, str]) -> View:
    """The rows that an address names.

    Args:
        table: FAMILY.TABLE, one of the program's.
        columns: of the table.
        asked: "page", "sort" and conditions by column.

    Raises:
        InputError: there is no such column or page.
    """
    page = number_in(asked.get("page"), "page", 1, LAST_PAGE)
    sort = asked.get("sort", "")
    filters = {name: value for name, value in asked.items() if name not in NO_COLUMNS and value}
    for name in [*filters, *([sort.removeprefix("-")] if sort else [])]:
        if name not in columns:
            raise InputError(f"{table} has no column {in_quotes(name)}; there are {join_words(columns)}")
    return View(table, page, sort, filters)


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def ask(statement: str) -> Sequence[Sequence[Any]]:
        rows: Sequence[Sequence[Any]] = site.need("rows", statement=statement, limit=MOST_NAMES + 1)["rows"]
        return rows

    def desk(request: Request) -> Response:
        return page("data.html", statement=OPENING, shelves=site.need("shelves"))

    def family(name: str) -> Response:
        one_of(name, KNOWN, "family")
        (shelf,) = [shelf for shelf in site.need("shelves") if shelf["family"] == name]
        macros = [entry for entry in site.document("schema", name) if "macro" in entry]
        card = site.perhaps("tables", "--card", name)
        return page("family.html", shelf=shelf, macros=macros, rooms=rooms_of(name), card=card)

    def table(request: Request) -> Response:
        name = request.path_params["table"]
        if "." not in name:
            return family(name)
        family_name, _, own_name = name.partition(".")
        schema = site.document("schema", family_name)
        described = next((entry for entry in schema if name in (entry.get("table"), entry.get("macro"))), None)
        if described is None:
            (described,) = site.document("schema", name)  # fails with the names that come near
        if "macro" in described:
            return RedirectResponse(f"/tables/{family_name}#{own_name}")
        if any(value == "" for value in request.query_params.values()):
            # fields of the form that say nothing
            return RedirectResponse(f"/tables/{name}{query(request.query_params)}", 303)
        kinds = {column["column"]: column["type"] for column in described["columns"]}
        view = view_of_rows(name, list(kinds), dict(request.query_params))
        summary = row = None
        try:
            view = view.with_comparisons(ask, kinds)
            answer = site.need("rows", statement=view.limited_statement(kinds), limit=ROWS)
            if is_one_row(described["key"], view, answer):
                row = dict(zip(kinds, answer["rows"][0], strict=True))
            elif answer["rows"]:
                summary = site.perhaps_job("profile", source=view.source(), build=BUILD)
        except JobError as error:
            if error.exit_code != ExitCode.NOT_BUILT:
                raise
            # its columns are known without any rows
            columns = [{"name": column["column"]} for column in described["columns"]]
            answer = {"columns": columns, "rows": [], "more": False, "notes": []}
        origin = site.perhaps("cite", name)
        card = site.perhaps("tables", "--card", family_name)
        values = {"origin": origin, "card": card if isinstance(card, Working) else card_of(card, name)}
        joined_by = [
            {"table": other["table"], "columns": described["key"]}
            for other in schema
            if name in (join["table"] for join in other.get("joins", ()))
        ]
        return page(
            "table.html",
            table=described,
            comment=without_key(described["comment"]),
            title=games_of(family_name),
            view=view,
            answer=answer,
            summary=summary,
            row=row,
            joined_by=joined_by,
            **values,
        )

    def builds(request: Request) -> Response:
        family = request.query_params.get("family", "")
        number = number_in(request.query_params.get("page"), "page", 1, LAST_PAGE)
        where = f"WHERE family = '{one_of(family, KNOWN, 'family')}'" if family else ""
        order = f"ORDER BY built_at DESC, family, name LIMIT {ROWS + 1} OFFSET {(number - 1) * ROWS}"
        answer = site.need("rows", statement=f"SELECT {BUILD_COLUMNS} FROM meta.builds {where} {order}", limit=ROWS)
        held = site.need("rows", statement="SELECT DISTINCT family FROM meta.builds ORDER BY family", limit=len(KNOWN))
        names = [column["name"] for column in answer["columns"]]
        values = {"page": number, "family": family, "held": [name for (name,) in held["rows"]], "more": answer["more"]}
        builds_of_page = [dict(zip(names, row, strict=True)) for row in answer["rows"]]
        return page("builds.html", builds=builds_of_page, **values, doctor=site.perhaps("doctor"))

    def record_list(request: Request) -> Response:
        return page("records.html", records=_records())

    def record(request: Request) -> Response:
        document = _record(request.path_params["name"])
        held = site.need("rows", statement=f"SELECT digest, sha256 FROM meta.builds WHERE family = '{document.family}'")
        return page("record.html", record=document, compared=_compare_record(document, held["rows"]))

    def whole(request: Request) -> Response:
        command = one_of(request.path_params["command"], WHOLE, "document")
        return json_response(site.ask("command", None, words=[command, "--json"]))

    def of_one(command: str, request: Request) -> Response:
        return json_response(site.ask("command", None, words=OF_ONE[command](request.path_params["name"])))

    return [
        Route("/data", desk),
        Route("/tables", lambda request: RedirectResponse("/data")),
        Route("/tables/{table:str}", table),
        Route("/builds", builds),
        Route("/records", record_list),
        Route("/records/{name}", record),
        Route("/api/records", lambda request: JSONResponse([asdict(record_of_run) for record_of_run in _records()])),
        Route("/api/records/{name}", lambda request: JSONResponse(asdict(_record(request.path_params["name"])))),
        *(Route(f"/api/{command}/{{name}}", partial(of_one, command)) for command in OF_ONE),
        Route("/api/{command}", whole),
    ]


def is_one_row(key: Sequence[str], view: View, answer: Mapping[str, Any]) -> bool:
    """Whether an address names a single row by its key."""
    if len(answer["rows"]) != 1 or any(value.startswith(SIGNS) for value in view.filters.values()):
        return False
    names = [column["name"] for column in answer["columns"]]
    row = dict(zip(names, answer["rows"][0], strict=True))
    # an address has no empty texts
    return bool(key) and set(view.filters) == {column for column in key if row[column] != ""}


def card_of(card: Mapping[str, Any] | None, table: str) -> Mapping[str, Any] | None:
    """What the card of a family (`tafelwerk tables --card`) says of a table that has rows; None if it says nothing."""
    tables = card["tables"] if card is not None else ()
    return next((table_card for table_card in tables if table_card["table"] == table and table_card["rows"]), None)


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
