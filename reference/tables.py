"""Every table and view of the book: columns, types, keys and what they mean."""

from reference.markdown import page, table
from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.commands.schema import described_tables

INTRODUCTION = """\
Tables and views as `tafelwerk sql` and `book.sql` know them; `tafelwerk schema FAMILY.TABLE` says the same. `meta.builds` has
a line per build: command, parameters, rows, checksum, certainty, time."""


def text() -> str:
    """The page."""
    sections = []
    for family in FAMILIES:
        sections.append(f"## {family}")
        for one in described_tables(family):
            rows = [(f"`{column['column']}`", column["type"], column["comment"]) for column in one["columns"]]
            sections += [f"### {one['table']}", one["comment"], table(("column", "type", "meaning"), rows)]
    return page("Tables", INTRODUCTION, sections)
