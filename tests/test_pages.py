"""The pages show what their commands print: on an empty book, so that the pocket book answers, or what is computed."""

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from program import call

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")))
ELSEWHERE = {"docs/games.md"}
"""Pages that have tests of their own."""

TYPED = {"play", "replay", "match"}
"""Commands that want more than their line, or a wider terminal: what is typed, files, tables of many columns."""

SOURCE = re.compile(r"\((?:exact; )?(?:pocket book|book|computed)\b")
POCKET = ROOT / "tafelwerk" / "pocket"
COLUMNS = "100"

PROMPT = "    $ tafelwerk "


def shown(page: str) -> list[tuple[str, str]]:
    """Command lines that a page shows with what they print, in its order."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    blocks = re.findall(r"(?:^ {4,}.*\n|^\n(?= {4}))+", text, re.MULTILINE)
    found = [one for block in blocks for one in _commands(block)]
    return [(line, printed) for line, printed in found if printed.strip() and TYPED.isdisjoint(line.split()[:2])]


def _commands(block: str) -> Iterator[tuple[str, str]]:
    for part in re.split(rf"^ *{re.escape(PROMPT.strip())} ", block, flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        printed = re.sub(r"^    ", "", printed, flags=re.MULTILINE)
        yield line, re.split(r"^tafelwerk ", printed, maxsplit=1, flags=re.MULTILINE)[0]  # lines to copy may follow


def files(page: str) -> dict[str, str]:
    """Python files that a page shows under their names."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return dict(re.findall(r"^\*\*(\w+\.py)\*\*\n\n```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


def plain(text: str) -> str:
    """Lines folded and padded as they may be, as words, wherever answers come from."""
    return SOURCE.sub("(book", " ".join(re.sub("─+", "─", text).split()))


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ELSEWHERE and shown(page)])
def test_commands_print_what_the_page_says(page: str, tmp_path: Path) -> None:
    for name, source in files(page).items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    checker, places = doctest.OutputChecker(), {"COLUMNS": COLUMNS, "TAFELWERK_POCKET": str(POCKET)}
    for line, printed in shown(page):
        done = call(*shlex.split(line), "--book", tmp_path / "book", cwd=tmp_path, **places)
        assert done.returncode == 0, (line, done.stderr)
        assert checker.check_output(plain(printed), plain(done.stdout), doctest.ELLIPSIS), (line, done.stdout)
