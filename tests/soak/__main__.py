"""`python -m soak fuzz|kills|lookups|values`: a run of any size; exit code 1 if something was wrong."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from math import inf
from pathlib import Path

from books import copy_quick_book
from fuzzing import leaves

from soak.fuzz import Fuzzed, fuzz
from soak.kills import kill_many
from soak.lookups import look_up
from soak.values import counts, fuzz_values
from tafelwerk.build import catalogue


def main() -> None:
    """Parse the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    fuzzing = kinds.add_parser("fuzz", help="Command lines at random over all commands.")
    fuzzing.add_argument("--inputs", type=int, default=100_000, metavar="N", help="Inputs in all. Default: 100000.")
    fuzzing.add_argument("--seed", default="1", metavar="TEXT", help="Default: 1.")
    fuzzing.add_argument("--book", type=Path, metavar="DIR", help="Book to ask. Default: one with the quick set.")
    fuzzing.add_argument("--log", type=Path, metavar="FILE", help="Results per command; those in it are not run again.")
    fuzzing.add_argument(
        "--seconds",
        type=float,
        default=inf,
        metavar="S",
        help="CPU time per command after which it gets no more inputs.",
    )
    fuzzing.add_argument("--only", metavar="COMMAND", help="One command, its inputs in this process.")
    killing = kinds.add_parser("kills", help="Builds of every family, killed at random moments and resumed.")
    killing.add_argument("--kills", type=int, default=500, metavar="N", help="Default: 500.")
    killing.add_argument("--seed", type=int, default=1, metavar="N", help="Default: 1.")
    killing.add_argument("--log", type=Path, metavar="FILE", help="Kills that were survived; they are not repeated.")
    asking = kinds.add_parser("lookups", help="Look-ups at a fixed rate from several processes.")
    asking.add_argument("--rate", type=float, default=200.0, metavar="N", help="Look-ups per second. Default: 200.")
    asking.add_argument("--seconds", type=float, default=60.0, metavar="S", help="Default: 60.")
    asking.add_argument("--processes", type=int, default=10, metavar="N", help="Default: 10.")
    valuing = kinds.add_parser("values", help="Books with one odd value each.")
    valuing.add_argument("--books", type=int, default=2000, metavar="N", help="Default: 2000.")
    valuing.add_argument("--seed", default="1", metavar="TEXT", help="Default: 1.")
    valuing.add_argument(
        "--every", type=int, default=1, metavar="N", help="Of so many golden questions one is asked. Default: 1."
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"TAFELWERK_POCKET": "", "XDG_DATA_HOME": str(Path(folder) / "data")}
        sys.exit(
            {"fuzz": _fuzz, "kills": _kills, "lookups": _lookups, "values": _values}[given.kind](given, Path(folder))
        )


def _kills(given: argparse.Namespace, folder: Path) -> int:
    """Kill builds; print what is wrong, and a line in the end."""
    found = kill_many(given.kills, given.seed, folder, given.log)
    for wrong in found.wrong:
        sys.stdout.write(f"{wrong}\n")
    by_family = ", ".join(f"{family} {times}" for family, times in found.families.items())
    sys.stdout.write(
        f"seed {given.seed}: {found.kills} kills ({by_family}): {found.resumed} resumed with the same checksums,"
        f" wrong: {len(found.wrong)}\n"
    )
    return int(bool(found.wrong))


def _lookups(given: argparse.Namespace, folder: Path) -> int:
    """Look up alone, then beside builds in the same book; print a line for each."""
    book = _quick_book(folder)
    failed = 0
    for what, building in (("alone", None), ("beside a build with one job", book)):
        found = look_up(book, given.rate, given.seconds, given.processes, building=building)
        failed += len(found.failed)
        for text in found.failed[:20]:
            sys.stdout.write(f"{text}\n")
        sys.stdout.write(
            f"{what}: {found.asked:,} look-ups from {given.processes} processes, {given.rate:.0f} per second: failed"
            f" {len(found.failed)}; median {1000 * found.median:.1f} ms, p99 {1000 * found.p99:.1f} ms, longest"
            f" {1000 * found.longest:.0f} ms; builds committed meanwhile: {found.builds}\n"
        )
        sys.stdout.flush()
    return int(failed > 0)


