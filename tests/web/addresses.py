"""Addresses of pages, as addresses.txt lists them."""

import re
from pathlib import Path

_TEXT = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
SECTIONS = {
    name: lines.splitlines() for name, lines in re.findall(r"^== (\w+):.*\n((?:[^=\n].*\n)+)", _TEXT, re.MULTILINE)
}


def _pairs(name: str) -> list[tuple[str, str]]:
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in SECTIONS[name])]


PAGES = [line.removeprefix("* ") for line in SECTIONS["pages"]]
TEN = [line.removeprefix("* ") for line in SECTIONS["pages"] if line.startswith("* ")]
REFUSED = {path: int(status) for status, path in _pairs("refused")}
MACHINES = {path: kind for kind, path in _pairs("machines")}
FILES = SECTIONS["files"]
BEYOND = dict(_pairs("beyond"))

WORKING = "/sql?q=SELECT sum(a.range * b.range) FROM range(10000000) a, range(100000) b"
"""A page whose work is not done while a page waits."""
