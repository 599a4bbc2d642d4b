"""Builder of the Mastermind family.

sets            which builds there are: a game, a strategy, a curve; the standard and the other sets
tasks           what is computed at a time, and how much work that is
rows            the rows of the tasks
problems        games as search problems: from their rules, or from the book
sources         word lists and tables of answers from the user's files
histories       queries and answers of a game as players write them
puzzles         clues that leave one code
explaining      why a strategy asks what it asks
computed        answers that the book does not hold
"""

from tafelwerk.build.mastermind.sets import full, pocket, quick, standard, warm

__all__ = ["full", "pocket", "quick", "standard", "warm"]
