"""Games of the user's own, solved as explicit graphs.

graph        every reachable position with its successors, as arrays: explore
retrograde   games without chance, cycles among them: values and distances by retrograde analysis: solve_moves
expectation  games of chance: values as exact fractions: solve_chance
solving      a game solved by the method that fits: solve; Solution has value, distance and best moves
"""
