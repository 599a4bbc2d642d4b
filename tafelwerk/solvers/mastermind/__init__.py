"""Mastermind and related games as search problems; `solvers.deduction` answers the questions about them.

| question | answered by |
|---|---|
| What is the answer to a query of coloured pegs? | `scoring.mastermind`, in `_score_kernel` |
| How is a code written? | `scoring.code_texts` |
| What is the answer of Wordle, Jotto or Mastermind on words? | `word_problems.wordle`, `jotto`, `mastermind_words` |
| How is a word scored against a list? | `word_problems._numbers_kernel` |
| What is the search problem of a table of answers? | `word_problems.from_table` |
| What does hard mode of Wordle allow, and cost? | `hard_mode.hard_queries`, `hard_entropy_tree`, `hard_optimal_tree` |
"""
