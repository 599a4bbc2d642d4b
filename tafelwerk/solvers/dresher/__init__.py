"""Dresher's guessing game: value and optimal strategies of both sides as fractions, with proof.

The hider picks one of 1 to n. The searcher's strategies are binary search trees, written as the depths of the numbers.

solve       solves and proves a game, from scratch or from its predecessor, by column generation: solve
simplex     linear program over the trees found so far, in doubles, by pivots from a pool of trees: Simplex
pivots      kernels of the simplex method: primal, dual, ratio test, inverse of a basis
pricing     a best tree of limited height against weights in doubles: Pricing
proof       exact strategies of a basis, over the integers, and the bounds that prove them: exact_strategies
best_trees  all best trees against integer weights: their number, and the first of them: BestTrees
few         an optimal mixture of few trees, chosen by a mixed-integer program: few_trees
textbook    Dresher's own simplex method on the matrix of all trees, step by step: all_trees, steps
reply       the searcher's exact best reply to integer weights: Replies; the plain weights 2, 1, ..., 1, 2 and their bound
program     base class of the two linear programs: Program, Progress
runs        the linear program by HiGHS, to count the work of the source's method: WAYS
trees       binary search trees as depths: full trees, one more leaf, pairs of mirrored numbers

When does a tree enter? `_Search._ask` in solve. When is a game proved? `Strategies.proved` in proof.
"""
