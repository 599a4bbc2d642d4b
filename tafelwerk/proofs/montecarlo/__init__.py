"""Proofs of the Monte-Carlo family.

claims                        all claims about its tables
duel_claims                   duels: candidates one by one, two candidates on a contour; basins along curves of such duels
table_claims                  positions, moves, starts, limits and agents, in fractions
heap_claims                   periods, blunders and biased playouts of subtraction games
keys                          which rows the builds ask for
duels.duel                    one duel from all starts of a game, in doubles with a proven radius
choice                        what MC(k) wins by its choice
ball_play, ball_selection     the same in ball arithmetic, slow: what `choice` is held against
plain_games                   the rules of the games once more
plain_heaps, plain_play       win and loss, blunders, limits, races and simple agents by recursions of their own
"""

from collections.abc import Iterator

from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.montecarlo.duel_claims import basin_claims, duel_claims
from tafelwerk.proofs.montecarlo.heap_claims import heap_claims
from tafelwerk.proofs.montecarlo.keys import key_claims
from tafelwerk.proofs.montecarlo.table_claims import table_claims
from tafelwerk.tables.book import Book


def claims(book: Book) -> Iterator[Claim]:
    """The claims about duels, basins, positions, games, agents and biased playouts."""
    yield from key_claims(book)
    yield from table_claims(book)
    yield from heap_claims(book)
    yield from duel_claims(book)
    yield from basin_claims(book)
