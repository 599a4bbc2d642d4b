"""Builder of the classic toolbox.

sets            the builds of the standard, quick, pocket and full sets
builds          what there is to build: tasks, and the build of a heap game, of subtraction sets, of Memory, of a game over ranks
heap_costs      how much work heap games are, by measured constants
heap_rows       heap games: rows, and what is computed on a miss
heap_estimates  how much work a question about heaps is, by a pilot over the first heaps
position_rows   games over ranks: rows, of searches in tic-tac-toe too, and what is computed on a miss
explaining      what a position is worth and why
computed        a function per question that no book answers
trees           search trees
puzzles         positions of tic-tac-toe in which one move wins or saves
"""

from tafelwerk.build.minimax.sets import full, pocket, quick, standard, warm

__all__ = ["full", "pocket", "quick", "standard", "warm"]
