"""Named queries: one list of the docs' questions, the findings and the figures' statements; and how tables are joined."""

import json
from pathlib import Path

import pytest
from program import answered, call
from test_docs import PAGES_WITH_QUESTIONS, questions

from tafelwerk.book import Book
from tafelwerk.families import FAMILIES, KNOWN
from tafelwerk.museum import findings
from tafelwerk.named_queries import NamedQuery, figure_statements, joins, named_queries, statement_of, written_queries
from tafelwerk.plots.figure import all_figures
from tafelwerk.tables.layout import layout, views
from tafelwerk.tables.sandbox import query

OWN = ("dresher-evidence", "games-positions")
"""Written queries that stand on other pages."""


def words(statement: str) -> str:
    return " ".join(statement.split())


def test_the_questions_of_the_docs_have_names() -> None:
    asked = {words(one.words[1]) for page in PAGES_WITH_QUESTIONS for one in questions(page)}
    written = {name: words(sql) for family in KNOWN for name, _, sql in written_queries(family) if name not in OWN}
    assert {*written.values()} == asked
    assert len({*written.values()}) == len(written)


def test_findings_and_figures_are_in_the_list() -> None:
    queries = named_queries()
    count = sum(len(written_queries(family)) for family in KNOWN) + len(findings())
    figures = [name for name, figure in all_figures(FAMILIES).items() if figure.has_rows]
    assert [name for name, one in queries.items() if not one.statement] == figures
    assert len(queries) == count + len(figures), "no two have one name"
    for finding in findings():
        assert queries[finding.name] == NamedQuery(finding.name, finding.family, finding.question, finding.query)
    assert all(one.title for one in queries.values())


@pytest.mark.parametrize("family", FAMILIES)
def test_written_queries_are_answered(family: str, small_book: Path) -> None:
    for name, _, statement in written_queries(family):
        with query(small_book, statement, is_own=True) as answer:
            assert answer.columns, name
            answer.rows()


def test_a_figure_names_its_statements(figure_book: Book) -> None:
    statements = figure_statements("dresher-3.6", figure_book)
    assert len(statements) == 2
    assert statement_of("dresher-3.6", figure_book) == (statements[0], 2)
    assert [statement_of(f"dresher-3.6/{n}", figure_book)[0] for n in (1, 2)] == statements
    sizes = []
    for statement in statements:
        with query(figure_book.path, statement) as answer:
            sizes.append(len(answer.rows()))
    assert sizes == sorted(sizes, reverse=True) == [40, 1]


def test_the_list_and_a_query_on_the_command_line(small_book: Path) -> None:
    listed = answered("sql", "--queries", "dresher")["queries"]
    assert {one["family"] for one in listed} == {"dresher"}
    assert {one["name"]: one["statement"] for one in listed}["dresher-value"] is None
    (only,) = answered("sql", "--queries", "dresher-depth")["queries"]
    done = call("sql", "--query", "dresher-depth", "--json", "--book", small_book)
    assert json.loads(done.stdout) == json.loads(call("sql", only["statement"], "--json", "--book", small_book).stdout)


def test_joins_lead_from_rows_to_rows(small_book: Path) -> None:
    for family in FAMILIES:
        tables = {entry.name: entry for entry in layout(family)}
        columns = {
            entry.name: {column.name: column.type for column in entry.columns}
            for entry in (*tables.values(), *views(family))
        }
        pairs = []
        for name, target in ((name, target) for name, targets in joins(family).items() for target in targets):
            key = tables[target].key
            assert [columns[name][column] for column in key] == [columns[target][column] for column in key]
            rows, using = f"FROM {family}.{name}", ", ".join(f'"{column}"' for column in key)
            joined = f"{rows} SEMI JOIN {family}.{target} USING ({using})"
            pairs.append(f"SELECT '{name} joins {target}', EXISTS ({rows}), EXISTS ({joined})")
        with query(small_book, " UNION ALL ".join(pairs or ["SELECT '', false, false"])) as answer:
            assert [pair for pair, has_rows, is_joined in answer.rows() if has_rows > is_joined] == []
