"""Hidden codes: one of equally likely codes is found by queries. Works on any matrix of answers, knows no game.

| question | answered by |
|---|---|
| What is a problem? Which answer does a query have for a code? | `search_problem.SearchProblem`; for kernels `AnswerTable` |
| Which codes does a history leave, and which answers contradict each other? | `search_problem.consistent`, `contradiction` |
| What does a tree of queries cost, code by code? | `search_problem.walk`, `search_problem.histogram` |
| What could any problem attain at best, by number of codes and answers? | `search_problem.least_totals` |
| Which of two partitions has the greater entropy, do they tie? | `partition_entropy.compare`, `greatest`: exact |
| In which order are the entropies of many partitions, which of them tie? | `partition_entropy.entropy_ranks` |
| What are the weights of parts, and the tolerance of their sums? | `partition_entropy.entropy_weights`, `sum_tolerance` |
| What is the largest set for which sums of doubles suffice? | `partition_entropy.certain_size` |
| Which queries are equivalent by symmetry? | `symmetry.orbits`; while a game is analysed `symmetry.Orbits` |
| Which queries have the greatest entropy for a set of codes? | `entropy_strategies.best_queries`; in kernels `best_query` |
| And of a game whose matrix of answers would be too large? | `best_query.best_choice` |
| What does LEX ask, and what does it cost, for one order or many? | `entropy_strategies.lex_tree`, `alpha_curve` |
| What does MIX cost, averaged over its choices? | `entropy_strategies.mix_play` |
| What is the least total of every set of a few codes? | `subsets.subset_totals` |
| What are the simple and the best strategy if only misses cost? | `misses.fewest_misses_tree`, `misses.least_misses_tree` |
| Which strategy is optimal, also of at most d queries per code? | `optimal_tree.optimal_tree` |
| Which strategies find most codes within d queries, and which of them is best? | `optimal_tree.most_within` |
| How does an optimal search pause, report and resume? | `optimal_tree.Progress`, `optimal_tree.Optimum.snapshot` |
| How does it go, step by step? In what order are queries tried? | `optimal_search.search_kernel`, `_list_queries` |
| When is a query cut? | in `optimal_search.search_kernel`, when its bound reaches the best total |
| What raises a query's bound? | `optimal_search._split` by sizes of parts, `_name_parts`, `_recall_parts`, `_bound_parts` |
| How is a tree read from a finished search? | `optimal_search.extract_kernel` |
| What bounds the total of a set, over all queries? | `part_bounds.fill_totals`; the least alone: `least_flat_total` |
| Does naming one code tell the others apart? | `part_bounds.best_named` |
| What do the numbers in a frame of the search mean? | `optimal_workspace.Game` and `Workspace` |
| What is the value if the codemaker chooses, too? The mixtures? | `adversary_game.solve_game`, for `adversary_game.Replies` |
| Which codes may be treated alike? | `adversary_game.code_classes` |
| What is a best reply to chances of the codes? | `optimal_tree.best_reply`; of any denominator `exact_replies.ExactReplies` |
"""