def _values(given: argparse.Namespace, folder: Path) -> int:
    """Ask books with odd values; print what is wrong, and a line in the end."""
    from golden.questions import POCKET
    from golden.small_book import copy_small_book

    copy_small_book(folder / "small")
    books = [(family, book) for family in catalogue.FAMILIES for book in (folder / "small", POCKET)]

    def tell(text: str) -> None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    asked = fuzz_values(books, given.books, given.seed, folder, given.every, tell)
    tell(
        f"seed {given.seed}: {asked.books:,} books: {counts(asked.exits)}; wrong: {len(asked.wrong)}; slowest"
        f" {asked.most_seconds:.1f} s of CPU time"
    )
    return int(bool(asked.wrong))


def _quick_book(folder: Path) -> Path:
    """A book with the quick set, kept beside the kernels for later runs."""
    copy_quick_book(folder / "book")
    return folder / "book"


def _fuzz(given: argparse.Namespace, folder: Path) -> int:
    """Fuzz every command, each in a process of its own; print what is wrong, and a line in the end."""
    book = given.book or _quick_book(folder)
    if given.only:
        done = fuzz(given.only, given.seed, given.inputs, book, folder, given.seconds)
        sys.stdout.write(json.dumps(asdict(done)) + "\n")
        return 0
    names = sorted(leaves())
    shares = [given.inputs // len(names) + (place < given.inputs % len(names)) for place in range(len(names))]
    log = given.log or folder / "log"
    log.touch()
    known = {}
    for line in log.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        known[entry["command"], entry["seed"], entry["share"]] = Fuzzed(**entry["found"])
    results = []
    for name, share in zip(names, shares, strict=True):
        if (name, given.seed, share) not in known:
            known[name, given.seed, share] = found = _apart(name, given.seed, share, book, given.seconds)
            with log.open("a", encoding="utf-8") as file:
                entry = {"command": name, "seed": given.seed, "share": share, "found": asdict(found)}
                file.write(json.dumps(entry) + "\n")
        found = known[name, given.seed, share]
        results.append(found)
        for wrong in found.wrong:
            sys.stdout.write(f"{name}: {wrong}\n")
            sys.stdout.flush()
    exits: dict[int, int] = {}
    for found in results:
        for code, times in found.exits.items():
            exits[int(code)] = exits.get(int(code), 0) + times
    wrong = sum(len(found.wrong) for found in results)
    told = ", ".join(f"{times:,} exit {code}" for code, times in sorted(exits.items()))
    sys.stdout.write(
        f"seed {given.seed}: {sum(found.inputs for found in results):,} inputs over {len(names)} commands: {told};"
        f" wrong: {wrong}; slowest {max(found.most_seconds for found in results):.1f} s of CPU time,"
        f" largest {max(found.most_memory for found in results) / 1e9:.2f} GB\n"
    )
    return int(wrong > 0)


def _apart(name: str, seed: str, inputs: int, book: Path, seconds: float) -> Fuzzed:
    """Fuzz a command in a process of its own, which begins with little memory and may die."""
    words = [
        "fuzz",
        "--only",
        name,
        "--seed",
        seed,
        "--inputs",
        str(inputs),
        "--book",
        str(book),
        "--seconds",
        str(seconds),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "soak", *words], capture_output=True, text=True, check=False, errors="replace"
    )
    if done.returncode:
        return Fuzzed(inputs, {}, (f"the process ended with {done.returncode}: {done.stderr[-2000:]}",), 0.0, 0)
    found = json.loads(done.stdout.splitlines()[-1])
    return Fuzzed(**found | {"wrong": tuple(found["wrong"])})


if __name__ == "__main__":
    main()
