"""Markdown for the reference pages."""

import re
from collections.abc import Iterable, Sequence

NOTE = "<!-- made from the program by `make docs` -->"


def page(title: str, introduction: str, sections: Iterable[str]) -> str:
    """A page: title, introduction, sections."""
    return "\n\n".join([f"# {title}", NOTE, introduction, *sections]) + "\n"


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; bars inside cells are escaped."""
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def bullets(rows: Iterable[tuple[str, str]]) -> str:
    """A list of names and their meanings."""
    return "\n".join(f"- {name}: {' '.join(meaning.split())}" if meaning else f"- {name}" for name, meaning in rows)


def code(text: str, language: str = "") -> str:
    """A fenced block."""
    return f"```{language}\n{text.rstrip()}\n```"


def prose(text: str) -> str:
    """A docstring's text: every blank line kept, lines of a paragraph joined, indented lines as a block of code."""
    return "\n\n".join(_paragraph(part) for part in re.split(r"\n\s*\n", text.strip()) if part.strip())


def anchor(heading: str) -> str:
    """The anchor of a heading, as GitHub and MyST make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _paragraph(text: str) -> str:
    if all(line.startswith("    ") for line in text.splitlines()):
        return code("\n".join(line[4:] for line in text.splitlines()))
    return " ".join(text.split())


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")
