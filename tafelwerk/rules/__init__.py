"""What a game is, in plain Python: notation, limits, names; everything else stands on it, and it imports errors alone.

numbers         whole numbers and fractions as they are written, each within bounds
montecarlo      races and subtraction games, agents: classes, limits, reading and writing; montecarlo_positions: positions
puzzles         how hard puzzles are, family by family
dresher         the guessing game: sizes, search trees by their depths
"""
