"""The law of MC(k): the chance that each candidate of a position gets the most wins in k playouts per candidate.

    selection.py       the law of one position, for a single k or a run of them: law_kernel, selection_law. Candidates that
                       can still be chosen: contenders. Numbers of wins that matter: frame
    tie_sum.py         the sum over numbers of wins, ties split evenly: tie_sum
    binomial.py        pmf and cdf of a candidate's wins; one playout more: advance_kernel
    characteristic.py  two candidates at any k, by the characteristic function: sign_kernel
    playout_runs.py    numbers of playouts for which a run pays, and the cost of a curve: is_dense, operations

The error bounds are proved in the docstrings of selection.py, characteristic.py and binomial.py.
"""
