"""Dresher's guessing game: value and optimal strategies of both sides as fractions, each with its proof.

The hider picks one of 1 to n. The searcher's strategies are binary search trees, written as the depths of the numbers.

solve       a game solved and proved: solve(n) or from its predecessor; the rounds that find trees for a linear program
simplex     the program over the trees found so far, in doubles: Simplex, by pivots from a pool of trees
pivots      kernels of the simplex method: primal, dual, the ratio test, the inverse of a basis
pricing     a best tree of limited height against weights in doubles: the trees that come in
proof       exact strategies of a basis, over the integers, and the bounds that prove them: exact_strategies
best_trees  all best trees against integer weights: how many, and the first of them: BestTrees
few         an optimal mixture of few trees, chosen by a mixed-integer program: few_trees
textbook    Dresher's own simplex method on the matrix of all trees, step by step: all_trees, steps
reply       the searcher's best reply to integer weights, exact: Replies; the plain weights 2, 1, ..., 1, 2 and their bound
program     what the two linear programs have in common: Program, Progress
runs        the program by HiGHS instead, to count what the source's method takes: WAYS
trees       binary search trees as depths: full trees, a leaf more, pairs of mirrored numbers

When does a tree come in? `_Search._ask` in solve. When is a game proved? `Strategies.proved` in proof.
"""
