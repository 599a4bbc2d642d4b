"""Addresses of pages, as addresses.txt lists them, and the routes that answer them."""

import re
from pathlib import Path

from tafelwerk.web.app import every_route
from tafelwerk.web.jobs import Jobs, Workers
from tafelwerk.web.site import Site

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

ROUTES = [
    route
    for route in every_route(Site(Jobs(*[Workers.__new__(Workers)] * 2, None)))  # type: ignore[arg-type]  # nothing is asked
    if "GET" in (route.methods or ())
]

WORKING = "/sql?q=SELECT sum(a.range * b.range) FROM range(10000000) a, range(100000) b"
"""A page whose work is not done while a page waits."""
