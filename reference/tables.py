"""Every table and view of the book: columns with types, keys and meanings; and the macros of each family."""

from reference.markdown import page, table
from tafelwerk.commands.schema import described_tables
from tafelwerk.families import KNOWN

INTRODUCTION = """\
Tables and views for `tafelwerk sql` and `book.sql`; `tafelwerk schema FAMILY.TABLE` shows the same. `meta.builds` has one row per
build: command, parameters, rows, checksum, certainty, time."""


def text() -> str:
    """The page."""
    sections = []
    for family in KNOWN:
        sections.append(f"## {family}")
        described = described_tables(family)
        for one in (one for one in described if "table" in one):
            rows = [(f"`{column['column']}`", column["type"], column["comment"]) for column in one["columns"]]
            sections += [f"### {one['table']}", one["comment"], table(("column", "type", "meaning"), rows)]
        for one in (one for one in described if "macro" in one):
            heading = f"### {one['macro']}({', '.join(one['parameters'])})"
            sections += [heading, one["comment"], f"`{one['example']}` is `{one['answer']}`."]
    return page("Tables", INTRODUCTION, sections)
