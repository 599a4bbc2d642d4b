"""Builder of the classic toolbox.

sets            the builds of the standard, quick, pocket and full sets
builds          tasks, and the builds of a heap game, of subtraction sets, of Memory, of a game over ranks
heap_costs      work of building heap games, by measured constants
heap_rows       heap games: rows, and computations on a miss
heap_estimates  work of a question about heaps, estimated by a pilot over the first heaps
position_rows   games over ranks: rows, also of searches in tic-tac-toe, and computations on a miss
explaining      explanations of positions, computed on a miss
computed        computations on a miss: a function per question
playing         solved games, heaps and look-ahead for games in play
trees           search trees
puzzles         positions of tic-tac-toe in which exactly one move wins or saves
"""

from tafelwerk.build.minimax.sets import full, pocket, quick, standard, warm

__all__ = ["full", "pocket", "quick", "standard", "warm"]
