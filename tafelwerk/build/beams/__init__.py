"""Builder of Beams.

sets            builds: a variant, a strategy or a part of it, a curve, a bound; the standard set and the other sets
tasks           tasks of a build
estimates       estimated work of tasks and look-ups
rows            rows of the tables: variants, trees, costs
strategies      costs of strategies, and their trees
problems        variants prepared for the solvers
choosing        the game in which the codemaker chooses, solved
advice          next step of a strategy after any history
sampling        the same from samples, for variants with too many codes
simulating      simulated games against random codes
playing         what a game in play asks of a variant
bitsets         bitsets of the codes that a history leaves
explaining      reasons for a strategy's query
computed        computations of answers that the book does not hold
"""

from tafelwerk.build.beams.sets import full, pocket, quick, standard, warm

__all__ = ["full", "pocket", "quick", "standard", "warm"]
