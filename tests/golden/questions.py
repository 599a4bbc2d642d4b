"""Which questions there are, and asking one in this process."""

import json
import re
import shlex
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import typer.main
from program import call

from golden.comparison import outcome
from golden.small_book import write_files
from tafelwerk.cli import root

HERE = Path(__file__).parent
SCORE_SHEET = HERE / "files" / "evening.txt"
"""A list of games of Skat."""

POCKET = HERE.parent.parent / "tafelwerk" / "pocket"

BOOKS = ("pocket", "small", "both")
"""What a question is asked of: an empty book over the pocket book, the small book alone, the small one over the pocket book."""

SOME = 3
"""Of that many questions `make test` asks one; the slow tests ask all."""

_SUMS = re.compile(r'small sql "SELECT count\(\*\) AS rows.* FROM \w+\.(\w+)"')


@dataclass(frozen=True)
class Asker:
    """Asks questions.

    Attributes:
        small: folder of the small book.
        folder: an empty folder of its own, for the files that questions name.
    """

    small: Path
    folder: Path

    def __post_init__(self) -> None:
        write_files(self.folder)
        shutil.copy(SCORE_SHEET, self.folder)

    def ask(self, question: str) -> dict[str, Any]:
        """What is kept of the answer to a line of a question file."""
        book, _, line = question.partition(" ")
        assert book in BOOKS, question
        words = shlex.split(line)
        stdin = None
        if "<" in words:
            words, (file,) = words[: words.index("<")], words[words.index("<") + 1 :]
            stdin = (self.folder / file).read_text(encoding="utf-8")
        if "--format" not in words and takes_json(words):
            words.append("--json")
        place = self.folder / "none" if book == "pocket" else self.small
        beneath = "" if book == "small" else str(POCKET)
        done = call(*words, stdin=stdin, cwd=self.folder, TAFELWERK_BOOK=str(place), TAFELWERK_POCKET=beneath)
        return outcome(done.returncode, done.stdout, done.stderr)

    def ask_sums(self, family: str) -> dict[str, dict[str, Any]]:
        """Answers to the questions for the sums of every table of a family, which are asked in one statement."""
        asked = sums(family)
        # no column has such a name
        names = ", ".join(f'"sums of {table}"' for table in asked)
        tables = ", ".join(f'({shlex.split(line)[2]}) AS "sums of {table}"' for table, line in asked.items())
        answer = self.ask(f"small sql {shlex.quote(f'SELECT {names} FROM {tables}')}")
        return {line: answer | {"answer": [answer["answer"][0][f"sums of {table}"]]} for table, line in asked.items()}


@cache
def command_of(words: tuple[str, ...]) -> Any:
    """The command that the first of some words name."""
    command: Any = typer.main.get_command(root)
    for word in words:
        below = command.get_command(None, word) if hasattr(command, "list_commands") else None
        if below is None:
            break
        command = below
    return command


def takes_json(words: list[str]) -> bool:
    """Whether the command of a line has an option --json."""
    return any("--json" in param.opts for param in command_of(tuple(words[:2])).params)


def questions(family: str) -> list[str]:
    """The lines of a family's question file that are no comments."""
    file = HERE / "questions" / f"{family}.txt"
    assert file.exists(), f"{family} has no golden questions: write {file}, then make golden"
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def sums(family: str) -> dict[str, str]:
    """By table the question for number and sums of all its rows."""
    return {asked[1]: line for line in questions(family) if (asked := _SUMS.fullmatch(line))}


def some_questions(family: str, every: int) -> list[str]:
    """Questions: the first of each command and book, all explanations, one of that many of the others; no sums of tables."""
    met, chosen = set[tuple[str, ...]](), list[str]()
    for number, line in enumerate(questions(family)):
        head = tuple(line.split()[:3])
        if not _SUMS.fullmatch(line) and (head not in met or "explain" in head or number % every == 0):
            met.add(head)
            chosen.append(line)
    return chosen


def expected(family: str) -> dict[str, Any]:
    """The answers that are kept, by question."""
    file = HERE / "answers" / f"{family}.json"
    answers: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return answers


def write_answers(family: str, answers: dict[str, Any]) -> None:
    """Keep answers, one per line."""
    lines = [
        f"{json.dumps(line, ensure_ascii=False)}: {json.dumps(answers[line], ensure_ascii=False)}" for line in answers
    ]
    file = HERE / "answers" / f"{family}.json"
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
