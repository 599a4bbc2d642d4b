"""Small bugs, planted one at a time in a copy of the package: which of them do the tests catch?

`mutants.toml` lists the bugs; `python -m mutants` plants them. A bug is caught if a test fails that passes without it.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""Folder of the repository."""

LIST = Path(__file__).parent / "mutants.toml"


class StaleError(Exception):
    """An entry does not fit the code any more."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One bug.

    Attributes:
        name: its short name.
        file: the file it is planted in, below tafelwerk/.
        kind: what kind of bug it is.
        why: what a user would notice, so that it is no equivalent program.
        before: text of the file, which occurs once.
        after: what replaces it.
        tests: test files and folders that are run first, those that are nearest to the file before others.
    """

    name: str
    file: str
    kind: str
    why: str
    before: str
    after: str
    tests: tuple[str, ...]

    def plant(self, source: str) -> str:
        """The file's text with the bug.

        Raises:
            StaleError: the text to replace does not occur exactly once.
        """
        count = source.count(self.before)
        if count != 1:
            raise StaleError(f"{self.name}: the text to replace occurs {count} times in tafelwerk/{self.file}")
        return source.replace(self.before, self.after)


def read_mutants(path: Path = LIST) -> list[Mutant]:
    """The mutants of a list, in its order."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return [Mutant(**{**entry, "tests": tuple(entry["tests"])}) for entry in entries]
