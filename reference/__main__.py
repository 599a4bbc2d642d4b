"""Writes the reference pages: python -m reference FOLDER."""

import sys
from pathlib import Path

from reference import answers, commands, figures, python, tables

PAGES = {
    "commands.md": commands.text,
    "json.md": answers.text,
    "python.md": python.text,
    "tables.md": tables.text,
    "figures.md": figures.text,
}
"""The function that makes each page."""


def main(folder: Path) -> None:
    """Write the pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in PAGES.items():
        (folder / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
