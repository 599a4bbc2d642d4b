"""Mastermind and its kin as search problems; what is asked about them is answered in `solvers.deduction`.

| question | answered by |
|---|---|
| What is the answer to a query of coloured pegs? | `scoring.mastermind`, in `_score_kernel` |
| How is a code written? | `scoring.code_texts` |
| What do Wordle, Jotto or Mastermind on words answer? | `words.wordle`, `words.jotto`, `words.mastermind_words` |
| How is a word scored against a list? | `words._numbers_kernel` |
| What problem does a table of answers state? | `words.from_table` |
"""
