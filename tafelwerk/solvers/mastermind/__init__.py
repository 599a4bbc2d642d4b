"""Mastermind and related games as search problems; `solvers.deduction` answers the questions about them.

| question | answered by |
|---|---|
| What is the answer to a query of coloured pegs? | `scoring.mastermind`, in `_score_kernel` |
| How is a code written? | `scoring.code_texts` |
| What is the answer of Wordle, Jotto or Mastermind on words? | `words.wordle`, `words.jotto`, `words.mastermind_words` |
| How is a word scored against a list? | `words._numbers_kernel` |
| What is the search problem of a table of answers? | `words.from_table` |
"""
