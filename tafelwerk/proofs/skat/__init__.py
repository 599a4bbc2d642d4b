"""Proofs of the Skat family.

Which claims are there?                            `claims`, by tables in the modules `..._claims`
What does a build owe?                             `contents`
Which value has a position?                        `second_solver`: `Judge`, yes-or-no alpha-beta in another layout
Which positions follow in a deal stored whole?     `open_card_claims`: `WholeDeals`
Which points are sure for the side on lead?        `open_card_claims`: `sure_points`
What does a seat know, which card does it choose?  `second_player`: `Knowledge`, `Look`
What do classifiers see, which trials are drawn?   `learning_claims`: `open_features`, `draw_trials`
Cards, tricks, values of games, bidding, numbers   `second_rules`
"""

from collections.abc import Iterator

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.skat import learning_claims, null_claims, open_card_claims, round_claims
from tafelwerk.tables.book import Book
from tafelwerk.tables.provenance import builds


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """All claims about the tables of the family: those of whole tables first, then the cheap ones."""
    stored = [record.parameters for record in builds(book, FAMILY)]
    own_claims = [
        claim
        for part in (open_card_claims, null_claims, round_claims, learning_claims)
        for claim in part.claims(book, stored)
    ]
    yield from sorted(own_claims, key=lambda claim: (not claim.whole, claim.seconds))
