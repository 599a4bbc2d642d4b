"""Addresses of pages, at least one for every template, in the book that ships with the program.

A template without an address fails a test: add an address that shows it, here.
"""

from collections.abc import Mapping

PAGES = (
    "/",
    "/tables/dresher",
    "/tables/skat",
    "/tables/dresher.games",
    "/tables/dresher.games?n=>5&sort=-n",
    "/tables/mastermind.histograms",
    "/tables/dresher.fraction",
    "/builds",
    "/sql",
    "/sql?q=FROM dresher.games",
    "/ask",
    "/ask/dresher/value",
    "/ask/dresher/value?n=11",
    "/ask/mastermind/next?pegs=4&colors=6&history=AABC 1,2",
    "/ask/minimax/explain?game=grundy:12",
    "/ask/skat/games?name=kupferschmid-6",
    "/figures",
    "/figures/dresher-3.1",
    "/figures/mastermind-queries",
    "/play",
    "/play/mastermind",
    "/play/mastermind?seed=3&pegs=4&colors=6&turn=AABB",
    "/play/beams?seed=3&variant=3c6p&hint=1",
    "/play/dresher?seed=3&hint=1",
    "/play/switching?seed=3&hint=1",
    "/play/skat?seed=3",
    "/play/tictactoe?seed=3&turn=4&hint=1",
    "/play/tictactoe?seed=3&turn=44",
    "/play/notakto?seed=3",
    "/play/nim-passes?seed=3&hint=1",
    "/play/memory?seed=3",
    "/play/burnt-pancakes?seed=3",
)
"""Pages with an answer; "?" and what follows is their state."""

REFUSED = ("/nothing", "/tables/dresher.nothing", "/sql?q=FROM nowhere", "/ask/dresher/value?n=many")
"""Pages that tell an error, with its status."""

WORKING = "/sql?q=SELECT sum(a.range * b.range) FROM range(10000000) a, range(100000) b"
"""A page whose work is not done while a page waits."""

FILES = ("index.html", "tables/dresher.games.html", "figures/dresher-3.1.html")
"""Pages of an atlas."""

BEYOND: Mapping[str, str] = {}
"""Templates that no page of this book shows, each with the reason."""

TEN = (
    "/",
    "/tables/dresher",
    "/tables/dresher.games",
    "/builds",
    "/sql?q=FROM dresher.games",
    "/ask",
    "/ask/dresher/value?n=11",
    "/figures/dresher-3.1",
    "/play",
    "/play/tictactoe?seed=3&turn=4&hint=1",
)
"""Pages that are judged each time that the tests run."""
