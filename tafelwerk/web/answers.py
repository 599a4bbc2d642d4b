"""Answers for pages: the document, and what a terminal shows as parts, each of which a page lays out. Runs in a worker.

A part is

- `{"kind": "text", "text": ...}`: a paragraph, a sentence as a rule;
- `{"kind": "lines", "text": ...}`: lines whose blanks count, such as a board or a tree;
- `{"kind": "table", "title", "head", "rows", "right"}`: cells as text, those of bars as numbers from 0 to 1; `right` numbers the
  columns that are aligned on the right.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from tafelwerk.commands.fitting import BAR_WIDTH, EIGHTHS
from tafelwerk.texts import Group, Indent, StyledText, Table
from tafelwerk.web.jobs import check_done

LONGEST = 500
"""Rows of a table on a page."""

_ALIGNED = re.compile(r"^ |\S  +\S|[│┌└├─┐┃━]")
"""A line whose blanks count."""

_SHORT = 4
"""Words of a heading that is no sentence."""


def answer(words: list[str], text: str = "") -> dict[str, Any]:
    """Ask a question as the command line does, for a page.

    Args:
        words: behind the program's name, without --json.
        text: what it reads from standard input.

    Returns:
        As of `worker.command`; of an answer besides its "document", its "parts", its "scene": a picture as "width", "height",
        "body", "title", "text" and "legend", or None; and its "steps", as of `tables.questions.Step`.
    """
    from tafelwerk.commands.asking import Look
    from tafelwerk.commands.output import json_text, plain, reading
    from tafelwerk.web.worker import command

    page_parts: dict[str, Any] = {}

    def read(document: Any, content: Any, look: Look | None) -> None:
        picture = None if look is None or look.scene is None else look.scene()
        page_parts["steps"] = [] if look is None else [plain(step) for step in look.steps()]
        page_parts["document"] = json.loads(json_text(document))
        page_parts["parts"] = _joined(_parts(content))
        page_parts["scene"] = None if picture is None else _picture(picture)

    with reading(read):
        return command(words, text) | page_parts


def save_picture(words: list[str], ending: str, text: str = "") -> bytes:
    """The picture of an answer as a file.

    Args:
        words, text: as of `answer`.
        ending: "svg", "png" or "pdf".

    Raises:
        JobError: the question has no answer, or that has no picture.
    """
    from tafelwerk.web.worker import command, scratch

    with scratch(f"answer.{ending}") as file:
        check_done(command([*words, "--output", str(file)], text))
        return file.read_bytes()


def _picture(drawn: Any) -> dict[str, Any]:
    names = ("width", "height", "body", "title", "text", "legend")
    return {name: getattr(drawn, name) for name in names}


def _parts(content: Any) -> Iterator[dict[str, Any]]:
    """The parts of what a terminal shows: a text, a layout, or a renderable of rich."""
    from tafelwerk.commands.output import console

    if isinstance(content, Group):
        for part in content.parts:
            yield from _parts(part)
    elif isinstance(content, Indent):
        yield from _parts(content.part)
    elif isinstance(content, Table):
        yield _table(content)
    elif isinstance(content, str | StyledText):
        yield from _texts(str(content))
    else:
        paper = console()
        with paper.capture() as written:
            paper.print(content)
        yield {"kind": "lines", "text": written.get().rstrip()}


def _texts(text: str) -> Iterator[dict[str, Any]]:
    """A text as paragraphs; from its first line whose blanks count to the last one, as lines."""
    lines = [line for line in text.split("\n") if line.strip()]
    if text.startswith("{"):
        # a document, to be read by a program
        yield {"kind": "lines", "text": text}
        return
    is_aligned = [bool(_ALIGNED.search(line)) and not line.lstrip().startswith("tafelwerk ") for line in lines]
    begin = is_aligned.index(True) if any(is_aligned) else len(lines)
    end = len(lines) - is_aligned[::-1].index(True) if any(is_aligned) else len(lines)
    for line in lines[:begin]:
        yield {"kind": "text", "text": line.strip()}
    if begin < end:
        yield {"kind": "lines", "text": "\n".join(lines[begin:end])}
    for line in lines[end:]:
        yield {"kind": "text", "text": line.strip()}


def _joined(parts: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """Parts, of which lines that follow each other are one."""
    joined: list[dict[str, Any]] = []
    for part in parts:
        if joined and part["kind"] == joined[-1]["kind"] == "lines":
            joined[-1]["text"] += f"\n{part['text']}"
        else:
            joined.append(part)
    return joined


def _table(table: Table) -> dict[str, Any]:
    columns = [[cell.plain for cell in column.cells] for column in table.columns]
    rows = [list(row) for row in zip(*columns, strict=True)]
    return {
        "kind": "table",
        "title": table.title or "",
        "head": [column.header for column in table.columns],
        "rows": [list(map(_cell, row)) for row in rows[:LONGEST]],
        "count": len(rows),
        "right": [number for number, column in enumerate(table.columns) if column.is_right],
    }


def _cell(text: str) -> str | float:
    """A cell; a bar as its share of the longest."""
    if text and set(text) <= set(EIGHTHS[1:]):
        return sum(map(EIGHTHS.index, text)) / (8 * BAR_WIDTH)
    return text


def headline(parts: Sequence[dict[str, Any]], legend: Sequence[str] = ()) -> tuple[str, list[dict[str, Any]]]:
    """The sentence that an answer begins with, and its other parts.

    It is the one that a picture says below its title; otherwise what stands first, if that is a sentence; otherwise the first
    text that is one.

    Args:
        parts: of the answer.
        legend: lines below the title of its picture.
    """
    texts = [(number, part["text"]) for number, part in enumerate(parts) if part["kind"] == "text"]
    of_picture = [number for number, text in texts if legend and legend[0].rstrip(".") in text]
    sentences = [number for number, text in texts if text.endswith((".", ")"))]
    begins = [
        number for number, text in texts[:1] if number == 0 and (len(text.split()) > _SHORT or re.search(r"\d", text))
    ]
    first = next(iter((*of_picture, *begins, *sentences)), None)
    titled = next((number for number, part in enumerate(parts) if part["kind"] == "table" and part["title"]), None)
    if titled is not None and (first is None or titled < first):
        table = parts[titled]
        return table["title"], [*parts[:titled], table | {"title": ""}, *parts[titled + 1 :]]
    if first is None:
        return "", list(parts)
    return parts[first]["text"], [*parts[:first], *parts[first + 1 :]]
