"""Optimal and good strategies of small variants of Beams, and proven lower bounds.

What does the best strategy cost?                       optimal.optimal
A good strategy of few queries per set?                 optimal.improve
What does no strategy undercut?                         optimal.lower_bound, large.depth_two_bound
How does the search work?                               search.search_kernel
... on sets of at most 63 codes?                        endgame.endgame_kernel
What does a query make of a set?                        splitting.list_queries_kernel, splitting.split_kernel
Lower bounds of the cost-to-go of n codes?              bounds.least_rests
When are two sets the same up to symmetry?              tables.key_kernel
What do kernels know of a variant?                      tables.make_tables
Where is the tree of the strategy found?                tree.grow
What does a tree cost, code by code?                    tree.walk
"""
