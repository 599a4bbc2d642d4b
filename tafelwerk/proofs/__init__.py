"""Proofs of stored rows, by methods independent of those that made them.

claims.claims_of_family the claims about a family's tables
claims.Claim            one claim: its units, the columns that it proves, the method
claims.proof            the claim that a function finds no fault in units; key_proof, table_proof, statement_proof: in rows by
                        their key, in a whole table, by SQL; near_and_far: some units only by a full proof
claims.Sampling         the rows to examine; `enough` and `missed`: what a sample finds and what it can miss
frame.complete          the claim that a table has every expected row and no other
stored_trees            a stored strategy for a hidden code, walked by all codes
mixtures                the codemaker chooses, too: the claim that both mixtures attain a value
entropy                 exact comparison of the entropies of two queries
frame.build_checks      provenance against rows
running.prove           runs claims; the progress of a full proof is saved
<family>                the family's claims, and the second solvers and plain checkers behind them
"""
