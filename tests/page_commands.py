"""The command lines of the README and of the pages in docs/, as a reader would copy them, and what is shown below them."""

import json
import re
import shlex
from functools import cache
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")))

PAGE_OF = {"mastermind": "deduction"}
"""Page of a family that has another name."""

_LINE = re.compile(r"^ *(\$ )?tafelwerk (.*?)(?: {2,}.*)?$")
_IN_TEXT = re.compile(r"`tafelwerk ([^`]+)`")
_BLOCK = re.compile(r"(?:^    .*\n)+", re.MULTILINE)
_FILE = re.compile(r"^\*\*(\w+\.py)\*\*\n\n```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?:^    .*\n|^\n(?=    ))+", re.MULTILINE)
_PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_PATTERN = re.compile(r"(?<![\w\"'])(?:[A-Z]|[A-Z]{3,})(?![\w\"'])|\.\.\.")
"""A word that stands for others, as `--heap H` and `diff BOOK BOOK` have it."""


class Example(NamedTuple):
    """A command line or SQL question of a page.

    Attributes:
        page: path of the page below the root.
        words: of the command line, without the program's name.
        typed: whether it stands behind a prompt; only such lines are shown with what they print.
        printed: what the page shows below it, without the indentation; empty where it shows nothing.
    """

    page: str
    words: tuple[str, ...]
    typed: bool
    printed: str


@cache
def examples(page: str) -> tuple[Example, ...]:
    """The command lines of a page in its order, then those within its text, then its SQL questions with their answers."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = re.sub(r" *\\\n *", " ", text).splitlines()
    commands = [(number, found) for number, line in enumerate(lines) if (found := _LINE.match(line))]
    found = [(line[2], bool(line[1]), _printed(lines[number + 1 :]) if line[1] else "") for number, line in commands]
    found += [(line, False, "") for line in _IN_TEXT.findall(text)]
    made = [
        Example(page, tuple(shlex.split(line)), typed, printed)
        for line, typed, printed in found
        if typed or not _PATTERN.search(re.sub(r"\"[^\"]*\"", "", line))
    ]
    for block, answer in pairwise([*_BLOCK.findall(text), ""]):
        if block.lstrip().startswith("SELECT"):
            made.append(Example(page, ("sql", " ".join(block.split())), False, _dedented(answer.splitlines())))
    return tuple(made)


def _printed(lines: list[str]) -> str:
    """What stands below a command line: to the end of the block, the next prompt or lines to copy."""
    shown = []
    for line in lines:
        if (line and not line.startswith("    ")) or re.match(r" *\$ |    tafelwerk ", line):
            break
        shown.append(line)
    return _dedented(shown)


def _dedented(lines: list[str]) -> str:
    return "\n".join(line.removeprefix("    ") for line in lines).strip("\n")


def every_line() -> tuple[tuple[str, ...], ...]:
    """The words of each command line and SQL question of all pages, once each."""
    return tuple(dict.fromkeys(example.words for page in PAGES for example in examples(page)))


def files(page: str) -> dict[str, str]:
    """Python files that a page shows under their names."""
    return dict(_FILE.findall((ROOT / page).read_text(encoding="utf-8")))


def python_sources() -> dict[str, str]:
    """All Python of the pages by a module's name: named files, other blocks, the notebook."""
    sources = {}
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        sources |= {name.removesuffix(".py"): source for name, source in files(page).items()}
        blocks = [dedent(block) for block in _INDENTED.findall(text) if block.lstrip().startswith(("import ", "from "))]
        blocks += [block for block in _PYTHON.findall(text) if block not in sources.values()]
        sources |= {f"{Path(page).stem}_{number}": block for number, block in enumerate(blocks)}
    notebook = json.loads((ROOT / "docs" / "tour.ipynb").read_text(encoding="utf-8"))
    cells = ("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")
    return sources | {"tour": "\n".join(cells) + "\n"}
