"""Search models in which only the sizes of the parts of a query matter.

| question | answered by |
|---|---|
| What is the least total of free search, for one size or all? | `free.free_total`, `free.free_totals` |
| What does the even split cost? | `free.even_total`, `free.even_totals` |
| What is an optimal first query of free search, or the even one? | `free.best_split`, `free.even_split` |
| How much may the small parts of a query of the root model cost? | `root.budget` |
| What is the least total of the root model, and an optimal query? | `root.root_search`, `RootSearch.query` |
| What does the query of greatest entropy cost there? | `root_entropy.root_play`, `RootPlay.query` |
| Where are ties of entropies decided? | `root_entropy._decide`, by `deduction.partition_entropy.greatest` |
"""
