"""Proofs of the Monte-Carlo family.

claims           all claims about its tables
keys             the rows that the builds ask for
table_claims     positions, moves, starts, limits and agents, in fractions; periods, blunders and biased playouts
lasting_claims   errors of MC(inf) at arbitrarily large heaps
duel_claims      duels, basins along curves of duels, simulated games against exact chances
duels            one duel from all starts of a game, in doubles with a proven radius: duel; the mean value of MC(k)'s choice,
                 candidates one by one, two candidates by a contour
plain_games      a second implementation of the games' rules; win and loss, blunders, limits, races and simple agents by
                 other recursions
"""

from collections.abc import Iterator

from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.montecarlo import keys
from tafelwerk.proofs.montecarlo.duel_claims import basin_claims, duel_claims, simulation_claims
from tafelwerk.proofs.montecarlo.lasting_claims import lasting_claims
from tafelwerk.proofs.montecarlo.table_claims import heap_claims, table_claims
from tafelwerk.tables.book import Book


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about duels, basins, positions, games, agents, biased playouts and simulated games."""
    yield from keys.claims(book)
    for part in (table_claims, heap_claims, lasting_claims, duel_claims, basin_claims, simulation_claims):
        yield from part(book)
