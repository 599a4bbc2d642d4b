"""Builder of Beams.

sets            which builds there are: a variant, a strategy or a part of it, a curve, a bound; the standard and the other sets
tasks           what is computed at a time; estimates says how much work that is
rows            the rows of the tables: variants, trees, costs
strategies      what strategies cost, and their trees
problems        variants ready for the solvers
advice          what a strategy does after any history
sampling        the same by samples, of variants with too many codes
simulating      games against random codes
bitsets         the codes that a history leaves
explaining      why a strategy asks what it asks
computed        answers that the book does not hold
"""

from tafelwerk.build.beams.sets import full, pocket, quick, standard, warm

__all__ = ["full", "pocket", "quick", "standard", "warm"]
