"""Faults planted in books and in the installed program: what is expected, and what is seen. `python -m faults docs/trust.md`.

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

from faults import files, sharing, stops, system
from faults.scene import ROWS

__all__ = ["ROWS", "files", "sharing", "stops", "system"]
