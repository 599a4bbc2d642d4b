"""`python -m soak fuzz|kills|values`: a run of any size; exit code 1 if something was wrong."""

import argparse
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from books import copy_quick_book
from fuzzing import leaves
from golden.questions import POCKET
from golden.small_book import copy_small_book

from soak.fuzz import Fuzzed, fuzz
from soak.kills import kill_many
from soak.values import counts, fuzz_values
from tafelwerk.families import FAMILIES

SIZES = {
    "fuzz": ("--inputs", 100_000),
    "kills": ("--kills", 500),
    "values": ("--books", 2000),
}
"""What says how long a run of a kind is, and what it is by default."""


def main() -> None:
    """Parse the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind, (option, size) in SIZES.items():
        parsed = kinds.add_parser(kind)
        parsed.add_argument(option, dest="size", type=int, default=size, metavar="N", help=f"Default: {size}.")
        parsed.add_argument("--seed", type=int, default=1, metavar="N", help="Default: 1.")
    given = parser.parse_args()
    run = {"fuzz": _fuzz, "kills": _kills, "values": _values}[given.kind]
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"TAFELWERK_POCKET": "", "XDG_DATA_HOME": str(Path(folder) / "data")}
        wrong = run(given.size, given.seed, Path(folder))
    sys.exit(int(wrong > 0))


def tell(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _kills(kills: int, seed: int, folder: Path) -> int:
    by_family, wrong = kill_many(kills, seed, folder)
    for text in wrong:
        tell(text)
    families = ", ".join(f"{family} {times}" for family, times in by_family.items())
    tell(f"seed {seed}: {kills} kills ({families}), {kills - len(wrong)} resumed with the same checksums")
    return len(wrong)


def _values(number: int, seed: int, folder: Path) -> int:
    copy_small_book(folder / "small")
    books = [(family, book) for family in FAMILIES for book in (folder / "small", POCKET)]
    asked = fuzz_values(books, number, str(seed), folder, tell=tell)
    tell(
        f"seed {seed}: {asked.books:,} books: {counts(asked.exits)}; wrong: {len(asked.wrong)}; slowest"
        f" {asked.most_seconds:.1f} s of CPU time"
    )
    return len(asked.wrong)


def _fuzz(inputs: int, seed: int, folder: Path) -> int:
    """Fuzz every command, each in a process of its own, which begins with little memory and may die."""
    copy_quick_book(folder / "book")
    names, exits, wrong = sorted(leaves()), Counter[int](), 0
    for place, name in enumerate(names):
        share = inputs // len(names) + (place < inputs % len(names))
        with (
            ProcessPoolExecutor(1, get_context("spawn")) as pool,
            tempfile.TemporaryDirectory(dir=folder) as scratch,
        ):
            asked = pool.submit(fuzz, name, str(seed), share, folder / "book", Path(scratch))
            try:
                result = asked.result()
            except BrokenProcessPool as error:
                result = Fuzzed(share, {}, (f"the process of {name} ended: {error}",), 0.0, 0)
        exits.update(result.exits)
        wrong += len(result.wrong)
        for text in result.wrong:
            tell(text)
        told = f"slowest {result.most_seconds:.1f} s of CPU time, largest {result.most_memory / 1e9:.2f} GB"
        tell(f"{name}: {result.inputs:,} inputs: {counts(result.exits)}; wrong: {len(result.wrong)}; {told}")
    tell(f"seed {seed}: {inputs:,} inputs over {len(names)} commands: {counts(exits)}; wrong: {wrong}")
    return wrong


if __name__ == "__main__":
    main()
