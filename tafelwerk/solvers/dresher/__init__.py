"""Dresher's guessing game: value and optimal strategies of both sides as fractions, with proof.

The hider picks one of 1 to n. The searcher's strategies are binary search trees, written as the depths of the numbers.

solve         solves and proves a game, from scratch or from its predecessor, by column generation: solve; exact strategies of a
              basis, over the integers, and the bounds that prove them: exact_strategies
simplex       linear program over the trees found so far, in doubles, by pivots from a pool of trees: Simplex, primal, dual
tree_columns  trees as depths; a best tree of limited height against weights in doubles: Pricing; base class of the linear
              programs: Program, Progress
best_replies  the searcher's exact best reply to integer weights: Replies; all of them: BestTrees; plain weights 2, 1, ..., 1, 2
highs         by HiGHS: an optimal mixture of few trees: few_trees; the source's method, to count its work: WAYS
textbook      Dresher's own simplex method on the matrix of all trees, step by step: all_trees, steps

When does a tree enter? `_Search._ask` in solve. When is a game proved? `Strategies.is_proved` there.
"""
