"""Faults planted in books and in the installed program: what is expected, and what is seen. `python -m faults docs/trust.md`.

    rows.txt      all rows, each with the function that provokes the fault
    scene.py      a row of the table: the fault, what is expected of it, what was seen; books, and runs of the program
    files.py      damaged, foreign and missing files
    stops.py      builds that are killed, stopped or starved
    sharing.py    several builders, hosts, clocks and versions of the code
    system.py     disks, memory, permissions, pipes, caches
    planted/      faults that only the program's own process can make
    formats/      the tables of earlier formats
    __main__.py   runs every row and writes the table

A row's text is made from what the run expects and sees. `tests/test_faults.py` runs the short rows, with `-m slow` the others.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from faults import files, sharing, stops, system
from faults.scene import Row

_LINE = re.compile(r"(\w+) \[([^]]*)\] (.*?)(?: => (.*))?")
_FUNCTIONS = {name: play for part in (files, sharing, stops, system) for name, play in vars(part).items()}


def _rows() -> Iterator[Row]:
    """The rows of rows.txt, in its order."""
    group = ""
    for line in Path(__file__).with_name("rows.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            group = line.removeprefix("== ")
        elif group and (found := _LINE.fullmatch(line)):
            name, about, fault, says = found.groups()
            exits = tuple(int(word) for word in about.split() if word.lstrip("-").isdecimal())
            yield Row(group, fault, exits, says or "", "resumes" in about, _FUNCTIONS[name], "slow" in about)


ROWS = list(_rows())
