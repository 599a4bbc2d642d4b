"""The command lines of the README and of the pages in docs/, as a reader would copy them."""

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))

_IN_BLOCK = re.compile(r"^ *(?:\$ )?tafelwerk ((?:.*\\\n)*.*)", re.MULTILINE)
_IN_LINE = re.compile(r"`tafelwerk ([^`]+)`")
_QUESTION = re.compile(r"(?:^    .*\n)+", re.MULTILINE)
_REMARK = re.compile(r" {2,}.*")
_PATTERN = re.compile(r"(?<![\w\"'])(?:[A-Z]|[A-Z]{3,})(?![\w\"'])|\.\.\.")
"""A word that stands for others, as `--heap H` and `diff BOOK BOOK` have it."""


def page_commands(page: Path) -> list[tuple[str, ...]]:
    """The words of each command line and SQL question of a page, once each, in its order; patterns are left out."""
    text = page.read_text(encoding="utf-8")
    lines = [
        _REMARK.sub("", line.replace("\\\n", " ")) if "\\\n" not in line else line.replace("\\\n", " ")
        for line in (*_IN_BLOCK.findall(text), *_IN_LINE.findall(text))
    ]
    found = [tuple(shlex.split(line)) for line in lines if not _PATTERN.search(re.sub(r"\"[^\"]*\"", "", line))]
    blocks = [" ".join(block.split()) for block in _QUESTION.findall(text)]
    found += [("sql", block) for block in blocks if block.startswith("SELECT")]
    return list(dict.fromkeys(found))
