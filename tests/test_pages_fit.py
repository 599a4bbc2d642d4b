"""What the commands of the README and of docs/ print fits the terminal, and no heading is broken letter by letter."""

import re
import shlex
from pathlib import Path

from page_commands import PAGES, examples
from program import on_screen

import tafelwerk

POCKET = Path(tafelwerk.__file__).parent / "pocket"
WIDTHS = (60, 80)
STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
RULE = re.compile(r"\s*─{3,}\s*$")

QUICK = (
    "montecarlo duel",
    "montecarlo blunder",
    "mastermind next --pegs 4 --colors 6",
    "mastermind summary --pegs 4",
    "mastermind gamma",
    "mastermind curve",
    "dresher value",
    "dresher hider",
    "dresher searcher",
    "dresher explain",
    "skat games",
    "switching winrate",
    "minimax grundy",
    "minimax octal",
    "minimax tictactoe",
    "minimax tree",
    "play",
    "schema",
    "tables",
    "sql",
)
MOST = 3
"""How many lines with the same first words are asked."""

MORE = (
    "tables --verbose",
    "schema skat",
    "schema montecarlo.subtraction_duels",
    "plot --list",
    "sql 'FROM dresher.games'",
    "sql 'FROM skat.games' --format table",
    "published search",
)


def faults(text: str, columns: int) -> list[str]:
    """Lines that are too long, and lines that hold a heading's letters one above the other."""
    lines = [STYLE.sub("", line.split("\r")[-1]) for line in text.replace("\r\n", "\n").split("\n")]
    found = [line for line in lines if len(line) > columns]
    for place, line in enumerate(lines):
        if RULE.match(line):
            above = [f" {one} " for one in lines[max(place - 3, 0) : place]]
            alone = [
                {
                    at
                    for at in range(1, len(one) - 1)
                    if one[at - 1 : at + 2].strip().isalpha() and one[at - 1] == one[at + 1] == " "
                }
                for one in above
            ]
            found += [above[-1]] if len(alone) == 3 and set.intersection(*alone) else []
    return found


def test_letters_one_above_the_other_are_noticed() -> None:
    heads = ["  c  what", "  o  it", "  s  says", " ────────────"]
    assert faults("\n".join(heads), 60) == ["   s  says "]
    assert faults("\n".join(["  cost   what", "  of it  it says", " ────────────"]), 60) == []


def asked() -> list[tuple[str, ...]]:
    """Command lines of the pages that take little time and no file."""
    met: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for page in PAGES:
        for one in examples(page):
            if shlex.join(one.words).startswith(QUICK) and (one.words[0] == "sql" or "--json" not in one.words):
                met.setdefault(one.words[: 1 if one.words[0] == "sql" else 2], set()).add(one.words)
    return [words for same in met.values() for words in sorted(same)[:MOST]]


def test_answers_of_the_pages_fit(tmp_path: Path) -> None:
    for words in asked():
        text = on_screen(*words, "--book", POCKET, columns=60, cwd=tmp_path, TAFELWERK_POCKET=str(POCKET))
        assert text, words
        assert faults(text, 60) == [], words


def test_long_lists_fit(tmp_path: Path) -> None:
    for line in MORE:
        for columns in WIDTHS:
            words = shlex.split(line)
            text = on_screen(*words, "--book", POCKET, columns=columns, cwd=tmp_path, TAFELWERK_POCKET=str(POCKET))
            assert text, line
            assert faults(text, columns) == [], (line, columns)
