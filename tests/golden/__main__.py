"""`make golden`: asks every question, or those of the families named, prints which answers changed, and writes them anew."""

import argparse
import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from golden.comparison import Difference, differences
from golden.questions import Asker, expected, questions, write_answers
from golden.small_book import copy_small_book
from tafelwerk.families import FAMILIES

SHOWN = 5
"""Differences of a kind that are printed, unless --all is given."""


def main() -> None:
    """Ask, report and write."""
    parser = argparse.ArgumentParser(prog="python -m golden", description=__doc__)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="Default: every family.")
    parser.add_argument("--all", action="store_true", help=f"Print every difference, not {SHOWN} of a kind.")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        book, files = Path(folder) / "book", Path(folder) / "files"
        copy_small_book(book)
        files.mkdir()
        asker = Asker(book, files)
        for family in asked.families or FAMILIES:
            old, new = expected(family), {line: asker.ask(line) for line in questions(family)}
            report(family, old, new, sys.maxsize if asked.all else SHOWN)
            write_answers(family, new)


def report(family: str, old: Mapping[str, Any], new: Mapping[str, Any], most: int) -> None:
    """Print what became of a family's answers, by the kind of change.

    Args:
        family: the family.
        old: the answers before, by question.
        new: the answers now.
        most: differences of a kind to print.
    """
    gone = [line for line in old if line not in new]
    kinds: dict[str, list[Difference]] = {}
    for line, answer in new.items():
        if line in old:
            for found in differences(line, old[line], answer):
                kinds.setdefault(_kind(found), []).append(found)
        else:
            alike = (one for one in gone if "answer" in answer and not any(differences(line, old[one], answer)))
            before = next(alike, None)
            if before is not None:
                gone.remove(before)
            _say(f"added, the answer is that of {before}: {line}" if before else f"added: {line}")
    for line in gone:
        _say(f"left out: {line}")
    for kind, all_found in kinds.items():
        _say(f"{kind}: {len(all_found)} times in {len({one.question for one in all_found})} answers")
        for one in all_found[:most]:
            _say(f"  {one}")
    changed = {one.question for all_found in kinds.values() for one in all_found}
    _say(f"{family}: {len(new)} questions, {len(changed)} answers changed")


def _kind(found: Difference) -> str:
    """Key of a difference without positions, and whether the value changed, came or went."""
    key = re.sub(r"\b\d+\b", "*", found.key)
    verb = "came" if found.old is None else "went" if found.new is None else "changed"
    return f"{key or 'answer'} {verb}"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
