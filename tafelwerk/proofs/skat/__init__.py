"""Proofs of the Skat family.

claims                  all claims about its tables
open_cards.OpenCards    a second solver: alpha-beta with yes or no, in another layout
whole                   deals stored whole, each position by those that follow it
hidden                  what a seat knows, and the worlds that agree with it
player                  the player with hidden cards
features                what classifiers see, and the trials that hands are drawn for
chance                  the Mersenne Twister by its definition, and the deals of a seed
rules                   cards, tricks, values of games, the bidding
dealt, played, trials, playouts, learned
                        the claims, by tables
"""

from collections.abc import Iterator

from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.skat import dealt, learned, played, playouts, trials
from tafelwerk.tables.book import Book
from tafelwerk.tables.builds.skat import FAMILY
from tafelwerk.tables.provenance import builds


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """All claims about the tables of the family: those of whole tables first, then the cheap ones."""
    stored = [record.parameters for record in builds(book, FAMILY)]
    found = [claim for part in (dealt, played, trials, playouts, learned) for claim in part.claims(book, stored)]
    yield from sorted(found, key=lambda claim: (not claim.whole, claim.seconds))
