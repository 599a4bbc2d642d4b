"""`python -m soak fuzz|kills|lookups`: a run of any size; exit code 1 if something was wrong."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from math import inf
from pathlib import Path

from fuzzing import leaves
from sharing import copy_kept

from soak.fuzz import Fuzzed, fuzz
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
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(_fuzz(given, Path(folder)))


def _fuzz(given: argparse.Namespace, folder: Path) -> int:
    """Fuzz every command, each in a process of its own; print what is wrong, and a line in the end."""
    if given.only:
        os.environ |= {"TAFELWERK_POCKET": "", "XDG_DATA_HOME": str(folder / "data")}
        done = fuzz(given.only, given.seed, given.inputs, given.book, folder, given.seconds)
        sys.stdout.write(json.dumps(asdict(done)) + "\n")
        return 0
    book = given.book
    if book is None:
        from conftest import make_quick_book

        copy_kept(folder / "book", "quick", make_quick_book, catalogue.FAMILIES)
        book = folder / "book"
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
