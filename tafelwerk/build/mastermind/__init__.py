"""Builder of the Mastermind family.

sets            the builds: a game, a strategy, a curve; the standard set and the other sets
tasks           the tasks of the builds, and estimates of their work
rows            the rows of the tasks
choosing        the game in which the codemaker chooses, solved; codes drawn from its mixture
problems        games as search problems: from their rules, or from the book
sources         word lists and tables of answers from the user's files
histories       queries and answers of a game as players write them
puzzles         clues that leave one code
explaining      the reason for a strategy's query
computed        answers that the book does not hold
"""

from tafelwerk.build.mastermind.sets import full, pocket, quick, standard, warm

__all__ = ["full", "pocket", "quick", "standard", "warm"]
