"""`python -m faults PAGE`: plays every row in full, and writes the table between the marks of a page."""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from random import Random

from faults import ROWS
from faults.scene import Row, Scene, Trial, forget, seen

BEGIN, END = "<!-- faults: begin -->", "<!-- faults: end -->"


def main() -> None:
    """Parse the arguments, play, write."""
    parser = argparse.ArgumentParser(prog="python -m faults", description=__doc__)
    parser.add_argument("page", type=Path, help="The page, such as docs/trust.md.")
    parser.add_argument(
        "--only", metavar="TEXT", help="Play only rows whose group or fault contains the text; write no page."
    )
    parser.add_argument("--few", action="store_true", help="As few trials per row as the tests have.")
    given = parser.parse_args()
    known = {}
    problems = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"TAFELWERK_POCKET": "", "XDG_DATA_HOME": str(Path(folder) / "data")}
        for row in ROWS:
            if given.only and given.only not in f"{row.group} {row.fault}":
                continue
            trials = play(row, Path(folder), thorough=not given.few)
            known[row.fault] = seen(trials)
            for problem in row.problems(trials):
                problems += 1
                sys.stdout.write(f"PROBLEM {row.fault}: {problem}\n")
            sys.stdout.write(f"{row.fault}: {known[row.fault]}\n")
            sys.stdout.flush()
    forget()
    if not given.only:
        head, _, rest = given.page.read_text(encoding="utf-8").partition(BEGIN)
        tail = rest.partition(END)[2]
        given.page.write_text(f"{head}{BEGIN}\n\n{table(known)}\n{END}{tail}", encoding="utf-8")
    sys.exit(int(problems > 0))


def play(row: Row, folder: Path, *, thorough: bool) -> list[Trial]:
    """Play a row in a folder of its own."""
    scene = Scene(Path(tempfile.mkdtemp(dir=folder)), thorough, Random(row.fault))
    try:
        return list(row.play(scene))
    finally:
        shutil.rmtree(scene.folder, ignore_errors=True)


def table(results: Mapping[str, str]) -> str:
    """What was seen of each fault, as Markdown, one table per group."""
    lines: list[str] = []
    for group, rows in groupby((row for row in ROWS if row.fault in results), key=lambda row: row.group):
        lines += [f"### {group}", "", "| fault | expected | seen |", "|---|---|---|"]
        lines += [f"| {cell(row.fault)} | {cell(row.expected)} | {cell(results[row.fault])} |" for row in rows]
        lines.append("")
    return "\n".join(lines)


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return text.replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    main()
