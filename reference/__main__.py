"""Writes the pages of docs/reference and the JSON Schemas of docs/schemas: python -m reference docs."""

import sys
from pathlib import Path

from reference import answers, commands, figures, options, python, tables
from tafelwerk.families import rooms
from tafelwerk.tables import json_schema

PAGES = {
    "commands.md": commands.text,
    "options.md": options.text,
    "json.md": answers.text,
    "python.md": python.text,
    "tables.md": tables.text,
    "figures.md": figures.text,
}
"""The function that makes each page."""


def main(docs: Path) -> None:
    """Write the pages and the schemas."""
    for folder in (docs / "reference", docs / "schemas"):
        folder.mkdir(parents=True, exist_ok=True)
    for name, text in PAGES.items():
        (docs / "reference" / name).write_text(text(), encoding="utf-8")
    for family in rooms():
        (docs / "schemas" / f"{family}.json").write_text(json_schema.text(family), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
