"""The law of MC(k): how likely each candidate of a position gets the most wins in k playouts of each.

    selection.py       the law of one position, for a single k or a run of them: law_kernel, selection_law. Which candidates
                       can still be chosen: contenders. Which numbers of wins matter: frame
    tie_sum.py         the sum over numbers of wins, ties split evenly: tie_sum
    binomial.py        pmf and cdf of a candidate's wins; one playout more: advance_kernel
    characteristic.py  two candidates at any k, through the characteristic function: sign_kernel
    playout_runs.py    which numbers of playouts are worth a run, and what a curve costs: is_dense, operations

The error bounds are proved in the docstrings of selection.py, characteristic.py and binomial.py.
"""
