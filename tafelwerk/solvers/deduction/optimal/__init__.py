"""Optimal strategies: the least total number of queries over all codes, and a tree that attains it.

Which strategy is optimal?                      tree.optimal_tree; its total alone: tree=False
Is there one of at most d queries per code?     tree.optimal_tree(max_depth=d); the least depth: least_depth=True
How does a search pause, report and resume?     tree.Progress, tree.Optimum.snapshot
How is a tree read from a finished search?      extraction.extract_kernel
How does the search go, step by step?           search.search_kernel
In what order are queries tried?                search._list_queries, by ascending lower bound
Which queries are equivalent by symmetry?       search._orbit_row, and `prefix` of workspace.Game
When is a query cut?                            search._split by sizes of parts, _name_parts, _recall_parts, _bound_parts
What bounds the total of a set?                 parts.fill_totals, over all queries; the least alone: parts.least_flat_total
Does naming one code tell the others apart?     parts.best_named
What could any problem attain at best?          bounds.least_totals, by number of codes and answers
What do the numbers in a frame mean?            workspace.py, where `Game` and `Workspace` are defined and made
Where are values of sets remembered?            tafelwerk.solvers.machine.memo
"""
