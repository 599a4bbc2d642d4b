"""Search models in which only the sizes of the parts of a query matter.

| question | answered by |
|---|---|
| What is the least total of free search, for one size or all? | `free_search.free_total`, `free_search.free_totals` |
| What does the even split cost? | `free_search.even_total`, `free_search.even_totals` |
| What is an optimal first query of free search, or the even one? | `free_search.best_split`, `free_search.even_split` |
| How much may the small parts of a query of the root model cost? | `root_model.budget` |
| What is the least total of the root model, and an optimal query? | `root_model.root_search`, `RootSearch.query` |
| What does the query of greatest entropy cost there? | `root_model.root_play`, `RootPlay.query` |
| Where are ties of entropies decided? | `root_model._decide`, by `deduction.partition_entropy.greatest` |
"""
