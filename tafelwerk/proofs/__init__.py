"""Proofs of stored rows, by methods that share nothing with what made them.

catalogue.claims        the claims about a family's tables
claims.Claim            one claim: what it is about, the columns that it proves, how
claims.Sampling         which rows are looked at; `enough` and `missed`: what a sample finds and what it can miss
completeness.complete   the claim that a table has every row that it must have, and no other
entropy                 which of two queries has the greater entropy, decided exactly
frame.build_checks      provenance against rows
running.prove           runs claims; what a full proof has done is kept
<family>                the family's claims, and the second solvers and plain checkers behind them
"""
