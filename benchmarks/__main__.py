"""`make bench`: measures every benchmark of every family and writes docs/benchmarks.md."""

import sys
from importlib import import_module
from pathlib import Path

from benchmarks.harness import machine, measure
from tafelwerk.families import FAMILIES

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"

HEAD = """# Benchmarks

Written by `make bench`. All times are warm: the first call, which compiles kernels and fills caches, is not counted. CPU time is
for one thread, unless the table says "processes"; wall-clock time is for whole processes, from start to exit. Machines differ,
and shared machines are noisy: compare only figures measured side by side.

Measured on: {machine}
"""


def main() -> None:
    """Measure the families named on the command line, or all, show and write; the sections of others stay."""
    sections = _sections()
    for family in sys.argv[1:] or FAMILIES:
        text = f"\n## {family}\n\n| what | median | range | time | aim |\n|---|---|---|---|---|\n"
        for benchmark in import_module(f"benchmarks.{family}").BENCHMARKS:
            row = measure(benchmark).row()
            print(row, flush=True)
            text += row + "\n"
        sections[family] = text
    written = "".join(sections[family] for family in FAMILIES if family in sections)
    PAGE.write_text(HEAD.format(machine=machine()) + written, encoding="utf-8")


def _sections() -> dict[str, str]:
    """The page's sections as they are, by family."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    return {part.splitlines()[0].strip(): f"\n## {part.rstrip()}\n" for part in text.split("\n## ")[1:]}


if __name__ == "__main__":
    main()
