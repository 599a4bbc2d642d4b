"""Proofs of the Skat family.

which claims are there?                       claims; by tables: dealt, null_hands, played, trials, playouts, learned
a table's keys; a claim about some units      stored.has_keys, stored.proved
which value has a position?                   judge.Judge, by open_cards.OpenCards: yes-or-no alpha-beta, in another layout
which positions follow in a deal stored whole?  whole.WholeDeals
which points are sure for the side on lead?   sure.sure_points
what does a seat know, which worlds are left?  hidden.Known, by numbering.Placements
which card does a player choose?              player.Look
what do classifiers see, which trials are drawn?  features
which numbers and deals belong to a seed?     chance, by numpy's Mersenne Twister
cards, tricks, values of games, bidding       rules
"""

from collections.abc import Iterator

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.skat import dealt, learned, null_hands, played, playouts, trials
from tafelwerk.tables.book import Book
from tafelwerk.tables.provenance import builds


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """All claims about the tables of the family: those of whole tables first, then the cheap ones."""
    stored = [record.parameters for record in builds(book, FAMILY)]
    found = [
        claim for part in (dealt, null_hands, played, trials, playouts, learned) for claim in part.claims(book, stored)
    ]
    yield from sorted(found, key=lambda claim: (not claim.whole, claim.seconds))
