"""Proofs of the Mastermind family.

claims                           all claims about its tables
stored_builds.contents           what a build owes, from its parameters alone
table_claims                     games, strategies, curves over the order of entropy, hard mode
optimal_claims                   least totals, lower bounds after a first query, games in which the codemaker chooses, too
expected_rows.BookContents       what these share: builds, games, trees as far as they were walked
games_by_rules.stored_game       a game by its rules: codes, queries, every answer, scored letter by letter
entropy_play.Chooser             the queries of greatest entropy among all queries, compared exactly
entropy_play.play_orders         LEX and MIX for many orders at once: their first queries and expected histograms
least_totals.least_totals        least totals by branch and bound, within a depth or without
kernels                          the kernels behind them
"""

from collections.abc import Iterator

from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.mastermind.expected_rows import BookContents
from tafelwerk.proofs.mastermind.optimal_claims import bound_claims, choosing_claims, optimal_claims, two_peg_claims
from tafelwerk.proofs.mastermind.stored_builds import contents
from tafelwerk.proofs.mastermind.table_claims import game_claims, hard_claims, strategy_claims
from tafelwerk.tables.book import Book

__all__ = ["claims", "contents"]


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about games, trees, strategies and curves."""
    stored = BookContents(book)
    for part in (
        game_claims,
        strategy_claims,
        hard_claims,
        optimal_claims,
        two_peg_claims,
        bound_claims,
        choosing_claims,
    ):
        yield from part(stored)
