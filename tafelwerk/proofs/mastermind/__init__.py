"""Proofs of the Mastermind family.

claims                      all claims about its tables
game_claims                 games, codes, queries, answers, classes of first queries
strategy_claims             trees, totals and histograms of strategies; curves over the order of entropy
hard_claims                 queries and least totals in hard mode
choosing_claims             games in which the codemaker chooses, too
optimal_claims              lower bounds of optimal totals
bound_claims                lower bounds of totals after a first query and answer
stored.Stored               what these share: builds, games, trees as far as they were walked
games.stored_game           a game by its rules: codes, queries, every answer, scored letter by letter
trees.walk                  a stored tree walked by all codes
entropy_play.Chooser        the queries of greatest entropy among all queries, compared exactly
entropy_play.played         LEX and MIX for many orders at once: their first queries and expected histograms
least.least_totals          least totals by branch and bound, within a depth or without
hard                        hard mode: the queries that it takes, their entropies
misses                      hangman: the most frequent letter, least totals of misses
rows                        rows that tables should have, how two lists of rows differ
kernels                     the kernels behind them
"""

from collections.abc import Iterator

from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.mastermind import (
    bound_claims,
    choosing_claims,
    game_claims,
    hard_claims,
    optimal_claims,
    strategy_claims,
)
from tafelwerk.proofs.mastermind.stored import Stored
from tafelwerk.tables.book import Book


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about games, trees, strategies and curves."""
    stored = Stored(book)
    for part in (game_claims, strategy_claims, hard_claims, optimal_claims, bound_claims, choosing_claims):
        yield from part.claims(stored)
