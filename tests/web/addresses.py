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
    "/tables/dresher.tree_text",
    "/tables/mastermind.histograms",
    "/tables/dresher.fraction",
    "/builds",
    "/builds?family=dresher",
    "/cards/dresher",
    "/records",
    "/records/beams-6c6p-h1-lex-c",
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
    "/play/beams/today",
    "/play/beams/sheet?variant=3c6p",
    "/play/dresher/proof?n=7",
    "/play/dresher?seed=3&hint=1",
    "/play/switching?seed=3&hint=1",
    "/play/skat",
    "/play/skat?seed=3",
    "/skat",
    "/skat/rounds/book",
    "/skat/round/book?name=kupferschmid-6",
    "/skat/puzzle",
    "/play/tictactoe?seed=3&turn=4&hint=1",
    "/play/tictactoe?seed=3&turn=44",
    "/play/notakto?seed=3",
    "/play/nim-passes?seed=3&hint=1",
    "/play/memory?seed=3",
    "/play/burnt-pancakes?seed=3",
)
"""Pages with an answer; "?" and what follows is their state."""

REFUSED: Mapping[str, int] = {
    "/nothing": 404,
    "/tables/dresher.nothing": 400,
    "/sql?q=FROM nowhere": 400,
    "/ask/dresher/value?n=many": 400,
}
"""Pages that tell an error, with its status."""

MACHINES: Mapping[str, str] = {
    "/static/site.css": "text/css",
    "/api/dresher/value?n=11": "application/json",
    "/vega.js": "text/javascript",
}
"""Some that are no pages, with their types."""

WORKING = "/sql?q=SELECT sum(a.range * b.range) FROM range(10000000) a, range(100000) b"
"""A page whose work is not done while a page waits."""

FILES = (
    "index.html",
    "published.html",
    "results.html",
    "tables/dresher.games.html",
    "figures/dresher-3.1.html",
    "strategies/dresher-small.html",
    "strategies/mastermind-4x6-optimal.html",
    "strategies/minimax-heaps.html",
    "strategies/minimax-memory-pass.html",
    "strategies/minimax-tictactoe.html",
    "strategies/skat-kupferschmid-6.html",
)
"""Pages of an atlas."""

BEYOND: Mapping[str, str] = {
    "switching_file.html": "the pocket book has no positions of Bridg-It",
    "unasked.html": "shown to a reader whom a page of another site led here; test_foreign has its words",
    "working.html": "shown while work takes longer than a page waits; test_working has its words",
}
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
