"""Hidden codes: one of equally likely codes is found by queries. Works on any matrix of answers, knows no game.

| question | answered by |
|---|---|
| What is a problem? Which answer does a query have for a code? | `problem.SearchProblem`; for kernels `problem.AnswerTable` |
| Which codes does a history leave, and which answers contradict each other? | `history.consistent`, `history.contradiction` |
| Which of two partitions has the greater entropy, do they tie? | `entropy.compare`, `entropy.greatest`: exact |
| In which order are the entropies of many partitions, which of them tie? | `ranking.entropy_ranks` |
| What are the weights of parts, and the tolerance of their sums? | `entropy.entropy_weights`, `entropy.sum_tolerance` |
| What is the largest set for which sums of doubles suffice? | `entropy.certain_size` |
| Which queries are equivalent by symmetry? | `symmetry.orbits`; while a game is analysed `symmetry.Orbits` |
| Which queries have the greatest entropy for a set of codes? | `lex.best_queries`; in kernels `best_query.best_queries_kernel` |
| What does LEX ask, and what does it cost, for one order or many? | `lex.lex_tree`, `lex.alpha_curve` |
| What does MIX cost, averaged over its choices? | `mix.mix_play` |
| What does a tree of queries cost, code by code? | `tree.walk`, `tree.histogram` |
| What is the least total of every set of a few codes? | `subsets.subset_totals` |
| What are the simple and the best strategy if only misses cost? | `misses.fewest_misses_tree`, `misses.least_misses_tree` |
| What is the least total, and a tree that reaches it? | `optimal.tree` |
"""
