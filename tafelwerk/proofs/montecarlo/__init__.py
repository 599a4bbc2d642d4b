"""Proofs of the Monte-Carlo family.

claims                        all claims about its tables
keys                          the rows that the builds ask for
table_claims                  positions, moves, starts, limits and agents, in fractions
heap_claims                   periods, blunders and biased playouts of subtraction games
lasting_claims                errors of MC(inf) at arbitrarily large heaps
duel_claims                   duels, and basins along curves of duels
simulation_claims             simulated games against exact chances
duels.duel                    one duel from all starts of a game, in doubles with a proven radius
choice                        the mean value of MC(k)'s choice: candidates one by one, two candidates by a contour
ball_play, ball_selection     the same in ball arithmetic, slow: the reference for `choice`
plain_games                   a second implementation of the games' rules
plain_heaps, plain_play       win and loss, blunders, limits, races and simple agents by other recursions
"""

from collections.abc import Iterator

from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.montecarlo import duel_claims, heap_claims, keys, lasting_claims, simulation_claims, table_claims
from tafelwerk.tables.book import Book


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about duels, basins, positions, games, agents, biased playouts and simulated games."""
    for part in (keys, table_claims, heap_claims, lasting_claims, duel_claims, simulation_claims):
        yield from part.claims(book)
