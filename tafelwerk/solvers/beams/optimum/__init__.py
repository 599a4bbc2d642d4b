"""Optimal and good strategies of small variants of Beams, and proven lower bounds.

optimal strategy                                     optimal.optimal
good strategy with few queries per set               optimal.improve
lower bounds of the total                            optimal.lower_bound, large.depth_two_bound
search                                               search.search_kernel
    on sets of at most 63 codes                      endgame.endgame_kernel
parts of a set under a query                         splitting.list_queries_kernel, splitting.split_kernel
lower bounds of the cost-to-go of n codes            bounds.least_rests
equality of sets up to symmetry                      tables.key_kernel
a variant prepared for kernels                       tables.make_tables
tree of a strategy                                   tree.grow
cost of a tree, code by code                         tree.walk
"""
